"""What a plan says of itself: summary, notices, files, the way back."""

from agent import cfn
from agent.ports import Base
from agent.workflows.infra import templates
from agent.workflows.infra.contracts import FileToModify, Part
from agent.workflows.infra.files import FOLDER
from agent.workflows.infra.patterns import patterns
from agent.workflows.infra.said import ONLY_THE_STACK
from agent.workflows.infra.steps import PlanDraft


def summary_of(draft: PlanDraft, parts: list[Part], base: Base) -> str:
    titles = [patterns()[part.pattern].noun for part in parts]
    titles += [*draft.other_types, *draft.changes]
    titles += [f"{name} goes" for name in draft.removes]
    titles = titles or [want.description.rstrip(".") for want in draft.wanted]
    what = " and ".join(filter(None, [", ".join(titles[:-1]), titles[-1]])) if titles else ""
    match draft.kind:
        case "create":
            return f"Create the stack {draft.stack}: {what}."
        case "update":
            gone = any(part.remove for part in parts)
            return f"{'Remove from' if gone else 'Change'} the stack {draft.stack}: {what}."
        case "delete":
            if not base.template:
                return f"Delete the stack {draft.stack}: it has {ONLY_THE_STACK}."
            if kept := sorted(cfn.parse(base.template).retained):
                return f"Delete the stack {draft.stack}. Kept by its template: {', '.join(kept)}."
            return f"Delete the stack {draft.stack} with everything in it."


def notices_of(parts: list[Part], base: Base) -> list[str]:
    beside = templates.places(parts, base.template)
    there = templates.resources_of(base.template)
    return [
        notice
        for part in parts
        if part.resource not in there
        for notice in patterns()[part.pattern].notices(
            patterns()[part.pattern].parse(part.options), templates.place_of(part, beside)
        )
    ]


def files_of(draft: PlanDraft) -> list[FileToModify]:
    if draft.kind == "delete":
        return []
    verb = "Written" if draft.kind == "create" else "Edited where it has to be"
    return [
        FileToModify(path=f"{FOLDER}/{draft.stack}/{templates.FILE}", description=verb),
        FileToModify(
            path=f"{FOLDER}/{draft.stack}/{templates.VALUES}",
            change_type="parameters",
            description="Values, apart from the template",
        ),
    ]


def rollback_of(draft: PlanDraft, parts: list[Part], base: Base) -> str:
    if draft.kind == "delete":
        return "A deleted stack cannot be brought back; its template is kept with this request."
    notes = list(dict.fromkeys(patterns()[part.pattern].rollback for part in parts))
    first = "The template of today can be deployed again." if base.exists else ""
    return " ".join(filter(None, [first, *notes]))
