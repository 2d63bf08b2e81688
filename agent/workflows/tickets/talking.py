"""What a message wants, and the answers that write nothing."""

from collections.abc import Callable, Sequence
from typing import Literal

from langchain_core.messages import AIMessage, AnyMessage
from langgraph.runtime import Runtime
from pydantic import ValidationError

from agent.conversation import conversation_of, history_of, say, task_of, words_of
from agent.errors import AgentError, NotFound, Stopped
from agent.events import Artifact, Notice, Token
from agent.ports import Context, Issue, Page
from agent.questions import Choice, Option, ask, from_json
from agent.questions import to_json as stored
from agent.steps import Chat
from agent.workflows.tickets import understanding
from agent.workflows.tickets.contracts import Intent, Picked, Understood
from agent.workflows.tickets.finishing import IN_LABEL
from agent.workflows.tickets.needed import bot_of, tracker_of, wiki_of
from agent.workflows.tickets.state import AgentState, Plain

TEMPERATURE = 0.2
MOST_OPTIONS = 8
MOST_LISTED = 25
_PICKED: dict[str, Intent] = {
    "evaluate": "evaluation",
    "batch": "evaluation",
    "apply": "evaluation",
    "page": "page",
    "list": "look_up",
}
LABELS: dict[Intent, tuple[str, str]] = {
    "jira_creation": ("Create an issue", "A draft comes first; nothing is written unasked."),
    "rag_query": ("Answer from what we know", "From documents, issues and pages, with sources."),
    "look_up": ("Look up an issue or page", "Read it and show it."),
    "evaluation": ("Score an issue", "How mature it is, and what would help."),
    "page": ("Write its page", "A page about an issue, previewed first."),
    "coze_agent": ("Ask the Coze bot", "The message goes to the bot that is set up here."),
    "general_chat": ("Just talk", "Answer in words."),
}


def intent_detection(state: AgentState, runtime: Runtime[Context]) -> Plain:
    """Which way the message goes, how sure that is, and why."""
    context = runtime.context
    text = words_of(state)
    update: Plain = {"user_input": text, "conversation_history": history_of(state)}
    if state.get("picked"):
        return {**update, **_by_button(state, context)}
    given: AgentState = {**state, "conversation_history": update["conversation_history"]}
    found = understood(text, given, context)
    rules = context.ports.ticket_rules
    is_unsure = found.source != "user" and (found.confidence < rules.confidence or found.close)
    if is_unsure:
        _show(found, context, asks=True)
        asked = _which(found, task=task_of(runtime))
        return {
            **update,
            "understood": found.model_dump(mode="json"),
            "intent": None,
            "drafted": stored(asked),
            "next_action": "clarify",
        }
    _show(found, context)
    return {**update, **_settled(found, state, runtime)}


def understood(text: str, state: AgentState, context: Context) -> Understood:
    """By rules first; a model only where they do not tell."""
    last = state.get("last_issue") or ""
    found = understanding.by_rules(text, last_issue=last)
    rules = context.ports.ticket_rules
    if found and found.confidence >= rules.confidence and not found.close:
        return found
    if not context.llm.is_model:
        return found or understanding.default(text)
    value = understanding.IntentFor(text=text, conversation=conversation_of(state))
    said = context.llm.run(understanding.INTENT, value)
    is_close = said.runner_up is not None and (
        said.confidence - said.runner_up_confidence < rules.margin
    )
    return Understood(
        intent=said.intent,
        confidence=said.confidence,
        source="model",
        reason=said.reason,
        close=[said.runner_up] if is_close and said.runner_up else [],
        issue=understanding.key_in(text),
        page=understanding.page_in(text),
    )


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
    found = _possible(found, state, context)
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
    context.report.emit(
        Artifact(
            "route",
            "route",
            {
                "route": "ask" if asks else found.intent,
                "why": found.reason,
                "confidence": round(found.confidence, 2),
                "source": found.source,
            },
        )
    )


def _which(found: Understood, *, task: str) -> Choice:
    likely: list[Intent] = [found.intent, *found.close]
    rest: list[Intent] = [intent for intent in LABELS if intent not in likely]
    return Choice(
        id=task,
        workflow="tickets",
        step="clarify",
        title="What shall I do with this?",
        body=f"It is not clear: {found.reason}.",
        options=tuple(Option(each, *LABELS[each]) for each in [*likely, *rest][:5]),
    )


def _settled(found: Understood, state: AgentState, runtime: Runtime[Context]) -> Plain:
    """The way on, with what it needs; a capability that is missing turns it into a talk."""
    found = _possible(found, state, runtime.context)
    update: Plain = {
        "intent": found.intent,
        "understood": found.model_dump(mode="json"),
        "drafted": None,
        "last_issue": found.issue or state.get("last_issue"),
        "next_action": found.intent,
    }
    if (
        found.intent == "evaluation"
        and not found.issue
        and understanding.means_all(words_of(state))
    ):
        return {**update, "picked": {"act": "batch"}, "next_action": "evaluate_batch"}
    if found.intent in ("evaluation", "page") and not update["last_issue"]:
        return {**update, **_which_issue(runtime)}
    return update


def _possible(found: Understood, state: AgentState, context: Context) -> Understood:
    if missing := missing_for(found, words_of(state), context):
        context.report.emit(Notice(f"{missing} So I answer in words."))
        return found.model_copy(update={"intent": "general_chat"})
    return found


def missing_for(found: Understood, text: str, context: Context) -> str:
    """A sentence when what the intent needs is not set up here."""
    needs: dict[Intent, list[Callable[[Context], object]]] = {
        "jira_creation": [tracker_of],
        "evaluation": [tracker_of],
        "page": [tracker_of, wiki_of],
        "look_up": [wiki_of if found.page or understanding.names_page(text) else tracker_of],
        "coze_agent": [bot_of],
    }
    for needed in needs.get(found.intent, []):
        try:
            needed(context)
        except AgentError as error:
            return f"{error.message} {error.hint}"
    return ""


def _which_issue(runtime: Runtime[Context]) -> Plain:
    issues = tracker_of(runtime.context).open_issues(count=MOST_OPTIONS)
    if not issues:
        text = "There is no open issue yet. Describe one, and I draft it."
        return {**say(runtime.context, text, status="not found"), "ended": "no issue"}
    asked = Choice(
        id=task_of(runtime),
        workflow="tickets",
        step="clarify",
        title="Which issue?",
        options=tuple(Option(f"issue:{i.key}", i.key, i.summary) for i in issues),
    )
    return {"drafted": stored(asked), "next_action": "clarify"}


def clarify(state: AgentState, _runtime: Runtime[Context]) -> Plain:
    """Wait for what the words did not tell: what is wanted, or which issue is meant."""
    reply = ask(from_json(state["drafted"] or {}))
    if reply.cancelled or reply.expired:
        return {"ended": "cancelled", "drafted": None, "next_action": "end"}
    if reply.option.startswith("issue:"):
        return {"last_issue": reply.option.removeprefix("issue:"), "drafted": None}
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
    "look_up": "look_up",
    "rag_query": "rag_query",
    "coze_agent": "coze_agent",
}


def after_clarify(state: AgentState) -> Literal["settle_intent", "finish"]:
    return "finish" if state.get("ended") else "settle_intent"


# Looking up


def look_up(state: AgentState, runtime: Runtime[Context]) -> Plain:
    """One issue by its key; one page by its issue's key, its id or its title."""
    context = runtime.context
    if (state.get("picked") or {}).get("act") == "list":
        return _listed(context)
    found = Understood.model_validate(state["understood"])
    wants_page = bool(found.page) or understanding.names_page(words_of(state))
    issue, page = None, None
    try:
        if wants_page:
            meant = "" if found.page else state.get("last_issue") or ""
            page = _page(found, context, issue=found.issue or meant)
        else:
            issue = tracker_of(context).issue(found.issue or state.get("last_issue") or "")
    except NotFound as error:
        return say(context, f"{error.message} {error.hint}".strip(), status="not found")
    told = {
        "issue": _issue_told(issue, context) if issue else None,
        "page": _page_told(page, context) if page else None,
    }
    context.report.emit(Artifact("ticket_found", "found", told))
    text = _found_in_words(issue, page)
    return {
        "messages": [AIMessage(text)],
        "last_issue": issue.key if issue else state.get("last_issue"),
        "next_action": "end",
    }


def _listed(context: Context) -> Plain:
    """The open issues of the project."""
    tracker = tracker_of(context)
    issues = tracker.open_issues(count=MOST_LISTED)
    if not issues:
        text = f"No issue is open in {tracker.project}. Say what is needed, and I draft one."
        return {**say(context, text, status="not found"), "next_action": "end"}
    noun = "issue" if len(issues) == 1 else "issues, the newest first"
    rows = [f"- [{i.key}]({i.link}): {i.summary.translate(IN_LABEL)}" for i in issues]
    text = "\n".join([f"{len(issues)} open {noun} in {tracker.project}.", "", *rows])
    return {**say(context, text, status="done"), "next_action": "end"}


def _page(found: Understood, context: Context, *, issue: str) -> Page:
    wiki = wiki_of(context)
    if found.page.isdecimal():
        return wiki.page(found.page)
    if found.page and (page := wiki.titled(found.page)):
        return page
    wanted, how = issue or found.page, "Name it by its title, its number, or its issue's key."
    if not wanted:
        raise NotFound("It is not clear which page is meant.", hint=how)
    hits = wiki.search(wanted)
    if issue:
        hits = [hit for hit in hits if hit.title.startswith(f"{issue}:")]
    if not hits:
        raise NotFound(f"There is no page “{wanted}” in {wiki.space}.", hint=how)
    return hits[0]


def _issue_told(issue: Issue, context: Context) -> Plain:
    tracker = tracker_of(context)
    return {
        "key": issue.key,
        "summary": issue.summary,
        "status": issue.status,
        "issue_type": issue.issue_type,
        "priority": issue.priority,
        "labels": list(issue.labels),
        "description": issue.description,
        "link": issue.link,
        "updated": issue.updated,
        "links": [list(pair) for pair in issue.links],
        "where": tracker.name,
        "is_embedded": tracker.is_embedded,
    }


def _page_told(page: Page, context: Context) -> Plain:
    wiki = wiki_of(context)
    return {
        "id": page.id,
        "title": page.title,
        "space": page.space,
        "version": page.version,
        "link": page.link,
        "text": page.text,
        "where": wiki.name,
        "is_embedded": wiki.is_embedded,
    }


def _found_in_words(issue: Issue | None, page: Page | None) -> str:
    if issue:
        return f"{issue.key}: {issue.summary} ({issue.issue_type}, {issue.status}). {issue.link}"
    return f"{page.title} (version {page.version}). {page.link}" if page else ""


# Talk


def general_chat(state: AgentState, runtime: Runtime[Context]) -> Plain:
    """Answer in words: nothing is read and nothing is written."""
    text = words_of(state)
    chat = Chat(
        system=(
            "You are the tickets assistant of Interlude. You help product owners: a message such as"
            " “Create a Jira issue for user authentication” becomes a draft they approve, an issue,"
            " a maturity score and a wiki page. In this message nothing is written, and you cannot"
            " write anything. Be short, and answer in the user's language."
            + (f"\nEarlier: {state['summary']}" if state.get("summary") else "")
        ),
        messages=state["messages"],
        rules=lambda messages: _by_rules(messages, text),
        temperature=TEMPERATURE,
    )
    return {"messages": [runtime.context.llm.reply(chat)], "next_action": "end"}


def _by_rules(_messages: Sequence[AnyMessage], text: str) -> AIMessage:
    return AIMessage(understanding.small_talk(text))


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
