"""What a plan says of itself: summary, notices, files, the way back."""

from babel.lists import format_list

from agent import cfn
from agent.language.catalogs import FOLDERS, N_, catalog
from agent.ports import Base
from agent.workflows.infra import templates
from agent.workflows.infra.contracts import FileToModify, Part
from agent.workflows.infra.files import FOLDER
from agent.workflows.infra.patterns import patterns
from agent.workflows.infra.said import ONLY_THE_STACK, Gettext
from agent.workflows.infra.steps import PlanDraft

SUMMARIES = {
    "create": N_("Create the stack {stack}: {what}."),
    "update": N_("Change the stack {stack}: {what}."),
    "remove": N_("Remove from the stack {stack}: {what}."),
}


def summary_of(draft: PlanDraft, parts: list[Part], base: Base, language: str) -> str:
    _ = catalog(language).gettext
    if draft.kind == "delete":
        return _deletion(draft, base, _)
    titles = [_(patterns()[part.pattern].noun) for part in parts]
    titles += [*draft.other_types, *draft.changes]
    titles += [_("{resource} is removed").format(resource=name) for name in draft.removes]
    if draft.template:
        titles.append(_("your template"))
    titles = titles or [want.description.rstrip(".") for want in draft.wanted]
    what = format_list(titles, locale=FOLDERS.get(language, "en")) if titles else ""
    kind = "remove" if any(part.remove for part in parts) else draft.kind
    return _(SUMMARIES[kind]).format(stack=draft.stack, what=what)


def _deletion(draft: PlanDraft, base: Base, _: Gettext) -> str:
    first = _("Delete the stack {stack}.").format(stack=draft.stack)
    if not base.template:
        return f"{first} {_(ONLY_THE_STACK)}"
    if kept := sorted(cfn.parse(base.template).retained):
        left = _("Kept by its template: {names}.").format(names=", ".join(kept))
        return f"{first} {left}"
    return " ".join([first, _("Everything in it goes.")])


def notices_of(parts: list[Part], base: Base, language: str) -> list[str]:
    beside = templates.places(parts, base.template)
    there = templates.resources_of(base.template)
    return [
        notice
        for part in parts
        if part.resource not in there
        for notice in patterns()[part.pattern].notices(
            patterns()[part.pattern].parse(part.options),
            templates.place_of(part, beside),
            language,
        )
    ]


def files_of(draft: PlanDraft, _: Gettext) -> list[FileToModify]:
    if draft.kind == "delete":
        return []
    verb = _("Written") if draft.kind == "create" else _("Edited only where needed")
    return [
        FileToModify(path=f"{FOLDER}/{draft.stack}/{templates.FILE}", description=verb),
        FileToModify(
            path=f"{FOLDER}/{draft.stack}/{templates.VALUES}",
            change_type="parameters",
            description=_("Values, apart from the template"),
        ),
    ]


def rollback_of(draft: PlanDraft, parts: list[Part], base: Base, _: Gettext) -> str:
    if draft.kind == "delete":
        return _("A deleted stack cannot be brought back; its template is kept with this request.")
    notes = [_(patterns()[part.pattern].rollback) for part in parts]
    first = [_("The template of today can be deployed again.")] if base.exists else []
    return " ".join(dict.fromkeys([*first, *notes]))
