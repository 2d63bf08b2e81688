"""All that a conversation left, as plain data that two runs of the same conversation share."""

import json
import re
from typing import Any

from agent.facade import GraphAgent

Plain = dict[str, Any]

_TIME = re.compile(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d[.\d]*(?:\+00:00)?")
_UUID = re.compile(r"[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}")


def report_of(agent: GraphAgent) -> Plain:
    """Messages, entries, questions, decisions, attempts, steps; ids and times made alike."""
    ledger = agent.ledger
    threads = [row["id"] for row in ledger.db.all("select id from threads order by rowid")]
    turns = [row["id"] for row in ledger.db.all("select id from turns order by thread, n")]
    plain = {
        "threads": [_thread(agent, thread) for thread in threads],
        "questions": _rows(
            agent,
            "select q.turn, json_extract(q.payload, '$.title') as title, q.status, d.reply, d.who"
            " from questions q left join decisions d on d.question = q.id order by q.rowid",
        ),
        "decisions": _rows(agent, "select count(*) as n from decisions"),
        "attempts": _rows(agent, "select thread, score, total, result from attempts"),
        "leases": _rows(agent, "select * from leases"),
        "running": _rows(agent, "select id from runs where status = 'running'"),
    }
    return _alike(plain, known=[*threads, *turns])


def _thread(agent: GraphAgent, thread: str) -> Plain:
    user = agent.for_user("local")
    found = user.thread(thread)
    messages = agent.ledger.turns.messages(thread, before=100, turns=100)
    return {
        "title": found.title,
        "status": found.status,
        "state": user.state(thread),
        "turns": [
            {
                "text": turn.text,
                "status": turn.status,
                "error": turn.error,
                "answer": turn.answer,
                "entries": [[e.n, e.kind, e.key, e.data] for e in turn.entries],
                "steps": sorted([s.step, s.outcome] for s in user.steps(thread, turn.id)),
            }
            for turn in user.history(thread)
        ],
        "messages": [
            [[m.type, m.content, getattr(m, "tool_calls", [])] for m in turn] for turn in messages
        ],
        "window": [
            [m.type, m.content] for m in agent.flow.values("tutor", thread).get("messages", [])
        ],
    }


def _rows(agent: GraphAgent, sql: str) -> list[Plain]:
    return [dict(row) for row in agent.ledger.db.all(sql)]


def _alike(plain: Plain, *, known: list[str]) -> Plain:
    """Ids are numbered in the order in which they appear, times are blotted out."""
    text = json.dumps(plain, ensure_ascii=False)
    for number, name in enumerate(known):
        text = text.replace(name, f"id-{number}")
    seen: dict[str, str] = {}
    text = _UUID.sub(lambda m: seen.setdefault(m[0], f"uuid-{len(seen)}"), text)
    text = _TIME.sub("some time", text)
    alike: Plain = json.loads(text)
    return alike
