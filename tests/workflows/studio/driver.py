"""The process that gets killed while it makes a post and its picture: see `tests/core/driver.py`.

Versions, pictures and what was approved stand in the agent's own ledger.
"""

import inspect
from dataclasses import replace
from pathlib import Path
from types import CodeType
from typing import Any

from agent.adapters.pieces import SqlitePieces
from agent.ports import Document
from agent.questions import Form, Question, Reply
from agent.workflows.studio.nodes import deciding, imaging
from tests.core import driver
from tests.fakes import FakeIntents, MemoryLibrary, open_fake_agent
from tests.fakes_content import FakeFetcher, FakeSearch, FakeWeb
from tests.workflows.killing import approved_to_the_end, approving
from tests.workflows.studio.samples import sample_documents

Plain = dict[str, Any]

ENOUGH = 2_200


def watched() -> dict[str, CodeType]:
    functions: list[Any] = [
        deciding.decide,
        imaging.illustrate,
        deciding.keep_piece,
        SqlitePieces.add_version,
        SqlitePieces.put_picture,
        SqlitePieces.keep,
    ]
    plain = map(inspect.unwrap, functions)
    return {function.__qualname__: function.__code__ for function in plain}


def _source() -> Document:
    """The beginning of one guide. Every step comes as often with more, and takes twice as long."""
    [guide] = [each for each in sample_documents() if each.id == "home-staging"]
    return replace(guide, text=guide.text[:ENOUGH])


def _accept(question: Question) -> Reply:
    if not isinstance(question, Form):
        return approving(question)
    held = {entry.id: entry.default for entry in question.fields}
    return Reply(values={name: value for name, value in held.items() if value is not None})


def write(job: Plain) -> Plain:
    """Ask, approve and wait until it is done, from wherever a killed process left it."""
    death = driver.Death(*job.get("kill", ("", 0)), watched())
    death.watch()
    web = FakeWeb()
    agent = open_fake_agent(
        Path(job["folder"]),
        library=MemoryLibrary([_source()]),
        search=FakeSearch(web),
        fetcher=FakeFetcher(web),
        intents=FakeIntents({"blog": "blog", "instagram": "instagram"}),
    )
    turn = approved_to_the_end(agent, "studio", job["text"], replying=_accept)
    death.rest()
    pieces = agent.ports.pieces
    kept = sorted(pieces.kept("local"), key=lambda piece: piece.kind)
    pictures = agent.ledger.db.all("select id from pictures")
    made = {
        "kinds": [piece.kind for piece in kept],
        "texts": [piece.content["text"] for piece in kept],
        "claims": [len((piece.research or {})["claims"]) for piece in kept],
        "versions": [[v.number for v in pieces.versions("local", piece.id)] for piece in kept],
        "pictures": len(pictures),
        "pictured": [row["id"] for row in pictures] == [kept[-1].content["picture"]],
        "entries": [entry.kind for entry in turn.entries],
    }
    agent.close()
    return {"points": death.points, "came": made}


def main() -> None:
    driver.JOBS["write"] = write
    driver.serve()


if __name__ == "__main__":
    main()
