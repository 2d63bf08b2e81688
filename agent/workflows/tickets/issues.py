"""Issues in words: one way for chats, cards, lists, prompts and passages, with all they hold."""

import json
from collections.abc import Callable, Collection, Iterable, Sequence

from agent.engine.conversation import today
from agent.errors import NotFound
from agent.language.catalogs import N_, catalog
from agent.language.dates import find_day
from agent.language.text import fold, language_of, sentences
from agent.ports import Issue, Person, Scored, Tracker
from agent.ports.work_items import ME
from agent.workflows.tickets.contracts import IssueText, Understood
from agent.workflows.tickets.state import AgentState
from agent.workflows.tickets.words import is_named

NAMES = {
    "summary": N_("Summary"),
    "description": N_("Description"),
    "issue_type": N_("Issue type"),
    "status": N_("Status"),
    "priority": N_("Priority"),
    "assignee": N_("Assignee"),
    "due": N_("Due date"),
    "labels": N_("Labels"),
    "links": N_("Links"),
    "pages": N_("Pages"),
    "relation": N_("New link"),
    "other": N_("To the issue"),
    "comment": N_("New comment"),
}
NOBODY, NO_DAY = N_("nobody"), N_("no due date")
PRIORITIES = ("Highest", "High", "Medium", "Low", "Lowest")
MOST_COMMENTS, MOST_KNOWN = 5, 100
_IN_LABEL = str.maketrans("[]`", "()'")

Say = Callable[[str], str]


def linked(title: str, link: str) -> str:
    """A link; brackets and backticks of a title would end it."""
    return f"[{title.translate(_IN_LABEL)}]({link})"


def facts_of(issue: Issue, say: Say = str, without: Collection[str] = ()) -> dict[str, str]:
    """The fields beside its texts, by name; an empty assignee is one too."""
    held = {
        "issue_type": issue.issue_type,
        "status": issue.status,
        "priority": issue.priority,
        "assignee": issue.assignee.name if issue.assignee else say(NOBODY),
        "due": issue.due or say(NO_DAY),
        "labels": ", ".join(issue.labels),
        "links": ", ".join(map(" ".join, issue.relations)),
        "pages": ", ".join(title for title, _ in issue.links),
    }
    return {say(NAMES[n]): value for n, value in held.items() if value and n not in without}


def score_of(issue: Issue, scored: Scored, say: Say) -> str:
    """What it scored last, and whether that was another text; earlier versions did not keep it."""
    told = say(N_("Maturity: {score} out of 100")).format(score=f"{scored.overall:.0f}")
    judged = json.loads(scored.judged or "{}").get("text")
    if judged in (None, "", IssueText.of(issue, for_rules=True).digest):
        return told
    return say(N_("{score}, before it was changed")).format(score=told)


def describe(issue: Issue, *, longest: int | None = None) -> str:
    """The whole issue, as a prompt has it; with a limit the description may end early."""
    lines = [f"{issue.key}: {issue.summary}"]
    lines += [f"{name}: {value}" for name, value in facts_of(issue).items()]
    lines += [f"Comment: {text}" for text in issue.comments[-MOST_COMMENTS:]]
    if longest != 0:
        lines.append(f"Description:\n{issue.description[:longest]}")
    return "\n".join(lines)


def rows_of(issues: Sequence[Issue], say: Say) -> list[str]:
    """A list of issues, each with assignee, status and due date."""
    rows = []
    for issue in issues:
        left = ("issue_type", "labels", "links", "pages", *(() if issue.due else ("due",)))
        told = facts_of(issue, say, without=left)
        summary = issue.summary.translate(_IN_LABEL)
        facts = ", ".join(f"{name}: {value}" for name, value in told.items())
        rows.append(f"- [{issue.key}]({issue.link}): {summary} ({facts})")
    return rows


def not_part(cannot: Iterable[str], say: Say) -> str:
    """Say of this, each once, that it is not done; empty where there is nothing."""
    what = "; ".join(dict.fromkeys(each.rstrip(".。") for each in cannot))
    return say(N_("Not part of this: {what}.")).format(what=what) if what else ""


def known_issues(keys: Sequence[str], tracker: Tracker, say: Say) -> tuple[list[Issue], list[str]]:
    """Those that are there, and what is said of the others."""
    issues, unknown = list[Issue](), list[str]()
    said = say(N_("There is no issue {key} that I can read in {where}. Check its key."))
    for key in keys:
        try:
            issues.append(tracker.issue(key))
        except NotFound:
            unknown.append(said.format(key=key, where=say(tracker.name)))
    return issues, unknown


def known_links(
    links: Sequence[Sequence[str]], tracker: Tracker, say: Say
) -> tuple[list[Sequence[str]], list[str]]:
    """Those whose other end is there, and what is said of the others."""
    issues, unknown = known_issues([*dict.fromkeys(key for _, key in links)], tracker, say)
    keys = {issue.key for issue in issues}
    return [link for link in links if link[1] in keys], unknown


def meant_by(
    understood: Understood, tracker: Tracker, say: Say, *, count: int
) -> tuple[list[Issue], list[str]]:
    """Those that are named, those that are meant by what they hold, and what is not there."""
    issues, unknown = known_issues(understood.issues, tracker, say)
    if query := understood.find.query:
        found = tracker.find(query, count=count)
        issues += [issue for issue in found if issue.key not in understood.issues]
    return issues[:count], unknown


def stated_in(said: str, tracker: Tracker) -> dict[str, str | list[str]]:
    """Of a message the one value that is there already, in a sentence that names its field."""
    language, issues = language_of(said), tracker.open_issues(count=MOST_KNOWN)
    known = {
        "priority": {issue.priority for issue in issues} | {*PRIORITIES},
        "assignee": {issue.assignee.name for issue in issues if issue.assignee},
        "labels": {label for issue in issues for label in issue.labels},
    }
    found: dict[str, str | list[str]] = {}
    for sentence in sentences(said, language):
        for name, values in known.items():
            named = [value for value in values if value and is_named(value, sentence)]
            begins = fold(catalog(language).gettext(NAMES[name]))[:5]
            if len(named) == 1 and begins in fold(sentence):
                found[name] = named if name == "labels" else named[0]
    day = find_day(said, language, today=today())
    return {**found, **({"due": day} if day else {})}


def people_named(name: str, tracker: Tracker, state: AgentState) -> list[Person]:
    """Those who may be meant: one if the name is exactly theirs, or the user has said who."""
    said = (state.get("me") or ME) if name.casefold() == ME else name
    found, chosen = tracker.people(said), (state.get("person") or {}).get(name)
    exact = [e for e in found if e.id == chosen or e.name.casefold() == said.casefold()]
    return exact if len(exact) == 1 else found
