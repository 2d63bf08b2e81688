"""The cards that ask where no model reads: the resource, then its options, in one form each."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Literal, get_origin

from babel.lists import format_list
from pydantic import ValidationError

from agent.language.catalogs import FOLDERS, catalog
from agent.questions import Choice, Field, Form, Option
from agent.workflows.infra.contracts import Part
from agent.workflows.infra.patterns import Pattern, patterns
from agent.workflows.infra.prefill import Place, others_in, out_of_scope, places_of, prefill

Plain = dict[str, Any]

STACK, REMOVE, OMIT = "stack", "remove", "omit"
NEW, OTHER, TEMPLATE = "new stack", "something else", "template"
MORE = "more"
MOST_OFFERED = 12


def which_kind(task: str, request: str, *, language: str) -> Choice:
    """Ask which resource is meant, where none that can be built is named."""
    _ = catalog(language).gettext
    others = others_in(request)
    title, body = _("What should it be?"), [_("Without a model I can build these.")]
    if others:
        names = format_list(list(others), style="or", locale=FOLDERS.get(language, "en"))
        title = _("I can't build {names} without a model").format(names=names)
        body = [_("The closest that I can build comes first.")]
    if out := ", ".join(out_of_scope(request)):
        body.append(_("Not done here, with or without a model: {out}.").format(out=out))
    ordered = dict.fromkeys([*others.values(), *patterns()])
    return Choice(
        id=task,
        workflow="infra",
        step="clarify",
        language=language,
        context={"asks": "kind"},
        title=title,
        body=" ".join(body),
        options=tuple(Option(kind, _(patterns()[kind].title)) for kind in ordered),
        others=(
            Option(TEMPLATE, _("I have a template")),
            Option(OTHER, _("Something else")),
        ),
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
        for entry in _fields(
            pattern,
            values,
            flag=REMOVE if pattern in there else OMIT if len(kinds) > 1 else "",
            language=language,
        )
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


def own_template(task: str, stack: str, *, is_new: bool, given: Plain, language: str) -> Form:
    """Ask for a template that the user has."""
    _ = catalog(language).gettext
    name = Field(STACK, _("Name of the stack"), default=given.get(STACK, stack))
    about = _("CloudFormation, as YAML or JSON. It is reviewed, and you approve the change.")
    text = Field(
        TEMPLATE, _("Template"), kind="longtext", default=given.get(TEMPLATE, ""), help=about
    )
    return Form(
        id=task,
        workflow="infra",
        step="clarify",
        language=language,
        context={"asks": "settings", "kinds": [TEMPLATE]},
        title=_("Your template"),
        body=about if is_new else _("It replaces the template of {stack}.").format(stack=stack),
        fields=(name, text) if is_new else (text,),
        send=_("Plan this"),
    )


def _fields(
    pattern: Pattern, values: Mapping[str, Any], *, flag: str, language: str
) -> Iterator[Field]:
    _ = catalog(language).gettext
    group = _(pattern.noun)
    for place in places_of([pattern]):
        if not (flag == REMOVE and place.name == "name"):
            yield _field(place, values.get(place.id), group=group, language=language)
    if flag:
        label = _("Remove it from the stack") if flag == REMOVE else _("Leave out")
        yield Field(f"{pattern.id}.{flag}", label, kind="flag", required=False, group=group)


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


def read_parts(
    values: Mapping[str, Any], kinds: Sequence[Pattern], *, language: str = "en"
) -> list[Part]:
    """The parts that a filled form asks for. Raises ValueError with a sentence."""
    return [
        Part(pattern=pattern.id, remove=True)
        if values.get(f"{pattern.id}.{REMOVE}")
        else Part(pattern=pattern.id, options=_options(values, pattern, language))
        for pattern in kinds
        if not values.get(f"{pattern.id}.{OMIT}")
    ]


def _options(values: Mapping[str, Any], pattern: Pattern, language: str) -> Plain:
    found = {
        place.name: _read(place, value)
        for place in places_of([pattern])
        if (value := values.get(place.id)) not in (None, "")
    }
    try:
        pattern.parse(found)
    except ValidationError as error:
        first = error.errors()[0]
        title = pattern.options.model_fields[str(first["loc"][0])].title or ""
        raise ValueError(f"{catalog(language).gettext(title)}: {first['msg']}") from error
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
