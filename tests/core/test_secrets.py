"""Keys never rest, and a quiz's keys stay sealed until they are answered."""

import json
import logging
from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from pydantic import SecretStr

from agent import Settings
from agent.adapters.llm import open_llm
from agent.adapters.llm.retrying import Patience
from agent.engine.runs import Run
from agent.events import Event
from agent.facade import GraphAgent, UserAgent
from agent.ports import Item, Llm, ModelChoice, Reporter
from tests.core.talk import QUIZ, answer, ask, contents, done, messages, start
from tests.fakes import MODEL, RULES, Breaks, Gives, Says, item, open_fake_agent
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


@pytest.fixture
def log(caplog):
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


def test_a_chosen_key_is_stored_nowhere(agent, folder, script, user, log):
    choice = replace(MODEL, key=SecretStr(KEY), base_url="http://127.0.0.1:1/v1")
    script.add(Says(calls=(("generate_test", {"topic": "normalisation", "num_questions": 3}),)))
    script.add(Gives("explain_answer", {"explanation": "Because."}))
    first = done(start(user, "Quiz me", model=choice))
    second = answer(user, first.thread, "d", model=choice)
    assert script.choices[0].key == script.choices[1].key == SecretStr(KEY)
    check_nowhere(agent, folder, [first, second], log)


@pytest.mark.parametrize("step", ["think", "generate_questions"])
def test_an_error_that_tells_the_key_is_kept_from_files_and_logs(
    agent, folder, script, user, log, step
):
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


def test_a_vendor_that_echoes_the_key(folder, log):
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
def sealing(folder):
    agent = open_fake_agent(folder, bank=sealed_items())
    yield agent
    agent.close()


def test_an_open_item_is_sealed(sealing, folder):
    user = sealing.for_user("local")
    run = done(start(user, QUIZ))
    events = list(run.events())
    assert "questions" not in user.state(run.thread)
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


@pytest.mark.parametrize("end", ["cancel", "end"])
def test_what_was_never_answered_stays_sealed(sealing, folder, end):
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
    given = str([message.text for message in messages(sealing, thread)])
    assert not any(word in given for number in (1, 2, 3) for word in secrets_of(number))


def test_items_that_a_model_writes_and_what_it_thinks_meanwhile_are_secret_too(folder):
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
    for word in ("zzthought", f"{EXPLANATION}4"):
        assert holding(word, places(user, run.thread, list(run.events()))) == []
    assert tables_holding(f"{EXPLANATION}4", agent) == {"sealed"}
    agent.close()
