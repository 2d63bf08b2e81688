"""Issues and pages in passages, as an answer cites them."""

import re
from collections.abc import Iterator, Sequence

from agent.language.catalogs import catalog
from agent.language.outline import sections
from agent.language.text import language_of
from agent.ports import ISSUES_AND_PAGES, Context, Issue, Page, Passage, Scored, Wiki
from agent.workflows.tickets.issues import facts_of
from agent.workflows.tickets.needed import tracker_of

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
    if scored:
        said = _("Maturity: {score} out of 100")
        facts.append(said.format(score=f"{scored.overall:.0f}") + ".")
    comments, status = _("Comments"), _("Status")
    told = "\n\n".join(issue.comments)
    parts = [issue.description, *([f"## {comments}\n\n{told}"] if told else [])]
    text = "\n\n".join([*parts, f"## {status}\n\n{' '.join(facts)}"])
    return list(_passages(f"issue-{issue.key}", title, text, kind="issue", source=issue.link))


def page_passages(page: Page) -> list[Passage]:
    """What only finds the page again, and the boxes of its criteria, say nothing."""
    text = _BOX.sub("", without_mark(page.text))
    return list(_passages(f"page-{page.id}", page.title, text, kind="page", source=page.link))


def judged_passage(key: str, text: str) -> Passage:
    """What was just judged of an issue."""
    return next(_passages(f"score-{key}", f"{key}: maturity", text, kind="score"))


def read_issue(context: Context, key: str) -> list[Passage]:
    return passages_of([tracker_of(context).issue(key)], context)[0]


def pages_of(wiki: Wiki, key: str) -> list[Page]:
    """The issue's pages, also when the issue was called otherwise then."""
    found = dict.fromkeys(p.id for p in wiki.search(key) if p.title.startswith(f"{key}:"))
    # A search may show a piece of the page only.
    return [wiki.page(id_) for id_ in found]


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
