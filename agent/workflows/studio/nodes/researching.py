"""Research: what the user's documents and the web say on the topic, each claim with its quote."""

from collections.abc import Iterator, Sequence
from datetime import UTC, datetime

from langchain_core.messages import AIMessage
from langgraph.runtime import Runtime

from agent.events import Artifact
from agent.language.catalogs import N_, catalog
from agent.language.text import content_words
from agent.ports import Context
from agent.workflows.studio.content.claims import ClaimsFor, Found, by_model, is_same, quoted
from agent.workflows.studio.content.contracts import Brief, Claim, Piece, Research, Source
from agent.workflows.studio.content.gathering import from_library, from_web
from agent.workflows.studio.content.report import (
    REPORT,
    ReportFor,
    findings,
    markdown,
    without_summary,
)
from agent.workflows.studio.content.texts import Gathered, Part, Text, numbered, read
from agent.workflows.studio.state import AgentState, Plain

NOTHING = N_("I found no sources on “{topic}”.")
NOTHING_TO_TAKE = N_("I found sources on “{topic}”, but nothing in them to quote.")
FOREIGN = N_("Not used: it is in another language, and only an AI model could translate it.")
FOREIGN_ONLY = N_(
    "What your documents say on it is in another language ({titles}), and only an AI model could"
    " translate it. Choose one in the sidebar, or ask in that language."
)
QUOTED = N_("The model named no sentences, so the claims are quotes.")
NOTES = N_("Your notes")
FOR_A_POST, MOST_CLAIMS = 12, 24
SHORT = ("linkedin", "instagram", "image")


def research(state: AgentState, runtime: Runtime[Context]) -> Plain:
    """Search, read, and take claims; of a research request the report is the answer."""
    context = runtime.context
    brief = Brief.model_validate(state["brief"])
    said = state.get("told_once") or []
    done, web = researched(brief, context, said=said)
    plain = done.model_dump(mode="json")
    context.report.emit(Artifact("research", "research", plain))
    told = list(dict.fromkeys((*said, *web)))
    update: Plain = {"research_results": plain, "searched": True, "told_once": told}
    return {**update, **_answer(done)} if brief.kind == "research" else update


def _answer(done: Research) -> Plain:
    """Answer with the report; one without a claim is shown, but not kept as a piece."""
    text = markdown(done)
    piece = Piece(
        kind="research",
        title=f"{done.topic[:1].upper()}{done.topic[1:]}",
        text=text,
        language=done.language,
        claims=tuple(claim.id for claim in done.supported),
        origin=done.origin,
        notes=done.notices,
    )
    return {
        "generated_content": text,
        "content_type": "research",
        "messages": [AIMessage(text)],
        "piece": piece.model_dump(mode="json") if piece.claims else None,
    }


def added(brief: Brief, queries: tuple[str, ...], context: Context) -> Research:
    """What there is already, and what these searches find besides, with ids that go on."""
    asked = brief.model_copy(update={"topic": queries[0], "queries": queries})
    new, _ = researched(asked, context)
    old = brief.research or new.model_copy(update={"sources": (), "claims": ()})
    numbers = {(each.url, each.document): each.id for each in old.sources}
    names, sources = {}, list(old.sources)
    for each in new.sources:
        named = numbers.get((each.url, each.document)) or f"S{len(sources) + 1}"
        names[each.id] = named
        if named not in {source.id for source in sources}:
            sources.append(each.model_copy(update={"id": named}))
    words = [frozenset(content_words(claim.text)) for claim in old.claims]
    claims = list(old.claims)
    for claim in new.claims:
        if not any(is_same(frozenset(content_words(claim.text)), other) for other in words):
            moved = {"id": f"C{len(claims) + 1}", "source": names[claim.source]}
            claims.append(claim.model_copy(update=moved))
    update = {
        "sources": tuple(sources),
        "claims": tuple(claims),
        "queries": (*old.queries, *queries),
        "notices": tuple(dict.fromkeys((*old.notices, *new.notices))),
    }
    done = old.model_copy(update=update)
    _show(done, context)
    return done


def researched(
    brief: Brief, context: Context, *, said: Sequence[str] = ()
) -> tuple[Research, tuple[str, ...]]:
    """What was found, and what kept the web from being read: that is said once a conversation."""
    queries = brief.queries or (brief.topic,)
    library = from_library(queries, brief, context)
    web = from_web(queries, brief, context) if brief.searches_web else Gathered()
    usable, foreign = _by_language((*library.texts, *web.texts), brief, context)
    notes = [] if context.llm.is_model or not brief.notes else [_notes(brief)]
    texts = tuple(_numbered([*notes, *usable]))
    sources = [text.source for text in (*texts, *foreign)]
    now = Research(
        topic=brief.topic,
        language=brief.language,
        queries=queries,
        notices=(*library.notices, *(each for each in web.notices if each not in said)),
        origin="model" if context.llm.is_model else "rules",
        at=datetime.now(UTC).isoformat(timespec="seconds"),
    )

    def found(claims: Sequence[Claim]) -> Research:
        kept, moved = _renumbered(sources, claims)
        return now.model_copy(update={"sources": kept, "claims": moved})

    value = ClaimsFor(
        brief=brief,
        sentences=numbered(texts, brief.topic),
        titles={text.source.id: text.source.title for text in texts},
        notes=texts[0].source.id if notes else "",
        most=FOR_A_POST if brief.kind in SHORT else MOST_CLAIMS,
    )
    claims, notices = _claims(value, context, lambda claims: _show(found(claims), context))
    notices = [*now.notices, *notices, *_shortcomings(brief, texts, claims, foreign)]
    done = _summarize(found(claims), brief, library.related, context)
    return done.model_copy(update={"notices": tuple(dict.fromkeys(notices))}), web.notices


def _summarize(done: Research, brief: Brief, related: Sequence[str], context: Context) -> Research:
    """Add summary and findings; a model writes them only where they are the answer."""
    value = ReportFor(brief=brief, claims=done.supported, related=tuple(related))
    is_written = brief.kind == "research" and done.supported and context.llm.is_model
    given = context.llm.run(REPORT, value) if is_written else without_summary(value)
    update = {
        "summary": given.summary,
        "key_findings": findings(given, done.supported),
        "related": tuple(given.related),
    }
    return done.model_copy(update=update)


def _show(done: Research, context: Context) -> None:
    context.report.emit(Artifact("research", "research", done.model_dump(mode="json")))


def _by_language(
    texts: Sequence[Text], brief: Brief, context: Context
) -> tuple[list[Text], list[Text]]:
    """Nothing is translated without a model: what is in another language is put aside."""
    if context.llm.is_model:
        return list(texts), []
    ours = [text for text in texts if text.source.language[:2] == brief.language]
    return ours, [text for text in texts if text not in ours]


def _notes(brief: Brief) -> Text:
    """What the user told of themselves, as a source beside the others."""
    title = catalog(brief.language).gettext(NOTES)
    source = Source(id="", title=title, where="notes", language=brief.language)
    return read(source, [Part(heading="", text="\n\n".join(brief.notes))])


def _numbered(texts: Sequence[Text]) -> Iterator[Text]:
    for number, text in enumerate(texts, start=1):
        source = text.source.model_copy(update={"id": f"S{number}"})
        yield text.model_copy(update={"source": source})


def _claims(
    value: ClaimsFor, context: Context, found: Found
) -> tuple[tuple[Claim, ...], list[str]]:
    """With what there is to say of how they came about."""
    if not value.sentences:
        return (), []
    if not context.llm.is_model:
        return quoted(value, context), []
    claims = by_model(value, context, found)
    quotes = catalog(value.brief.language).gettext(QUOTED)
    return (quoted(value, context), [quotes]) if claims is None else (claims, [])


def _shortcomings(
    brief: Brief, texts: Sequence[Text], claims: Sequence[Claim], foreign: Sequence[Text]
) -> Iterator[str]:
    """What the user should know of what was found, a sentence each."""
    if claims:
        return
    _ = catalog(brief.language).gettext
    some = any(text.parts for text in texts)
    yield _(NOTHING_TO_TAKE if some else NOTHING).format(topic=brief.topic)
    titles = [f"“{text.source.title}”" for text in foreign if text.source.where == "document"]
    if titles:
        yield _(FOREIGN_ONLY).format(titles=", ".join(titles[:3]))


def _renumbered(
    sources: Sequence[Source], claims: Sequence[Claim]
) -> tuple[tuple[Source, ...], tuple[Claim, ...]]:
    """Drop documents that gave no claim, keep every page that was read, and number the rest."""
    used = {claim.source for claim in claims}
    kept = [each for each in sources if each.id in used or each.where == "web"]
    names = {each.id: f"S{number}" for number, each in enumerate(kept, start=1) if each.id}
    told = []
    for number, each in enumerate(kept, start=1):
        notices = each.notices if each.id else (*each.notices, FOREIGN)
        told.append(each.model_copy(update={"id": f"S{number}", "notices": notices}))
    moved = (c.model_copy(update={"source": names.get(c.source, c.source)}) for c in claims)
    return tuple(told), tuple(moved)
