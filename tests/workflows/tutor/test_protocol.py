"""What the Tutor sends a model and makes of its answers, over whole conversations."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from langchain_core.messages import AIMessage, HumanMessage, ToolMessage

from agent.errors import AgentError
from agent.events import Token
from agent.facade import GraphAgent, UserAgent
from agent.ports import TutorRules
from agent.questions import Reply
from tests.core.talk import QUIZ, answer, ask, done, messages, start
from tests.fakes import MODEL, RULES, FakeIntents, Gives, Says, Script, open_fake_agent

QUESTION = "What is a foreign key?"
LEVEL = "[level: basic | it asks for a definition]\n"
ANSWER = "A foreign key is a set of attributes that refers to the key of another table [1]."


@pytest.fixture
def script() -> Iterator[Script]:
    script = Script()
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


def kinds(user: UserAgent, thread: str) -> dict[str, dict]:
    return {entry.kind: entry.data for entry in user.history(thread)[-1].entries}


def sent(script: Script, n: int = -1) -> list[str]:
    return [str(message.text) for message in script.chats[n].messages]


def test_a_plain_question_takes_one_call_with_its_passages(user: UserAgent, script: Script) -> None:
    script.add(Says(LEVEL + ANSWER))
    thread = ask(user, QUESTION, model=MODEL)
    (request,) = sent(script)
    assert request.startswith("<passages>")
    assert "[1]" in request
    assert request.endswith(QUESTION)
    told = kinds(user, thread)
    assert [source["mark"] for source in told["citations"]["sources"]] == ["1"]
    assert told["difficulty"]["level"] == "basic"


def test_the_level_line_is_never_seen(user: UserAgent, script: Script, agent: GraphAgent) -> None:
    script.add(Says(LEVEL + ANSWER))
    run = done(start(user, QUESTION, model=MODEL))
    streamed = "".join(event.text for event in run.events() if isinstance(event, Token))
    assert streamed == ANSWER
    assert user.history(run.thread)[-1].answer == ANSWER
    assert messages(agent, run.thread)[-1].text == ANSWER
    assert user.state(run.thread)["query_difficulty"] == "basic"


def test_a_follow_up_cites_what_is_open_and_gets_no_passage_twice(
    user: UserAgent, script: Script
) -> None:
    script.add(Says(LEVEL + ANSWER), Says("[level: basic | as before]\nBecause of integrity [1]."))
    thread = ask(user, QUESTION, model=MODEL)
    ask(user, "and why?", thread=thread, model=MODEL)
    first, _answer, follow_up = sent(script)
    assert first == sent(script, 0)[0]
    assert script.chats[0].system == script.chats[1].system
    assert "<passages>" not in follow_up
    assert "Last level: basic" in follow_up
    told = kinds(user, thread)
    assert [source["mark"] for source in told["citations"]["sources"]] == ["1"]
    assert "notice" not in told


def test_passages_are_numbered_through_the_thread(user: UserAgent, script: Script) -> None:
    script.add(Says(ANSWER), Says("It avoids redundancy [2]."))
    thread = ask(user, "What does a foreign one prevent?", model=MODEL)
    ask(user, "What is normalisation?", thread=thread, model=MODEL)
    assert "[2]" in sent(script)[-1]
    assert "[1]" not in sent(script)[-1]
    assert [s["mark"] for s in kinds(user, thread)["citations"]["sources"]] == ["2"]


def test_a_mark_that_names_nothing_is_removed_and_noted(user: UserAgent, script: Script) -> None:
    script.add(Says(f"{ANSWER} So it is [7]. Code: `a[7]`."))
    thread = ask(user, QUESTION, model=MODEL)
    assert user.history(thread)[-1].answer == f"{ANSWER} So it is. Code: `a[7]`."
    assert "[7]" in kinds(user, thread)["notice"]["text"]


def test_a_search_of_the_model_goes_on_with_the_marks(user: UserAgent, script: Script) -> None:
    searches = Says(ANSWER, calls=(("rag_search", {"query": "normalisation"}),))
    script.add(searches, Says("It avoids redundancy [2]."))
    thread = ask(user, QUESTION, model=MODEL)
    (result,) = [m for m in script.chats[-1].messages if isinstance(m, ToolMessage)]
    assert "[2]" in result.text
    assert [s["mark"] for s in kinds(user, thread)["citations"]["sources"]] == ["1", "2"]


def test_a_guide_question_brings_its_fields_along(user: UserAgent, script: Script) -> None:
    script.add(Says("On 20 January [G1]."))
    thread = ask(user, "When is the exam?", model=MODEL)
    assert "[G1]" in sent(script)[-1]
    assert [s["mark"] for s in kinds(user, thread)["citations"]["sources"]] == ["G1"]


@pytest.mark.parametrize("message", ["Zebras!", "What is a foreign key?"])
def test_what_is_unlikely_about_the_guide_brings_none_of_it(
    user: UserAgent, script: Script, message: str
) -> None:
    script.add(Says("So it is."))
    ask(user, message, model=MODEL)
    assert "[G" not in sent(script)[-1]


def test_what_no_known_word_asks_of_the_guide_is_there_once(
    agent: GraphAgent, user: UserAgent, script: Script
) -> None:
    object.__setattr__(agent.ports, "intents", FakeIntents(order=("documents", "guide")))
    script.add(Says("On 20 January [G1]."), Says("Soon."))
    thread = ask(user, "Schreiben wir bald etwas?", model=MODEL)
    assert "20 January" in sent(script)[-1]
    ask(user, "Und wann genau?", thread=thread, model=MODEL)
    assert "[G" not in sent(script)[-1]


def test_small_talk_is_not_searched(user: UserAgent, script: Script) -> None:
    script.add(Says("Hello!"))
    ask(user, "Hello there", model=MODEL)
    assert sent(script) == ["Hello there"]


def test_a_failed_search_is_told_to_the_model_and_to_the_user(
    agent: GraphAgent, user: UserAgent, script: Script
) -> None:
    agent.ports.library.fails.append(AgentError("The library did not answer."))
    script.add(Says("I could not search."))
    thread = ask(user, QUESTION, model=MODEL)
    assert "The library did not answer." in sent(script)[-1]
    assert kinds(user, thread)["notice"]["text"] == "The library did not answer."


def test_a_level_that_the_user_set_holds(user: UserAgent, script: Script) -> None:
    script.add(Says(LEVEL + ANSWER), Says("[level: advanced | set]\nDeeper [1]."))
    thread = ask(user, QUESTION, model=MODEL)
    run = user.ask("tutor", thread, "Deeper", model=MODEL, depth="advanced", again=True)
    done(run)
    assert "Level set by the user: advanced" in sent(script)[-1]
    assert kinds(user, thread)["difficulty"]["source"] == "you"


def test_a_wish_for_a_quiz_that_is_answered_in_text_is_answered(
    user: UserAgent, script: Script
) -> None:
    said = "Football is outside of this course. A quiz on keys instead?"
    script.add(Says(said), Says("Gladly."))
    thread = ask(user, "Give me a quiz on football", model=MODEL)
    assert user.pending() == []
    assert user.history(thread)[-1].answer == said
    ask(user, "the usual one then", thread=thread, model=MODEL)
    assert said in sent(script)


@pytest.mark.parametrize("wish", ["Tell me of keys, then test me", "Give me a quiz"])
def test_what_is_said_beside_a_call_is_kept_with_its_sources(
    user: UserAgent, script: Script, agent: GraphAgent, wish: str
) -> None:
    search = ("rag_search", {"query": "foreign key"})
    quiz = ("generate_test", {"topic": "normalisation", "num_questions": 1})
    script.add(Says(calls=(search,)), Says(LEVEL + ANSWER, calls=(quiz,)))
    thread = ask(user, wish, model=MODEL)
    assert user.history(thread)[-1].answer == ANSWER
    told = kinds(user, thread)
    assert [source["mark"] for source in told["citations"]["sources"]] == ["1"]
    assert told["difficulty"]["level"] == "basic"
    answer(user, thread, "skip", model=MODEL)
    assert ANSWER in [message.text for message in messages(agent, thread)]


def test_the_quiz_form_starts_the_quiz(user: UserAgent) -> None:
    run = done(start(user, "Make me a quiz"))
    (asked,) = user.pending(run.thread)
    values = {"topic": "-", "num_questions": 2, "difficulty": "mixed"}
    done(user.answer(run.thread, asked.question.id, Reply(values=values), model=RULES))
    (asked,) = user.pending(run.thread)
    assert asked.question.step == "answer_question"


def test_small_talk_without_a_model_suggests_what_works(user: UserAgent) -> None:
    thread = ask(user, "Hello")
    offered = user.recommendations(thread)
    assert len(offered) >= 1


def test_a_follow_up_without_a_subject_is_about_the_question_before(user: UserAgent) -> None:
    thread = ask(user, QUESTION)
    ask(user, "And why?", thread=thread)
    first, second = [turn.answer for turn in user.history(thread)]
    assert second
    assert not any(said in second for said in first.split(" [1]") if len(said) > 5)
    ask(user, "Thanks", thread=thread)
    assert "[1]" not in user.history(thread)[-1].answer


def test_the_answer_is_judged_in_one_call_where_that_is_set(
    agent: GraphAgent, user: UserAgent, script: Script
) -> None:
    object.__setattr__(agent.ports, "tutor_rules", TutorRules(judges=True))
    script.add(Says(f"{ANSWER} It was added in 1989 [1]."))
    script.add(Gives("judge_answer", {"not_found": [2]}))
    thread = ask(user, QUESTION, model=MODEL)
    told = kinds(user, thread)["support"]
    assert (told["supported"], told["cited"]) == (1, 2)
    assert user.history(thread)[-1].answer.endswith("It was added in 1989 [1].")


def test_a_turn_that_waits_where_answers_were_once_repaired_goes_on(agent: GraphAgent) -> None:
    """An earlier version had a node of that name."""
    graph = agent.flow.graph("tutor")
    assert "repair_answer" in graph.nodes
    config = agent.flow.config("old-thread")
    state = {"messages": [HumanMessage("Why?", id="t"), AIMessage("So [1].")], "turn": "t"}
    graph.update_state(config, state, as_node="unknown_tool")
    graph.update_state(config, {}, as_node="repair_answer")
    assert graph.get_state(config).next == ("check_citations",)


def test_a_model_is_told_of_the_quiz_and_its_answer_about_it_stays(
    user: UserAgent, script: Script
) -> None:
    thread = ask(user, QUIZ)
    for _ in range(3):
        answer(user, thread, "a")
    script.add(Says("B mixes two facts in one row."))
    ask(user, "Why is B wrong in question 2?", thread=thread, model=MODEL)
    assert user.history(thread)[-1].answer == "B mixes two facts in one row."
    (told,) = [m.text for m in script.chats[-1].messages if isinstance(m, ToolMessage)]
    assert told.count("right: ") == 3
    assert "2. " in told
