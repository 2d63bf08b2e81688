"""How many hours a week somebody has, and how many hours they tell of, read by rules."""

import re
from dataclasses import dataclass
from typing import Literal

from agent.workflows.coach.contracts import MOST_HOURS
from agent.workflows.coach.planning.numerals import FIGURE, NUMBER, number
from agent.workflows.coach.planning.vocabulary import even

Every = Literal["day", "weekday", "weekend", "weekend day", "named", "week", "month", "times"]

_UNIT = (
    r"(?P<unit>hours?\b|hrs?\b|h\b|hor(?:it)?as?\b|hs\b|个半小时|个半钟头|个?小时|个?钟头"
    r"|minutes?\b|mins?\b|minutos?\b|分钟)"
)
_AMOUNT = re.compile(
    rf"(?P<half>\b(?:half an|media)\s+(?:hour|hora)\b|半个?(?:小时|钟头))"
    rf"|(?<![\d.,])(?P<low>{NUMBER})(?:\s*(?:-|–|—|~|to|or|a|o|至|到)\s*{NUMBER})?[\s-]*{_UNIT}"
    r"(?P<and_half>\s+(?:and a half|y media))?"
    rf"|\b(?P<bare>{FIGURE})(?=\s+(?:at|on|los|el)\s+(?:the\s+|each\s+)?"
    r"(?:weekend|saturday|sunday|fin(?:es)? de|sabado|domingo))"
)
_BETWEEN = re.compile(rf"(\b(?:entre|between)\s+{NUMBER}\s+)(y|and)(?=\s+{NUMBER})")
_AT_WORK = re.compile(
    r"\b(?:i work|working|my job (?:is|takes)|trabajo)\b[^,.;，。]*$|(?:上班|工作)$"
)
_TIMES = re.compile(
    rf"(?P<n>{NUMBER})\s*(?:times|days|evenings|nights|mornings|afternoons|sessions"
    r"|veces|dias|noches|tardes|sesiones)\s+(?:(?:a|per|each|every|por|a la|cada)\s+)"
    r"(?:week|semana)\b"
    rf"|(?:每周|一周|每星期|每个星期|每礼拜)\s*(?:学习?)?(?P<zh>{NUMBER})\s*(?:次|天|晚)"
)
_NAMED = re.compile(
    r"\b(?:mon|tues|wednes|thurs|fri|satur|sun)days?\b"
    r"|\b(?:lunes|martes|miercoles|jueves|viernes|sabados?|domingos?)\b"
    r"|(?:周|星期|礼拜)[一二三四五六日天](?![零一二两三四五六七八九十百个\d])"
)
_KINDS: tuple[tuple[Every, re.Pattern[str]], ...] = (
    ("weekend", re.compile(r"\bweekends?\b|\bfin(?:es)? de semana\b|\bfindes?\b|周末")),
    (
        "weekday",
        re.compile(r"\b(?:weekdays?|workdays?|working days?|weeknights?)\b|\bentre semana\b|\bdias? laborables?\b|工作日|平日"),
    ),
    ("named", _NAMED),
    (
        "day",
        re.compile(
            r"(?:\b(?:a|per|each|every)|/)\s*(?:single )?(?:day|d|night|evening|morning)\b|\bdaily\b|\b(?:al|por|cada)\s+(?:dia|noche)\b"
            r"|/\s*dia\b|\bdiari[oa]s?\b|\btodos los dias\b|每[天日晚]|每个?晚上|一天|/\s*天|天天"
        ),
    ),
    (
        "week",
        re.compile(
            r"(?:\b(?:a|per|each|every|this|in a)|/)\s*(?:single )?(?:week|wk|w)\b|\bweekly\b|\b(?:a la|por|cada|en la)\s+(?:semana|sem)\b|/\s*sem(?:ana)?\b"
            r"|\bsemanal(?:es|mente)?\b|每个?(?:周|星期|礼拜)|一个?(?:周|星期|礼拜)|/\s*周|周均"
        ),
    ),
    ("month", re.compile(r"(?:\b(?:a|per|each|every)|/)\s*month\b|\bmonthly\b|\b(?:al|por|cada)\s+mes\b|\bmensual(?:es)?\b|每个?月|一个月")),
)  # fmt: skip
_CLAUSE = re.compile(r"[,.;!?，。；！？\n](?!\d)")
_AND = re.compile(r"\b(?:and|but|y|pero)\b|和|但")
_DIGIT_DAY = re.compile(r"(?:周|星期|礼拜)$")
_FACTORS: dict[Every, float] = {
    "day": 7, "weekday": 5, "weekend": 1, "weekend day": 2, "named": 1, "week": 1, "month": 12 / 52,
}  # fmt: skip


@dataclass(frozen=True)
class Amount:
    """Hours that were told, and how often they come round; every "": it was not said."""

    hours: float
    factor: float
    every: Every | Literal[""]
    start: int
    end: int


def amounts(text: str) -> list[Amount]:
    folded = _BETWEEN.sub(_as_range, even(text)[1])
    times = _TIMES.search(folded)
    # "Three times a week" says how often, and its "a week" nothing of the hours.
    rest = _TIMES.sub(lambda m: "§" * len(m.group(0)), folded)
    found = list(_AMOUNT.finditer(rest))
    ends = [0, *(m.end() for m in found)]
    starts = [*(m.start() for m in found[1:]), len(rest)]
    told: list[Amount] = []
    for match, before, after in zip(found, ends, starts, strict=False):
        hours, named = _hours(match, rest)
        if hours is None or _AT_WORK.search(rest[before : match.start()]):
            continue
        every = _every(rest, match, since=before, until=after)
        factor = float(_FACTORS.get(every, 0)) if every else 0.0
        if named:
            every, factor = "named", 1.0
        elif every == "named":
            factor = _days_named(rest, match, since=before, until=after)
        if times and every in {"", "day"}:
            every, factor = "times", number(times["n"] or times["zh"] or "") or 0.0
        told.append(Amount(hours, factor, every, match.start(), match.end()))
    return told


def _as_range(found: re.Match[str]) -> str:
    # No longer and no shorter, so that places stay where they are.
    return found[1] + {"y": "a", "and": "to "}[found[2]]


def _hours(match: re.Match[str], text: str) -> tuple[float | None, bool]:
    """The hours, and whether a day of the week stood in the numeral: 每周六三小时."""
    if match["half"]:
        return 0.5, False
    if match["bare"]:
        return number(match["bare"]), False
    low, named = match["low"], False
    value = number(low)
    if value is None and _DIGIT_DAY.search(text[: match.start()]):
        value, named = number(low[1:]), True
    if value is None:
        return None, False
    if match["unit"].startswith("个半"):
        value += 0.5
    if match["and_half"]:
        value += 0.5
    is_minutes = match["unit"].startswith(("min", "分"))
    return (value / 60 if is_minutes else value), named


def _every(text: str, match: re.Match[str], *, since: int, until: int) -> Every | Literal[""]:
    after = _AND.split(_CLAUSE.split(text[match.end() : until])[0])[0]
    before = _CLAUSE.split(text[since : match.start()])
    # The nearest words first; the clause before stands in when its own says nothing.
    for words in (after, before[-1], *before[-2:-1]):
        kinds = [kind for kind, pattern in _KINDS if pattern.search(words)]
        if not kinds:
            continue
        everywhere = f"{words} {before[-1]} {after}"
        if kinds[0] == "day" and _KINDS[0][1].search(everywhere):
            return "weekend day"
        if kinds[0] == "day" and _KINDS[1][1].search(everywhere):
            return "weekday"
        if kinds[:1] == ["weekend"] and "day" in kinds:
            return "weekend day"
        return kinds[0]
    return ""


def _days_named(text: str, match: re.Match[str], *, since: int, until: int) -> float:
    days = _NAMED.findall(text[since : match.start()]) or _NAMED.findall(text[match.end() : until])
    return float(max(1, len(days)))


def hours_a_week(text: str) -> float | None:
    """As far as the text tells it, the lower end of a range; None when it does not, or cannot be."""
    told = [amount for amount in amounts(text) if amount.every]
    if not told:
        return None
    weekly = [each for each in told if each.every in {"week", "month", "day", "times"}]
    # Said twice, the last one counts: "I had ten a week, now I have four a week". Days add up.
    total = sum(each.hours * each.factor for each in (weekly[-1:] or told))
    total = round(total * 4) / 4
    return total if 0 < total <= MOST_HOURS else None


_STUDY = r"(?:\s*(?:of (?:free time|study|learning|work)|de (?:estudio|tiempo libre)|to (?:study|spend|spare)|free))?"


def spans(text: str) -> list[tuple[int, int]]:
    """Where hours and how often stand, with the words that belong to them."""
    folded = even(text)[1]
    found = []
    for amount in amounts(text):
        start, end = amount.start, amount.end
        if lead := re.search(
            r"(?:\b(?:about|around|roughly|maybe|up to|at most|at least|with|for|only|just|unas|unos|con|solo|entre"
            r"|i (?:only )?have|i can (?:study|spend|do|invest|give)|tengo|puedo (?:dedicar|estudiar))\s+"
            r"|(?:大概|大约|只有|我有|可以|能|学习?|花|用|抽出|投入|有|\s)+)+$",
            folded[:start],
        ):
            start = lead.start()
        for _, pattern in _KINDS:
            if after := re.match(
                rf"{_STUDY}\s*(?:(?:on|at|in|los|las|the)\s+)*(?:{pattern.pattern})", folded[end:]
            ):
                end += after.end()
            if before := re.search(rf"(?:{pattern.pattern})[\s,，]*$", folded[:start]):
                start = before.start()
        found.append((start, end))
    return [*found, *(m.span() for m in _TIMES.finditer(folded))]
