"""Talking to an agent as a user does, and waiting until it has finished."""

import sqlite3
from collections.abc import Sequence

from langchain_core.messages import AIMessage, AnyMessage, HumanMessage, ToolMessage

from agent.engine.runs import Run
from agent.events import Done
from agent.facade import GraphAgent, UserAgent
from agent.ports import ModelChoice
from agent.questions import Reply
from agent.store.turn_archive import unpacked
from tests.fakes import RULES, shown_as

QUIZ = "Give me a quiz of 3 questions on normalisation"


def start(
    user: UserAgent, text: str, *, thread: str | None = None, model: ModelChoice = RULES
) -> Run:
    return user.ask("tutor", thread, text, model=model, asignatura="databases")


def done(run: Run) -> Run:
    assert run.wait(60), "the run does not end"
    return run


def ask(
    user: UserAgent, text: str, *, thread: str | None = None, model: ModelChoice = RULES
) -> str:
    """A whole turn, or up to its question; the thread."""
    return done(start(user, text, thread=thread, model=model)).thread


def waiting_id(user: UserAgent, thread: str) -> str:
    (asked,) = user.pending(thread)
    return asked.question.id


def answer(user: UserAgent, thread: str, option: str, *, model: ModelChoice = RULES) -> Run:
    """`option` as the item was written, however its card letters it."""
    (asked,) = user.pending(thread)
    options = [(o.id, o.label) for o in getattr(asked.question, "options", ())]
    reply = Reply(option=shown_as(option, options))
    return done(user.answer(thread, asked.question.id, reply, model=model))


def outcome(run: Run) -> str:
    last = list(run.events())[-1]
    assert isinstance(last, Done)
    return last.outcome


def statuses(user: UserAgent, thread: str) -> list[str]:
    return [turn.status for turn in user.history(thread)]


def messages(agent: GraphAgent, thread: str) -> list[AnyMessage]:
    """What the ledger keeps for later turns."""
    turns = agent.ledger.turns.messages(thread, before=1000, turns=1000)
    return [message for turn in turns for message in turn]


def checkpoints(agent: GraphAgent, thread: str) -> int:
    with agent.flow._saver.cursor(transaction=False) as cursor:
        cursor.execute("select count(*) from checkpoints where thread_id = ?", (thread,))
        count: int = cursor.fetchone()[0]
    return count


def contents(agent: GraphAgent) -> dict[str, str]:
    """All that stands in the ledger and the checkpoints, by table, with records unpacked."""
    ledger = agent.ledger.db.all
    tables = [row["name"] for row in ledger("select name from sqlite_master where type = 'table'")]
    found = {name: _text(ledger(f"select * from {name}")) for name in tables}  # noqa: S608
    with agent.flow._saver.cursor(transaction=False) as cursor:
        for name in ("checkpoints", "writes"):
            found[name] = str(cursor.execute(f"select * from {name}").fetchall())  # noqa: S608
    return found


def _text(rows: Sequence[sqlite3.Row]) -> str:
    plain = [dict(row) for row in rows]
    return str(
        [row | {"record": unpacked(row["record"])} if "record" in row else row for row in plain]
    )


def check_tool_results(talk: Sequence[AnyMessage]) -> None:
    """Every call is answered before the user speaks again, and nothing else is."""
    open_calls: set[str | None] = set()
    for message in talk:
        match message:
            case AIMessage():
                open_calls = {call["id"] for call in message.tool_calls}
            case ToolMessage():
                assert message.tool_call_id in open_calls, "a result without its call"
                open_calls.remove(message.tool_call_id)
            case HumanMessage():
                assert not open_calls, "a call without its result"
    assert not open_calls
