"""Whole turns whose citations are checked: what is shown, kept, exported and remembered."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from agent.errors import ProviderError
from agent.graph_agent import GraphAgent
from agent.user_agent import UserAgent
from tests.core.talk import ask, messages, statuses
from tests.fakes import MODEL, Breaks, Says, Script, open_fake_agent

QUESTION = "What is a foreign key?"
SEARCH = Says(calls=(("rag_search", {"query": "foreign key"}),))
RIGHT = "A foreign key is a set of attributes that refers to the key of another table [1]."
WRONG = "Foreign keys were added to SQL in 1989 [1]."


@pytest.fixture
def script() -> Iterator[Script]:
    script = Script(SEARCH)
    yield script
    script.finish()


@pytest.fixture
def agent(tmp_path: Path, script: Script) -> Iterator[GraphAgent]:
    agent = open_fake_agent(tmp_path, script=script)
    yield agent
    agent.close()


@pytest.fixture
def user(agent: GraphAgent) -> UserAgent:
    return agent.for_user("local")


def steps(user: UserAgent, thread: str) -> list[str]:
    return [step.step for step in user.steps(thread)]


def test_an_answer_that_stands_in_its_passages_is_checked_and_left_alone(
    user: UserAgent, script: Script
) -> None:
    script.add(Says(f"{RIGHT} {WRONG}"))
    thread = ask(user, QUESTION, model=MODEL)
    assert steps(user, thread) == ["think", "rag_search", "think", "check_citations"]
    assert user.state(thread)["supported_share"] == "50%, 1 of 2 cited sentences"
    (turn,) = user.history(thread)
    assert turn.answer == f"{RIGHT} {WRONG}"
    assert f"Not supported: “{WRONG}” (1989 is not in [1])" in user.export(thread, "md")


def test_a_repaired_answer_takes_the_place_of_the_first_everywhere(
    agent: GraphAgent, user: UserAgent, script: Script
) -> None:
    script.add(Says(WRONG), Says(RIGHT))
    thread = ask(user, QUESTION, model=MODEL)
    assert steps(user, thread)[-3:] == ["check_citations", "repair_answer", "check_citations"]
    assert user.state(thread)["supported_share"] == "100%, 1 of 1 cited sentences"
    (turn,) = user.history(thread)
    assert turn.answer == RIGHT
    said = [message.text for message in messages(agent, thread) if message.type == "ai"]
    assert said == ["", RIGHT]
    assert "The first answer was replaced" in user.export(thread, "html")


def test_an_answer_is_repaired_once_and_then_shown_with_its_failures(
    user: UserAgent, script: Script
) -> None:
    script.add(Says(WRONG), Says(f"{WRONG} Really."))
    thread = ask(user, QUESTION, model=MODEL)
    (turn,) = user.history(thread)
    assert turn.answer == f"{WRONG} Really."
    (support,) = [entry.data for entry in turn.entries if entry.kind == "support"]
    assert (support["supported"], support["cited"]) == (0, 1)


def test_a_repair_that_fails_leaves_the_turn_done(user: UserAgent, script: Script) -> None:
    overloaded = ProviderError("The model is overloaded.", problem="unavailable")
    script.add(Says(WRONG), Breaks(overloaded))
    thread = ask(user, QUESTION, model=MODEL)
    assert statuses(user, thread) == ["done"]
    (turn,) = user.history(thread)
    assert turn.answer == WRONG
    notices = [entry.data["text"] for entry in turn.entries if entry.kind == "notice"]
    assert any(text.startswith("The model is overloaded.") for text in notices)
