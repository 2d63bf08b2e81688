"""What a request names, and what of a form is certain from its words.

A field is filled in only with what is certain: an identifier by its exact look or right behind
the field's own name, a figure where the request has one of its dimension and the form one field
for it.
"""

import re
import tomllib
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import chain

from agent.language.catalogs import FOLDERS, catalog
from agent.language.quantities import Dimension, Quantity, find_counts, find_quantities
from agent.language.text import STOP_WORDS, fold, is_han, stem, stems
from agent.workflows.infra.artifacts import Plain
from agent.workflows.infra.patterns import DATA, Pattern, patterns

NEVER = "never"
"""The kind of what is not done here, with or without a model."""
MEASURES: dict[str, tuple[Dimension, int]] = {
    "days": ("time", 86_400),
    **dict.fromkeys(("seconds", "timeout", "period"), ("time", 1)),
    "memory": ("size", 1),
}
"""What a figure means, by how the option's name ends, and how much of the base unit one is."""
# What the intent has taken already.
_WISH = stems(
    "create make build add change need want called named"
    " crea crear cambia necesito quiero llamado llamada"
)
_NAME = re.compile(
    r"(?<=[`\"“「])[\w.-]+(?=[`\"”」])"
    r"|(?<![\w.:/@-])(?![a-z]{2}(?:-[a-z]+)+-\d)(?:[A-Za-z][A-Za-z0-9]*(?:[-_][A-Za-z0-9]+)+|[a-z]+(?:[A-Z][a-z0-9]+)+)"
    r"(?![\w:/@-])",
    re.ASCII,
)
"""A word in quotes, or one written as no word of a language is: two-parts, onePart; no region."""
_BREAKS = re.compile(
    r"[\0\n,;()“”\"!?\u3002\uff01\uff08\uff09\uff0c\uff1a\uff1b\uff1f]+|\.(?=\s|$)"
)
_IDENTIFIER = re.compile(r"[^a-z]")
"""A choice that is no everyday word, so that it means what it says."""
_WORD = re.compile(r"[^\W_]+")

Span = tuple[int, int]


@dataclass(frozen=True)
class Place:
    """Of an option in a form: its pattern, its name and what the pattern says of it."""

    pattern: Pattern
    name: str
    told: Plain
    id: str
    kind: str
    safe: str
    """What a new one gets that says nothing else; empty where that is the engine's default."""

    def look(self) -> str:
        """How values of it look that can be told from other words; empty where they cannot."""
        choices = [c for c in self.choices() if _IDENTIFIER.search(c)]
        whole = rf"(?<![\w.:-])(?:{'|'.join(map(re.escape, choices))})(?![\w:-])"
        return whole if choices else str(self.told.get("looks", ""))

    @property
    def is_free(self) -> bool:
        """Whether it holds any name."""
        is_bound = self.look() or self.told.keys() & {"pattern", "max_length"}
        is_named = self.name == "name" or not is_bound
        return self.kind == "string" and not self.choices() and is_named

    def takes(self, text: str) -> bool:
        """Whether it can be this, by its pattern."""
        return bool(re.fullmatch(self.told.get("pattern", ".*"), text))

    def labels(self) -> list[str]:
        """What it is called, in three languages; of a thing's name, what the thing is called."""
        if self.name == "name":
            return list(self.pattern.words)
        title = self.told["title"]
        return [title, *(catalog(language).gettext(title) for language in FOLDERS)]

    def choices(self) -> list[str]:
        return self.told.get("enum") or self.told.get("offers") or []

    @property
    def holds_lines(self) -> bool:
        return self.kind in ("strings", "map")

    def measures(self) -> tuple[Dimension, int] | None:
        """What a figure in it means, and how much of the base unit one is."""
        if self.kind != "integer":
            return None
        return ("count", 1) if self.counts else MEASURES.get(self.name.rpartition("_")[2])

    @property
    def counts(self) -> list[str]:
        """The words for what a figure in it counts."""
        return list(self.told.get("counts", ()))


def places_of(kinds: Sequence[Pattern]) -> list[Place]:
    """The options that a form asks for."""
    return [
        Place(
            pattern,
            name,
            told,
            id=f"{pattern.id}.{name}",
            kind=told.get("type", "string"),
            safe=told.get("safe", ""),
        )
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


def _without(text: str, spans: Iterable[Span]) -> str:
    left = list(text)
    for start, end in spans:
        left[start:end] = "\0" * (end - start)
    return "".join(left)


# What is certain


def prefill(text: str, kinds: Sequence[Pattern], taken: Sequence[str] = ()) -> Plain:
    """Values that are certain, by field; the card shows `taken` already."""
    places = places_of(kinds)
    values: Plain = {}
    for find in (_identifiers, _figures):
        for place, value in find(text, places):
            values[place.id] = value
            if switch := place.told.get("sets"):
                values[f"{place.pattern.id}.{switch}"] = "yes"
    used = list(_used(text, kinds, values, taken))
    for place, (start, end) in list(_names(text, places, used)):
        values[place.id] = text[start:end]
    return values


def _used(
    text: str, kinds: Sequence[Pattern], values: Plain, taken: Sequence[str]
) -> Iterator[Span]:
    """Where the text has the names of the kinds, what the fields hold, and `taken`."""
    said = [*taken, *(word for kind in kinds for word in kind.words)]
    for place in places_of(kinds):
        value, measures = values.get(place.id), place.measures()
        if measures and value:
            each = int(value) * measures[1]
            said += [found.text for found in _amounts(text, place) if found.value == each]
        else:
            # A name has hyphens where the request may have blanks.
            said += [s for v in str(value or "").splitlines() for s in (v, v.replace("-", " "))]
    return spans(said, text)


def _names(text: str, places: Sequence[Place], used: list[Span]) -> Iterator[tuple[Place, Span]]:
    """Those that stand right behind what their field is called, or the only one for one field."""
    known = stems(" ".join(f"{place.told['title']} {place.pattern.title}" for place in places))
    left = _without(text, used)
    found = [name.span() for name in _NAME.finditer(left) if not stems(name[0]) <= known]
    free = [place for place in places if place.is_free]
    # A field's full name goes before what another field is also called: "sort key" before "key".
    for place in sorted(free, key=lambda place: "also" in place.told):
        ends = {end for _, end in spans([*place.labels(), *place.told.get("also", ())], text)}
        behind = [f for f in found if ends & {f[0] - 1, len(text[: f[0]].rstrip(' :=`"“「'))}]
        if len(behind) == 1 and place.takes(text[slice(*behind[0])]):
            yield place, behind[0]
            free.remove(place)
            found.remove(behind[0])
    if len(free) == len(found) == 1 and free[0].takes(text[slice(*found[0])]):
        yield free[0], found[0]


def _identifiers(text: str, places: Sequence[Place]) -> Iterator[tuple[Place, str]]:
    for place in places:
        look = place.look()
        alike = [other for other in places if other.look() == look]
        words = dict.fromkeys(re.findall(look or r"\0", text, re.ASCII))
        if words and len(alike) == 1 and (place.holds_lines or len(words) == 1):
            yield place, "\n".join(words)


def _figures(text: str, places: Sequence[Place]) -> Iterator[tuple[Place, int]]:
    measured = [(place, *m) for place in places if (m := place.measures())]
    for place, dimension, unit in measured:
        alike = [p for p, same, _ in measured if same == dimension and p.counts == place.counts]
        found = _amounts(text, place)
        if len(alike) == len(found) == 1 and found[0].value % unit == 0:
            yield place, found[0].value // unit


def _amounts(text: str, place: Place) -> list[Quantity]:
    """The figures that could be meant for it."""
    measures = place.measures()
    found = find_counts(text, place.counts) if place.counts else find_quantities(text)
    return [each for each in found if measures and each.dimension == measures[0]]


def unused(
    text: str, kinds: Sequence[Pattern], values: Plain, taken: Sequence[str] = ()
) -> tuple[str, ...]:
    """What says something, and is neither in a field nor what a filled field is about."""
    filled = [place for place in places_of(kinds) if values.get(place.id)]
    about = [[*place.labels(), *place.told.get("also", ()), *place.counts] for place in filled]
    known = stems(" ".join(chain.from_iterable(about))) | _WISH
    words = ((fold(word[0]), word.span()) for word in _WORD.finditer(text))
    idle = [span for word, span in words if word in STOP_WORDS or stem(word) in known]
    left = _without(text, [*_used(text, kinds, values, taken), *idle])
    phrases = (each.strip(" .:-`") for each in _BREAKS.split(left))
    return tuple(dict.fromkeys(each for each in phrases if len(each) > 1 or each.isdigit()))
