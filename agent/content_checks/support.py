"""Figures that stand in none of the claims: the first sign of an invented fact."""

import re
from collections.abc import Iterator
from functools import lru_cache

from agent.content_checks.figures import Figure, Known, figures
from agent.content_checks.findings import Draft, Finding, Measure
from agent.content_checks.personal import places
from agent.content_checks.reading import Reading

SMALL = 12
"""Up to here a bare number often counts what the text itself holds."""

_OWN_COUNT = re.compile(
    r"(?:\s+[^\W\d_]+){0,2}?\s*(?:tips?|ways?|steps?|mistakes?|reasons?|ideas?|things?|questions?"
    r"|rules?|lessons?|facts?|signs?|hacks?|trends?|examples?|points?|consejos?|pasos?|errores"
    r"|razones|ideas|maneras|formas|claves|trucos|preguntas|cosas|tendencias|ejemplos)\b"
    r"|(?:个|条|大|种|步|件)?(?:技巧|建议|步骤|错误|理由|方法|要点|事项|问题|趋势|注意|秘诀|件事|步)",
    re.IGNORECASE,
)


def check(draft: Draft, measure: Measure, reading: Reading) -> Iterator[Finding]:
    """One finding for each figure of the text and the meta description without a claim."""
    known = Known(figure for claim in measure.claims for figure in _figures_of(claim))
    counts = _own_counts(reading)
    for figure in _without_claim(draft.text, reading, known):
        if _is_own_count(figure, reading.spoken):
            yield from _miscounted(draft, figure, counts)
        else:
            yield _unsupported(draft.text, figure)
    meta = Reading(draft.meta_description, reading.language)
    for figure in _without_claim(draft.meta_description, meta, known):
        if not _is_own_count(figure, meta.spoken):
            found = _unsupported(draft.meta_description, figure)
            yield found.model_copy(update={"part": "meta_description"})


def _without_claim(text: str, reading: Reading, known: Known) -> list[Figure]:
    """Personal data is told as such, and its digits state nothing."""
    found = [figure for figure in figures(reading) if not known.support(figure)]
    private = places(text, reading.language) if found else []
    return [
        figure
        for figure in found
        if not (figure.is_bare and any(a <= figure.start and figure.end <= b for a, b in private))
    ]


@lru_cache(maxsize=500)
def _figures_of(claim: str) -> tuple[Figure, ...]:
    return tuple(figures(Reading(claim)))


def _is_own_count(figure: Figure, text: str) -> bool:
    is_small = figure.is_bare and max(figure.values, default=0) <= 101
    return is_small and _OWN_COUNT.match(text, figure.end) is not None


def _own_counts(reading: Reading) -> set[int]:
    """How many headings of each rank there are, and list items, with and without what frames."""
    ranks = [heading.level for heading in reading.headings]
    counts = {ranks.count(level) for level in (2, 3)}
    counts |= {count - frame for count in tuple(counts) for frame in (1, 2, 3)}
    items = sum(1 for paragraph in reading.paragraphs if paragraph.kind == "item")
    return counts | {items}


def _miscounted(draft: Draft, figure: Figure, counts: set[int]) -> Iterator[Finding]:
    is_outlined = draft.kind in ("blog", "strategy")
    if is_outlined and not any(value in counts for value in figure.values):
        quote = draft.text[figure.start : figure.end]
        yield Finding(
            group="figures",
            check="own_count",
            level="advises",
            sentence=f"“{quote}” are announced, and neither the headings nor a list come to that.",
            quote=quote,
            start=figure.start,
            end=figure.end,
        )


def _unsupported(text: str, figure: Figure) -> Finding:
    quote = text[figure.start : figure.end]
    is_small = figure.is_bare and max(figure.values, default=0) <= SMALL
    return Finding(
        group="figures",
        check="small_number" if is_small else "unsupported_figure",
        level="advises",
        sentence=f"“{quote}” is in none of the claims. Take it out, or add a source for it.",
        quote=quote,
        start=figure.start,
        end=figure.end,
    )
