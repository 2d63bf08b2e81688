"""Effects: approved bytes only, once, and never sent again in doubt."""

import json
import sqlite3
from collections.abc import Callable
from datetime import UTC, datetime, timedelta

import pytest

from agent.errors import AgentError, NotApproved, OutcomeUnknown, Refused, TargetBusy
from agent.ports import Effect, Plain
from agent.questions import Approval, Reply
from agent.store import Ledger, audit
from agent.store.effects import digest_of

LETTER = b"Dear Ana"
DONE = {"reference": "letter-1"}


@pytest.fixture
def ledger(folder):
    ledger = Ledger(folder)
    yield ledger
    ledger.close()


class Post:
    """The other system. `says` is raised after, `refuses` before anything has happened."""

    def __init__(self) -> None:
        self.sent = 0
        self.says: AgentError | None = None
        self.refuses: AgentError | None = None

    def send(self) -> Plain:
        if self.refuses:
            raise self.refuses
        self.sent += 1
        if self.says:
            raise self.says
        return DONE

    def find(self) -> Plain | None:
        return DONE if self.sent else None


@pytest.fixture
def post():
    return Post()


def thread_of(ledger: Ledger) -> str:
    thread = ledger.threads.create("ana", "tutor", title="A letter")
    turn = ledger.turns.append(thread, "Write to Ana", inputs={}, model="none")
    ledger.leases.begin(thread, turn, kind="ask", model="none")
    return thread


@pytest.fixture
def thread(ledger):
    return thread_of(ledger)


def ask(ledger: Ledger, thread: str, name: str, *, expires: str | None = None) -> Approval:
    question = Approval(
        id=name, workflow="w", step="s", title="Send?", digest=digest_of(LETTER), expires=expires
    )
    turn = ledger.turns.last(thread)
    assert turn is not None
    ledger.questions.put(question, thread=thread, turn=turn.id, interrupt=f"i-{name}")
    return question


def approve(
    ledger: Ledger, thread: str, name: str = "q", *, decision: str = "approve", **more: str
) -> str:
    ask(ledger, thread, name, **more)
    reply = Reply(decision=decision, comment="why")  # type: ignore[arg-type]
    ledger.questions.decide(ledger.questions.get(name), reply, who="ana")
    return name


def send(
    ledger: Ledger,
    thread: str,
    post: Post,
    *,
    approval: str = "q",
    content: bytes = LETTER,
    find: Callable[[], Plain | None] | None = None,
) -> Plain:
    effect = Effect("post.letter", "ana", content, approval)
    return ledger.effects.perform(effect, thread=thread, act=post.send, find=find or post.find)


def problems(ledger: Ledger) -> list[str]:
    with sqlite3.connect(ledger.db.path) as connection:
        found = audit.problems(connection, is_dead=lambda _name: False)
    connection.close()
    return found


def test_it_happens_once(ledger, thread, post):
    approve(ledger, thread)
    assert send(ledger, thread, post) == DONE
    assert send(ledger, thread, post) == DONE
    assert post.sent == 1
    told = [(entry["what"], entry["who"]) for entry in reversed(ledger.chain.entries())]
    assert told == [
        ("approval approve", "ana"),
        ("effect intended", "interlude"),
        ("effect done", "interlude"),
    ]
    found = ledger.chain.entries(thread=thread, containing="letter-1")
    assert [entry["what"] for entry in found] == ["effect done"]
    assert problems(ledger) == []


def test_what_an_older_release_asked_is_approved_now(ledger, thread):
    """A question that was stored without a field of today keeps the digest it was stored with."""
    ask(ledger, thread, "q")
    payload = json.loads(ledger.db.all("select payload from questions")[0]["payload"])
    del payload["others"]
    ledger.db.run("update questions set payload = ?, digest = 'old'", json.dumps(payload))
    ledger.questions.decide(ledger.questions.get("q"), Reply(decision="approve"), who="ana")
    assert ledger.questions.get("q").status == "answered"


def test_each_approval_is_good_for_its_own_effect(ledger, thread, post):
    """The same letter, approved anew, is another letter."""
    for name in ("q1", "q2"):
        approve(ledger, thread, name)
        send(ledger, thread, post, approval=name)
    assert post.sent == 2


def test_other_bytes_are_not_approved(ledger, thread, post):
    approve(ledger, thread)
    with pytest.raises(NotApproved, match="not what was approved"):
        send(ledger, thread, post, content=LETTER + b"!")
    assert post.sent == 0
    assert ledger.effects.of_thread(thread) == []


def test_what_is_rejected_open_unknown_or_expired_is_not_approved(ledger, thread, post):
    past = (datetime.now(UTC) - timedelta(minutes=1)).isoformat()
    approve(ledger, thread, "rejected", decision="reject")
    approve(ledger, thread, "expired", expires=past)
    ask(ledger, thread, "open")
    for name in ("rejected", "open", "unknown"):
        with pytest.raises(NotApproved):
            send(ledger, thread, post, approval=name)
    with pytest.raises(NotApproved, match="expired"):
        send(ledger, thread, post, approval="expired")
    assert post.sent == 0


def test_an_approval_is_good_on_its_thread_only(ledger, thread, post):
    """A fork has to be approved anew."""
    approve(ledger, thread)
    with pytest.raises(NotApproved):
        send(ledger, thread_of(ledger), post)
    assert post.sent == 0


def test_what_was_refused_did_not_happen(ledger, thread, post):
    approve(ledger, thread)
    post.refuses = Refused("No stamp.", hint="Buy one.")
    with pytest.raises(Refused, match="No stamp"):
        send(ledger, thread, post)
    assert [row.status for row in ledger.effects.of_thread(thread)] == ["failed"]
    assert problems(ledger) == []
    post.refuses = None
    assert send(ledger, thread, post) == DONE
    assert post.sent == 1


def test_a_lost_answer_is_asked_for(ledger, thread, post):
    approve(ledger, thread)
    post.says = AgentError("The post does not answer.")
    with pytest.raises(OutcomeUnknown, match="not known"):
        send(ledger, thread, post)
    assert [row.target for row in ledger.effects.unsettled()] == ["ana"]
    (told,) = problems(ledger)
    assert "not known" in told
    assert send(ledger, thread, post) == DONE
    assert post.sent == 1
    assert problems(ledger) == []


def test_what_never_arrived_is_sent_once_that_is_known(ledger, thread, post):
    def unknown() -> Plain | None:
        raise OutcomeUnknown("The post is closed.", hint="Try again tomorrow.")

    approve(ledger, thread)
    post.refuses = AgentError("The line is dead.")
    with pytest.raises(OutcomeUnknown):
        send(ledger, thread, post)
    post.refuses = None
    with pytest.raises(OutcomeUnknown, match="closed"):
        send(ledger, thread, post, find=unknown)
    assert post.sent == 0
    assert send(ledger, thread, post) == DONE
    assert post.sent == 1


def test_one_at_work_on_a_target(ledger, thread):
    other = thread_of(ledger)
    ledger.effects.hold("stack", thread=thread, fence="1")
    ledger.effects.hold("stack", thread=thread, fence="2")
    with pytest.raises(TargetBusy, match="working on stack"):
        ledger.effects.hold("stack", thread=other, fence="3")
    ledger.effects.release("stack", fence="2")
    ledger.effects.hold("stack", thread=other, fence="3")
    ledger.leases.end(ledger.leases.run_of(other), "done")
    ledger.effects.hold("stack", thread=thread, fence="4")


def test_a_target_in_doubt_is_left_alone(ledger, thread, post):
    approve(ledger, thread)
    post.says = AgentError("The post does not answer.")
    with pytest.raises(OutcomeUnknown):
        send(ledger, thread, post)
    assert ledger.effects.of_unknown_outcome(thread) == [], "what holds no target may stay unknown"
    ledger.effects.hold("ana", thread=thread, fence="1")
    assert [row.target for row in ledger.effects.of_unknown_outcome(thread)] == ["ana"]
    other = thread_of(ledger)
    assert ledger.effects.of_unknown_outcome(other) == []
    ledger.effects.release("ana", fence="1")
    with pytest.raises(TargetBusy, match="not known yet"):
        ledger.effects.hold("ana", thread=other, fence="2")
    post.says = None
    send(ledger, thread, post)
    ledger.effects.hold("ana", thread=other, fence="2")


def test_a_purge_leaves_the_chain_whole(ledger, thread, post):
    approve(ledger, thread)
    send(ledger, thread, post)
    ledger.threads.purge(thread)
    assert [row.result for row in ledger.effects.of_thread(thread)] == [DONE]
    assert [p for p in problems(ledger) if "Question" not in p] == []
