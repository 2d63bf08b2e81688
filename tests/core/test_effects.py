"""Effects: approved bytes only, once, and never sent again in doubt."""

import json
import sqlite3
from contextlib import closing

import pytest

from agent.errors import AgentError, NotApproved, OutcomeUnknown, Refused, TargetBusy
from agent.ports import Effect, Plain
from agent.questions import Approval, Reply
from agent.store import Ledger, audit
from agent.store.effects import digest_of

LETTER = b"Dear Ana"
DONE = {"reference": "letter-1"}


class Desk:
    """A ledger with a conversation, and the post: `fails` before or, once `taken`, after it."""

    def __init__(self, ledger: Ledger) -> None:
        self.ledger, self.effects = ledger, ledger.effects
        self.sent = 0
        self.taken = False
        self.fails: AgentError | None = None
        self.thread = self.new_thread()

    def new_thread(self) -> str:
        thread = self.ledger.threads.create("ana", "tutor", title="A letter")
        turn = self.ledger.turns.append(thread, "Write to Ana", inputs={}, model="none")
        self.ledger.leases.begin(thread, turn, kind="ask", model="none")
        return thread

    def ask(self, name: str = "q", *, expires: str | None = None) -> None:
        question = Approval(
            id=name, workflow="w", step="s", title="", digest=digest_of(LETTER), expires=expires
        )
        turn = self.ledger.turns.last(self.thread)
        assert turn is not None
        self.ledger.questions.put(question, thread=self.thread, turn=turn.id, interrupt=name)

    def decide(self, name: str = "q", decision: str = "approve") -> None:
        reply = Reply(decision=decision, comment="why")  # type: ignore[arg-type]
        self.ledger.questions.decide(self.ledger.questions.get(name), reply, who="ana")

    def send(self, approval: str = "q", **more: object) -> Plain:
        given = {"content": LETTER, "find": self.find, "thread": self.thread, **more}
        effect = Effect("post.letter", "ana", given.pop("content"), approval)
        return self.effects.perform(effect, act=self.act, **given)

    def act(self) -> Plain:
        self.sent += self.taken or not self.fails
        if self.fails:
            raise self.fails
        return DONE

    def find(self) -> Plain | None:
        return DONE if self.sent else None

    def problems(self) -> list[str]:
        with closing(sqlite3.connect(self.ledger.db.path)) as connection:
            return audit.problems(connection, is_dead=lambda _name: False)


@pytest.fixture
def desk(folder):
    with closing(Ledger(folder)) as ledger:
        yield Desk(ledger)


@pytest.fixture
def approved(desk):
    desk.ask()
    desk.decide()
    return desk


def lose_the_answer(desk: Desk) -> None:
    desk.taken, desk.fails = True, AgentError("The post does not answer.")
    with pytest.raises(OutcomeUnknown, match="not known"):
        desk.send()
    desk.fails = None


def test_it_happens_once(approved):
    assert approved.send() == approved.send() == DONE
    assert approved.sent == 1
    told = [(entry["what"], entry["who"]) for entry in reversed(approved.ledger.chain.entries())]
    assert told == [
        ("approval approve", "ana"),
        ("effect intended", "interlude"),
        ("effect done", "interlude"),
    ]
    found = approved.ledger.chain.entries(thread=approved.thread, containing="letter-1")
    assert [entry["what"] for entry in found] == ["effect done"]
    assert approved.problems() == []
    approved.ask("anew")
    approved.decide("anew")
    approved.send("anew")
    assert approved.sent == 2, "the same letter, approved anew, is another letter"


def test_what_an_older_release_asked_is_approved_now(desk):
    """A question that was stored without a field of today keeps the digest it was stored with."""
    desk.ask()
    payload = json.loads(desk.ledger.db.all("select payload from questions")[0]["payload"])
    del payload["others"]
    desk.ledger.db.run("update questions set payload = ?, digest = 'old'", json.dumps(payload))
    desk.decide()
    assert desk.ledger.questions.get("q").status == "answered"


def test_only_what_was_approved_in_time_on_its_thread_is_sent(approved):
    """A fork has to be approved anew."""
    approved.ask("open")
    approved.ask("rejected")
    approved.decide("rejected", "reject")
    approved.ask("expired", expires="2020-01-01T00:00:00+00:00")
    approved.decide("expired")
    for wrong, said in (
        *(({"approval": name}, ".") for name in ("open", "rejected", "unknown")),
        ({"approval": "expired"}, "expired"),
        ({"content": LETTER + b"!"}, "not what was approved"),
        ({"thread": approved.new_thread()}, "."),
    ):
        with pytest.raises(NotApproved, match=said):
            approved.send(**wrong)
    assert approved.sent == 0
    assert approved.effects.of_thread(approved.thread) == []


def test_what_was_refused_did_not_happen(approved):
    approved.fails = Refused("No stamp.", hint="Buy one.")
    with pytest.raises(Refused, match="No stamp"):
        approved.send()
    assert [row.status for row in approved.effects.of_thread(approved.thread)] == ["failed"]
    assert approved.problems() == []
    approved.fails = None
    assert approved.send() == DONE
    assert approved.sent == 1


def test_a_lost_answer_is_asked_for(approved):
    lose_the_answer(approved)
    assert [row.target for row in approved.effects.unsettled()] == ["ana"]
    (told,) = approved.problems()
    assert "not known" in told
    assert approved.send() == DONE
    assert approved.sent == 1
    assert approved.problems() == []


def test_what_never_arrived_is_sent_once_that_is_known(approved):
    def unknown() -> Plain | None:
        raise OutcomeUnknown("The post is closed.", hint="Try again tomorrow.")

    approved.fails = AgentError("The line is dead.")
    with pytest.raises(OutcomeUnknown):
        approved.send()
    approved.fails = None
    with pytest.raises(OutcomeUnknown, match="closed"):
        approved.send(find=unknown)
    assert approved.sent == 0
    assert approved.send() == DONE
    assert approved.sent == 1


def test_one_at_work_on_a_target(desk):
    thread, other, hold = desk.thread, desk.new_thread(), desk.effects.hold
    hold("stack", thread=thread, fence="1")
    hold("stack", thread=thread, fence="2")
    with pytest.raises(TargetBusy, match="working on stack"):
        hold("stack", thread=other, fence="3")
    desk.effects.release("stack", fence="2")
    hold("stack", thread=other, fence="3")
    desk.ledger.leases.end(desk.ledger.leases.run_of(other), "done")
    hold("stack", thread=thread, fence="4")


def test_a_target_in_doubt_is_left_alone(approved):
    thread, other, effects = approved.thread, approved.new_thread(), approved.effects
    lose_the_answer(approved)
    assert effects.of_unknown_outcome(thread) == [], "what holds no target may stay unknown"
    effects.hold("ana", thread=thread, fence="1")
    assert [row.target for row in effects.of_unknown_outcome(thread)] == ["ana"]
    assert effects.of_unknown_outcome(other) == []
    effects.release("ana", fence="1")
    with pytest.raises(TargetBusy, match="not known yet"):
        effects.hold("ana", thread=other, fence="2")
    approved.send()
    effects.hold("ana", thread=other, fence="2")


def test_a_purge_leaves_the_chain_whole(approved):
    approved.send()
    approved.ledger.threads.purge(approved.thread)
    assert [row.result for row in approved.effects.of_thread(approved.thread)] == [DONE]
    assert [p for p in approved.problems() if "Question" not in p] == []
