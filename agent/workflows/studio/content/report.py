"""What the claims come to where research is all that was asked for, and all as a text."""

import re
from collections.abc import Sequence

from pydantic import BaseModel, Field

from agent.checks.guardrails import fenced
from agent.language.catalogs import catalog
from agent.steps import Step
from agent.workflows.studio.content.contracts import Brief, Claim, Plain, Research, Source

FINDINGS, RELATED = 6, 5

_MARK = re.compile(r"\[(C\d{1,3})\]")


class ReportFor(Plain):
    brief: Brief
    claims: tuple[Claim, ...]
    """Supported ones."""
    related: tuple[str, ...] = ()
    """What else was found."""


class Reported(BaseModel):
    summary: str = Field(
        max_length=1_500, description="A sentence that states a claim ends with its mark, as [C3]"
    )
    key_findings: list[str] = Field(max_length=10, description="Ids of claims, such as C3")
    related: list[str] = Field(default_factory=list, max_length=8)


def without_summary(value: ReportFor) -> Reported:
    """The claims come with the strongest first."""
    return Reported(
        summary="",
        key_findings=[claim.id for claim in value.claims[:FINDINGS]],
        related=list(dict.fromkeys(value.related))[:RELATED] if value.claims else [],
    )


def _prompt(value: ReportFor) -> str:
    claims = "\n".join(f"[{claim.id}] {claim.text}" for claim in value.claims)
    related = "\n".join(value.related) or "(none)"
    return (
        f"Answer a request for research in {value.brief.spoken}."
        " The summary answers it in"
        " two to four sentences that rest on the claims below and on nothing else. A sentence that"
        " states a claim ends with its mark, as [C3]; one that says what the claims leave open has"
        " none."
        " key_findings are the ids of the three to six claims that matter most for it. related are"
        f" up to {RELATED} short topics to go on with."
        f"\n\nThe claims:\n{fenced(claims, 'claims')}"
        f"\n\nWhat else the sources treat:\n{fenced(related, 'headings')}"
        f"\n\nThe topic:\n{fenced(value.brief.topic, 'topic')}"
        f"\n\nThe request:\n{fenced(value.brief.request, 'request')}"
    )


def _mend(value: ReportFor, given: Reported) -> Reported:
    """A mark that names no claim is taken out."""
    known = {claim.id for claim in value.claims}
    summary = _MARK.sub(lambda mark: mark[0] if mark[1] in known else "", given.summary)
    named = [id_ for id_ in dict.fromkeys(given.key_findings) if id_ in known]
    return given.model_copy(update={"summary": summary, "key_findings": named})


REPORT = Step(
    "research_report",
    ReportFor,
    Reported,
    prompt=_prompt,
    without_model=without_summary,
    mend=_mend,
    temperature=0.3,
)


def findings(given: Reported, claims: Sequence[Claim]) -> tuple[str, ...]:
    texts = {claim.id: claim.text for claim in claims}
    ids = dict.fromkeys(given.key_findings)
    return tuple(f"{texts[id_]} [{id_}]" for id_ in ids if id_ in texts)


# As a text


def markdown(research: Research) -> str:
    """The report as a piece; each statement bears the mark of its source."""
    _ = catalog(research.language).gettext
    marks = {claim.id: claim.source for claim in research.claims}
    used = set(_MARK.findall("\n".join((research.summary, *research.key_findings))))
    rest = [
        f"{claim.text} [{claim.source}]" for claim in research.supported if claim.id not in used
    ]
    cited = {claim.source for claim in research.supported}
    nothing = _("I found no sources on this topic, so there is nothing to report.")
    blocks = [
        f"# {research.topic[:1].upper()}{research.topic[1:]}",
        _sourced(research.summary, marks) if research.claims else nothing,
        _listed(_("Key findings"), [_sourced(text, marks) for text in research.key_findings]),
        _listed(_("What else the sources say"), rest),
        _listed(_("Sources"), [_source(each) for each in research.sources if each.id in cited]),
        _listed(_("Related topics"), research.related),
        _listed(_("Limits"), research.notices),
    ]
    return "\n\n".join(filter(None, blocks))


def _sourced(text: str, marks: dict[str, str]) -> str:
    return _MARK.sub(lambda mark: f"[{marks.get(mark[1], mark[1])}]", text)


def _listed(heading: str, items: Sequence[str]) -> str:
    return f"## {heading}\n\n" + "\n".join(f"- {item}" for item in items) if items else ""


def _source(source: Source) -> str:
    """Brackets in a title would end the link."""
    title = " ".join(re.sub(r"[\[\]()]+", " ", source.title).split()) or source.id
    told = f"[{title}]({source.url})" if source.url else title
    return f"{source.id}: {told}" + (f", {source.published[:10]}" if source.published else "")
