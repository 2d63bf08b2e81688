"""What the Tutor does without a model: it searches first, goes on with what was shown, and asks."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from agent.facade import GraphAgent, UserAgent
from agent.ports import Document
from agent.questions import Form
from agent.workflows.tutor.quiz.items import named_for_quiz, nearest_topic
from agent.workflows.tutor.recommend import recommend
from tests.core.talk import done
from tests.fakes import DOCUMENTS, RULES, FakeIntents, MemoryLibrary, open_fake_agent

QUESTION = "What is a foreign key?"
HIVES = Document(
    id="hives",
    title="Hives",
    subject="bees",
    text="A hive is a box that bees live in. It has ten frames.\n\n"
    "```\nhive = Box(frames=10)\n```\n\n"
    "| Item | Price |\n| --- | --- |\n| Hive | 180 |\n| Smoker | 35 |",
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
    (asked,) = user.pending(thread)
    assert "guide" not in [option.id for option in asked.question.options]


def test_the_row_of_a_table_is_an_answer(user: UserAgent, agent: GraphAgent) -> None:
    guess(agent, "documents")
    thread = told(user, "What is the price of the smoker?", asignatura="bees")
    assert "| Smoker | 35 [1] |" in said(user, thread)


def test_an_example_is_the_code_beside_what_was_quoted(user: UserAgent, agent: GraphAgent) -> None:
    guess(agent, "documents", example="example")
    thread = told(user, "What is a hive?", asignatura="bees")
    told(user, "An example in Python", thread, asignatura="bees")
    assert "hive = Box(frames=10)" in said(user, thread)


def test_nothing_simpler_is_offered_or_repeated(user: UserAgent, agent: GraphAgent) -> None:
    guess(agent, "documents", simpler="simpler")
    thread = told(user, QUESTION, asignatura="databases")
    assert "simpler" not in offers(user, thread)
    first = said(user, thread)
    told(user, "simpler", thread, asignatura="databases")
    assert said(user, thread)
    assert first.split(" [1]")[0] not in said(user, thread)


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


def test_thanks_get_a_short_answer(user: UserAgent, agent: GraphAgent) -> None:
    of = {"tutor": {"thanks": "chat"}, "tutor_chat": {"thanks": "thanks"}}
    object.__setattr__(agent.ports, "intents", FakeIntents(of=of))
    thread = told(user, "thanks", asignatura="databases")
    assert len(said(user, thread)) < 30


def test_a_topic_that_is_not_there_is_said_on_the_form(user: UserAgent, agent: GraphAgent) -> None:
    guess(agent, "documents", quiz="quiz")
    thread = told(user, "quiz about the French Revolution", asignatura="databases")
    (asked,) = user.pending(thread)
    assert isinstance(asked.question, Form)
    assert "“French Revolution”" in asked.question.body


def test_a_topic_is_also_that_of_a_heading() -> None:
    text = "# Position\n\n## The median\n\nIt is the middle."
    document = Document("m", "Measures", "s", text, topic="measures")
    library = MemoryLibrary()
    assert nearest_topic("median", [*DOCUMENTS, document], library) == ["measures"]
    assert nearest_topic("zebras", [*DOCUMENTS, document], library) == []


def test_the_words_of_the_wish_itself_are_no_topic() -> None:
    assert named_for_quiz("Give me a quiz of 5 questions") == ""
    assert named_for_quiz("hazme un test sobre la mediana") == "mediana"


def test_the_numbers_of_an_answer_are_those_that_it_quotes(
    user: UserAgent, agent: GraphAgent
) -> None:
    guess(agent, "documents")
    thread = told(user, "Which design avoids update anomalies?", asignatura="databases")
    told(user, QUESTION, thread, asignatura="databases")
    entries = {e.kind: e.data for e in user.history(thread)[-1].entries}
    assert "[2]" in said(user, thread)
    assert [source["mark"] for source in entries["citations"]["sources"]] == ["2"]
