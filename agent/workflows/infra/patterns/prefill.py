"""What a request names, and what of a form is certain from its words.

A field is filled in only with what is certain: an identifier by its exact look, a figure where
the request has one of its dimension and the form one field for it.
"""

import re
import tomllib
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any

from agent.language.quantities import Dimension, Quantity, find_quantities
from agent.language.text import fold, is_han, keywords
from agent.workflows.infra.patterns import DATA, Pattern, patterns

Plain = dict[str, Any]

OUT_OF_SCOPE = ("Helm", "Kubernetes", "cfn-guard", "kube-linter")
"""What is not done here, with or without a model."""
MEASURES: dict[str, tuple[Dimension, int]] = {
    "days": ("time", 86_400),
    **dict.fromkeys(("seconds", "timeout", "period"), ("time", 1)),
    "memory": ("size", 1),
}
"""What a figure means, by how the option's name ends, and how much of the base unit one is."""
# What the intent has taken already.
_WISH = frozenset(["create", "creates", "make", "build", "add", "crea", "crear"])
_CLAUSE_ENDS = re.compile(
    r"[\0\n,;()“”\"!?\u3002\uff01\uff08\uff09\uff0c\uff1a\uff1b\uff1f]+|\.(?=\s|$)"
)
_IDENTIFIER = re.compile(r"[^a-z]")
"""A choice that is no everyday word, so that it means what it says."""

Span = tuple[int, int]


@dataclass(frozen=True)
class Place:
    """Of an option in a form: its pattern, its name and what the pattern says of it."""

    pattern: Pattern
    name: str
    told: Plain

    @property
    def id(self) -> str:
        return f"{self.pattern.id}.{self.name}"

    @property
    def kind(self) -> str:
        return str(self.told.get("type", "string"))

    def look(self) -> str:
        """How values of it look that can be told from other words; empty where they cannot."""
        choices = [c for c in self.choices() if _IDENTIFIER.search(c)]
        whole = rf"(?<![\w.:-])(?:{'|'.join(map(re.escape, choices))})(?![\w:-])"
        return whole if choices else str(self.told.get("looks", ""))

    def choices(self) -> list[str]:
        return self.told.get("enum") or self.told.get("offers") or []

    @property
    def holds_lines(self) -> bool:
        return self.kind in ("strings", "map")

    def measures(self) -> tuple[Dimension, int] | None:
        """What a figure in it means, and how much of the base unit one is."""
        return MEASURES.get(self.name.rpartition("_")[2]) if self.kind == "integer" else None


def places_of(kinds: Sequence[Pattern]) -> list[Place]:
    """The options that a form asks for."""
    return [
        Place(pattern, name, told)
        for pattern in kinds
        for name, told in pattern.told.items()
        if told.get("title")
    ]


def kinds_in(text: str) -> list[Pattern]:
    """Of the library, those that are named."""
    return [pattern for pattern in patterns().values() if any(spans(pattern.words, text))]


@cache
def _others() -> dict[str, list[str]]:
    return tomllib.loads((DATA / "others.toml").read_text("utf-8"))


def others_in(text: str) -> dict[str, str]:
    """What is named and is no pattern, with the pattern that comes closest."""
    return {
        name: kind
        for kind, names in _others().items()
        for name in names
        if any(spans([name], text))
    }


def out_of_scope(text: str) -> list[str]:
    return [name for name in OUT_OF_SCOPE if any(spans([name], text))]


def spans(words: Sequence[str], text: str) -> Iterator[Span]:
    """Where one of the words is, as a word of its own."""
    flat = _flat(text)
    for word in words:
        around = ("", "") if is_han(word) else ("(?<![a-z0-9_-])", "(?![a-z0-9_-])")
        for found in re.finditer(re.escape(_flat(word)).join(around), flat):
            yield found.span()


def _flat(text: str) -> str:
    """Folded, a character for each, so that places stay the same."""
    return "".join((fold(character) or character)[0] for character in text)


def _without(text: str, spans: Iterable[Span], *, mark: str = " ") -> str:
    left = list(text)
    for start, end in spans:
        left[start:end] = mark * (end - start)
    return "".join(left)


# What is certain


def prefill(
    text: str, kinds: Sequence[Pattern], taken: Sequence[str] = ()
) -> tuple[Plain, tuple[str, ...]]:
    """What is certain, and the words that no field took; `taken` is shown by the card already."""
    places = places_of(kinds)
    values: Plain = {}
    used = [*spans(taken, text), *(s for kind in kinds for s in spans(kind.words, text))]
    for place, found in _identifiers(text, places):
        words = list(dict.fromkeys(text[start:end] for start, end in found))
        values[place.id] = "\n".join(words)
        used += found
    for place, quantity in _figures(text, places):
        measured = place.measures()
        values[place.id] = quantity.value // measured[1] if measured else quantity.value
        used += spans([quantity.text], text)
    return values, tuple(_rest(text, used))


def _identifiers(text: str, places: Sequence[Place]) -> Iterator[tuple[Place, list[Span]]]:
    for place in places:
        alike = [other for other in places if other.look() == place.look()]
        found = list(_looks(place, text))
        words = {text[start:end] for start, end in found}
        if found and len(alike) == 1 and (place.holds_lines or len(words) == 1):
            yield place, found


def _looks(place: Place, text: str) -> list[Span]:
    look = place.look()
    return [found.span() for found in re.finditer(look, text, re.ASCII)] if look else []


def _figures(text: str, places: Sequence[Place]) -> Iterator[tuple[Place, Quantity]]:
    quantities = list(find_quantities(text))
    for place in places:
        measured = place.measures()
        alike = [p for p in places if (m := p.measures()) and measured and m[0] == measured[0]]
        found = [q for q in quantities if measured and q.dimension == measured[0]]
        if measured and len(alike) == len(found) == 1 and found[0].value % measured[1] == 0:
            yield place, found[0]


def _rest(text: str, used: Iterable[Span]) -> Iterator[str]:
    """What was not used, clause by clause as it is written, where it says something."""
    left = _without(text, used, mark="\0")
    telling = set(keywords(left.replace("\0", " "))) - _WISH
    for clause in dict.fromkeys(part.strip(" .:-") for part in _CLAUSE_ENDS.split(left)):
        if (is_han(clause) and len(clause) > 1) or telling.intersection(keywords(clause)):
            yield clause
