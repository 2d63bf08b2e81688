"""What to do next: each from what the last turn left, each done by one message."""

from agent.engine.workflow import Recommendation
from agent.language.catalogs import N_, catalog
from agent.language.conversation import spoken
from agent.store.records import Turn
from agent.workflows.infra.forms import NEW
from agent.workflows.infra.state import Plain

PLACE = ("environment", "dry_run")
"""Inputs that outlast a turn."""
AGAIN = N_("Try it once more")
# By how the turn ended: label, why, message and icon.
WAYS = {
    "done": (
        N_("Take it down"),
        N_("{stack} can be deleted, after your approval"),
        N_("Delete the stack {stack}"),
        "delete",
    ),
    "dry run": (
        N_("Do it for real"),
        N_("the dry run has shown what would happen"),
        "{request}",
        "play_arrow",
    ),
    "rejected": (N_("Change the request"), N_("Rejected"), "{request}", "edit"),
    "failed": (AGAIN, N_("nothing of the failed request is left pending"), "{request}", "refresh"),
    "stopped": (AGAIN, N_("you stopped it"), "{request}", "refresh"),
}


def recommend(turn: Turn) -> list[Recommendation]:
    last = {entry.kind: entry.data for entry in turn.entries}
    status = str(last.get("outcome", {}).get("status", ""))
    way = "stopped" if turn.status == "stopped" else status
    plan, inputs = last.get("infra_plan", {}), _inputs_of(turn)
    match way:
        case "done":
            if plan.get("kind") not in ("create", "update"):
                return []
            inputs = {"wish": "delete", "chosen_stack": plan["stack"]}
        case "dry run":
            inputs |= {"settings_sent": True, "dry_run": False}
        case "rejected" | "failed" | "stopped":
            # A form comes again as it was filled in.
            inputs |= {"settings_sent": False}
        case _:
            return []
    _ = catalog(spoken(turn)).gettext
    label, why, text, icon = WAYS[way]
    words = {"stack": plan.get("stack", ""), "request": _request(turn)}
    place = {key: value for key, value in turn.inputs.items() if key in PLACE}
    return [
        Recommendation(
            way.replace(" ", "-"),
            _(label),
            _(why).format_map(words),
            _(text).format_map(words),
            {**place, **inputs},
            f":material/{icon}:",
        )
    ]


def _inputs_of(turn: Turn) -> Plain:
    """What was wanted, with the settings as they were filled in last."""
    found: Plain = {}
    for entry in turn.entries:
        if entry.kind == "route":
            found["wish"] = entry.data["route"]
        question = entry.data.get("context", {}) if entry.kind == "question" else {}
        reply = entry.data.get("reply") if question else None
        if reply and question.get("asks") == "stack":
            found["chosen_stack"] = "" if reply["option"] == NEW else reply["option"]
        if reply and question.get("asks") == "settings":
            found |= {"kinds": question["kinds"], "settings": reply["values"]}
    return found


def _request(turn: Turn) -> str:
    """As the plan was edited last."""
    questions = [entry.data for entry in turn.entries if entry.kind == "question"]
    replies = [data["reply"] for data in questions if data.get("reply")]
    edits = [r["values"]["request"] for r in replies if r.get("decision") == "edit"]
    return edits[-1] if edits else turn.text
