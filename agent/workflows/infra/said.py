"""What the pipeline says of a resource."""

from agent.workflows.infra.state import Plain

MOST_DIFFERENCES = 3
ONLY_THE_STACK = "no resources; only the stack itself goes"


def drifted(drift: Plain) -> str:
    """A resource that is not as its template has it; `drift` as plain data."""
    differences = [
        f"{path.strip('/').replace('/', ' ')} is {actual or 'not set'},"
        f" in the template {expected or 'not set'}"
        for path, expected, actual in drift["differences"][:MOST_DIFFERENCES]
    ]
    told = f": {'; '.join(differences)}" if differences else ""
    return f"{drift['logical_id']} is {drift['status'].lower()}{told}."
