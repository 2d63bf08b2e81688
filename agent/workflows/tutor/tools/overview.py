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

MOST_SECTIONS = 12
WHICH = N_("There are several documents. Name one of them:")
NONE = N_("There are no documents here yet.")


class Overview(BaseModel):
    """See what a document is about: title, sections, and how each section begins."""

    document: str = Field(default="", description="Its title, where one is named", max_length=200)


def call(arguments: Overview, state: SubjectState, context: Context) -> ToolResult:
    documents = context.ports.library.documents(state.get("asignatura") or "", owner=context.user)
    if passages := begin(arguments.document, documents, context):
        return found(passages, state)
    titles = [f"- {each.title}" for each in documents]
    what = WHICH if titles else NONE
    said = catalog(conversation_language(state.get("messages") or [])).gettext(what)
    return ToolResult("\n".join([what, *titles]), said="\n".join([said, "", *titles]).rstrip())


def begin(named: str, documents: list[Document], context: Context) -> list[Passage]:
    """The first passage of each section of the document that is meant; else nothing."""
    document = _chosen(named, documents, context.user)
    if document is None:
        return []
    passages = context.ports.library.passages(document.id, owner=context.user)
    first = [next(group) for _, group in groupby(passages, lambda passage: passage.heading)]
    # Of a text without sections all is shown.
    return (first if len(first) > 1 else passages)[:MOST_SECTIONS]


def _chosen(named: str, documents: list[Document], user: str) -> Document | None:
    """Return the document that is named, else the user's only one, else the only one."""
    words = set(keywords(named))
    fitting = [d for d in documents if words and set(keywords(d.title)) <= words]
    own = [document for document in documents if document.owner == user]
    return next((group[0] for group in (fitting, own, documents) if len(group) == 1), None)


TOOL = Tool(arguments=Overview, call=call, gives_evidence=True)
