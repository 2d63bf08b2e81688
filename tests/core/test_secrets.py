"""Keys never rest, and a quiz's keys stay sealed until they are answered."""

import json
import logging
from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from langchain_core.messages import AIMessage
from pydantic import SecretStr

from agent import Settings, open_agent
from agent.adapters.llm import open_llm
from agent.adapters.llm.retrying import Patience
from agent.engine.runs import Run
from agent.events import Event
from agent.facade import GraphAgent, UserAgent
from agent.ports import Item, Llm, ModelChoice, Reporter
from agent.questions import Reply
from tests.core.talk import QUIZ, answer, ask, contents, done, start
from tests.fakes import MODEL, RULES, Breaks, Gives, Says, Script, item, open_fake_agent
from tests.servers.openai_server import openai_server
from tests.servers.scripted import Calls, Fails
from tests.servers.scripted import Says as ServerSays

KEY = "sk-canary-9f3a71"
KINDS = ("md", "html", "json")


def places(user: UserAgent, thread: str, events: Sequence[Event] = ()) -> Iterator[tuple[str, str]]:
    """Everything that leaves the agent for a page, an export or an event stream."""
    for kind in KINDS:
        yield f"export {kind}", user.export(thread, kind)  # type: ignore[arg-type]
    yield "state", str(user.state(thread))
    yield "history", str(user.history(thread))
    yield "steps", str(user.steps(thread))
    yield "recommendations", str(user.recommendations(thread))
    yield "threads", str(user.threads())
    yield "pending", str(user.pending())
    yield "events", str(events)


def holding(word: str, where: Iterator[tuple[str, str]]) -> list[str]:
    return [name for name, text in where if word in text]


def files_holding(word: str, folder: Path) -> list[str]:
    files = [path for path in folder.rglob("*") if path.is_file()]
    assert {"ledger.db", "checkpoints.db"} <= {path.name for path in files}
    return [str(path.name) for path in files if word.encode() in path.read_bytes()]


# API keys


@pytest.fixture
def log(caplog: pytest.LogCaptureFixture) -> pytest.LogCaptureFixture:
    caplog.set_level(logging.DEBUG)
    return caplog


class Talkative(Exception):
    """What a vendor's client may raise: the key in its text."""


def check_nowhere(
    agent: GraphAgent, folder: Path, runs: Sequence[Run], log: pytest.LogCaptureFixture
) -> None:
    events = [event for run in runs for event in run.events()]
    assert holding(KEY, places(agent.for_user("local"), runs[0].thread, events)) == []
    assert tables_holding(KEY, agent) == set()
    assert files_holding(KEY, folder) == []
    assert KEY not in log.text


def test_a_chosen_key_is_stored_nowhere(
    agent: GraphAgent, folder: Path, script: Script, user: UserAgent, log: pytest.LogCaptureFixture
) -> None:
    """Neither while a question waits, nor after it was answered with the same key."""
    choice = replace(MODEL, key=SecretStr(KEY), base_url="http://127.0.0.1:1/v1")
    script.add(Says(calls=(("generate_test", {"topic": "normalisation", "num_questions": 3}),)))
    script.add(Gives("explain_answer", {"explanation": "Because."}))
    first = done(start(user, "Quiz me", model=choice))
    second = answer(user, first.thread, "d", model=choice)
    assert script.choices[0].key == script.choices[1].key == SecretStr(KEY)
    check_nowhere(agent, folder, [first, second], log)


@pytest.mark.parametrize("step", ["think", "generate_questions"])
def test_an_error_that_tells_the_key_is_kept_from_files_and_logs(
    agent: GraphAgent,
    folder: Path,
    script: Script,
    user: UserAgent,
    log: pytest.LogCaptureFixture,
    step: str,
) -> None:
    """Even when it is nobody's known error: its text goes nowhere, the user gets a sentence."""
    if step == "generate_questions":
        wanted = {"topic": "normalisation", "num_questions": 1, "source": "generate"}
        script.add(Says(calls=(("generate_test", wanted),)))
    script.add(Breaks(Talkative(f"Incorrect API key provided: {KEY}")))
    run = done(start(user, "Quiz me", model=replace(MODEL, key=SecretStr(KEY))))
    (turn,) = user.history(run.thread)
    assert turn.error is not None
    assert turn.error["message"] == "Something went wrong inside Interlude."
    assert "Talkative" in log.text
    check_nowhere(agent, folder, [run], log)


def test_a_vendor_that_echoes_the_key(folder: Path, log: pytest.LogCaptureFixture) -> None:
    """The real client against a local server: its 401 names the key, and nobody else does."""
    choice = ModelChoice("openai", "m", key=SecretStr(KEY))
    with openai_server([Fails("key"), Fails("quota")]) as server:
        settings = Settings(openai_base_url=server.url)

        def opened(chosen: ModelChoice, report: Reporter) -> Llm:
            return open_llm(chosen, report, settings=settings, patience=Patience(delays=()))

        agent = open_fake_agent(folder, llm=opened)
        user = agent.for_user("local")
        first = done(start(user, "What is a foreign key?", model=choice))
        second = done(user.resume(first.thread, model=choice))
    assert all(KEY in headers["authorization"] for headers in server.headers)
    assert user.history(first.thread)[0].status == "failed"
    check_nowhere(agent, folder, [first, second], log)
    agent.close()
    assert files_holding(KEY, folder) == []


# The keys of a quiz


MARK, EVIDENCE, EXPLANATION = "KEYMARK", "zzevidence", "zzexplanation"


def sealed_items() -> list[Item]:
    """Items whose secret parts carry a word of their own, with the number of the item."""
    return [
        replace(
            item(number, level=level, key="a"),
            evidence=f"{EVIDENCE}{number} stands in the notes",
            explanation=f"{EXPLANATION}{number} is why",
            evidence_document=f"{MARK}{number}",
        )
        for number, level in enumerate(("basic", "intermediate", "advanced"), start=1)
    ]


WRITTEN: dict[str, Any] = {
    "question_text": "Which form forbids this?",
    "options": [{"id": letter, "text": f"Form {letter}"} for letter in "abcd"],
    "key": "c",
    "evidence": "A table in second normal form has no attribute that depends on a part of the key.",
    "explanation": f"{EXPLANATION}4 is why",
}
"""As a model writes it."""


def secrets_of(number: int) -> tuple[str, str, str]:
    return f"{EVIDENCE}{number}", f"{EXPLANATION}{number}", f"{MARK}{number}"


def tables_holding(word: str, agent: GraphAgent) -> set[str]:
    return {name for name, text in contents(agent).items() if word in text}


@pytest.fixture
def sealing(folder: Path) -> Iterator[GraphAgent]:
    agent = open_fake_agent(folder, bank=sealed_items())
    yield agent
    agent.close()


def test_an_open_item_is_sealed(sealing: GraphAgent, folder: Path) -> None:
    """At each question: what is not answered yet stands in the ledger's sealed table alone."""
    user = sealing.for_user("local")
    run = done(start(user, QUIZ))
    events = list(run.events())
    for number in (1, 2, 3):
        for still_open in range(number, 4):
            for word in secrets_of(still_open):
                assert holding(word, places(user, run.thread, events)) == []
                assert tables_holding(word, sealing) == {"sealed"}
                assert "checkpoints.db" not in files_holding(word, folder)
                assert "checkpoints.db-wal" not in files_holding(word, folder)
        events += answer(user, run.thread, "b").events()
    for word in secrets_of(3):
        assert "export json" in holding(word, places(user, run.thread, events))


def test_the_right_option_is_not_told_by_the_card(sealing: GraphAgent) -> None:
    """Cards of items with different keys differ in nothing but their texts."""
    user = sealing.for_user("local")
    thread = ask(user, QUIZ)
    (asked,) = user.pending(thread)
    assert "key" not in str(asked.question.context).casefold()
    state = user.state(thread)
    assert "questions" not in state
    values = sealing.flow.values("tutor", thread)
    assert set(values["questions"][0]) == {
        "id",
        "kind",
        "origin",
        "question_text",
        "options",
        "objective",
        "difficulty",
        "topic",
    }


@pytest.mark.parametrize("end", ["cancel", "end"])
def test_what_was_never_answered_stays_sealed(sealing: GraphAgent, folder: Path, end: str) -> None:
    """A quiz that is cancelled or ended early shows nothing of the items that were left."""
    user = sealing.for_user("local")
    thread = ask(user, QUIZ)
    answer(user, thread, "a")
    (asked,) = user.pending(thread)
    if end == "cancel":
        done(user.cancel(asked.question.id, model=RULES))
    else:
        answer(user, thread, "end")
    for left in (2, 3):
        for word in secrets_of(left):
            assert holding(word, places(user, thread)) == []
            assert tables_holding(word, sealing) == {"sealed"}
            assert "checkpoints.db" not in files_holding(word, folder)


def test_items_that_a_model_writes_are_sealed_too(folder: Path, script: Script) -> None:
    """They never went through the bank, and are as secret."""
    script.add(
        Says(
            calls=(
                (
                    "generate_test",
                    {"topic": "normalisation", "num_questions": 1, "source": "generate"},
                ),
            )
        )
    )
    script.add(Gives("generate_questions", {"items": [WRITTEN]}))
    agent = open_fake_agent(folder, script=script)
    user = agent.for_user("local")
    run = done(start(user, "Quiz me", model=MODEL))
    assert user.pending(run.thread)[0].question.title.endswith("of 1")
    word = f"{EXPLANATION}4"
    assert holding(word, places(user, run.thread, list(run.events()))) == []
    assert tables_holding(word, agent) == {"sealed"}
    agent.close()


def test_what_a_model_thinks_while_it_writes_items_is_not_shown(folder: Path) -> None:
    """A reasoning model names the right option in its thoughts: no page may see them."""
    call = Calls(
        "generate_test", {"topic": "normalisation", "num_questions": 1, "source": "generate"}
    )
    replies = [
        ServerSays(calls=(call,)),
        ServerSays(json.dumps({"items": [WRITTEN]}), thinking="The zzthought is that c is right."),
    ]
    with openai_server(replies, flavour="vllm") as server:
        choice = ModelChoice("vllm", "m", base_url=server.url)

        def opened(chosen: ModelChoice, report: Reporter) -> Llm:
            return open_llm(chosen, report, settings=Settings())

        agent = open_fake_agent(folder, llm=opened)
        user = agent.for_user("local")
        run = done(start(user, "Quiz me", model=choice))
    assert user.pending(run.thread)[0].question.title.endswith("of 1")
    assert holding("zzthought", places(user, run.thread, list(run.events()))) == []
    agent.close()


def test_a_whole_installation_holds_keys_in_the_bank_and_the_seal_only(tmp_path: Path) -> None:
    """With the real library: what is in the bank is nowhere else while it is asked."""
    agent = open_agent(Settings(interlude_data=tmp_path, interlude_embedder="none"))
    user = agent.for_user("local")
    thread = ask(user, QUIZ)
    sealed = agent.ledger.db.all("select data from sealed where thread = ?", thread)
    assert len(sealed) == 1
    explanations = [
        entry.explanation
        for entry in agent.ports.bank.items("databases")
        if entry.explanation in sealed[0]["data"]
    ]
    for explanation in explanations:
        assert holding(explanation, places(user, thread)) == []
        assert "checkpoints.db" not in files_holding(explanation, tmp_path)
    reply = Reply(option=user.pending(thread)[0].question.options[0].id)  # type: ignore[union-attr]
    done(user.answer(thread, user.pending(thread)[0].question.id, reply, model=RULES))
    agent.close()


def test_messages_hold_no_keys_either(sealing: GraphAgent) -> None:
    """What a model is given of a quiz in later turns: the score, not the items' keys."""
    user = sealing.for_user("local")
    thread = ask(user, QUIZ)
    answer(user, thread, "b")
    answer(user, thread, "end")
    turns = sealing.ledger.turns.messages(thread, before=9, turns=9)
    texts = [str(message.text) for turn in turns for message in turn]
    for number in (1, 2, 3):
        assert not any(word in text for word in secrets_of(number) for text in texts)
    assert isinstance(turns[0][-1], AIMessage)
