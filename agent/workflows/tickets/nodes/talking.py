"""What a message wants, and the answers that write nothing."""

from collections.abc import Callable
from typing import Literal

from langchain_core.messages import AIMessage
from langgraph.runtime import Runtime
from pydantic import ValidationError

from agent.conversation import gettext_of, history_of, say, spoken_in, task_of, words_of
from agent.errors import AgentError, Stopped
from agent.events import Artifact, Notice, Token
from agent.intents.asking import choice
from agent.ports import Context
from agent.questions import Choice, Option, ask, from_json
from agent.questions import to_json as stored
from agent.steps import Chat
from agent.workflows.tickets import understanding
from agent.workflows.tickets.contracts import Intent, Picked, Understood
from agent.workflows.tickets.needed import bot_of, tracker_of, wiki_of
from agent.workflows.tickets.state import AgentState, Plain
from agent.workflows.tickets.words import subject_of

TEMPERATURE = 0.2
MOST_OPTIONS = 8
MOST_LISTED = 25
ALL = "all"
_PICKED: dict[str, Intent] = {
    "create": "jira_creation",
    "change": "change",
    "evaluate": "evaluation",
    "batch": "evaluation",
    "apply": "evaluation",
    "page": "page",
    "list": "look_up",
}


def intent_detection(state: AgentState, runtime: Runtime[Context]) -> Plain:
    """Which way the message goes, how sure that is, and why."""
    context = runtime.context
    text = words_of(state)
    update: Plain = {"user_input": text, "conversation_history": history_of(state)}
    if state.get("picked"):
        return {**update, **_by_button(state, context)}
    given: AgentState = {**state, "conversation_history": update["conversation_history"]}
    found, guess = understanding.understand(text, given, context)
    if not guess.is_sure:
        _show(found, context, asks=True)
        card = choice(
            guess,
            understanding.LABELS,
            task=task_of(runtime),
            workflow="tickets",
            step="clarify",
            language=spoken_in(state),
        )
        return {
            **update,
            "understood": found.model_dump(mode="json"),
            "intent": None,
            "drafted": stored(card),
            "next_action": "clarify",
        }
    _show(found, context)
    return {**update, **_settled(found, state, runtime)}


def _by_button(state: AgentState, context: Context) -> Plain:
    try:
        picked = Picked.model_validate(state["picked"])
    except ValidationError as error:
        raise AgentError(
            "That button asked for something unknown.", hint="Reload the page, then try again."
        ) from error
    found = Understood(
        intent=_PICKED[picked.act], confidence=1, source="user", reason="a button asked for it"
    )
    _show(found, context)
    found = _possible(found, context)
    if found.intent == "general_chat":
        told = found.model_dump(mode="json")
        return {"intent": found.intent, "understood": told, "picked": None, "next_action": "end"}
    key = picked.issue.upper() or state.get("last_issue")
    return {
        "intent": found.intent,
        "understood": found.model_dump(mode="json"),
        "last_issue": key,
        "next_action": picked.act,
    }


def _show(found: Understood, context: Context, *, asks: bool = False) -> None:
    route = "unclear" if asks else found.intent
    confidence = round(found.confidence, 2)
    told = {"route": route, "why": found.reason, "confidence": confidence, "source": found.source}
    context.report.emit(Artifact("route", "route", told))


def _settled(found: Understood, state: AgentState, runtime: Runtime[Context]) -> Plain:
    """The way on, with what it needs; a capability that is missing turns it into a talk."""
    found = _possible(found, runtime.context)
    last = state.get("last_issue")
    update: Plain = {
        "intent": found.intent,
        "understood": found.model_dump(mode="json"),
        "drafted": None,
        "last_issue": found.issue or last,
        "next_action": found.intent,
    }
    if found.intent == "evaluation" and not found.issue and found.all_issues:
        return {**update, "picked": {"act": "batch"}, "next_action": "evaluate_batch"}
    if _lacks_issue(found, state, runtime.context):
        return {
            **update,
            **_which_issue(state, runtime, of_all=found.intent in ("evaluation", "look_up")),
        }
    return update


def _lacks_issue(found: Understood, state: AgentState, context: Context) -> bool:
    """Without a model nothing tells whether "it" is the issue that was talked about last."""
    last, is_model = state.get("last_issue"), context.llm.is_model
    if found.intent == "look_up":
        tells = found.page or found.search or found.all_issues or subject_of(words_of(state))
        return bool(last and not found.issue and not tells and not is_model)
    return found.intent in ("evaluation", "change", "page") and not (
        found.issue or (last and is_model)
    )


def _possible(found: Understood, context: Context) -> Understood:
    if missing := missing_for(found, context):
        context.report.emit(Notice(f"{missing} So I answer in words."))
        return found.model_copy(update={"intent": "general_chat"})
    return found


def missing_for(found: Understood, context: Context) -> str:
    """A sentence when what the intent needs is not set up here."""
    needs: dict[Intent, list[Callable[[Context], object]]] = {
        "jira_creation": [tracker_of],
        "evaluation": [tracker_of],
        "change": [tracker_of],
        "page": [tracker_of, wiki_of],
        "look_up": [wiki_of if found.page else tracker_of],
        "coze_agent": [bot_of],
    }
    for needed in needs.get(found.intent, []):
        try:
            needed(context)
        except AgentError as error:
            return f"{error.message} {error.hint}"
    return ""


def _which_issue(state: AgentState, runtime: Runtime[Context], *, of_all: bool) -> Plain:
    """Ask for the issue: the one that was talked about last comes first."""
    tracker, last = tracker_of(runtime.context), state.get("last_issue")
    issues = tracker.open_issues(count=MOST_OPTIONS)
    _ = gettext_of(state)
    if not issues:
        text = _("There is no open issue yet. Describe one, and I draft it.")
        return {**say(runtime.context, text, status="not found"), "ended": "no issue"}
    issues.sort(key=lambda issue: issue.key != last)
    asked = Choice(
        id=task_of(runtime),
        workflow="tickets",
        step="clarify",
        language=spoken_in(state),
        title=_("Which issue?"),
        options=tuple(Option(f"issue:{i.key}", i.key, i.summary) for i in issues),
        others=(Option(ALL, _("All open issues")),) if of_all else (),
    )
    return {"drafted": stored(asked), "next_action": "clarify"}


def clarify(state: AgentState, _runtime: Runtime[Context]) -> Plain:
    """Wait for what the words did not tell: what is wanted, or which issue is meant."""
    reply = ask(from_json(state["drafted"] or {}))
    if reply.cancelled or reply.expired:
        return {"ended": "cancelled", "drafted": None, "next_action": "end"}
    if reply.option == ALL:
        act = "list" if state.get("intent") == "look_up" else "batch"
        return {"picked": {"act": act}, "drafted": None}
    if reply.option.startswith("issue:"):
        key = reply.option.removeprefix("issue:")
        understood = {**(state.get("understood") or {}), "issue": key}
        return {"last_issue": key, "understood": understood, "drafted": None}
    chosen = {**(state.get("understood") or {}), "intent": reply.option}
    told = {"source": "user", "confidence": 1, "close": [], "reason": "you chose it"}
    return {"understood": {**chosen, **told}, "intent": None, "drafted": None}


def settle_intent(state: AgentState, runtime: Runtime[Context]) -> Plain:
    """What was chosen, with what it needs."""
    if state.get("intent"):
        return {"next_action": state["intent"]}
    found = Understood.model_validate(state["understood"])
    _show(found, runtime.context)
    return _settled(found, state, runtime)


Way = Literal[
    "clarify",
    "draft_issue",
    "evaluation",
    "evaluate_batch",
    "draft_change",
    "look_up",
    "rag_query",
    "general_chat",
    "coze_agent",
    "finish",
]


def after_intent_detection(state: AgentState) -> Way:
    if state.get("ended"):
        return "finish"
    if state.get("drafted"):
        return "clarify"
    picked = _BUTTONS.get((state.get("picked") or {}).get("act", ""))
    return picked or _WAYS.get(state.get("intent") or "", "general_chat")


_BUTTONS: dict[str, Way] = {"batch": "evaluate_batch", "apply": "draft_change"}
_WAYS: dict[str, Way] = {
    "jira_creation": "draft_issue",
    "evaluation": "evaluation",
    "page": "evaluation",
    "change": "draft_change",
    "look_up": "look_up",
    "rag_query": "rag_query",
    "coze_agent": "coze_agent",
}


def after_clarify(state: AgentState) -> Literal["settle_intent", "finish"]:
    return "finish" if state.get("ended") else "settle_intent"


# Talk


def general_chat(state: AgentState, runtime: Runtime[Context]) -> Plain:
    """Answer in words: nothing is read and nothing is written."""
    _ = gettext_of(state)
    alone = _(
        "Describe what is needed or broken, and I draft an issue that you approve. I also score"
        " issues, write their pages, look issues and pages up, and answer from what is recorded."
        " To talk about anything else, choose a model in the sidebar."
    )
    chat = Chat(
        system=(
            "You are the tickets assistant of Interlude. You help product owners: a message such as"
            " “Create a Jira issue for user authentication” becomes a draft they approve, an issue,"
            " a maturity score and a wiki page. In this message nothing is written, and you cannot"
            " write anything. Be short, and answer in the user's language."
            + (f"\nEarlier: {state['summary']}" if state.get("summary") else "")
        ),
        messages=state["messages"],
        rules=lambda _messages: AIMessage(alone),
        temperature=TEMPERATURE,
    )
    return {"messages": [runtime.context.llm.reply(chat)], "next_action": "end"}


def coze_agent(state: AgentState, runtime: Runtime[Context]) -> Plain:
    """Hand the message to the bot; its answer streams into the conversation."""
    context = runtime.context
    bot = bot_of(context)

    def say_on(piece: str) -> None:
        context.report.emit(Token(piece, by=bot.name))

    answer = bot.ask(
        words_of(state),
        user=context.user,
        on_text=say_on,
        is_stopped=lambda: context.report.stopped,
    )
    if answer.stopped and not answer.text:
        # An empty answer in the conversation makes some models refuse all that follows.
        raise Stopped("Stopped.")
    result = {
        "success": True,
        "response": answer.text,
        "conversation_id": answer.conversation,
        "token_usage": answer.tokens,
    }
    return {"messages": [AIMessage(answer.text)], "coze_result": result, "next_action": "end"}
