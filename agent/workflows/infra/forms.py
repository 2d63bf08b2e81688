"""What is asked where no model reads: the resource, then its options, in one form each.

A field is filled in only with what is certain: an identifier by its exact look, a figure where
the request has one of its dimension and the form one field for it.
"""

import re
import types
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal, get_args, get_origin

from pydantic import ValidationError
from pydantic.fields import FieldInfo

from agent.language.catalogs import N_, catalog
from agent.language.quantities import Dimension, Quantity, find_quantities
from agent.questions import Choice, Field, Form, Option
from agent.text import fold, is_han, keywords
from agent.workflows.infra.contracts import Part
from agent.workflows.infra.patterns import Like, Pattern, Pick, patterns

Plain = dict[str, Any]

STACK, REMOVE = "stack", "remove"
NEW, OTHER = "new stack", "something else"
MORE = "more"
MOST_OFFERED = 12
SPANS = {"days": 86_400, "seconds": 1}
"""Options that are times, by how their names end."""
# What the intent has taken already.
_WISH = frozenset(["create", "creates", "make", "build", "add", "crea", "crear"])
_RUN = re.compile(r"[\u4e00-\u9fff]+|[^\W\u4e00-\u9fff][\w-]*")


@dataclass(frozen=True)
class Place:
    """Of an option in a form: its pattern, its name and its field."""

    pattern: Pattern
    name: str
    info: FieldInfo

    @property
    def id(self) -> str:
        return f"{self.pattern.id}.{self.name}"

    @property
    def kind(self) -> Any:
        """The type without None."""
        kinds = [kind for kind in get_args(self.info.annotation) if kind is not types.NoneType]
        return kinds[0] if kinds else self.info.annotation

    def like(self) -> str:
        return next((m.pattern for m in self.info.metadata if isinstance(m, Like)), "")

    def choices(self) -> tuple[str, ...]:
        picks = [m.values for m in self.info.metadata if isinstance(m, Pick)]
        if get_origin(self.kind) is Literal:
            return tuple(get_args(self.kind))
        return picks[0] if picks else ()

    @property
    def holds_lines(self) -> bool:
        return get_origin(self.kind) in (list, dict)

    def measures(self) -> tuple[Dimension, int] | None:
        """What a figure in it means, and how much of the base unit one is."""
        if self.kind is not int:
            return None
        if self.name == "memory":
            return "size", 1
        ends = self.name.rpartition("_")[2]
        each = 1 if self.name in ("timeout", "period") else SPANS.get(ends)
        return ("time", each) if each else None


def places_of(kinds: Sequence[Pattern]) -> list[Place]:
    """The options that a form asks for."""
    return [
        Place(pattern, name, info)
        for pattern in kinds
        for name, info in pattern.options.model_fields.items()
        if info.title
    ]


def kinds_in(text: str) -> list[Pattern]:
    """Of the library, those that are named."""
    return [pattern for pattern in patterns().values() if any(_named(pattern, text))]


def _named(pattern: Pattern, text: str) -> Iterator[str]:
    for word in pattern.words:
        if is_han(word):
            found = re.search(re.escape(word), text)
        else:
            found = re.search(rf"(?<![a-z0-9_-]){re.escape(fold(word))}(?![a-z0-9_-])", fold(text))
        if found:
            yield found[0]


# What is certain


@dataclass(frozen=True)
class Filled:
    values: Plain
    unused: tuple[str, ...]
    """Words of the request that no field took."""


def prefill(text: str, kinds: Sequence[Pattern], taken: Sequence[str] = ()) -> Filled:
    """Fill in what is certain; `taken` are words that another part of the card shows."""
    places = places_of(kinds)
    values: Plain = {}
    used = [*taken, *(word for pattern in kinds for word in _named(pattern, text))]
    for place, found in _identifiers(text, places):
        values[place.id] = "\n".join(found) if place.holds_lines else found[0]
        used += found
    for place, quantity in _figures(text, places):
        measured = place.measures()
        values[place.id] = quantity.value // measured[1] if measured else quantity.value
        used.append(quantity.text)
    return Filled(values, tuple(_rest(text, used)))


def _identifiers(text: str, places: Sequence[Place]) -> Iterator[tuple[Place, list[str]]]:
    for place in places:
        alike = [other for other in places if other.like() and other.like() == place.like()]
        found = list(dict.fromkeys(m[0] for m in re.finditer(place.like(), text) if place.like()))
        is_certain = len(alike) == 1 and (place.holds_lines or len(found) == 1)
        if found and is_certain:
            yield place, found


def _figures(text: str, places: Sequence[Place]) -> Iterator[tuple[Place, Quantity]]:
    quantities = list(find_quantities(text))
    for place in places:
        measured = place.measures()
        alike = [p for p in places if (m := p.measures()) and measured and m[0] == measured[0]]
        found = [q for q in quantities if measured and q.dimension == measured[0]]
        if measured and len(alike) == len(found) == 1 and found[0].value % measured[1] == 0:
            yield place, found[0]


def _rest(text: str, used: Sequence[str]) -> Iterator[str]:
    """Words that say something and were not used, as they are written."""
    left = fold(text)
    for word in sorted(used, key=len, reverse=True):
        left = left.replace(fold(word), " ")
    telling = set(keywords(left)) - _WISH
    for run in dict.fromkeys(_RUN.findall(left)):
        if is_han(run) or telling.intersection(keywords(run)):
            yield run


# The questions


def which_kind(task: str, *, language: str) -> Choice:
    """Ask which resource is meant: none is named."""
    _ = catalog(language).gettext
    return Choice(
        id=task,
        workflow="infra",
        step="clarify",
        language=language,
        context={"asks": "kind"},
        title=_("What should it be?"),
        body=_("Without a model I can build these. Each has a form for its settings."),
        options=tuple(Option(p.id, p.title) for p in patterns().values()),
        others=(Option(OTHER, _("Something else")),),
    )


def which_stack(task: str, names: Sequence[str], *, offers_new: bool, language: str) -> Choice:
    _ = catalog(language).gettext
    left = len(names) - MOST_OFFERED
    body = _("{number} more are not shown. To reach one of them, name it in your message.")
    return Choice(
        id=task,
        workflow="infra",
        step="clarify",
        language=language,
        context={"asks": "stack"},
        title=_("Which stack do you mean?"),
        body=body.format(number=left) if left > 0 else "",
        options=tuple(Option(name, name) for name in names[:MOST_OFFERED]),
        others=(Option(NEW, _("A new stack")),) if offers_new else (),
    )


def settings(
    task: str,
    request: str,
    kinds: Sequence[Pattern],
    *,
    stack: str,
    is_new: bool,
    there: Sequence[Pattern] = (),
    given: Mapping[str, Any],
    language: str,
) -> Form:
    """Ask for the settings of resources; of those that are `there`, empty means unchanged."""
    _ = catalog(language).gettext
    filled = prefill(request, kinds, taken=[stack])
    values = {**filled.values, **given}
    fields = [
        entry
        for pattern in kinds
        for entry in _fields(pattern, values, is_there=pattern in there, language=language)
    ]
    title, body = _("Check the settings"), _("An empty field takes the default of the cloud.")
    if there:
        title = _("What should change in {stack}?").format(stack=stack)
        body = _("An empty field leaves things as they are.")
    elif not is_new:
        title = _("What should be added to {stack}?").format(stack=stack)
    if is_new:
        name = Field(STACK, _("Name of the stack"), default=values.get(STACK, stack))
        fields.insert(0, name)
    return Form(
        id=task,
        workflow="infra",
        step="clarify",
        language=language,
        context={"asks": "settings", "kinds": [pattern.id for pattern in kinds]},
        title=title,
        body=body,
        fields=tuple(fields),
        send=_("Plan this"),
        others=(Option(MORE, _("Add another resource")),),
        unused=filled.unused,
    )


def _fields(
    pattern: Pattern, values: Mapping[str, Any], *, is_there: bool, language: str
) -> Iterator[Field]:
    group = pattern.noun
    for place in places_of([pattern]):
        if not (is_there and place.name == "name"):
            yield _field(place, values.get(place.id), group=group, language=language)
    if is_there:
        label = catalog(language).gettext(N_("Remove it from the stack"))
        yield Field(f"{pattern.id}.{REMOVE}", label, kind="flag", required=False, group=group)


def _field(place: Place, value: Any, *, group: str, language: str) -> Field:
    _ = catalog(language).gettext
    about = place.info.description or ""
    options: tuple[Option, ...] = ()
    kind: Literal["text", "longtext", "number", "choice"] = "text"
    if place.kind is bool:
        kind = "choice"
        options = (Option("yes", _("On")), Option("no", _("Off")))
    elif choices := place.choices():
        kind, options = "choice", tuple(Option(choice, choice) for choice in choices)
    elif place.kind is int:
        kind = "number"
    elif place.holds_lines:
        kind = "longtext"
    if options:
        options = (Option("", _("Not set")), *options)
    default = "" if value is None and options else value
    label, help_ = _(str(place.info.title)), _(about) if about else ""
    return Field(
        place.id,
        label,
        kind=kind,
        required=False,
        options=options,
        default=default,
        help=help_,
        group=group,
    )


# Reading the answer


def read_parts(values: Mapping[str, Any], kinds: Sequence[Pattern]) -> list[Part]:
    """The parts that a filled form asks for. Raises ValueError with a sentence."""
    return [
        Part(pattern=pattern.id, remove=True)
        if values.get(f"{pattern.id}.{REMOVE}")
        else Part(pattern=pattern.id, options=_options(values, pattern))
        for pattern in kinds
    ]


def _options(values: Mapping[str, Any], pattern: Pattern) -> Plain:
    found = {
        place.name: _read(place, value)
        for place in places_of([pattern])
        if (value := values.get(place.id)) not in (None, "")
    }
    try:
        pattern.parse(found)
    except ValidationError as error:
        first = error.errors()[0]
        title = pattern.options.model_fields[str(first["loc"][0])].title
        raise ValueError(f"{title}: {first['msg']}") from error
    return found


def _read(place: Place, value: Any) -> Any:
    if place.kind is bool:
        return value == "yes"
    if place.kind is int:
        return int(value)
    lines = [line.strip() for line in str(value).splitlines() if line.strip()]
    if get_origin(place.kind) is dict:
        pairs = (line.partition("=") for line in lines)
        return {name.strip(): each.strip() for name, _, each in pairs}
    return lines if place.holds_lines else str(value).strip()
