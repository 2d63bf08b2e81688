"""Personal data in a draft: e-mail addresses, telephone numbers, cards and bank accounts."""

import re
from collections.abc import Iterator

from agent.checks.content.findings import Draft, Finding, Measure, Part
from agent.checks.content.reading import Reading
from agent.language.catalogs import N_
from agent.language.text import Language

_EMAIL = re.compile(r"(?<![\w.+-])[\w.+%-]{1,64}@(?:[\w-]{1,63}\.){1,8}[^\W\d_]{2,24}(?!\w)")
_CARD = re.compile(r"(?<![\w-])\d(?:[ -]?\d){12,18}(?![\w-]|\.\d)")
_IBAN = re.compile(r"(?<!\w)[A-Za-z]{2}\d{2}(?:[ ]?[A-Za-z0-9]){11,30}(?!\w)")
_IBAN_LENGTHS = {
    "AD": 24, "AE": 23, "AT": 20, "BE": 16, "BG": 22, "BR": 29, "CH": 21, "CR": 22, "CY": 28,
    "CZ": 24, "DE": 22, "DK": 18, "DO": 28, "EE": 20, "ES": 24, "FI": 18, "FR": 27, "GB": 22,
    "GI": 23, "GR": 27, "GT": 28, "HR": 21, "HU": 28, "IE": 22, "IL": 23, "IS": 26, "IT": 27,
    "LI": 21, "LT": 20, "LU": 20, "LV": 21, "MC": 27, "MT": 31, "NL": 18, "NO": 15, "PL": 28,
    "PT": 25, "RO": 24, "SA": 24, "SE": 24, "SI": 19, "SK": 24, "SM": 27, "TR": 26, "UA": 29,
}  # fmt: skip
_PERHAPS_PHONE = re.compile(r"[^\s\d]{0,9} ?[+(]{0,3}\d[\d \u00a0().\-/]{5,24}\d[^\s]{0,3}")
"""Includes the surrounding characters, since they may show that it is something else."""
_REGIONS: dict[Language, tuple[str, ...]] = {"en": ("GB", "US"), "es": ("ES", "MX"), "zh": ("CN",)}
_SAID = {
    "email": N_("This looks like an e-mail address. Is it meant to be public?"),
    "phone": N_("This looks like a telephone number. Is it meant to be public?"),
    "card": N_("This looks like a payment card's number. Is it meant to be public?"),
    "iban": N_("This looks like a bank account. Is it meant to be public?"),
}


def check(draft: Draft, measure: Measure, reading: Reading) -> Iterator[Finding]:
    """Check for personal data, except what the brand publishes itself."""
    own = {_bare(contact) for contact in measure.own_contacts}
    parts: tuple[tuple[Part, str], ...] = (
        ("text", draft.text),
        ("meta_description", draft.meta_description),
        ("alt", draft.alt),
    )
    for part, text in parts:
        taken: list[tuple[int, int]] = []
        for kind, start, end in _find(text, _REGIONS[reading.language]):
            if _bare(text[start:end]) in own or any(a < end and start < b for a, b in taken):
                continue
            taken.append((start, end))
            said = measure.gettext(_SAID[kind])
            yield _finding(kind, part, text, said, start=start, end=end)


def places(text: str, language: Language) -> list[tuple[int, int]]:
    return [(start, end) for _, start, end in _find(text, _REGIONS[language])]


def _finding(kind: str, part: Part, text: str, sentence: str, *, start: int, end: int) -> Finding:
    return Finding(
        group="personal",
        check=kind,
        level="advises",
        sentence=sentence,
        part=part,
        quote=text[start:end],
        start=start,
        end=end,
    )


def _find(text: str, regions: tuple[str, ...]) -> Iterator[tuple[str, int, int]]:
    for found in _IBAN.finditer(text):
        if length := _iban_length(found[0]):
            yield "iban", found.start(), found.start() + length
    for found in _CARD.finditer(text):
        if is_card(found[0]):
            yield "card", found.start(), found.end()
    for found in _EMAIL.finditer(text):
        yield "email", found.start(), found.end()
    yield from _phones(text, regions)


def _phones(text: str, regions: tuple[str, ...]) -> Iterator[tuple[str, int, int]]:
    for around in _PERHAPS_PHONE.finditer(text):
        for region in regions:
            yield from _phones_of(around, region)


def _phones_of(around: re.Match[str], region: str) -> Iterator[tuple[str, int, int]]:
    from phonenumbers import PhoneNumberMatcher  # noqa: PLC0415, its tables are large

    for match in PhoneNumberMatcher(around[0], region):
        # A bare run of few digits is more often a count or a price than a telephone.
        if re.search(r"[+\s().\-/]", match.raw_string) or len(match.raw_string) >= 9:
            yield "phone", around.start() + match.start, around.start() + match.end


def is_card(text: str) -> bool:
    """Luhn's check, and the beginnings that the networks use."""
    digits = [int(c) for c in text if c.isdecimal()]
    if not 13 <= len(digits) <= 19 or digits[0] not in (3, 4, 5, 6) or len(set(digits)) == 1:
        return False
    doubled = [digit * 2 for digit in digits[-2::-2]]
    total = sum(digits[-1::-2]) + sum(digit - 9 if digit > 9 else digit for digit in doubled)
    return total % 10 == 0


def _iban_length(text: str) -> int:
    """The length of the bank account at the start, 0 for none: words may follow without a mark."""
    wanted = _IBAN_LENGTHS.get(text[:2].upper(), 0)
    kept = 0
    for at, character in enumerate(text):
        kept += character != " "
        if kept == wanted:
            return at + 1 if is_iban(text[: at + 1]) else 0
    return 0


def is_iban(text: str) -> bool:
    """ISO 7064, modulo 97."""
    bare = text.replace(" ", "").upper()
    if len(bare) != _IBAN_LENGTHS.get(bare[:2]) or not bare.isascii() or not bare.isalnum():
        return False
    turned = bare[4:] + bare[:4]
    return int("".join(str(int(c, 36)) for c in turned)) % 97 == 1


def _bare(contact: str) -> str:
    return re.sub(r"[\s().\-/]", "", contact).casefold()
