"""Skills required against skills held, and where each comes from."""

import pytest

from agent.adapters.courses import built_in as catalogue
from agent.ports import Mastery
from agent.ports.courses import Skill
from agent.workflows.coach.planning.contracts import Goal, SkillGap
from agent.workflows.coach.planning.gaps import gaps
from tests.workflows.coach.planning.learners import gaps_of, goal

SKILLS = (
    Skill("top", {"en": "Top", "zh": "顶"}, needs=("middle",)),
    Skill("base", {"en": "Base", "zh": "底"}),
    Skill("middle", {"en": "Middle", "zh": "中"}, needs=("base",)),
)


def of(wanted: Goal, *known: tuple[str, float, int]) -> list[SkillGap]:
    mastery = [
        Mastery("s", topic, share, False, answers, (), "") for topic, share, answers in known
    ]
    return gaps(wanted, SKILLS, mastery)


def test_what_comes_before_is_required_too_and_first():
    found = of(Goal(text="Top", skills={"top": 3}))
    assert [(gap.skill, gap.required, gap.held) for gap in found] == [
        ("base", 1, 0),
        ("middle", 2, 0),
        ("top", 3, 0),
    ]
    assert [gap.reason for gap in found[:2]] == ["Middle builds on it.", "Top builds on it."]


def test_what_a_held_skill_builds_on_is_not_asked_for():
    found = of(Goal(text="Top", skills={"top": 2}, held={"middle": 1}))
    assert [gap.skill for gap in found] == ["top"]


def test_what_is_unwanted_is_not_asked_for():
    found = of(Goal(text="Top", skills={"top": 3}, unwanted=("middle",)))
    assert [gap.skill for gap in found] == ["top"]


def test_a_goal_that_is_held_stays_to_be_seen():
    (gap,) = of(Goal(text="Base", skills={"base": 1}, held={"base": 2}))
    assert (gap.required, gap.held, gap.evidence) == (1, 2, "from what you said")


def test_quizzes_are_evidence_where_nothing_was_said():
    (gap,) = of(Goal(text="Base", skills={"base": 2}), ("base", 0.75, 8))
    assert (gap.held, gap.evidence) == (1, "75 % over 8 quiz answers on “Base”")


@pytest.mark.parametrize(("share", "answers", "held"), [(0.95, 9, 2), (0.4, 9, 0), (0.95, 2, 0)])
def test_how_much_a_quiz_shows(share: float, answers: int, held: int):
    (gap,) = of(Goal(text="Base", skills={"base": 3}), ("Base", share, answers))
    assert gap.held == held


def test_a_topic_that_only_contains_the_name_shows_nothing():
    (gap,) = of(Goal(text="Base", skills={"base": 2}), ("database", 1.0, 9))
    assert (gap.held, gap.evidence) == (0, "")


def test_ones_own_statement_goes_before_quizzes():
    (gap,) = of(Goal(text="Base", skills={"base": 3}, held={"base": 1}), ("base", 0.95, 9))
    assert (gap.held, gap.evidence) == (1, "from what you said")


def test_a_beginner_who_wants_the_basics_has_not_got_them():
    (base,) = of(Goal(text="Base", skills={"base": 1}, level=1))
    assert (base.required, base.held) == (1, 0)


def test_a_level_says_nothing_where_skills_were_said_to_be_held():
    found = of(Goal(text="Top", skills={"top": 3}, level=2, held={"base": 1}))
    assert [gap.held for gap in found if gap.skill == "top"] == [0]


def test_what_the_catalogue_does_not_know_is_learnt_alone():
    (gap,) = of(Goal(text="?", skills={"flying": 2}))
    assert (gap.skill, gap.required, gap.held) == ("flying", 2, 0)


def test_a_circle_in_a_catalogue_ends():
    circle = (Skill("a", {"en": "A"}, needs=("b",)), Skill("b", {"en": "B"}, needs=("a",)))
    found = gaps(Goal(text="A", skills={"a": 2}), circle)
    assert {gap.skill for gap in found} == {"a", "b"}


@pytest.mark.parametrize("role", catalogue.roles(), ids=lambda role: role.id)
def test_every_role_is_asked_for_in_order_with_short_reasons(role):
    for language in ("en", "es", "zh"):
        wanted = Goal(text=role.id, language=language, role=role.id, skills=role.skills)
        found = gaps_of(wanted)
        ids = [gap.skill for gap in found]
        assert set(role.skills) <= set(ids)
        assert all(0 < len(gap.reason.split()) <= 20 for gap in found)
        places = {id_: place for place, id_ in enumerate(ids)}
        assert all(places.get(b, -1) < places[gap.skill] for gap in found for b in gap.needs)


def test_names_are_in_the_language_of_the_goal():
    found = gaps_of(goal("我想学习 Python"))
    assert [gap.name for gap in found] == ["编程", "Python"]
