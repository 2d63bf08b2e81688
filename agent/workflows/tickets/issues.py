"""Issues in words: one way for chats, cards, lists, prompts and passages, with all they hold."""

import json
from collections.abc import Callable, Collection, Iterable, Sequence
from typing import Any

from agent.engine.conversation import today
from agent.errors import NotFound
from agent.language.catalogs import N_, catalog
from agent.language.dates import find_day, find_near_day
from agent.language.text import Language, fold, language_of, names_in, sentences
from agent.ports import Issue, IssueField, Person, Scored, Tracker
from agent.ports.work_items import ME
from agent.workflows.tickets.contracts import IssueFilter, IssueText, Understood
from agent.workflows.tickets.state import AgentState
from agent.workflows.tickets.words import is_named, keys_in, split_at_key, without_keys

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
COLON = N_("{name}: {value}")
UNASSIGNED, NO_DAY = N_("unassigned"), N_("no due date")
PRIORITIES = ("Highest", "High", "Medium", "Low", "Lowest")
MOST_COMMENTS, MOST_KNOWN = 5, 100
MOST_WHOLE, LONGEST_READ = 3, 4_000
"""Of these issues a prompt has the descriptions, so far."""
_IN_LABEL = str.maketrans("[]`", "()'")

Say = Callable[[str], str]
Named = dict[str, Any]
"""Values of fields, by the fields' names."""
ReadDay = Callable[..., str]


def linked(title: str, link: str) -> str:
    """A link; brackets and backticks of a title would end it."""
    return f"[{title.translate(_IN_LABEL)}]({link})"


def facts_of(issue: Issue, say: Say = str, without: Collection[str] = ()) -> dict[str, str]:
    """The fields beside its texts, by name; an empty assignee is one too."""
    held = {
        "issue_type": issue.issue_type,
        "status": issue.status,
        "priority": issue.priority,
        "assignee": issue.assignee.name if issue.assignee else say(UNASSIGNED),
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
        facts = ", ".join(say(COLON).format(name=n, value=value) for n, value in told.items())
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


def read_whole(keys: Iterable[str], tracker: Tracker) -> dict[str, str]:
    """A few issues as a prompt has them, by their keys."""
    known, _ = known_issues([*dict.fromkeys(keys)][:MOST_WHOLE], tracker, str)
    return {issue.key: describe(issue, longest=LONGEST_READ) for issue in known}


def meant_by(
    understood: Understood, tracker: Tracker, say: Say, *, count: int
) -> tuple[list[Issue], list[str]]:
    """Those that are named, those that are meant by what they hold, and what is not there."""
    issues, unknown = known_issues(understood.issues, tracker, say)
    if query := understood.find.query:
        found = tracker.find(query, count=count)
        issues += [issue for issue in found if issue.key not in understood.issues]
    return issues[:count], unknown


def conditions_of(find: IssueFilter, say: Say) -> str:
    """What the issues of a list have in common."""
    held: Named = find.model_dump(include={"status", "priority", "issue_type"})
    held |= {"assignee": say(UNASSIGNED) if find.unassigned else find.assignee}
    held |= {"labels": ", ".join(find.labels)}
    if find.due_from or find.due_until:
        held["due"] = f"{find.due_from or '…'} – {find.due_until or '…'}"
    told = [say(COLON).format(name=say(NAMES[n]), value=v) for n, v in held.items() if v]
    return "; ".join([*([f"“{find.words}”"] if find.words else []), *told])


def stated_in(said: str, tracker: Tracker, *, read_day: ReadDay = find_day) -> Named:
    """Of a message the values that are there already, in a sentence that names their field."""
    language, issues = language_of(said), tracker.open_issues(count=MOST_KNOWN)
    known = {
        "priority": {issue.priority for issue in issues} | {*PRIORITIES},
        "assignee": {issue.assignee.name for issue in issues if issue.assignee},
        "labels": {label for issue in issues for label in issue.labels},
    }
    found: Named = {}
    for sentence in sentences(said, language):
        for name, values in known.items():
            named = sorted(value for value in values if value and is_named(value, sentence))
            is_clear = len(named) == 1 or (named and name == "labels")
            if is_clear and _names(NAMES[name], sentence, language):
                found[name] = named if name == "labels" else named[0]
    day = read_day(without_keys(said), language, today=today())
    return {**found, **({"due": day} if day else {})}


def changes_in(said: str, issue: Issue, tracker: Tracker) -> Named:
    """What a message names by its own name; text after "KEY:" is a comment if it is nothing else.

    A status counts only as the tracker writes it: "it has to be done" names none.
    """
    told, comment = split_comment(said)
    found = stated_in(told, tracker, read_day=find_near_day)
    if "labels" in found:
        found["labels"] = [*dict.fromkeys([*issue.labels, *found["labels"]])]
    if person := person_named(told, tracker):
        found["assignee"] = person
    other = (status for status in tracker.statuses_of(issue.key) if status != issue.status)
    # In several words it is meant whatever its capitals.
    held = (status for status in other if " " in status or status in told)
    named = [status for status in held if is_named(status, told)]
    found |= {"status": named[0]} if len(named) == 1 else {}
    if link := link_named(told, tracker):
        found["links"] = [link]
    comment = comment or ("" if found else split_at_key(said)[1])
    return {**found, "comment": comment} if comment else found


def split_comment(said: str) -> tuple[str, str]:
    """What comes before a comment, and the comment: what follows "comment on KEY:"."""
    head, text = split_at_key(said)
    is_comment = text and _names(N_("Comments"), head, language_of(said))
    return (head, text) if is_comment else (said, "")


def _names(field: str, text: str, language: Language) -> bool:
    return fold(catalog(language).gettext(field))[:5] in fold(text)


def link_named(said: str, tracker: Tracker) -> list[str]:
    """How the first of two issues is linked to the other, in the tracker's own words."""
    match keys_in(said):
        case [_, other]:
            named = [relation for relation in tracker.relations() if is_named(relation, said)]
            return [*named, other] if len(named) == 1 else []
    return []


def people_in(said: str, tracker: Tracker) -> list[str]:
    """The people of the tracker whom a text names, by any part of their names."""
    return names_in(without_keys(said), dict.fromkeys(each.name for each in tracker.people("")))


def person_named(said: str, tracker: Tracker) -> str:
    """The one person of the tracker whom a text names."""
    found = people_in(said, tracker)
    return found[0] if len(found) == 1 else ""


def priorities_in(fields: Sequence[IssueField]) -> Sequence[str]:
    return next((f.allowed for f in fields if f.id == "priority" and f.allowed), PRIORITIES)


def priorities_of(tracker: Tracker, issue_type: str) -> list[str]:
    return list(priorities_in(tracker.create_fields(issue_type) if issue_type else ()))


def people_named(name: str, tracker: Tracker, state: AgentState) -> list[Person]:
    """Those who may be meant: one where the user has said who."""
    said = (state.get("me") or ME) if name.casefold() == ME else name
    found, chosen = tracker.people(said), (state.get("person") or {}).get(name)
    return [each for each in found if each.id == chosen] or found
