"""What a model may write of a plan: words, and which neighbours are one milestone.

Dates, hours and courses stay with the rules.
"""

import re
from collections.abc import Sequence

from pydantic import BaseModel, ConfigDict, Field

from agent.guardrails import fenced
from agent.ports import Context
from agent.ports.courses import Level
from agent.steps import Step
from agent.text import Language
from agent.workflows.coach.contracts import Finding, LearningPlan, Milestone, SkillGap
from agent.workflows.coach.planning import judging
from agent.workflows.coach.planning.building import FEWEST

TEMPERATURE = 0.5
LONGEST_TITLE = 100
LONGEST = 400
_AMOUNTS = re.compile(
    r"\d{4}-\d{2}-\d{2}|\b\d{1,2} [a-z]{3,10} \d{4}\b|\d{4} ?年"
    r"|\d+(?:[.,]\d+)?\s*(?:h\b|hours?\b|horas?\b|小时|weeks?\b|semanas?\b|周)",
    re.IGNORECASE,
)


class WordsFor(BaseModel):
    model_config = ConfigDict(frozen=True)

    goal: str
    language: Language
    milestones: list[Milestone]
    courses: dict[str, str]
    """Titles by ids."""
    skills: dict[str, str]
    """Names by ids."""
    may_join: bool
    findings: list[Finding] = []
    wish: str = ""


class Words(BaseModel):
    of: list[str] = Field(min_length=1)
    """Ids of the milestones that are this one."""
    title: str = Field(min_length=1, max_length=LONGEST_TITLE)
    outcome: str = Field(min_length=1, max_length=LONGEST)
    proof: str = Field(min_length=1, max_length=LONGEST)
    tips: str = Field(default="", max_length=LONGEST)

    @property
    def text(self) -> str:
        return f"{self.title} {self.outcome} {self.proof} {self.tips}"


class PlanWords(BaseModel):
    milestones: list[Words]


def _prompt(value: WordsFor) -> str:
    lines = "\n".join(_line(each, value) for each in value.milestones)
    findings = "\n".join(f"- {each.milestone or 'all'}: {each.sentence}" for each in value.findings)
    wish = f"\n\nWhat the learner wants otherwise:\n{fenced(value.wish, 'wish')}" * bool(value.wish)
    found = (
        f"\n\nWhat the rules found; mend what words can mend:\n{fenced(findings, 'findings')}"
        * bool(findings)
    )
    join = (
        f"Neighbours that belong together may become one milestone, at least {FEWEST} stay:"
        " name in `of` all that it is made of."
        if value.may_join
        else "Join none of them: `of` names one."
    )
    return (
        "Write the words of a learning plan: of each milestone a title, the outcome (what one can"
        " do then), a proof (something concrete that shows it), and a tip. Write all of them, in"
        f" their order, in the language “{value.language}”. {join} Dates, hours and courses are"
        " settled: name no dates, no amounts of time and no other courses."
        f"\n\nThe goal:\n{fenced(value.goal, 'goal')}\n\nMilestones:\n{fenced(lines, 'plan')}"
        f"{wish}{found}"
    )


def _line(each: Milestone, value: WordsFor) -> str:
    skills = ", ".join(value.skills.get(id_, id_) for id_ in each.skills)
    courses = ", ".join(value.courses.get(id_, id_) for id_ in each.courses) or each.no_course
    return f"{each.id}: {each.title}. Skills: {skills}. Courses: {courses}. Proof: {each.proof}"


def _problems(value: WordsFor, given: PlanWords) -> list[str]:
    ids = [each.id for each in value.milestones]
    found = []
    if [id_ for each in given.milestones for id_ in each.of] != ids:
        found.append(f"Use each of these once, in this order: {', '.join(ids)}.")
    if len(given.milestones) < (min(FEWEST, len(ids)) if value.may_join else len(ids)):
        found.append("These are joined too much; keep more of them apart.")
    found += [
        f"{each.of[0]} names dates or amounts of time; leave them out."
        for each in given.milestones
        if _AMOUNTS.search(each.text)
    ]
    return found


WRITE = Step("write_plan", WordsFor, PlanWords, _prompt, check=_problems, temperature=TEMPERATURE)


def phrased(plan: LearningPlan, gaps: Sequence[SkillGap], context: Context) -> LearningPlan:
    """A new plan in a model's words where there is one; what rules find of it goes back once."""
    if not context.llm.is_model:
        return plan
    written = _written(plan, context)
    if found := judging.findings(written, gaps):
        written = _written(written, context, findings=found)
    return written


def _written(
    plan: LearningPlan, context: Context, *, findings: Sequence[Finding] = ()
) -> LearningPlan:
    value = _value(plan, plan.milestones, context, may_join=True, findings=findings)
    groups = context.llm.run(WRITE, value).milestones
    numbers = {id_: f"M{n}" for n, group in enumerate(groups, start=1) for id_ in group.of}
    by_id = {each.id: each for each in plan.milestones}
    joined = [_joined([by_id[id_] for id_ in group.of], group, numbers) for group in groups]
    return plan.model_copy(update={"milestones": tuple(joined), "origin": "model"})


def _joined(parts: Sequence[Milestone], said: Words, numbers: dict[str, str]) -> Milestone:
    own = numbers[parts[0].id]
    skills: dict[str, Level] = {}
    for part in parts:
        skills |= {id_: max(level, skills.get(id_, 0)) for id_, level in part.skills.items()}
    before = dict.fromkeys(numbers[id_] for part in parts for id_ in part.prerequisites)
    courses = tuple(dict.fromkeys(id_ for part in parts for id_ in part.courses))
    return parts[0].model_copy(
        update={
            **said.model_dump(exclude={"of"}),
            "id": own,
            "skills": skills,
            "courses": courses,
            "no_course": "" if courses else " ".join(part.no_course for part in parts),
            "hours": round(sum(part.hours for part in parts), 2),
            "due": parts[-1].due,
            "prerequisites": tuple(id_ for id_ in before if id_ != own),
        }
    )


def reworded(plan: LearningPlan, ids: Sequence[str], wish: str, context: Context) -> LearningPlan:
    """The words of these milestones by a model, as the wish has them; nothing else of the plan."""
    chosen = [each for each in plan.milestones if each.id in ids and not each.done]
    value = _value(plan, chosen, context, may_join=False, wish=wish)
    said = {each.of[0]: each for each in context.llm.run(WRITE, value).milestones}
    after = tuple(
        each.model_copy(update=said[each.id].model_dump(exclude={"of"}))
        if each.id in said
        else each
        for each in plan.milestones
    )
    return plan.model_copy(update={"milestones": after, "origin": "model"})


def _value(
    plan: LearningPlan,
    milestones: Sequence[Milestone],
    context: Context,
    *,
    may_join: bool,
    findings: Sequence[Finding] = (),
    wish: str = "",
) -> WordsFor:
    names = {skill.id: skill.names for skill in context.ports.courses.skills()}
    language = plan.goal.language
    return WordsFor(
        goal=plan.goal.text,
        language=language,
        milestones=list(milestones),
        courses={course.id: course.title for course in plan.recommended_courses},
        skills={id_: of.get(language, of["en"]) for id_, of in names.items()},
        may_join=may_join,
        findings=list(findings),
        wish=wish,
    )
