"""Answers by quotes, without a model: is the sentence that answers on the screen?

Documents in two languages by other authors, with 50 questions in three
languages, each with the sentence that answers it, and 30 that the documents do
not cover. One set fixed the constants; what is printed is the other one, and 20
more questions about the samples that come with the app.
cited: the passage with that sentence is among those that are quoted, in a plain
answer or as the closest. answered: the sentence itself is. plain: it is, in a
plain answer. on screen: the passage is quoted, or one of the sources that are
named below the answer and open on a click. declined: a question that is not
covered gets no plain answer.
faithful: sentences of answers that do follow from their passages; one that is
called "not found" is wrongly flagged.
"""

import json
from collections.abc import Iterable, Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from agent.adapters.embedder.fusenc import FusencEmbedder
from agent.adapters.library import SCHEMA, SqliteLibrary
from agent.adapters.samples import FOLDER, read_documents
from agent.checks.citations.answers import Answer, answer_by_quotes
from agent.checks.citations.marks import entry, read_marks
from agent.checks.citations.support import find_unsupported
from agent.language.text import fold
from agent.ports import Document
from agent.store.database import Database
from bench.figures import Figure, Measured
from bench.servers import folder

DATA = Path(__file__).parent / "data" / "answers"
FAITHFUL = Path(__file__).parents[1] / "tests" / "data" / "faithful.json"
SUBJECT = "everything"
SAMPLES = [FOLDER / name for name in ("databases", "networks", "statistics")]
PASSAGES = 10

Plain = dict[str, Any]


def measure(*, quick: bool, name: str = "reported") -> Measured:
    del quick
    with opened(_documents(name)) as library:
        judged = [_judge(library, each) for each in _read(f"{name}/questions")]
        uncovered = [_answer(library, each)[0] for each in _read(f"{name}/uncovered")]
        flagged = [
            said for said, passage in _faithful() if find_unsupported(said, [passage], library)
        ]
    with opened(document for at in SAMPLES for document in read_documents(at)) as library:
        samples = [_judge(library, each) for each in _read("samples")]
    declined = sum(a.outcome != "answer" for a in uncovered)
    n, none = len(judged), len(uncovered)
    return Measured(
        [
            Figure("cited", sum(each.is_cited for each in judged), unit="", n=n, least=45),
            Figure("answered", sum(each.is_quoted for each in judged), unit="", n=n, least=42),
            Figure("plain", sum(each.is_plain for each in judged), unit="", n=n),
            Figure("on screen", _share(judged), unit="", n=n, least=0.97),
            Figure("on screen, samples", _share(samples), unit="", n=len(samples)),
            Figure("declined", declined / none, unit="", n=none, least=0.9),
            Figure("quoted sentences at most", max(e.quotes for e in judged), unit="", n=n, most=5),
            Figure("faithful and flagged", len(flagged), unit="", n=len(_faithful()), most=2),
        ],
        [f"Flagged: {text}" for text in flagged],
    )


@dataclass(frozen=True)
class Judged:
    """An answer to a question whose evidence is known."""

    is_cited: bool
    is_quoted: bool
    is_plain: bool
    is_on_screen: bool
    quotes: int


def _judge(library: SqliteLibrary, asked: Plain) -> Judged:
    answer, passages = _answer(library, asked)
    holding = {p["mark"] for p in passages if _holds(p["text"], asked["evidence"])}
    is_quoted = any(_holds(quote.text, asked["evidence"]) for quote in answer.quotes)
    return Judged(
        is_cited=any(quote.mark in holding for quote in answer.quotes),
        is_quoted=is_quoted,
        is_plain=is_quoted and answer.outcome == "answer",
        is_on_screen=not holding.isdisjoint(read_marks(answer.text)),
        quotes=len(answer.quotes),
    )


def _share(judged: list[Judged]) -> float:
    return sum(each.is_on_screen for each in judged) / len(judged)


@contextmanager
def opened(documents: Iterable[Document]) -> Iterator[SqliteLibrary]:
    with folder() as at, closing(Database(at / "library.db", SCHEMA)) as database:
        library = SqliteLibrary(database, FusencEmbedder())
        for document in documents:
            library.add(document)
        library.start()
        try:
            if not library.settle(seconds=300):
                raise AssertionError("The passages were not indexed in time.")
            yield library
        finally:
            library.close()


def _documents(name: str) -> Iterator[Document]:
    for path in sorted((DATA / name).glob("*.md")):
        _, front, text = path.read_text(encoding="utf-8").split("---\n", 2)
        fields: Plain = dict(line.split(": ", 1) for line in front.splitlines())
        yield Document(subject=SUBJECT, text=text, **fields)


def _read(name: str) -> list[Plain]:
    found: list[Plain] = json.loads((DATA / f"{name}.json").read_text(encoding="utf-8"))
    return found


def _answer(library: SqliteLibrary, asked: Plain) -> tuple[Answer, list[Plain]]:
    question, subject = asked["question"], asked.get("subject", SUBJECT)
    found = library.search(question, subject=subject, top_k=PASSAGES).passages
    passages = [entry(passage, n) for n, passage in enumerate(found, start=1)]
    return answer_by_quotes(question, passages, library, language="en"), passages


def _holds(text: str, evidence: str) -> bool:
    return " ".join(fold(evidence).split()) in " ".join(fold(text).split())


def _faithful() -> list[tuple[str, Plain]]:
    """Sentences with the passage that they follow from, of which no constant was fixed."""
    told: Plain = json.loads(FAITHFUL.read_text(encoding="utf-8"))
    passages = {
        name: {**passage, "mark": "1", "kind": "passage"}
        for name, passage in told["passages"].items()
        if not passage["tune"]
    }
    return [(said, passages[name]) for name in passages for said in told["faithful"][name]]
