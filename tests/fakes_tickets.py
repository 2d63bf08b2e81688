"""A tracker, a wiki, a bot and scores in memory, which keep the promises of their ports and count.

What is made stands in `creates` and `updates`, in order: what was done twice stands there twice.
`raising` is raised once by the method of that name before it does anything, `raising_after` once
it has done it, as when the answer is lost. `called` is told every call, before it does anything.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from agent.adapters.tracker.people import called
from agent.errors import AgentError, NotFound, ProviderError, Refused
from agent.exchange.wiki_markup import is_well_formed, markdown
from agent.language.text import content_words, stems
from agent.ports.work_items import (
    ME,
    BotAnswer,
    Connection,
    Issue,
    IssueField,
    IssueQuery,
    NewIssue,
    NewPage,
    Page,
    Person,
)

MOMENT = "2026-01-01T00:00:00+00:00"
TYPES = ("Story", "Task", "Bug", "Epic")
PRIORITIES = ("Highest", "High", "Medium", "Low", "Lowest")
FIELDS = (
    IssueField("summary", "Summary", required=True),
    IssueField("description", "Description", kind="longtext"),
    IssueField("priority", "Priority", kind="choice", allowed=PRIORITIES, has_default=True),
    IssueField("labels", "Labels", kind="choices"),
    IssueField("assignee", "Assignee"),
    IssueField("duedate", "Due date", kind="date"),
)
CHANGEABLE = frozenset(
    {"summary", "description", "priority", "labels", "status", "assignee", "due"}
)


class _Scripted:
    """What goes wrong next."""

    def __init__(self) -> None:
        self.raising: dict[str, AgentError] = {}
        self.raising_after: dict[str, AgentError] = {}
        self.called: Callable[[str], None] = lambda _name: None
        self.connection = Connection(is_ok=True, message="Ready.")

    def check(self) -> Connection:
        self._call("check")
        return self.connection

    def _call(self, name: str) -> None:
        self.called(name)
        error = self.raising.pop(name, None)
        if error is not None:
            raise error

    def _after(self, name: str) -> None:
        error = self.raising_after.pop(name, None)
        if error is not None:
            raise error


class FakeTracker(_Scripted):
    """`lag` is how many times a new issue is looked for in vain, by mark or by words.

    `fields` is what each type of issue takes: add a required one to be asked for it.
    """

    def __init__(
        self, *, project: str = "PROJ", is_embedded: bool = False, lag: int = 0, name: str = ""
    ) -> None:
        super().__init__()
        self.name = name or ("the built-in tracker" if is_embedded else "Jira at tracker.example")
        self.is_embedded = is_embedded
        self.project = project
        self.lag = lag
        self.fields: list[IssueField] = list(FIELDS)
        self.statuses: tuple[str, ...] = ("To Do", "Done")
        self.types: list[str] = list(TYPES)
        self.creates: list[NewIssue] = []
        self.updates: list[tuple[str, dict[str, Any]]] = []
        self.comments: list[tuple[str, str, str]] = []
        """Key, text and mark."""
        self.known: list[Person] = []
        self.me: Person | None = None
        self.kinds: tuple[str, ...] = ("blocks", "is blocked by", "relates to")
        self.related: list[tuple[str, str, str]] = []
        self._issues: dict[str, Issue] = {}
        self._marks: dict[str, str] = {}
        self._unseen: dict[str, int] = {}

    @property
    def search_lags(self) -> bool:
        return self.lag > 0

    def issue_types(self) -> list[str]:
        self._call("issue_types")
        return list(self.types)

    def create_fields(self, issue_type: str) -> list[IssueField]:
        self._call("create_fields")
        if issue_type not in self.types:
            raise NotFound(f'{self.project} has no issue type "{issue_type}".')
        return list(self.fields)

    def create(self, issue: NewIssue) -> Issue:
        self._call("create")
        self._must_fit(issue)
        if self.is_embedded and issue.mark in self._marks:
            raise Refused(f"This issue was made already: it is {self._marks[issue.mark]}.")
        self.creates.append(issue)
        number = len(self._issues) + 1
        key = f"{self.project}-{number}"
        self._issues[key] = made = Issue(
            key=key,
            id=str(10_000 + number),
            link=f"{'/issues?key=' if self.is_embedded else 'https://tracker.example/browse/'}{key}",
            project=issue.project,
            issue_type=issue.issue_type,
            summary=issue.summary,
            description=issue.description,
            status="To Do",
            is_open=True,
            version="1",
            priority=issue.priority or "Medium",
            labels=issue.labels,
            assignee=next((each for each in self.known if each.id == issue.assignee), None),
            due=issue.due,
            created=MOMENT,
            updated=MOMENT,
        )
        # Jira does not mind a second one: the guard is the ledger.
        self._marks.setdefault(issue.mark, key)
        self._unseen[key] = self.lag
        self._after("create")
        return made

    def marked(self, mark: str) -> Issue | None:
        self._call("marked")
        key = self._marks.get(mark)
        return self._issues[key] if key and self._is_seen(key) else None

    def issue(self, key: str) -> Issue:
        self._call("issue")
        if key.upper() not in self._issues:
            raise NotFound(f"There is no issue {key}.")
        return self._issues[key.upper()]

    def statuses_of(self, key: str) -> tuple[str, ...]:
        self._call("statuses_of")
        return self.statuses

    def open_issues(self, *, count: int = 100) -> list[Issue]:
        self._call("open_issues")
        return [issue for issue in reversed(self._issues.values()) if issue.is_open][:count]

    def search(self, text: str, *, count: int = 20, closed: bool = False) -> list[Issue]:
        self._call("search")
        wanted = set(content_words(text))
        shared = {
            key: len(wanted & stems(_text_of(issue)))
            for key, issue in self._issues.items()
            if (issue.is_open or closed) and self._is_seen(key)
        }
        best = sorted((key for key in shared if shared[key]), key=lambda key: -shared[key])
        return [self._issues[key] for key in best[:count]]

    def find(self, query: IssueQuery, *, count: int = 100) -> list[Issue]:
        self._call("find")
        found = [issue for issue in reversed(self._issues.values()) if _fits(issue, query)]
        return found[:count]

    def update(self, key: str, changes: Mapping[str, Any], *, version: str) -> Issue:
        self._call("update")
        now = self._issues.get(key)
        if now is None:
            raise Refused(f"There is no issue {key}.")
        if unknown := set(changes) - CHANGEABLE:
            raise Refused(f"{key} has no field {', '.join(sorted(unknown))} that can be changed.")
        if now.version != version:
            raise Refused("{about} was changed by someone else in the meantime.", about=key)
        self.updates.append((key, dict(changes)))
        told = dict(changes)
        if "status" in told:
            told["is_open"] = told["status"] != self.statuses[-1]
        if "assignee" in told:
            given = (each for each in self.known if each.id == told["assignee"])
            told["assignee"] = next(given, None)
        self.tamper(key, **told)
        self._after("update")
        return self._issues[key]

    def check_change(self, issue: Issue, changes: Mapping[str, Any]) -> None:
        self._call("check_change")
        if "description" in changes and not issue.is_lossless:
            raise Refused(f"A part of the description of {issue.key} would be lost.")

    def people(self, name: str) -> list[Person]:
        self._call("people")
        if name == ME:
            return [self.me] if self.me else []
        given = [issue.assignee for issue in self._issues.values() if issue.assignee]
        return called(name, dict.fromkeys([*self.known, *given]))

    def relations(self) -> tuple[str, ...]:
        return self.kinds

    def relate(self, key: str, relation: str, other: str) -> None:
        self._call("relate")
        if relation not in self.kinds or other not in self._issues:
            raise Refused(f"{key} cannot be linked so.")
        self.related.append((key, relation, other))
        now = self._issues[key]
        self._issues[key] = replace(now, relations=(*now.relations, (relation, other)))
        self._after("relate")

    def comment(self, key: str, text: str, *, mark: str) -> None:
        self._call("comment")
        if key not in self._issues or not text.strip():
            raise Refused(f"There is no issue {key}, or nothing to say.")
        self.comments.append((key, text, mark))
        now = self._issues[key]
        self._issues[key] = replace(now, comments=(*now.comments, text))
        self._after("comment")

    def is_commented(self, key: str, mark: str) -> bool:
        self._call("is_commented")
        return any(each[0] == self.issue(key).key and each[2] == mark for each in self.comments)

    def link_page(self, key: str, *, title: str, url: str) -> None:
        self._call("link_page")
        if key not in self._issues:
            raise Refused(f"There is no issue {key}.")
        now = self._issues[key]
        others = (each for each in now.links if each[1] != url)
        self._issues[key] = replace(now, links=(*others, (title, url)))
        self._after("link_page")

    def tamper(self, key: str, **changes: Any) -> None:
        """Somebody else changes the issue; `is_open=False` closes it."""
        now = self._issues[key]
        given = {
            name: tuple(value) if name == "labels" else value for name, value in changes.items()
        }
        self._issues[key] = replace(now, version=str(int(now.version) + 1), **given)

    def put(self, summary: str, description: str = "", **more: Any) -> Issue:
        """An issue that somebody else made; not one of `creates`, and found at once."""
        counted, lag = list(self.creates), self.lag
        self.lag = 0
        new = NewIssue(self.project, "Story", summary, description, mark=f"put-{summary}")
        made = self.create(replace(new, **more))
        self.creates, self.lag = counted, lag
        return made

    def _must_fit(self, issue: NewIssue) -> None:
        if issue.project != self.project or issue.issue_type not in self.types:
            raise Refused(f"There is no {issue.issue_type} in {issue.project}.")
        if not issue.summary.strip() or "\n" in issue.summary or len(issue.summary) > 255:
            raise Refused("A summary is one line of at most 255 characters.")
        if any(not label or label.split() != [label] for label in issue.labels):
            raise Refused("A label is empty or has a space.")
        known = {each.id: each for each in self.fields}
        allowed = known["priority"].allowed if "priority" in known else ()
        if issue.priority and issue.priority not in allowed:
            raise Refused(f'There is no priority "{issue.priority}".')
        if unknown := set(issue.fields) - set(known):
            raise Refused(f"Field {', '.join(sorted(unknown))} cannot be set.")
        given = {"summary", "description", "priority", "labels", *issue.fields}
        missing = [f.name for f in self.fields if f.required and f.id not in given]
        if missing:
            raise Refused(f"{', '.join(missing)} is required.")

    def _is_seen(self, key: str) -> bool:
        left = self._unseen.get(key, 0)
        self._unseen[key] = max(0, left - 1)
        return left == 0


def _text_of(issue: Issue) -> str:
    return "\n".join([issue.summary, issue.description, *issue.comments])


def _is_of(issue: Issue, name: str | None) -> bool:
    if not name or not issue.assignee:
        return name is None or not (name or issue.assignee)
    return bool(called(name, [issue.assignee]))


def _fits(issue: Issue, query: IssueQuery) -> bool:
    held = {"status": issue.status, "priority": issue.priority, "issue_type": issue.issue_type}
    wanted = {name: getattr(query, name) for name in held}
    have, words = stems(" ".join([_text_of(issue), *issue.labels])), content_words(query.words)
    return (
        (issue.is_open or query.closed or bool(query.status))
        and all(not value or value == held[name] for name, value in wanted.items())
        and (not query.labels or bool(set(query.labels) & set(issue.labels)))
        and _is_of(issue, query.assignee)
        and (not query.due_from or issue.due >= query.due_from)
        and (not query.due_until or "" < issue.due <= query.due_until)
        and (not words or any(word in have for word in words))
    )


class FakeWiki(_Scripted):
    """With `checks_version=False` an update over a newer version goes through, as by the tool."""

    def __init__(
        self, *, space: str = "DOCS", is_embedded: bool = False, checks_version: bool = True
    ) -> None:
        super().__init__()
        self.name = "the built-in wiki" if is_embedded else "Confluence at wiki.example"
        self.is_embedded = is_embedded
        self.space = space
        self.checks_version = checks_version
        self.creates: list[NewPage] = []
        self.updates: list[tuple[str, NewPage]] = []
        self._pages: dict[str, Page] = {}

    def page(self, page: str) -> Page:
        self._call("page")
        if page not in self._pages:
            raise NotFound(f"There is no page {page}.")
        return self._pages[page]

    def titled(self, title: str) -> Page | None:
        self._call("titled")
        return self._titled(title)

    def search(self, text: str, *, count: int = 10) -> list[Page]:
        self._call("search")
        wanted = set(content_words(text))
        shared = {
            page.id: len(wanted & stems(f"{page.title}\n{page.text}"))
            for page in self._pages.values()
        }
        best = sorted((id_ for id_ in shared if shared[id_]), key=lambda id_: -shared[id_])
        return [self._pages[id_] for id_ in best[:count]]

    def create(self, page: NewPage) -> Page:
        self._call("create")
        self._must_fit(page)
        if self._titled(page.title):
            raise Refused(f'There is a page "{page.title}" already.')
        self.creates.append(page)
        id_ = str(500 + len(self._pages))
        self._pages[id_] = Page(
            id=id_,
            title=page.title,
            space=page.space,
            link=f"{'/issues?page=' if self.is_embedded else 'https://wiki.example/pages/'}{id_}",
            version=1,
            text=markdown(page.body),
            updated=MOMENT,
        )
        self._after("create")
        return self._pages[id_]

    def update(self, page: str, content: NewPage, *, version: int) -> Page:
        self._call("update")
        self._must_fit(content)
        if page not in self._pages:
            raise Refused(f"There is no page {page}.")
        if self.checks_version and self._pages[page].version != version:
            raise Refused("The page was changed by someone else in the meantime.")
        there = self._titled(content.title)
        if there is not None and there.id != page:
            raise Refused(f'There is a page "{content.title}" already.')
        self.updates.append((page, content))
        self.tamper(page, title=content.title, text=markdown(content.body))
        self._after("update")
        return self._pages[page]

    def check_update(self, page: Page, content: NewPage) -> None:
        self._call("check_update")
        if not page.is_lossless:
            raise Refused(f"A part of {page.title} would be lost.")

    def tamper(self, page: str, **changes: Any) -> None:
        """Somebody else changes the page."""
        now = self._pages[page]
        self._pages[page] = replace(now, version=now.version + 1, **changes)

    def _titled(self, title: str) -> Page | None:
        return next((page for page in self._pages.values() if page.title == title), None)

    def _must_fit(self, page: NewPage) -> None:
        if page.space != self.space:
            raise Refused(f'There is no space "{page.space}" here.')
        if not page.title.strip() or "\n" in page.title or len(page.title) > 255:
            raise Refused("A title is one line of at most 255 characters.")
        if not is_well_formed(page.body):
            raise Refused("The page is not in the wiki's format.")


@dataclass(frozen=True)
class Asking:
    text: str
    user: str


class FakeBot(_Scripted):
    """Says its pieces, the same to each question; `failing_after` breaks off after so many."""

    name = "Bot"

    def __init__(
        self, pieces: Sequence[str] = ("Here is ", "the news."), *, tokens: int = 7
    ) -> None:
        super().__init__()
        self.pieces = list(pieces)
        self.tokens = tokens
        self.asked: list[Asking] = []
        self.failing_after: tuple[int, ProviderError] | None = None

    def ask(
        self,
        text: str,
        *,
        user: str,
        on_text: Callable[[str], None],
        is_stopped: Callable[[], bool],
    ) -> BotAnswer:
        self._call("ask")
        self.asked.append(Asking(text, user))
        told = ""
        for number, piece in enumerate(self.pieces):
            if self.failing_after is not None and number == self.failing_after[0]:
                raise self.failing_after[1]
            if is_stopped():
                return BotAnswer(text=told, conversation="conversation-1", stopped=True)
            on_text(piece)
            told += piece
        return BotAnswer(text=told, conversation="conversation-1", tokens=self.tokens)
