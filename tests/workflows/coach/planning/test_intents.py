"""What later messages want, in three languages. No decision is ever read out of words."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from agent import catalogue
from agent.workflows.coach.contracts import Decision
from agent.workflows.coach.planning.intents import Intent, intent_of
from tests.workflows.coach.planning.learners import TODAY, plan_for

PLAN = plan_for("Quiero ser desarrollador web, sé algo de programación, 10 horas semanales")
SAID: list[tuple[str, str, str]] = [
    ("I finished milestone 2", "progress", "done"),
    ("M1 is done", "progress", "done"),
    ("I haven't finished milestone 2", "unclear", ""),
    ("3 hours today", "progress", "hours"),
    ("I missed two weeks", "progress", "missed"),
    ("I was ill for 10 days", "progress", "missed"),
    ("quiz me on milestone 2", "quiz", ""),
    ("My proof for milestone 2: a repository with tests", "progress", "proof"),
    ("Mi prueba del hito 2: un repositorio", "progress", "proof"),
    ("里程碑 2 的完成证明：一个代码仓库", "progress", "proof"),
    ("What counts as proof for milestone 2?", "question", ""),
    ("make milestone 2 shorter", "adjust", ""),
    ("milestone 3 is too hard", "adjust", ""),
    ("Can you make milestone 2 shorter?", "adjust", ""),
    ("more courses please", "courses", ""),
    ("show me other courses", "courses", ""),
    ("make a plan", "plan", ""),
    ("show me my plan", "plan", ""),
    ("I want to learn Rust and SQL", "new_goal", ""),
    ("When is milestone 2 due?", "question", ""),
    ("why do I need linear algebra?", "question", ""),
    ("不同意", "unclear", ""),
    ("yes", "unclear", ""),
    ("approve", "unclear", ""),
    ("我完成了里程碑2", "progress", "done"),
    ("第二个里程碑完成了", "progress", "done"),
    ("还没完成里程碑2", "unclear", ""),
    ("今天学了三个小时", "progress", "hours"),
    ("我落下了两周", "progress", "missed"),
    ("两周没学", "progress", "missed"),
    ("考考我里程碑1", "quiz", ""),
    ("把里程碑2缩短一点", "adjust", ""),
    ("里程碑3太难了", "adjust", ""),
    ("换一批课程", "courses", ""),
    ("给我看看计划", "plan", ""),
    ("我想学机器学习", "new_goal", ""),
    ("里程碑2什么时候到期？", "question", ""),
    ("he terminado el hito 2", "progress", "done"),
    ("no he terminado el hito 2", "unclear", ""),
    ("hoy estudié 3 horas", "progress", "hours"),
    ("me he saltado dos semanas", "progress", "missed"),
    ("hazme un test del hito 2", "quiz", ""),
    ("acorta el hito 3", "adjust", ""),
    ("busca otros cursos", "courses", ""),
    ("muéstrame el plan", "plan", ""),
    ("quiero aprender Scala", "new_goal", ""),
    ("¿cuándo termina el hito 2?", "question", ""),
    ("no estoy de acuerdo", "unclear", ""),
    ("I only have 3 hours a week now", "adjust", ""),
    ("postpone everything by two weeks", "adjust", ""),
    ("move the plan up", "adjust", ""),
    ("bring the plan forward", "adjust", ""),
    ("adelanta el plan", "adjust", ""),
    ("把计划提前", "adjust", ""),
    ("我提前完成了里程碑2", "progress", "done"),
    ("milestones 2 and 3 need more time", "adjust", ""),
    ("another course for milestone 2", "adjust", ""),
    ("asdf qwer", "unclear", ""),
    ("", "unclear", ""),
    ("I disagree", "unclear", ""),
    ("I studied 4 hours on milestone 1", "progress", "hours"),
    ("undo milestone 1", "progress", "undone"),
    ("find courses on SQL", "courses", ""),
    ("给我推荐数据库课程", "courses", ""),
    ("Let's split milestone 2", "adjust", ""),
    ("What if I finish milestone 2 early?", "question", ""),
    ("how do I finish milestone 2", "question", ""),
    ("the plan is too long", "adjust", ""),
    ("vamos más despacio", "adjust", ""),
    ("时间不够，慢一点", "adjust", ""),
    ("I passed my driving test", "unclear", ""),
    ("I've done the first milestone, here is my repo", "progress", "done"),
    ("I couldn't study last week", "progress", "missed"),
    ("Did I miss anything?", "question", ""),
    ("推迟两周", "adjust", ""),
    ("new goal: cybersecurity", "new_goal", ""),
    ("aún no he terminado el hito 2", "unclear", ""),
    ("no problem, I finished milestone 2", "progress", "done"),
    ("如果我完成里程碑2会怎样", "unclear", ""),
]


def read(text: str, *, has_plan: bool = True) -> Intent:
    return intent_of(
        text,
        skills=catalogue.skills(),
        roles=catalogue.roles(),
        plan=PLAN if has_plan else None,
        today=TODAY,
    )


@pytest.mark.parametrize(("text", "kind", "progress"), SAID)
def test_what_a_message_wants(text: str, kind: str, progress: str):
    wanted = read(text).wanted
    assert (wanted.kind, wanted.progress) == (kind, progress)


@pytest.mark.parametrize(
    ("text", "milestones"),
    [
        ("make milestones 2 and 3 longer", ("M2", "M3")),
        ("完成了第二个里程碑", ("M2",)),
        ("he terminado el segundo hito", ("M2",)),
        ("M1 is done", ("M1",)),
        ("the current milestone is too hard", ("M1",)),
        ("milestone 42 is done", ()),
    ],
)
def test_which_milestones_are_meant(text: str, milestones: tuple[str, ...]):
    assert read(text).wanted.milestones == milestones


@pytest.mark.parametrize(
    ("text", "weeks"),
    [
        ("I missed two weeks", 2),
        ("I was ill for 10 days", 1),
        ("me he saltado 3 semanas", 3),
        ("我落下了一个月", 4),
        ("I couldn't study last week", 1),
        ("I am behind", None),
    ],
)
def test_how_many_weeks_were_missed(text: str, weeks: int | None):
    wanted = read(text).wanted
    assert (wanted.progress, wanted.weeks) == ("missed", weeks)


def test_a_proof_is_kept_in_the_words_it_was_given_in():
    wanted = read("My proof for milestone 2: https://example.org/MyRepo").wanted
    assert (wanted.milestones, wanted.proof) == (("M2",), "https://example.org/MyRepo")


def test_hours_are_added_up():
    assert read("2 hours yesterday and 90 minutes today").wanted.hours == 3.5


def test_a_wish_is_kept_in_the_users_words():
    assert (
        read("make milestone 2 shorter, please").wanted.wish == "make milestone 2 shorter, please"
    )


def test_without_a_plan_nothing_is_adjusted():
    assert read("make it shorter", has_plan=False).wanted.kind == "unclear"


def test_a_question_on_how_to_become_something_is_a_goal_where_there_is_no_plan():
    text = "How do I become a data scientist?"
    assert read(text, has_plan=False).wanted.kind == "new_goal"
    assert read(text).wanted.kind == "question"


def test_one_is_surer_of_what_is_named():
    assert read("make milestone 2 shorter").confidence > read("shorter").confidence
    assert read("asdf").confidence == 0


@pytest.mark.parametrize(
    "text", ["同意", "不同意", "我同意这个计划", "approve", "yes please", "no", "de acuerdo"]
)
def test_a_decision_in_words_decides_nothing(text: str):
    wanted = read(text).wanted
    assert wanted.kind == "unclear"
    assert "card" in wanted.why or "tarjeta" in wanted.why or "卡片" in wanted.why


@given(st.text(max_size=60))
def test_no_text_breaks_it_and_none_decides(text: str):
    wanted = read(text).wanted
    assert wanted.kind not in set(Decision.__args__) - {"adjust"}
    assert set(wanted.milestones) <= {each.id for each in PLAN.milestones}


def test_a_question_that_names_a_subject_is_a_goal_where_there_is_no_plan():
    text = "hago videojuegos, ¿qué me recomiendas para los gráficos 3d?"
    assert read(text, has_plan=False).wanted.kind == "new_goal"


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        ("I want to learn SQL from scratch, free courses in English", "new_goal"),
        ("Quiero aprender SQL, con cursos gratis", "new_goal"),
        ("我想学习 SQL，最好有免费课程", "new_goal"),
        ("I want to learn SQL: find me free courses", "courses"),
        ("courses to learn SQL", "courses"),
    ],
)
def test_courses_named_beside_a_wish_to_learn_are_its_terms(text: str, kind: str) -> None:
    found = intent_of(
        text, skills=catalogue.skills(), roles=catalogue.roles(), plan=None, today=TODAY
    )
    assert found.wanted.kind == kind
