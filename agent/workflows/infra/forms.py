"""Where no model reads: the cards that ask for stack, resource and settings, and their plan."""

import re
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from typing import Any, Literal, get_origin

from babel.lists import format_list
from pydantic import ValidationError

from agent.checks import cfn
from agent.engine.conversation import gettext_of, spoken_in, words_of
from agent.errors import AgentError, CloudError
from agent.language.catalogs import FOLDERS
from agent.ports import CloudIdentity, Context
from agent.questions import Choice, Field, Form, Option
from agent.workflows.infra.artifacts import Part
from agent.workflows.infra.patterns import Pattern, patterns
from agent.workflows.infra.patterns.prefill import (
    Place,
    kinds_in,
    others_in,
    out_of_scope,
    places_of,
    prefill,
)
from agent.workflows.infra.stacks import templates
from agent.workflows.infra.stacks.facts import MOST_READ, Facts
from agent.workflows.infra.state import Gettext, PipelineState, Plain
from agent.workflows.infra.steps import PlanDraft

STACK, REMOVE, OMIT = "stack", "remove", "omit"
NEW, OTHER, TEMPLATE = "new stack", "something else", "template"
MORE = "more"
MOST_OFFERED = 12
_STACK_NAME = re.compile(r"[A-Za-z][A-Za-z0-9-]{0,127}")


@dataclass(frozen=True)
class FormPlan:
    """Of one request: what it is about, and the stacks that are there."""

    state: PipelineState
    task: str
    context: Context
    identity: CloudIdentity
    names: list[str]

    @property
    def request(self) -> str:
        return self.state.get("request") or words_of(self.state)

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
        match self.state.get("wish"):
            case "delete" if not self.names:
                return _("There is no stack yet that could be deleted.")
            case "delete" if chosen or (stack and not self._is_of_part(stack, kinds_in(words))):
                return PlanDraft(kind="delete", stack=stack)
            case "delete" if not stack:
                return self.which_stack(offers_new=False)
            case "change" if chosen is None and not stack and self.names:
                last = self.state.get("stack")
                if last not in self.names:
                    return self.which_stack(offers_new=True)
                stack = last
        return self._of_settings(stack)

    def _is_of_part(self, stack: str, named: Sequence[Pattern]) -> bool:
        """Whether something else than what is named is in the stack, so that it cannot go."""
        return bool(named) and any(kind not in named for kind in self._kinds_there(stack))

    def _of_settings(self, stack: str) -> PlanDraft | Choice | Form | str:
        """`stack` is there already; empty for a new one."""
        adds = self.state.get("wish") == "create"
        there = self._kinds_there(stack) if stack and not adds else []
        kinds = self._kinds(there)
        if kinds == [OTHER]:
            return self._only_these()
        if not kinds or "" in kinds:
            return self._which_kind()
        problem = ""
        if self.state.get("settings_sent"):
            try:
                return self._sent(kinds, stack, there)
            except ValueError as error:
                problem = f"{error}\n\n"
        name = stack or self._free_name(kinds)
        if kinds == [TEMPLATE]:
            return self._ask_template(name, problem, is_new=not stack)
        return self._ask_settings(_known(kinds), name, problem, is_new=not stack, there=there)

    def _kinds(self, there: Sequence[Pattern]) -> list[str]:
        """What was picked, else what the message names, else what the stack has."""
        if self.state.get("kinds") is not None:
            *before, last = self.state["kinds"] or [""]
            # An empty one stands for the kind that is to be picked next.
            return [*(kind for kind in before if kind), last]
        if cfn.find(self.request):
            return [TEMPLATE]
        named = kinds_in(self.request)
        is_other = not named and others_in(self.request)
        return [] if is_other else [pattern.id for pattern in named or there]

    def _kinds_there(self, stack: str) -> list[Pattern]:
        base = self.context.ports.cloud.base(self.identity.environment, stack)
        types = templates.resources_of(base.template).values()
        return [pattern for pattern in patterns().values() if pattern.main in types]

    def _free_name(self, kinds: Sequence[str]) -> str:
        wanted = f"{self.identity.prefix}{'-'.join(kinds).replace('_', '-')}"
        return templates.free_id(wanted, self.names, joint="-")

    # The cards

    def which_stack(self, *, offers_new: bool) -> Choice:
        """Ask for the stack: the thread's last one first, and those that hold what is named."""
        _, kinds, holding = gettext_of(self.state), kinds_in(self.request), list[str]()
        if kinds and len(self.names) <= MOST_READ:
            with suppress(CloudError):
                holding = Facts(self.context, self.identity).holding(kinds, self.names)
        offered = holding or list(self.names)
        offered.sort(key=lambda name: name != self.state.get("stack"))
        left = len(offered) - MOST_OFFERED
        body = _("{number} more are not shown. To reach one of them, name it in your message.")
        return Choice(
            **self._card,
            context={"asks": "stack"},
            title=_("Which stack do you mean?"),
            body=body.format(number=left) if left > 0 else "",
            options=tuple(Option(name, name) for name in offered[:MOST_OFFERED]),
            others=(Option(NEW, _("A new stack")),) if offers_new else (),
        )

    def _which_kind(self) -> Choice:
        """Ask which resource is meant, where none that can be built is named."""
        _, others = gettext_of(self.state), others_in(self.request)
        title, body = _("What should it be?"), [_("Without a model I can build these.")]
        if others:
            locale = FOLDERS.get(spoken_in(self.state), "en")
            names = format_list(list(others), style="or", locale=locale)
            title = _("I can't build {names} without a model").format(names=names)
            body = [_("The closest that I can build comes first.")]
        ordered = dict.fromkeys([*others.values(), *patterns()])
        return Choice(
            **self._card,
            context={"asks": "kind"},
            title=title,
            body=" ".join([*body, *self._not_done()]),
            options=tuple(Option(kind, _(patterns()[kind].title)) for kind in ordered),
            others=(
                Option(TEMPLATE, _("I have a template")),
                Option(OTHER, _("Something else")),
            ),
        )

    def _not_done(self) -> list[str]:
        _, out = gettext_of(self.state), ", ".join(out_of_scope(self.request))
        said = _("Not done here, with or without a model: {out}.")
        return [said.format(out=out)] if out else []

    def _only_these(self) -> str:
        _ = gettext_of(self.state)
        able = ", ".join(_(pattern.title) for pattern in patterns().values())
        said = _("Without a model I can build only these: {able}.").format(able=able)
        return " ".join([said, *self._not_done()])

    def _ask_settings(
        self,
        kinds: Sequence[Pattern],
        stack: str,
        problem: str,
        *,
        is_new: bool,
        there: Sequence[Pattern],
    ) -> Form:
        """Ask for the settings of resources; of those that are `there`, empty means unchanged."""
        _ = gettext_of(self.state)
        filled = prefill(self.state.get("request") or "", kinds, taken=[stack])
        given = {name: v for name, v in self.settings.items() if v not in (None, "")}
        values = {**filled.values, **given}
        fields: list[Field] = []
        for pattern in kinds:
            flag = REMOVE if pattern in there else OMIT if len(kinds) > 1 else ""
            fields += _fields(pattern, values, flag, _)
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
            **self._card,
            context={"asks": "settings", "kinds": [pattern.id for pattern in kinds]},
            title=title,
            body=problem + body,
            fields=tuple(fields),
            send=_("Plan this"),
            others=(Option(MORE, _("Add another resource")),),
            unused=filled.unused,
        )

    def _ask_template(self, stack: str, problem: str, *, is_new: bool) -> Form:
        """Ask for a template that the user has; one in the message is in the form already."""
        _, given = gettext_of(self.state), self.settings
        about = _("CloudFormation, as YAML or JSON. It is reviewed, and you approve the change.")
        body = _("It replaces the template of {stack}.").format(stack=stack)
        text = given.get(TEMPLATE) or cfn.find(self.request)
        name = Field(STACK, _("Name of the stack"), default=given.get(STACK) or stack)
        field = Field(TEMPLATE, _("Template"), kind="longtext", default=text, help=about)
        return Form(
            **self._card,
            context={"asks": "settings", "kinds": [TEMPLATE]},
            title=_("Your template"),
            body=problem + (about if is_new else body),
            fields=(name, field) if is_new else (field,),
            send=_("Plan this"),
        )

    # Their answers

    def _sent(self, kinds: Sequence[str], stack: str, there: Sequence[Pattern]) -> PlanDraft:
        """Raises ValueError with a sentence where the form cannot be planned."""
        _ = gettext_of(self.state)
        draft = PlanDraft(
            kind="update" if stack else "create",
            stack=stack or self._new_name(),
            adds=bool(stack) and self.state.get("wish") == "create",
        )
        if list(kinds) == [TEMPLATE]:
            return draft.model_copy(update={"template": self._own_template()})
        parts = read_parts(self.settings, _known(kinds), _)
        if stack:
            held = {pattern.id for pattern in there}
            parts = [p for p in parts if p.remove or p.options or p.pattern not in held]
        if not parts:
            nothing = _("Nothing to do yet: fill in what should be built or changed.")
            raise ValueError(nothing)
        return draft.model_copy(update={"parts": parts})

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
        _, text = gettext_of(self.state), str(self.settings.get(TEMPLATE) or "")
        try:
            template = cfn.parse(text)
        except AgentError as error:
            raise ValueError(f"{error.message} {error.hint}") from error
        if open_ := [n for n, body in template.parameters.items() if "Default" not in body]:
            said = _("Give these parameters a default, which is then used: {names}.")
            raise ValueError(said.format(names=", ".join(open_)))
        return text


def _known(kinds: Sequence[str]) -> list[Pattern]:
    return [patterns()[kind] for kind in dict.fromkeys(kinds) if kind in patterns()]


def named_stack(request: str, names: Sequence[str], identity: CloudIdentity) -> str:
    """The stack that a message names, with or without its prefix; the longest name first."""
    text = request.casefold()
    for name in sorted(names, key=len, reverse=True):
        short = name.removeprefix(identity.prefix)
        for said in (name, short) if "-" in short else (name,):
            if re.search(rf"(?<![\w-]){re.escape(said.casefold())}(?![\w-])", text):
                return name
    return ""


def _fields(pattern: Pattern, values: Mapping[str, Any], flag: str, _: Gettext) -> Iterator[Field]:
    group = _(pattern.noun)
    for place in places_of([pattern]):
        if not (flag == REMOVE and place.name == "name"):
            yield _field(place, values.get(place.id), group, _)
    if flag:
        label = _("Remove it from the stack") if flag == REMOVE else _("Leave out")
        yield Field(f"{pattern.id}.{flag}", label, kind="flag", required=False, group=group)


def _field(place: Place, value: Any, group: str, _: Gettext) -> Field:
    options = [Option(choice, choice) for choice in place.choices()]
    kind: Literal["text", "longtext", "number", "choice"] = "text"
    if place.kind is bool:
        options = [Option("yes", _("On")), Option("no", _("Off"))]
    elif place.kind is int:
        kind = "number"
    elif place.holds_lines:
        kind = "longtext"
    about = place.info.description
    return Field(
        place.id,
        _(str(place.info.title)),
        kind="choice" if options else kind,
        required=False,
        options=(Option("", _("Not set")), *options) if options else (),
        default="" if value is None and options else value,
        help=_(about) if about else "",
        group=group,
    )


def read_parts(values: Mapping[str, Any], kinds: Sequence[Pattern], _: Gettext) -> list[Part]:
    """The parts that a filled form asks for. Raises ValueError with a sentence."""
    return [
        Part(pattern=pattern.id, remove=True)
        if values.get(f"{pattern.id}.{REMOVE}")
        else Part(pattern=pattern.id, options=_options(values, pattern, _))
        for pattern in kinds
        if not values.get(f"{pattern.id}.{OMIT}")
    ]


def _options(values: Mapping[str, Any], pattern: Pattern, _: Gettext) -> Plain:
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
        raise ValueError(f"{_(title)}: {first['msg']}") from error
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
