"""What to do next: each from what the last turn left, each done by one message."""

from agent.ledger.records import Turn
from agent.workflow import Recommendation
from agent.workflows.infra.forms import NEW
from agent.workflows.infra.state import Plain

MOST = 4
PLACE = ("environment", "dry_run")
"""Inputs that outlast a turn."""


def recommend(turn: Turn) -> list[Recommendation]:
    last = {entry.kind: entry.data for entry in turn.entries}
    status = last.get("outcome", {}).get("status", "")
    plan = last.get("infra_plan", {})
    inputs = {name: value for name, value in turn.inputs.items() if name in PLACE}
    match status:
        case "done" if plan:
            found = _after_success(plan, last.get("infra_review", {}), inputs)
        case "dry run":
            found = [_again(turn, inputs)]
        case "rejected":
            found = _after_rejection(turn, inputs)
        case "failed":
            found = _after_failure(turn, last, inputs)
        case "declined":
            found = [_show_stacks(inputs)]
        case _:
            found = _after_look(last.get("infra_facts", {}), inputs)
    return found[:MOST]


def _after_success(plan: Plain, review: Plain, inputs: Plain) -> list[Recommendation]:
    stack = plan["stack"]
    if plan["kind"] == "delete":
        return [_show_stacks(inputs)]
    found = [
        Recommendation(
            "status",
            "Show its state",
            f"{stack} was just deployed",
            f"What is the status of {stack}?",
            {**inputs, "wish": "ask", "chosen_stack": stack},
            ":material/search:",
        )
    ]
    warnings = [f for f in review.get("findings", []) if f["severity"] == "warning"]
    if warnings and warnings[0]["rule_id"] == "POL007":
        found.append(
            Recommendation(
                "recovery",
                "Make it restorable",
                f"the review left a warning: {warnings[0]['message']}",
                f"Enable point-in-time recovery for the table in {stack}",
                {**inputs, **_change(stack, "table", {"table.recovery": "yes"})},
                ":material/healing:",
            )
        )
    found.append(_look_for_drift(stack, inputs))
    found.append(
        Recommendation(
            "destroy",
            "Take it down",
            f"{stack} can be deleted through the same gates",
            f"Delete the stack {stack}",
            {**inputs, "wish": "delete", "chosen_stack": stack},
            ":material/delete:",
        )
    )
    return found


def _look_for_drift(stack: str, inputs: Plain) -> Recommendation:
    return Recommendation(
        "drift",
        "Look for drift",
        f"{stack} can be compared with its template",
        f"Is there drift in {stack}?",
        {**inputs, "wish": "investigate", "chosen_stack": stack},
        ":material/difference:",
    )


def _again(turn: Turn, inputs: Plain) -> Recommendation:
    return Recommendation(
        "for-real",
        "Do it for real",
        "the dry run has shown what would happen",
        turn.text,
        {**inputs, **_asked(turn, sent=True), "dry_run": False},
        ":material/play_arrow:",
    )


def _after_rejection(turn: Turn, inputs: Plain) -> list[Recommendation]:
    comments = [r.get("comment", "") for r in _replies(turn) if r.get("decision") == "reject"]
    if not comments or not comments[-1]:
        return []
    return [
        Recommendation(
            "revise",
            "Revise with my comment",
            f"you rejected it: {comments[-1][:120]}",
            f"{_request(turn).rstrip('. ')}. {comments[-1]}",
            {**inputs, **_asked(turn)},
            ":material/edit:",
        )
    ]


def _change(stack: str, kind: str, settings: Plain) -> Plain:
    return {"wish": "change", "chosen_stack": stack, "kinds": [kind], "settings": settings}


def _asked(turn: Turn, *, sent: bool = False) -> Plain:
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


def _replies(turn: Turn) -> list[Plain]:
    return [
        entry.data["reply"]
        for entry in turn.entries
        if entry.kind == "question" and entry.data.get("reply")
    ]


def _request(turn: Turn) -> str:
    """As the plan was edited last."""
    edits = [r["values"]["request"] for r in _replies(turn) if r.get("decision") == "edit"]
    return edits[-1] if edits else turn.text


def _after_failure(turn: Turn, last: dict[str, Plain], inputs: Plain) -> list[Recommendation]:
    review, deployment = last.get("infra_review", {}), last.get("infra_deployment", {})
    if not deployment and review.get("blocking_findings"):
        return [_change_the_request(turn, inputs)]
    found = []
    stack = deployment.get("stack")
    if stack and deployment.get("status") != "DELETE_COMPLETE":
        found.append(
            Recommendation(
                "events",
                "Show what happened",
                f"the deployment of {stack} did not succeed",
                f"What happened to {stack}? Show its events",
                {**inputs, "wish": "investigate", "chosen_stack": stack},
                ":material/list:",
            )
        )
    found.append(
        Recommendation(
            "retry",
            "Try it once more",
            "nothing of the failed request is left pending",
            _request(turn),
            {**inputs, **_asked(turn, sent=True)},
            ":material/refresh:",
        )
    )
    return found


def _change_the_request(turn: Turn, inputs: Plain) -> Recommendation:
    return Recommendation(
        "change",
        "Change the request",
        "as it is, it would not pass the review again",
        _request(turn),
        {**inputs, **_asked(turn), "plan_first": True},
        ":material/edit:",
    )


def _show_stacks(inputs: Plain) -> Recommendation:
    return Recommendation(
        "stacks",
        "Which stacks are there?",
        "it shows what can be changed",
        "Which stacks are there?",
        {**inputs, "wish": "ask"},
        ":material/search:",
    )


def _after_look(facts: Plain, inputs: Plain) -> list[Recommendation]:
    if not facts:
        return []
    if facts.get("stack"):
        name = facts["stack"]["name"]
        if facts.get("events"):
            return [_look_for_drift(name, inputs)]
        text = f"What happened to {name}? Show its events"
        return [
            Recommendation(
                "events",
                "Show its events",
                f"you looked at {name}",
                text,
                {**inputs, "wish": "investigate", "chosen_stack": name},
                ":material/list:",
            )
        ]
    stacks = facts.get("stacks", [])
    if facts.get("kinds"):
        holding = {resource["stack"] for resource in facts["resources"]}
        stacks = [stack for stack in stacks if stack["name"] in holding]
    return [
        Recommendation(
            f"look-{number}",
            f"Look at {stack['name']}",
            f"it is in {stack['status']}",
            f"What is the status of {stack['name']}?",
            {**inputs, "wish": "ask", "chosen_stack": stack["name"]},
            ":material/search:",
        )
        for number, stack in enumerate(stacks[:3])
    ]
