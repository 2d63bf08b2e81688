"""What a message wants: a button says it, else the model, else labelled examples, else a card."""

from collections.abc import Callable
from dataclasses import dataclass

from langchain_core.messages import HumanMessage
from langgraph.runtime import Runtime

from agent.engine.conversation import (
    conversation_of,
    gettext_of,
    history_of,
    spoken_in,
    task_of,
    today,
    words_of,
)
from agent.engine.state import BaseState
from agent.errors import AgentError
from agent.events import Artifact, Notice
from agent.intents import Guess
from agent.intents.asking import choice
from agent.language.catalogs import N_
from agent.language.conversation import tells_language
from agent.ports import Context
from agent.ports.work_items import ME
from agent.questions import Field, Form, Option, ask, from_json
from agent.questions import to_json as stored
from agent.workflows.tickets.contracts import Act, Intent, IssueFilter, Picked, Understood
from agent.workflows.tickets.forms import asked, who_is_meant
from agent.workflows.tickets.issues import link_named, people_named, split_comment
from agent.workflows.tickets.needed import bot_of, in_words, tell, tracker_of, wiki_of
from agent.workflows.tickets.nodes.waiting import over, wait_for_answer
from agent.workflows.tickets.state import KEPT, AgentState, Plain
from agent.workflows.tickets.steps import INTENT, IntentFor
from agent.workflows.tickets.words import is_key_alone, key_in, keys_in, page_in, subject_of

ALL = "all"
OF_THE_MESSAGE = {
    *BaseState.__annotations__,
    *KEPT,
    *("user_input", "conversation_history", "weights", "made"),
}
"""What all that one message wants has in common."""


@dataclass(frozen=True)
class Kind:
    """One thing that a message can want."""

    label: str
    way: str
    """The node that does it."""
    needs: tuple[Callable[[Context], object], ...] = ()
    """What has to be set up for it."""


KINDS: dict[Intent, Kind] = {
    "jira_creation": Kind(N_("Create an issue"), "draft_issue", (tracker_of,)),
    "rag_query": Kind(N_("Answer from documents, issues and pages"), "rag_query"),
    "look_up": Kind(N_("Look up an issue or page"), "look_up"),
    "evaluation": Kind(N_("Score an issue"), "evaluation", (tracker_of,)),
    "change": Kind(N_("Change an issue"), "draft_change", (tracker_of,)),
    "page": Kind(N_("Write a page about an issue"), "draft_page", (tracker_of, wiki_of)),
    "coze_agent": Kind(N_("Ask the Coze bot"), "coze_agent", (bot_of,)),
    "general_chat": Kind(N_("Just talk"), "general_chat"),
}
_BUTTONS: dict[str, Intent] = {
    "create": "jira_creation",
    "change": "change",
    "page": "page",
    "list": "look_up",
}
"""What they want; the others begin with a score."""


def _by_model(text: str, state: AgentState, context: Context) -> tuple[Understood, Guess]:
    """What it wants, and the ranking behind it, which is not sure where it has to be asked."""
    value = IntentFor(
        text=text,
        conversation=conversation_of(state),
        last_issue=state.get("last_issue") or "",
        today=f"{today():%A %Y-%m-%d}",
    )
    said = context.llm.run(INTENT, value)
    issues = _keys_of(said)
    if not (issues or said.then or said.find.query):
        issues = keys_in(text)
    waiting = [Act.model_validate(each) for each in state.get("then") or ()]
    told = said.model_dump(exclude={"issues", "then"})
    found = Understood(**told, source="model", issues=issues, then=[*said.then, *waiting])
    is_sure = said.confidence >= context.ports.ticket_rules.confidence
    return found, Guess((said.intent,), 1.0, is_sure=is_sure)


def _keys_of(act: Act) -> list[str]:
    return [key for each in act.issues if (key := key_in(each))]


def _by_examples(text: str, context: Context) -> tuple[Understood, Guess]:
    """The same; a key and nothing else needs no example."""
    key = Guess(("look_up",), 1.0, is_sure=True)
    guess = key if is_key_alone(text) else context.ports.intents.guess("tickets", text)
    intents = [intent for intent in guess.ranked if intent in KINDS]
    found = Understood(
        intent=intents[0] if intents else "general_chat",
        confidence=1 if guess.is_sure else 0.3,
        reason=N_("messages like this one ask for it") if guess.is_sure else N_("it is not clear"),
        issues=keys_in(text),
        page=page_in(text),
    )
    return found, guess


def intent_detection(state: AgentState, runtime: Runtime[Context]) -> Plain:
    """Which way the message goes, how sure that is, and why."""
    context = runtime.context
    text = words_of(state)
    update: Plain = {"user_input": text, "conversation_history": history_of(state)}
    if state.get("picked"):
        return {**update, **_by_button(state, context)}
    given: AgentState = {**state, "conversation_history": update["conversation_history"]}
    reads = context.llm.is_model and not is_key_alone(text)
    found, guess = _by_model(text, given, context) if reads else _by_examples(text, context)
    update["spoken"] = _spoken(found, text, state)
    _show(found, context, asks=not guess.is_sure)
    if not guess.is_sure:
        card = choice(
            guess,
            {
                intent: (kind.label, "")
                for intent, kind in KINDS.items()
                if not _lacks(Understood(intent=intent), context)
            },
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
    now: AgentState = {**state, **update}  # type: ignore[typeddict-item]
    return {**update, **_settled(found, now, runtime)}


def _spoken(found: Understood, text: str, state: AgentState) -> str | None:
    """The language that a model tells, else that of a message which tells it by its words."""
    if found.language:
        return "en" if found.language == "other" else found.language
    is_kept = found.source == "model" and not tells_language(text)
    return state.get("spoken") if is_kept else None


def _lacks(found: Understood, context: Context) -> AgentError | None:
    """Why it cannot be done with what is set up here."""
    needs = KINDS[found.intent].needs
    if found.intent == "look_up":
        needs = (wiki_of if found.page else tracker_of,)
    try:
        for needed in needs:
            needed(context)
    except AgentError as error:
        return error
    return None


def _by_button(state: AgentState, context: Context) -> Plain:
    picked = Picked.model_validate(state["picked"])
    found = Understood(
        intent=_BUTTONS.get(picked.act, "evaluation"), source="user", reason="a button asked for it"
    )
    _show(found, context)
    found = _possible(found, state, context)
    told: Plain = {"intent": found.intent, "understood": found.model_dump(mode="json")}
    if found.intent == "general_chat":
        return {**told, "picked": None, "next_action": "general_chat"}
    key = picked.issue.upper() or state.get("last_issue")
    return {**told, "last_issue": key, "next_action": _way(found.intent, state)}


def _way(intent: Intent, state: AgentState) -> str:
    """The node that does it, by a button too."""
    act = (state.get("picked") or {}).get("act", "")
    return {"batch": "evaluate_batch", "apply": "draft_change"}.get(act, KINDS[intent].way)


def _show(found: Understood, context: Context, *, asks: bool = False) -> None:
    route = "unclear" if asks else found.intent
    confidence = round(found.confidence, 2)
    told = {"route": route, "why": found.reason, "confidence": confidence, "source": found.source}
    context.report.emit(Artifact("route", "route", told))


def _settled(found: Understood, state: AgentState, runtime: Runtime[Context]) -> Plain:
    """The way on, with what it needs; a capability that is missing turns it into a talk."""
    found, last = _possible(found, state, runtime.context), state.get("last_issue")
    found = _answer_first(_whose(found, state, runtime.context), runtime.context)
    tracker = runtime.context.ports.tracker
    by_rules, said = not runtime.context.llm.is_model, words_of(state)
    if by_rules and found.intent == "change" and tracker:
        is_of_first = split_comment(said)[1] or link_named(said, tracker)
        found = found.model_copy(update={"issues": found.issues[: 1 if is_of_first else None]})
    update: Plain = {
        "intent": found.intent,
        "understood": found.model_dump(mode="json"),
        "then": [each.model_dump(mode="json") for each in found.then],
        "drafted": None,
        "last_issue": next(iter(found.issues), last),
        "next_action": KINDS[found.intent].way,
    }
    if tracker and (card := who_is_meant([found.find.assignee], state, runtime, "clarify")):
        return {**update, "intent": None, "drafted": stored(card), "next_action": "clarify"}
    is_of_all = found.all_issues and not found.issues
    is_of_many = is_of_all or found.find.query or found.issues[1:]
    if found.intent == "evaluation" and is_of_many:
        return {**update, "picked": {"act": "batch"}, "next_action": "evaluate_batch"}
    now: AgentState = {**state, **update}  # type: ignore[typeddict-item]
    if _lacks_issue(found, state, runtime.context):
        return {**update, **_which_issue(now, runtime)}
    return update


def _whose(found: Understood, state: AgentState, context: Context) -> Understood:
    """With the full name of the one whom the filter means."""
    tracker, name = context.ports.tracker, found.find.assignee
    people = people_named(name, tracker, state) if tracker and name else []
    if len(people) != 1 or (name.casefold() == ME and not state.get("me")):
        return found
    find = found.find.model_copy(update={"assignee": people[0].name})
    return found.model_copy(update={"find": find})


def _answer_first(found: Understood, context: Context) -> Understood:
    """What is asked beside what is written comes before its card: it may decide it."""
    is_later = found.intent not in ("jira_creation", "change", "page")
    if is_later or not found.question or not context.llm.is_model:
        return found
    then = [Act.model_validate(found.model_dump()), *found.then]
    told = {"intent": "rag_query", "part": found.question, "then": then}
    return found.model_copy(update={**told, "issues": [], "find": IssueFilter()})


def _lacks_issue(found: Understood, state: AgentState, context: Context) -> bool:
    """Without a model nothing tells whether "it" is the issue that was talked about last."""
    last, is_model = state.get("last_issue"), context.llm.is_model
    if found.intent == "look_up":
        tells = found.issues or found.page or subject_of(words_of(state))
        return bool(last and not tells and not is_model)
    is_told = found.issues or found.find.query or (last and is_model)
    return found.intent in ("evaluation", "change", "page") and not is_told


def _possible(found: Understood, state: AgentState, context: Context) -> Understood:
    """The same, or a talk where what it needs is not set up here."""
    if error := _lacks(found, context):
        so = gettext_of(state)(N_("So I answer in words."))
        context.report.emit(Notice(f"{in_words(error, state)} {so}"))
        return found.model_copy(update={"intent": "general_chat"})
    return found


def _which_issue(state: AgentState, runtime: Runtime[Context]) -> Plain:
    """Ask for the issue: the one that was talked about last comes first."""
    tracker, last = tracker_of(runtime.context), state.get("last_issue")
    issues = tracker.open_issues()
    _ = gettext_of(state)
    if not issues:
        text = _("There is no open issue yet. Describe one, and I draft it.")
        return {**tell(state, runtime.context, text, status="not found"), "ended": "no issue"}
    issues.sort(key=lambda issue: issue.key != last)
    options = [Option(each.key, f"{each.key}: {each.summary}") for each in issues]
    if state.get("intent") in ("evaluation", "look_up"):
        options.append(Option(ALL, _("All open issues")))
    first, another = options[0].id, _("Or the key of another one")
    card = Form(
        **asked(state, runtime, "clarify"),
        title=_("Which issue?"),
        fields=(
            Field("issue", _("Issue"), "choice", options=tuple(options), default=first),
            Field("key", another, required=False),
        ),
    )
    return {"drafted": stored(card), "next_action": "clarify"}


def clarify(state: AgentState, runtime: Runtime[Context]) -> Plain:
    """Wait for what the words did not tell: what is wanted, or which issue is meant."""
    question = from_json(state["drafted"] or {})
    if "asks" in question.context:
        return wait_for_answer(state, runtime)
    reply = ask(question)
    if reply.cancelled or reply.expired:
        return over("cancelled")
    understood = state.get("understood") or {}
    # Cards of an earlier version offer issues as options.
    given = {"issue": reply.option.removeprefix("issue:"), **reply.values}
    key = key_in(str(given.get("key") or "")) or given["issue"]
    if key == ALL:
        act = "list" if state.get("intent") == "look_up" else "batch"
        return {"picked": {"act": act}, "drafted": None}
    if key not in KINDS:
        told = {**understood, "issues": [key]}
        return {"last_issue": key, "understood": told, "drafted": None}
    told = {"intent": reply.option, "source": "user", "confidence": 1, "reason": "you chose it"}
    return {"understood": {**understood, **told}, "intent": None, "drafted": None}


def settle_intent(state: AgentState, runtime: Runtime[Context]) -> Plain:
    """What was chosen, with what it needs."""
    if intent := state.get("intent"):
        return {"next_action": _way(intent, state)}  # type: ignore[arg-type]
    found = Understood.of(state)
    _show(found, runtime.context)
    return _settled(found, state, runtime)


def next_act(state: AgentState, runtime: Runtime[Context]) -> Plain:
    """Go on with what the message wants next; what was made of the last thing is done with."""
    fresh = dict.fromkeys(AgentState.__annotations__.keys() - OF_THE_MESSAGE)
    if heard := state.get("heard"):
        heard_of = {"messages": [HumanMessage(heard)], "then": state.get("then")}
        return {**fresh, **heard_of, "next_action": "intent_detection"}
    first, *rest = state.get("then") or []
    act = Act.model_validate(first)
    is_of_new = not act.find.query and not act.all_issues
    keys = _keys_of(act) or [made["key"] for made in state.get("made") or [] if is_of_new]
    told = {**first, "issues": keys, "then": rest}
    found = Understood.model_validate({**(state.get("understood") or {}), **told})
    return {**fresh, **_settled(found, {**state, **fresh}, runtime)}  # type: ignore[typeddict-item]
