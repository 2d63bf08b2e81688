"""What is wanted, one by one: the lines that meet it, and the look that proves it."""

from collections.abc import Mapping

from agent.checks import cfn
from agent.errors import AgentError
from agent.language.catalogs import N_, catalog
from agent.ports import Base, Check, Context, Environment
from agent.workflows.infra.artifacts import (
    AcceptanceCriterion,
    DeploymentOutput,
    Part,
    PlanningOutput,
    Requirement,
    ValidationResult,
    Wanted,
)
from agent.workflows.infra.patterns import patterns
from agent.workflows.infra.stacks import templates
from agent.workflows.infra.state import Gettext, PipelineState, Plain, environment_of
from agent.workflows.infra.steps import PlanDraft

WHOLE = "stack_status"
"""What is asked of the stack as a whole stands in no line."""
MOST_LINES = 8
HELD = N_("it was already true before the change, so it proves nothing")
UNSEEN = N_("nothing looks at it")
OUTCOMES = (N_("passed"), N_("failed"), N_("unknown"), N_("not modelled by the sandbox"))


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
    found: list[Wanted] = []
    for part in parts:
        if part.remove:
            continue
        pattern, place = patterns()[part.pattern], templates.place_of(part, beside)
        wants = list(pattern.wants(pattern.parse(part.options), place, language))
        if part.resource in there:
            usual = list(pattern.wants(pattern.options(), place, language))
            wants = [want for want in wants if want not in usual]
        found += wants
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
    own = {each.id: each for each in criteria if each.by_model}
    if not own or not base.exists:
        return []
    asked = [Check(each.check, each.arguments, id=each.id) for each in own.values()]
    notes = []
    for result in context.ports.cloud.verify(environment, base.stack, asked):
        if result.outcome == "passed":
            each = own[result.check.id]
            each.held_before = True
            said = _(
                "{requirement} is not proven by {proof}: it was already true before the change."
            )
            notes.append(said.format(requirement=each.requirement_id, proof=each.id))
    return notes


# In the template


def met_by(plan: PlanningOutput, text: str, claimed: Mapping[str, list[str]]) -> list[Plain]:
    """Of each requirement the lines that meet it: by its part, else as the writer says."""
    try:
        template = cfn.parse(text)
    except AgentError:
        return []
    whole = {each.requirement_id for each in plan.acceptance_criteria if each.check == WHOLE}
    return [
        {
            "requirement": each.id,
            "description": each.description,
            "lines": _lines(
                template, [each.resource] if each.resource else claimed.get(each.id, [])
            ),
        }
        for each in plan.requirements
        if each.id not in whole
    ]


def _lines(template: cfn.Template, paths: list[str]) -> list[Plain]:
    """Of those that are there: what a writer names and has not written counts as nothing."""
    found = []
    for path in paths:
        steps = [step for step in path.removeprefix("Resources.").split(".") if step]
        if place := _find(template.data.get("Resources"), steps):
            found.append({"path": ".".join(steps), "line": template.line("Resources", *place)})
    return found[:MOST_LINES]


def _find(value: object, steps: list[str]) -> tuple[str | int, ...]:
    """The path as the template has it; empty where it leads nowhere."""
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
                return ()
    return tuple(place)


def met_in_words(met: list[Plain], _: Gettext) -> list[str]:
    one, none = _("Line {line}: {path}"), _("No line of the template meets it.")
    return [
        f"{each['requirement']} {each['description']} "
        + ("; ".join(one.format_map(line) for line in each["lines"]) or none)
        for each in met
    ]


# On what is deployed


def results_of(
    state: PipelineState, context: Context, plan: PlanningOutput, result: Plain
) -> list[ValidationResult]:
    """Of a deployment that went through; a way back has no criteria of its own."""
    if not result["succeeded"] or state.get("recovery") or plan.kind == "delete":
        return []
    criteria = {criterion.id: criterion for criterion in plan.acceptance_criteria}
    wanted = {each.id: each.description for each in plan.requirements}
    asked = [Check(c.check, c.arguments, id=c.id) for c in criteria.values()]
    told = context.ports.cloud.verify(environment_of(state), result["stack_id"], asked)
    return [
        ValidationResult(
            acceptance_criteria_id=each.check.id,
            description=wanted[criteria[each.check.id].requirement_id],
            outcome=each.outcome,
            passed=each.outcome == "passed",
            actual_result=each.actual,
            expected_result=each.expected,
            check=each.check.kind,
            evidence=list(each.evidence),
        )
        for each in told
    ]


def summary_of(output: DeploymentOutput, result: Plain, plan: PlanningOutput, _: Gettext) -> str:
    place = {"stack": output.stack, "status": output.stack_status}
    if not result["succeeded"]:
        told = _("{stack} ended in {status}.").format(**place)
        return f"{told} {result['reason']}".strip()
    failed = [check for check in output.validation_results if check.outcome == "failed"]
    if failed:
        first = _("{stack} was deployed, but not all of it holds: {count} of {all} checks failed.")
        counted = {"count": len(failed), "all": len(output.validation_results)}
        found = _("{check} Found: {actual}")
        lines = [found.format(check=c.description, actual=c.actual_result) for c in failed[:3]]
        return "\n- ".join([first.format(**place, **counted) + "\n", *lines])
    if output.stack_status == "DELETE_COMPLETE":
        told = _("{stack} is deleted.").format(**place)
        kept = [a.resource_name for a in output.deployment_actions if a.action_type == "kept"]
        left = _("Kept in the account, outside any stack: {names}.").format(names=", ".join(kept))
        return f"{told} {left}" if kept else told
    if output.status == "rolled_back":
        return _("{stack} is back to its earlier state: {status}.").format(**place)
    told = _("{stack} is deployed.").format(**place)
    return f"{told} {proven(plan, output.validation_results, _)}"


def proven(plan: PlanningOutput, results: list[ValidationResult], _: Gettext) -> str:
    """How many requirements are proven, and of each other one why it is not."""
    outcomes: dict[str, set[str]] = {each.id: set() for each in plan.requirements}
    criteria = {criterion.id: criterion for criterion in plan.acceptance_criteria}
    for result in results:
        criterion = criteria[result.acceptance_criteria_id]
        is_nothing_new = result.passed and criterion.held_before
        outcomes[criterion.requirement_id].add(HELD if is_nothing_new else result.outcome)
    open_ = [each for each in plan.requirements if outcomes[each.id] != {"passed"}]
    count = len(outcomes) - len(open_)
    first = _("{count} of {all} requirements proven.").format(count=count, all=len(outcomes))
    if not open_:
        return first
    lines = []
    for each in open_:
        why = ", ".join(map(_, sorted(outcomes[each.id]) or [UNSEEN]))
        lines.append(f"- {each.description.rstrip('.。')} ({why})")
    return " ".join([first, _("Not proven:")]) + "\n\n" + "\n".join(lines)
