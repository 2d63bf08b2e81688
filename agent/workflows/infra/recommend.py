"""What to do next: each from what the last turn left, each done by one message."""

from dataclasses import dataclass, field

from agent.language.catalogs import N_, catalog
from agent.language.conversation import spoken
from agent.ledger.records import Turn
from agent.workflow import Recommendation
from agent.workflows.infra.forms import NEW
from agent.workflows.infra.state import Plain

MOST, MOST_LOOKS = 4, 3
PLACE = ("environment", "dry_run")
"""Inputs that outlast a turn."""
# By id: label, why, message and icon.
WAYS = {
    "status": (
        N_("Show its state"),
        N_("{stack} was just deployed"),
        N_("What is the status of {stack}?"),
        "search",
    ),
    "recovery": (
        N_("Make it restorable"),
        N_("the review left a warning: {warning}"),
        N_("Enable point-in-time recovery for the table in {stack}"),
        "healing",
    ),
    "drift": (
        N_("Look for drift"),
        N_("{stack} can be compared with its template"),
        N_("Is there drift in {stack}?"),
        "difference",
    ),
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
        "{request}",
        "edit",
    ),
    "events": (
        N_("Show what happened"),
        N_("its events show why {stack} is in {status}"),
        N_("What happened to {stack}? Show its events"),
        "list",
    ),
    "retry": (
        N_("Try it once more"),
        N_("nothing of the failed request is left pending"),
        "{request}",
        "refresh",
    ),
    "again": (
        N_("Try it once more"),
        N_("you stopped it"),
        "{request}",
        "refresh",
    ),
    "change": (
        N_("Change the request"),
        N_("as it is, it would not pass the review"),
        "{request}",
        "edit",
    ),
    "stacks": (
        N_("Which stacks are there?"),
        N_("it shows what can be changed"),
        N_("Which stacks are there?"),
        "search",
    ),
    "look": (
        N_("Look at {stack}"),
        N_("it is in {status}"),
        N_("What is the status of {stack}?"),
        "search",
    ),
}


@dataclass
class Next:
    """The ways on from one turn."""

    turn: Turn
    found: list[Recommendation] = field(default_factory=list)

    def offer(self, way: str, inputs: Plain, /, *, name: str = "", **words: object) -> None:
        _ = catalog(spoken(self.turn)).gettext
        label, why, text, icon = WAYS[way]
        place = {key: value for key, value in self.turn.inputs.items() if key in PLACE}
        self.found.append(
            Recommendation(
                name or way,
                _(label).format_map(words),
                _(why).format_map(words),
                _(text).format_map(words),
                {**place, **inputs},
                f":material/{icon}:",
            )
        )


def recommend(turn: Turn) -> list[Recommendation]:
    last = {entry.kind: entry.data for entry in turn.entries}
    ways = Next(turn)
    if turn.status == "stopped":
        ways.offer("again", _inputs_of(turn), request=_request(turn))
        return ways.found
    match last.get("outcome", {}).get("status", ""):
        case "done" if plan := last.get("infra_plan"):
            _after_success(ways, plan, last.get("infra_review", {}))
        case "dry run":
            inputs = {**_inputs_of(turn, sent=True), "dry_run": False}
            ways.offer("for-real", inputs, request=turn.text)
        case "rejected":
            _after_rejection(ways, turn)
        case "failed":
            _after_failure(ways, turn, last)
        case "declined":
            ways.offer("stacks", {"wish": "ask"})
        case _:
            _after_look(ways, last.get("infra_facts", {}))
    return ways.found[:MOST]


def _after_success(ways: Next, plan: Plain, review: Plain) -> None:
    stack = plan["stack"]
    if plan["kind"] == "delete":
        ways.offer("stacks", {"wish": "ask"})
        return
    ways.offer("status", {"wish": "ask", "chosen_stack": stack}, stack=stack)
    warnings = [f for f in review.get("findings", []) if f["severity"] == "warning"]
    if warnings and warnings[0]["rule_id"] == "POL007":
        settings = {"kinds": ["table"], "settings": {"table.recovery": "yes"}}
        inputs = {"wish": "change", "chosen_stack": stack, **settings}
        ways.offer("recovery", inputs, stack=stack, warning=warnings[0]["message"])
    ways.offer("drift", {"wish": "investigate", "chosen_stack": stack}, stack=stack)
    ways.offer("destroy", {"wish": "delete", "chosen_stack": stack}, stack=stack)


def _after_rejection(ways: Next, turn: Turn) -> None:
    comments = [r.get("comment", "") for r in _replies(turn) if r.get("decision") == "reject"]
    if comments and comments[-1]:
        request = f"{_request(turn).rstrip('. ')}. {comments[-1]}"
        ways.offer("revise", _inputs_of(turn), request=request, comment=comments[-1][:120])


def _after_failure(ways: Next, turn: Turn, last: dict[str, Plain]) -> None:
    review, deployment = last.get("infra_review", {}), last.get("infra_deployment", {})
    if not deployment and review.get("blocking_findings"):
        inputs = {**_inputs_of(turn), "plan_first": True}
        ways.offer("change", inputs, request=_request(turn))
        return
    stack, status = deployment.get("stack"), deployment.get("status")
    if stack and status != "DELETE_COMPLETE":
        inputs = {"wish": "investigate", "chosen_stack": stack}
        ways.offer("events", inputs, stack=stack, status=status)
    ways.offer("retry", _inputs_of(turn, sent=True), request=_request(turn))


def _after_look(ways: Next, facts: Plain) -> None:
    if stack := facts.get("stack"):
        inputs = {"wish": "investigate", "chosen_stack": stack["name"]}
        way = "drift" if facts.get("events") else "events"
        ways.offer(way, inputs, stack=stack["name"], status=stack["status"])
        return
    stacks = facts.get("stacks", [])
    if facts.get("kinds"):
        holding = {resource["stack"] for resource in facts["resources"]}
        stacks = [each for each in stacks if each["name"] in holding]
    for number, each in enumerate(stacks[:MOST_LOOKS]):
        inputs = {"wish": "ask", "chosen_stack": each["name"]}
        words = {"stack": each["name"], "status": each["status"]}
        ways.offer("look", inputs, name=f"look-{number}", **words)


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
