"""What is wanted, one by one: the lines that meet it, and the look that proves it."""

from collections.abc import Iterable

from agent import cfn
from agent.errors import AgentError
from agent.language.catalogs import catalog
from agent.ports import Base, Check, Context, Environment
from agent.workflows.infra import templates
from agent.workflows.infra.contracts import AcceptanceCriterion, Part, PlanningOutput, Requirement
from agent.workflows.infra.patterns import patterns
from agent.workflows.infra.said import Gettext
from agent.workflows.infra.state import PipelineState, Plain
from agent.workflows.infra.steps import Met, PlanDraft, Wanted

WHOLE = "stack_status"
"""What is asked of the stack as a whole stands in no line."""
MOST_LINES = 8


def wanted_of(parts: list[Part], base: Base, draft: PlanDraft, *, language: str) -> list[Wanted]:
    """By the parts, by the model, and of the stack as a whole."""
    by_model = [want.model_copy(update={"resource": ""}) for want in draft.wanted]
    wanted = [*_promised(parts, base, language), *by_model]
    if draft.kind == "delete":
        return wanted
    status = "UPDATE_COMPLETE" if base.exists else "CREATE_COMPLETE"
    whole = Wanted(
        description=catalog(language).gettext("The stack is deployed as a whole."),
        type="non-functional",
        priority="high",
        check=WHOLE,
        arguments={"status": status},
        nist_controls=["CM-2"],
    )
    return [*wanted, whole]


def _promised(parts: list[Part], base: Base, language: str) -> list[Wanted]:
    """What the parts promise; of a part that is there already only what the words change."""
    beside = templates.places(parts, base.template)
    there = templates.resources_of(base.template)
    found = []
    for part in parts:
        if part.remove:
            continue
        pattern = patterns()[part.pattern]
        place = templates.place_of(part, beside)
        usual = (
            list(pattern.wants(pattern.options(), place, language))
            if part.resource in there
            else []
        )
        for want in pattern.wants(pattern.parse(part.options), place, language):
            if want in usual:
                continue
            found.append(
                Wanted(
                    description=want.description,
                    type=want.type,
                    priority=want.priority,
                    check=want.check.kind if want.check else "",
                    arguments=want.check.arguments if want.check else {},
                    nist_controls=list(want.nist),
                    resource=place.main,
                )
            )
    return found


def numbered(wanted: list[Wanted]) -> list[Requirement]:
    return [
        Requirement(id=f"REQ-{number:03}", **want.model_dump(exclude={"check", "arguments"}))
        for number, want in enumerate(wanted, start=1)
    ]


def criteria_of(
    context: Context, wanted: list[Wanted], _: Gettext
) -> tuple[list[AcceptanceCriterion], list[str]]:
    """Of each that has a look of its own; and why another one has none."""
    criteria: list[AcceptanceCriterion] = []
    notes: list[str] = []
    for number, want in enumerate(wanted, start=1):
        name = f"REQ-{number:03}"
        if not want.check:
            continue
        try:
            sentence = context.ports.cloud.sentence(Check(want.check, want.arguments))
        except AgentError as error:
            unproven = _("{requirement} cannot be proven: {reason}")
            notes.append(unproven.format(requirement=name, reason=error.message))
            continue
        criteria.append(
            AcceptanceCriterion(
                id=f"AC-{len(criteria) + 1:03}",
                requirement_id=name,
                description=sentence,
                check=want.check,
                arguments=want.arguments,
                expected_result=sentence,
                by_model=not want.resource and want.check != WHOLE,
            )
        )
    return criteria, notes


def look_before(
    context: Context,
    environment: Environment,
    base: Base,
    criteria: list[AcceptanceCriterion],
    _: Gettext,
) -> list[str]:
    """Mark the model's proofs that hold before the change, and say so: they prove nothing."""
    own = [each for each in criteria if each.by_model]
    if not own or not base.exists:
        return []
    asked = [Check(each.check, each.arguments, id=each.id) for each in own]
    told = context.ports.cloud.verify(environment, base.stack, asked)
    held = {result.check.id for result in told if result.outcome == "passed"}
    for each in own:
        each.held_before = each.id in held
    said = _("{requirement} is not proven by {proof}: it was already true before the change.")
    return [
        said.format(requirement=each.requirement_id, proof=each.id)
        for each in own
        if each.held_before
    ]


# In the template


def met_by(plan: PlanningOutput, text: str, told: Iterable[Met]) -> list[Plain]:
    """Of each requirement the lines that meet it: by its part, else as the writer says."""
    try:
        template = cfn.parse(text)
    except AgentError:
        return []
    claimed: dict[str, list[str]] = {}
    for each in told:
        claimed.setdefault(each.requirement, []).extend(each.paths)
    whole = {each.requirement_id for each in plan.acceptance_criteria if each.check == WHOLE}
    return [
        {
            "requirement": each.id,
            "description": each.description,
            "lines": _lines(template, [each.resource] if each.resource else claimed.get(each.id)),
        }
        for each in plan.requirements
        if each.id not in whole
    ]


def _lines(template: cfn.Template, paths: list[str] | None) -> list[Plain]:
    """Of those that are there: what a writer names and has not written counts as nothing."""
    found = []
    for path in paths or []:
        steps = tuple(step for step in path.removeprefix("Resources.").split(".") if step)
        place = _reached(template.data.get("Resources"), steps)
        if place is not None:
            found.append({"path": ".".join(steps), "line": template.line("Resources", *place)})
    return found[:MOST_LINES]


def _reached(value: object, steps: tuple[str, ...]) -> tuple[str | int, ...] | None:
    """The path as the template has it; None where it leads nowhere."""
    place: list[str | int] = []
    for step in steps:
        match value:
            case dict() if step in value:
                value = value[step]
                place.append(step)
            case list() if step.isdigit() and int(step) < len(value):
                value = value[int(step)]
                place.append(int(step))
            case _:
                return None
    return tuple(place) or None


def met_in(state: PipelineState) -> list[Plain]:
    found: list[Plain] = (state.get("iac_output") or {}).get("met", [])
    return found


def met_in_words(met: list[Plain], _: Gettext) -> list[str]:
    return [
        f"{each['requirement']} {each['description']} {_where(each['lines'], _)}" for each in met
    ]


def _where(lines: list[Plain], _: Gettext) -> str:
    if not lines:
        return _("No line of the template meets it.")
    one = _("Line {line}: {path}")
    return "; ".join(one.format(line=each["line"], path=each["path"]) for each in lines)
