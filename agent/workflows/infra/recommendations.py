"""What to do next: each from what the last turn left, each done by one message."""

from agent.engine.workflow import Recommendation
from agent.language.catalogs import N_, catalog
from agent.language.conversation import spoken
from agent.store.records import Turn
from agent.workflows.infra.forms import NEW
from agent.workflows.infra.state import Plain

AGAIN = {
    "rejected": (N_("Change the request"), N_("Rejected")),
    "failed": (N_("Try it once more"), N_("nothing of the failed request is left pending")),
    "stopped": (N_("Try it once more"), N_("you stopped it")),
}
"""By how the turn ended: label and why."""


def recommend(turn: Turn) -> list[Recommendation]:
    _, last = catalog(spoken(turn)).gettext, {entry.kind: entry.data for entry in turn.entries}
    way = "stopped" if turn.status == "stopped" else last.get("outcome", {}).get("status", "")
    plan, inputs, text = last.get("infra_plan", {}), _inputs_of(turn), _request(turn)
    label, why = map(_, AGAIN[way]) if way in AGAIN else ("", "")
    # A form comes again as it was filled in.
    inputs["settings_sent"] = way == "dry run"
    if way == "dry run":
        label, why = _("Do it for real"), _("the dry run has shown what would happen")
        inputs["dry_run"] = False
    elif way == "done" and plan.get("kind") in ("create", "update"):
        label, text = _("Take it down"), _("Delete the stack {stack}").format_map(plan)
        why = _("{stack} can be deleted, after your approval").format_map(plan)
        inputs = {"wish": "delete", "chosen_stack": plan["stack"]}
    lasting = ("environment", "dry_run")
    place = {key: value for key, value in turn.inputs.items() if key in lasting}
    offered = Recommendation(way.replace(" ", "-"), label, why, text, {**place, **inputs})
    return [offered] if label else []


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
