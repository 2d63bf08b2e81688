"""Spanish statements: where their verb stands, and how they are turned around."""

import re

from agent.workflows.tickets.drafting.reading import word_set
from agent.workflows.tickets.drafting.spanish import words

_NO_VERB_AFTER = word_set("el la los las un una de del su al no se le")
_COMMON = word_set("es son está están hay va van")
_OPENS = re.compile(r"(?:no\s+)?(?:se\s+)?(?P<word>[a-záéíóúñ]+)")
_WORD = re.compile(r"(?=\s(?:no\s+)?(?:(?:se|le|les|nos|me)\s+)?(?P<word>[a-záéíóúñ]+)\b)")


def verb_at(statement: str) -> int:
    """Where the verb of a statement begins, "no" and "se" included; -1 without one."""
    lowered = statement.lower()
    opening = _OPENS.match(lowered)
    if opening and opening["word"] in words.BY_PRESENT.keys() - words.ALSO_NOUNS:
        return 0
    for found in _WORD.finditer(lowered):
        before = lowered[: found.start()].split()
        if before and before[-1] in _NO_VERB_AFTER:
            continue
        if found["word"] in words.BY_PRESENT or found["word"] in _COMMON:
            return found.start() + 1
    return -1


def subject_of(statement: str) -> str:
    at = verb_at(statement)
    return statement[:at].strip() if at > 0 else ""


def turned(statement: str, *, lasting: bool = False) -> str:
    """What is wrong, said as what is right; empty when that cannot be told.

    `lasting` says "ya no falla" in place of "no falla".
    """
    at = verb_at(statement)
    if at < 0:
        return ""
    before, rest = statement[:at], statement[at:]
    if found := re.match(r"(?:ya\s+)?no\s+(?P<rest>.+)", rest, re.IGNORECASE):
        return before + found["rest"]
    return f"{before}{'ya no' if lasting else 'no'} {rest}"
