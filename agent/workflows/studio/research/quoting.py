"""Whether a quote stands in its source, and says what the claim says."""

import re
from dataclasses import dataclass

from agent.cited.support import Alike, judge
from agent.content_checks.figures import Known, figures
from agent.content_checks.reading import Reading
from agent.text import Language, content_words
from agent.workflows.studio.research.texts import Part, Text

FEWEST_WORDS = 3
LONGEST = 700
"""Characters of a quote."""

_ALIKE = str.maketrans(
    {**dict.fromkeys("“”„«»″「」『』", '"'), **dict.fromkeys("‘’‚′`´", "'"),
     **dict.fromkeys("–—−‐‑", "-"), **dict.fromkeys("，", ","), **dict.fromkeys("（", "("),
     **dict.fromkeys("）", ")")}
)  # fmt: skip
_SILENT = frozenset("*_\u00ad\u200b\u200c\u200d\ufeff")
_EDGES = " \t\n\"'.,;:。，；：“”‘’«»「」…"
_APART = re.compile(r"\n[ \t]*\n")
_MARK = re.compile(r"\[1\]")


@dataclass(frozen=True)
class Found:
    """The quote as it stands in the source."""

    text: Text
    part: Part
    quote: str


class _Flat:
    """A text without what copies change: blanks, kinds of quotation marks, emphasis."""

    def __init__(self, text: str) -> None:
        flat: list[str] = []
        self._places: list[int] = []
        for place, character in enumerate(text):
            if character in _SILENT:
                continue
            shown = " " if character.isspace() else character.translate(_ALIKE)
            if shown == " " and (not flat or flat[-1] == " "):
                continue
            flat.append(shown)
            self._places.append(place)
        self.text = "".join(flat)

    def place(self, quote: str) -> tuple[int, int] | None:
        at = self.text.find(quote) if quote else -1
        if at < 0:
            return None
        return self._places[at], self._places[at + len(quote) - 1] + 1


def find(quote: str, texts: list[Text]) -> Found | None:
    """Where it stands, word for word; the texts are looked through in their order."""
    whole = _Flat(quote).text.strip()
    wanted = dict.fromkeys((whole, whole.strip(_EDGES)))
    for text in texts:
        for part in text.parts:
            flat = _Flat(part.text)
            for each in wanted:
                place = flat.place(each)
                # What stood between two paragraphs may have been left out.
                if place and not _APART.search(part.text, *place):
                    return Found(text, part, part.text[slice(*place)])
    return None


def doubt(claim: str, quote: str, *, language: Language, alike: Alike) -> str:
    """Why the quote does not show the claim; empty where it does."""
    if len(content_words(quote)) < FEWEST_WORDS:
        return "The quote is too short to show it."
    if len(quote) > LONGEST:
        return "The quote is too long to show what of it is meant."
    known = Known(figures(Reading(quote)))
    reading = Reading(claim, language)
    for figure in figures(reading):
        if not known.support(figure):
            return f"“{claim[figure.start : figure.end]}” is not in the quote."
    entry = {"mark": "1", "title": "", "heading": "", "text": quote}
    failing = [
        judged
        for judged in judge(f"{claim} [1]", [entry], alike=alike).sentences
        if judged.verdict != "supported"
    ]
    return _told(failing[0].reason) if failing else ""


def _told(reason: str) -> str:
    said = _MARK.sub("the quote", reason)
    return f"{said[:1].upper()}{said[1:]}."
