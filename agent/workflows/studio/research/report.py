"""What the claims come to: a summary, key findings, topics to go on with, and all as a text."""

import re
from collections.abc import Mapping, Sequence

from pydantic import BaseModel, Field

from agent.cited.quotes import defines
from agent.cited.support import claims as told
from agent.content_checks.figures import Known, figures
from agent.content_checks.reading import Reading
from agent.guardrails import check_output, fenced
from agent.steps import Step
from agent.text import Language, content_words, fold
from agent.workflows.studio.contracts import Claim, Plain, Research, Source
from agent.workflows.studio.research.bearing import Topic
from agent.workflows.studio.research.queries import LANGUAGES

SUMMED_UP, FINDINGS, RELATED = 3, 6, 5

_MARK = re.compile(r"\[(C\d{1,3})\]")


class ReportFor(Plain):
    """`claims` are supported ones; `related` is what else was found."""

    topic: str
    language: Language
    claims: tuple[Claim, ...]
    related: tuple[str, ...] = ()


class Reported(BaseModel):
    summary: str = Field(max_length=1_500, description="Each sentence ends with marks as [C3]")
    key_findings: list[str] = Field(max_length=10, description="Ids of claims, such as C3")
    related: list[str] = Field(default_factory=list, max_length=8)


# By rules


def by_rules(value: ReportFor) -> Reported:
    """The claims that name the topic and what the others speak of sum up; the rest are spread."""
    ranked = _ranked(value)
    # What the rules take for two sentences could be read as one without a source.
    whole = [c for c in ranked if not _summary_flaws(f"{c.text} [{c.id}]", {c.id: c})]
    summing = sorted(_apart(whole, SUMMED_UP), key=value.claims.index)
    others = [claim for claim in ranked if claim not in summing]
    findings = sorted(_apart(others, FINDINGS), key=value.claims.index)
    return Reported(
        summary=" ".join(f"{claim.text} [{claim.id}]" for claim in summing),
        key_findings=[claim.id for claim in findings],
        related=list(_related(value))[:RELATED],
    )


def _ranked(value: ReportFor) -> list[Claim]:
    topic = Topic(value.topic)
    words = {claim.id: frozenset(content_words(claim.text)) for claim in value.claims}

    def worth(claim: Claim) -> float:
        own = words[claim.id]
        others = [other for id_, other in words.items() if id_ != claim.id]
        alike = sum(len(own & other) / (len(own | other) or 1) for other in others)
        says_what = defines(fold(claim.text), set(topic.words))
        return says_what + topic.share(claim.text) + alike / (len(others) or 1) * 4

    return sorted(value.claims, key=worth, reverse=True)


def _apart(ranked: Sequence[Claim], most: int) -> list[Claim]:
    """The first ones under different headings, then the first ones."""
    places: dict[tuple[str, str], Claim] = {}
    for claim in ranked:
        places.setdefault((claim.source, claim.heading), claim)
    first = list(places.values())
    return [*first, *(claim for claim in ranked if claim not in first)][:most]


def _related(value: ReportFor) -> dict[str, None]:
    """Without what says nothing but the topic again."""
    topic = Topic(value.topic)
    found: dict[str, str] = {}
    for each in value.related:
        is_new = bool(frozenset(content_words(each)) - topic.words)
        if is_new and check_output(each).passed:
            found.setdefault(fold(each), each)
    return dict.fromkeys(found.values())


# By a model


def _prompt(value: ReportFor) -> str:
    claims = "\n".join(f"[{claim.id}] {claim.text}" for claim in value.claims)
    related = "\n".join(value.related) or "(none)"
    return (
        f"Sum up in {LANGUAGES[value.language]} what was found on a topic. The summary has two to"
        " four sentences that rest on the claims below and on nothing else; each ends with the"
        " marks of its claims, as [C3]. key_findings are the ids of the three to"
        f" {FINDINGS} claims that matter most for a reader, of different aspects. related are up"
        f" to {RELATED} short topics to go on with."
        f"\n\nThe topic:\n{fenced(value.topic, 'topic')}\n\nThe claims:\n{fenced(claims, 'claims')}"
        f"\n\nWhat else the sources treat:\n{fenced(related, 'headings')}"
    )


def _flaws(value: ReportFor, given: Reported) -> list[str]:
    claims = {claim.id: claim for claim in value.claims}
    named = [*_MARK.findall(given.summary), *given.key_findings]
    flaws = [f"There is no claim {id_}." for id_ in dict.fromkeys(named) if id_ not in claims]
    if value.claims and not given.summary.strip():
        flaws.append("The summary is empty.")
    if not value.claims and given.summary.strip():
        flaws.append("There are no claims to sum up: leave the summary empty.")
    return flaws + _summary_flaws(given.summary, claims)


def _summary_flaws(summary: str, claims: Mapping[str, Claim]) -> list[str]:
    flaws: list[str] = []
    for sentence in told(_MARK.sub(lambda mark: f"[{mark[1][1:]}]", summary)):
        cited = [claims[f"C{mark}"] for mark in sentence.marks if f"C{mark}" in claims]
        known = Known(f for c in cited for f in figures(Reading(f"{c.text}\n\n{c.quote}")))
        reading = Reading(sentence.words)
        if not cited:
            flaws.append(f"This sentence cites no claim: “{sentence.words[:80]}”")
        flaws += [
            f"“{reading.text[figure.start : figure.end]}” is in no claim that its sentence cites."
            for figure in figures(reading)
            if cited and not known.support(figure)
        ]
    return flaws


REPORT = Step(
    "research_report",
    ReportFor,
    Reported,
    prompt=_prompt,
    without_model=by_rules,
    check=_flaws,
    temperature=0.3,
)


def findings(given: Reported, claims: Sequence[Claim]) -> tuple[str, ...]:
    texts = {claim.id: claim.text for claim in claims}
    ids = dict.fromkeys(given.key_findings)
    return tuple(f"{texts[id_]} [{id_}]" for id_ in ids if id_ in texts)


# As a text

_HEADINGS: dict[Language, tuple[str, str, str, str, str]] = {
    "en": ("Key findings", "What else the sources say", "Sources", "Related topics", "Limits"),
    "es": ("Hallazgos clave", "Qué más dicen las fuentes", "Fuentes", "Temas relacionados",
           "Límites"),
    "zh": ("主要发现", "资料中的其他内容", "资料来源", "相关主题", "局限"),
}  # fmt: skip
_NOTHING: dict[Language, str] = {
    "en": "Nothing was found on this topic, so there is nothing to report.",
    "es": "No se ha encontrado nada sobre este tema, así que no hay nada que contar.",
    "zh": "没有找到与该主题相关的资料，因此没有可报告的内容。",
}


def markdown(research: Research) -> str:
    """The report as a piece; each statement bears the mark of its source."""
    findings_, others, sources, related, limits = _HEADINGS[research.language]
    marks = {claim.id: claim.source for claim in research.claims}
    used = {id_ for text in (research.summary, *research.key_findings) for id_ in _ids(text)}
    rest = [
        f"{claim.text} [{claim.source}]" for claim in research.supported if claim.id not in used
    ]
    cited = {claim.source for claim in research.supported}
    blocks = [
        f"# {research.topic[:1].upper()}{research.topic[1:]}",
        _sourced(research.summary, marks) if research.claims else _NOTHING[research.language],
        _listed(findings_, [_sourced(text, marks) for text in research.key_findings]),
        _listed(others, rest),
        _listed(sources, [_source(each) for each in research.sources if each.id in cited]),
        _listed(related, research.related),
        _listed(limits, research.notices),
    ]
    return "\n\n".join(filter(None, blocks))


def _ids(text: str) -> list[str]:
    return _MARK.findall(text)


def _sourced(text: str, marks: dict[str, str]) -> str:
    return _MARK.sub(lambda mark: f"[{marks.get(mark[1], mark[1])}]", text)


def _listed(heading: str, items: Sequence[str]) -> str:
    return f"## {heading}\n\n" + "\n".join(f"- {item}" for item in items) if items else ""


def _source(source: Source) -> str:
    """Brackets in a title would end the link."""
    title = " ".join(re.sub(r"[\[\]()]+", " ", source.title).split()) or source.id
    told = f"[{title}]({source.url})" if source.url else title
    return f"{source.id}: {told}" + (f", {source.published[:10]}" if source.published else "")
