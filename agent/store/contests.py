"""Contested questions: who, when and why, and what a reviewer said."""

import json

from agent.errors import AgentError, NotFound
from agent.ports import Contest, Plain, Verdict
from agent.store.database import Database
from agent.store.rows import Row, read_row
from agent.store.threads import now

LONGEST_REASON = 500


class ContestStore:
    """Results are never rewritten: what is contested is left out where they are read."""

    def __init__(self, db: Database) -> None:
        self._db = db

    def contest(self, user: str, *, quiz: str, item: str, reason: str) -> Contest:
        with self._db.transaction():
            thread, found = self._find_asked(user, quiz=quiz, item=item)
            reason = " ".join(reason.split())[:LONGEST_REASON]
            self._db.run(
                "insert into contests"
                " (quiz, item, owner, thread, subject, data, reason, at, status)"
                " values (?, ?, ?, ?, ?, ?, ?, ?, 'open') on conflict (quiz, item) do update"
                " set reason = excluded.reason, at = excluded.at, status = 'open',"
                " decided_by = '', decided = '' where status in ('open', 'undone')",
                quiz,
                item,
                user,
                thread,
                found["subject"],
                json.dumps(found),
                reason,
                now(),
            )
            self._log(item, quiz=quiz, what="contested", who=user, why=reason)
            return self.of_quiz(quiz)[item]

    def undo(self, user: str, *, quiz: str, item: str) -> None:
        with self._db.transaction():
            undone = self._db.run(
                "update contests set status = 'undone' where quiz = ? and item = ? and owner = ?"
                " and status in ('open', 'put back')",
                quiz,
                item,
                user,
            )
            if not undone:
                raise AgentError(
                    "This question has been reviewed meanwhile, or was not contested.",
                    hint="Reload the page.",
                )
            self._log(item, quiz=quiz, what="undone", who=user)

    def of_quiz(self, quiz: str) -> dict[str, Contest]:
        rows = self._db.all("select * from contests where quiz = ? and status <> 'undone'", quiz)
        return {row["item"]: _contest(row) for row in rows}

    def of_user(self, user: str) -> dict[str, dict[str, Contest]]:
        """Contests by quiz and item, without undone ones; of all users for an empty user."""
        found: dict[str, dict[str, Contest]] = {}
        for row in self._db.all(
            "select * from contests where (? = '' or owner = ?) and status <> 'undone'", user, user
        ):
            found.setdefault(row["quiz"], {})[row["item"]] = _contest(row)
        return found

    def of_thread(self, user: str, thread: str) -> list[Contest]:
        sql = (
            "select * from contests where thread = ? and owner = ? and status <> 'undone'"
            " order by at"
        )
        return [_contest(row) for row in self._db.all(sql, thread, user)]

    def to_review(self, subject: str = "") -> list[Contest]:
        rows = self._db.all(
            "select * from contests where status in ('open', 'retired')"
            " and (? = '' or subject = ?) order by at desc",
            subject,
            subject,
        )
        return [_contest(row) for row in rows]

    def decide(self, item: str, verdict: Verdict, *, who: str) -> None:
        with self._db.transaction():
            self._db.run(
                "update contests set status = ?, decided_by = ?, decided = ?"
                " where item = ? and status in ('open', 'retired')",
                verdict,
                who,
                now(),
                item,
            )
            self._log(item, what=verdict, who=who)

    def held(self) -> frozenset[str]:
        rows = self._db.all("select item from contests where status in ('open', 'retired')")
        return frozenset(row["item"] for row in rows)

    def _find_asked(self, user: str, *, quiz: str, item: str) -> tuple[str, Plain]:
        """The thread of this user's quiz, which may still run, and the item as it was put."""
        row = self._db.one(
            "select s.thread, s.data from sealed s join threads t on t.id = s.thread"
            " where s.key = ? and t.owner = ?",
            quiz,
            user,
        )
        put = json.loads(row["data"])["items"] if row else []
        for found in put:
            if row and found["id"] == item:
                return row["thread"], found
        raise NotFound("That question does not exist here.", hint="Reload the page.")

    def _log(self, item: str, *, what: str, who: str, quiz: str = "", why: str = "") -> None:
        self._db.insert("contest_log", at=now(), item=item, quiz=quiz, what=what, who=who, why=why)


def _contest(row: Row) -> Contest:
    return read_row(Contest, row, item=json.loads(row["data"]))
