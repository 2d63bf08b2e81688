"""What issues and pages add to the documents, so that later questions find them."""

import re
from collections.abc import Iterator

from agent.errors import AgentError, NotFound
from agent.events import Notice
from agent.exchange.wiki_markup import markdown
from agent.language.catalogs import catalog
from agent.language.outline import sections
from agent.language.text import language_of
from agent.ports import ISSUES_AND_PAGES, Context, Document, Issue, Page, Passage, Wiki
from agent.workflows.tickets.issues import MOST_COMMENTS, facts_of
from agent.workflows.tickets.needed import tracker_of
from agent.workflows.tickets.page import without_assessment
from agent.workflows.tickets.state import Plain

LONGEST_PASSAGE = 1_500
"""Characters."""

_MARK = re.compile(r"\n\s*(?:[-*_] ?){3,}\s*interlude-[0-9a-f]{12}\b")
_BOX = re.compile(r"(?<=[-*] )\[[ xX]\] ")

# Remembering


def remember(context: Context, issue: Issue, *, score: float | None = None) -> Document:
    title = f"{issue.key}: {issue.summary}"
    text = _whole(issue, score)
    return _put(context, _document(context, f"issue-{issue.key}", title, text, "issue", issue.link))


def remember_page(context: Context, made: Plain, *, text: str) -> None:
    """`text` is the storage format."""
    _put(context, _page(context, made["id"], made["title"], markdown(text), made["link"]))


def without_mark(text: str) -> str:
    return _MARK.sub("", text).strip()


def _page(context: Context, id_: str, title: str, text: str, link: str) -> Document:
    """The score stands in the issue; what only finds the page again says nothing."""
    body = _BOX.sub("", _MARK.sub("", without_assessment(text)))
    return _document(context, f"page-{id_}", title, body, "page", link)


def _whole(issue: Issue, score: float | None) -> str:
    """Its texts, then what its fields hold: the last section."""
    language = language_of(f"{issue.summary} {issue.description}")
    _ = catalog(language).gettext
    said = _("{name}: {value}.")
    facts = [said.format(name=n, value=value) for n, value in facts_of(issue, _).items()]
    if score is not None:
        facts.append(_("Maturity: {score} out of 100").replace("{score}", f"{score:.0f}") + ".")
    comments, status = _("Comments"), _("Status")
    told = "\n\n".join(issue.comments[-MOST_COMMENTS:])
    parts = [issue.description, *([f"## {comments}\n\n{told}"] if told else [])]
    return "\n\n".join([*parts, f"## {status}\n\n{' '.join(facts)}"])


def _document(context: Context, id_: str, title: str, text: str, kind: str, link: str) -> Document:
    return Document(
        id=_id(context, id_),
        title=title,
        subject=ISSUES_AND_PAGES,
        text=f"# {title}\n\n{text}",
        kind=kind,
        source=link,
        language=language_of(f"{title} {text}"),
        owner=context.user,
    )


def _id(context: Context, id_: str) -> str:
    """Two users who ask one tracker each remember for themselves."""
    return id_ if context.user == "local" else f"{id_}-{context.user}"


def _put(context: Context, document: Document) -> Document:
    if _held(context, document.id) != document:
        context.ports.library.add(document)
    return document


def _held(context: Context, id_: str) -> Document | None:
    try:
        return context.ports.library.document(id_, owner=context.user)
    except NotFound:
        return None


# Recalling


def issue_passages(context: Context, issue: Issue) -> list[Passage]:
    """Of an issue that was just read; nothing is remembered of it."""
    title = f"{issue.key}: {issue.summary}"
    text = _whole(issue, None)
    document = _document(context, f"issue-{issue.key}", title, text, "issue", issue.link)
    return list(_passages(document))


def judged_passage(context: Context, key: str, text: str) -> Passage:
    """What was just judged of an issue."""
    return next(
        _passages(_document(context, f"score-{key}", f"{key}: maturity", text, "score", ""))
    )


def page_passages(context: Context, page: Page) -> list[Passage]:
    return list(_passages(_page(context, page.id, page.title, page.text, page.link)))


def recalled_issue(context: Context, key: str) -> list[Passage]:
    """The issue as the tracker has it now, or as it was remembered when that cannot be told.

    Raises NotFound, or what kept the tracker from telling, for one that is not remembered either.
    """
    held = _held(context, _id(context, f"issue-{key}"))
    try:
        issue = tracker_of(context).issue(key)
    except AgentError as error:
        if held is None:
            raise
        context.report.emit(
            Notice(f"{error.message} So {key} is shown as it was last stored here.")
        )
        return list(_passages(held))
    scores = context.ports.scores.history(context.user, key)
    score = scores[-1].overall if scores else None
    return list(_passages(remember(context, issue, score=score)))


def pages_of(wiki: Wiki, key: str) -> list[Page]:
    """The issue's pages, also when the issue was called otherwise then."""
    found = dict.fromkeys(p.id for p in wiki.search(key) if p.title.startswith(f"{key}:"))
    # A search may show a piece of the page only.
    return [wiki.page(id_) for id_ in found]


def recalled_pages(context: Context, key: str) -> list[Passage]:
    """The issue's pages as the wiki has them now."""
    if context.ports.wiki is None:
        return []
    pages = pages_of(context.ports.wiki, key)
    documents = [_page(context, page.id, page.title, page.text, page.link) for page in pages]
    return [passage for each in documents for passage in _passages(_put(context, each))]


def _passages(document: Document) -> Iterator[Passage]:
    texts = (
        (section.heading, text)
        for section in sections(document.text)
        for text in _pieces("\n".join(section.lines))
    )
    for number, (heading, text) in enumerate(texts):
        yield Passage(
            id=f"{document.id}#{number}",
            document=document.id,
            title=document.title,
            heading=heading,
            text=text,
            subject=document.subject,
            kind=document.kind,
            language=document.language,
            source=document.source,
        )


def _pieces(text: str) -> Iterator[str]:
    """Of a long section paragraphs that together are not too long."""
    piece = ""
    for paragraph in re.split(r"\n\s*\n", text.strip()):
        if piece and len(piece) + len(paragraph) > LONGEST_PASSAGE:
            yield piece
            piece = ""
        piece = f"{piece}\n\n{paragraph}".strip()
    if piece:
        yield piece
