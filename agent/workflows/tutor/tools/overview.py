"""What a document is about: its sections, each with the sentences it begins with."""

from itertools import groupby

from pydantic import BaseModel, Field

from agent.language.text import keywords
from agent.ports import Context, Document, Passage
from agent.workflows.tutor.state import SubjectState
from agent.workflows.tutor.tools import Tool, ToolResult
from agent.workflows.tutor.tools.rag_search import read

MOST_SECTIONS = 12


class Overview(BaseModel):
    """See what a document is about: title, sections, and how each section begins."""

    document: str = Field(default="", description="Its title, where one is named", max_length=200)


def call(arguments: Overview, state: SubjectState, context: Context) -> ToolResult:
    subject = state.get("asignatura") or ""
    documents = context.ports.library.documents(subject, owner=context.user)
    document = _chosen(arguments.document, documents, context.user)
    if document is None:
        titles = ", ".join(f"“{each.title}”" for each in documents) or "none"
        return ToolResult(f"The documents are: {titles}. Ask which one, or call it with one.")
    passages = context.ports.library.passages(document.id, owner=context.user)
    return read(_beginnings(passages)[:MOST_SECTIONS], state)


def _chosen(named: str, documents: list[Document], user: str) -> Document | None:
    """Return the document that is named, else the user's only one, else the only one."""
    words = set(keywords(named))
    fitting = [d for d in documents if words and set(keywords(d.title)) <= words]
    own = [document for document in documents if document.owner == user]
    for group in (fitting, own, documents):
        if len(group) == 1:
            return group[0]
    return None


def _beginnings(passages: list[Passage]) -> list[Passage]:
    """The first passage of each section; all of a text without sections."""
    first = [next(group) for _, group in groupby(passages, lambda passage: passage.heading)]
    return first if len(first) > 1 else passages


TOOL = Tool(arguments=Overview, call=call, gives_evidence=True)
