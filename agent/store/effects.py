"""Effects on other systems: intended before the call, done after it, never sent twice blindly.

An effect is identified by its kind, its target, the approved bytes and the
approval. One that is still intended while no run works on it has an unknown
outcome: the other system is asked, and only what surely did not happen is sent.
"""

import hashlib
import json
from collections.abc import Callable

from agent.errors import (
    AgentError,
    NotApproved,
    OutcomeUnknown,
    Refused,
    TargetBusy,
    ThreadBusy,
)
from agent.language.catalogs import N_
from agent.ports import Effect, EffectRow, Plain
from agent.questions import Approval
from agent.store.chain import AuditChain, effect_key, fingerprint
from agent.store.database import Database
from agent.store.leases import Leases
from agent.store.questions import Questions
from agent.store.rows import read_row
from agent.store.threads import now


class EffectStore:
    def __init__(
        self, db: Database, *, questions: Questions, leases: Leases, chain: AuditChain
    ) -> None:
        self._db = db
        self._questions = questions
        self._leases = leases
        self._chain = chain

    def perform(
        self,
        effect: Effect,
        *,
        thread: str,
        act: Callable[[], Plain],
        find: Callable[[], Plain | None],
    ) -> Plain:
        """Do it at most once; return the stored result of one that was done before."""
        self._must_be_approved(effect, thread)
        known = self.row(key_of(effect))
        if known is not None and known.status == "done":
            return known.result
        run = self._leases.run_of(thread)
        if known is not None and known.status == "intended":
            found = self._reconciled(known, find)
            if found is not None:
                return found
        self._must_not_be_expired(effect)
        self._intend(effect, thread=thread, run=run)
        return self._send(effect, run=run, act=act)

    def row(self, key: str) -> EffectRow | None:
        row = self._db.one("select * from effects where key = ?", key)
        return read_row(EffectRow, row) if row else None

    def unsettled(self, target: str = "") -> list[EffectRow]:
        """Effects without an outcome yet, oldest first; of one target or of all."""
        return self._db.read(
            EffectRow,
            "select * from effects where status = 'intended' and (? = '' or target = ?)"
            " order by at",
            target,
            target,
        )

    def of_thread(self, thread: str) -> list[EffectRow]:
        sql = "select * from effects where thread = ? order by at"
        return self._db.read(EffectRow, sql, thread)

    def of_unknown_outcome(self, thread: str) -> list[EffectRow]:
        """Effects of this thread with an unknown outcome, which still lock their targets."""
        return self._db.read(
            EffectRow,
            "select e.* from effects e join targets t on t.target = e.target"
            " and t.thread = e.thread where e.thread = ? and e.status = 'intended' order by e.at",
            thread,
        )

    # Targets

    def hold(self, target: str, *, thread: str, fence: str) -> None:
        """Lock a target for a thread. Raises TargetBusy, also while an outcome there is unknown."""
        with self._db.transaction():
            held = self._db.one("select * from targets where target = ?", target)
            if held and held["thread"] != thread and self._leases.is_live(held["run"]):
                raise TargetBusy(
                    f"Another conversation is working on {target}.",
                    hint="Wait until it has ended, then try again.",
                    retryable=True,
                )
            for open_ in self.unsettled(target):
                if open_.thread != thread:
                    raise TargetBusy(
                        f"What an earlier change did to {target} is not known yet.",
                        hint="Open that conversation and press Try again or Continue:"
                        " it asks what happened.",
                    )
            run = self._leases.run_of(thread)
            self._db.put("targets", target=target, thread=thread, run=run, fence=fence)

    def release(self, target: str, *, fence: str) -> None:
        self._db.run("delete from targets where target = ? and fence = ?", target, fence)

    def give_up(self, row: EffectRow) -> None:
        """Mark as failed an effect whose conversation can no longer ask about its outcome."""
        self._finish(row, "failed", {})
        self._db.run("delete from targets where target = ?", row.target)

    # Private

    def _must_be_approved(self, effect: Effect, thread: str) -> None:
        """Raise NotApproved unless a person approved exactly these bytes on this thread."""
        asked = self._questions.find(effect.approval)
        fits = (
            asked is not None
            and asked.thread == thread
            and asked.status == "answered"
            and asked.reply is not None
            and asked.reply.decision == "approve"
            and isinstance(asked.question, Approval)
            and asked.question.digest == digest_of(effect.content)
        )
        if not fits:
            raise NotApproved(
                N_("This is not what was approved, so nothing was sent."),
                hint=N_("Ask for it again and approve what the card shows then."),
            )

    def _must_not_be_expired(self, effect: Effect) -> None:
        asked = self._questions.get(effect.approval)
        if asked.question.is_expired:
            raise NotApproved(
                N_("The approval has expired, so nothing was sent."),
                hint=N_("Ask for it again, then approve it again."),
            )

    def _intend(self, effect: Effect, *, thread: str, run: str) -> None:
        with self._db.transaction():
            self._leases.must_hold(run)
            self._db.run(
                "insert into effects (key, kind, target, digest, approval, thread, run, status, at)"
                " values (?, ?, ?, ?, ?, ?, ?, 'intended', ?)"
                " on conflict (key) do update set status = 'intended', run = excluded.run",
                key_of(effect),
                effect.kind,
                effect.target,
                digest_of(effect.content),
                effect.approval,
                thread,
                run,
                now(),
            )
            self._tell("intended", effect, thread=thread)

    def _send(self, effect: Effect, *, run: str, act: Callable[[], Plain]) -> Plain:
        row = self.row(key_of(effect))
        if row is None or row.run != run:
            raise ThreadBusy("Another run has taken this over.", hint="Reload the page.")
        try:
            result = act()
        except Refused:
            self._finish(row, "failed", {})
            raise
        except OutcomeUnknown:
            raise
        except AgentError as error:
            raise OutcomeUnknown(
                f"{error.message} Whether it happened is not known.",
                hint="Press Continue: the other system is asked before anything is sent again.",
                retryable=True,
            ) from error
        self._finish(row, "done", result)
        return result

    def _reconciled(self, row: EffectRow, find: Callable[[], Plain | None]) -> Plain | None:
        """Ask the other system for the outcome and store it; None if it did not happen."""
        result = find()
        self._finish(row, "failed" if result is None else "done", result or {}, asked=True)
        return result

    def _finish(self, row: EffectRow, status: str, result: Plain, *, asked: bool = False) -> None:
        with self._db.transaction():
            self._db.run(
                "update effects set status = ?, result = ?, finished = ? where key = ?",
                status,
                json.dumps(result),
                now(),
                row.key,
            )
            data = {"key": row.key, "kind": row.kind, "target": row.target, "asked": asked}
            data["result"] = fingerprint(json.loads(json.dumps(result)))
            if reference := result.get("reference"):
                data["reference"] = str(reference)
            self._chain.append(f"effect {status}", who="interlude", thread=row.thread, data=data)

    def _tell(self, what: str, effect: Effect, *, thread: str) -> None:
        self._chain.append(
            f"effect {what}",
            who="interlude",
            thread=thread,
            data={
                "key": key_of(effect),
                "kind": effect.kind,
                "target": effect.target,
                "digest": digest_of(effect.content),
                "approval": effect.approval,
            },
        )


def digest_of(content: bytes) -> str:
    return hashlib.sha256(content).hexdigest()


def key_of(effect: Effect) -> str:
    return effect_key(effect.kind, effect.target, digest_of(effect.content), effect.approval)
