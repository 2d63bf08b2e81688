"""A model's plan, where it can be used."""

from collections.abc import Sequence
from datetime import date

from agent.errors import StepFailed
from agent.events import Notice
from agent.language.catalogs import N_
from agent.ports import Context
from agent.workflows.coach.planning import building, judging
from agent.workflows.coach.planning.contracts import Finding, LearningPlan, Milestone, SkillGap
from agent.workflows.coach.planning.gaps import needed_for
from agent.workflows.coach.steps import PROPOSE, PlanFor, Proposal, Proposed


def propose(plan: LearningPlan, gaps: Sequence[SkillGap], context: Context) -> LearningPlan:
    """A model's plan for the open gaps, where there is one; what rules find goes back once.

    `plan` is the one by rules. It is shown where the model's stays unusable.
    """
    if not context.llm.is_model:
        return plan
    needed = needed_for(plan.goal, gaps, plan.recommended_courses)
    asked = PlanFor(goal=plan.goal, gaps=list(gaps), courses=list(plan.recommended_courses))
    try:
        proposed = _dated(plan, context.llm.run(PROPOSE, asked), gaps)
        if found := _mendable(proposed, needed):
            again = asked.model_copy(update={"findings": found})
            proposed = _dated(plan, context.llm.run(PROPOSE, again), gaps)
    except StepFailed as error:
        return _keep_rules(plan, error.message, context)
    blocking = [each.sentence for each in judging.findings(proposed, needed) if each.blocks]
    return _keep_rules(plan, blocking[0], context) if blocking else proposed


def _mendable(plan: LearningPlan, gaps: Sequence[SkillGap]) -> list[Finding]:
    """What another plan could do better: no plan covers what lies outside the catalogue."""
    goal = plan.goal.model_copy(update={"uncovered": ()})
    return judging.findings(plan.model_copy(update={"goal": goal}), gaps)


def _keep_rules(plan: LearningPlan, why: str, context: Context) -> LearningPlan:
    sentence = N_("The model's plan could not be used ({why}) This one was made by rules.")
    context.report.emit(Notice(plan.say(sentence, why=why), "warning"))
    return plan


def _dated(plan: LearningPlan, given: Proposal, gaps: Sequence[SkillGap]) -> LearningPlan:
    """With numbers and dates; what each milestone builds on comes from its skills and courses."""
    courses = {each.id: each for each in plan.recommended_courses}
    drafts = [
        building.Draft(
            {one.skill: one.level for one in each.skills},
            each.hours,
            tuple(courses[id_] for id_ in dict.fromkeys(each.courses)),
        )
        for each in given.milestones
    ]
    milestones = [_milestone(e, draft) for e, draft in zip(given.milestones, drafts, strict=True)]
    dated = building.date_milestones(
        milestones,
        building.link_drafts(drafts, gaps),
        date.fromisoformat(plan.start),
        week=plan.hours_a_week,
    )
    return plan.model_copy(
        update={
            "milestones": tuple(dated),
            "estimated_duration": building.duration_of(dated, plan.goal.language),
            "origin": "model",
        }
    )


def _milestone(given: Proposed, draft: building.Draft) -> Milestone:
    return Milestone(
        **given.model_dump(include={"title", "outcome", "proof", "tips", "hours"}),
        id="",
        skills=draft.skills,
        courses=tuple(course.id for course in draft.courses),
        no_course="" if draft.courses else given.own_work,
        start="",
        due="",
    )
