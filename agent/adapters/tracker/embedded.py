"""The tracker that comes with the app: issues in the ledger's file, each version of them kept."""

import json
import re
from collections.abc import Callable, Mapping
from datetime import UTC, datetime
from typing import Any
from urllib.parse import quote

from agent.adapters.tracker.embedded_fields import (
    CHANGEABLE,
    CLOSED,
    LONGEST_DESCRIPTION,
    PRIORITIES,
    STATUSES,
    TYPES,
    checked,
    content_of,
    indexed,
    known_status,
)
from agent.adapters.tracker.people import called
from agent.errors import AgentError, NotFound, Refused
from agent.language.catalogs import N_
from agent.language.text import content_words, well_formed
from agent.ports.work_items import ME, Connection, Issue, IssueField, IssueQuery, NewIssue, Person
from agent.store.database import Database, Seal, unsealed
from agent.store.rows import Row, read_row

Clock = Callable[[], datetime]

MOST_TERMS = 60

_PROJECT = re.compile(r"[A-Z][A-Z0-9_]{1,9}")
_OPPOSITES = {
    "blocks": "is blocked by",
    "is blocked by": "blocks",
    "duplicates": "is duplicated by",
    "is duplicated by": "duplicates",
    "relates to": "relates to",
}
_SELECT = """
    select i.*, v.at, v.summary, v.description, v.priority, v.labels, v.status,
        coalesce(p.assignee, '') as assignee, coalesce(p.due, '') as due
    from issues i join issue_versions v on v.issue = i.id
    left join issue_plans p on p.issue = i.id and p.version = v.version
"""
_NOW = _SELECT.replace("v.issue = i.id", "v.issue = i.id and v.version = i.version", 1)
_NO_ISSUE, _CHECK_KEY = N_("There is no issue {about}."), N_("Check the key.")


def utc_now() -> datetime:
    return datetime.now(UTC)


class EmbeddedTracker:
    """One project. Keys count from 1 and are never given twice."""

    name = N_("the built-in tracker")
    is_embedded = True
    search_lags = False
    statuses = STATUSES

    def __init__(
        self, database: Database, *, project: str, clock: Clock = utc_now, seal: Seal = unsealed
    ) -> None:
        if not _PROJECT.fullmatch(project):
            raise AgentError(
                f'"{project}" cannot be the key of a project.',
                hint="Set INTERLUDE_EMBEDDED_PROJECT to 2 to 10 capital letters, such as PROJ.",
            )
        self._db = database
        self._project = project
        self._clock = clock
        self._seal = seal

    @property
    def project(self) -> str:
        return self._project

    def check(self) -> Connection:
        row = self._db.one("select count(*) from issues where project = ?", self.project)
        count = row[0] if row else 0
        return Connection(is_ok=True, message=f"Ready. Issues in {self.project}: {count}.")

    def issue_types(self) -> list[str]:
        return list(TYPES)

    def create_fields(self, issue_type: str) -> list[IssueField]:
        if issue_type not in TYPES:
            raise NotFound(
                f'{self.project} has no issue type "{issue_type}".',
                hint=f"Choose one of {', '.join(TYPES)}.",
            )
        return [
            IssueField("summary", "Summary", required=True),
            IssueField("description", "Description", kind="longtext"),
            IssueField("priority", "Priority", kind="choice", allowed=PRIORITIES, has_default=True),
            IssueField("labels", "Labels", kind="choices"),
            IssueField("assignee", "Assignee"),
            IssueField("duedate", "Due date", kind="date"),
        ]

    # Writing

    def create(self, issue: NewIssue) -> Issue:
        content = checked(
            {
                "summary": issue.summary,
                "description": issue.description,
                "priority": issue.priority or "Medium",
                "labels": issue.labels,
                "assignee": issue.assignee,
                "due": issue.due,
            }
        )
        self._must_fit(issue)
        with self._db.transaction():
            if there := self.marked(issue.mark):
                raise Refused(
                    f"This issue was made already: it is {there.key}.",
                    hint=f"Open {there.key} instead.",
                )
            number = self._next_number()
            key, at = f"{self.project}-{number}", self._clock().isoformat()
            self._db.insert(
                "issues",
                key=key,
                project=self.project,
                mark=issue.mark or None,
                issue_type=issue.issue_type,
                version=1,
                created=at,
            )
            self._put_version(key, {**content, "status": STATUSES[0]}, at=at)
            return self.issue(key)

    def update(self, key: str, changes: Mapping[str, Any], *, version: str) -> Issue:
        if unknown := set(changes) - {*CHANGEABLE, "status"}:
            raise Refused(f"{key} has no field {', '.join(sorted(unknown))} that can be changed.")
        with self._db.transaction():
            now = self._row_to_write(key)
            if str(now["version"]) != version:
                raise Refused(
                    N_("{about} was changed by someone else in the meantime."),
                    hint=N_("Look at the current version, then change it again."),
                    about=now["key"],
                )
            content = checked({**content_of(now), **changes})
            status = changes.get("status", now["status"])
            return self._write(now, {**content, "status": known_status(status)})

    def check_change(self, issue: Issue, changes: Mapping[str, Any]) -> None:
        checked({**content_of(self._row_to_write(issue.key)), **changes})

    def move(self, key: str, status: str) -> Issue:
        """Set the status; to the one that it has changes nothing."""
        known_status(status)
        with self._db.transaction():
            now = self._row_to_write(key)
            if now["status"] == status:
                return self.issue(key)
            return self._write(now, {**content_of(now), "status": status})

    def link_page(self, key: str, *, title: str, url: str) -> None:
        with self._db.transaction():
            self._db.put(
                "issue_links",
                issue=self._row_to_write(key)["id"],
                url=url,
                title=title,
                at=self._clock().isoformat(),
            )

    def comment(self, key: str, text: str, *, mark: str) -> None:
        body = text.strip()
        if not body or len(body) > LONGEST_DESCRIPTION:
            raise Refused(
                f"A comment has 1 to {LONGEST_DESCRIPTION:,} characters.",
                hint="Write a shorter comment, or none.",
            )
        with self._db.transaction():
            self._db.insert_once(
                "issue_comments",
                issue=self._row_to_write(key)["id"],
                mark=mark,
                at=self._clock().isoformat(),
                body=body,
            )
            self._index(self.issue(key))

    def people(self, name: str) -> list[Person]:
        """Return those who have issues and are called so, else the name as a new person."""
        name = " ".join(name.split())
        if name == ME:
            return []
        rows = self._db.all(f"{_NOW} where i.project = ? and p.assignee <> ''", self.project)
        known = called(name, (Person(row["assignee"], row["assignee"]) for row in rows))
        return known or ([Person(name, name)] if name else [])

    def relations(self) -> tuple[str, ...]:
        return tuple(_OPPOSITES)

    def relate(self, key: str, relation: str, other: str) -> None:
        if relation not in _OPPOSITES:
            raise Refused(
                f'There is no link "{relation}".', hint=f"Choose one of {', '.join(_OPPOSITES)}."
            )
        with self._db.transaction():
            one, two = self._row_to_write(key), self._row_to_write(other)
            if one["id"] == two["id"]:
                raise Refused(
                    N_("An issue is not linked to itself."), hint=N_("Name another issue.")
                )
            there = {"issue": one["id"], "relation": relation, "other": two["key"]}
            back = {"issue": two["id"], "relation": _OPPOSITES[relation], "other": one["key"]}
            self._db.insert_once("issue_relations", **there)
            self._db.insert_once("issue_relations", **back)

    # Reading

    def is_commented(self, key: str, mark: str) -> bool:
        found = self._db.one(
            "select 1 from issue_comments where issue = ? and mark = ?", self.issue(key).id, mark
        )
        return found is not None

    def marked(self, mark: str) -> Issue | None:
        row = self._db.one(f"{_NOW} where i.mark = ?", mark) if mark else None
        return self._issue(row) if row else None

    def issue(self, key: str) -> Issue:
        row = self._row(key)
        if row is None:
            raise NotFound(_NO_ISSUE, hint=_CHECK_KEY, about=key)
        return self._issue(row)

    def statuses_of(self, key: str) -> tuple[str, ...]:
        self.issue(key)
        return STATUSES

    def issues(self, *, count: int = 500) -> list[Issue]:
        """Issues of the project, open or not, the newest first."""
        sql = f"{_NOW} where i.project = ? order by i.id desc limit ?"
        return [self._issue(row) for row in self._db.all(sql, self.project, count)]

    def open_issues(self, *, count: int = 100) -> list[Issue]:
        sql = f"{_NOW} where i.project = ? and v.status <> ? order by i.id desc limit ?"
        return [self._issue(row) for row in self._db.all(sql, self.project, CLOSED, count)]

    def search(self, text: str, *, count: int = 20, closed: bool = False) -> list[Issue]:
        words = content_words(well_formed(text))[:MOST_TERMS]
        if not words:
            return []
        rows = self._db.all(
            f"{_NOW} join issue_words w on w.rowid = i.id"
            " where issue_words match ? and i.project = ? and v.status <> ?"
            " order by bm25(issue_words, 3, 1), i.id desc limit ?",
            " OR ".join(f'"{word}"' for word in words),
            self.project,
            "" if closed else CLOSED,
            count,
        )
        return [self._issue(row) for row in rows]

    def find(self, query: IssueQuery, *, count: int = 100) -> list[Issue]:
        if query.assignee == ME:
            raise AgentError(N_("I do not know who you are here."), hint=N_("Name the person."))
        words = content_words(well_formed(query.words))[:MOST_TERMS]
        known = {
            "v.status <> ?": "" if query.closed or query.status else CLOSED,
            "lower(v.status) = lower(?)": query.status,
            "lower(v.priority) = lower(?)": query.priority,
            "lower(i.issue_type) = lower(?)": query.issue_type,
            "coalesce(p.due, '') >= ?": query.due_from,
            "coalesce(p.due, '') between '0' and ?": query.due_until,
            "exists (select 1 from json_each(v.labels) l, json_each(?) w"
            " where lower(l.value) = lower(w.value))": json.dumps(query.labels)
            if query.labels
            else "",
        }
        given = {test: value for test, value in known.items() if value}
        tests = ["i.project = ?", *given]
        values = [self.project, *given.values()]
        if words:
            tests.append(
                "(i.id in (select rowid from issue_words where issue_words match ?)"
                " or exists (select 1 from json_each(v.labels) l, json_each(?) w"
                " where instr(lower(l.value), w.value)))"
            )
            values += [" OR ".join(f'"{word}"' for word in words), json.dumps(words)]
        if query.assignee is not None:
            people = self.people(query.assignee) if query.assignee else [Person("", "")]
            tests.append("coalesce(p.assignee, '') in (select value from json_each(?))")
            values.append(json.dumps([each.id for each in people]))
        sql = f"{_NOW} where {' and '.join(tests)} order by i.id desc limit ?"
        return [self._issue(row) for row in self._db.all(sql, *values, count)]

    def history(self, key: str) -> list[Issue]:
        """The issue as it was at each version, the oldest first."""
        id_ = self.issue(key).id
        rows = self._db.all(
            "select i.id, i.key, i.project, i.issue_type, i.created, v.*,"
            " coalesce(p.assignee, '') as assignee, coalesce(p.due, '') as due"
            " from issues i join issue_versions v on v.issue = i.id"
            " left join issue_plans p on p.issue = i.id and p.version = v.version"
            " where i.id = ? order by v.version",
            int(id_),
        )
        return [self._issue(row) for row in rows]

    # Inside

    def _must_fit(self, issue: NewIssue) -> None:
        if issue.project != self.project:
            raise Refused(
                f'There is no project "{issue.project}" here.',
                hint=f"Issues are made in {self.project}.",
            )
        if issue.issue_type not in TYPES:
            raise Refused(
                f'{self.project} has no issue type "{issue.issue_type}".',
                hint=f"Choose one of {', '.join(TYPES)}.",
            )
        if issue.fields:
            raise Refused(f"Issues here have no field {', '.join(sorted(issue.fields))}.")

    def _next_number(self) -> int:
        self._db.run(
            "insert into issue_numbers values (?, 1)"
            " on conflict (project) do update set last = issue_numbers.last + 1",
            self.project,
        )
        row = self._db.one("select last from issue_numbers where project = ?", self.project)
        return int(row["last"]) if row else 1

    def _row(self, key: str) -> Row | None:
        return self._db.one(f"{_NOW} where i.key = ?", key.strip().upper())

    def _row_to_write(self, key: str) -> Row:
        row = self._row(key)
        if row is None:
            raise Refused(_NO_ISSUE, hint=_CHECK_KEY, about=key)
        return row

    def _write(self, now: Row, content: Mapping[str, Any]) -> Issue:
        self._db.run("update issues set version = version + 1 where id = ?", now["id"])
        self._put_version(now["key"], content, at=self._clock().isoformat())
        return self.issue(now["key"])

    def _put_version(self, key: str, content: Mapping[str, Any], *, at: str) -> None:
        row = self._db.all("select id, version from issues where key = ?", key)[0]
        number = {"issue": row["id"], "version": row["version"]}
        texts = {name: content[name] for name in ("summary", "description", "priority", "status")}
        self._db.insert("issue_versions", **number, at=at, labels=content["labels"], **texts)
        if content["assignee"] or content["due"]:
            plan = {"assignee": content["assignee"], "due": content["due"]}
            self._db.insert("issue_plans", **number, **plan)
        issue = self.issue(key)
        self._index(issue)
        self._seal(int(issue.id))

    def _index(self, issue: Issue) -> None:
        """Its words are found: those of comments too, where decisions are."""
        self._db.put_words(
            "issue_words",
            int(issue.id),
            summary=indexed(issue.summary),
            description=indexed("\n\n".join([issue.description, *issue.comments])),
        )

    def _issue(self, row: Row) -> Issue:
        links = self._db.all(
            "select title, url from issue_links where issue = ? order by at, url", row["id"]
        )
        comments = self._db.all(
            "select body, at from issue_comments where issue = ? order by at, mark", row["id"]
        )
        relations = self._db.all(
            "select relation, other from issue_relations where issue = ? order by relation, other",
            row["id"],
        )
        return read_row(
            Issue,
            row,
            id=str(row["id"]),
            link=f"/issues?key={quote(row['key'])}",
            is_open=row["status"] != CLOSED,
            version=str(row["version"]),
            updated=row["at"],
            links=tuple((link["title"], link["url"]) for link in links),
            comments=tuple(comment["body"] for comment in comments),
            commented=tuple(("", comment["at"]) for comment in comments),
            assignee=Person(row["assignee"], row["assignee"]) if row["assignee"] else None,
            relations=tuple((each["relation"], each["other"]) for each in relations),
        )
