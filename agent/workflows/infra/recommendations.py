"""What to do next: each from what the last turn left, each done by one message."""

from dataclasses import dataclass, field

from agent.engine.workflow import Recommendation
from agent.language.catalogs import N_, catalog
from agent.language.conversation import spoken
from agent.store.records import Turn
from agent.workflows.infra.forms import NEW
from agent.workflows.infra.state import Plain

MOST, MOST_LOOKS = 4, 3
PLACE = ("environment", "dry_run")
"""Inputs that outlast a turn."""
STATUS = N_("What is the status of {stack}?")
AGAIN = N_("Try it once more")
# By id: label, message and icon.
WAYS = {
    "status": (N_("Show its state"), STATUS, "search"),
    "drift": (N_("Look for drift"), N_("Is there drift in {stack}?"), "difference"),
    "destroy": (N_("Take it down"), N_("Delete the stack {stack}"), "delete"),
    "for-real": (N_("Do it for real"), "{request}", "play_arrow"),
    "revise": (N_("Revise with my comment"), "{request}", "edit"),
    "events": (N_("Show what happened"), N_("What happened to {stack}? Show its events"), "list"),
    "retry": (AGAIN, "{request}", "refresh"),
    "again": (AGAIN, "{request}", "refresh"),
    "change": (N_("Change the request"), "{request}", "edit"),
    "stacks": (N_("Which stacks are there?"), N_("Which stacks are there?"), "search"),
    "look": (N_("Look at {stack}"), STATUS, "search"),
}
WHY = {
    "status": N_("{stack} was just deployed"),
    "drift": N_("{stack} can be compared with its template"),
    "destroy": N_("{stack} can be deleted, after your approval"),
    "for-real": N_("the dry run has shown what would happen"),
    "revise": N_("you rejected it: {comment}"),
    "events": N_("its events show why {stack} is in {status}"),
    "retry": N_("nothing of the failed request is left pending"),
    "again": N_("you stopped it"),
    "change": N_("as it is, it would not pass the review"),
    "stacks": N_("it shows what can be changed"),
    "look": N_("it is in {status}"),
}


@dataclass
class Next:
    """The ways on from one turn."""

    turn: Turn
    found: list[Recommendation] = field(default_factory=list)

    def offer(self, way: str, inputs: Plain, **words: str) -> None:
        _ = catalog(spoken(self.turn)).gettext
        label, text, icon = WAYS[way]
        place = {key: value for key, value in self.turn.inputs.items() if key in PLACE}
        self.found.append(
            Recommendation(
                # Several of this kind may be offered; the stack makes their ids unique.
                f"{way}-{words['stack']}" if way == "look" else way,
                _(label).format_map(words),
                _(WHY[way]).format_map(words),
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
            _after_success(ways, plan)
        case "dry run":
            inputs = {**_inputs_of(turn, sent=True), "dry_run": False}
            ways.offer("for-real", inputs, request=turn.text)
        case "rejected":
            comments = [r.get("comment", "") for r in _replies(turn, "reject")]
            if comment := comments[-1] if comments else "":
                request = f"{_request(turn).rstrip('. ')}. {comment}"
                ways.offer("revise", _inputs_of(turn), request=request, comment=comment[:120])
        case "failed":
            _after_failure(ways, turn, last)
        case "declined":
            ways.offer("stacks", {"wish": "ask"})
        case _:
            _after_look(ways, last.get("infra_facts", {}))
    return ways.found[:MOST]


def _after_success(ways: Next, plan: Plain) -> None:
    if plan["kind"] == "delete":
        ways.offer("stacks", {"wish": "ask"})
        return
    for way, wish in (("status", "ask"), ("drift", "investigate"), ("destroy", "delete")):
        ways.offer(way, {"wish": wish, "chosen_stack": plan["stack"]}, stack=plan["stack"])


def _after_failure(ways: Next, turn: Turn, last: dict[str, Plain]) -> None:
    review, deployment = last.get("infra_review", {}), last.get("infra_deployment", {})
    if not deployment and review.get("blocking_findings"):
        inputs = {**_inputs_of(turn), "plan_first": True}
        ways.offer("change", inputs, request=_request(turn))
        return
    stack, status = deployment.get("stack"), deployment.get("status", "")
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
    holding = facts.get("holding") or [each["name"] for each in stacks]
    for each in [each for each in stacks if each["name"] in holding][:MOST_LOOKS]:
        inputs = {"wish": "ask", "chosen_stack": each["name"]}
        ways.offer("look", inputs, stack=each["name"], status=each["status"])


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
