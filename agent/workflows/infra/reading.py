"""Reading sizes, times, names and addresses from a request's words."""

import re

from agent.text import fold

_UNITS = {
    "second": 1, "sec": 1, "s": 1, "segundo": 1, "秒": 1,
    "minute": 60, "min": 60, "minuto": 60, "分钟": 60,
    "hour": 3600, "h": 3600, "hora": 3600, "小时": 3600,
    "day": 86400, "dia": 86400, "天": 86400,
    "week": 604800, "semana": 604800, "周": 604800,
    "month": 2592000, "mes": 2592000, "个月": 2592000,
    "year": 31536000, "ano": 31536000, "年": 31536000,
}  # fmt: skip
_UNIT = "|".join(sorted(_UNITS, key=len, reverse=True))
_SPAN = re.compile(rf"(\d+)[\s-]*({_UNIT})(?:es|s)?(?![a-z])")
_DAYS = re.compile(
    r"(\d+|\b(?:an?|one)(?= ))[\s-]*(?:(day|dia|week|semana|month|mes|year|ano)(?:es|s)?\b|天|周|个月|年)"
)
_MEGABYTES = re.compile(r"(\d+)\s*(mb|mib|gb|gib)\b")
_CIDR = re.compile(r"\b\d{1,3}(?:\.\d{1,3}){3}/\d{1,2}\b")
_EMAIL = re.compile(r"[\w.+-]+@[\w-]+(?:\.[\w-]+)+")
_NAMED = re.compile(
    r"\b(?i:named|called|(?:name|call) (?:it|them)|llamad[oa])\s+[\"'“`]?([A-Za-z0-9][\w./-]*)|(?:名为|叫做?)\s*([\w./-]+)"
)
FUNCTION, QUEUE = r"lambda(?: function)?|(?<!lambda )function", r"sqs queue|(?<!sqs )queue"
_OFF = r"(?:without|no|not|disable|disabled|turn off|switch off|remove|stop|sin|desactiva|关闭|禁用|不)"


def days(text: str) -> int | None:
    """The first time span in days; a month has 30."""
    found = _DAYS.search(fold(text))
    if not found:
        return None
    unit = found[2] or found[0][-1:]
    each = {
        "week": 7,
        "semana": 7,
        "周": 7,
        "month": 30,
        "mes": 30,
        "月": 30,
        "year": 365,
        "ano": 365,
        "年": 365,
    }
    count = int(found[1]) if found[1].isdigit() else 1
    return count * each.get(unit, 1)


def seconds(text: str) -> int | None:
    found = _SPAN.search(fold(text))
    return int(found[1]) * _UNITS[found[2]] if found else None


def span(seconds: int) -> str:
    """In the largest unit that fits: "4 days"."""
    for name in ("day", "hour", "minute"):
        if seconds and seconds % _UNITS[name] == 0:
            count = seconds // _UNITS[name]
            return f"{count} {name}{'' if count == 1 else 's'}"
    return f"{seconds} seconds"


def near(text: str, *words: str, reach: int = 40) -> str:
    """The text around the first of the words, empty when none is there."""
    folded = fold(text)
    for word in words:
        if found := re.search(word, folded):
            return folded[max(0, found.start() - reach) : found.end() + reach]
    return ""


def after(text: str, *words: str, reach: int = 40) -> str:
    """The text from the first of the words on."""
    folded = fold(text)
    for word in words:
        if found := re.search(word, folded):
            return folded[found.start() : found.end() + reach]
    return ""


def megabytes(text: str) -> int | None:
    found = _MEGABYTES.search(fold(text))
    if not found:
        return None
    return int(found[1]) * (1024 if found[2].startswith("g") else 1)


def number(text: str, pattern: str) -> int | None:
    found = re.search(pattern, fold(text))
    return int(found[1]) if found else None


def cidr(text: str) -> str | None:
    found = _CIDR.search(text)
    return found[0] if found else None


def cidrs(text: str) -> list[str]:
    return _CIDR.findall(text)


def email(text: str) -> str | None:
    found = _EMAIL.search(text)
    return found[0] if found else None


def named(text: str) -> str | None:
    """The name that somebody gives a thing: "a queue called orders"."""
    found = _NAMED.search(text)
    return (found[1] or found[2]).rstrip(".,;:") if found else None


def existing(text: str, things: str) -> str | None:
    """The name of one that is there already: "the function resize-images", "the queue called x"."""
    found = re.search(rf"(?<!\ba )(?<!\ban )(?<!\bnew ){existing_one(things)}", text)
    return (found[1] or found[2] or found[3]) if found else None


def existing_one(things: str) -> str:
    """A pattern: one of the things with its name behind it; a bare word has to look like one."""
    name = r"[A-Za-z][\w-]{0,139}"
    looks = r"(?!(?i:dead)-)(?=\w*[-_]|\w*[a-z][A-Z]|[A-Za-z]+\d)"
    quoted = r"[\"'“`]"
    called = rf"(?i:named|called) {quoted}?({name})"
    return rf"(?i:\b(?:{things})) (?:{called}|{quoted}({name})|{looks}({name}))"


def said(text: str, *words: str) -> bool | None:
    """True for a thing that is wanted, False for one that is not, None when it is not named."""
    folded = fold(text)
    for word in words:
        if found := re.search(word, folded):
            before = folded[max(0, found.start() - 24) : found.start()]
            behind = folded[found.end() : found.end() + 8]
            off = re.search(rf"\b{_OFF}\b(?:\s+\w+){{0,2}}\s*$|(?:关闭|禁用|不)\s*$", before)
            return not (off or re.match(r"\s+(?:off|disabled)\b", behind))
    return None
