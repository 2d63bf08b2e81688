"""Questions that ask two things at once: one of the teaching guide, one of the documents."""

import re
from collections.abc import Iterator
from dataclasses import dataclass

from agent.text import ASKING_WORDS, STOP_WORDS, fold, keywords
from agent.workflows.tutor import guide

_ASKING = (
    r"(?:what|when|where|who|whose|which|how|why|explain|define|describe|compare|tell|give|show"
    r"|qu[eé]|cu[aá]l(?:es)?|cu[aá]ndo|d[oó]nde|qui[eé]n(?:es)?|c[oó]mo|cu[aá]nt[oa]s?|por qu[eé]"
    r"|expl[ií]ca(?:me)?|d[ií]me|defin[ae])"
)
_JOINT = re.compile(
    r"[?？¿;；。\n]+"
    rf"|[,，]?\s*\b(?:and|also|plus|y|e|adem[aá]s)\s+(?=(?:also |tambi[eé]n )?¿?{_ASKING})"
    rf"|[,，]\s*(?={_ASKING}\b)|，|(?:另外|还有|以及|并且)",
    re.IGNORECASE,
)
_ASKS = re.compile(
    rf"\W*(?:(?:also|tambien|please|and|y)\W+)*(?:{_ASKING}|is|are|do|does|can|will|hay|es|se)\b"
    r"|.*[什么谁哪几怎何吗多]"
)
# What has no subject of its own is about what was said before it.
_GOES_ON = re.compile(
    r"\b(?:it|its|they|them|their|there)\b|^\W*(?:how long|how much|where|cuant[oa]s?|donde)\b"
    r"|^(?:在哪|多久|多长|几点|它|那)"
)
_MANNER = STOP_WORDS | ASKING_WORDS | {"cuanto", "cuanta", "cuantos", "cuantas"}
_FEW = 1


@dataclass(frozen=True)
class Halves:
    """What of a question is for the guide and what for the documents."""

    guide: str
    subject: str
    is_subject_first: bool


def halves(question: str) -> Halves | None:
    """None for a question that asks one of the two alone."""
    clauses = list(_judged(question))
    of_guide = [clause for clause, is_guide in clauses if is_guide]
    of_subject = [clause for clause, is_guide in clauses if not is_guide]
    if not of_guide or not of_subject:
        return None
    return Halves(", ".join(of_guide), ", ".join(of_subject), is_subject_first=not clauses[0][1])


def _judged(question: str) -> Iterator[tuple[str, bool]]:
    """Each clause that asks something, and whether the guide is asked."""
    last: bool | None = None
    for clause in filter(None, (part.strip(" ,，.!！") for part in _JOINT.split(question))):
        folded = fold(clause)
        if not _ASKS.match(folded):
            continue
        words = [word for word in keywords(clause) if word not in _MANNER]
        if guide.fields_asked(clause):
            last = True
        elif not words or (_GOES_ON.search(folded) and len(words) <= _FEW):
            if last is None:
                continue
        else:
            last = False
        yield clause, last
