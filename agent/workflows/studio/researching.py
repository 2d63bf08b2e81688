"""Research: what the user's documents and the web say on the topic, each claim with its quote."""

from collections.abc import Iterator, Sequence
from datetime import UTC, datetime

from langchain_core.messages import AIMessage
from langgraph.runtime import Runtime

from agent.errors import StepFailed
from agent.events import Artifact
from agent.ports import Context
from agent.steps import I, O, Step
from agent.text import fold
from agent.workflows.studio.contracts import Brief, Claim, Piece, Research, Source
from agent.workflows.studio.research.bearing import Topic
from agent.workflows.studio.research.claims import CLAIMS, ClaimsFor, checked
from agent.workflows.studio.research.gathering import from_library, from_web
from agent.workflows.studio.research.queries import LANGUAGES, MOST, QUERIES, value_of
from agent.workflows.studio.research.report import (
    REPORT,
    Reported,
    ReportFor,
    by_rules,
    findings,
    markdown,
)
from agent.workflows.studio.research.texts import Text
from agent.workflows.studio.state import AgentState, Plain

NOTHING = "Nothing was found that bears on “{topic}”, so there are no claims."
NOTHING_TO_TAKE = "What was found on “{topic}” holds no sentence that could stand as a claim."
UNMENTIONED = "Nothing that was read mentions {words}."
FOREIGN = "Not used: it is in another language, and only an AI model could translate it."
FOREIGN_ONLY = (
    "What your documents say on it is in another language ({titles}), and only an AI model could"
    " put it into {language}. Choose one in the sidebar, or ask in that language."
)
FOR_A_POST, MOST_CLAIMS = 12, 24
SHORT = ("linkedin", "instagram", "image")
BY_RULES = "The model gave no sound answer for “{step}”, so rules did it."


def research(state: AgentState, runtime: Runtime[Context]) -> Plain:
    """Search, read, and take claims; of a research request the report is the answer."""
    context = runtime.context
    brief = Brief.model_validate(state["brief"])
    done = researched(brief, context)
    plain = done.model_dump(mode="json")
    context.report.emit(Artifact("research", "research", plain))
    update: Plain = {"research_results": plain, "searched": True}
    return {**update, **_answer(done)} if brief.kind == "research" else update


def _answer(done: Research) -> Plain:
    """A report without a claim is told and is no piece to keep."""
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


def researched(brief: Brief, context: Context) -> Research:
    notices: list[str] = []
    queries = brief.queries or _ask_for_queries(brief, context, notices)
    library = from_library(queries, brief, context)
    web = from_web(queries, brief, context)
    notices += (*library.notices, *web.notices)
    usable, foreign = _by_language((*library.texts, *web.texts), brief, context)
    texts = tuple(_numbered(usable))
    claims = _claims(texts, brief, context, notices)
    notices += _shortcomings(brief, texts, claims, foreign)
    sources, claims = _renumbered([text.source for text in (*texts, *foreign)], claims)
    supported = tuple(claim for claim in claims if claim.verdict == "supported")
    value = ReportFor(
        topic=brief.topic, language=brief.language, claims=supported, related=library.related
    )
    given = _sum_up(value, brief, context, notices)
    return Research(
        topic=brief.topic,
        language=brief.language,
        queries=queries,
        summary=given.summary,
        key_findings=findings(given, supported),
        sources=sources,
        claims=claims,
        related=tuple(given.related),
        notices=tuple(dict.fromkeys(notices)),
        origin="model" if context.llm.is_model else "rules",
        at=datetime.now(UTC).isoformat(timespec="seconds"),
    )


def _ask_for_queries(brief: Brief, context: Context, notices: list[str]) -> tuple[str, ...]:
    asked = _run(QUERIES, value_of(brief), context, notices).queries
    return tuple({fold(query): query for query in (brief.topic, *asked)}.values())[:MOST]


def _sum_up(value: ReportFor, brief: Brief, context: Context, notices: list[str]) -> Reported:
    """A model writes it only where it is the answer, and where there is something to sum up."""
    if brief.kind == "research" and value.claims:
        return _run(REPORT, value, context, notices)
    return by_rules(value)


def _run(step: Step[I, O], value: I, context: Context, notices: list[str]) -> O:
    """What a model gives; where its answers do not pass, what rules give, and that is told."""
    try:
        return context.llm.run(step, value)
    except StepFailed:
        if not context.llm.is_model or step.without_model is None:
            raise
        notices.append(BY_RULES.format(step=step.name.replace("_", " ")))
        return step.without_model(value)


def _by_language(
    texts: Sequence[Text], brief: Brief, context: Context
) -> tuple[list[Text], list[Text]]:
    """Rules cannot translate: without a model, what is in another language is put aside."""
    if context.llm.is_model:
        return list(texts), []
    ours = [text for text in texts if text.source.language[:2] == brief.language]
    return ours, [text for text in texts if text not in ours]


def _numbered(texts: Sequence[Text]) -> Iterator[Text]:
    for number, text in enumerate(texts, start=1):
        source = text.source.model_copy(update={"id": f"S{number}"})
        yield text.model_copy(update={"source": source})


def _claims(
    texts: tuple[Text, ...], brief: Brief, context: Context, notices: list[str]
) -> tuple[Claim, ...]:
    told = tuple(text for text in texts if text.parts)
    if not told:
        return ()
    value = ClaimsFor(
        topic=brief.topic,
        language=brief.language,
        texts=told,
        request=brief.request,
        most=FOR_A_POST if brief.kind in SHORT else MOST_CLAIMS,
    )
    said = _run(CLAIMS, value, context, notices)
    return checked(said, value, alike=context.ports.library.likeness)


def _shortcomings(
    brief: Brief, texts: Sequence[Text], claims: Sequence[Claim], foreign: Sequence[Text]
) -> Iterator[str]:
    """What the user should know of what was found, a sentence each."""
    if claims:
        yield from _unmentioned(brief, texts)
        return
    some = any(text.parts for text in texts)
    yield (NOTHING_TO_TAKE if some else NOTHING).format(topic=brief.topic)
    titles = [f"“{text.source.title}”" for text in foreign if text.source.where == "document"]
    if titles:
        language = LANGUAGES[brief.language]
        yield FOREIGN_ONLY.format(titles=", ".join(titles[:3]), language=language)


def _unmentioned(brief: Brief, texts: Sequence[Text]) -> Iterator[str]:
    read = [
        f"{text.source.title}\n{part.heading}\n{part.text}" for text in texts for part in text.parts
    ]
    wanted = f"{brief.topic} {brief.details.location}"
    if words := Topic(wanted).missing(read):
        yield UNMENTIONED.format(words=", ".join(f"“{word}”" for word in words))


def _renumbered(
    sources: Sequence[Source], claims: Sequence[Claim]
) -> tuple[tuple[Source, ...], tuple[Claim, ...]]:
    """A document that gave no claim is no source; a page that was read is told in any case."""
    used = {claim.source for claim in claims}
    kept = [each for each in sources if each.id in used or each.where == "web"]
    names = {each.id: f"S{number}" for number, each in enumerate(kept, start=1) if each.id}
    told = tuple(
        each.model_copy(update={"id": f"S{number}", "notices": _notices(each)})
        for number, each in enumerate(kept, start=1)
    )
    moved = (c.model_copy(update={"source": names.get(c.source, c.source)}) for c in claims)
    return told, tuple(moved)


def _notices(source: Source) -> tuple[str, ...]:
    return source.notices if source.id else (*source.notices, FOREIGN)
