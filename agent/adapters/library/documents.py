"""Documents and their passages in the file."""

import secrets
from collections.abc import Sequence
from dataclasses import fields, replace
from typing import Any

from agent.adapters.library import chunks, words
from agent.adapters.library.vectors import revise
from agent.errors import AgentError, NotFound
from agent.language.text import fold, runs, well_formed
from agent.ports import ISSUES_AND_PAGES, Document, Passage, Subject
from agent.store.database import Database, marks
from agent.store.rows import read_row

_TEXTS = tuple(field.name for field in fields(Document) if field.name != "pages")
LONGEST_TITLE = 120

_PASSAGES = """
    SELECT n, chunk.id AS id, document, title, heading, chunk.text AS text, page,
        chunk.subject AS subject, chunk.kind AS kind, chunk.language AS language, topic, source
    FROM chunk JOIN document ON document.id = chunk.document
"""


class Documents:
    def __init__(self, database: Database) -> None:
        self._db = database

    def subjects(self, owner: str) -> list[Subject]:
        rows = self._db.all(
            """
            SELECT subject, language, sum(count(*)) OVER (PARTITION BY subject) AS documents
            FROM document WHERE owner IN ('', ?) AND subject <> ?
            GROUP BY subject, language ORDER BY subject, count(*), language
            """,
            owner,
            ISSUES_AND_PAGES,
        )
        # Of a subject's languages the commonest comes last.
        last = {row["subject"]: row for row in rows}
        shared = [
            Subject(name, title_of(name), language=row["language"], documents=row["documents"])
            for name, row in last.items()
        ]
        made = self._db.all("SELECT * FROM subject WHERE owner = ? ORDER BY title, id", owner)
        own = {
            row["id"]: Subject(
                row["id"],
                row["title"],
                language=row["language"],
                documents=last[row["id"]]["documents"] if row["id"] in last else 0,
            )
            for row in made
        }
        return [*(subject for subject in shared if subject.id not in own), *own.values()]

    def add_subject(self, owner: str, title: str, *, language: str) -> Subject:
        title = " ".join(well_formed(title).split())
        if not title:
            raise AgentError("The subject needs a name.", hint="Write one first.")
        if len(title) > LONGEST_TITLE:
            raise AgentError(
                f"The name is longer than {LONGEST_TITLE} characters.", hint="Write a shorter one."
            )
        with self._db.transaction():
            if any(fold(title) == fold(subject.title) for subject in self.subjects(owner)):
                raise AgentError(f"The subject “{title}” is there already.", hint="Choose it.")
            # Elsewhere the id alone gives access to a subject, so it must not be guessable.
            subject = f"{_slug(title)}-{secrets.token_hex(8)}"
            self._db.insert("subject", id=subject, owner=owner, title=title, language=language)
        return Subject(subject, title, language=language)

    def of(self, subject: str, owner: str) -> list[Document]:
        return self._db.read(
            Document,
            "SELECT * FROM document WHERE subject = ? AND owner IN ('', ?) ORDER BY title, id",
            subject,
            owner,
        )

    def one(self, document: str, owner: str) -> Document:
        row = self._db.one(
            "SELECT * FROM document WHERE id = ? AND owner IN ('', ?)", document, owner
        )
        if row is None:
            raise NotFound("That document is no longer in the library.")
        return read_row(Document, row)

    def add(self, document: Document) -> int:
        """The number of passages."""
        clean: dict[str, Any] = {name: well_formed(getattr(document, name)) for name in _TEXTS}
        document = replace(document, **clean)
        # Before the transaction, since a long document takes a while and others want to search.
        parts = [(part, _words(document, part)) for part in chunks.split(document)]
        with self._db.transaction():
            self.remove(document.id)
            self._db.insert("document", **vars(document))
            for ordinal, (part, found) in enumerate(parts):
                self._add_chunk(document, part, found, ordinal=ordinal)
            revise(self._db, document.subject)
        return len(parts)

    def _add_chunk(
        self, document: Document, part: chunks.Chunk, found: tuple[str, str, str], *, ordinal: int
    ) -> None:
        row = self._db.one(
            """
            INSERT INTO chunk (subject, owner, kind, language, id, document, heading, page, text)
            VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?) RETURNING n
            """,
            document.subject,
            document.owner,
            document.kind,
            document.language,
            f"{document.id}#{ordinal}",
            document.id,
            part.heading,
            part.page,
            part.text,
        )
        title, heading, body = found
        number = row["n"] if row else 0
        self._db.put_words("word", number, title=title, heading=heading, body=body)

    def remove(self, document: str) -> None:
        with self._db.transaction():
            row = self._db.one("SELECT subject FROM document WHERE id = ?", document)
            if row is not None:
                self._db.run("DELETE FROM document WHERE id = ?", document)
                revise(self._db, row["subject"])

    def passage(self, passage: str, owner: str) -> Passage:
        row = self._db.one(
            f"{_PASSAGES} WHERE chunk.id = ? AND chunk.owner IN ('', ?)", passage, owner
        )
        if row is None:
            raise NotFound("That passage is no longer in the library.")
        return read_row(Passage, row)

    def passages(self, document: str, owner: str) -> list[Passage]:
        return self._db.read(
            Passage,
            f"{_PASSAGES} WHERE chunk.document = ? AND chunk.owner IN ('', ?) ORDER BY n",
            document,
            owner,
        )

    def numbered(self, numbers: Sequence[int]) -> dict[int, Passage]:
        """Passages by their numbers; those removed meanwhile are missing."""
        rows = self._db.all(f"{_PASSAGES} WHERE n IN ({marks(numbers)})", *numbers)
        return {int(row["n"]): read_row(Passage, row) for row in rows}


def title_of(subject: str) -> str:
    """A subject's id as a person would write it."""
    spaced = " ".join(subject.replace("_", " ").replace("-", " ").split())
    return spaced[:1].upper() + spaced[1:]


def _words(document: Document, part: chunks.Chunk) -> tuple[str, str, str]:
    """Index words of the title, the headings and the text."""
    return (
        words.indexed(document.title),
        words.indexed(" ".join(part.path)),
        words.indexed(part.text),
    )


def _slug(title: str) -> str:
    return "-".join(runs(title))[:40].strip("-") or "subject"
