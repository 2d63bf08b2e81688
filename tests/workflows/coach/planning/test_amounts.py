"""Hours a week, as people say them in three languages."""

import pytest

from agent.workflows.coach.planning.amounts import amounts, hours_a_week, spans

SAID: list[tuple[str, float | None]] = [
    ("6 hours a week", 6),
    ("an hour a day", 7),
    ("2 h/day at weekends", 4),
    ("at weekends 2 hours a day", 4),
    ("每周六小时", 6),
    ("每周二十小时", 20),
    ("每周六三小时", 3),
    ("每天一小时", 7),
    ("每天半小时", 3.5),
    ("每天一个半小时", 10.5),
    ("工作日每天1小时，周末每天3小时", 11),
    ("1 hour on weekdays and 4 hours at weekends", 9),
    ("1 hour on weekdays and 4 on Saturdays", 9),
    ("on weekdays 1 hour and at weekends 4 hours", 9),
    ("three evenings a week, 2 hours each", 6),
    ("2 hours three times a week", 6),
    ("2 hours a day, five days a week", 10),
    ("每周三次，每次两小时", 6),
    ("每周三天每天两小时", 6),
    ("10 horas semanales", 10),
    ("media hora al día", 3.5),
    ("entre 4 y 6 horas a la semana", 4),
    ("2 horas los fines de semana", 2),
    ("una hora diaria", 7),
    ("dos horas diarias", 14),
    ("30 minutes a day", 3.5),
    ("5-8 hours per week", 5),
    ("I studied 3 hours today", None),
    ("every Saturday 3 hours", 3),
    ("2 hours on Tuesdays and Thursdays", 4),
    ("24 hours a day", None),
    ("每周六和周日各两小时", 4),
    ("6小时/周", 6),
    ("每周学习六小时", 6),
    ("about 6 hrs weekly", 6),
    ("6h/week", 6),
    ("1,5 horas al día", 10.5),
    ("20 hours a month", 4.5),
    ("I have 10 hours of free time each week", 10),
    ("an hour and a half a day", 10.5),
    ("2 h al día los fines de semana", 4),
    ("每周5到8个小时", 5),
    ("weekly 4 hours", 4),
    ("每个周末四小时", 4),
    ("一周大概8小时", 8),
    ("tres días a la semana, una hora", 3),
    ("in 3 months", None),
    ("un par de horas a la semana", 2),
    ("6 to 8 hours a week", 6),
    ("I can do six hours every week", 6),
    ("seis horas por semana", 6),
    ("5 hrs per wk", 5),
    ("每晚两小时", 14),
    ("I work 40 hours a week and can study 5 hours a week", 5),
    ("between 4 and 6 hours a week", 4),
    ("I work 40 hours a week", None),
    ("I can study 5 hours a week, I work 40 hours a week", 5),
    ("I had 10 hours a week, now I have 4 hours a week", 4),
    ("Saturdays 3 hours, Sundays 2 hours", 5),
    ("0 hours a week", None),
    ("extra hours a week", None),
    ("每周六十小时", 60),
]


@pytest.mark.parametrize(("text", "hours"), SAID)
def test_hours_a_week_are_read(text: str, hours: float | None):
    assert hours_a_week(text) == hours


def test_hours_without_a_period_are_told_apart():
    told = amounts("Today I did 3 hours, and 6 hours a week is my plan")
    assert [(each.hours, each.every) for each in told] == [(3.0, ""), (6.0, "week")]


def test_the_words_that_belong_to_the_hours_are_found():
    text = "I want to learn SQL, about 6 hours a week, at home"
    (start, end), *_ = spans(text)
    assert text[start:end].strip() == "about 6 hours a week"
