"""The sample courses that come with the app, and what a first start finds already there."""

import hashlib
import json
import logging
from collections.abc import Iterator, Sequence
from dataclasses import asdict, replace
from pathlib import Path
from typing import Any, Protocol

from agent.errors import AgentError, NotFound
from agent.ports import Bank, Document, Guides, Item, Library, Plain, Sample

FOLDER = Path(__file__).parent
REMOVED = "removed"

log = logging.getLogger("interlude.samples")


class MarkedLibrary(Library, Protocol):
    """A library that keeps a mark for whoever filled it."""

    def noted(self, key: str) -> str: ...
    def note(self, key: str, value: str) -> None: ...


class SampleCourses:
    """The Samples port over the stores that they go to.

    A mark in the library holds the digest of every piece that was brought in, or that the course
    was removed. It is written before a removal, so that one that was cut off is finished by the
    next `load`.
    """

    def __init__(
        self, library: MarkedLibrary, guides: Guides, bank: Bank, *, folder: Path = FOLDER
    ) -> None:
        self._library = library
        self._guides = guides
        self._bank = bank
        self._folder = folder
        self._known: dict[str, Sample] = {}

    def load(self) -> None:
        """Bring in what is new or changed since it was last brought in.

        What was deleted by hand stays away, and an edited guide stays edited.
        """
        for course in self._courses():
            before = self._marks(course)
            if REMOVED in before:
                self._finish_removal(course)
            else:
                self._bring(course, before)

    # The port

    def all(self) -> list[Sample]:
        return [
            replace(self._described(course), is_loaded=REMOVED not in self._marks(course))
            for course in self._courses()
        ]

    def guide(self, sample: str) -> Plain:
        return read_guide(self._course(sample))

    def remove(self, sample: str) -> None:
        course = self._course(sample)
        self._note(course, {REMOVED: REMOVED})
        self._clear(course)

    def restore(self, sample: str) -> None:
        course = self._course(sample)
        self._bring(course, {})

    def _described(self, course: Path) -> Sample:
        """Read once: what comes with the app does not change while it runs."""
        if course.name not in self._known:
            self._known[course.name] = Sample(
                id=course.name,
                title=str(read_guide(course)["asignatura"]),
                language=language_of(course),
                documents=len(read_documents(course)),
                items=len(read_items(course)),
                is_loaded=True,
                starters=read_starters(course),
            )
        return self._known[course.name]

    # Bringing in and taking away

    def _bring(self, course: Path, before: dict[str, str]) -> None:
        now = dict(self._pieces(course, before))
        if now != before:
            self._note(course, now)

    def _pieces(self, course: Path, before: dict[str, str]) -> Iterator[tuple[str, str]]:
        """What the course consists of, piece by piece with its digest, brought in as needed."""
        documents = {f"document/{document.id}": document for document in read_documents(course)}
        for name, document in documents.items():
            digest = _digest(asdict(document))
            if before.get(name) != digest:
                self._library.add(document)
            yield name, digest
        for name in before.keys() - documents.keys():
            kind, _, document_id = name.partition("/")
            if kind == "document":
                self._library.remove(document_id)
        yield "guide", self._bring_guide(course, before.get("guide", ""))
        items = read_items(course)
        digest = _digest([asdict(item) for item in items])
        if before.get("bank") != digest:
            self._bank.put(items)
        yield "bank", digest

    def _bring_guide(self, course: Path, before: str) -> str:
        """The digest of the guide that is in place; the one before when that cannot be told."""
        guide = read_guide(course)
        digest = _digest(guide)
        if digest == before:
            return digest
        try:
            present = self._guides.guide(course.name)
            if present is None or _digest(present) == before:
                self._guides.put(course.name, guide)
        except AgentError as error:
            # Guides may live on a server that is down: the next start tries again.
            log.warning("The guide of %s was not brought in: %s", course.name, error.message)
            return before
        return digest

    def _clear(self, course: Path) -> None:
        ids = {document.id for document in read_documents(course)}
        for document in self._library.documents(course.name):
            if document.id in ids:
                self._library.remove(document.id)
        self._bank.remove([item.id for item in read_items(course)])
        if self._guides.guide(course.name) == read_guide(course):
            self._guides.remove(course.name)

    def _finish_removal(self, course: Path) -> None:
        try:
            self._clear(course)
        except AgentError as error:
            log.warning("The sample %s was not removed whole: %s", course.name, error.message)

    # Marks

    def _marks(self, course: Path) -> dict[str, str]:
        marks: dict[str, str] = json.loads(self._library.noted(f"samples/{course.name}") or "{}")
        return marks

    def _note(self, course: Path, marks: dict[str, str]) -> None:
        self._library.note(f"samples/{course.name}", json.dumps(marks))

    def _courses(self) -> list[Path]:
        return sorted(path.parent for path in self._folder.glob("*/guide.json"))

    def _course(self, sample: str) -> Path:
        for course in self._courses():
            if course.name == sample:
                return course
        raise NotFound("There is no such sample.", hint="Reload the page.")


# Reading the files


def read_documents(course: Path) -> list[Document]:
    return [_document(path, course.name) for path in sorted(course.glob("docs/*.md"))]


def _document(path: Path, subject: str) -> Document:
    _, front, text = path.read_text(encoding="utf-8").split("---\n", 2)
    pairs = (line.partition(":") for line in front.splitlines() if line.strip())
    fields: Plain = {name.strip(): value.strip() for name, _, value in pairs}
    kind = fields.pop("type")
    return Document(subject=subject, text=text.strip() + "\n", kind=kind, **fields)


def language_of(course: Path) -> str:
    """Of its documents, which have one language between them."""
    return next((document.language for document in read_documents(course)), "en")


def read_guide(course: Path) -> Plain:
    guide: Plain = json.loads((course / "guide.json").read_text(encoding="utf-8"))
    return guide


def read_starters(course: Path) -> tuple[str, ...]:
    path = course / "starters.txt"
    return tuple(path.read_text(encoding="utf-8").splitlines()) if path.exists() else ()


def read_items(course: Path) -> Sequence[Item]:
    path = course / "bank.json"
    entries = json.loads(path.read_text(encoding="utf-8")) if path.exists() else []
    language = language_of(course)
    return [_item(entry, course.name, language) for entry in entries]


def _item(entry: Plain, subject: str, language: str) -> Item:
    evidence = entry["evidence"]
    rest = {name: entry[name] for name in entry if name not in {"options", "evidence"}}
    return Item(
        subject=subject,
        language=language,
        options=tuple((option["id"], option["text"]) for option in entry["options"]),
        evidence_document=evidence["doc"],
        evidence=evidence["quote"],
        **rest,
    )


def _digest(data: Any) -> str:
    plain = json.dumps(data, sort_keys=True, ensure_ascii=False)
    return hashlib.sha256(plain.encode()).hexdigest()
