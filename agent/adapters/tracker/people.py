"""Whom a name means."""

from collections.abc import Iterable

from agent.language.text import runs
from agent.ports import Person


def called(name: str, people: Iterable[Person]) -> list[Person]:
    """Those of whose names these words are a part; all for no name.

    A full name is one person's even where another has it and more; a first name is not.
    """
    known = {person: frozenset(runs(person.name)) for person in people}
    words = frozenset(runs(name))
    if len(words) > 1 and (exact := [each for each in known if known[each] == words]):
        return exact
    return [
        each
        for each, held in known.items()
        if not name.strip()
        or (words and words <= held)
        or (not name.isascii() and name in each.name)
    ]
