"""What a turn took of models: calls, tokens, and the wait for its first words."""

from typing import ClassVar

from agent import Approval, Form, GraphAgent, ModelChoice, Turn
from tests.api.conftest import client, door, say
from tests.servers.openai_server import openai_server
from tests.servers.scripted import Calls, Fails, Reply, Says
from tests.workflows.talking import Talker

QUESTION = "What is a foreign key?"
ANSWER = "[level: basic | a definition]\nA foreign key refers to the key of another table [1]."
SEARCH = Calls("rag_search", {"query": "foreign key", "asignatura": "databases"})


class Designer(Talker):
    workflow: ClassVar[str] = "studio"


def asked(agent: GraphAgent, *script: Reply) -> Turn:
    with openai_server(script, flavour="vllm") as server:
        choice = ModelChoice(provider="vllm", model="m", base_url=server.url)
        user = agent.for_user("local")
        run = user.ask("tutor", None, QUESTION, model=choice, asignatura="databases")
        assert run.wait(30)
    (turn,) = user.history(run.thread)
    assert sum(step.usage["calls"] for step in user.steps(run.thread)) == turn.calls
    return turn


def test_calls_and_tokens_of_a_turn_are_added_over_its_steps(agent):
    search, answer = Says(calls=(SEARCH,), usage=(100, 5)), Says(ANSWER, usage=(200, 30), ttft=0.2)
    turn = asked(agent, search, answer)
    assert (turn.calls, turn.tokens_in, turn.tokens_out) == (2, 300, 35)
    assert turn.words_after is not None
    assert turn.words_after >= 0.2


def test_a_call_that_fails_is_counted_too(agent):
    turn = asked(agent, Fails("key"))
    assert turn.status == "failed"
    assert (turn.calls, turn.words_after) == (1, None)


def test_rules_that_answer_are_no_model_and_http_tells_the_time(agent):
    used = say(client(door(agent)), QUESTION, asignatura="databases")["usage"]
    assert (used["calls"], used["tokens_in"], used["tokens_out"]) == (0, 0, 0)
    assert used["seconds"] > 0


def test_a_model_that_gives_only_rubbish_is_asked_twice_and_a_picture_is_made_without_it(agent):
    def rubbish(_body: object) -> Reply:
        return Says(pieces=('{"title": "', *["house " * 500] * 40), usage=None)

    with openai_server(rubbish, flavour="vllm") as server:
        choice = ModelChoice(provider="vllm", model="m", base_url=server.url)
        designer = Designer(agent, choice)
        designer.ask("Make an image of a bright kitchen")
        assert isinstance(designer.question, Form)
        held = {field.id: field.default for field in designer.question.fields if field.default}
        turn = designer.fill(**held)
    assert isinstance(designer.question, Approval)
    assert "studio_picture" in [entry.kind for entry in turn.entries]
    assert len(server.requests) == 2
