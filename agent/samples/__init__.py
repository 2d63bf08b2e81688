"""The sample courses that a first start finds already there."""

import hashlib
import json
from collections.abc import Iterator, Sequence
from dataclasses import asdict
from pathlib import Path
from typing import Any, Protocol

from agent.ports import Bank, Document, Guides, Item, Library, Plain

FOLDER = Path(__file__).parent


class MarkedLibrary(Library, Protocol):
    """A library that keeps a mark for whoever filled it."""

    def noted(self, key: str) -> str: ...
    def note(self, key: str, value: str) -> None: ...


def load_samples(
    library: MarkedLibrary, guides: Guides, bank: Bank, *, folder: Path = FOLDER
) -> None:
    """Bring in the samples that are new or changed since they were last brought in.

    What was deleted by hand stays away, and an edited guide stays edited.
    """
    for course in sorted(path.parent for path in folder.glob("*/guide.json")):
        before: dict[str, str] = json.loads(library.noted(f"samples/{course.name}") or "{}")
        now = dict(_load(course, before, library=library, guides=guides, bank=bank))
        if now != before:
            library.note(f"samples/{course.name}", json.dumps(now))


def _load(
    course: Path, before: dict[str, str], *, library: Library, guides: Guides, bank: Bank
) -> Iterator[tuple[str, str]]:
    """What the course consists of, piece by piece with its digest, brought in as needed."""
    documents = {f"document/{document.id}": document for document in read_documents(course)}
    for name, document in documents.items():
        digest = _digest(asdict(document))
        if before.get(name) != digest:
            library.add(document)
        yield name, digest
    for name in before.keys() - documents.keys():
        kind, _, document_id = name.partition("/")
        if kind == "document":
            library.remove(document_id)
    yield "guide", _load_guide(course, before.get("guide", ""), guides=guides)
    items = read_items(course)
    digest = _digest([asdict(item) for item in items])
    if before.get("bank") != digest:
        bank.put(items)
    yield "bank", digest


def _load_guide(course: Path, before: str, *, guides: Guides) -> str:
    guide = read_guide(course)
    digest = _digest(guide)
    present = guides.guide(course.name)
    is_ours = present is None or _digest(present) == before
    if digest != before and is_ours:
        guides.put(course.name, guide)
    return digest


def read_documents(course: Path) -> list[Document]:
    return [_document(path, course.name) for path in sorted(course.glob("docs/*.md"))]


def _document(path: Path, subject: str) -> Document:
    _, front, text = path.read_text(encoding="utf-8").split("---\n", 2)
    pairs = (line.partition(":") for line in front.splitlines() if line.strip())
    fields: Plain = {name.strip(): value.strip() for name, _, value in pairs}
    kind = fields.pop("type")
    return Document(subject=subject, text=text.strip() + "\n", kind=kind, **fields)


def read_guide(course: Path) -> Plain:
    guide: Plain = json.loads((course / "guide.json").read_text(encoding="utf-8"))
    return guide


def read_items(course: Path) -> Sequence[Item]:
    path = course / "bank.json"
    entries = json.loads(path.read_text(encoding="utf-8")) if path.exists() else []
    return [_item(entry, course.name) for entry in entries]


def _item(entry: Plain, subject: str) -> Item:
    evidence = entry["evidence"]
    rest = {name: entry[name] for name in entry if name not in {"options", "evidence"}}
    return Item(
        subject=subject,
        options=tuple((option["id"], option["text"]) for option in entry["options"]),
        evidence_document=evidence["doc"],
        evidence=evidence["quote"],
        **rest,
    )


def _digest(data: Any) -> str:
    plain = json.dumps(data, sort_keys=True, ensure_ascii=False)
    return hashlib.sha256(plain.encode()).hexdigest()
