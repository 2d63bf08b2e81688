"""Safety by rules: whole words and phrases, masked ones too.

In English, Spanish and Chinese; discrimination in German, too.
"""

import re
from collections.abc import Callable, Iterator
from typing import NamedTuple

from agent.checks.guardrails import drafts
from agent.checks.guardrails.disguise import undisguised
from agent.checks.guardrails.rules import Rule, pattern_of, rules_of, sentence_around
from agent.checks.guardrails.verdict import PASSED, Category, Verdict
from agent.language.catalogs import N_

_CATEGORIES: tuple[Category, ...] = (
    "discrimination", "illegal", "violence", "sexual", "profanity",
)  # fmt: skip
"""The gravest first, since one is named."""

_RULES = {category: rules_of(category) for category in _CATEGORIES}
_MESSAGES: dict[Category, str] = {
    "discrimination": N_(
        "This would exclude, favour or demean people for who they are. Say what is offered, not"
        " who it is for."
    ),
    "illegal": N_(
        "This asks for something unlawful. Ask how to do it by the rules, or how to "
        "protect people from it."
    ),
    "violence": N_(
        "This has violence or a threat, which I never write. Ask for something without it."
    ),
    "sexual": N_("This has sexual content, which I never write. Ask for something without it."),
    "profanity": N_("This has swear words in it. Take them out and send it again."),
}

_WARNS = pattern_of("warnings", "WARNS")
_EVADES = pattern_of("warnings", "EVADES")

_Spares = Callable[[Category, Rule, str, re.Match[str]], bool]


class Hit(NamedTuple):
    """`is_spared` is what a request names and warns of; `is_always` what no sentence excuses."""

    verdict: Verdict
    category: Category
    is_always: bool
    is_spared: bool


def check(text: str) -> Verdict:
    """Check a request."""
    hit = first_hit(text)
    return hit.verdict if hit and not hit.is_spared else PASSED


def check_draft(text: str) -> Verdict:
    """Check a text for publication: it may describe what may not be asked for."""
    hits = [hit for hit in _hits(text, drafts.tells) if not hit.is_spared]
    first = sorted(hits, key=lambda hit: not hit.is_always)[:1]
    return first[0].verdict if first else PASSED


def first_hit(text: str) -> Hit | None:
    """The gravest thing that a request asks for, else the first that it only names."""
    spared = None
    for hit in _hits(text, _asks_against):
        if not hit.is_spared:
            return hit
        spared = spared or hit
    return spared


def _hits(text: str, spares: _Spares) -> Iterator[Hit]:
    read = undisguised(text)
    for category, rules in _RULES.items():
        for rule in rules:
            for found in rule.pattern.finditer(read):
                if quote := found[0].strip():
                    verdict = Verdict(
                        passed=False,
                        message=_MESSAGES[category],
                        blocked_by=category,
                        details={
                            "rule": rule.name,
                            "quote": quote,
                            **({"always": "yes"} if rule.always else {}),
                        },
                    )
                    is_spared = spares(category, rule, read, found)
                    yield Hit(verdict, category, rule.always, is_spared)


def _asks_against(_category: Category, rule: Rule, text: str, found: re.Match[str]) -> bool:
    """Tell whether the sentence around warns of what it names, and does not ask how to get by."""
    sentence, _ = sentence_around(text, found.start())
    return rule.spares_warnings and bool(_WARNS.search(sentence)) and not _EVADES.search(sentence)
