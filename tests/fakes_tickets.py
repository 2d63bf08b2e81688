"""A tracker, a wiki and a bot that are asked as if they were far away, and count.

The tracker and the wiki are those of the app, in memory. What is made is in `creates` and
`updates`, in order: what was done twice is there twice. `raising` is raised once by the method of
that name before it does anything, `raising_after` once it has done it, as when the answer is lost.
`called` is told every call, before it does anything.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any

from agent.adapters.tracker import EmbeddedTracker
from agent.adapters.tracker.embedded_fields import LONGEST_DESCRIPTION
from agent.adapters.tracker.people import called
from agent.adapters.wiki.embedded import EmbeddedWiki
from agent.errors import AgentError, ProviderError, Refused
from agent.exchange.wiki_markup import storage
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
from agent.store.rows import Row
from tests.stores import ledger_tables

MOMENT = "2026-01-01T00:00:00+00:00"


class Scripted:
    """What goes wrong next; whatever is not defined here is asked of `real`."""

    def __init__(self, real: Any = None) -> None:
        self._real = real
        self.raising: dict[str, AgentError] = {}
        self.raising_after: dict[str, AgentError] = {}
        self.called: Callable[[str], None] = lambda _name: None

    def __getattr__(self, name: str) -> Any:
        given = getattr(self.__dict__.get("_real"), name)
        if not callable(given):
            return given

        def call(*arguments: Any, **more: Any) -> Any:
            self._call(name)
            result = given(*arguments, **more)
            self._after(name)
            return result

        return call

    def _call(self, name: str) -> None:
        self.called(name)
        self._raise(self.raising, name)

    def _after(self, name: str) -> None:
        """The answer is lost, and what was asked for is done."""
        self._raise(self.raising_after, name)

    def _raise(self, errors: dict[str, AgentError], name: str) -> None:
        error = errors.pop(name, None)
        if error is not None:
            raise error


class _Project(EmbeddedTracker):
    """As a Jira has it: fields of its own, people with ids, and no mind for marks."""

    def __init__(self, fake: "FakeTracker", project: str) -> None:
        moment = datetime.fromisoformat(MOMENT)
        super().__init__(ledger_tables(), project=project, clock=lambda: moment)
        self._fake = fake
        self.odd: dict[str, dict[str, Any]] = {}

    def create(self, issue: NewIssue) -> Issue:
        is_known = not self._fake.is_embedded and self.marked(issue.mark) is not None
        return super().create(replace(issue, mark="") if is_known else issue)

    def create_fields(self, issue_type: str) -> list[IssueField]:
        super().create_fields(issue_type)
        return list(self._fake.fields)

    def _must_fit(self, issue: NewIssue) -> None:
        super()._must_fit(replace(issue, fields={}))
        if unknown := set(issue.fields) - {field.id for field in self._fake.fields}:
            raise Refused(f"Field {', '.join(sorted(unknown))} cannot be set.")
        given = {"summary", "description", "priority", "labels", *issue.fields}
        missing = [f.name for f in self._fake.fields if f.required and f.id not in given]
        if missing:
            raise Refused(f"{', '.join(missing)} is required.")

    def relate(self, key: str, relation: str, other: str) -> None:
        """Of the other issue no link back is told."""
        super().relate(key, relation, other)
        self._db.run("delete from issue_relations where other = ?", key)

    def find(self, query: IssueQuery, *, count: int = 100) -> list[Issue]:
        me = self._fake.me.name if self._fake.me else "?"
        wanted = replace(query, assignee=me) if query.assignee == ME else query
        return super().find(wanted, count=count)

    def _person(self, assignee: str) -> Person | None:
        return next((p for p in self._fake.known if assignee in (p.id, p.name)), None)

    def _put_version(self, key: str, content: Mapping[str, Any], *, at: str) -> None:
        person = self._person(content["assignee"])
        super()._put_version(key, {**content, "assignee": person.name if person else ""}, at=at)

    def _issue(self, row: Row) -> Issue:
        made, assignee = super()._issue(row), self._person(row["assignee"])
        link = made.link if self._fake.is_embedded else f"https://tracker.example/browse/{made.key}"
        return replace(made, assignee=assignee, link=link, **self.odd.get(made.key, {}))


class FakeTracker(Scripted):
    """`lag` is how many times a new issue is looked for in vain, by mark or by words.

    `fields` is what each type of issue takes: add a required one to be asked for it.
    """

    def __init__(
        self, *, project: str = "PROJ", is_embedded: bool = False, lag: int = 0, name: str = ""
    ) -> None:
        super().__init__(_Project(self, project))
        self.name = name or ("the built-in tracker" if is_embedded else "Jira at tracker.example")
        self.is_embedded = is_embedded
        self.lag = lag
        self.fields = EmbeddedTracker.create_fields(self._real, "Story")
        self.connection = Connection(is_ok=True, message="Ready.")
        self.creates: list[NewIssue] = []
        self.updates: list[tuple[str, dict[str, Any]]] = []
        self.comments: list[tuple[str, str, str]] = []
        """Key, text and mark."""
        self.known: list[Person] = []
        self.me: Person | None = None
        self.related: list[tuple[str, str, str]] = []
        self._unseen: dict[str, int] = {}

    @property
    def search_lags(self) -> bool:
        return self.lag > 0

    def check(self) -> Connection:
        self._call("check")
        return self.connection

    def create(self, issue: NewIssue) -> Issue:
        self._call("create")
        made = self._real.create(issue)
        self.creates.append(issue)
        self._unseen[made.key] = self.lag
        self._after("create")
        return made

    def marked(self, mark: str) -> Issue | None:
        self._call("marked")
        found = self._real.marked(mark)
        return found if found and self._is_seen(found.key) else None

    def search(self, text: str, *, count: int = 20, closed: bool = False) -> list[Issue]:
        self._call("search")
        found = self._real.search(text, count=count, closed=closed)
        return [issue for issue in found if self._is_seen(issue.key)]

    def update(self, key: str, changes: Mapping[str, Any], *, version: str) -> Issue:
        self._call("update")
        made = self._real.update(key, changes, version=version)
        self.updates.append((key, dict(changes)))
        self._after("update")
        return made

    def check_change(self, issue: Issue, changes: Mapping[str, Any]) -> None:
        self._call("check_change")
        if "description" in changes and not issue.is_lossless:
            raise Refused(f"A part of the description of {issue.key} would be lost.")

    def people(self, name: str) -> list[Person]:
        self._call("people")
        if name == ME:
            return [self.me] if self.me else []
        return called(name, self.known)

    def relate(self, key: str, relation: str, other: str) -> None:
        self._call("relate")
        self._real.relate(key, relation, other)
        self.related.append((key, relation, other))
        self._after("relate")

    def comment(self, key: str, text: str, *, mark: str) -> None:
        self._call("comment")
        self._real.comment(key, text, mark=mark)
        self.comments.append((key, text, mark))
        self._after("comment")

    def tamper(self, key: str, **changes: Any) -> None:
        """Another user changes the issue; `is_open=False` closes it."""
        if changes.pop("is_open", True) is False:
            changes["status"] = "Done"
        if person := changes.pop("assignee", None):
            self.known = [*(each for each in self.known if each.id != person.id), person]
            changes["assignee"] = person.id
        odd = {name: changes.pop(name) for name in ("is_lossless", "updated") if name in changes}
        self._real.odd.setdefault(key, {}).update(odd)
        self._real.update(key, changes, version=self._real.issue(key).version)

    def put(self, summary: str, description: str = "", **more: Any) -> Issue:
        """An issue that another user made; not one of `creates`, and found at once."""
        kept = description[:LONGEST_DESCRIPTION]
        new = NewIssue(self.project, "Story", summary, kept, mark=f"put-{summary}")
        made = self._real.create(replace(new, **more))
        if kept != description:
            self._real.odd[made.key] = {"description": description}
        return self._real.issue(made.key)

    def _is_seen(self, key: str) -> bool:
        left = self._unseen.get(key, 0)
        self._unseen[key] = max(0, left - 1)
        return left == 0


class _Space(EmbeddedWiki):
    FIRST = 500

    def __init__(self, fake: "FakeWiki", space: str) -> None:
        moment = datetime.fromisoformat(MOMENT)
        database = ledger_tables()
        super().__init__(database, space=space, clock=lambda: moment)
        database.run("insert into sqlite_sequence (name, seq) values ('pages', ?)", self.FIRST - 1)
        self._fake = fake
        self.odd: dict[str, dict[str, Any]] = {}

    def page(self, page: str) -> Page:
        return self._told(super().page(page))

    def titled(self, title: str) -> Page | None:
        found = super().titled(title)
        return self._told(found) if found else None

    def search(self, text: str, *, count: int = 10) -> list[Page]:
        return [self._told(page) for page in super().search(text, count=count)]

    def _told(self, page: Page) -> Page:
        link = page.link if self._fake.is_embedded else f"https://wiki.example/pages/{page.id}"
        return replace(page, link=link, **self.odd.get(page.id, {}))


class FakeWiki(Scripted):
    """With `checks_version=False` an update over a newer version goes through, as by the tool."""

    def __init__(
        self, *, space: str = "DOCS", is_embedded: bool = False, checks_version: bool = True
    ) -> None:
        super().__init__(_Space(self, space))
        self.name = "the built-in wiki" if is_embedded else "Confluence at wiki.example"
        self.is_embedded = is_embedded
        self.checks_version = checks_version
        self.connection = Connection(is_ok=True, message="Ready.")
        self.creates: list[NewPage] = []
        self.updates: list[tuple[str, NewPage]] = []

    def check(self) -> Connection:
        self._call("check")
        return self.connection

    def create(self, page: NewPage) -> Page:
        self._call("create")
        made = self._real.create(page)
        self.creates.append(page)
        self._after("create")
        return made

    def update(self, page: str, content: NewPage, *, version: int) -> Page:
        self._call("update")
        if not self.checks_version:
            version = self._real.page(page).version
        made = self._real.update(page, content, version=version)
        self.updates.append((page, content))
        self._after("update")
        return made

    def check_update(self, page: Page, content: NewPage) -> None:
        self._call("check_update")
        if not page.is_lossless:
            raise Refused(f"A part of {page.title} would be lost.")

    def tamper(self, page: str, **changes: Any) -> None:
        """Another user changes the page."""
        now = self._real.page(page)
        self._real.odd.setdefault(page, {}).update(is_lossless=changes.get("is_lossless", True))
        body = storage(changes.get("text", now.text))
        new = NewPage(self.space, changes.get("title", now.title), body)
        self._real.update(page, new, version=now.version)


@dataclass(frozen=True)
class Asking:
    text: str
    user: str


class FakeBot(Scripted):
    """Says its pieces, the same to each question; `failing_after` breaks off after so many."""

    name = "Bot"

    def __init__(
        self, pieces: Sequence[str] = ("Here is ", "the news."), *, tokens: int = 7
    ) -> None:
        super().__init__()
        self.connection = Connection(is_ok=True, message="Ready.")
        self.pieces = list(pieces)
        self.tokens = tokens
        self.asked: list[Asking] = []
        self.failing_after: tuple[int, ProviderError] | None = None

    def check(self) -> Connection:
        self._call("check")
        return self.connection

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
