"""What shall be otherwise of a milestone, in three languages."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from agent.workflows.coach.planning.wishes import Wish, wishes_in
from tests.workflows.coach.planning.learners import TODAY


@pytest.mark.parametrize(
    ("text", "kinds"),
    [
        ("more time please", ["longer"]),
        ("this is too short for me", ["longer"]),
        ("make it shorter", ["shorter"]),
        ("too long", ["shorter"]),
        ("start two weeks later", ["later"]),
        ("postpone it", ["later"]),
        ("another course", ["other_course"]),
        ("drop the course", ["drop_course"]),
        ("I don't want this course, give me a different course", ["other_course"]),
        ("split it into two parts", ["split"]),
        ("too hard", ["easier"]),
        ("make it harder", ["harder"]),
        ("too easy", ["harder"]),
        ("another course and more time", ["other_course", "longer"]),
        ("only 3 hours a week", ["pace"]),
        ("más tiempo", ["longer"]),
        ("más corto", ["shorter"]),
        ("empieza dos semanas más tarde", ["later"]),
        ("otro curso", ["other_course"]),
        ("quita el curso", ["drop_course"]),
        ("divídelo en dos", ["split"]),
        ("demasiado difícil", ["easier"]),
        ("demasiado fácil", ["harder"]),
        ("多给一点时间", ["longer"]),
        ("缩短一点", ["shorter"]),
        ("推迟两周", ["later"]),
        ("换一门课", ["other_course"]),
        ("去掉这门课", ["drop_course"]),
        ("拆分成两个", ["split"]),
        ("太难了", ["easier"]),
        ("太简单了", ["harder"]),
        ("start earlier", ["earlier"]),
        ("move the plan up", ["earlier"]),
        ("bring M3 forward by a week", ["earlier"]),
        ("start it as soon as possible", ["earlier"]),
        ("empezar antes", ["earlier"]),
        ("adelanta el plan", ["earlier"]),
        ("dos semanas antes", ["earlier"]),
        ("adelante", []),
        ("déjalo como antes", []),
        ("提前开始", ["earlier"]),
        ("把计划提前两周", ["earlier"]),
        ("早一点开始", ["earlier"]),
        ("每天早八点学习", []),
        ("do not start earlier", []),
        ("let us move forward", []),
        ("不要提前", []),
        ("不要拆分", []),
        ("do not make it shorter", []),
        ("make it blue", []),
        ("easier but also harder", []),
        ("", []),
    ],
)
def test_a_wish_is_understood_or_not(text: str, kinds: list[str]):
    assert [wish.kind for wish in wishes_in(text, TODAY)] == kinds


@pytest.mark.parametrize(
    ("text", "wish"),
    [
        ("two weeks later", Wish("later", days=14)),
        ("推迟10天", Wish("later", days=10)),
        ("two weeks earlier", Wish("earlier", days=14)),
        ("adelanta el hito 3 una semana", Wish("earlier", days=7)),
        ("提前10天", Wish("earlier", days=10)),
        ("start earlier, on 2026-12-01", Wish("earlier", day="2026-12-01")),
        ("3 semanas más", Wish("longer", days=21)),
        ("extend it to 6 weeks", Wish("longer", days=42, is_total=True)),
        ("shorten it to two weeks", Wish("shorter", days=14, is_total=True)),
        ("start on 2027-01-15, not before", Wish("later", day="2027-01-15")),
        ("start in January, later", Wish("later", day="2027-01-01")),
        ("only 3 hours a week", Wish("pace", hours=3.0)),
    ],
)
def test_how_much_is_read(text: str, wish: Wish):
    assert wish in wishes_in(text, TODAY)


@given(st.text(max_size=60))
def test_no_text_breaks_it(text: str):
    wishes_in(text, TODAY)
