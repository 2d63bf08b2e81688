"""Collects what the library and the web hold on a topic; a failure is reported, not fatal."""

import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait
from dataclasses import dataclass
from functools import partial
from itertools import chain, islice, zip_longest
from typing import Generic, TypeVar
from urllib.parse import urlsplit

from agent.errors import AgentError, NotFound, Stopped
from agent.events import ToolCalled
from agent.language.catalogs import N_, catalog
from agent.language.text import language_of
from agent.ports import Context, Fetcher, Hit, Passage, WebPage, WebSearch
from agent.workflows.studio.content.contracts import Brief, Source
from agent.workflows.studio.content.texts import (
    Gathered,
    Part,
    Text,
    parts_of,
    read,
    share_of,
)

T = TypeVar("T")

SECONDS = 20.0
"""For all searches and pages of the web together."""
SEARCHING = 10.0
"""Of these, for the searches."""
AT_ONCE = 4
LOOK = 0.1
"""Seconds between two looks at whether the user has stopped."""
MOST_PAGES = 8
MOST_DOCUMENTS = 8
PASSAGES = 16
"""Of each search in the library."""
ENOUGH = 0.5
"""Of a topic's words, the share that what is on it holds."""
ONLY_DOCUMENTS = N_("Only your documents were read.")


# The library


def from_library(queries: Sequence[str], brief: Brief, context: Context) -> Gathered:
    """The documents of the brand, or else all that the user can see."""
    notices: dict[str, None] = {}
    found: dict[str, Passage] = {}
    for subject in _subjects(brief, context):
        for query in queries:
            for passage in _passages(query, subject, brief.language, context, notices):
                found.setdefault(passage.id, passage)
    passages = [each for each in found.values() if is_on(brief.topic, each)]
    texts = tuple(_texts(passages, brief.topic, context))
    used = {text.source.document for text in texts}
    related = (p.title for p in found.values() if p.near and p.document not in used)
    return Gathered(texts, tuple(notices), tuple(dict.fromkeys(related)))


def is_on(topic: str, passage: Passage) -> bool:
    """Near in meaning to what was searched for, or with most of its words."""
    text = f"{passage.title}\n{passage.heading}\n{passage.text}"
    return passage.near or max(passage.coverage, share_of(topic, text)) >= ENOUGH


def _subjects(brief: Brief, context: Context) -> list[str]:
    there = [subject.id for subject in context.ports.library.subjects(context.user)]
    return [subject for subject in brief.brand.subjects if subject in there] or there


def _passages(
    query: str, subject: str, language: str, context: Context, notices: dict[str, None]
) -> tuple[Passage, ...]:
    _ = catalog(language).gettext
    search = partial(context.ports.library.search, query, subject=subject, owner=context.user)
    called = _timed(lambda: search(top_k=PASSAGES))
    found = called.given
    passages = found.passages if found else ()
    arguments = {"query": query, "subject": subject}
    _tell(context, "library", arguments, called, f"{len(passages)} found")
    if called.error:
        said = _("Your documents could not be searched: {reason}")
        notices[said.format(reason=_(called.error.message))] = None
    elif found and found.notice:
        notices[found.notice] = None
    return passages


def _texts(passages: Sequence[Passage], topic: str, context: Context) -> Iterator[Text]:
    """The documents with the best passages first."""
    found: dict[str, list[Passage]] = {}
    for passage in sorted(passages, key=lambda each: (-share_of(topic, each.title), -each.score)):
        found.setdefault(passage.document, []).append(passage)
    texts = (_document(document, held, topic, context) for document, held in found.items())
    yield from islice((text for text in texts if text and text.parts), MOST_DOCUMENTS)


def _document(document: str, found: Sequence[Passage], topic: str, context: Context) -> Text | None:
    """Of a document that is still there, the passages in their order;

    one that is named after the topic is read whole.
    """
    try:
        held = context.ports.library.document(document, owner=context.user)
    except NotFound:
        return None
    source = Source(
        id="",
        title=held.title,
        where="document",
        document=held.id,
        published=held.date,
        language=held.language,
    )
    if share_of(topic, held.title) == 1:
        return read(source, parts_of(held.text))
    in_order = sorted(found, key=lambda passage: held.text.find(passage.text[:60]))
    return read(source, [Part(heading=p.heading, text=p.text) for p in in_order])


# The web


def from_web(queries: Sequence[str], brief: Brief, context: Context) -> Gathered:
    search, fetcher = context.ports.search, context.ports.fetcher
    _ = catalog(brief.language).gettext
    if search is None or fetcher is None or not search.is_set_up:
        told = search.check() if search else None
        said = f"{_(told.message)} {_(told.hint)}".strip() if told else _("It is not set up.")
        notice = _("The web was not searched: {reason}").format(reason=said)
        return Gathered(notices=(f"{notice} {_(ONLY_DOCUMENTS)}",))
    ends = time.monotonic() + SECONDS
    hits, notices = _searched(search, queries, brief, context)
    texts, failed = _fetched(fetcher, hits, brief.language, context, ends=ends)
    return Gathered(tuple(texts), (*notices, *failed))


def _searched(
    search: WebSearch, queries: Sequence[str], brief: Brief, context: Context
) -> tuple[list[Hit], list[str]]:
    _ = catalog(brief.language).gettext
    jobs = {
        query: partial(search.search, query, count=MOST_PAGES, language=brief.language)
        for query in queries
    }
    found: dict[str, list[Hit]] = {}
    failed: dict[str, None] = {}
    for query, called in _at_once(jobs, context, ends=time.monotonic() + SEARCHING):
        hits = called.given or []
        _tell(context, "web_search", {"query": query}, called, f"{len(hits)} found")
        if called.error:
            failed[f"{_(called.error.message)} {_(called.error.hint)}".strip()] = None
        else:
            found[query] = hits
    reasons = " ".join(failed)
    if not found:
        notice = _("The web could not be searched: {reason}").format(reason=reasons)
        return [], [f"{notice} {_(ONLY_DOCUMENTS)}"]
    partly = _("Some searches of the web failed: {reason}").format(reason=reasons)
    notices = [partly] if failed else []
    # The best of each search first, and one page of each site.
    sites: dict[str, Hit] = {}
    for hit in chain.from_iterable(zip_longest(*(found.get(query, []) for query in queries))):
        if hit is not None:
            sites.setdefault(_site(hit.url), hit)
    if not sites:
        notices.append(_("{search} found no page on this topic.").format(search=search.name))
    return list(sites.values())[:MOST_PAGES], notices


def _site(url: str) -> str:
    return (urlsplit(url).hostname or url).removeprefix("www.")


def _fetched(
    fetcher: Fetcher, hits: Sequence[Hit], language: str, context: Context, *, ends: float
) -> tuple[list[Text], list[str]]:
    _ = catalog(language).gettext
    jobs = {hit.url: partial(fetcher.fetch, hit.url) for hit in hits}
    pages: dict[str, WebPage] = {}
    notices: list[str] = []
    for url, called in _at_once(jobs, context, ends=ends):
        page, error = called.given, called.error
        outcome = f"{len(page.text):,} characters" if page else ""
        _tell(context, "fetch", {"url": url}, called, outcome)
        if page:
            pages[url] = page
        elif error:
            # Most failures name the site themselves.
            said = _("A page could not be read: {reason}")
            if _site(url) not in error.message:
                said = _("A page of {site} could not be read: {reason}")
            notices.append(said.format(site=_site(url), reason=_(error.message)))
    published = {hit.url: hit.published for hit in hits}
    texts = [_page(pages[hit.url], published[hit.url]) for hit in hits if hit.url in pages]
    return texts, notices


def _page(page: WebPage, published: str) -> Text:
    source = Source(
        id="",
        title=page.title,
        where="web",
        url=page.url,
        published=page.published or published,
        fetched=page.fetched,
        language=page.language.lower()[:2] or language_of(page.text),
        notices=page.notices,
    )
    return read(source, parts_of(page.text))


# Calls


@dataclass(frozen=True)
class _Called(Generic[T]):
    given: T | None
    error: AgentError | None
    milliseconds: float


def _timed(job: Callable[[], T]) -> _Called[T]:
    started = time.perf_counter()
    given, failed = None, None
    try:
        given = job()
    except AgentError as error:
        failed = error
    return _Called(given, failed, (time.perf_counter() - started) * 1000)


def _at_once(
    jobs: Mapping[str, Callable[[], T]], context: Context, *, ends: float
) -> Iterator[tuple[str, _Called[T]]]:
    """Each job as it comes to its end; what is late has failed. Raises Stopped."""
    started = time.monotonic()
    pool = ThreadPoolExecutor(AT_ONCE, thread_name_prefix="research")
    names: dict[Future[_Called[T]], str] = {
        pool.submit(_timed, job): name for name, job in jobs.items()
    }
    left = set(names)
    try:
        while left and (seconds := ends - time.monotonic()) > 0:
            done, left = wait(left, timeout=min(LOOK, seconds), return_when=FIRST_COMPLETED)
            for future in done:
                yield names[future], future.result()
            if context.report.stopped:
                raise Stopped("Stopped.")
    finally:
        # Calls that still run end by their own time limit; there is no need to wait for them.
        pool.shutdown(wait=False, cancel_futures=True)
    late = AgentError("It took too long.", retryable=True)
    for future in left:
        yield names[future], _Called(None, late, (time.monotonic() - started) * 1000)


def _tell(
    context: Context, tool: str, arguments: dict[str, str], called: _Called[T], outcome: str
) -> None:
    said = called.error.message if called.error else outcome
    context.report.emit(ToolCalled(tool, dict(arguments), called.milliseconds, said))
