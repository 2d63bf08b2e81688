"""What a document is about: its sections, each with the sentences it begins with."""

from itertools import groupby

from pydantic import BaseModel, Field

from agent.language.catalogs import N_, catalog
from agent.language.conversation import conversation_language
from agent.language.text import keywords
from agent.ports import Context, Document, Passage
from agent.workflows.tutor.evidence import found
from agent.workflows.tutor.state import SubjectState
from agent.workflows.tutor.tools import Tool, ToolResult

MOST_SECTIONS, MOST_DOCUMENTS = 12, 20
NONE = N_("There are no documents here yet.")


class Overview(BaseModel):
    """See what a document is about: title, sections, and how each section begins."""

    document: str = Field(default="", description="Its title, where one is named", max_length=200)


def call(arguments: Overview, state: SubjectState, context: Context) -> ToolResult:
    documents = context.ports.library.documents(state.get("asignatura") or "", owner=context.user)
    if passages := begin(arguments.document, documents, context):
        return found(passages, state)
    said = catalog(conversation_language(state.get("messages") or [])).gettext(NONE)
    return ToolResult(NONE, said=said)


def begin(named: str, documents: list[Document], context: Context) -> list[Passage]:
    """The first passage of each section of the document that is meant; else of each document."""
    words, library = set(keywords(named)), context.ports.library
    fitting = [d for d in documents if words and set(keywords(d.title)) <= words]
    meant = fitting if len(fitting) == 1 else documents
    every = [library.passages(d.id, owner=context.user) for d in meant[:MOST_DOCUMENTS]]
    if len(every) != 1:
        return [passage for passages in every for passage in passages[:1]]
    first = [next(group) for _, group in groupby(every[0], lambda passage: passage.heading)]
    # Of a text without sections all is shown.
    return (first if len(first) > 1 else every[0])[:MOST_SECTIONS]


TOOL = Tool(arguments=Overview, call=call, gives_evidence=True)
