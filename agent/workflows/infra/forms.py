"""Where no model reads: the cards that ask for stack, resource and settings, and their plan."""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal

from pydantic import ValidationError

from agent.checks import cfn
from agent.engine.conversation import gettext_of, spoken_in
from agent.errors import AgentError
from agent.language.catalogs import N_
from agent.ports import CloudIdentity, Context
from agent.questions import Choice, Field, Form, Option
from agent.workflows.infra.artifacts import Part
from agent.workflows.infra.patterns import Pattern, patterns
from agent.workflows.infra.patterns.prefill import (
    NEVER,
    Place,
    kinds_in,
    others_in,
    places_of,
    prefill,
    spans,
    unused,
)
from agent.workflows.infra.stacks import templates
from agent.workflows.infra.state import Gettext, PipelineState, Plain
from agent.workflows.infra.steps import PlanDraft

STACK, REMOVE, OMIT = "stack", "remove", "omit"
NEW, TEMPLATE = "new stack", "template"
MORE = "more"
ABOUT_TEMPLATE = N_("CloudFormation, as YAML or JSON. It is reviewed, and you approve the change.")
_STACK_NAME = re.compile(r"[A-Za-z][A-Za-z0-9-]{0,127}")


@dataclass(frozen=True)
class FormPlan:
    """Of one request: what it is about, and the stacks that are there."""

    state: PipelineState
    task: str
    context: Context
    identity: CloudIdentity
    names: list[str]
    problem: str = ""
    """Why what was sent last cannot be."""

    @property
    def request(self) -> str:
        return self.state.get("request") or ""

    @property
    def settings(self) -> Plain:
        return self.state.get("settings") or {}

    @property
    def _card(self) -> Plain:
        """What every card has."""
        language = spoken_in(self.state)
        return {"id": self.task, "workflow": "infra", "step": "clarify", "language": language}

    def draft(self) -> PlanDraft | Choice | Form | str:
        """The plan, else the next question, or why there is no way."""
        _ = gettext_of(self.state)
        chosen = self.state.get("chosen_stack")
        # Names inside a template that the user pasted do not name the stack to change.
        words = self.request.replace(cfn.find(self.request), "")
        stack = named_stack(words, self.names, self.identity) if chosen is None else chosen
        is_of_stack = self.state.get("wish") in ("change", "delete")
        if chosen is None and len(self.names) == 1 and is_of_stack:
            stack = self.names[0]
        match self.state.get("wish"):
            case "delete" if not self.names:
                return _("There is no stack yet that could be deleted.")
            case "delete" if chosen or (stack and not kinds_in(words)):
                return PlanDraft(kind="delete", stack=stack)
            case "delete":
                stacks = [stack] if stack else self.names
                there = {kind for name in stacks for kind in self._kinds_there(name)}
                return self._what_goes(stacks, [k for k in kinds_in(words) if k.id in there])
            case "change" if chosen is None and not stack and self.names:
                stack = self.state.get("stack") or ""
                if stack not in self.names:
                    return self.which_stack(offers_new=True)
        return self._of_settings(stack)

    def _of_settings(self, stack: str) -> PlanDraft | Choice | Form:
        """`stack` is there already; empty for a new one."""
        _ = gettext_of(self.state)
        there = self._kinds_there(stack) if stack and self.state.get("wish") != "create" else {}
        kinds = self.state.get("kinds") or self._kinds_named(there)
        if kinds != [TEMPLATE] and not (set(kinds) <= patterns().keys() and kinds):
            return self._which_kind()
        problem = f"{self.problem}\n\n" if self.problem else ""
        if comment := self.state.get("comment"):
            said = _(
                "You rejected it: “{comment}”. Without a model I can't read that: change it here."
            )
            problem = f"{said.format(comment=comment)}\n\n"
        if self.state.get("settings_sent") and not problem:
            try:
                return self._sent(kinds, stack, there)
            except ValueError as error:
                problem = f"{error}\n\n"
        return self._ask(kinds, stack, there=there, problem=problem)

    def _kinds_named(self, there: Plain) -> list[str]:
        """What the message names, else what the stack has."""
        if cfn.find(self.request):
            return [TEMPLATE]
        named = [pattern.id for pattern in kinds_in(self.request)]
        return named if named or others_in(self.request) else list(there)

    def _kinds_there(self, stack: str) -> dict[str, str]:
        """Of the patterns that are there once the logical ids."""
        base = self.context.ports.cloud.base(self.identity.environment, stack)
        mains = templates.mains_of(base.template)
        return {kind: names[0] for kind, names in mains.items() if len(names) == 1}

    # The cards

    def which_stack(self, *, offers_new: bool, notes: Sequence[str] = ()) -> Choice:
        """Ask for the stack: the thread's last one first; `notes` say why it is asked."""
        _, last = gettext_of(self.state), self.state.get("stack")
        return Choice(
            **self._card,
            context={"asks": "stack"},
            title=_("Which stack do you mean?"),
            body="\n\n".join(notes),
            options=tuple(
                Option(name, name) for name in sorted(self.names, key=lambda name: name != last)
            ),
            others=(Option(NEW, _("A new stack")),) if offers_new else (),
        )

    def _what_goes(self, stacks: Sequence[str], kinds: Sequence[Pattern]) -> PlanDraft | Choice:
        """Ask what is to be deleted: resources of these kinds alone, or a whole stack."""
        _, alone, whole = gettext_of(self.state), list[Option](), list[Option]()
        only, all_of = _("Only {resource}, of the stack {stack}"), _("The whole stack {stack}")
        for stack in stacks:
            text = self.context.ports.cloud.base(self.identity.environment, stack).template
            mains, held = templates.mains_of(text), templates.resources_of(text)
            named = [(kind.id, name) for kind in kinds for name in mains.get(kind.id, ())]
            for kind, name in named if len(held) > len(named) else ():
                said = only.format(resource=name, stack=stack)
                alone.append(Option(f"{stack}/{kind}/{name}", said))
            if named or not kinds:
                whole.append(Option(stack, all_of.format(stack=stack), ", ".join(held)))
        if kinds and len(whole) == 1 and not alone:
            return PlanDraft(kind="delete", stack=whole[0].id)
        return Choice(
            **self._card,
            context={"asks": "removal"},
            title=_("What should be deleted?"),
            options=(*alone, *whole),
        )

    def _which_kind(self) -> Choice:
        """Ask which resource is meant, where none that can be built is named."""
        _, named, said = gettext_of(self.state), others_in(self.request), []
        out = [name for name, kind in named.items() if kind == NEVER]
        if others := [name for name in named if name not in out]:
            cannot = _("I can't build {names} without a model")
            said.append(cannot.format(names=", ".join(others)))
        if out:
            never = _("Not done here, with or without a model: {out}.")
            said.append(never.format(out=", ".join(out)))
        near = [kind for kind in named.values() if kind in patterns()]
        said += [] if named else [_("What should it be?")]
        closest = _("The closest that I can build comes first.")
        said.append(closest if near else _("Without a model I can build these."))
        return Choice(
            **self._card,
            context={"asks": "kind"},
            title=said[0],
            body=" ".join(said[1:]),
            options=tuple(
                Option(kind, _(patterns()[kind].title))
                for kind in dict.fromkeys([*near, *patterns()])
            ),
            others=(Option(TEMPLATE, _("I have a template")),),
        )

    def _ask(self, kinds: Sequence[str], stack: str, *, there: Plain, problem: str) -> Form:
        """Ask for the settings; of what is `there`, an empty one stays as it is."""
        _, wanted = gettext_of(self.state), f"{self.identity.prefix}{'-'.join(kinds)}"
        name = stack or templates.free_id(wanted.replace("_", "-"), self.names, joint="-")
        places = places_of(_known(kinds))
        certain = prefill(self.request, _known(kinds), [name])
        safe = {} if stack else {place.id: place.safe for place in places if place.safe}
        values = {STACK: name, **safe, **certain, **self.settings}
        is_template = kinds == [TEMPLATE]
        title, body = _("Check the settings"), _("An empty field takes the default of the cloud.")
        if stack:
            title = _("What should change in {stack}?").format(stack=stack)
            body = _("An empty field leaves things as they are.")
        if is_template:
            replaced = _("It replaces the template of {stack}.").format(stack=stack)
            title, body = _("Your template"), replaced if stack else _(ABOUT_TEMPLATE)
        return Form(
            **self._card,
            context={"asks": "settings", "kinds": list(kinds)},
            title=title,
            body=problem + body,
            fields=tuple(self._fields(kinds, values, there=there, is_new=not stack)),
            send=_("Plan this"),
            others=() if is_template else (Option(MORE, _("Add another resource")),),
            unused=self._unused(kinds, values),
        )

    def _unused(self, kinds: Sequence[str], values: Plain) -> tuple[str, ...]:
        """Words of the request that no field took."""
        taken = [str(values.get(STACK) or "")]
        return () if kinds == [TEMPLATE] else unused(self.request, _known(kinds), values, taken)

    def _fields(
        self, kinds: Sequence[str], values: Plain, *, there: Plain, is_new: bool
    ) -> Iterator[Field]:
        _ = gettext_of(self.state)
        if is_new:
            yield Field(STACK, _("Name of the stack"), default=values[STACK])
        if kinds == [TEMPLATE]:
            text = values.get(TEMPLATE) or cfn.find(self.request)
            help_ = _(ABOUT_TEMPLATE)
            yield Field(TEMPLATE, _("Template"), kind="longtext", default=text, help=help_)
        for pattern in _known(kinds):
            group, is_there = _(pattern.noun), pattern.id in there
            for place in places_of([pattern]):
                is_settled = place.name == "name" or pattern.is_settled(place.name)
                if not (is_there and is_settled):
                    yield _field(place, values.get(place.id), group, _, is_new=not is_there)
            flag = REMOVE if is_there else OMIT
            label = _("Remove it from the stack") if is_there else _("Leave out")
            if is_there or len(kinds) > 1:
                yield Field(f"{pattern.id}.{flag}", label, kind="flag", required=False, group=group)

    # Their answers

    def _sent(self, kinds: Sequence[str], stack: str, there: Plain) -> PlanDraft:
        """Raises ValueError with a sentence where the form cannot be planned."""
        draft = PlanDraft(
            kind="update" if stack else "create",
            stack=stack or self._new_name(),
            adds=bool(stack) and self.state.get("wish") == "create",
        )
        if kinds == [TEMPLATE]:
            return draft.model_copy(update={"template": self._own_template()})
        _, removes = gettext_of(self.state), list[str]()
        parts = read_parts(self.settings, _known(kinds), _)
        parts = [part for part in parts if part.options or part.pattern not in there]
        for kind in [kind for kind in kinds if self.settings.get(f"{kind}.{REMOVE}")]:
            template = self.context.ports.cloud.base(self.identity.environment, stack).template
            # A logical id, or of a flag the only one of its kind that is there.
            given = self.settings[f"{kind}.{REMOVE}"]
            if name := given if isinstance(given, str) else there.get(kind):
                removes += templates.belonging(cfn.parse(template).resources, name)
        if not (parts or removes):
            raise ValueError(_("Nothing to do yet: fill in what should be built or changed."))
        left = [] if removes else list(self._unused(kinds, {STACK: stack, **self.settings}))
        return draft.model_copy(update={"parts": parts, "removes": removes, "left": left})

    def _new_name(self) -> str:
        _, prefix = gettext_of(self.state), self.identity.prefix
        name = str(self.settings.get(STACK) or "").strip()
        if not _STACK_NAME.fullmatch(name) or not name.startswith(prefix):
            said = _("A stack's name begins with {prefix} and has letters, digits and hyphens.")
            raise ValueError(said.format(prefix=prefix))
        if name in self.names:
            raise ValueError(_("There is a stack {name} already.").format(name=name))
        return name

    def _own_template(self) -> str:
        text = str(self.settings.get(TEMPLATE) or "")
        try:
            cfn.parse(text)
        except AgentError as error:
            raise ValueError(error.sentences) from error
        return text


def _known(kinds: Sequence[str]) -> list[Pattern]:
    return [patterns()[kind] for kind in dict.fromkeys(kinds) if kind in patterns()]


def named_stack(request: str, names: Sequence[str], identity: CloudIdentity) -> str:
    """The stack that a message names, with or without its prefix; the longest name first."""
    for name in sorted(names, key=len, reverse=True):
        short = name.removeprefix(identity.prefix)
        for said in (name, short) if "-" in short else (name,):
            if any(spans([said], request)):
                return name
    return ""


def _field(place: Place, value: Any, group: str, _: Gettext, *, is_new: bool) -> Field:
    choices = {choice: choice for choice in place.choices()}
    kind: Literal["text", "longtext", "number", "choice"] = "text"
    if place.kind == "boolean":
        choices = {"yes": _("On"), "no": _("Off")}
    elif place.kind == "integer":
        kind = "number"
    elif place.holds_lines:
        kind = "longtext"
    options = [Option(choice, label) for choice, label in choices.items()]
    unset = _("Not set") if is_new else _("As it is")
    title, about = place.told["title"], place.told.get("description")
    example = place.told.get("example", "")
    return Field(
        place.id,
        _(title),
        kind="choice" if options else kind,
        required=False,
        options=(Option("", unset), *options) if options else (),
        default="" if value is None and options else value,
        help=" ".join([_(about), example] if about else [example]),
        group=group,
    )


def read_parts(values: Mapping[str, Any], kinds: Sequence[Pattern], _: Gettext) -> list[Part]:
    """The parts that a filled form asks for. Raises ValueError with a sentence."""
    parts = []
    for pattern in kinds:
        if any(values.get(f"{pattern.id}.{flag}") for flag in (OMIT, REMOVE)):
            continue
        given = {place.name: (place, values.get(place.id)) for place in places_of([pattern])}
        found = {name: _read(*each) for name, each in given.items() if each[1] not in (None, "")}
        try:
            options = pattern.parse(found).model_dump(exclude_none=True)
        except ValidationError as error:
            first = error.errors()[0]
            place = given[str(first["loc"][0])][0]
            raise ValueError(_why_refused(place, first, _)) from error
        parts.append(Part(pattern=pattern.id, options=options))
    return parts


def _why_refused(place: Place, error: Mapping[str, Any], _: Gettext) -> str:
    """Say what the field takes, with an example where it has a pattern."""
    name, about = place.told["title"], place.told.get("description")
    title = _(name)
    if error["type"] != "string_pattern_mismatch":
        return f"{title}: {error['msg']}"
    wrong, example = _("{title}: “{value}” is not possible."), _("For example: {example}")
    said = [wrong.format(title=title, value=error["input"]), _(about) if about else ""]
    return " ".join(filter(None, [*said, example.format(example=place.told["example"])]))


def _read(place: Place, value: Any) -> Any:
    """As Pydantic takes it."""
    if not place.holds_lines:
        return str(value).strip()
    lines = [line.strip() for line in str(value).splitlines() if line.strip()]
    if place.kind == "map":
        pairs = [line.partition("=") for line in lines]
        return {name.strip(): each.strip() for name, _, each in pairs}
    return lines
