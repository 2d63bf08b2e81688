"""Turns: the append-only transcript, with the steps that made it."""

import json
import zlib
from collections.abc import Sequence
from typing import Any, cast

from langchain_core.messages import AnyMessage, messages_from_dict, messages_to_dict

from agent.errors import NotFound
from agent.ledger.records import Entry, Plain, Status, StepRow, Turn
from agent.ledger.threads import new_id, now
from agent.storage import Database


class Turns:
    def __init__(self, db: Database) -> None:
        self._db = db

    def append(self, thread: str, text: str, *, inputs: Plain, model: str) -> str:
        turn = new_id()
        self._db.run(
            "insert into turns (id, thread, n, text, inputs, model, status, created)"
            " select ?, ?, coalesce(max(n), 0) + 1, ?, ?, ?, 'running', ?"
            " from turns where thread = ?",
            turn,
            thread,
            text,
            json.dumps(inputs),
            model,
            now(),
            thread,
        )
        return turn

    def get(self, turn: str) -> Turn:
        row = self._db.one("select * from turns where id = ?", turn)
        if row is None:
            raise NotFound("That turn does not exist here.", hint="Reload the page.")
        return self._read([row])[0]

    def last(self, thread: str) -> Turn | None:
        page = self.page(thread, limit=1)
        return page[0] if page else None

    def page(
        self, thread: str, *, before: int | None = None, limit: int = 20, after: int = 0
    ) -> list[Turn]:
        """The newest `limit` turns numbered above `after` and below `before`, oldest first."""
        rows = self._db.all(
            "select * from turns where thread = ? and n > ? and n < ? order by n desc limit ?",
            thread,
            after,
            before if before is not None else 1 << 60,
            limit,
        )
        return self._read(rows[::-1])

    def set_status(self, turn: str, status: Status, *, error: Plain | None = None) -> None:
        self._db.run(
            "update turns set status = ?, error = ?, finished = ? where id = ?",
            status,
            json.dumps(error) if error else None,
            now() if status in ("done", "failed", "stopped") else None,
            turn,
        )

    def set_model(self, turn: str, model: str) -> None:
        self._db.run("update turns set model = ? where id = ?", model, turn)

    def keep(self, turn: str, *, messages: Sequence[AnyMessage], carry: Plain) -> None:
        """What later turns start from: the turn's own messages, as they were, and other values."""
        self._db.run(
            "update turns set messages = ?, carry = ? where id = ?",
            # Compressed: vendors' metadata would outweigh the text several times.
            zlib.compress(json.dumps(messages_to_dict(messages)).encode()),
            json.dumps(carry),
            turn,
        )

    def messages(self, thread: str, *, before: int, turns: int) -> list[list[AnyMessage]]:
        """The messages of the last `turns` turns below `before`, a list per turn, oldest first."""
        rows = self._db.all(
            "select messages from turns where thread = ? and n < ? order by n desc limit ?",
            thread,
            before,
            turns,
        )
        return [_messages(row["messages"]) for row in rows[::-1]]

    def earlier(self, thread: str, *, before: int, limit: int) -> str:
        """What the user wrote in the last `limit` turns below `before`, a line each."""
        rows = self._db.all(
            "select substr(text, 1, 120) as line from turns where thread = ? and n < ?"
            " order by n desc limit ?",
            thread,
            before,
            limit,
        )
        return "\n".join(" ".join(row["line"].split()) for row in rows[::-1])

    def copy(self, source: str, target: str, *, upto: int) -> Plain:
        """Copy the turns 1 to `upto`; returns the values they left for the next."""
        carry: Plain = {}
        rows = self._db.all(
            "select * from turns where thread = ? and n <= ? order by n", source, upto
        )
        for row in rows:
            turn = new_id()
            values = {**dict(row), "id": turn, "thread": target}
            marks = ", ".join("?" * len(values))
            columns = ", ".join(values)
            self._db.run(f"insert into turns ({columns}) values ({marks})", *values.values())
            self._db.run(
                "insert into entries select ?, key, n, kind, data, created from entries"
                " where turn = ?",
                turn,
                row["id"],
            )
            self._db.run(
                "insert into steps select ?, task, run, step, started, milliseconds, outcome,"
                " changed, thinking, tools, usage from steps where turn = ?",
                turn,
                row["id"],
            )
            if row["messages"] is not None:  # else it failed, and left nothing
                carry = json.loads(row["carry"])
        return carry

    def put_entry(self, turn: str, key: str, *, kind: str, data: Plain) -> None:
        """Insert, or replace what stands under the same key, in its old place."""
        self._db.run(
            "insert into entries (turn, key, n, kind, data, created)"
            " select ?, ?, coalesce(max(n), 0) + 1, ?, ?, ? from entries where turn = ?"
            " on conflict (turn, key) do update set kind = excluded.kind, data = excluded.data",
            turn,
            key,
            kind,
            json.dumps(data),
            now(),
            turn,
        )

    def put_step(self, row: StepRow, *, run: str) -> None:
        """Insert, or replace the row of an earlier try of the same task."""
        self._db.run(
            "insert or replace into steps values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
            row.turn,
            row.task,
            run,
            row.step,
            row.started,
            row.milliseconds,
            row.outcome,
            json.dumps(row.changed, default=str),
            row.thinking,
            json.dumps(row.tools, default=str),
            json.dumps(row.usage),
        )

    def steps(self, turn: str) -> list[StepRow]:
        rows = self._db.all("select * from steps where turn = ? order by started, rowid", turn)
        return [_step(row) for row in rows]

    def rate(self, turn: str, value: int | None, reason: str) -> None:
        """1 or -1; None takes the rating back."""
        self._db.run("delete from ratings where turn = ?", turn)
        if value is not None:
            self._db.run("insert into ratings values (?, ?, ?, ?)", turn, value, reason, now())

    def _read(self, rows: Sequence[Any]) -> list[Turn]:
        if not rows:
            return []
        ids = [row["id"] for row in rows]
        marks = ", ".join("?" * len(ids))
        entries: dict[str, list[Entry]] = {turn: [] for turn in ids}
        for entry in self._db.all(
            f"select * from entries where turn in ({marks}) order by turn, n", *ids
        ):
            entries[entry["turn"]].append(_entry(entry))
        more = {
            row["id"]: row
            for row in self._db.all(
                "select t.id, h.workflow, r.value as rating, r.reason, count(s.task) as steps,"
                " coalesce(sum(s.milliseconds), 0) as ms from turns t"
                " join threads h on h.id = t.thread left join ratings r on r.turn = t.id"
                f" left join steps s on s.turn = t.id where t.id in ({marks}) group by t.id",
                *ids,
            )
        }
        return [_turn(row, entries[row["id"]], more[row["id"]]) for row in rows]


def _entry(row: Any) -> Entry:
    return Entry(row["key"], row["kind"], json.loads(row["data"]), row["created"], row["n"])


def _turn(row: Any, entries: list[Entry], more: Any) -> Turn:
    return Turn(
        id=row["id"],
        thread=row["thread"],
        workflow=more["workflow"],
        n=row["n"],
        text=row["text"],
        inputs=json.loads(row["inputs"]),
        model=row["model"],
        status=row["status"],
        created=row["created"],
        finished=row["finished"],
        error=json.loads(row["error"]) if row["error"] else None,
        entries=tuple(entries),
        rating=more["rating"],
        rating_reason=more["reason"] or "",
        steps=more["steps"],
        seconds=more["ms"] / 1000,
    )


def _messages(packed: bytes | None) -> list[AnyMessage]:
    plain = json.loads(zlib.decompress(packed)) if packed else []
    return cast("list[AnyMessage]", messages_from_dict(plain))


def _step(row: Any) -> StepRow:
    return StepRow(
        turn=row["turn"],
        task=row["task"],
        step=row["step"],
        started=row["started"],
        milliseconds=row["milliseconds"],
        outcome=row["outcome"],
        changed=json.loads(row["changed"]),
        thinking=row["thinking"],
        tools=json.loads(row["tools"]),
        usage=json.loads(row["usage"]),
    )
