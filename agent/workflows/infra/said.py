"""What the pipeline says of a resource."""

from collections.abc import Callable

from agent.language.catalogs import N_
from agent.workflows.infra.state import Plain

Gettext = Callable[[str], str]
MOST_DIFFERENCES = 3
ONLY_THE_STACK = N_("The stack has no resources; only the stack itself goes.")
STATES = {
    "MODIFIED": N_("{resource} was changed"),
    "DELETED": N_("{resource} was deleted"),
    "NOT_CHECKED": N_("{resource} could not be checked"),
}


def drifted(drift: Plain, _: Gettext) -> str:
    """A resource that is not as its template has it; `drift` as plain data."""
    unset = _("not set")
    one = _("{setting} is {actual}, in the template {expected}")
    differences = [
        one.format(
            setting=path.strip("/").replace("/", " "),
            actual=actual or unset,
            expected=expected or unset,
        )
        for path, expected, actual in drift["differences"][:MOST_DIFFERENCES]
    ]
    told = f": {'; '.join(differences)}" if differences else ""
    state = STATES.get(drift["status"], STATES["MODIFIED"])
    return f"{_(state).format(resource=drift['logical_id'])}{told}."
