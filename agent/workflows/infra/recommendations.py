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
# By id: label, why, message and icon.
WAYS = {
    "destroy": (
        N_("Take it down"),
        N_("{stack} can be deleted, after your approval"),
        N_("Delete the stack {stack}"),
        "delete",
    ),
    "for-real": (
        N_("Do it for real"),
        N_("the dry run has shown what would happen"),
        "{request}",
        "play_arrow",
    ),
    "revise": (
        N_("Revise with my comment"),
        N_("you rejected it: {comment}"),
        "{request}. {comment}",
        "edit",
    ),
    "retry": (AGAIN, N_("nothing of the failed request is left pending"), "{request}", "refresh"),
    "again": (AGAIN, N_("you stopped it"), "{request}", "refresh"),
    "change": (
        N_("Change the request"),
        N_("as it is, it would not pass the review"),
        "{request}",
        "edit",
    ),
}


def recommend(turn: Turn) -> list[Recommendation]:
    last = {entry.kind: entry.data for entry in turn.entries}
    if turn.status == "stopped":
        return [_offer(turn, "again", _inputs_of(turn))]
    match last.get("outcome", {}).get("status", ""):
        case "done" if (plan := last.get("infra_plan")) and plan["kind"] != "delete":
            inputs = {"wish": "delete", "chosen_stack": plan["stack"]}
            return [_offer(turn, "destroy", inputs, stack=plan["stack"])]
        case "dry run":
            inputs = {**_inputs_of(turn, sent=True), "dry_run": False}
            return [_offer(turn, "for-real", inputs)]
        case "rejected":
            comments = [reply["comment"] for reply in _replies(turn, "reject")]
            given = [_offer(turn, "revise", _inputs_of(turn), comment=c) for c in comments if c]
            return given[-1:]
        case "failed" if "infra_deployment" not in last and _is_blocked(last):
            return [_offer(turn, "change", _inputs_of(turn))]
        case "failed":
            return [_offer(turn, "retry", _inputs_of(turn, sent=True))]
        case _:
            return []


def _is_blocked(last: dict[str, Plain]) -> bool:
    return bool(last.get("infra_review", {}).get("blocking_findings"))


def _offer(turn: Turn, way: str, inputs: Plain, **words: str) -> Recommendation:
    _, request = catalog(spoken(turn)).gettext, _request(turn)
    label, why, text, icon = WAYS[way]
    if "comment" in words:
        request = request.rstrip(". ")
    place = {key: value for key, value in turn.inputs.items() if key in PLACE}
    return Recommendation(
        way,
        _(label),
        _(why).format_map(words),
        _(text).format(request=request, **words),
        {**place, **inputs},
        f":material/{icon}:",
    )


def _inputs_of(turn: Turn, *, sent: bool = False) -> Plain:
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
            found["settings_sent"] = sent
    return found


def _replies(turn: Turn, decision: str) -> list[Plain]:
    questions = [entry.data for entry in turn.entries if entry.kind == "question"]
    replies = [data["reply"] for data in questions if data.get("reply")]
    return [reply for reply in replies if reply.get("decision") == decision]


def _request(turn: Turn) -> str:
    """As the plan was edited last."""
    edits = [reply["values"]["request"] for reply in _replies(turn, "edit")]
    return edits[-1] if edits else turn.text
