"""Words that no picture may show, in English, Spanish and Chinese: whole words and phrases."""

import re

from agent.checks.guardrails.disguise import undisguised
from agent.checks.guardrails.rules import Rule, rules_of
from agent.checks.guardrails.verdict import PASSED, Verdict
from agent.language.catalogs import N_

_MINORS = N_(
    "Pictures of children in danger or undressed are never made. Show them safe and clothed, or"
    " show the place without people."
)
_NUDITY = N_(
    "Pictures of nudity or of people in underwear are never made. Show people in everyday clothes,"
    " or the place without people."
)
_HARM = N_("Pictures of injury, weapons or symbols of hate are never made. Ask for one without.")
_PERSONS = N_(
    "A picture may not show a real, known person: they have not agreed to it. Ask for a person"
    " without a name, such as “a smiling buyer”."
)
_OTHERS = N_(
    "A picture may not show the logos or characters of others. Leave them out, or add your own"
    " logo afterwards."
)
_RULES: tuple[tuple[str, tuple[Rule, ...]], ...] = (
    (_MINORS, rules_of("images", "bodies")[1:]),
    (_NUDITY, rules_of("images", "bodies")[:1]),
    (_HARM, rules_of("images", "gore")),
    (_PERSONS, rules_of("images", "likenesses")),
    (_OTHERS, rules_of("images", "marks")),
)
"""The gravest first, since one is named."""

_DENIED = re.compile(
    r"(?:(?<!\w)(?:no|not|without|avoid(?:ing)?|never|exclud\w+|sin|ni|evita\w*|nunca)\s+"
    r"(?:[\w'’-]+(?:,\s*|\s+)){0,4}|(?:没有|不要|不含|避免|无)[^。，；]{0,6})$"
)
_LEAVES_DENIAL = re.compile(r"(?<!\w)(?:with|but|showing|of|con|pero|de)\s|但|而是")
_BEFORE = 120


def check(text: str) -> Verdict:
    read = undisguised(text)
    for message, rules in _RULES:
        for each in rules:
            if quote := _hit(each, read):
                return Verdict(
                    passed=False,
                    message=message,
                    blocked_by="image_safety",
                    details={"rule": each.name, "quote": quote},
                )
    return PASSED


def _hit(each: Rule, text: str) -> str:
    """Find what the rule forbids; a prompt may well name what is not to be seen ("no logos")."""
    for found in each.pattern.finditer(text):
        if not (each.spares_warnings and _is_denied(text[: found.start()])):
            return found[0].strip()
    return ""


def _is_denied(before: str) -> bool:
    denial = _DENIED.search(before[-_BEFORE:])
    return denial is not None and not _LEAVES_DENIAL.search(denial[0])
