"""Collects what the library and the web hold on a topic; a failure is reported, not fatal."""

import re
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait
from contextlib import suppress
from functools import partial
from itertools import chain, zip_longest
from math import inf
from typing import NamedTuple, TypeVar
from urllib.parse import urlsplit

from agent.checks.citations.answers import share_words
from agent.checks.content.findings import Plain
from agent.checks.guardrails import suspicions
from agent.errors import AgentError, NotFound, Stopped
from agent.events import ToolCalled
from agent.language.catalogs import N_, catalog
from agent.language.outline import sections
from agent.language.text import language_of, sentence_spans, shorten, well_formed
from agent.ports import Context, Hit, Passage, WebPage, WebSearch
from agent.workflows.studio.content.contracts import Brief, Source

# Texts, without what reads like an order to a model

MOST_OF_PAGE = 60_000
"""Characters of a page that are looked at."""
LEFT_OUT = N_("Left out, since it reads like an order to a model ({count}): “{text}”")
OF_ONE, IN_ALL = 6_000, 28_000
"""Characters of one source, and of all together, that claims are taken from."""
LONGEST_SENTENCE = 600

_BLOCKS = re.compile(r"\n[ \t]*\n")


class Part(Plain):
    """Untrusted text, word for word from its source, under one heading."""

    heading: str
    text: str


class Text(Plain):
    source: Source
    parts: tuple[Part, ...]


class Sentence(Plain):
    """A sentence of a source, word for word. `id` is as "S1.4"."""

    id: str
    source: str
    title: str
    heading: str
    text: str


class Gathered(NamedTuple):
    """`notices` tell what could not be searched or read."""

    texts: tuple[Text, ...] = ()
    notices: tuple[str, ...] = ()
    samples: tuple[Text, ...] = ()
    """For where the user's own documents turn out to say nothing on the topic."""
    is_searched: bool = True


def read(source: Source, markdown: str, language: str = "en") -> Text:
    """Return the text as it may be used; the source's notices say what was left out."""
    kept: list[Part] = []
    found: list[str] = []
    for section in sections(well_formed(markdown[:MOST_OF_PAGE])):
        blocks = _BLOCKS.split("\n".join(section.lines))
        fine = [block for block in blocks if not _is_suspicious(block, found)]
        heading = "" if _is_suspicious(section.heading, found) else section.heading
        if any(map(str.isalnum, "".join(fine))):
            kept.append(Part(heading=heading, text="\n\n".join(fine)))
    title, notices = source.title, source.notices
    if _is_suspicious(title, found):
        title = source.url or source.document
    if found:
        first = shorten(" ".join(found[0].split()), 80)
        said = catalog(language).gettext(LEFT_OUT).format(count=len(found), text=first)
        notices = (*notices, said)
    usable = source.model_copy(update={"title": title, "notices": notices})
    return Text(source=usable, parts=tuple(kept))


def _is_suspicious(text: str, found: list[str]) -> bool:
    """Tell whether it is left out; what it says goes into `found`."""
    quotes = [one.quote or one.rule for one in suspicions(text)]
    found += quotes[:1]
    return bool(quotes)


def numbered(texts: Sequence[Text], topic: str) -> tuple[Sentence, ...]:
    """The sentences of the parts that say most on the topic, in their order."""
    most = min(OF_ONE, IN_ALL // (len(texts) or 1))
    return tuple(sentence for text in texts for sentence in _sentences(text, topic, most))


def _sentences(text: Text, topic: str, most: int) -> Iterator[Sentence]:
    """Whole ones."""
    language, kept = text.source.language[:2] or "en", list[tuple[int, int, str]]()
    share = [share_words(topic, f"{part.heading}\n{part.text}") for part in text.parts]
    for place in sorted(range(len(share)), key=lambda number: -share[number]):
        part = text.parts[place].text
        for start, end in sentence_spans(part, language) if most > 0 else ():
            if end - start <= min(LONGEST_SENTENCE, most):
                kept.append((place, start, part[start:end]))
                most -= end - start
    for number, (place, _, each) in enumerate(sorted(kept), start=1):
        yield Sentence(
            id=f"{text.source.id}.{number}",
            source=text.source.id,
            title=text.source.title,
            heading=text.parts[place].heading,
            text=each,
        )


T = TypeVar("T")

SECONDS = 20.0
"""For all searches and pages of the web together."""
AT_ONCE = 4
MOST_PAGES = 8
MOST_DOCUMENTS = 8
ENOUGH = 0.5
"""The share of a search's words that a passage on its topic holds."""
ONLY_DOCUMENTS = N_("Only your documents were read.")


# The library


def from_library(queries: Sequence[str], brief: Brief, context: Context) -> Gathered:
    """The documents of the brand, else the user's with the samples behind them."""
    _, library = catalog(brief.language).gettext, context.ports.library
    there = [subject.id for subject in library.subjects(context.user)]
    named = [subject for subject in brief.brand.subjects if subject in there]
    search = partial(library.search, owner=context.user, top_k=16)
    jobs = [
        ({"query": query, "subject": subject}, partial(search, query, subject=subject))
        for subject in named or there
        for query in queries
    ]
    own = {each.id for each in context.ports.intake.uploads(context.user)}
    samples = {} if named else {each.id: each for each in context.ports.samples.all()}
    found, of_samples = dict[str, Passage](), dict[str, Passage]()
    notices: dict[str, None] = {}
    for given, error in _call_all("library", jobs, context, lambda f: f"{len(f.passages)} found"):
        for passage in given.passages if given else ():
            sample = None if passage.document in own else samples.get(passage.subject)
            # Words of a course mean other things elsewhere: the index of house prices.
            is_far = sample and sample.items and passage.coverage <= ENOUGH
            if not is_far and (passage.near or passage.coverage >= ENOUGH):
                (of_samples if sample else found)[passage.id] = passage
        said = _("Your documents could not be searched: {reason}")
        notice = said.format(reason=error.translate(_)[0]) if error else given and given.notice
        notices |= {notice: None} if notice else {}
    held, spare = (tuple(_texts(e.values(), brief, context)) for e in (found, of_samples))
    return Gathered(held or spare, tuple(notices), samples=spare if held else ())


def _texts(passages: Iterable[Passage], brief: Brief, context: Context) -> Iterator[Text]:
    """The documents with the best passages first, each whole: claims come from its best parts."""
    ranked = sorted(passages, key=lambda p: (-share_words(brief.topic, p.title), -p.score))
    for id_ in list(dict.fromkeys(passage.document for passage in ranked))[:MOST_DOCUMENTS]:
        # One may have been deleted since it was indexed.
        with suppress(NotFound):
            held = context.ports.library.document(id_, owner=context.user)
            source = Source(
                id="",
                title=held.title,
                where="document",
                document=held.id,
                published=held.date,
                language=held.language,
            )
            text = read(source, held.text, brief.language)
            yield from [text] if text.parts else []


# The web


def from_web(queries: Sequence[str], brief: Brief, context: Context) -> Gathered:
    search, fetcher = context.ports.search, context.ports.fetcher
    _ = catalog(brief.language).gettext
    if search is None or fetcher is None or not search.is_set_up:
        told = search.check() if search else None
        said = f"{_(ONLY_DOCUMENTS)} {_(told.message) if told else ''}".strip()
        return Gathered(notices=(said,), is_searched=False)
    began = time.monotonic()
    hits, notices = _searched(search, queries, brief, context)
    jobs = [({"url": hit.url}, partial(fetcher.fetch, hit.url)) for hit in hits]
    left = began + SECONDS - time.monotonic()
    pages = _call_all(
        "fetch", jobs, context, lambda page: f"{len(page.text):,} characters", seconds=left
    )
    said, texts = _("A page of {site} could not be read: {reason}"), []
    for hit, (page, error) in zip(hits, pages, strict=True):
        texts += [_text(page, hit, brief)] if page else []
        if error:
            notices.append(said.format(site=_site(hit.url), reason=error.translate(_)[0]))
    is_searched = _(ONLY_DOCUMENTS) not in notices
    return Gathered(tuple(texts), tuple(notices), is_searched=is_searched)


def _searched(
    search: WebSearch, queries: Sequence[str], brief: Brief, context: Context
) -> tuple[list[Hit], list[str]]:
    _ = catalog(brief.language).gettext
    search_ = partial(search.search, count=MOST_PAGES, language=brief.language)
    jobs = [({"query": query}, partial(search_, query)) for query in queries]
    limit = SECONDS / 2
    found = _call_all("web_search", jobs, context, lambda h: f"{len(h)} found", seconds=limit)
    failed = [" ".join(error.translate(_)).strip() for _hits, error in found if error]
    reasons = " ".join(dict.fromkeys(failed))
    said = _("The web could not be searched: {reason}").format(reason=reasons)
    notices = [said] if failed else []
    if len(failed) == len(found):
        notices.append(_(ONLY_DOCUMENTS))
    # The best of each search first, and one page of each site.
    sites: dict[str, Hit] = {}
    for hit in chain.from_iterable(zip_longest(*(hits or () for hits, _error in found))):
        if hit is not None:
            sites.setdefault(_site(hit.url), hit)
    return list(sites.values())[:MOST_PAGES], notices


def _site(url: str) -> str:
    return (urlsplit(url).hostname or url).removeprefix("www.")


def _text(page: WebPage, hit: Hit, brief: Brief) -> Text:
    source = Source(
        id="",
        title=page.title,
        where="web",
        url=page.url,
        published=page.published or hit.published,
        fetched=page.fetched,
        language=page.language.lower()[:2] or language_of(page.text),
        notices=page.notices,
    )
    return read(source, page.text, brief.language)


# Calls


def _call_all(
    tool: str,
    jobs: Sequence[tuple[dict[str, str], Callable[[], T]]],
    context: Context,
    told: Callable[[T], str],
    *,
    seconds: float = inf,
) -> list[tuple[T | None, AgentError | None]]:
    """The results or failures, in order; what is late has failed. Raises Stopped."""
    started, pool = time.monotonic(), ThreadPoolExecutor(AT_ONCE, thread_name_prefix="research")
    futures = {pool.submit(job): arguments for arguments, job in jobs}
    results: dict[Future[T], tuple[T | None, AgentError | None]] = {}
    late, left = AgentError("It took too long.", retryable=True), set(futures)
    try:
        while left:
            done, left = wait(left, 0.1, FIRST_COMPLETED)
            if context.report.stopped:
                raise Stopped("Stopped.")
            if time.monotonic() >= started + seconds:
                done, left = done | left, set()
            for future in done:
                error = future.exception() if future.done() else late
                if not isinstance(error, AgentError | None):
                    raise error
                given = None if error else future.result()
                results[future] = given, error
                outcome = told(given) if given is not None else str(error)
                milliseconds = (time.monotonic() - started) * 1000
                context.report.emit(ToolCalled(tool, futures[future], milliseconds, outcome))
    finally:
        # Calls that still run end by their own time limit; there is no need to wait for them.
        pool.shutdown(wait=False, cancel_futures=True)
    return [results[future] for future in futures]
