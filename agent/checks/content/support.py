"""Figures and quotations that are in none of the claims: marked, since they may be invented."""

import re
from collections.abc import Iterator
from functools import lru_cache

from agent.checks.content.figures import Figure, Known, figures
from agent.checks.content.findings import Draft, Finding, Measure, Part
from agent.checks.content.personal import places
from agent.checks.content.reading import Reading
from agent.language.text import fold

SMALL = 12
"""Up to here a bare number mostly counts what the text itself holds."""
_QUOTED = re.compile(r"[“\"«「]([^“”\"«»「」\n]{20,400})[”\"»」]")


def check(draft: Draft, measure: Measure, reading: Reading) -> Iterator[Finding]:
    known = Known(figure for claim in measure.claims for figure in _figures_of(claim))
    yield from _unknown(draft.text, reading, measure, known, "text")
    meta = Reading(draft.meta_description, reading.language)
    yield from _unknown(draft.meta_description, meta, measure, known, "meta_description")
    said = "\n".join(_letters(claim) for claim in measure.claims)
    for found in _QUOTED.finditer(draft.text):
        if _letters(found[1]) not in said:
            sentence = measure.gettext("This quote is not in any of the claims.")
            yield _finding("unsupported_quote", sentence, draft.text, found.start(), found.end())


def _unknown(
    text: str, reading: Reading, measure: Measure, known: Known, part: Part
) -> Iterator[Finding]:
    """Yield figures without support. Digits of personal data have a check of their own."""
    private = places(text, reading.language)
    for figure in figures(reading):
        is_private = figure.is_bare and any(
            a <= figure.start and figure.end <= b for a, b in private
        )
        is_small = figure.is_bare and max(figure.values) <= SMALL
        if not (is_private or is_small or known.support(figure)):
            quote = text[figure.start : figure.end]
            sentence = measure.gettext("“{quote}” is not in any of the claims.").format(quote=quote)
            found = _finding("unsupported_figure", sentence, text, figure.start, figure.end)
            yield found.model_copy(update={"part": part})


@lru_cache(maxsize=500)
def _figures_of(claim: str) -> tuple[Figure, ...]:
    return tuple(figures(Reading(claim)))


def _letters(text: str) -> str:
    return "".join(c for c in fold(text) if c.isalnum())


def _finding(check: str, sentence: str, text: str, start: int, end: int) -> Finding:
    return Finding(
        group="figures", check=check, level="advises", sentence=sentence,
        quote=text[start:end], start=start, end=end,
    )  # fmt: skip
