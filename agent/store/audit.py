"""Checks what must hold between the ledger's rows, whatever was killed when."""

import json
import sqlite3
import time
from collections.abc import Callable, Iterator

from agent.questions import payload_digest
from agent.store.chain import broken_links
from agent.store.seals import unmatched

PURGED = "{}"


def problems(
    ledger: sqlite3.Connection, *, is_dead: Callable[[str], bool], anchor: str = ""
) -> list[str]:
    """Every row that contradicts another, a sentence each.

    `is_dead` tells by a holder's name whether its process is gone; `anchor` is the
    hash of an entry that the chain must hold.
    """
    broken = list(broken_links(ledger))
    return [
        *_decisions(ledger),
        *_questions(ledger),
        *_runs(ledger, is_dead),
        *_effects(ledger),
        *broken,
        # A broken chain proves nothing about the rows.
        *([] if broken else unmatched(ledger)),
        *_anchored(ledger, anchor),
    ]


def _anchored(ledger: sqlite3.Connection, anchor: str) -> Iterator[str]:
    known = ledger.execute("select 1 from audit where hash = ?", (anchor,)).fetchone()
    if anchor and known is None:
        yield f"No audit entry has the hash {anchor}: what led to it was changed or removed."


def _decisions(ledger: sqlite3.Connection) -> Iterator[str]:
    """One decision for each decided question, none for an open one, made on its very text."""
    rows = ledger.execute(
        "select q.id, q.status, q.digest, d.digest from questions q"
        " left join decisions d on d.question = q.id order by q.created"
    )
    for question, status, asked, decided in rows:
        if status in ("answered", "cancelled") and decided is None:
            yield f"Question {question} is {status}, but there is no decision on it."
        elif status not in ("answered", "cancelled") and decided is not None:
            yield f"Question {question} is {status}, but there is a decision on it."
        elif decided not in (None, asked):
            yield f"The decision on question {question} was made on another text than is kept."


def _questions(ledger: sqlite3.Connection) -> Iterator[str]:
    rows = ledger.execute("select id, payload, digest from questions where payload <> ?", (PURGED,))
    for question, payload, asked in rows:
        try:
            unchanged = payload_digest(json.loads(payload)) == asked
        except ValueError:
            unchanged = False
        if not unchanged:
            yield f"The text of question {question} is not the one that was asked."


def _runs(ledger: sqlite3.Connection, is_dead: Callable[[str], bool]) -> Iterator[str]:
    rows = ledger.execute(
        "select r.id, r.thread, l.holder, l.expires from runs r"
        " left join leases l on l.run = r.id where r.status = 'running'"
    )
    for run, thread, holder, expires in rows:
        if holder is None or expires < time.time() or is_dead(holder):
            yield (
                f"Run {run} of conversation {thread} was cut off."
                " Start Interlude once: it recovers it."
            )


def _effects(ledger: sqlite3.Connection) -> Iterator[str]:
    rows = ledger.execute("select key from effects where status = 'intended' order by at")
    for (key,) in rows:
        yield (
            f"The outcome of effect {key[:12]} is not known."
            " Continue its conversation: the other system is asked."
        )
