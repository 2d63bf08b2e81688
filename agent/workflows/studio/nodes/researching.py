"""Research: what the user's documents and the web say on the topic, each claim with its quote."""

from collections.abc import Sequence
from itertools import count

from langchain_core.messages import AIMessage
from langgraph.runtime import Runtime
from pydantic import BaseModel, Field

from agent.checks.guardrails import fenced
from agent.engine.conversation import moment
from agent.events import Artifact
from agent.language.catalogs import N_, catalog
from agent.ports import Context
from agent.steps import Step
from agent.workflows.studio.content import gathering
from agent.workflows.studio.content.assembly import linked, titled
from agent.workflows.studio.content.claims import ClaimsFor, by_model, kept, quote_claims
from agent.workflows.studio.content.contracts import Brief, Claim, Piece, Research, Source
from agent.workflows.studio.content.written import marked
from agent.workflows.studio.state import AgentState, Plain

NOTHING = N_("I found nothing to quote about “{topic}”.")
QUOTED = N_("The model named no sentences, so the claims are quotes.")
FOR_A_POST, MOST_CLAIMS = 12, 24
SHORT = ("linkedin", "instagram", "image")


def research(state: AgentState, runtime: Runtime[Context]) -> Plain:
    """Search, read, and take claims; of a research request the report is the answer."""
    context = runtime.context
    brief = Brief.model_validate(state["brief"])
    done, told = find_claims(brief, context), state.get("told") or []
    # What keeps failing is said once in a conversation.
    new = [notice for notice in done.notices if notice not in told]
    done = done.model_copy(update={"notices": tuple(new)})
    _show(done, context)
    update: Plain = {
        "research_results": done.model_dump(mode="json"),
        "searched": True,
        "told": [*told, *new],
    }
    if brief.kind != "research":
        return update
    # A report without a claim is shown, but not kept as a piece.
    text = markdown(done)
    piece = Piece(
        kind="research",
        title=titled(done.topic),
        text=text,
        language=done.language,
        claims=tuple(claim.id for claim in done.supported),
        origin=done.origin,
        notes=done.notices,
    )
    return {
        **update,
        "generated_content": text,
        "messages": [AIMessage(text)],
        "piece": piece.model_dump(mode="json") if piece.claims else None,
    }


def research_more(brief: Brief, queries: tuple[str, ...], context: Context) -> Research:
    """The research so far and what these searches add, with ids that continue."""
    asked = brief.model_copy(update={"topic": queries[0], "queries": queries})
    new, old = find_claims(asked, context), brief.research
    if not old.topic:
        return new
    sources = {each.id: each for each in (*old.sources, *new.sources)}
    update = {
        "sources": tuple(sources.values()),
        "claims": kept((*old.claims, *new.claims), len(old.claims) + len(new.claims)),
        "queries": (*old.queries, *queries),
        "notices": tuple(dict.fromkeys((*old.notices, *new.notices))),
    }
    done = old.model_copy(update=update)
    _show(done, context)
    return done


def find_claims(brief: Brief, context: Context) -> Research:
    """Read what the library and the web have, and take the claims from it."""
    queries = brief.queries or (brief.topic,)
    library = gathering.from_library(queries, brief, context)
    web = gathering.Gathered(is_searched=False)
    if brief.searches_web:
        web = gathering.from_web(queries, brief, context)
    done = _take_claims((*library.texts, *web.texts), brief, context)
    if library.samples and not done.claims:
        done = _take_claims(library.samples, brief, context)
    notices = dict.fromkeys((*library.notices, *web.notices, *done.notices))
    told = {"notices": tuple(notices), "is_web_read": web.is_searched}
    return _summarize(done.model_copy(update=told), brief, context)


def _take_claims(found: Sequence[gathering.Text], brief: Brief, context: Context) -> Research:
    """The claims of these texts, with the sources that they quote and no others."""
    is_model = context.llm.is_model
    # Nothing is translated without a model.
    usable = [t for t in found if is_model or t.source.language[:2] == brief.language]
    texts = _name_sources(usable, brief.research.sources)
    done = Research(
        topic=brief.topic,
        language=brief.language,
        queries=brief.queries or (brief.topic,),
        origin="model" if is_model else "rules",
        at=moment(),
    )

    def with_claims(claims: tuple[Claim, ...]) -> Research:
        quoted = {claim.source for claim in claims}
        sources = tuple(text.source for text in texts if text.source.id in quoted)
        return done.model_copy(update={"claims": claims, "sources": sources})

    value = ClaimsFor(
        brief=brief,
        sentences=gathering.numbered(texts, brief.topic),
        most=FOR_A_POST if brief.kind in SHORT else MOST_CLAIMS,
    )
    heard = by_model(value, context, lambda each: _show(with_claims(each), context))
    claims = quote_claims(value, context) if heard is None else heard
    if heard is None and claims and is_model:
        done = done.model_copy(update={"notices": (catalog(brief.language).gettext(QUOTED),)})
    return with_claims(claims)


def _name_sources(texts: Sequence[gathering.Text], known: Sequence[Source]) -> list[gathering.Text]:
    """Give each source an id; the known ones keep theirs."""
    ids = {(each.url, each.document): each.id for each in known}
    fresh = (id_ for number in count(1) if (id_ := f"S{number}") not in ids.values())
    named = []
    for text in texts:
        place = (text.source.url, text.source.document)
        ids[place] = ids.get(place) or next(fresh)
        source = text.source.model_copy(update={"id": ids[place]})
        named.append(text.model_copy(update={"source": source}))
    return named


def _summarize(done: Research, brief: Brief, context: Context) -> Research:
    """Add summary and findings; a model writes them only where they are the answer."""
    value = brief.model_copy(update={"research": done})
    is_asked = brief.kind == "research" and done.supported
    given = context.llm.run(REPORT, value) if is_asked else report_by_rules(value)
    texts = {claim.id: claim.text for claim in done.supported}
    ids = (id_ for id_ in dict.fromkeys(given.key_findings) if id_ in texts)
    update = {
        "summary": marked(given.summary, {id_: id_ for id_ in texts}),
        "key_findings": tuple(f"{texts[id_]} [{id_}]" for id_ in ids),
        "related": tuple(given.related),
    }
    return done.model_copy(update=update)


def _show(done: Research, context: Context) -> None:
    context.report.emit(Artifact("research", "research", done.model_dump(mode="json")))


# What the claims come to where research is all that was asked for

FINDINGS = 10


class Reported(BaseModel):
    summary: str = Field(max_length=1_500)
    key_findings: list[str] = Field(max_length=FINDINGS, description="Ids of claims, such as C3")
    related: list[str] = Field(default_factory=list, max_length=8)


def report_by_rules(brief: Brief) -> Reported:
    """The claims come with the strongest first."""
    ids = [claim.id for claim in brief.research.supported[:FINDINGS]]
    return Reported(summary="", key_findings=ids)


def _prompt(brief: Brief) -> str:
    claims = "\n".join(f"[{claim.id}] {claim.text}" for claim in brief.research.supported)
    return (
        f"Answer a request for research in {brief.spoken}. The summary answers it in two to four"
        " sentences that rest on the claims below and on nothing else. A sentence that"
        " states a claim ends with its mark, as [C3]; one that says what the claims leave open has"
        " none. key_findings are the ids of the three to six claims that matter most for it."
        " related are up to five short topics to continue with."
        f"\n\nThe claims:\n{fenced(claims, 'claims')}"
        f"\n\nThe topic:\n{fenced(brief.topic, 'topic')}"
        f"\n\nThe request:\n{fenced(brief.request, 'request')}"
    )


REPORT = Step(
    "research_report",
    Brief,
    Reported,
    prompt=_prompt,
    without_model=report_by_rules,
    temperature=0.3,
)


# As a text


def markdown(research: Research) -> str:
    """The report as a piece; each statement has the mark of its source."""
    _ = catalog(research.language).gettext
    marks = {claim.id: claim.source for claim in research.claims}
    blocks = [
        f"# {titled(research.topic)}",
        marked(research.summary, marks) or _(NOTHING).format(topic=research.topic),
        _listed(_("Key findings"), [marked(text, marks) for text in research.key_findings]),
        _listed(_("Sources"), [f"{s.id}: {linked(s)}" for s in research.sources]),
        _listed(_("Related topics"), research.related),
    ]
    return "\n\n".join(filter(None, blocks))


def _listed(heading: str, items: Sequence[str]) -> str:
    return f"## {heading}\n\n" + "\n".join(f"- {item}" for item in items) if items else ""
