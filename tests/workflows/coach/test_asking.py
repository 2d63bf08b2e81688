"""The cards as they are drafted."""

import pytest

from agent.errors import InvalidReply
from agent.language.text import Language
from agent.questions import Approval, Reply, check, payload_digest
from agent.workflows.coach.forms import NEEDS_PLAN, Drafts
from agent.workflows.coach.planning.contracts import Finding, SkillGap
from tests.workflows.coach.desk import GOAL, gap, plan

DRAFTS = Drafts("task", "en")


def approval(*findings: Finding, done: tuple[str, ...] = ()) -> Approval:
    drafted = plan(done=done).model_copy(update={"findings": findings})
    return DRAFTS.approve(drafted, number=1)


def test_an_approval_binds_the_whole_plan() -> None:
    shown = plan()
    other = shown.model_copy(update={"hours_a_week": 7.0})
    card = DRAFTS.approve(shown, number=1)
    assert card.digest == payload_digest(shown.model_dump(mode="json"))
    assert card.digest != DRAFTS.approve(other, number=1).digest


def test_what_rules_found_stands_on_the_card() -> None:
    late = Finding(rule="deadline", sentence="It ends after your deadline.")
    card = approval(late)
    assert card.risks == ("It ends after your deadline.",)
    assert card.allowed == ("approve", "reject")


def test_what_is_done_cannot_be_chosen_for_an_adjustment() -> None:
    which, *_ = approval(done=("M1",)).fields
    assert [option.id for option in which.options] == ["M2", "M3"]


def test_acts_that_need_a_plan_are_offered_with_one_only() -> None:
    without = {option.id for option in DRAFTS.clarify(has_plan=False).options}
    assert not without & NEEDS_PLAN
    assert {option.id for option in DRAFTS.clarify(has_plan=True).options} >= NEEDS_PLAN


def test_the_likeliest_act_comes_first() -> None:
    card = DRAFTS.clarify(has_plan=True, ranked=("chat", "progress", "adjust"))
    assert [option.id for option in card.options][:2] == ["progress", "adjust"]


def test_progress_is_filled_in_with_what_was_given_before() -> None:
    held = {"what": "missed", "milestone": "M2", "weeks": 0.0}
    form = DRAFTS.milestone(plan(), filled=held, problem="above 0")
    assert {e.id: e.default for e in form.fields} == {**held, "hours": None}


def test_a_number_is_required_where_its_choice_is_made_and_only_there() -> None:
    form = DRAFTS.milestone(plan(), filled={})
    check(form, Reply(values={"what": "done", "milestone": "M1"}))
    check(form, Reply(values={"what": "missed", "weeks": 2.0}))
    with pytest.raises(InvalidReply):
        check(form, Reply(values={"what": "missed", "milestone": "M1"}))


def test_a_plan_knows_its_milestones_by_their_identifiers() -> None:
    for text in ("drop milestone 2 please", "make m2 earlier", "M2"):
        assert [each.id for each in plan().named_in(text)] == ["M2"]
    assert plan().named_in("2 milestones, M20, 2 weeks") == []


def test_only_deadline_and_background_of_a_goal_may_stay_empty() -> None:
    form = DRAFTS.goal(GOAL, ())
    assert {entry.id for entry in form.fields if not entry.required} == {"deadline", "background"}


def test_a_wish_is_written_where_a_model_reads_it_and_chosen_where_none_does() -> None:
    fields = {entry.id for entry in DRAFTS.adjust(plan(), wish="", filled={}).fields}
    assert fields == {"milestone", "change", "hours"}
    read = Drafts("task", "en", reads=True).adjust(plan(), wish="less theory", filled={})
    assert {entry.id: entry.required for entry in read.fields} == {"milestone": False, "wish": True}


def test_a_skill_shows_what_is_held_and_why_it_is_required() -> None:
    gaps = [SkillGap.model_validate(gap("sql", required=2, held=1))]
    entry = next(each for each in DRAFTS.goal(GOAL, gaps).fields if each.id.startswith("level:"))
    assert (entry.id, entry.default) == ("level:sql", "1")
    assert "intermediate" in entry.help
    assert "The goal names it." in entry.help


@pytest.mark.parametrize(
    ("language", "word"), [("en", "courses"), ("es", "cursos"), ("zh", "课程")]
)
def test_cards_speak_the_learners_language(language: Language, word: str) -> None:
    card = Drafts("task", language).courses(2)
    assert word in card.title
    assert "2" in card.title
