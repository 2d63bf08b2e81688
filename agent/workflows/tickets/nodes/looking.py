"""One issue or page shown, and issues listed: read, and nothing written."""

from collections.abc import Sequence
from dataclasses import asdict
from typing import Literal

from langchain_core.messages import AIMessage
from langgraph.runtime import Runtime

from agent.engine.conversation import gettext_of, words_of
from agent.errors import AgentError
from agent.ports import Context, Issue, Page, Tracker, Wiki
from agent.workflows.tickets import finding
from agent.workflows.tickets.contracts import IssueFilter, Understood
from agent.workflows.tickets.finding import MOST_LISTED
from agent.workflows.tickets.issues import (
    conditions_of,
    describe,
    known_issues,
    meant_by,
    person_named,
    rows_of,
)
from agent.workflows.tickets.needed import in_words, place_of, show, tell, tracker_of, wiki_of
from agent.workflows.tickets.state import AgentState, Plain
from agent.workflows.tickets.words import subject_of


def look_up(state: AgentState, runtime: Runtime[Context]) -> Plain:
    """Issues by their keys or fields; one page by its issue's key, its id or its title."""
    context, _ = runtime.context, gettext_of(state)
    if (state.get("picked") or {}).get("act") == "list":
        return list_open_issues(state, context)
    found = Understood.of(state)
    try:
        if found.page:
            wiki = wiki_of(context)
            if page := finding.page_named(found.page, wiki):
                return _shown(None, page, context, state)
            said = _("There is no page “{page}” in {wiki}. Name it by its title or its number.")
            said = said.format(page=found.page, wiki=wiki.space)
            return tell(state, context, said, status="not found")
        if len(found.issues) == 1 and not found.find.query:
            known, unknown = known_issues(found.issues, tracker_of(context), _)
            if unknown:
                told = tell(state, context, *unknown, status="not found")
                return {**told, "ended": "no issue"}
            page = next(iter(finding.pages_here(known[0].key, known[0].links, context)), None)
            return _shown(known[0], page, context, state)
        return _listed(found, state, context)
    except AgentError as error:
        if error.retryable:
            raise
        return tell(state, context, in_words(error, state), status="not found")


def _shown(issue: Issue | None, page: Page | None, context: Context, state: AgentState) -> Plain:
    told = {
        "issue": _told(issue, tracker_of(context)) if issue else None,
        "page": _told(page, wiki_of(context)) if page else None,
    }
    show(state, context, "ticket_found", told, of="found")
    said = [f"{describe(issue)}\n{issue.link}"] if issue else []
    said += [f"{page.title} (version {page.version}). {page.link}"] if page else []
    return {
        "messages": [AIMessage("\n\n".join(said))],
        "last_issue": issue.key if issue else state.get("last_issue"),
        "next_action": "end",
    }


def _listed(found: Understood, state: AgentState, context: Context) -> Plain:
    """By keys, by what they hold, or by words; without words that tell anything, all open ones."""
    tracker, _ = tracker_of(context), gettext_of(state)
    find = found.find
    if not (context.llm.is_model or find.query or found.issues or found.all_issues):
        find = _find_by(words_of(state), tracker)
    if not (find.query or found.issues):
        return list_open_issues(state, context)
    meant = found.model_copy(update={"find": find})
    issues, unknown = meant_by(meant, tracker, _, count=MOST_LISTED)
    if not issues and not unknown and not context.llm.is_model:
        return list_open_issues(state, context, missed=find.assignee or find.words)
    said = _("Issues in {project}: {count}.")
    if what := conditions_of(find, _):
        said = _("Issues in {project} ({what}): {count}.")
    return _list("\n".join([said, *unknown]), issues, state, context, what=what)


def _find_by(said: str, tracker: Tracker) -> IssueFilter:
    """Whose issues are meant, else the words that say what they are about."""
    if person := person_named(said, tracker):
        return IssueFilter(assignee=person)
    return IssueFilter(words=" ".join(subject_of(said)))


def _list(
    said: str, issues: Sequence[Issue], state: AgentState, context: Context, *, what: str = ""
) -> Plain:
    project = tracker_of(context).project
    title = said.format(project=project, count=len(issues), what=what)
    text = "\n".join([title, "", *rows_of(issues, gettext_of(state))])
    return {**tell(state, context, text.strip(), status="done"), "next_action": "end"}


def list_open_issues(state: AgentState, context: Context, *, missed: str = "") -> Plain:
    """The open issues of the project, also where nothing fits what is meant."""
    tracker, _ = tracker_of(context), gettext_of(state)
    issues = tracker.open_issues(count=MOST_LISTED)
    if issues:
        said = _("Open issues in {project}, newest first: {count}.")
        if missed:
            said = _("No open issue matches “{what}”. All open ones, newest first: {count}.")
        return _list(said, issues, state, context, what=missed)
    said = _("No issue is open in {project}. Say what is needed, and I draft one.")
    told = tell(state, context, said.format(project=tracker.project), status="not found")
    return {**told, "next_action": "end"}


def go_on(
    state: AgentState, runtime: Runtime[Context]
) -> Literal["next_act", "rag_query", "__end__"]:
    """Do what is wanted next, then answer what was asked besides."""
    ended = state.get("ended")
    if ended == "unknown":
        return "__end__"
    if state.get("heard") or (state.get("then") and ended != "cancelled"):
        return "next_act"
    asks = Understood.of(state).question and ended != "no issue"
    return "rag_query" if asks and runtime.context.llm.is_model else "__end__"


def _told(shown: Issue | Page, home: Tracker | Wiki) -> Plain:
    told = {**asdict(shown), **place_of(home)}
    if isinstance(shown, Issue):
        told["assignee"] = shown.assignee.name if shown.assignee else ""
    else:
        told["text"] = finding.without_mark(shown.text)
    return told
