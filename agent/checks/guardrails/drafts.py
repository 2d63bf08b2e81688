"""Decides what a draft may name: it may inform of a danger, forbid it or warn of it.

A request that names a crime mostly wants it. A draft that names one mostly tells of it, so in a
draft the sentence decides: one that tells passes, one that urges, offers or chooses does not.
"""

import re

from agent.checks.guardrails.rules import Rule, pattern_of, sentence_around
from agent.checks.guardrails.verdict import Category

_TELLING = ("LAW", "PROHIBITED", "FACTS", "PAST", "WARNINGS")
_TELLS: dict[Category, re.Pattern[str]] = {
    "discrimination": pattern_of("drafts", "LAW", "FACTS", "ABOUT_BIAS", "CARE"),
    "illegal": pattern_of("drafts", *_TELLING, "AS_SUBJECT", "WHOEVER"),
    "violence": pattern_of("drafts", *_TELLING, "AS_SUBJECT", "ANIMALS"),
    "sexual": pattern_of("drafts", "LAW", "PROHIBITED", "PAST", "WARNINGS"),
}
_REFUTES = pattern_of("drafts", "REFUTES")
"""For hatred only a refutation counts: contempt may well quote a figure or a law."""
_URGES = pattern_of("drafts", "URGES")
_CHOOSES = pattern_of("drafts", "CHOOSES")
"""The author says whom they choose, not what others do."""
_FORBIDDEN = pattern_of("drafts", "FORBIDDEN")
_OF_OTHERS = pattern_of("drafts", "OF_OTHERS")
_MAY = pattern_of("drafts", "MAY")
"""What a danger can do."""
_NAMED = pattern_of("drafts", "NAMED")
"""Not an act, but its name or a fact."""
_ORDERED = pattern_of("drafts", "ORDERED")


def tells(category: Category, rule: Rule, text: str, found: re.Match[str]) -> bool:
    """Tell whether the sentence around tells of what it names, and does not want it."""
    if rule.always or category == "profanity":
        return False
    sentence, at = sentence_around(text, found.start())
    before, around = sentence[:at], f"{sentence[:at]} {sentence[at + len(found[0]) :]}"
    if category == "discrimination":
        telling = _REFUTES if rule.name == "hatred" else _TELLS[category]
        return (
            not _CHOOSES.search(sentence)
            and not _URGES.search(sentence)
            and (bool(telling.search(around)) or bool(_FORBIDDEN.search(before)))
        )
    if category != "sexual" and _FORBIDDEN.search(before):
        return True
    if _URGES.search(sentence):
        return False
    if _TELLS[category].search(around) or (category == "illegal" and _OF_OTHERS.search(before)):
        return True
    if category == "violence" and _MAY.search(before):
        return True
    return bool(_NAMED.match(found[0].strip())) and not _ORDERED.search(before)
