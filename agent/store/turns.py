"""Turns: the append-only transcript, with the steps that made it."""

import json
import secrets
import time
from collections.abc import Sequence
from typing import Any, cast

from langchain_core.messages import AnyMessage, messages_from_dict, messages_to_dict

from agent.errors import NotFound, TakenOver
from agent.store.chain import AuditChain, fingerprint
from agent.store.database import Database
from agent.store.records import Entry, Plain, Status, StepRow, Turn
from agent.store.rows import Row, compact, read_row
from agent.store.search import Search
from agent.store.threads import now
from agent.store.turn_archive import Record, unpacked

# Takes the id of a run twice; an empty one means that no run writes.
_HELD = "(? = '' or exists (select 1 from leases where run = ?))"


def turn_id() -> str:
    """In order of time: rows of one turn and of the next lie side by side on full pages."""
    return f"{time.time_ns():x}{secrets.token_hex(3)}"


class Turns:
    def __init__(self, db: Database, chain: AuditChain, search: Search) -> None:
        self._db = db
        self._chain = chain
        self._search = search

    def append(self, thread: str, text: str, *, inputs: Plain, model: str) -> str:
        turn, given = turn_id(), json.dumps(inputs)
        with self._db.transaction():
            self._db.run(
                "insert into turns (id, thread, n, text, inputs, model, status, created)"
                " select ?, ?, coalesce(max(n), 0) + 1, ?, ?, ?, 'running', ?"
                " from turns where thread = ?",
                turn,
                thread,
                text,
                given,
                model,
                now(),
                thread,
            )
            self._seal("message", thread, {"turn": turn, "digest": fingerprint([text, given])})
            self._search.put(thread, turn, "message", text)
        return turn

    def _seal(self, what: str, thread: str, data: Plain) -> None:
        """The audit chain can tell later whether what the user wrote was changed."""
        row = self._db.one("select owner from threads where id = ?", thread)
        self._chain.append(what, who=row["owner"] if row else "", thread=thread, data=data)

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
        """Close the turn: its messages as they were, its entries and steps, in one record.

        Together and compressed, since each repeats much of the others. May be done again.
        """
        with self._db.transaction():
            row = self._db.one("select * from turns where id = ?", turn)
            if row is None:
                return
            record = Record(messages_to_dict(messages), self._entries(row), self._steps(row))
            self._db.run(
                "update turns set record = ?, carry = ? where id = ?",
                record.packed(),
                json.dumps(carry),
                turn,
            )
            self._db.run("delete from entries where turn = ?", turn)
            self._db.run("delete from steps where turn = ?", turn)
            self._search.put_answer(row["thread"], turn, messages)
            self._search.put_results(row["thread"], turn, record.entries)

    def index_results(self, turn: str) -> None:
        """Let the search find what a turn has made so far, while it waits for the user."""
        if row := self._db.one("select * from turns where id = ?", turn):
            self._search.put_results(row["thread"], turn, self._entries(row))

    def messages(self, thread: str, *, before: int, turns: int) -> list[list[AnyMessage]]:
        """The messages of the last `turns` turns below `before`, a list per turn, oldest first."""
        rows = self._db.all(
            "select record from turns where thread = ? and n < ? order by n desc limit ?",
            thread,
            before,
            turns,
        )
        plain = [unpacked(row["record"]).messages for row in rows[::-1]]
        return [cast("list[AnyMessage]", messages_from_dict(messages)) for messages in plain]

    def earlier(self, thread: str, *, before: int, limit: int) -> str:
        """The user's messages of the last `limit` turns below `before`, a line each."""
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
            turn = turn_id()
            values = {**dict(row), "id": turn, "thread": target}
            self._db.insert("turns", **values)
            self._db.run(
                "insert into entries select ?, key, n, kind, data from entries where turn = ?",
                turn,
                row["id"],
            )
            if row["record"] is not None:  # else it failed, and left nothing
                carry = json.loads(row["carry"])
        self._search.catch_up()
        copied = [[row["n"], row["text"], row["inputs"]] for row in rows]
        self._seal("copy", target, {"turns": upto, "digest": fingerprint(copied)})
        return carry

    def put_entry(self, turn: str, key: str, *, kind: str, data: Plain, run: str = "") -> None:
        """Insert, or replace the entry of the same key in its old place.

        Raises TakenOver when `run` is named and does not hold its thread any more.
        """
        written = self._db.run(
            "insert into entries (turn, key, n, kind, data)"
            " select * from"
            " (select ?, ?, coalesce(max(n), 0) + 1, ?, ? from entries where turn = ?)"
            f" where {_HELD}"
            " on conflict (turn, key) do update set kind = excluded.kind, data = excluded.data",
            turn,
            key,
            kind,
            compact(data),
            turn,
            run,
            run,
        )
        if written != 1:
            raise TakenOver

    def put_step(self, row: StepRow, *, run: str) -> None:
        """Insert, or replace the row of an earlier try of the same task. Raises TakenOver."""
        with self._db.transaction():
            if self._db.one(f"select 1 where {_HELD}", run, run) is None:
                raise TakenOver
            self._db.put("steps", run=run, **vars(row))

    def steps(self, turn: str) -> list[StepRow]:
        row = self._db.one("select * from turns where id = ?", turn)
        return [StepRow(turn, *values) for values in self._steps(row)] if row else []

    def _steps(self, turn: Row) -> list[list[Any]]:
        """The steps of the record, and those since, in order of time."""
        steps = {values[0]: values for values in unpacked(turn["record"]).steps}
        for row in self._db.all("select * from steps where turn = ?", turn["id"]):
            steps[row["task"]] = _step_values(row)
        return sorted(steps.values(), key=lambda values: (values[2], values[0]))

    def _entries(self, turn: Row) -> list[list[Any]]:
        entries = {values[0]: values for values in unpacked(turn["record"]).entries}
        for row in self._db.all("select * from entries where turn = ?", turn["id"]):
            entries[row["key"]] = [row["key"], row["kind"], json.loads(row["data"]), row["n"]]
        return sorted(entries.values(), key=lambda values: values[3])

    def rate(self, turn: str, value: int | None, reason: str) -> None:
        """1 or -1; None takes the rating back."""
        self._db.run("delete from ratings where turn = ?", turn)
        if value is not None:
            self._db.insert("ratings", turn=turn, value=value, reason=reason, at=now())

    def _read(self, rows: Sequence[Row]) -> list[Turn]:
        return [self._turn(row) for row in rows]

    def _turn(self, row: Row) -> Turn:
        more = self._db.one(
            "select h.workflow, r.value as rating, r.reason from threads h"
            " left join ratings r on r.turn = ? where h.id = ?",
            row["id"],
            row["thread"],
        )
        steps = self._steps(row)
        return read_row(
            Turn,
            row,
            workflow=more["workflow"] if more else "",
            entries=tuple(Entry(*values) for values in self._entries(row)),
            rating=more["rating"] if more else None,
            rating_reason=(more["reason"] or "") if more else "",
            steps=len(steps),
            seconds=sum(values[3] for values in steps) / 1000,
            **_sum_usage([values[8] for values in steps]),
        )


def _sum_usage(usages: Sequence[Plain]) -> Plain:
    """Counts of a turn; a step of an older release has fewer of them."""
    counted = ("calls", "tokens_in", "tokens_out")
    waits = [usage["words_after"] for usage in usages if usage.get("words_after") is not None]
    sums = {name: sum(usage.get(name) or 0 for usage in usages) for name in counted}
    return {**sums, "words_after": waits[0] if waits else None}


def _step_values(row: Row) -> list[Any]:
    """A step in the order of StepRow's fields, after the turn."""
    _, *values = vars(read_row(StepRow, row)).values()
    return values
