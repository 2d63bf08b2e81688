"""What is known to a question, in passages: in the issues that it names, else by its words."""

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import partial
from typing import Any

from pydantic import BaseModel, Field

from agent.checks.citations.marks import entry, fenced
from agent.engine.tool_loop import Tool
from agent.errors import AgentError
from agent.events import Notice
from agent.language.catalogs import catalog
from agent.language.outline import sections
from agent.language.text import content_words, language_of, stems
from agent.ports import ISSUES_AND_PAGES, Context, Issue, IssueQuery, Page, Passage, Scored, Wiki
from agent.steps import ToolSpec
from agent.workflows.tickets.contracts import IssueFilter
from agent.workflows.tickets.issues import facts_of, known_issues, people_in, score_of
from agent.workflows.tickets.needed import tracker_of, wiki_of
from agent.workflows.tickets.state import Plain
from agent.workflows.tickets.words import subject_of, without_keys

LONGEST_PASSAGE = 1_500
"""Characters."""

_MARK = re.compile(r"\n\s*(?:[-*_] ?){3,}\s*interlude-[0-9a-f]{12}\b")
_BOX = re.compile(r"(?<=[-*] )\[[ xX]\] ")


def without_mark(text: str) -> str:
    return _MARK.sub("", text).strip()


def passages_of(issues: Sequence[Issue], context: Context) -> list[list[Passage]]:
    """The passages of each, with what it scored last."""
    scores = context.ports.scores.latest(context.user)
    return [_issue_passages(issue, scores.get(issue.key)) for issue in issues]


def _issue_passages(issue: Issue, scored: Scored | None) -> list[Passage]:
    """Its texts, then what its fields hold: the last passage."""
    title = f"{issue.key}: {issue.summary}"
    _ = catalog(language_of(f"{issue.summary} {issue.description}")).gettext
    said = _("{name}: {value}.")
    facts = [said.format(name=n, value=value) for n, value in facts_of(issue, _).items()]
    facts += [f"{score_of(issue, scored, _)}."] if scored else []
    comments, status = _("Comments"), _("Status")
    told = "\n\n".join(issue.comments)
    parts = [issue.description, *([f"## {comments}\n\n{told}"] if told else [])]
    text = "\n\n".join([*parts, f"## {status}\n\n{' '.join(facts)}"])
    return list(_passages(f"issue-{issue.key}", title, text, kind="issue", source=issue.link))


def page_passages(page: Page) -> list[Passage]:
    """What only finds the page again, and the boxes of its criteria, say nothing."""
    text = _BOX.sub("", without_mark(page.text))
    title = f"Wiki: {page.title}"
    return list(_passages(f"page-{page.id}", title, text, kind="page", source=page.link))


def judged_passage(key: str, text: str) -> Passage:
    """What was just judged of an issue."""
    return next(_passages(f"score-{key}", f"{key}: maturity", text, kind="score"))


def pages_of(wiki: Wiki, key: str, links: Sequence[tuple[str, str]]) -> list[Page]:
    """The issue's pages: those it points to, and those called by its key, also an earlier name."""
    there, addresses = [*wiki.search(key)], {address for _, address in links}
    there += [page for title, _ in links if (page := wiki.titled(title))]
    found = [p.id for p in there if p.link in addresses or p.title.startswith(f"{key}:")]
    # A search may show a piece of the page only.
    return [wiki.page(id_) for id_ in dict.fromkeys(found)]


def pages_here(key: str, links: Sequence[tuple[str, str]], context: Context) -> list[Page]:
    """The same; none where no wiki is set up or it does not answer, which is said."""
    try:
        return pages_of(context.ports.wiki, key, links) if context.ports.wiki else []
    except AgentError as error:
        context.report.emit(Notice("{error}", "warning", values={"error": error}))
        return []


def page_named(name: str, wiki: Wiki) -> Page | None:
    """By its number, its title, or the best that its words find."""
    if name.isdecimal():
        return wiki.page(name)
    return wiki.titled(name) or next(iter(wiki.search(name)), None)


def _passages(id_: str, title: str, text: str, *, kind: str, source: str = "") -> Iterator[Passage]:
    language = language_of(f"{title} {text}")
    texts = (
        (section.heading or title, piece)
        for section in sections(text)
        for piece in _pieces("\n".join(section.lines))
    )
    for number, (heading, piece) in enumerate(texts):
        yield Passage(
            id=f"{id_}#{number}",
            document=id_,
            title=title,
            heading=heading,
            text=piece,
            subject=ISSUES_AND_PAGES,
            kind=kind,
            language=language,
            source=source,
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


MOST_LISTED = 25
MOST = 6
"""Of issues, pages and documents each, that are found by words."""
MOST_OF_ISSUE, MOST_OF_PAGES, MOST_OF_FOUND = 12, 3, 1


@dataclass(frozen=True)
class Found:
    passages: list[Plain]
    """As an answer cites them."""
    is_named: bool = False
    """Whether they are from the issues that the question names, and from their pages."""
    missing: list[str] = field(default_factory=list)
    """A sentence for each named issue that could not be read."""


def passages_for(
    question: str, keys: Sequence[str], context: Context, *, query: IssueQuery | None = None
) -> Found:
    """From the issues that are named or meant, and from nothing else; without any, by words."""
    if not (keys or query):
        found = search(question, context) if subject_of(question) else []
        return Found(numbered(found))
    named, missing, issues = list[Passage](), list[str](), list[Issue]()
    say = catalog(language_of(question)).gettext
    try:
        issues, missing = known_issues(keys, tracker_of(context), say)
        for passages in passages_of(issues, context):
            named += _fitting(question, passages, MOST_OF_ISSUE)
        named += facts_found(query, context) if query else []
    except AgentError as error:
        missing.append(" ".join(error.translate(say)).strip())
    # A page repeats its issue.
    held = {" ".join(each.text.split()) for each in named}
    pages, links = list[Passage](), {issue.key: issue.links for issue in issues}
    for key in keys:
        there = pages_here(key, links.get(key, ()), context)
        told = [passage for page in there for passage in page_passages(page)]
        pages += _fitting(question, told, MOST_OF_PAGES)
    entries = numbered(
        [*dict.fromkeys(named), *(p for p in pages if " ".join(p.text.split()) not in held)]
    )
    return Found(entries, bool(entries), missing)


def facts_found(query: IssueQuery | None, context: Context) -> list[Passage]:
    """Of each issue that is meant, else of all that are open, what its fields hold."""
    issues = tracker_of(context).find(query or IssueQuery(), count=MOST_LISTED)
    return [passages[-1] for passages in passages_of(issues, context)]


def numbered(passages: Sequence[Passage], *, after: int = 0) -> list[Plain]:
    return [entry(passage, n) for n, passage in enumerate(passages, start=after + 1)]


def _fitting(question: str, passages: Sequence[Passage], most: int) -> list[Passage]:
    """Those that share the most words with the question, how it begins, comments and fields."""
    wanted = set(content_words(without_keys(question)))

    def shared(passage: Passage) -> int:
        heading = passage.heading if passage.heading != passage.title else ""
        return len(wanted & stems(f"{heading} {passage.text}"))

    chosen = sorted(passages, key=shared, reverse=True)[:most]
    always = [*passages[:1], *(each for each in passages[-2:] if each.kind == "issue")]
    return [*chosen, *(each for each in always if each not in chosen)]


# By words


def search(question: str, context: Context) -> list[Passage]:
    """Issues and pages that hold any of the words, the newest first, then one's own documents."""
    ports, found = context.ports, list[Passage]()
    looks = ((ports.tracker, search_issues), (ports.wiki, search_pages))
    for look in (*(look for port, look in looks if port), search_documents):
        try:
            found += look(question, context)
        except AgentError as error:
            context.report.emit(Notice("{error}", values={"error": error}))
    return found


def search_issues(question: str, context: Context) -> list[Passage]:
    """By the tracker's own search and by whose they are, closed ones too."""
    tracker = tracker_of(context)
    found = tracker.search(_words(question), count=MOST, closed=True)
    for name in people_in(question, tracker):
        found += tracker.find(IssueQuery(assignee=name, closed=True), count=MOST)
    issues = {issue.key: issue for issue in found}.values()
    newest = sorted(issues, key=lambda issue: issue.updated, reverse=True)
    return _begun(question, passages_of(newest, context))


def search_pages(question: str, context: Context) -> list[Passage]:
    """By the wiki's own search."""
    pages = wiki_of(context).search(_words(question), count=MOST)
    pages.sort(key=lambda page: page.updated, reverse=True)
    return _begun(question, [page_passages(page) for page in pages])


def _begun(question: str, documents: Sequence[list[Passage]]) -> list[Passage]:
    return [p for each in documents for p in _fitting(question, each, MOST_OF_FOUND)]


def _words(question: str) -> str:
    return " ".join(subject_of(question)) or question


def search_documents(question: str, context: Context) -> list[Passage]:
    """In the user's own documents; never in samples."""
    library, user = context.ports.library, context.user
    found: list[Passage] = []
    for subject in (each.id for each in library.subjects(user)):
        documents = library.documents(subject, owner=user)
        if not (own := {each.id for each in documents if each.owner == user}):
            continue
        given = library.search(question, subject=subject, owner=user, top_k=MOST)
        if given.notice:
            context.report.emit(Notice(given.notice))
        found += [p for p in given.passages if p.document in own and (p.terms or p.near)]
    # A score is a rank within its own subject.
    return sorted(found, key=lambda p: p.coverage + (p.similarity or 0.0), reverse=True)[:MOST]


class Query(BaseModel):
    query: str = Field(min_length=1, max_length=200, description="A few words, any of which fit")


class Name(BaseModel):
    name: str = Field(max_length=255, description="An issue's key; a page's title or number")


def _read_issue(value: Name, context: Context) -> list[Passage]:
    issue = tracker_of(context).issue(value.name.strip().upper())
    return passages_of([issue], context)[0]


def _read_page(value: Name, context: Context) -> list[Passage]:
    page = page_named(value.name.strip(), wiki_of(context))
    return page_passages(page) if page else []


Call = Callable[[Any, Context], list[Passage]]


def _by(look: Call) -> Call:
    return lambda value, context: look(value.query, context)


_FIND = "List the issues that fit all that is given, with whose they are and how they stand."
TOOLS: dict[ToolSpec, Call] = {
    ToolSpec("search_issues", "Search issues, closed ones too.", Query): _by(search_issues),
    ToolSpec("find_issues", _FIND, IssueFilter): _by(facts_found),
    ToolSpec("read_issue", "Read one issue whole.", Name): _read_issue,
    ToolSpec("search_wiki", "Search the wiki's pages.", Query): _by(search_pages),
    ToolSpec("read_page", "Read one page whole.", Name): _read_page,
    ToolSpec("search_documents", "Search the user's documents.", Query): _by(search_documents),
}


@dataclass
class Desk:
    """What lies before the model: passages, each under a mark that stays."""

    context: Context
    entries: list[Plain] = field(default_factory=list)

    @property
    def tools(self) -> list[Tool]:
        return [Tool(spec, partial(self._lay_out, call)) for spec, call in TOOLS.items()]

    def _lay_out(self, call: Call, value: BaseModel) -> tuple[str, str]:
        """What a call finds, as data under the marks that it has already or under new ones."""
        passages = call(value, self.context)
        known = {each["id"]: each for each in self.entries}
        fresh = [passage for passage in passages if passage.id not in known]
        added = numbered(fresh, after=len(self.entries))
        self.entries += added
        known |= {each["id"]: each for each in added}
        shown = [known[passage.id] for passage in passages]
        return fenced(shown) if shown else "Nothing was found.", f"{len(shown)} found"
