"""Questions and decisions: one winner per question, by compare-and-set."""

import json
from collections.abc import Collection
from dataclasses import asdict
from datetime import datetime
from typing import Any, Literal

from agent.errors import AlreadyAnswered, NotFound
from agent.questions import Approval, Question, Reply, digest, from_json, to_json
from agent.store.chain import AuditChain, fingerprint
from agent.store.database import Database, marks
from agent.store.records import Asked
from agent.store.threads import now

PURGED = "{}"
"""The rest of a payload after a purge."""

_WITH_DECISION = (
    "select q.*, d.reply, d.who, d.at from questions q left join decisions d on d.question = q.id"
)


class Questions:
    def __init__(self, db: Database, chain: AuditChain) -> None:
        self._db = db
        self._chain = chain

    def put(self, question: Question, *, thread: str, turn: str, interrupt: str) -> None:
        """Record that the graph waits here. A question already known keeps its status."""
        self._db.run(
            "insert into questions"
            " (id, thread, turn, interrupt, payload, digest, status, expires, created)"
            " values (?, ?, ?, ?, ?, ?, 'pending', ?, ?)"
            " on conflict (id) do update set interrupt = excluded.interrupt",
            question.id,
            thread,
            turn,
            interrupt,
            json.dumps(to_json(question)),
            digest(question),
            question.expires,
            question.created,
        )

    def get(self, question: str) -> Asked:
        row = self._db.one(f"{_WITH_DECISION} where q.id = ?", question)
        if row is None or row["payload"] == PURGED:
            raise NotFound("This question does not exist here.", hint="Reload the page.")
        return _read_asked(row)

    def find(self, question: str) -> Asked | None:
        row = self._db.one(f"{_WITH_DECISION} where q.id = ?", question)
        return _read_asked(row) if row and row["payload"] != PURGED else None

    def pending(self, *, owner: str, thread: str | None = None) -> list[Asked]:
        """Oldest first, over all threads of the owner that are not deleted, or over one."""
        rows = self._db.all(
            "select q.*, null as reply, '' as who, '' as at from questions q"
            " join threads t on t.id = q.thread"
            " where q.status = 'pending' and t.owner = ? and t.deleted is null"
            " and (? is null or q.thread = ?) order by q.created",
            owner,
            thread,
            thread,
        )
        return [_read_asked(row) for row in rows]

    def count_pending(self, *, owner: str) -> int:
        row = self._db.one(
            "select count(*) as n from questions q join threads t on t.id = q.thread"
            " where q.status = 'pending' and t.owner = ? and t.deleted is null",
            owner,
        )
        return int(row["n"]) if row else 0

    def decide(
        self,
        asked: Asked,
        reply: Reply,
        *,
        who: str,
        status: Literal["answered", "cancelled"] = "answered",
    ) -> None:
        """Decide a pending question, once. The loser of a race learns who won and when."""
        with self._db.transaction():
            moved = self._db.run(
                "update questions set status = ? where id = ? and status = 'pending'"
                " and digest = ?",
                status,
                asked.question.id,
                asked.digest,
            )
            if moved != 1:
                raise self.too_late(asked.question.id)
            self._db.insert(
                "decisions",
                question=asked.question.id,
                thread=asked.thread,
                turn=asked.turn,
                digest=asked.digest,
                reply=asdict(reply),
                who=who,
                at=now(),
            )
            self._tell(asked, reply, who=who)

    def _tell(self, asked: Asked, reply: Reply, *, who: str) -> None:
        question, what = asked.question, "answer"
        data = {
            "question": question.id,
            "asked": asked.digest,
            "reply": fingerprint(asdict(reply)),
        }
        if isinstance(question, Approval):
            what = f"approval {_decision_of(reply)}"
            data |= {
                "workflow": question.workflow,
                "step": question.step,
                "digest": question.digest,
            }
            if about := question.context.get("target"):
                data["target"] = about
        self._chain.append(what, who=who, thread=asked.thread, data=data)

    def too_late(self, question: str) -> AlreadyAnswered:
        asked = self.get(question)
        if asked.at:
            at = datetime.fromisoformat(asked.at).strftime("%H:%M:%S UTC")
            by = "you" if asked.who == "local" else asked.who
            word = "cancelled" if asked.status == "cancelled" else "answered"
            return AlreadyAnswered(
                f"This was already {word} by {by} at {at}.",
                hint="The conversation shows what was decided.",
            )
        return AlreadyAnswered(
            "This question is no longer open.", hint="The conversation shows its status."
        )

    def has_decisions(self, turn: str) -> bool:
        return self._db.one("select 1 from decisions where turn = ?", turn) is not None

    def expired(self, workflows: Collection[str]) -> list[Asked]:
        """Questions that expired undecided in idle threads and are not cleaned up yet.

        The condition on `expires` is that of `Asking.is_expired`.
        """
        rows = self._db.all(
            "select q.*, null as reply, '' as who, '' as at from questions q"
            " join threads t on t.id = q.thread"
            " where q.put_away = 0 and q.expires < ? and q.status in ('pending', 'withdrawn')"
            " and not exists (select 1 from leases where thread = q.thread)"
            f" and t.purged = 0 and t.workflow in ({marks(workflows)})",
            now(),
            *workflows,
        )
        return [_read_asked(row) for row in rows]

    def mark_cleaned_up(self, question: str) -> None:
        self._db.run("update questions set put_away = 1 where id = ?", question)

    def reopen(self, thread: str) -> None:
        """Undo `withdraw`; the graph still waits."""
        self._db.run(
            "update questions set status = 'pending' where thread = ? and status = 'withdrawn'",
            thread,
        )

    def withdraw(self, thread: str) -> None:
        self._db.run(
            "update questions set status = 'withdrawn' where thread = ? and status = 'pending'",
            thread,
        )


def _read_asked(row: Any) -> Asked:
    return Asked(
        question=from_json(json.loads(row["payload"])),
        thread=row["thread"],
        turn=row["turn"],
        interrupt=row["interrupt"],
        status=row["status"],
        reply=Reply(**json.loads(row["reply"])) if row["reply"] else None,
        who=row["who"] or "",
        at=row["at"] or "",
        digest=row["digest"],
    )


def _decision_of(reply: Reply) -> str:
    return "cancelled" if reply.cancelled else reply.decision or reply.option
