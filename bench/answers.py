"""Answers by quotes, without a model: is the sentence that answers on the screen?

Documents in two languages that nobody here wrote, with 50 questions in three
languages, each with the sentence that answers it, and 30 that the documents do
not cover. One set fixed the constants; what stands here is the other one.
cited: the passage with that sentence is among those that are quoted, in a plain
answer or as the closest. answered: the sentence itself is. plain: it is, in a
plain answer. declined: a question that is not covered gets no plain answer.
faithful: sentences of answers that do follow from their passages; one that is
called "not found" is wrongly flagged.
"""

import json
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any

from agent.adapters.embedder.fusenc import FusencEmbedder
from agent.adapters.library import SCHEMA, SqliteLibrary
from agent.cited.answers import Answer, answer_by_quotes
from agent.cited.checking import check_answer
from agent.cited.passages import entry
from agent.ports import Document
from agent.storage import Database
from agent.text import fold
from bench.figures import Figure, Measured
from bench.servers import folder

DATA = Path(__file__).parent / "data" / "answers"
FAITHFUL = Path(__file__).parents[1] / "tests" / "data" / "faithful.json"
SUBJECT = "everything"
PASSAGES = 8

Plain = dict[str, Any]


def measure(*, quick: bool, name: str = "reported") -> Measured:
    del quick
    with opened(name) as library:
        asked = _read(name, "questions")
        judged = [(each["evidence"], *_answer(library, each["question"])) for each in asked]
        uncovered = [_answer(library, each["question"])[0] for each in _read(name, "uncovered")]
        flagged = [
            said
            for said, passage in _faithful()
            if check_answer(said, [passage], library.likeness).remarks
        ]
    cited = sum(_cites(answer, said, found) for said, answer, found in judged)
    answered = sum(_quotes(answer, said) for said, answer, _ in judged)
    plain = sum(a.outcome == "answer" and _quotes(a, said) for said, a, _ in judged)
    declined = sum(a.outcome != "answer" for a in uncovered)
    most = max(len(a.quotes) for _, a, _ in judged)
    n, none = len(judged), len(uncovered)
    return Measured(
        [
            Figure("cited", cited, unit="", n=n, least=45),
            Figure("answered", answered, unit="", n=n, least=42),
            Figure("plain", plain, unit="", n=n),
            Figure("on screen", cited / n, unit="", n=n, least=0.97),
            Figure("declined", declined / none, unit="", n=none, least=0.9),
            Figure("quoted sentences at most", most, unit="", n=n, most=5),
            Figure("faithful and flagged", len(flagged), unit="", n=len(_faithful()), most=2),
        ],
        [f"Flagged: {text}" for text in flagged],
    )


@contextmanager
def opened(name: str) -> Iterator[SqliteLibrary]:
    with folder() as at, closing(Database(at / "library.db", SCHEMA)) as database:
        library = SqliteLibrary(database, FusencEmbedder())
        for document in _documents(name):
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


def _read(name: str, what: str) -> list[Plain]:
    found: list[Plain] = json.loads((DATA / name / f"{what}.json").read_text(encoding="utf-8"))
    return found


def _answer(library: SqliteLibrary, question: str) -> tuple[Answer, list[Plain]]:
    found = library.search(question, subject=SUBJECT, top_k=PASSAGES).passages
    passages = [entry(passage, n) for n, passage in enumerate(found, start=1)]
    return answer_by_quotes(question, passages, library.strengths, language="en"), passages


def _cites(answer: Answer, evidence: str, passages: list[Plain]) -> bool:
    cited = {quote.mark for quote in answer.quotes}
    return any(_holds(p["text"], evidence) for p in passages if p["mark"] in cited)


def _quotes(answer: Answer, evidence: str) -> bool:
    return any(_holds(quote.text, evidence) for quote in answer.quotes)


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
