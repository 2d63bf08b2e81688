"""Whether a request may be worked on at all, and whether a text may be shown."""

from dataclasses import asdict
from typing import Literal

from langchain_core.messages import AIMessage
from langgraph.runtime import Runtime

from agent.errors import AgentError
from agent.events import Artifact
from agent.guardrails import Verdict, check_output, check_request
from agent.ports import Context
from agent.workflows.studio.state import AgentState, Plain
from agent.workflows.studio.words import history_of, words_of

BLOCKED = "guardrails_blocked"


class Blocked(AgentError):
    """A text that the guardrails do not let out."""

    def __init__(self, verdict: Verdict, text: str) -> None:
        super().__init__(verdict.message, hint="Ask for it in other words.")
        self.verdict = verdict
        self.text = text


def guardrails(state: AgentState, runtime: Runtime[Context]) -> Plain:
    """Look at the request before anything else does."""
    context = runtime.context
    text = words_of(state)
    verdict = check_request(text, context.ports.brands.profile(context.user).topics)
    return {
        "user_input": text,
        "conversation_history": history_of(state),
        "guardrails_result": shown(context, verdict, text),
        "error": None,
        "ended": None,
    }


def after_guardrails(state: AgentState) -> Literal["route", "refuse"]:
    return "route" if (state.get("guardrails_result") or {}).get("passed") else "refuse"


def refuse(state: AgentState, _runtime: Runtime[Context]) -> Plain:
    """End here: what the card says is the answer."""
    said = (state.get("guardrails_result") or {}).get("message", "")
    return {
        "generated_content": said,
        "content_type": BLOCKED,
        "messages": [AIMessage(said)],
        "picked": None,
        "queue": [],
    }


def must_pass(text: str) -> None:
    """For a text that is being written, as far as it has come. Raises Blocked."""
    verdict = check_output(text)
    if not verdict.passed:
        raise Blocked(verdict, text)


def shown(context: Context, verdict: Verdict, text: str) -> Plain:
    """Tell it to whoever watches, and give it as the state has it."""
    result = {**asdict(verdict), "details": dict(verdict.details)}
    key = "guardrails" if verdict.passed else "guardrails blocked"
    context.report.emit(Artifact("guardrails", key, {**result, "text": text}))
    return result


def guard_topic(state: AgentState, runtime: Runtime[Context]) -> Plain:
    """What was typed into a card is looked at like a request."""
    context = runtime.context
    topic = str((state.get("brief") or {}).get("topic", ""))
    verdict = check_request(topic, context.ports.brands.profile(context.user).topics)
    return {"guardrails_result": shown(context, verdict, topic)}
