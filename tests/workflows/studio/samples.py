"""The documents that come with the app, as a library has them."""

from pathlib import Path

from agent.ports import Document
from agent.ports.brand import SAMPLE_SUBJECT

FOLDER = Path(__file__).parents[3] / "agent" / "data" / "samples" / SAMPLE_SUBJECT / "docs"


def sample_documents() -> list[Document]:
    return [_document(path) for path in sorted(FOLDER.glob("*.md"))]


def _document(path: Path) -> Document:
    head, text = path.read_text(encoding="utf-8").split("\n---\n", 1)
    title = next(line for line in head.splitlines() if line.startswith("title: "))
    return Document(path.stem, title.removeprefix("title: "), SAMPLE_SUBJECT, text.lstrip())
