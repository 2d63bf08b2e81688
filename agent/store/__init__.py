"""The ledger: what was asked, answered and done, written before anything acts on it."""

import sqlite3
from contextlib import suppress
from pathlib import Path
from typing import Literal

from agent.errors import AgentError
from agent.store.chain import AuditChain, fingerprint
from agent.store.contests import ContestStore
from agent.store.database import Database
from agent.store.effects import EffectStore
from agent.store.folder import LEDGER, put_anchor
from agent.store.leases import Holder, Leases
from agent.store.names import Names
from agent.store.questions import Questions
from agent.store.quiz_storage import AttemptStore, HiddenQuizStore
from agent.store.schema import SCRIPTS
from agent.store.seals import COUNTS, KINDS
from agent.store.search import Search
from agent.store.threads import Threads, now
from agent.store.turns import Turns

LARGEST_CHECKED = 64 * 2**20
"""Bytes. Looking through a larger file would delay the start."""


class Ledger:
    """One file, one writing connection, `synchronous=FULL`."""

    def __init__(self, folder: Path) -> None:
        self.db = Database(folder / LEDGER, SCRIPTS, synchronous="FULL")
        try:
            self._refuse_damage()
            self.holder = Holder(folder / "holders")
        except AgentError:
            self.db.close()
            raise
        self.transaction = self.db.transaction
        self.chain = AuditChain(self.db)
        self.chain.begin(COUNTS)
        self.search = Search(self.db)
        self.search.catch_up()
        self.threads = Threads(self.db, self.chain, self.search)
        self.names = Names(self.db)
        self.turns = Turns(self.db, self.chain, self.search)
        self.questions = Questions(self.db, self.chain)
        self.leases = Leases(self.db, self.holder)
        self.effects = EffectStore(
            self.db, questions=self.questions, leases=self.leases, chain=self.chain
        )
        self.sealed = HiddenQuizStore(self.db)
        self.contests = ContestStore(self.db)
        self.attempts = AttemptStore(self.db, self.contests)

    def _refuse_damage(self) -> None:
        if self.db.path.stat().st_size > LARGEST_CHECKED:
            return
        (found,) = self.db.all("PRAGMA quick_check(1)")[0]
        if found != "ok":
            raise AgentError(
                f"The file {self.db.path} is damaged.", hint="Restore it from a backup."
            )

    def touch(self) -> None:
        """Write something, to know that writing works. Raises AgentError when it does not."""
        self.db.put("pulse", id=1, at=now())

    def seal(self, kind: Literal["issue", "page"], id_: int) -> None:
        """Append the present version of an issue or a page to the audit chain."""
        row = self.db.one(f"{KINDS[kind]} where i.id = ? and v.version = i.version", id_)
        if row is not None:
            data = {"id": id_, "version": row["version"], "digest": fingerprint(list(row))}
            self.chain.append(kind, who="interlude", thread="", data=data)

    def anchor(self) -> None:
        """Remember in another file where the audit chain ends."""
        with suppress(AgentError, sqlite3.Error):
            put_anchor(self.db.path.parent, *self.chain.end())

    def close(self) -> None:
        self.anchor()
        self.holder.close()
        self.db.close()
