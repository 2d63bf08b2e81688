"""A model's plan, where there is a model."""

from collections.abc import Sequence
from datetime import date

from agent.engine.conversation import today
from agent.errors import StepFailed
from agent.events import Notice
from agent.language.catalogs import N_
from agent.ports import Context
from agent.workflows.coach.planning import building, judging
from agent.workflows.coach.planning.contracts import LearningPlan, Milestone, SkillGap
from agent.workflows.coach.planning.gaps import needed_for
from agent.workflows.coach.steps import PROPOSE, PlanFor, Proposal


def propose(
    plan: LearningPlan, gaps: Sequence[SkillGap], context: Context, *, rejected: str = ""
) -> LearningPlan:
    """A model's plan for the open gaps; what rules find goes back to it once.

    `plan` is the one by rules, for where there is no model or it gives no plan.
    """
    if not context.llm.is_model:
        return plan
    needed = needed_for(plan.goal, gaps, plan.recommended_courses)
    asked = PlanFor(
        goal=plan.goal,
        gaps=list(gaps),
        courses=list(plan.recommended_courses),
        today=today().isoformat(),
        rejected=rejected,
    )
    try:
        first = context.llm.run(PROPOSE, asked)
    except StepFailed as error:
        sentence = N_("The model's plan could not be used ({why}) This one was made by rules.")
        context.report.emit(Notice(plan.say(sentence, why=error.message), "warning"))
        return plan
    proposed = _dated(plan, first, gaps)
    found = judging.findings(proposed, needed)
    if not found:
        return proposed
    again = asked.model_copy(update={"first": first, "findings": found})
    try:
        mended = _dated(plan, context.llm.run(PROPOSE, again), gaps)
    except StepFailed:
        return proposed
    return proposed if len(judging.findings(mended, needed)) > len(found) else mended


def _dated(plan: LearningPlan, given: Proposal, gaps: Sequence[SkillGap]) -> LearningPlan:
    """With numbers and dates; what each milestone builds on comes from its skills and courses."""
    courses = {each.id: each for each in plan.recommended_courses}
    blank = Milestone(id="", title="", outcome="", proof="", hours=1, start="", due="")
    milestones = [
        blank.model_copy(update={**each.given, "hours": each.hours}) for each in given.milestones
    ]
    drafts = [
        building.Draft(each.skills, each.hours, tuple(courses[id_] for id_ in each.courses))
        for each in milestones
    ]
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
