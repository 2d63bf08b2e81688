"""The ledger's tables: what they promise without any graph."""

import threading
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import replace
from pathlib import Path

import pytest
from langchain_core.messages import AIMessage, HumanMessage, ToolMessage

from agent.errors import AgentError, AlreadyAnswered, NotFound, TakenOver, ThreadBusy
from agent.ports import Attempt
from agent.questions import FreeText, Question, Reply
from agent.store import Ledger
from agent.store.leases import Holder
from agent.store.records import StepRow
from agent.store.threads import title_of


@pytest.fixture
def ledger(folder: Path) -> Iterator[Ledger]:
    ledger = Ledger(folder)
    yield ledger
    ledger.close()


@pytest.fixture
def other(folder: Path) -> Iterator[Ledger]:
    """Another process on the same files, as far as the ledger can tell."""
    ledger = Ledger(folder)
    yield ledger
    ledger.close()


@pytest.fixture
def thread(ledger: Ledger) -> str:
    return ledger.threads.create("ana", "tutor", title="On keys")


def turn_of(ledger: Ledger, thread: str, text: str = "What is a key?") -> str:
    return ledger.turns.append(thread, text, inputs={"subject": "db"}, model="none")


def question(name: str = "q") -> Question:
    return FreeText(id=name, workflow="tutor", step="s", title=name)


def put(ledger: Ledger, thread: str, turn: str, name: str = "q") -> None:
    ledger.questions.put(question(name), thread=thread, turn=turn, interrupt=f"i-{name}")


# Threads


def test_a_thread_is_its_owners(ledger: Ledger, thread: str) -> None:
    """To anybody else it does not exist, in the words of one that never did."""
    assert ledger.threads.get("ana", thread).title == "On keys"
    with pytest.raises(NotFound) as theirs:
        ledger.threads.get("ben", thread)
    with pytest.raises(NotFound) as none:
        ledger.threads.get("ben", "nothing")
    assert str(theirs.value) == str(none.value)
    assert not ledger.threads.has("ben", thread)


def test_threads_are_listed_newest_first_pinned_above_all(ledger: Ledger) -> None:
    names = ("one", "two", "three")
    one, two, three = (ledger.threads.create("ana", "tutor", title=n) for n in names)
    ledger.threads.pin(one, True)
    ledger.threads.set_status(two, "done")
    assert [t.id for t in ledger.threads.all("ana")] == [one, two, three]
    assert ledger.threads.all("ana", workflow="coach") == []
    ledger.threads.delete(one)
    assert [t.id for t in ledger.threads.all("ana")] == [two, three]


@pytest.mark.parametrize(
    ("search", "found"),
    [("KEYS", True), ("second normal", True), ("nothing", False), ("%", True), ("'; drop", False)],
)
def test_search_looks_in_titles_and_messages(
    ledger: Ledger, thread: str, search: str, found: bool
) -> None:
    """Whatever is typed is text, and no pattern."""
    turn_of(ledger, thread, "What is second normal form?")
    assert bool(ledger.threads.all("ana", search=search)) is found


@pytest.mark.parametrize(
    ("text", "title"),
    [
        ("", "New conversation"),
        ("  two\n lines ", "two lines"),
        ("word " * 30, "word " * 11 + "word …"),
        ("x" * 80, "x" * 60 + " …"),
    ],
)
def test_a_title_is_one_short_line(text: str, title: str) -> None:
    assert title_of(text) == title


# Turns


def test_turns_are_numbered_and_paged(ledger: Ledger, thread: str) -> None:
    """Oldest first within a page; a page ends below a number or above one."""
    for number in range(1, 8):
        turn_of(ledger, thread, f"m{number}")
    page = ledger.turns.page

    def numbers(**limits: int) -> list[int]:
        return [turn.n for turn in page(thread, **limits)]

    assert numbers(limit=3) == [5, 6, 7]
    assert numbers(limit=3, before=5) == [2, 3, 4]
    assert numbers(limit=3, before=2) == [1]
    assert numbers(limit=9, after=5) == [6, 7]
    last = ledger.turns.last(thread)
    assert last is not None
    assert (last.n, last.text, last.inputs) == (7, "m7", {"subject": "db"})


def test_entries_keep_their_place_when_replaced(ledger: Ledger, thread: str) -> None:
    """A repeated step replaces what it wrote: no doubles, the order of the first time."""
    turn = turn_of(ledger, thread)
    for key, text in (("a", "1"), ("b", "2"), ("a", "3"), ("c", "4")):
        ledger.turns.put_entry(turn, key, kind="text", data={"text": text})
    entries = ledger.turns.get(turn).entries
    assert [(e.n, e.key, e.data["text"]) for e in entries] == [
        (1, "a", "3"),
        (2, "b", "2"),
        (3, "c", "4"),
    ]
    assert ledger.turns.get(turn).answer == "3\n\n2\n\n4"


def test_a_repeated_step_has_one_row(ledger: Ledger, thread: str) -> None:
    turn = turn_of(ledger, thread)
    run = ledger.leases.begin(thread, turn, kind="ask", model="none")
    row = StepRow(turn, "task", "think", "2027-01-31", 5.0, "error", {}, "", [], {})
    ledger.turns.put_step(row, run=run)
    ledger.turns.put_step(replace(row, outcome="done"), run=run)
    assert [step.outcome for step in ledger.turns.steps(turn)] == ["done"]
    assert ledger.turns.get(turn).steps == 1


def test_a_run_that_lost_its_thread_writes_nothing(ledger: Ledger, thread: str) -> None:
    turn = turn_of(ledger, thread)
    run = ledger.leases.begin(thread, turn, kind="ask", model="none")
    row = StepRow(turn, "task", "think", "2027-01-31", 5.0, "done", {}, "", [], {})
    ledger.leases.take(run)
    with pytest.raises(TakenOver):
        ledger.turns.put_step(row, run=run)
    with pytest.raises(TakenOver):
        ledger.turns.put_entry(turn, "a", kind="text", data={"text": "late"}, run=run)
    assert ledger.turns.steps(turn) == []
    assert ledger.turns.get(turn).entries == ()


def test_a_later_run_has_a_higher_fence(ledger: Ledger, thread: str) -> None:
    """Also after a recovery, which shuts out the run that it took."""
    fences = []
    for _ in range(2):
        run = ledger.leases.begin(thread, turn_of(ledger, thread), kind="ask", model="none")
        fences.append(ledger.leases.fence(run))
        ledger.leases.take(run)
        fences.append(ledger.leases.fence(run))
    assert fences == sorted(set(fences))


def test_messages_come_back_as_they_were(ledger: Ledger, thread: str) -> None:
    """With ids, tool calls and what vendors want to see again."""
    call = {"name": "rag_search", "args": {"query": "x"}, "id": "c1", "type": "tool_call"}
    messages = [
        HumanMessage("Hi", id="h"),
        AIMessage("", id="a", tool_calls=[call], additional_kwargs={"signature": "s"}),
        ToolMessage("found", tool_call_id="c1"),
        AIMessage([{"type": "text", "text": "Here."}], response_metadata={"model": "m"}),
    ]
    turn = turn_of(ledger, thread)
    ledger.turns.keep(turn, messages=messages, carry={"depth": "basic"})
    turn_of(ledger, thread)
    assert ledger.turns.messages(thread, before=9, turns=9) == [messages, []]
    assert ledger.turns.messages(thread, before=2, turns=9) == [messages]
    assert ledger.turns.messages(thread, before=9, turns=1) == [[]]


def test_a_copy_is_a_copy(ledger: Ledger, thread: str) -> None:
    """Entries and steps come along under new ids, ratings do not; the old turn stays alone."""
    turn = turn_of(ledger, thread)
    ledger.turns.put_entry(turn, "a", kind="text", data={"text": "1"})
    ledger.turns.keep(turn, messages=[HumanMessage("Hi")], carry={"depth": "basic"})
    ledger.turns.rate(turn, 1, "good")
    turn_of(ledger, thread)
    target = ledger.threads.create("ana", "tutor", title="Copy")
    assert ledger.turns.copy(thread, target, upto=1) == {"depth": "basic"}
    (copied,) = ledger.turns.page(target)
    assert copied.id != turn
    assert (copied.answer, copied.rating) == ("1", None)
    ledger.turns.put_entry(copied.id, "a", kind="text", data={"text": "2"})
    assert ledger.turns.get(turn).answer == "1"


def test_earlier_questions_are_a_line_each(ledger: Ledger, thread: str) -> None:
    for number in range(1, 6):
        turn_of(ledger, thread, f"line\nnumber {number} " + "x" * 200)
    lines = ledger.turns.earlier(thread, before=4, limit=2).splitlines()
    assert [line[:13] for line in lines] == ["line number 2", "line number 3"]
    assert all(len(line) <= 120 for line in lines)


# Questions


def test_a_question_is_decided_once(ledger: Ledger, thread: str) -> None:
    put(ledger, thread, turn_of(ledger, thread))
    asked = ledger.questions.get("q")
    ledger.questions.decide(asked, Reply(text="one"), who="ana")
    with pytest.raises(AlreadyAnswered, match="answered by ana at"):
        ledger.questions.decide(asked, Reply(text="two"), who="ben")
    decided = ledger.questions.get("q")
    assert (decided.status, decided.reply, decided.who) == ("answered", Reply(text="one"), "ana")


def test_a_question_that_changed_is_not_decided(ledger: Ledger, thread: str) -> None:
    """Who answers another text than the one that stands has answered nothing."""
    put(ledger, thread, turn_of(ledger, thread))
    asked = ledger.questions.get("q")
    other = replace(asked, digest="of something else")
    with pytest.raises(AlreadyAnswered, match="no longer open"):
        ledger.questions.decide(other, Reply(text="one"), who="ana")
    assert ledger.questions.get("q") == asked


def test_a_known_question_keeps_its_status(ledger: Ledger, thread: str) -> None:
    """A pause that is recorded again, after a crash, does not reopen what was decided."""
    turn = turn_of(ledger, thread)
    put(ledger, thread, turn)
    ledger.questions.decide(ledger.questions.get("q"), Reply(text="one"), who="ana")
    put(ledger, thread, turn)
    assert ledger.questions.get("q").status == "answered"


def test_pending_questions_are_the_owners(ledger: Ledger, thread: str) -> None:
    """Oldest first, over threads; not those of others, of deleted threads, or decided ones."""
    turn = turn_of(ledger, thread)
    second = ledger.threads.create("ana", "tutor", title="Two")
    put(ledger, thread, turn, "q1")
    put(ledger, second, turn_of(ledger, second), "q2")
    pending = ledger.questions.pending
    assert [asked.question.id for asked in pending(owner="ana")] == ["q1", "q2"]
    assert [asked.question.id for asked in pending(owner="ana", thread=second)] == ["q2"]
    assert pending(owner="ben") == pending(owner="ben", thread=thread) == []
    ledger.threads.delete(second)
    ledger.questions.decide(ledger.questions.get("q1"), Reply(text="x"), who="ana")
    assert pending(owner="ana") == []


def test_a_withdrawn_question_can_be_reopened(ledger: Ledger, thread: str) -> None:
    """Only what was withdrawn, never what was decided."""
    turn = turn_of(ledger, thread)
    put(ledger, thread, turn, "q1")
    put(ledger, thread, turn, "q2")
    ledger.questions.decide(ledger.questions.get("q1"), Reply(text="x"), who="ana")
    ledger.questions.withdraw(thread)
    with pytest.raises(AlreadyAnswered, match="no longer open"):
        ledger.questions.decide(ledger.questions.get("q2"), Reply(text="x"), who="ana")
    ledger.questions.reopen(thread)
    assert [ledger.questions.get(q).status for q in ("q1", "q2")] == ["answered", "pending"]


# Leases


def test_one_run_holds_a_thread(ledger: Ledger, other: Ledger, thread: str) -> None:
    """The second is refused with the holder's name, here and elsewhere."""
    turn = turn_of(ledger, thread)
    run = ledger.leases.begin(thread, turn, kind="ask", model="none")
    with pytest.raises(ThreadBusy) as here:
        ledger.leases.begin(thread, turn, kind="ask", model="none")
    with pytest.raises(ThreadBusy) as elsewhere:
        other.leases.begin(thread, turn, kind="ask", model="none")
    assert "this server" in here.value.hint
    assert ledger.holder.name in elsewhere.value.hint
    assert other.leases.held_elsewhere(thread) == run
    assert ledger.leases.held_elsewhere(thread) is None
    ledger.leases.end(run, "done")
    assert other.leases.status(run) == "done"
    other.leases.begin(thread, turn, kind="ask", model="none")


def test_what_killed_processes_left_is_swept(ledger: Ledger) -> None:
    """A killed process cannot remove its own lock file."""
    folder = ledger.db.path.parent / "holders"
    (folder / "killed-1-abc.lock").touch()
    Holder(folder).close()
    assert [path.stem for path in folder.glob("*.lock")] == [ledger.holder.name]


def test_a_refused_run_leaves_nothing(ledger: Ledger, thread: str) -> None:
    """What stood in the same transaction is gone with it."""
    ledger.leases.begin(thread, turn_of(ledger, thread), kind="ask", model="none")

    def admit() -> None:
        with ledger.transaction():
            second = turn_of(ledger, thread, "second")
            ledger.leases.begin(thread, second, kind="ask", model="none")

    with pytest.raises(ThreadBusy):
        admit()
    assert [turn.text for turn in ledger.turns.page(thread)] == ["What is a key?"]


def test_a_living_holder_is_left_alone(ledger: Ledger, other: Ledger, thread: str) -> None:
    ledger.leases.begin(thread, turn_of(ledger, thread), kind="ask", model="none")
    assert other.leases.cut_off() == ledger.leases.cut_off() == []


def test_a_closed_holder_is_dead(folder: Path, other: Ledger) -> None:
    """Its run is cut off at once; one of all who look takes it."""
    ledger = Ledger(folder)
    thread = ledger.threads.create("ana", "tutor", title="T")
    run = ledger.leases.begin(thread, turn_of(ledger, thread), kind="ask", model="none")
    ledger.close()
    third = Ledger(folder)
    assert [c.run for c in other.leases.cut_off()] == [c.run for c in third.leases.cut_off()]
    taken: list[bool] = []
    start = threading.Barrier(2)

    def take(mine: Ledger) -> None:
        start.wait()
        taken.append(mine.leases.take(run))

    crowd = [threading.Thread(target=take, args=(mine,)) for mine in (other, third)]
    for each in crowd:
        each.start()
    for each in crowd:
        each.join()
    assert sorted(taken) == [False, True]
    assert other.leases.status(run) == "cut_off"
    assert other.leases.cut_off() == []
    other.leases.begin(thread, turn_of(other, thread), kind="ask", model="none")
    third.close()


def test_only_named_runs_are_kept_alive(ledger: Ledger, thread: str) -> None:
    """A lease that is not renewed runs out, though its process lives."""
    second = ledger.threads.create("ana", "tutor", title="Two")
    turn = turn_of(ledger, thread)
    kept = ledger.leases.begin(thread, turn, kind="ask", model="none")
    lost = ledger.leases.begin(second, turn_of(ledger, second), kind="ask", model="none")
    ledger.db.run("update leases set expires = 0")
    ledger.leases.beat([kept])
    assert [cut_off.run for cut_off in ledger.leases.cut_off()] == [lost]


# Stores


def test_attempts_are_kept_once_and_by_user(ledger: Ledger) -> None:
    attempt = Attempt("1", "ana", "t", "db", "keys", "2027-01-31", 1, 2, {"answers": []})
    ledger.attempts.put(attempt)
    ledger.attempts.put(replace(attempt, score=2))
    assert ledger.attempts.all("ana") == ledger.attempts.all("ana", "db") == [attempt]
    assert ledger.attempts.all("ana", "art") == ledger.attempts.all("ben") == []
    with pytest.raises(NotFound):
        ledger.attempts.get("ben", "1")


def test_sealed_values_belong_to_a_thread(ledger: Ledger, thread: str) -> None:
    ledger.sealed.put(thread, "quiz", {"key": "a"})
    ledger.sealed.put(thread, "quiz", {"key": "b"})
    assert ledger.sealed.get(thread, "quiz") == {"key": "b"}
    with pytest.raises(NotFound):
        ledger.sealed.get("other", "quiz")


# The file


def test_a_transaction_is_all_or_nothing(ledger: Ledger, thread: str) -> None:
    """Also when an inner part fails and somebody goes on: nothing of it is kept."""

    def go_on_regardless() -> None:
        with ledger.transaction():
            turn_of(ledger, thread, "outer")
            with suppress(ValueError), ledger.transaction():
                raise ValueError("inner")

    with pytest.raises(RuntimeError, match="none of it is kept"):
        go_on_regardless()
    assert ledger.turns.page(thread) == []


def test_a_newer_file_is_refused(folder: Path) -> None:
    """An older Interlude does not touch what a newer one wrote."""
    ledger = Ledger(folder)
    ledger.db.run("PRAGMA user_version = 99")
    ledger.close()
    with pytest.raises(AgentError, match="newer version"):
        Ledger(folder)


def test_two_first_starts_at_once(folder: Path) -> None:
    """Two processes that create the file at the same moment both get it whole."""
    start = threading.Barrier(4)
    opened: list[Ledger] = []

    def open_one() -> None:
        start.wait()
        opened.append(Ledger(folder))

    crowd = [threading.Thread(target=open_one) for _ in range(4)]
    for each in crowd:
        each.start()
    for each in crowd:
        each.join()
    assert len(opened) == 4
    thread = opened[0].threads.create("ana", "tutor", title="T")
    assert all(ledger.threads.has("ana", thread) for ledger in opened)
    for ledger in opened:
        ledger.close()
