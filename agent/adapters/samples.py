"""The samples that come with the app, and what a first start finds already there."""

import hashlib
import json
import logging
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any, Protocol

from agent.errors import AgentError, NotFound
from agent.ports import Bank, Document, Guides, Item, Library, Plain, Sample

FOLDER = Path(__file__).parents[1] / "data" / "samples"
REMOVED = "removed"

log = logging.getLogger("interlude.samples")


class MarkedLibrary(Library, Protocol):
    """A library that keeps marks for the code that fills it."""

    def noted(self, key: str) -> str: ...
    def note(self, key: str, value: str) -> None: ...


class FolderSamples:
    """The Samples port over the stores that they go to.

    A sample is a folder of documents, with a teaching guide and a bank of items where it is a
    course. A mark in the library holds the digest of every piece that was brought in, or that the
    sample was removed. It is written before a removal, so that one that was cut off is finished by
    the next `load`.
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
        for folder in self._folders():
            before = self._marks(folder)
            if REMOVED in before:
                self._finish_removal(folder)
            else:
                self._bring(folder, before)

    # The port

    def all(self) -> list[Sample]:
        return [
            replace(self._described(folder), is_loaded=REMOVED not in self._marks(folder))
            for folder in self._folders()
        ]

    def guide(self, sample: str) -> Plain:
        folder = self._folder_of(sample)
        if not has_guide(folder):
            raise NotFound("This sample has no teaching guide.")
        return read_guide(folder)

    def remove(self, sample: str) -> None:
        folder = self._folder_of(sample)
        self._note(folder, {REMOVED: REMOVED})
        self._clear(folder)

    def restore(self, sample: str) -> None:
        folder = self._folder_of(sample)
        self._bring(folder, {})

    def _described(self, folder: Path) -> Sample:
        """Read once: what comes with the app does not change while it runs."""
        if folder.name not in self._known:
            self._known[folder.name] = Sample(
                id=folder.name,
                title=title_of(folder),
                languages=languages_of(folder),
                documents=len(read_documents(folder)),
                items=len(read_items(folder)),
                is_loaded=True,
                starters=read_starters(folder),
            )
        return self._known[folder.name]

    # Bringing in and taking away

    def _bring(self, folder: Path, before: dict[str, str]) -> None:
        now = dict(self._pieces(folder, before))
        if now != before:
            self._note(folder, now)

    def _pieces(self, folder: Path, before: dict[str, str]) -> Iterator[tuple[str, str]]:
        """Add the changed parts of the sample; yield each part with its digest."""
        documents = {f"document/{document.id}": document for document in read_documents(folder)}
        for name, document in documents.items():
            digest = _digest(vars(document))
            if before.get(name) != digest:
                self._library.add(document)
            yield name, digest
        for name in before.keys() - documents.keys():
            kind, _, document_id = name.partition("/")
            if kind == "document":
                self._library.remove(document_id)
        if has_guide(folder):
            yield "guide", self._bring_guide(folder, before.get("guide", ""))
        if items := read_items(folder):
            digest = _digest([vars(item) for item in items])
            if before.get("bank") != digest:
                self._bank.put(items)
            yield "bank", digest

    def _bring_guide(self, folder: Path, before: str) -> str:
        """The digest of the guide that is in place; the one before when that cannot be told."""
        guide = read_guide(folder)
        digest = _digest(guide)
        if digest == before:
            return digest
        try:
            present = self._guides.guide(folder.name)
            if present is None or _digest(present) == before:
                self._guides.put(folder.name, guide)
        except AgentError as error:
            # Guides may live on a server that is down: the next start tries again.
            log.warning("The guide of %s was not brought in: %s", folder.name, error.message)
            return before
        return digest

    def _clear(self, folder: Path) -> None:
        ids = {document.id for document in read_documents(folder)}
        for document in self._library.documents(folder.name):
            if document.id in ids:
                self._library.remove(document.id)
        self._bank.remove([item.id for item in read_items(folder)])
        if has_guide(folder) and self._guides.guide(folder.name) == read_guide(folder):
            self._guides.remove(folder.name)

    def _finish_removal(self, folder: Path) -> None:
        try:
            self._clear(folder)
        except AgentError as error:
            log.warning("The sample %s was not removed whole: %s", folder.name, error.message)

    # Marks

    def _marks(self, folder: Path) -> dict[str, str]:
        marks: dict[str, str] = json.loads(self._library.noted(f"samples/{folder.name}") or "{}")
        return marks

    def _note(self, folder: Path, marks: dict[str, str]) -> None:
        self._library.note(f"samples/{folder.name}", json.dumps(marks))

    def _folders(self) -> list[Path]:
        """Courses first: what is brought in first is the first to be found by meaning."""
        folders = (path.parent for path in self._folder.glob("*/docs"))
        return sorted(folders, key=lambda folder: (not has_guide(folder), folder.name))

    def _folder_of(self, sample: str) -> Path:
        for folder in self._folders():
            if folder.name == sample:
                return folder
        raise NotFound("There is no such sample.", hint="Reload the page.")


# Reading the files


def read_documents(folder: Path) -> list[Document]:
    return [_document(path, folder.name) for path in sorted(folder.glob("docs/*.md"))]


def _document(path: Path, subject: str) -> Document:
    _, front, text = path.read_text(encoding="utf-8").split("---\n", 2)
    pairs = (line.partition(":") for line in front.splitlines() if line.strip())
    fields: Plain = {name.strip(): value.strip() for name, _, value in pairs}
    kind = fields.pop("type")
    return Document(subject=subject, text=text.strip() + "\n", kind=kind, **fields)


def languages_of(folder: Path) -> tuple[str, ...]:
    """The languages of its documents, the commonest first."""
    found = Counter(document.language for document in read_documents(folder))
    return tuple(language for language, _ in found.most_common())


def title_of(folder: Path) -> str:
    """Without a guide, what the library calls a subject of that id."""
    if has_guide(folder):
        return str(read_guide(folder)["asignatura"])
    return folder.name.replace("-", " ").capitalize()


def has_guide(folder: Path) -> bool:
    return (folder / "guide.json").exists()


def read_guide(folder: Path) -> Plain:
    guide: Plain = json.loads((folder / "guide.json").read_text(encoding="utf-8"))
    return guide


def read_starters(folder: Path) -> tuple[str, ...]:
    path = folder / "starters.txt"
    return tuple(path.read_text(encoding="utf-8").splitlines()) if path.exists() else ()


def read_items(folder: Path) -> Sequence[Item]:
    path = folder / "bank.json"
    entries = json.loads(path.read_text(encoding="utf-8")) if path.exists() else []
    language = languages_of(folder)[0]
    return [_item(entry, folder.name, language) for entry in entries]


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
