"""What the Tutor does without a model: it searches first, goes on with what was shown, and asks."""

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from agent.facade import GraphAgent, UserAgent
from agent.ports import Document
from agent.questions import Form, Reply
from agent.workflows.tutor.quiz.items import named_for_quiz
from agent.workflows.tutor.recommend import recommend
from tests.core.talk import done
from tests.fakes import DOCUMENTS, RULES, FakeIntents, open_fake_agent

QUESTION = "What is a foreign key?"
TWO = {"topic": "normalisation", "num_questions": 2}
HIVES = Document(
    id="hives",
    title="Hives",
    subject="bees",
    text="A hive is a box that bees live in. It has ten frames.\n\n```\nhive = Box(frames=10)\n```",
)


@pytest.fixture
def agent(tmp_path: Path) -> Iterator[GraphAgent]:
    agent = open_fake_agent(tmp_path)
    agent.ports.library.add(HIVES)
    yield agent
    agent.close()


@pytest.fixture
def user(agent: GraphAgent) -> UserAgent:
    return agent.for_user("local")


def guess(agent: GraphAgent, *order: str, **sure: str) -> None:
    object.__setattr__(agent.ports, "intents", FakeIntents(sure, order, of={}))


def told(user: UserAgent, text: str, thread: str | None = None, **inputs: object) -> str:
    run = done(user.ask("tutor", thread, text, model=RULES, **inputs))
    return run.thread


def said(user: UserAgent, thread: str) -> str:
    return user.history(thread)[-1].answer


def offers(user: UserAgent, thread: str) -> list[str]:
    return [each.id for each in recommend(user.history(thread)[-1])]


def test_an_unsure_question_is_searched_and_the_other_meanings_are_offered(
    user: UserAgent, agent: GraphAgent
) -> None:
    guess(agent, "guide", "documents")
    thread = told(user, QUESTION, asignatura="databases")
    assert not user.pending(thread)
    assert "[1]" in said(user, thread)
    meant = next(e for e in recommend(user.history(thread)[-1]) if e.id == "wish-guide")
    told(user, meant.text, thread, **meant.inputs)
    assert "[G1]" in said(user, thread)


def test_a_guide_is_offered_only_where_there_is_one(user: UserAgent, agent: GraphAgent) -> None:
    guess(agent, "quiz", "guide")
    thread = told(user, "Zebras!", asignatura="bees")
    assert "wish-quiz" in offers(user, thread)
    assert "wish-guide" not in offers(user, thread)


def test_nothing_simpler_is_offered_or_repeated(user: UserAgent, agent: GraphAgent) -> None:
    guess(agent, "documents", simpler="simpler")
    thread = told(user, QUESTION, asignatura="databases")
    assert "simpler" not in offers(user, thread)
    first = said(user, thread)
    told(user, "simpler", thread, asignatura="databases")
    assert said(user, thread)
    assert first.split(" [1]")[0] not in said(user, thread)


def test_a_deeper_answer_is_offered_only_where_there_is_more(
    user: UserAgent, agent: GraphAgent
) -> None:
    guess(agent, "documents")
    thread = told(user, "What is a hive?", asignatura="bees")
    assert "[1]" in said(user, thread)
    assert "deeper" not in offers(user, thread)
    many = " ".join(f"A queen has property {n}." for n in range(9))
    agent.ports.library.add(replace(HIVES, id="queens", title="Queens", text=many))
    thread = told(user, "What is a queen?", asignatura="bees")
    assert "deeper" in offers(user, thread)


def test_a_summary_is_of_the_document_that_was_cited(user: UserAgent, agent: GraphAgent) -> None:
    guess(agent, "documents", summarize="overview")
    thread = told(user, QUESTION, asignatura="databases")
    told(user, "summarize", thread, asignatura="databases")
    assert DOCUMENTS[1].title in said(user, thread)
    assert DOCUMENTS[0].title not in said(user, thread)


def test_of_several_documents_each_can_be_clicked(user: UserAgent, agent: GraphAgent) -> None:
    guess(agent, "overview", about="overview")
    thread = told(user, "What is it about?", asignatura="databases")
    clicked = recommend(user.history(thread)[-1])[0]
    told(user, clicked.text, thread, **clicked.inputs)
    assert "[1]" in said(user, thread)


def test_a_topic_that_is_not_there_is_said_on_the_form(user: UserAgent, agent: GraphAgent) -> None:
    guess(agent, "documents", quiz="quiz")
    thread = told(user, "quiz about the French Revolution", asignatura="databases")
    (asked,) = user.pending(thread)
    assert isinstance(asked.question, Form)
    assert "“French Revolution”" in asked.question.body


def test_a_topic_is_also_what_the_documents_tell_of(user: UserAgent, agent: GraphAgent) -> None:
    guess(agent, "documents", quiz="quiz")
    thread = told(user, "quiz about anomalies", asignatura="databases")
    (asked,) = user.pending(thread)
    assert asked.question.step == "answer_question"


def test_the_words_of_the_wish_itself_are_no_topic() -> None:
    assert named_for_quiz("Give me a quiz of 5 questions") == ""
    assert named_for_quiz("hazme un test sobre la mediana") == "mediana"


def test_what_a_course_is_about_is_told_of_all_its_documents(
    user: UserAgent, agent: GraphAgent
) -> None:
    own = replace(HIVES, id="own", title="Smoke", owner="local", text="Smoke calms the bees.")
    agent.ports.library.add(own)
    guess(agent, "documents", about="overview")
    thread = told(user, "What is this about?", asignatura="bees")
    assert all(title in said(user, thread) for title in ("Hives", "Smoke"))


def test_thanks_and_what_lies_elsewhere_are_told_apart(user: UserAgent, agent: GraphAgent) -> None:
    of = {
        "tutor": {"thanks": "chat", "weather": "chat", "hi": "chat"},
        "tutor_chat": {"thanks": "thanks", "weather": "elsewhere"},
    }
    object.__setattr__(agent.ports, "intents", FakeIntents({}, ("chat",), of=of))
    texts = ("thanks!", "the weather", "hi")
    answers = [said(user, told(user, text, asignatura="bees")) for text in texts]
    assert len({*answers}) == len(texts)
    assert "Hives" in answers[1]


def test_an_unknown_quiz_topic_is_named_and_a_known_one_filled_in(
    user: UserAgent, agent: GraphAgent
) -> None:
    guess(agent, "documents", quiz="quiz")
    thread = told(user, "quiz on zebras", asignatura="bees")
    [asked] = user.pending(thread)
    assert isinstance(asked.question, Form)
    assert "zebras" in asked.question.body
    assert asked.question.fields[0].default == "Hives"


def test_a_quiz_on_this_document_is_on_the_one_that_was_cited(
    user: UserAgent, agent: GraphAgent
) -> None:
    guess(agent, "documents", quiz="quiz")
    thread = told(user, QUESTION, asignatura="databases")
    told(user, "quiz me about this document", thread, asignatura="databases")
    [asked] = user.pending(thread)
    assert asked.question.step == "answer_question"
    assert user.state(thread)["topic"] == DOCUMENTS[1].title


def test_without_a_document_that_is_open_the_quiz_is_asked_about(
    user: UserAgent, agent: GraphAgent
) -> None:
    guess(agent, "documents", quiz="quiz")
    thread = told(user, "quiz me about this document", asignatura="databases")
    [asked] = user.pending(thread)
    assert asked.question.step == "set_up_quiz"


def test_a_question_of_the_last_quiz_is_picked_by_an_option_or_on_a_card(
    user: UserAgent, agent: GraphAgent
) -> None:
    guess(agent, "documents", quiz="quiz", why="explain_item")
    thread = told(user, "quiz on normalisation", asignatura="databases", quiz_setup=TWO)
    while asked := user.pending(thread):
        option = asked[0].question.options[0].id
        done(user.answer(thread, asked[0].question.id, Reply(option=option), model=RULES))
    told(user, "why?", thread, asignatura="databases")
    [asked] = user.pending(thread)
    assert len(asked.question.options) == 2
    done(user.answer(thread, asked.question.id, Reply(option="2"), model=RULES))
    second = asked.question.options[1].label.removeprefix("2. ")
    assert second in said(user, thread)
    told(user, "why is number 1 wrong?", thread, asignatura="databases")
    assert not user.pending(thread)
    assert asked.question.options[0].label.removeprefix("1. ") in said(user, thread)
