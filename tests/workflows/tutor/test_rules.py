"""Answering by rules: what is quoted, what is cited, and when the evidence is too thin."""

import pytest
from langchain_core.messages import AIMessage, HumanMessage, ToolMessage

from agent.workflows.tutor import guide, requests, rules
from agent.workflows.tutor.citations import cited, unknown_marks
from agent.workflows.tutor.difficulty import classify, depth_command


def passage(text: str, *, mark: str = "1", heading: str = "Definition", **more):
    return {
        "kind": "passage",
        "mark": mark,
        "id": mark,
        "title": "Foreign keys",
        "heading": heading,
        "text": text,
        "language": "en",
        "similarity": None,
        "near": False,
        "score": 0.03,
        "terms": [],
        "topic": "foreign-keys",
        "source": "",
        "page": None,
        **more,
    }


DEFINES = "A foreign key is a column whose values must exist as a key elsewhere."
MENTIONS = "Many systems do not index a foreign key by themselves."


def test_the_sentence_that_defines_what_was_asked_comes_first():
    answer = rules.answer_from(
        "What is a foreign key?", [passage(f"{MENTIONS} {DEFINES}")], level="basic"
    )
    assert str(answer.content).startswith(DEFINES.rstrip("."))


def test_every_quoted_sentence_carries_the_mark_of_its_passage():
    context = [passage(DEFINES), passage(MENTIONS, mark="2")]
    answer = rules.answer_from("What is a foreign key?", context, level="basic")
    assert f"{DEFINES[:-1]} [1]" in answer.content
    assert f"{MENTIONS[:-1]} [2]" in answer.content


def test_thin_evidence_is_said_and_nothing_is_made_up():
    answer = rules.answer_from("Who won the world cup?", [passage(DEFINES)], level="basic")
    assert answer.content == "The documents of this subject do not cover this."


def test_the_users_language_is_mirrored():
    answer = rules.answer_from("¿Quién ganó el mundial?", [], level="basic")
    assert answer.content == "Los documentos de esta asignatura no tratan esto."


def test_an_advanced_answer_puts_the_reasons_first():
    reason = "A foreign key costs time because each insert looks the parent up."
    answer = rules.answer_from(
        "Why does a foreign key cost time?", [passage(f"{DEFINES} {reason}")], level="advanced"
    )
    assert str(answer.content).startswith("**Why**")
    assert str(answer.content).index(reason[:-1]) < str(answer.content).index(DEFINES[:-1])


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


def test_cited_evidence_names_the_sentences_that_were_quoted():
    context = [passage(f"{DEFINES} {MENTIONS}"), passage("Unused.", mark="2")]
    assert [(s["mark"], s["quoted"]) for s in cited(f"{DEFINES[:-1]} [1].", context)] == [
        ("1", [DEFINES])
    ]


def test_a_mark_that_no_tool_gave_is_known():
    assert unknown_marks("So [1] and [7].", [passage(DEFINES)]) == ["7"]


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
