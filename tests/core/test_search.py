"""Search over conversations: titles, messages and answers."""

import pytest
from langchain_core.messages import AIMessage, HumanMessage

from agent.store import Ledger


@pytest.fixture
def ledger(folder):
    ledger = Ledger(folder)
    yield ledger
    ledger.close()


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
