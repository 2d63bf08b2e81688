"""Collects what the library and the web hold on a topic; a failure is reported, not fatal."""

import re
import time
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait
from dataclasses import dataclass
from functools import partial
from itertools import chain, islice, zip_longest
from typing import Generic, TypeVar
from urllib.parse import urlsplit

from agent.checks.guardrails import suspicions
from agent.errors import AgentError, NotFound, Stopped
from agent.events import ToolCalled
from agent.language.catalogs import N_, catalog
from agent.language.outline import sections
from agent.language.text import (
    HAN,
    content_words,
    language_of,
    sentence_spans,
    shorten,
    stems,
    well_formed,
)
from agent.ports import Context, Document, Hit, Passage, WebPage, WebSearch
from agent.workflows.studio.content.contracts import Brief, Plain, Source

# Texts, without what reads like an order to a model

MOST_OF_PAGE = 60_000
"""Characters of a page that are looked at."""
LEFT_OUT = N_("Left out, since it reads like an order to a model ({count}): “{text}”")
LONGEST_TOLD = 80
"""Characters of what is suspicious that a notice shows."""
OF_ONE, IN_ALL = 6_000, 28_000
"""Characters of one source, and of all together, that claims are taken from."""
LONGEST_SENTENCE, LEAD = 600, 2
"""Characters of a sentence, and sentences at the beginning of a source."""

_BLOCKS = re.compile(r"\n[ \t]*\n")
_WORD = re.compile(f"[{HAN}]|[^\\W_]")


class Part(Plain):
    """Untrusted text as it stands in its source, under one heading."""

    heading: str
    text: str


class Text(Plain):
    source: Source
    parts: tuple[Part, ...]

    def named(self, id_: str) -> "Text":
        return self.model_copy(update={"source": self.source.model_copy(update={"id": id_})})


class Sentence(Plain):
    """A sentence of a source, word for word. `id` is as "S1.4"."""

    id: str
    source: str
    heading: str
    text: str


@dataclass(frozen=True)
class Gathered:
    """`notices` tell what could not be searched or read, `related` what else was found."""

    texts: tuple[Text, ...] = ()
    notices: tuple[str, ...] = ()
    related: tuple[str, ...] = ()


def read(source: Source, parts: Iterable[Part], language: str = "en") -> Text:
    """Return the text as it may be used; the source's notices say what was left out."""
    kept: list[Part] = []
    found: list[str] = []
    for part in parts:
        blocks = _BLOCKS.split(well_formed(part.text))
        fine = [block for block in blocks if not _is_suspicious(block, found)]
        heading = "" if _is_suspicious(part.heading, found) else part.heading
        if any(_WORD.search(block) for block in fine):
            kept.append(part.model_copy(update={"heading": heading, "text": "\n\n".join(fine)}))
    title = source.title
    if _is_suspicious(title, found):
        title = source.url or source.document
    notices = source.notices
    if found:
        first = shorten(" ".join(found[0].split()), LONGEST_TOLD)
        said = catalog(language).gettext(LEFT_OUT).format(count=len(found), text=first)
        notices = (*notices, said)
    return Text(
        source=source.model_copy(update={"title": title, "notices": notices}), parts=tuple(kept)
    )


def _is_suspicious(text: str, found: list[str]) -> bool:
    """Whether it is left out; what it says goes into `found`."""
    quotes = [one.quote or one.rule for one in suspicions(text)]
    found += quotes[:1]
    return bool(quotes)


def parts_of(markdown: str) -> list[Part]:
    """The sections of a page."""
    found = sections(markdown[:MOST_OF_PAGE])
    return [Part(heading=each.heading, text="\n".join(each.lines)) for each in found]


def share_of(wanted: str, text: str) -> float:
    """Of the words of `wanted`, the share that stands in the text."""
    words = content_words(wanted)
    there = stems(text)
    return sum(word in there for word in words) / (len(words) or 1)


def numbered(texts: Sequence[Text], topic: str) -> tuple[Sentence, ...]:
    """The sentences of the parts that say most on the topic, in their order."""
    most = min(OF_ONE, IN_ALL // (len(texts) or 1))
    return tuple(sentence for text in texts for sentence in _sentences(text, topic, most))


def _sentences(text: Text, topic: str, most: int) -> Iterator[Sentence]:
    """Whole ones: how it begins, which says what of, and then of what says most on the topic."""
    language = text.source.language[:2] or "en"
    share = [share_of(topic, f"{part.heading}\n{part.text}") for part in text.parts]
    blocks = [
        (place, block)
        for place, part in enumerate(text.parts)
        for block in _BLOCKS.split(part.text)
    ]
    ranked = sorted(range(len(blocks)), key=lambda number: -share[blocks[number][0]])
    kept: dict[tuple[int, int], str] = {}
    for number, few in [*((0, LEAD) for _ in blocks[:1]), *((number, None) for number in ranked)]:
        block = blocks[number][1] if most > 0 else ""
        for start, end in sentence_spans(block, language)[:few]:
            if end - start <= min(LONGEST_SENTENCE, most) and (number, start) not in kept:
                kept[number, start] = block[start:end]
                most -= end - start
    for number, ((block_number, _), each) in enumerate(sorted(kept.items()), start=1):
        heading = text.parts[blocks[block_number][0]].heading
        id_ = f"{text.source.id}.{number}"
        yield Sentence(id=id_, source=text.source.id, heading=heading, text=each)


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
    """The documents of the brand, else the user's own, else all that the user can see."""
    notices: dict[str, None] = {}
    related: dict[str, None] = {}
    for subjects in _subjects(brief, context):
        found: dict[str, Passage] = {}
        for subject in subjects:
            for query in queries:
                for passage in _passages(query, subject, brief.language, context, notices):
                    found.setdefault(passage.id, passage)
        texts = tuple(_texts([p for p in found.values() if is_on(brief.topic, p)], brief, context))
        used = {text.source.document for text in texts}
        related |= dict.fromkeys(
            p.title for p in found.values() if p.near and p.document not in used
        )
        if texts:
            break
    return Gathered(texts, tuple(notices), tuple(related))


def is_on(topic: str, passage: Passage) -> bool:
    """Near in meaning to what was searched for, or with most of its words."""
    text = f"{passage.title}\n{passage.heading}\n{passage.text}"
    return passage.near or max(passage.coverage, share_of(topic, text)) >= ENOUGH


def _subjects(brief: Brief, context: Context) -> list[list[str]]:
    """Groups of them; the next is for where the one before has nothing on the topic."""
    library, user = context.ports.library, context.user
    there = [subject.id for subject in library.subjects(user)]
    if named := [subject for subject in brief.brand.subjects if subject in there]:
        return [named]
    own = [s for s in there if any(d.owner == user for d in library.documents(s, owner=user))]
    return [own, [subject for subject in there if subject not in own]]


def _passages(
    query: str, subject: str, language: str, context: Context, notices: dict[str, None]
) -> tuple[Passage, ...]:
    _ = catalog(language).gettext
    library = context.ports.library
    called = _timed(
        partial(library.search, query, subject=subject, owner=context.user, top_k=PASSAGES)
    )
    passages = called.given.passages if called.given else ()
    arguments = {"query": query, "subject": subject}
    _tell(context, "library", arguments, called, f"{len(passages)} found")
    if called.error:
        said = _("Your documents could not be searched: {reason}")
        notices[said.format(reason=_(called.error.message))] = None
    elif called.given and called.given.notice:
        notices[called.given.notice] = None
    return passages


def _texts(passages: Sequence[Passage], brief: Brief, context: Context) -> Iterator[Text]:
    """The documents with the best passages first."""
    found: dict[str, list[Passage]] = {}
    for passage in sorted(passages, key=lambda p: (-share_of(brief.topic, p.title), -p.score)):
        found.setdefault(passage.document, []).append(passage)
    held = [each for each in (_held(id_, context) for id_ in found) if each]
    texts = (_document(each, found[each.id], brief) for each in held)
    yield from islice((text for text in texts if text.parts), MOST_DOCUMENTS)


def _held(document: str, context: Context) -> Document | None:
    """None where it has been deleted since it was indexed."""
    try:
        return context.ports.library.document(document, owner=context.user)
    except NotFound:
        return None


def _document(held: Document, found: Sequence[Passage], brief: Brief) -> Text:
    """Its passages in their order; a document that is named after the topic is read whole."""
    source = Source(
        id="",
        title=held.title,
        where="document",
        document=held.id,
        published=held.date,
        language=held.language,
    )
    if share_of(brief.topic, held.title) == 1:
        return read(source, parts_of(held.text), brief.language)
    in_order = sorted(found, key=lambda passage: held.text.find(passage.text[:60]))
    parts = [Part(heading=p.heading, text=p.text) for p in in_order]
    lead = next((part.text.strip() for part in parts_of(held.text) if part.text.strip()), "")
    lead = _BLOCKS.split(lead)[0]
    if lead not in parts[0].text:
        parts.insert(0, Part(heading="", text=lead))
    return read(source, parts, brief.language)


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
    jobs = {hit.url: partial(fetcher.fetch, hit.url) for hit in hits}
    pages: dict[str, WebPage] = {}
    for url, called in _at_once(jobs, context, ends=ends):
        if called.given:
            pages[url] = called.given
        outcome = f"{len(called.given.text):,} characters" if called.given else ""
        _tell(context, "fetch", {"url": url}, called, outcome)
        if called.error:
            said = _("A page of {site} could not be read: {reason}")
            notices.append(said.format(site=_site(url), reason=_(called.error.message)))
    texts = (_page(pages[hit.url], hit, brief) for hit in hits if hit.url in pages)
    return Gathered(tuple(texts), tuple(notices))


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


def _page(page: WebPage, hit: Hit, brief: Brief) -> Text:
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
    return read(source, parts_of(page.text), brief.language)


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
