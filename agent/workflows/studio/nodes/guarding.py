"""Whether a request may be worked on at all, and whether a text may be shown."""

from collections.abc import Mapping
from dataclasses import asdict, replace
from functools import wraps
from typing import Any, Literal

from langchain_core.messages import HumanMessage, RemoveMessage
from langgraph.runtime import Runtime

from agent.checks.guardrails import (
    BY_MODEL,
    JUDGE_DRAFT,
    JUDGE_REQUEST,
    PASSED,
    BrandTopics,
    Draft,
    Verdict,
    check_output,
    check_wish,
    judge,
    request_of,
    verdict_of,
    verdict_of_draft,
)
from agent.engine.conversation import history_of, spoken_in, words_of
from agent.engine.workflow import Node
from agent.errors import AgentError, ProviderError, StepFailed
from agent.events import Artifact, Notice
from agent.language.catalogs import N_, catalog
from agent.ports import Context
from agent.ports.brand import EXAMPLE, NO_BRAND
from agent.workflows.studio import forms
from agent.workflows.studio.state import AgentState, Plain

BLOCKED = "guardrails_blocked"
_BROKEN = N_("The draft broke this rule, so it was stopped. Ask for it in other words.")


class Blocked(AgentError):
    """A text that the guardrails do not let out."""

    def __init__(self, verdict: Verdict, text: str) -> None:
        super().__init__(verdict.message, hint="Ask for it in other words.")
        self.verdict = verdict
        self.text = text


def guardrails(state: AgentState, runtime: Runtime[Context]) -> Plain:
    """Look at the request before anything else does."""
    context, language = runtime.context, spoken_in(state)
    text = looked_at = words_of(state)
    verdict = judge_request(text, context, is_read_later=not state.get("picked"))
    if verdict.passed and (details := _told(state.get("context") or {})):
        verdict = check_wish(details)
        looked_at = text if verdict.passed else details
    return {
        "user_input": text,
        "conversation_history": history_of(state),
        "guardrails_result": shown(context, verdict, looked_at, language),
        "error": None,
        "ended": None,
    }


def judge_request(text: str, context: Context, *, is_read_later: bool = False) -> Verdict:
    """Word lists settle the clear cases, and a model the doubtful ones.

    What a model reads later anyway, to understand it, is judged by that call.
    """
    topics = topics_of(context)
    judged = judge(text, topics)
    if judged.clearness != "doubtful" or not context.llm.is_model:
        return judged.verdict
    if is_read_later:
        return PASSED
    try:
        return verdict_of(context.llm.run(JUDGE_REQUEST, request_of(text, topics)), topics)
    except (StepFailed, ProviderError):
        return judged.verdict


def topics_of(context: Context) -> BrandTopics | None:
    """They count only once the user has set a brand of their own."""
    brand = context.ports.brands.profile(context.user)
    return brand.topics if brand.terms and brand != EXAMPLE else None


def _told(values: Mapping[str, Any]) -> str:
    """What the fields of a form hold, a line each."""
    return "\n".join(str(value) for value in values.values() if value)


def after_guardrails(state: AgentState) -> Literal["route", "refuse"]:
    return "route" if (state.get("guardrails_result") or {}).get("passed") else "refuse"


def refuse(state: AgentState, _runtime: Runtime[Context]) -> Plain:
    """End here: the card's message is the answer. Later calls to models leave the request out."""
    said = (state.get("guardrails_result") or {}).get("message", "")
    requests = [each for each in state["messages"] if isinstance(each, HumanMessage)]
    return {
        "generated_content": said,
        "content_type": BLOCKED,
        "messages": [RemoveMessage(id=str(request.id)) for request in requests[-1:]],
        "picked": None,
        "queue": [],
    }


def must_pass(text: str) -> None:
    """For a text that is being written: only what nothing excuses stops it. Raises Blocked."""
    verdict = check_output(text)
    if verdict.is_certain:
        raise Blocked(verdict, text)


def judge_draft(text: str, context: Context) -> Verdict:
    """Find what may not be published; where the word lists are in doubt, the model judges."""
    found = check_output(text)
    if found.passed or found.is_certain or not context.llm.is_model:
        return found
    try:
        given = context.llm.run(JUDGE_DRAFT, Draft(text=text, quote=found.details["quote"]))
    except (StepFailed, ProviderError):
        return found
    return verdict_of_draft(given, found)


def must_be_publishable(text: str, context: Context) -> None:
    """For a text that is written. Raises Blocked."""
    verdict = judge_draft(text, context)
    if not verdict.passed:
        raise Blocked(verdict, text)


def guard_node(node: Node) -> Node:
    """Make a node give the verdict in place of a draft that may not be shown."""

    @wraps(node)
    def run(state: AgentState, runtime: Runtime[Context]) -> Any:
        try:
            return node(state, runtime)
        except Blocked as error:
            return stopped_draft(error.verdict, error.text, runtime.context, spoken_in(state))

    return run


def stopped_draft(verdict: Verdict, text: str, context: Context, language: str) -> Plain:
    """What a node gives in place of a draft that may not be shown."""
    if verdict.blocked_by != "failure" and verdict.details.get("rule") != BY_MODEL:
        verdict = replace(verdict, message=_BROKEN)
    return stopped_by(verdict, text, context, language)


def stopped_by(verdict: Verdict, text: str, context: Context, language: str) -> Plain:
    """What a node gives in place of its work."""
    return {
        "ended": "blocked",
        "guardrails_result": shown(context, verdict, text, language),
        "content_type": BLOCKED,
        **dict.fromkeys(("comment", "edited", "drafted")),
    }


def result_of(verdict: Verdict, language: str) -> Plain:
    """The verdict as the state keeps it."""
    message = catalog(language).gettext(verdict.message) if verdict.message else ""
    return {**asdict(verdict), "message": message, "details": dict(verdict.details)}


def shown(context: Context, verdict: Verdict, text: str, language: str) -> Plain:
    """Emit the verdict for the page, and return it as the state keeps it."""
    result = result_of(verdict, language)
    context.report.emit(Artifact("guardrails", "guardrails", {**result, "text": text}))
    return result


def guard_topic(state: AgentState, runtime: Runtime[Context]) -> Plain:
    """Look at what a form holds like at a request, and keep whose voice it chose."""
    context, brief = runtime.context, dict(state.get("brief") or {})
    topic, voice = str(brief.get("topic", "")), state.get("voice") or {}
    verdict = judge_request(topic, context)
    if verdict.passed:
        typed = ("audience", "tone", "queries", "notes")
        told = {name: brief.get("details", {}).get(name) or brief.get(name) for name in typed}
        verdict = check_wish(_told({**told, **voice}))
    result = {"guardrails_result": shown(context, verdict, topic, spoken_in(state))}
    if not verdict.passed:
        # What does not pass is not what later requests are about.
        return {**result, "brief": None}
    brands, chosen = context.ports.brands, forms.brand_of(voice)
    # The form of another conversation may have been answered meanwhile.
    if chosen and (chosen != NO_BRAND or not brands.is_known(context.user)):
        brands.put(context.user, chosen)
    if chosen:
        brief["brand"] = brands.profile(context.user).model_dump(mode="json")
    return {**result, "brief": brief}


def refuses(text: str, context: Context, language: str) -> bool:
    """Whether what a user typed into a card does not pass; it says why, and the card stays."""
    verdict = check_wish(text)
    if not verdict.passed:
        context.report.emit(Notice(catalog(language).gettext(verdict.message), "warning"))
    return not verdict.passed


# While a text is being written

REACH = 60
"""Characters before what is new that are looked at again, back to the beginning of a sentence."""
_ENDS = "\n.!?。！？"


class Watch:
    """For `Chat.watch`, with the texts of one reply: looks at what is new, from its sentence on.

    Only what no sentence excuses stops the reply; the whole text is judged when it is written.
    """

    def __init__(self) -> None:
        self._passed = 0

    def __call__(self, text: str) -> bool:
        """Whether it may be shown. Raises Blocked."""
        seen = max(0, self._passed - REACH)
        must_pass(text[max(text.rfind(mark, 0, seen) for mark in _ENDS) + 1 :])
        self._passed = len(text)
        return True
