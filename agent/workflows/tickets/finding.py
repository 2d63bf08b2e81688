"""Which passages a question is answered from: those of the issues it names, then by words."""

from collections.abc import Sequence
from dataclasses import dataclass, field

from agent.cited.passages import entry
from agent.errors import AgentError, NotFound
from agent.events import Notice
from agent.ports import ISSUES_AND_PAGES, Context, Passage
from agent.text import Language, content_words, language_of, stems
from agent.workflows.tickets import knowledge
from agent.workflows.tickets.needed import tracker_of
from agent.workflows.tickets.state import Plain
from agent.workflows.tickets.words import without_keys

MOST = 6
"""Passages that are found by words."""
ENOUGH_OF_BEST = 0.4
"""What is less relevant than this share of the best is there by chance."""
MOST_OF_ISSUE, MOST_OF_PAGES = 8, 3

_NOT_THERE: dict[Language, str] = {
    "en": "There is no issue {key} that I can read in {where}. Check its key, or ask without one.",
    "es": "No hay ninguna incidencia {key} que pueda leer en {where}. Revisa su clave o pregunta"
    " sin ella.",
    "zh": "在 {where} 中没有我能读取的工单 {key}。请核对编号，或不带编号提问。",
}


@dataclass(frozen=True)
class Found:
    passages: list[Plain]
    """As an answer cites them."""
    named: list[Plain] = field(default_factory=list)
    """Of these, what stands in the issues that the question names, and in their pages."""
    missing: list[str] = field(default_factory=list)
    """A sentence for each issue that the question names and that is not to be had."""


def passages_for(question: str, keys: Sequence[str], context: Context) -> Found:
    """By words nothing is looked for when no issue is to be had that the question names."""
    named: list[Passage] = []
    missing: list[str] = []
    for key in keys:
        try:
            issue = knowledge.recalled_issue(context, key)
            named += _fitting(question, issue)[:MOST_OF_ISSUE]
        except NotFound:
            where = tracker_of(context).name
            missing.append(_NOT_THERE[language_of(question)].format(key=key, where=where))
        except AgentError as error:
            missing.append(f"{error.message} {error.hint}".strip())
        named += _fitting(question, _pages_of(key, context))[:MOST_OF_PAGES]
    held = {passage.document for passage in named}
    others = _by_words(question, context) if named or not missing else []
    others = [passage for passage in others if passage.document not in held]
    entries = [entry(p, n) for n, p in enumerate([*named, *others[:MOST]], start=1)]
    return Found(entries, entries[: len(named)], missing)


def _fitting(question: str, passages: list[Passage]) -> list[Passage]:
    """Those that share the most words with the question first, else as they stand."""
    wanted = set(content_words(without_keys(question)))

    def shared(passage: Passage) -> int:
        heading = passage.heading if passage.heading != passage.title else ""
        return len(wanted & stems(f"{heading} {passage.text}"))

    return sorted(passages, key=shared, reverse=True)


def _pages_of(key: str, context: Context) -> list[Passage]:
    try:
        return knowledge.recalled_pages(context, key)
    except AgentError as error:
        context.report.emit(Notice(error.message, "warning"))
        return []


def _by_words(question: str, context: Context) -> list[Passage]:
    """Of every subject that the user can see, the best first."""
    library, user = context.ports.library, context.user
    subjects = [ISSUES_AND_PAGES, *(subject.id for subject in library.subjects(user))]
    found: list[Passage] = []
    notices: dict[str, None] = {}
    for subject in subjects:
        try:
            given = library.search(question, subject=subject, owner=user, top_k=MOST)
        except AgentError as error:
            notices[error.message] = None
            continue
        found += [passage for passage in given.passages if passage.terms or passage.near]
        notices |= {given.notice: None} if given.notice else {}
    for notice in notices:
        context.report.emit(Notice(notice))
    best = max(map(_relevance, found), default=0.0)
    near = [passage for passage in found if _relevance(passage) >= ENOUGH_OF_BEST * best]
    # A page tells of its issue, so that the issue itself goes first.
    return sorted(near, key=lambda p: (_relevance(p), p.kind == "issue"), reverse=True)


def _relevance(passage: Passage) -> float:
    """What can be compared between subjects; a score is a rank within its own."""
    return passage.coverage + (passage.similarity or 0.0)
