"""Retrieval: is the passage that answers a question among the first five?

The sample courses and neighbouring texts in three languages lie in one
subject, so every question is asked against all of them. The questions were
written by a person who saw the passages only. Half of them fixed the
constants; the other half is measured here, drawn evenly from each language
and kind by the questions' digests.
direct: in the passage's words. paraphrase: in other words. cross: in another
language than the passage's.
recall@5: the share of questions whose passage is among the first five. MRR:
the mean of 1 over its rank, 0 beyond the first 50.
words: FTS5 alone. meaning: the built-in embedder alone. both: as the app does.
"""

import hashlib
import json
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing, contextmanager
from dataclasses import dataclass, replace
from itertools import groupby
from pathlib import Path
from typing import Any

from agent.adapters.embedder.fusenc import FusencEmbedder
from agent.adapters.library import SCHEMA, SqliteLibrary
from agent.adapters.library.chunks import split
from agent.adapters.library.matching import Scope, by_words
from agent.adapters.samples import FOLDER as SAMPLES
from agent.adapters.samples import read_documents
from agent.ports import Document
from agent.store.database import Database
from bench.figures import Figure, Measured
from bench.servers import folder

DATA = Path(__file__).parent / "data" / "retrieval"
SUBJECT = "everything"
SCOPE = Scope(SUBJECT)
BEGINNING = 80
DEEPEST = 50
GOAL = 0.95

Search = Callable[[str], list[str]]
"""The ids of the passages found, the best first."""


@dataclass(frozen=True)
class Asked:
    question: str
    language: str
    kind: str
    passage: str
    """Its id in the library."""
    is_reported: bool


def measure(*, quick: bool) -> Measured:
    del quick  # fewer questions would be another figure
    with opened() as library:
        asked = [each for each in questions() if each.is_reported]
        found = {name: ranks(asked, search) for name, search in ways(library).items()}
        total = library.status().total
    figures = [
        figure
        for name, ranked in found.items()
        for figure in _figures(name, ranked, least=GOAL if name == "both" else None)
    ]
    return Measured(figures, [_by_kind(asked, found["both"]), _sizes(asked, total)])


@contextmanager
def opened() -> Iterator[SqliteLibrary]:
    """A library with everything in it, indexed."""
    with folder() as at, closing(Database(at / "library.db", SCHEMA)) as database:
        library = SqliteLibrary(database, FusencEmbedder())
        for document in documents():
            library.add(document)
        library.start()
        try:
            if not library.settle(seconds=900):
                raise AssertionError("The passages were not indexed in time.")
            yield library
        finally:
            library.close()


def documents() -> Iterator[Document]:
    for course in sorted(path.parent for path in SAMPLES.glob("*/guide.json")):
        for document in read_documents(course):
            yield replace(document, subject=SUBJECT)
    for path in sorted(DATA.glob("*/*.md")):
        _, front, text = path.read_text(encoding="utf-8").split("---\n", 2)
        pairs = (line.partition(": ") for line in front.splitlines())
        fields: dict[str, Any] = {name: value for name, _, value in pairs}
        yield Document(subject=SUBJECT, text=text, **fields)


def questions() -> list[Asked]:
    """In the order of the file; every second of each language and kind is reported."""
    told = json.loads((DATA / "questions.json").read_text(encoding="utf-8"))
    places = _places()
    reported: set[str] = set()
    for _, group in groupby(sorted(told, key=_stratum), key=_stratum):
        reported |= set(sorted((each["question"] for each in group), key=_digest)[1::2])
    return [
        Asked(
            each["question"],
            each["language"],
            each["kind"],
            places[each["passage"]],
            each["question"] in reported,
        )
        for each in told
    ]


def _stratum(told: dict[str, str]) -> tuple[str, str]:
    return told["language"], told["kind"]


def _digest(question: str) -> str:
    return hashlib.sha256(question.encode()).hexdigest()


def _places() -> dict[str, str]:
    """The ids of the passages, found by how they begin: an edit elsewhere moves their numbers."""
    begun = {
        (document.id, " ".join(chunk.text.split())[:BEGINNING]): f"{document.id}#{ordinal}"
        for document in documents()
        for ordinal, chunk in enumerate(split(document))
    }
    told = json.loads((DATA / "passages.json").read_text(encoding="utf-8"))
    return {number: begun[place["document"], place["begins"]] for number, place in told.items()}


# Searching


def ways(library: SqliteLibrary) -> dict[str, Search]:
    def words(query: str) -> list[int]:
        return by_words(library._db, query, scope=SCOPE, count=DEEPEST)  # noqa: SLF001

    def meaning(query: str) -> list[int]:
        return list(library._near(query, scope=SCOPE, count=DEEPEST).ranking)  # noqa: SLF001

    def named(search: Callable[[str], list[int]]) -> Search:
        def found(query: str) -> list[str]:
            numbers = search(query)
            passages = library._documents.numbered(numbers)  # noqa: SLF001
            return [passages[number].id for number in numbers]

        return found

    def both(query: str) -> list[str]:
        found = library.search(query, subject=SUBJECT, top_k=DEEPEST)
        return [passage.id for passage in found.passages]

    return {"words": named(words), "meaning": named(meaning), "both": both}


def ranks(asked: Sequence[Asked], search: Search) -> list[int]:
    """The place of each question's passage, from 1; 0 when it is not found."""
    return [_rank(search(each.question), each.passage) for each in asked]


def _rank(found: list[str], passage: str) -> int:
    return found.index(passage) + 1 if passage in found else 0


def recall(ranked: Sequence[int], *, at: int = 5) -> float:
    return sum(0 < rank <= at for rank in ranked) / len(ranked)


def mrr(ranked: Sequence[int]) -> float:
    return sum(1 / rank for rank in ranked if rank) / len(ranked)


# Reporting


def _figures(name: str, ranked: list[int], *, least: float | None) -> list[Figure]:
    return [
        Figure(f"recall@5, {name}", recall(ranked), unit="", n=len(ranked), least=least),
        Figure(f"MRR, {name}", mrr(ranked), unit="", n=len(ranked)),
    ]


def _by_kind(asked: Sequence[Asked], ranked: Sequence[int]) -> str:
    """recall@5 of both together, per language and kind of question."""
    groups: dict[tuple[str, str], list[int]] = {}
    for each, rank in zip(asked, ranked, strict=True):
        groups.setdefault((each.language, each.kind), []).append(rank)
    told = [f"{language} {kind} {recall(found):.2f}" for (language, kind), found in groups.items()]
    return f"recall@5 of both, by language and kind of question: {', '.join(told)}."


def _sizes(asked: Sequence[Asked], total: int) -> str:
    own = sum(len(split(each)) for each in documents() if not _is_neighbour(each))
    return (
        f"{total} passages, {total - own} of them from neighbouring subjects;"
        f" {len(asked)} questions reported, {len(questions()) - len(asked)} fixed the constants."
    )


def _is_neighbour(document: Document) -> bool:
    return document.id.startswith(("handbook-", "reference-"))
