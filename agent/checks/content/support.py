"""Figures and quotations that are in none of the claims: marked, since they may be invented."""

import re
from collections.abc import Iterator
from functools import lru_cache

from agent.checks.content.figures import Figure, Known, figures
from agent.checks.content.findings import Draft, Finding, Measure, Part
from agent.checks.content.personal import places
from agent.checks.content.reading import Reading, count, words_of
from agent.language.text import fold

FEWEST_QUOTED = 10
"""Fewer words in quotation marks are mostly a turn of speech or an example."""
_QUOTED = re.compile(r"[“\"«「]([^“”\"«»「」\n]{20,400})[”\"»」]")


def check(draft: Draft, measure: Measure, reading: Reading) -> Iterator[Finding]:
    known = Known(map(figures_of, measure.claims))
    meta = Reading(draft.meta_description, reading.language)
    parts: tuple[tuple[Part, Reading], ...] = (("text", reading), ("meta_description", meta))
    for part, read in parts:
        # Digits of personal data have a check of their own.
        private = places(read.text, read.language)
        for figure in figures(read):
            # The bare numbers of a plan are its dates and counts.
            is_fine = figure.is_small or (figure.is_bare and draft.kind == "strategy")
            is_private = any(a <= figure.start and figure.end <= b for a, b in private)
            if not (is_fine or (is_private and figure.is_bare) or known.support(figure)):
                quote = read.text[figure.start : figure.end]
                said = measure.gettext("“{quote}” is not in any of the claims.")
                sentence = said.format(quote=quote)
                yield _finding("unsupported_figure", sentence, quote, figure.start, part)
    said = "\n".join(_letters(claim) for claim in measure.claims)
    for found in _QUOTED.finditer(draft.text):
        if count(words_of(found[1])) >= FEWEST_QUOTED and _letters(found[1]) not in said:
            sentence = measure.gettext("This quote is not in any of the claims.")
            yield _finding("unsupported_quote", sentence, found[0], found.start())


@lru_cache(maxsize=500)
def figures_of(claim: str) -> tuple[Figure, ...]:
    return tuple(figures(Reading(claim)))


def _letters(text: str) -> str:
    return "".join(c for c in fold(text) if c.isalnum())


def _finding(check: str, sentence: str, quote: str, start: int, part: Part = "text") -> Finding:
    return Finding(
        group="figures", check=check, level="advises", sentence=sentence, part=part,
        quote=quote, start=start, end=start + len(quote),
    )  # fmt: skip
