"""The nodes that wait: for what only the user knows, and for decisions."""

from langgraph.runtime import Runtime

from agent.ports import Context
from agent.questions import Approval, Form, Reply, ask, from_json
from agent.workflows.tickets.contracts import Proposal
from agent.workflows.tickets.state import AgentState, Plain

WRITTEN = {"ask_subject": "answer", "ask_what_is_wrong": "comment", "ask_for_change": "answer"}
LEFT = {"issue_approval": "no draft", "change_approval": "left", "page_approval": "no page"}


def wait_for_answer(state: AgentState, _runtime: Runtime[Context]) -> Plain:
    """Wait for the fields of a form, for words, or for who is meant."""
    question = from_json(state["drafted"] or {})
    reply = ask(question)
    if reply.cancelled:
        return over("cancelled")
    match question.context.get("asks"):
        case "draft" | "change":
            given: Plain = {"filled": {"values": reply.values, "form": question.context}}
        case "person":
            chosen = {question.context["name"]: reply.option}
            given = {"person": {**(state.get("person") or {}), **chosen}}
        case "me":
            given = {"me": name_in(reply)}
        case _ if isinstance(question, Form):
            given = {"given": {**(state.get("given") or {}), **reply.values}}
        case _:
            given = {WRITTEN[question.step]: reply.text, "asked": question.title}
    return {**given, "drafted": None}


def decide(state: AgentState, _runtime: Runtime[Context]) -> Plain:
    """Wait for the decision on exactly what the card shows."""
    question = from_json(state["drafted"] or {})
    reply = ask(question)
    update: Plain = {"drafted": None}
    match reply:
        case Reply(expired=True):
            return update
        case Reply(decision="approve"):
            parts = question.approved_parts(reply) if isinstance(question, Approval) else []
            chosen = [int(part) for part in parts] or None
            return {**update, "approval": question.id, "chosen": chosen}
        case Reply(decision="edit"):
            return {**update, "edited": reply.values}
        case Reply(decision="reject"):
            rejections = (state.get("rejections") or 0) + 1
            more = {"comment": reply.comment, "filled": None, "rejections": rejections}
            return {**update, **more}
        case _:
            return over(LEFT[question.step])


def name_in(reply: Reply) -> str:
    """What the user is called; an earlier version asked for a text."""
    return str(reply.values.get("name") or reply.text).strip()


def take_back(proposal: Proposal, said: str, *, why: str) -> Plain:
    """End what the user no longer wants, and hear what is wanted instead."""
    return {**over(why), "heard": said if proposal.instead.strip() else None}


def over(why: str) -> Plain:
    return {"ended": why, "drafted": None, "next_action": "end"}
