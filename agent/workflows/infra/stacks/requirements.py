"""What is wanted, one by one: the lines that meet it, and the look that proves it."""

from collections.abc import Collection, Mapping

from agent.checks import cfn
from agent.engine.conversation import gettext_of
from agent.errors import AgentError
from agent.language.catalogs import catalog
from agent.ports import Base, Check, Cloud, Context, Environment
from agent.workflows.infra.artifacts import (
    AcceptanceCriterion,
    DeploymentOutput,
    Part,
    PlanningOutput,
    ValidationResult,
    Wanted,
)
from agent.workflows.infra.stacks import templates
from agent.workflows.infra.state import Gettext, PipelineState, Plain, environment_of
from agent.workflows.infra.steps import PlanDraft

WHOLE = "stack_status"
"""The requirement of the whole stack, which no single line meets."""
GONE = "resource_gone"
SECTIONS = ("Resources", "Parameters", "Outputs", "Conditions", "Mappings")


def wanted_of(parts: list[Part], base: Base, draft: PlanDraft, *, language: str) -> list[Wanted]:
    """By the parts, by the model, and of the stack as a whole."""
    _ = catalog(language).gettext
    by_model = [want.model_copy(update={"resource": ""}) for want in draft.wanted]
    if draft.kind == "delete":
        return by_model
    gone = _("{resource} is no longer in the stack.")
    removed = [
        Wanted(description=gone.format(resource=name), check=GONE, arguments={"resource": name})
        for name in draft.removes
        if not any(w.check == GONE and w.arguments.get("resource") == name for w in by_model)
    ]
    whole = Wanted(
        description=_("The stack is deployed as a whole."),
        type="non-functional",
        priority="high",
        check=WHOLE,
        nist_controls=["CM-2"],
    )
    promised = [
        want
        for part, pattern, place in templates.placed(parts, base.template)
        for want in pattern.wants(pattern.parse(part.options), place, language)
    ]
    return [*promised, *by_model, *removed, whole]


def _sentence(want: Wanted, known: Collection[str], cloud: Cloud, language: str) -> str:
    """Raises AgentError where the assertion cannot be made."""
    resource = want.arguments.get("resource")
    if resource and resource not in known and want.check != GONE:
        raise AgentError(f"There is no resource {resource}.")
    return cloud.sentence(Check(want.check, want.arguments), language)


def criteria_of(
    context: Context, wanted: Mapping[str, Wanted], known: Collection[str], language: str
) -> tuple[list[AcceptanceCriterion], list[str]]:
    """Of each that has a look of its own; and why another one has none.

    `known` are the resources after the change.
    """
    criteria: list[AcceptanceCriterion] = []
    notes: list[str] = []
    unprovable = catalog(language).gettext("{requirement} cannot be proven: {reason}")
    for name, want in wanted.items():
        if not want.check:
            continue
        try:
            sentence = _sentence(want, known, context.ports.cloud, language)
        except AgentError as error:
            said = f"{name} ({want.description})"
            notes.append(unprovable.format(requirement=said, reason=error.message))
            continue
        criterion = AcceptanceCriterion(
            id=name.replace("REQ", "AC"),
            requirement_id=name,
            description=sentence,
            check=want.check,
            arguments=want.arguments,
            expected_result=sentence,
            by_model=not want.resource and want.check not in (WHOLE, GONE),
        )
        criteria.append(criterion)
    return criteria, notes


def look_before(
    context: Context, base: Base, criteria: list[AcceptanceCriterion], environment: Environment
) -> None:
    """Mark the proofs that hold before the change: they prove nothing."""
    own = {each.id: each for each in criteria if each.check not in (WHOLE, GONE)}
    asked = [Check(each.check, each.arguments, id=each.id) for each in own.values()]
    if asked and base.exists:
        for result in context.ports.cloud.verify(environment, base.stack, asked):
            own[result.check.id].held_before = result.outcome == "passed"


# In the template


def met_by(plan: PlanningOutput, text: str, claimed: Mapping[str, list[str]]) -> list[Plain]:
    """Of each requirement the lines that meet it: by its part, else as the writer says."""
    try:
        template = cfn.parse(text)
    except AgentError:
        return []
    checked = {each.requirement_id: each for each in plan.acceptance_criteria}
    found = []
    for each in plan.requirements:
        criterion = checked.get(each.id)
        if criterion and criterion.check in (WHOLE, GONE):
            continue
        by_check = [str(criterion.arguments.get("resource", ""))] if criterion else []
        paths = (by_check if each.resource else []) or [each.resource]
        # What the writer says that it did not meet, no part meets.
        paths = claimed.get(each.id, paths)
        met = {"requirement": each.id, "description": each.description, "paths": paths}
        found.append({**met, "lines": _lines(template, paths)})
    return found


def _lines(template: cfn.Template, paths: list[str]) -> list[Plain]:
    """Of those that are there, and behind a hyphen are not: what is only claimed is not met."""
    found = []
    for path in paths:
        names = path.removeprefix("-").split(".")
        steps = [int(step) if step.isdigit() else step for step in names if step]
        if steps and steps[0] not in SECTIONS:
            steps.insert(0, "Resources")
        is_there = tuple(steps) in template.lines
        if len(steps) > 1 and is_there != path.startswith("-"):
            found.append({"path": path, "line": template.line(*steps)})
    return found


def met_in_words(met: list[Plain], _: Gettext) -> list[str]:
    there, absent = _("Line {line}: {path}"), _("Line {line}: without {path}")
    none = _("No line of the template meets it.")
    told = []
    for each in met:
        lines = [
            (absent if line["path"].startswith("-") else there).format(
                line=line["line"], path=line["path"].removeprefix("-")
            )
            for line in each["lines"]
        ]
        about = each["description"].rstrip(".。")
        told.append(f"{each['requirement']} {about}: {'; '.join(lines) or none}")
    return told


# On what is deployed


def results_of(
    state: PipelineState, context: Context, plan: PlanningOutput, result: Plain
) -> list[ValidationResult]:
    """Of a deployment that went through; a way back has no criteria of its own."""
    if not result["succeeded"] or state.get("recovery") or plan.kind == "delete":
        return []
    _, criteria = gettext_of(state), plan.acceptance_criteria
    asked = [Check(each.check, each.arguments, id=each.id) for each in criteria]
    stack = result.get("stack_id") or plan.stack
    told = context.ports.cloud.verify(environment_of(state), stack, asked)
    said = {each.id: each.description for each in plan.requirements}
    before = _("already so before the change")
    # With the assertion where a model chose it: it proves no more than that.
    about = {
        each.id: said[each.requirement_id]
        + f" ({each.description})" * each.by_model
        + f" ({before})" * each.held_before
        for each in criteria
    }
    return [
        ValidationResult(
            acceptance_criteria_id=each.check.id,
            description=about[each.check.id],
            outcome=each.outcome,
            passed=each.outcome == "passed",
            actual_result=_(each.actual) if each.actual else "",
            expected_result=_(each.expected) if each.expected else "",
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
    if output.stack_status == "DELETE_COMPLETE":
        return _("{stack} is deleted.").format(**place)
    if output.status == "rolled_back":
        return _("{stack} is back to its earlier state: {status}.").format(**place)
    told = _("{stack} is deployed.").format(**place)
    return f"{told} {proven(plan, output.validation_results, _)}"


def proven(plan: PlanningOutput, results: list[ValidationResult], _: Gettext) -> str:
    """How many requirements are proven, and of each other one why it is not."""
    criteria = {criterion.id: criterion for criterion in plan.acceptance_criteria}
    held = {criterion.requirement_id for criterion in criteria.values() if criterion.held_before}
    told = {criteria[each.acceptance_criteria_id].requirement_id: each for each in results}
    lists: dict[str, list[str]] = {}
    for each in plan.requirements:
        said, result = f"- {each.description.rstrip('.。')}", told.get(each.id)
        title = _("Not proven:")
        if result is None:
            unseen = _("nothing looks at it")
            said += f" ({unseen})"
        elif result.outcome == "set, not tried":
            title = _("Set as asked; the sandbox does not try its effect:")
        elif not result.passed:
            said += f" ({_(result.outcome)}: {result.actual_result})"
        elif each.id in held:
            title = _("Already so before the change:")
        else:
            continue
        lists.setdefault(title, []).append(said)
    count = len(plan.requirements) - sum(map(len, lists.values()))
    first = _("{count} of {all} requirements proven.")
    groups = ["\n".join([f"{title}\n", *lines]) for title, lines in lists.items()]
    counted = first.format(count=count, all=len(plan.requirements))
    return " ".join([counted, "\n\n".join(groups)]).rstrip()
