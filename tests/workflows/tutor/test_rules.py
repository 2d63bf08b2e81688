"""Answering by rules: the tools, the guide, the depth, and when the evidence is too thin."""

import pytest
from langchain_core.messages import AIMessage, HumanMessage, ToolMessage

from agent.workflows.tutor import guide, requests, rules
from agent.workflows.tutor.difficulty import classify, depth_command
from tests.cited.made import passage

DEFINES = "A foreign key is a column whose values must exist as a key elsewhere."


def test_thin_evidence_is_said_and_nothing_is_made_up():
    answer = rules.answer_from("Who won the world cup?", [passage(DEFINES)], level="basic")
    assert answer.content == "The documents of this subject do not cover this."


def test_the_users_language_is_mirrored():
    answer = rules.answer_from("¿Quién ganó el mundial?", [], level="basic")
    assert answer.content == "Los documentos de esta asignatura no tratan esto."


def test_guide_fields_are_answered_exactly_and_cited():
    held = {"evaluacion": {"ordinaria": "Exam 60 %, laboratory 40 %."}}
    line = {**guide.lines(held, ["evaluacion"])[0], "mark": "G1"}
    answer = rules.answer_from("How is it graded?", [line], level="basic")
    assert "**Assessment, Ordinary** [G1]" in answer.content
    assert "Exam 60 %, laboratory 40 %." in answer.content


def test_of_a_list_of_dates_those_are_told_that_were_asked_for():
    held = {
        "fechas": [
            {"que": "Final exam", "cuando": "14 January", "donde": "Room 1"},
            {"que": "Project hand-in", "cuando": "11 December", "donde": "online"},
        ]
    }
    line = {**guide.lines(held, ["fechas"])[0], "mark": "G1"}
    answer = rules.answer_from("When is the exam?", [line], level="basic")
    assert "14 January" in answer.content
    assert "11 December" not in answer.content


def test_simpler_asks_the_question_before_it_again():
    said = [HumanMessage("Why denormalise?"), AIMessage("Because."), HumanMessage("simpler please")]
    assert rules.question_of(said) == "Why denormalise?"


def test_only_the_tools_of_this_turn_count():
    said = [
        HumanMessage("one"),
        ToolMessage("old", tool_call_id="a"),
        HumanMessage("two"),
        ToolMessage("new", tool_call_id="b"),
    ]
    assert [m.content for m in rules.tool_results(said)] == ["new"]


@pytest.mark.parametrize(
    ("text", "level", "signal"),
    [
        ("What is a foreign key?", "basic", "what is"),
        ("How does a B-tree work?", "intermediate", "how does"),
        ("Why would one denormalise a schema?", "advanced", "why"),
        ("What is a view and why use one?", "advanced", "why"),
        ("¿Por qué normalizar?", "advanced", "por que"),
        ("外键和主键的区别", "intermediate", "区别"),
    ],
)
def test_a_level_comes_with_the_words_that_decided(text, level, signal):
    judged = classify(text)
    assert (judged.level, judged.signal, judged.source) == (level, signal, "rule")


def test_without_a_signal_the_length_decides_and_says_so():
    assert classify("keys, please").source == "length"


def test_the_users_depth_goes_before_the_rules():
    judged = classify("Why?", depth="basic")
    assert (judged.level, judged.source) == ("basic", "you")


@pytest.mark.parametrize(
    ("text", "asks"),
    [
        ("simpler", "basic"),
        ("Deeper, please", "advanced"),
        ("más simple", "basic"),
        ("简单一点", "basic"),
        ("Automatic depth, please", "automatic"),
        ("Is a simpler schema faster to query than one in BCNF?", None),
    ],
)
def test_depth_commands_are_whole_messages(text, asks):
    assert depth_command(text) == asks


@pytest.mark.parametrize(
    ("text", "topic", "number", "difficulty"),
    [
        ("Give me a quiz of 5 questions on normalisation", "normalisation", 5, "mixed"),
        ("quiz me on keys, 3 hard questions", "keys", 3, "advanced"),
        ("Hazme un test de diez preguntas sobre índices", "indices", 10, "mixed"),
        ("给我出 3 道关于 keys 的题", "keys", 3, "mixed"),
        ("Give me a quiz of 50 questions", "", 20, "mixed"),
        ("Give me a quiz of 0 questions", "", 1, "mixed"),
    ],
)
def test_a_quiz_asked_for_in_words(text, topic, number, difficulty):
    asked = requests.quiz_request(text)
    assert asked is not None
    assert (asked.topic, asked.number, asked.difficulty) == (topic, number, difficulty)


@pytest.mark.parametrize(
    "text", ["What is a unit test database?", "When is the exam?", "Is this question on the exam?"]
)
def test_a_word_is_no_request_for_a_quiz(text):
    assert requests.quiz_request(text) is None


def test_after_a_quiz_or_thanks_simpler_means_the_question_before_them():
    said = [
        "Why denormalise?",
        "Give me a quiz of 3 questions",
        "Thanks!",
        "Más sencillo, por favor",
    ]
    assert rules.question_of([HumanMessage(text) for text in said]) == "Why denormalise?"


@pytest.mark.parametrize(
    ("text", "asks"),
    [
        ("Can you explain it more simply?", "basic"),
        ("explícalo de forma más sencilla", "basic"),
        ("请讲得更简单一点", "basic"),
        ("more details please", "advanced"),
        ("más a fondo", "advanced"),
        ("能再详细一点吗", "advanced"),
        ("more detail on indexes", None),
        ("más detalle sobre la mediana", None),
        ("用简单的语言解释索引", None),
    ],
)
def test_a_depth_is_asked_for_in_three_languages_and_a_topic_asks_anew(text, asks):
    assert depth_command(text) == asks
