"""One issue or page shown, and issues listed: read, and nothing written."""

from collections.abc import Sequence
from contextlib import suppress

from langchain_core.messages import AIMessage
from langgraph.runtime import Runtime

from agent.engine.conversation import gettext_of, say, words_of
from agent.errors import AgentError, NotFound
from agent.events import Artifact
from agent.ports import Context, Issue, Page
from agent.workflows.tickets import knowledge
from agent.workflows.tickets.contracts import Understood
from agent.workflows.tickets.needed import tracker_of, wiki_of
from agent.workflows.tickets.nodes.finishing import IN_LABEL
from agent.workflows.tickets.state import AgentState, Plain
from agent.workflows.tickets.words import subject_of

MOST_LISTED = 25


def look_up(state: AgentState, runtime: Runtime[Context]) -> Plain:
    """One issue by its key; one page by its issue's key, its id or its title."""
    context = runtime.context
    if (state.get("picked") or {}).get("act") == "list":
        return list_open_issues(context)
    found = Understood.model_validate(state["understood"])
    if not found.issue and not found.page:
        return _searched(found, state, context)
    issue, page = None, None
    try:
        if found.page:
            page = _page(found, context)
        else:
            issue = tracker_of(context).issue(found.issue)
            page = _page_of(issue, context)
    except NotFound as error:
        return say(context, f"{error.message} {error.hint}".strip(), status="not found")
    return _told(issue, page, context, state)


def _told(issue: Issue | None, page: Page | None, context: Context, state: AgentState) -> Plain:
    told = {
        "issue": _issue_told(issue, context) if issue else None,
        "page": _page_told(page, context) if page else None,
    }
    context.report.emit(Artifact("ticket_found", "found", told))
    return {
        "messages": [AIMessage(_found_in_words(issue, page))],
        "last_issue": issue.key if issue else state.get("last_issue"),
        "next_action": "end",
    }


def _searched(found: Understood, state: AgentState, context: Context) -> Plain:
    """By words, newest first; without words that tell anything, all that are open."""
    tracker = tracker_of(context)
    words = found.search.strip() or " ".join(subject_of(words_of(state)))
    if not words or found.all_issues:
        return list_open_issues(context)
    issues = tracker.search(words, count=MOST_LISTED)
    if not issues and (last := state.get("last_issue")):
        issue = tracker.issue(last)
        return _told(issue, _page_of(issue, context), context, state)
    if not issues:
        return list_open_issues(context)
    _ = gettext_of(state)
    issues.sort(key=lambda issue: issue.updated, reverse=True)
    said = _("Open issues in {project} that contain any of these words, newest first: {words}.")
    text = "\n".join([said.format(project=tracker.project, words=words), "", *_rows(issues)])
    return {**say(context, text, status="done"), "next_action": "end"}


def _rows(issues: Sequence[Issue]) -> list[str]:
    return [f"- [{i.key}]({i.link}): {i.summary.translate(IN_LABEL)}" for i in issues]


def list_open_issues(context: Context) -> Plain:
    """The open issues of the project."""
    tracker = tracker_of(context)
    issues = tracker.open_issues(count=MOST_LISTED)
    if not issues:
        text = f"No issue is open in {tracker.project}. Say what is needed, and I draft one."
        return {**say(context, text, status="not found"), "next_action": "end"}
    noun = "issue" if len(issues) == 1 else "issues, the newest first"
    text = "\n".join([f"{len(issues)} open {noun} in {tracker.project}.", "", *_rows(issues)])
    return {**say(context, text, status="done"), "next_action": "end"}


def _page(found: Understood, context: Context) -> Page:
    wiki = wiki_of(context)
    if found.page.isdecimal():
        return wiki.page(found.page)
    hits = [page] if (page := wiki.titled(found.page)) else wiki.search(found.page)
    if not hits:
        raise NotFound(
            f"There is no page “{found.page}” in {wiki.space}.",
            hint="Name it by its title, its number, or its issue's key.",
        )
    return hits[0]


def _page_of(issue: Issue, context: Context) -> Page | None:
    """The page that tells of the issue, where a wiki is set up and answers."""
    if context.ports.wiki is None:
        return None
    with suppress(AgentError):
        return next(iter(knowledge.pages_of(context.ports.wiki, issue.key)), None)
    return None


def _issue_told(issue: Issue, context: Context) -> Plain:
    tracker = tracker_of(context)
    names = ("key", "summary", "status", "issue_type", "priority", "description", "link", "updated")
    told: Plain = {name: getattr(issue, name) for name in names}
    told |= {"labels": list(issue.labels), "links": [list(pair) for pair in issue.links]}
    return {**told, "where": tracker.name, "is_embedded": tracker.is_embedded}


def _page_told(page: Page, context: Context) -> Plain:
    wiki = wiki_of(context)
    told = {n: getattr(page, n) for n in ("id", "title", "space", "version", "link", "text")}
    return {**told, "where": wiki.name, "is_embedded": wiki.is_embedded}


def _found_in_words(issue: Issue | None, page: Page | None) -> str:
    said = []
    if issue:
        said.append(
            f"{issue.key}: {issue.summary} ({issue.issue_type}, {issue.status}). {issue.link}"
        )
    if page:
        said.append(f"{page.title} (version {page.version}). {page.link}")
    return "\n\n".join(said)
