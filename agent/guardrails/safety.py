"""Safety by rules: whole words and phrases, masked ones too.

In English, Spanish and Chinese; discrimination in German, too.
"""

import re
from collections.abc import Callable

from agent.guardrails import drafts
from agent.guardrails.disguise import undisguised
from agent.guardrails.rules import Rule, pattern_of, rules_of, sentence_around
from agent.guardrails.verdict import PASSED, Category, Verdict

_CATEGORIES: tuple[Category, ...] = (
    "discrimination", "illegal", "violence", "sexual", "profanity",
)  # fmt: skip
"""The gravest first, since one is named."""

_RULES = {category: rules_of(category) for category in _CATEGORIES}
_MESSAGES: dict[Category, str] = {
    "discrimination": "This would exclude, favour or demean people for who they are, which fair "
    "housing rules forbid. Describe the place and what it offers, not who should live there.",
    "illegal": "This asks for something unlawful. Ask how to do it by the rules, or how to "
    "protect people from it.",
    "violence": "There is violence or a threat in this, and that is never written. Ask "
    "for something without it.",
    "sexual": "There is sexual content in this, and that is never written. Ask for "
    "something without it.",
    "profanity": "This has swear words in it. Take them out and send it again.",
}

_WARNS = pattern_of("warnings", "WARNS")
_EVADES = pattern_of("warnings", "EVADES")

_Spares = Callable[[Category, Rule, str, re.Match[str]], bool]


def check(text: str) -> Verdict:
    """For what is asked for."""
    return _check(text, _asks_against)


def check_draft(text: str) -> Verdict:
    """For what is to be published: it may tell of what may not be asked for."""
    return _check(text, drafts.tells)


def _check(text: str, spares: _Spares) -> Verdict:
    read = undisguised(text)
    for category, rules in _RULES.items():
        for rule in rules:
            for found in rule.pattern.finditer(read):
                if found[0].strip() and not spares(category, rule, read, found):
                    return Verdict(
                        passed=False,
                        message=_MESSAGES[category],
                        blocked_by=category,
                        details={"rule": rule.name, "quote": found[0].strip()},
                    )
    return PASSED


def _asks_against(_category: Category, rule: Rule, text: str, found: re.Match[str]) -> bool:
    """Whether the sentence around warns of what it names, and does not ask how to get by."""
    sentence, _ = sentence_around(text, found.start())
    return rule.spares_warnings and bool(_WARNS.search(sentence)) and not _EVADES.search(sentence)
