"""The ledger carries the truth: what was asked, answered and done, written before anything acts."""

from pathlib import Path

from agent.ledger.chain import AuditChain
from agent.ledger.contests import ContestStore
from agent.ledger.effects import EffectStore
from agent.ledger.leases import Holder, Leases
from agent.ledger.names import Names
from agent.ledger.questions import Questions
from agent.ledger.schema import SCRIPTS
from agent.ledger.stores import AttemptStore, SealedStore
from agent.ledger.threads import Threads, now
from agent.ledger.turns import Turns
from agent.storage import Database


class Ledger:
    """One file, one writing connection, `synchronous=FULL`."""

    def __init__(self, folder: Path) -> None:
        self.db = Database(folder / "ledger.db", SCRIPTS, synchronous="FULL")
        self.holder = Holder(folder / "holders")
        self.transaction = self.db.transaction
        self.threads = Threads(self.db)
        self.names = Names(self.db)
        self.turns = Turns(self.db)
        self.chain = AuditChain(self.db)
        self.questions = Questions(self.db, self.chain)
        self.leases = Leases(self.db, self.holder)
        self.effects = EffectStore(
            self.db, questions=self.questions, leases=self.leases, chain=self.chain
        )
        self.sealed = SealedStore(self.db)
        self.contests = ContestStore(self.db)
        self.attempts = AttemptStore(self.db, self.contests)

    def touch(self) -> None:
        """A write, to know that writing works. Raises AgentError when it does not."""
        self.db.run("insert or replace into pulse values (1, ?)", now())

    def close(self) -> None:
        self.holder.close()
        self.db.close()
