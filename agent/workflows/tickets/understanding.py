"""What a message wants: a button says it, else the model, else the labelled examples, else a card."""

from agent.conversation import conversation_of
from agent.intents import Guess
from agent.language.catalogs import N_
from agent.ports import Context
from agent.workflows.tickets.contracts import Intent, Understood
from agent.workflows.tickets.state import AgentState
from agent.workflows.tickets.steps import INTENT, IntentFor
from agent.workflows.tickets.words import is_key_alone, key_in, page_in

LABELS: dict[str, tuple[str, str]] = {
    "jira_creation": (
        N_("Create an issue"),
        N_("A draft comes first; nothing is written unasked."),
    ),
    "rag_query": (
        N_("Answer from what we know"),
        N_("From documents, issues and pages, with sources."),
    ),
    "look_up": (N_("Look up an issue or page"), N_("Read it and show it.")),
    "evaluation": (N_("Score an issue"), N_("How mature it is, and what would help.")),
    "change": (N_("Change an issue"), N_("You see every field before it is written.")),
    "page": (N_("Write its page"), N_("A page about an issue, previewed first.")),
    "coze_agent": (
        N_("Ask the Coze bot"),
        N_("The message goes to the bot that is set up here."),
    ),
    "general_chat": (N_("Just talk"), N_("Answer in words.")),
}
OF_EXAMPLES: dict[str, Intent] = {
    "create": "jira_creation",
    "ask": "rag_query",
    "look_up": "look_up",
    "evaluate": "evaluation",
    "change": "change",
    "page": "page",
    "bot": "coze_agent",
    "chat": "general_chat",
}
"""What the labelled examples call them."""


def understand(text: str, state: AgentState, context: Context) -> tuple[Understood, Guess]:
    """What it wants, and the ranking behind it, which is not sure where it has to be asked."""
    if is_key_alone(text):
        found = Understood(
            intent="look_up",
            confidence=1,
            source="rule",
            reason="it is an issue's key and nothing else",
            issue=key_in(text),
        )
        return found, Guess(("look_up",), 1.0, is_sure=True)
    return _by_model(text, state, context) if context.llm.is_model else _by_examples(text, context)


def _by_model(text: str, state: AgentState, context: Context) -> tuple[Understood, Guess]:
    last = state.get("last_issue") or ""
    value = IntentFor(text=text, conversation=conversation_of(state), last_issue=last)
    said = context.llm.run(INTENT, value)
    rules = context.ports.ticket_rules
    is_close = said.runner_up not in (None, said.intent) and (
        said.confidence - said.runner_up_confidence < rules.margin
    )
    found = Understood(
        intent=said.intent,
        confidence=said.confidence,
        source="model",
        reason=said.reason.strip() or "the model judged so",
        issue=key_in(text) or key_in(said.issue),
        page=page_in(text) or said.page,
        search=said.search,
        all_issues=said.all_issues,
    )
    ranked = (said.intent, *([said.runner_up] if said.runner_up else []))
    is_sure = said.confidence >= rules.confidence and not is_close
    return found, Guess(tuple(dict.fromkeys(ranked)), 1.0, is_sure=is_sure)


def _by_examples(text: str, context: Context) -> tuple[Understood, Guess]:
    guess = context.ports.intents.guess("tickets", text)
    known = [OF_EXAMPLES[each] for each in guess.ranked if each in OF_EXAMPLES]
    is_sure = guess.is_sure and guess.ranked[0] in OF_EXAMPLES
    found = Understood(
        intent=known[0] if known else "general_chat",
        confidence=1 if is_sure else 0.3,
        source="rule",
        reason="it reads like it" if is_sure else "it is not clear",
        issue=key_in(text),
        page=page_in(text),
    )
    return found, Guess(tuple(known), guess.margin, is_sure=is_sure)
