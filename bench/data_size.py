"""R4: bytes of the data files over bytes of the transcript, after 300 turns of one thread.

Counted: `ledger.db` and `checkpoints.db` after their write-ahead logs were
truncated, as they lie on the disk, free pages included. Not counted:
`library.db`, which holds the course's documents and not the conversation.
The transcript is what the user wrote and what was answered, in UTF-8. The
model is the vLLM adapter against the local server, so that messages carry a
vendor's metadata; its answers have 130 tokens, about 700 bytes.
"""

import sqlite3
from contextlib import closing
from pathlib import Path

from agent import GraphAgent, ModelChoice
from agent.store.records import Turn
from bench import agents
from bench.figures import Figure, Measured
from bench.model_server import question
from bench.servers import folder, model_server

TURNS = 300
TOKENS = 130
FILES = ("ledger.db", "checkpoints.db")


def measure(*, quick: bool) -> Measured:
    del quick  # sizes hardly vary, and fewer turns would be another figure
    with folder() as data, model_server() as url, agents.opened(data) as agent:
        thread = _talk(agent, url, TURNS)
        written = agent.for_user("local").history(thread, limit=TURNS)
        logs = sum((data / f"{name}-wal").stat().st_size for name in FILES)
        agent.ledger.db.truncate()
        agent.flow.truncate()
        return _judged(data, written, logs)


def _talk(agent: GraphAgent, url: str, turns: int) -> str:
    user = agent.for_user("local")
    model = ModelChoice(provider="vllm", model="bench", base_url=url)
    thread = None
    for number in range(turns):
        text = question("prose", TOKENS, mark=str(number), rate=0, ttft=0)
        run = user.ask("tutor", thread, text, model=model, asignatura=agents.SUBJECT)
        assert run.wait(60)
        thread = run.thread
    assert thread
    return thread


def _judged(data: Path, turns: list[Turn], logs: int) -> Measured:
    assert all(turn.status == "done" and turn.answer for turn in turns)
    text = sum(len(f"{turn.text}{turn.answer}".encode()) for turn in turns)
    sizes = {name: (data / name).stat().st_size for name in FILES}
    total = sum(sizes.values())
    shown = f"{total / 1000:.0f} KB / {text / 1000:.0f} KB"
    name = f"R4 data files / transcript, {len(turns)} turns"
    parts = ", ".join(f"{name} {size / 1000:.0f} KB" for name, size in sizes.items())
    notes = [f"R4: {parts}; write-ahead logs before they were truncated {logs / 1e6:.1f} MB."]
    if tables := _tables(data / "ledger.db", text):
        notes.append(f"R4: the ledger by table, over transcript bytes: {tables}.")
    return Measured([Figure(name, total / text, most=2.5, shown=shown)], notes)


def _tables(path: Path, text: int) -> str:
    """The largest tables and indexes, where SQLite was built to tell."""
    with closing(sqlite3.connect(path)) as db:
        try:
            rows = db.execute(
                "select name, sum(pgsize) as size from dbstat group by name order by size desc"
            ).fetchall()
        except sqlite3.OperationalError:
            return ""
    return ", ".join(f"{name} {size / text:.2f}" for name, size in rows[:8])
