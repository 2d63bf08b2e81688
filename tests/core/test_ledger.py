"""The ledger's tables: what they promise without any graph, and how conversations are found."""

import threading
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace

import pytest
from langchain_core.messages import AIMessage, HumanMessage, ToolMessage

from agent.errors import AlreadyAnswered, NotFound, TakenOver
from agent.ports import Attempt
from agent.questions import FreeText, Reply
from agent.store import Ledger
from agent.store.leases import Holder
from agent.store.records import StepRow
from agent.store.threads import title_of


@pytest.fixture
def ledger(folder):
    ledger = Ledger(folder)
    yield ledger
    ledger.close()


@pytest.fixture
def other(folder):
    """Another process on the same files, as far as the ledger can tell."""
    ledger = Ledger(folder)
    yield ledger
    ledger.close()


@pytest.fixture
def thread(ledger):
    return ledger.threads.create("ana", "tutor", title="On keys")


def turn_of(ledger: Ledger, thread: str, text: str = "What is a key?") -> str:
    return ledger.turns.append(thread, text, inputs={"subject": "db"}, model="none")


def test_threads_are_listed_newest_first_pinned_above_all(ledger):
    names = ("one", "two", "three")
    one, two, three = (ledger.threads.create("ana", "tutor", title=n) for n in names)
    ledger.threads.pin(one, True)
    ledger.threads.set_status(two, "done")
    assert [t.id for t in ledger.threads.all("ana")] == [one, two, three]
    assert ledger.threads.all("ana", workflow="coach") == []
    ledger.threads.delete(one)
    assert [t.id for t in ledger.threads.all("ana")] == [two, three]


@pytest.mark.parametrize(
    ("text", "title"),
    [
        ("", "New conversation"),
        ("  two\n lines ", "two lines"),
        ("word " * 30, "word " * 11 + "word …"),
        ("x" * 80, "x" * 60 + " …"),
    ],
)
def test_a_title_is_one_short_line(text, title):
    assert title_of(text) == title


def test_turns_are_numbered_and_paged(ledger, thread):
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


def test_entries_keep_their_place_when_replaced(ledger, thread):
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


def test_a_repeated_step_has_one_row_and_a_run_that_lost_its_thread_none(ledger, thread):
    turn = turn_of(ledger, thread)
    run = ledger.leases.begin(thread, turn, kind="ask", model="none")
    row = StepRow(turn, "task", "think", "2027-01-31", 5.0, "error", {}, "", [], {})
    ledger.turns.put_step(row, run=run)
    ledger.turns.put_step(replace(row, outcome="done"), run=run)
    ledger.leases.take(run)
    with pytest.raises(TakenOver):
        ledger.turns.put_step(replace(row, outcome="late"), run=run)
    with pytest.raises(TakenOver):
        ledger.turns.put_entry(turn, "a", kind="text", data={"text": "late"}, run=run)
    assert [step.outcome for step in ledger.turns.steps(turn)] == ["done"]
    assert ledger.turns.get(turn).entries == ()


def test_messages_come_back_as_they_were(ledger, thread):
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


def test_a_question_that_changed_is_not_decided(ledger, thread):
    question = FreeText(id="q", workflow="tutor", step="s", title="q")
    ledger.questions.put(question, thread=thread, turn=turn_of(ledger, thread), interrupt="i")
    asked = ledger.questions.get("q")
    other = replace(asked, digest="of something else")
    with pytest.raises(AlreadyAnswered, match="no longer open"):
        ledger.questions.decide(other, Reply(text="one"), who="ana")
    assert ledger.questions.get("q") == asked


def test_what_killed_processes_left_is_swept(ledger):
    """A killed process cannot remove its own lock file."""
    folder = ledger.db.path.parent / "holders"
    (folder / "killed-1-abc.lock").touch()
    Holder(folder).close()
    assert [path.stem for path in folder.glob("*.lock")] == [ledger.holder.name]


def test_a_closed_holder_is_dead(folder, other):
    ledger = Ledger(folder)
    thread = ledger.threads.create("ana", "tutor", title="T")
    run = ledger.leases.begin(thread, turn_of(ledger, thread), kind="ask", model="none")
    ledger.close()
    third = Ledger(folder)
    assert [c.run for c in other.leases.cut_off()] == [c.run for c in third.leases.cut_off()]
    start = threading.Barrier(2)

    def take(mine: Ledger) -> bool:
        start.wait()
        return mine.leases.take(run)

    with ThreadPoolExecutor() as crowd:
        taken = list(crowd.map(take, (other, third)))
    assert sorted(taken) == [False, True]
    assert other.leases.status(run) == "cut_off"
    assert other.leases.cut_off() == []
    other.leases.begin(thread, turn_of(other, thread), kind="ask", model="none")
    third.close()


def test_only_named_runs_are_kept_alive(ledger, thread):
    """A lease that is not renewed runs out, though its process lives."""
    second = ledger.threads.create("ana", "tutor", title="Two")
    turn = turn_of(ledger, thread)
    kept = ledger.leases.begin(thread, turn, kind="ask", model="none")
    lost = ledger.leases.begin(second, turn_of(ledger, second), kind="ask", model="none")
    ledger.db.run("update leases set expires = 0")
    ledger.leases.beat([kept])
    assert [cut_off.run for cut_off in ledger.leases.cut_off()] == [lost]


def test_attempts_are_kept_once_and_by_user(ledger):
    attempt = Attempt("1", "ana", "t", "db", "keys", "2027-01-31", 1, 2, {"answers": []})
    ledger.attempts.put(attempt)
    ledger.attempts.put(replace(attempt, score=2))
    assert ledger.attempts.all("ana") == ledger.attempts.all("ana", "db") == [attempt]
    assert ledger.attempts.all("ana", "art") == ledger.attempts.all("ben") == []
    with pytest.raises(NotFound):
        ledger.attempts.get("ben", "1")


def put(ledger: Ledger, said: str, answer: str, *, owner: str = "ana") -> str:
    thread = ledger.threads.create(owner, "tutor", title="A conversation")
    turn = ledger.turns.append(thread, said, inputs={}, model="none")
    ledger.turns.keep(turn, messages=[HumanMessage(said), AIMessage(answer)], carry={})
    return thread


def found(ledger: Ledger, search: str, owner: str = "ana") -> list[str]:
    return [thread.id for thread in ledger.threads.all(owner, search=search)]


@pytest.mark.parametrize(
    "search", ["varroa", "mites harm", "VARR", "clave foránea", "clave foranea", "外键", "外"]
)
def test_what_was_said_and_answered_is_found(ledger, search):
    thread = put(
        ledger, "What harms bees? ¿Y la clave foránea?", "Varroa mites harm them. 外键是列。"
    )
    put(ledger, "Something else", "entirely")
    assert found(ledger, search) == [thread]


@pytest.mark.parametrize("search", ["varroa wasps", 'varroa" OR "else', "NOT else", "'; drop"])
def test_all_words_must_occur_and_none_is_an_operator(ledger, search):
    put(ledger, "What harms bees?", "Varroa mites harm them.")
    assert found(ledger, search) == []


DRAFT = {"number": 1, "blocking": [], "piece": {"title": "Bees", "text": "Varroa harms them."}}
DRAFT["piece"] |= {"meta_description": "", "alt": ""}


def put_draft(ledger: Ledger) -> tuple[str, str]:
    thread = ledger.threads.create("ana", "studio", title="A conversation")
    turn = ledger.turns.append(thread, "Write a post", inputs={}, model="none")
    ledger.turns.put_entry(turn, "draft:1", kind="studio_draft", data=DRAFT)
    return thread, turn


def test_words_of_a_result_are_found_while_it_waits_and_when_it_is_done(ledger):
    thread, turn = put_draft(ledger)
    ledger.turns.index_results(turn)
    assert found(ledger, "varroa") == [thread]
    ledger.turns.keep(turn, messages=[AIMessage("Kept.")], carry={})
    assert found(ledger, "varroa") == [thread]


def test_a_folder_of_before_is_indexed_when_it_is_opened(folder):
    first = Ledger(folder)
    said = put(first, "What harms bees?", "Varroa.")
    thread, turn = put_draft(first)
    first.turns.put_entry(turn, "draft:0", kind="studio_draft", data={"odd": True})
    first.turns.keep(turn, messages=[AIMessage("Kept.")], carry={})
    first.db.run("delete from turn_words")
    first.db.run("delete from turn_texts")
    first.close()
    again = Ledger(folder)
    assert set(found(again, "varroa")) == {said, thread}
    again.close()


def test_an_answer_that_is_written_again_takes_the_place_of_the_first(ledger):
    thread = put(ledger, "What harms bees?", "Wasps.")
    [turn] = ledger.turns.page(thread)
    ledger.turns.keep(turn.id, messages=[AIMessage("Varroa.")], carry={})
    assert found(ledger, "wasps") == []
    assert found(ledger, "varroa") == [thread]


def test_nothing_of_others_is_found_and_nothing_after_a_purge(ledger):
    thread = put(ledger, "What harms bees?", "Varroa.")
    assert found(ledger, "varroa", owner="ben") == []
    ledger.threads.delete(thread)
    ledger.threads.purge(thread)
    assert ledger.db.all("select * from turn_texts") == []
    assert ledger.db.one("select count(*) from turn_words")[0] == 0
