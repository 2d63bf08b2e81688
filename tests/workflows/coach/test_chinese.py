"""The whole way in Chinese: every card and every answer."""

import re

from agent.questions import Approval, Choice, Form, Question
from tests.workflows.coach.talk import Learner, asks, last

HAN = re.compile(r"[\u4e00-\u9fff]")
LATIN_WORDS = re.compile(r"\b[a-z]{4,}\b(?![^“]*”)")


def texts_of(question: Question) -> list[str]:
    """What a card shows, but for titles of courses."""
    found = [question.title, question.body]
    if isinstance(question, Form | Approval):
        found += [field.label for field in question.fields]
    if isinstance(question, Choice):
        found += [option.label for option in question.options]
    if isinstance(question, Approval):
        found += [*question.labels.values(), question.how, question.comment]
    return list(filter(None, found))


def test_the_whole_way_in_chinese(learner: Learner) -> None:
    learner.ask("我想学习 Python，每周六小时")
    while learner.asks != "approve":
        assert all(HAN.search(text) or text == "Python" for text in texts_of(learner.question))
        learner.agree()
    assert all(HAN.search(text) for text in texts_of(learner.question))
    turn = learner.adjust("M2", change="hours", hours=20.0)
    shown = last(turn, "coach_plan")
    assert shown["changes"]
    assert all(HAN.search(each["title"] + each["outcome"]) for each in shown["plan"]["milestones"])
    turn = learner.approve()
    assert asks(turn) == ["goal", "courses", "approve", "approve"]
    assert turn.answer.startswith("计划已批准")
    (kept,) = learner.user.ports.plans.all("local")
    assert kept.plan["goal"]["language"] == "zh"
    assert kept.plan["hours_a_week"] == 6


def test_progress_weeks_missed_and_a_quiz_in_chinese(learner: Learner) -> None:
    learner.plan("我想学习数据库，每周四小时")
    turn = learner.finish("M1")
    assert last(turn, "coach_progress")["done"] == 1
    assert not LATIN_WORDS.search(turn.answer)
    learner.ask("我耽误了两周", picked={"act": "missed", "value": "2"})
    assert learner.asks == "approve"
    learner.approve()
    turn = learner.ask("考考我", picked={"act": "quiz", "milestone": "M2"})
    assert last(turn, "coach_quiz")["milestone"] == "M2"
    assert last(turn, "coach_quiz")["text"].startswith("给我出")


def test_the_whole_way_in_spanish(learner: Learner) -> None:
    turn = learner.plan("Quiero aprender bases de datos desde cero, 4 horas a la semana")
    assert turn.answer.startswith("Tu plan está aprobado")
    learner.ask("perdidas", picked={"act": "missed", "value": "2"})
    assert learner.asks == "approve"
    learner.approve()
    turn = learner.finish("M1")
    assert last(turn, "coach_progress")["done"] == 1
