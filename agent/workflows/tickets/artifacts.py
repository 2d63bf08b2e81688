"""What Tickets calls its steps, and how its artifacts are shown."""

from agent.engine.workflow import Kind
from agent.language.catalogs import N_

STEPS = {
    "draft_issue": N_("Drafting the issue"),
    "jira_creation": N_("Creating the issue"),
    "evaluation": N_("Scoring the issue"),
    "evaluate_batch": N_("Scoring the issues"),
    "draft_change": N_("Rewriting it"),
    "apply_change": N_("Writing the change"),
    "draft_page": N_("Laying out the page"),
    "confluence_creation": N_("Writing the page"),
    "look_up": N_("Looking it up"),
    "rag_query": N_("Searching the documents"),
    "general_chat": N_("Thinking about the question"),
    "coze_agent": N_("Asking the bot"),
    "finish": N_("Summing up"),
    **dict.fromkeys(("intent_detection", "settle_intent", "next_act"), N_("Reading what you want")),
    **dict.fromkeys(
        (
            *("clarify", "issue_approval", "ask_fields", "ask_subject", "ask_what_is_wrong"),
            *("settle_outcome", "ask_for_change", "change_approval", "page_approval"),
        ),
        N_("Asking you"),
    ),
}
"""What each step does, as the page says while it runs."""
ROUTES = {
    "jira_creation": N_("drafts an issue"),
    "rag_query": N_("looks in documents, issues and pages"),
    "look_up": N_("looks up an issue or page"),
    "evaluation": N_("scores an issue"),
    "page": N_("lays out a page"),
    "coze_agent": N_("asks the bot"),
    "general_chat": N_("answers at once"),
    "change": N_("plans a change"),
    "unclear": N_("asks what you mean"),
}
"""Where a message goes, as the Thinking panel says it."""
_DRAFT = Kind(
    earlier=N_("An earlier draft"), decided=("issue_approval", N_("The draft that you decided on"))
)
KINDS = {
    "ticket_draft": _DRAFT,
    "ticket_drafts": _DRAFT,
    "ticket_change": Kind(
        earlier=N_("An earlier version of the change"),
        decided=("change_approval", N_("The change that you decided on")),
    ),
    "wiki_page": Kind(
        earlier=N_("An earlier preview"),
        decided=("page_approval", N_("The preview that you decided on")),
    ),
}
"""How its artifacts are shown, where that is not as usual."""
