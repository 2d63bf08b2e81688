"""The plan that filled forms ask for, else the next question: where no model reads."""

import re
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass, replace

from agent import cfn
from agent.conversation import gettext_of, spoken_in, words_of
from agent.errors import AgentError, CloudError
from agent.ports import CloudIdentity, Context
from agent.questions import Choice, Form
from agent.workflows.infra import forms, prefill, templates
from agent.workflows.infra.holding import MOST_READ, held
from agent.workflows.infra.patterns import Pattern, patterns
from agent.workflows.infra.state import PipelineState, Plain
from agent.workflows.infra.steps import PlanDraft

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
    def language(self) -> str:
        return spoken_in(self.state)

    def draft(self) -> PlanDraft | Choice | Form | str:
        """The plan, else the next question, or why there is no way."""
        _ = gettext_of(self.state)
        chosen = self.state.get("chosen_stack")
        stack = named_stack(self.request, self.names, self.identity) if chosen is None else chosen
        match self.state.get("wish"):
            case "delete" if not self.names:
                return _("There is no stack yet that could be deleted.")
            case "delete" if stack:
                return PlanDraft(kind="delete", stack=stack)
            case "delete":
                return self.which_stack(offers_new=False)
            case "change" if chosen is None and not stack and self.names:
                last = self.state.get("stack")
                if last not in self.names:
                    return self.which_stack(offers_new=True)
                stack = last
        return self._of_settings(stack)

    def which_stack(self, *, offers_new: bool) -> Choice:
        """Ask for the stack: the thread's last one first, and those that hold what is named."""
        offered = self._holding(prefill.kinds_in(self.request))
        offered.sort(key=lambda name: name != self.state.get("stack"))
        return forms.which_stack(self.task, offered, offers_new=offers_new, language=self.language)

    def _holding(self, kinds: Sequence[Pattern]) -> list[str]:
        """The stacks that hold what is named; all where that is not known."""
        if not kinds or len(self.names) > MOST_READ:
            return list(self.names)
        holding: set[str] = set()
        with suppress(CloudError):
            found = held(kinds, self.context, self.identity.environment, self.names)
            holding = {one.stack for one in found}
        return [name for name in self.names if name in holding] or list(self.names)

    def _of_settings(self, stack: str) -> PlanDraft | Choice | Form | str:
        """`stack` is there already; empty for a new one."""
        adds = self.state.get("wish") == "create"
        there = self._kinds_there(stack) if stack and not adds else []
        kinds = self._kinds(there)
        if kinds == [forms.OTHER]:
            return self._only_these()
        if not kinds or "" in kinds:
            return forms.which_kind(self.task, self.request, language=self.language)
        problem = ""
        if self.state.get("settings_sent"):
            try:
                return self._sent(kinds, stack, there, adds=adds)
            except ValueError as error:
                problem = str(error)
        form = self._form(kinds, stack, there)
        return replace(form, body=f"{problem}\n\n{form.body}") if problem else form

    def _form(self, kinds: Sequence[str], stack: str, there: Sequence[Pattern]) -> Form:
        values = self.state.get("settings") or {}
        given = {name: value for name, value in values.items() if value not in (None, "")}
        name = free_name(f"{self.identity.prefix}{'-'.join(kinds).replace('_', '-')}", self.names)
        if kinds == [forms.TEMPLATE]:
            return forms.own_template(
                self.task, stack or name, is_new=not stack, given=given, language=self.language
            )
        return forms.settings(
            self.task,
            self.state.get("request") or "",
            _known(kinds),
            stack=stack or name,
            is_new=not stack,
            there=there,
            given=given,
            language=self.language,
        )

    def _kinds(self, there: Sequence[Pattern]) -> list[str]:
        """What was picked, else what the message names, else what the stack has."""
        if self.state.get("kinds") is not None:
            *before, last = self.state["kinds"] or [""]
            # An empty one stands for the kind that is to be picked next.
            return [*(kind for kind in before if kind), last]
        named = prefill.kinds_in(self.request)
        is_other = not named and prefill.others_in(self.request)
        return [] if is_other else [pattern.id for pattern in named or there]

    def _kinds_there(self, stack: str) -> list[Pattern]:
        base = self.context.ports.cloud.base(self.identity.environment, stack)
        types = templates.resources_of(base.template).values()
        return [pattern for pattern in patterns().values() if pattern.main in types]

    def _only_these(self) -> str:
        _ = gettext_of(self.state)
        able = ", ".join(_(pattern.title) for pattern in patterns().values())
        said = [_("Without a model I can build only these: {able}.").format(able=able)]
        if out := ", ".join(prefill.out_of_scope(self.request)):
            said.append(_("Not done here, with or without a model: {out}.").format(out=out))
        return " ".join(said)

    def _sent(
        self, kinds: Sequence[str], stack: str, there: Sequence[Pattern], *, adds: bool
    ) -> PlanDraft:
        """Raises ValueError with a sentence where the form cannot be planned."""
        _ = gettext_of(self.state)
        values = self.state.get("settings") or {}
        draft = PlanDraft(
            kind="update" if stack else "create",
            stack=stack or self._new_name(values),
            adds=bool(adds and stack),
        )
        if list(kinds) == [forms.TEMPLATE]:
            return draft.model_copy(update={"template": self._own_template(values)})
        parts = forms.read_parts(values, _known(kinds), language=self.language)
        if stack:
            held_kinds = {pattern.id for pattern in there}
            parts = [p for p in parts if p.remove or p.options or p.pattern not in held_kinds]
        if not parts:
            raise ValueError(_("Nothing to do yet: fill in what should be built or changed."))
        return draft.model_copy(update={"parts": parts})

    def _new_name(self, values: Plain) -> str:
        _ = gettext_of(self.state)
        name, prefix = str(values.get(forms.STACK) or "").strip(), self.identity.prefix
        if not _STACK_NAME.fullmatch(name) or not name.startswith(prefix):
            said = _("A stack's name begins with {prefix} and has letters, digits and hyphens.")
            raise ValueError(said.format(prefix=prefix))
        if name in self.names:
            raise ValueError(_("There is a stack {name} already.").format(name=name))
        return name

    def _own_template(self, values: Plain) -> str:
        _ = gettext_of(self.state)
        text = str(values.get(forms.TEMPLATE) or "")
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


def free_name(name: str, names: Sequence[str]) -> str:
    found, number = name, 2
    while found in names:
        found, number = f"{name}-{number}", number + 1
    return found
