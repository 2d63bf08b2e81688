"""Deadlines and spans of time, read by rules. A deadline is always in the future."""

import calendar
import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from datetime import date, timedelta
from functools import partial

from agent.workflows.coach.planning.numerals import NUMBER, number
from agent.workflows.coach.planning.vocabulary import even

FURTHEST = 3660  # days; what is further away is no deadline of a course of study

_MONTHS = {
    name: index
    for index, names in enumerate(
        (
            "january jan enero 一月",
            "february feb febrero 二月",
            "march mar marzo 三月",
            "april apr abril 四月",
            "may mayo 五月",
            "june jun junio 六月",
            "july jul julio 七月",
            "august aug agosto 八月",
            "september sept sep septiembre setiembre 九月",
            "october oct octubre 十月",
            "november nov noviembre 十一月",
            "december dec diciembre 十二月",
        ),
        start=1,
    )
    for name in names.split()
}
_NAMES = "|".join(sorted(_MONTHS, key=len, reverse=True))
_LATIN_MONTH = (
    rf"(?:{'|'.join(sorted((m for m in _MONTHS if m.isascii()), key=len, reverse=True))})"
)
_HAN_MONTH = r"(?<![\d十])(?:十[一二]?|[一二三四五六七八九]|1[0-2]|0?[1-9])月"
_YEAR = r"(?:,?\s+(?:de(?:l)?\s+)?(?P<{0}>20\d\d|next year|this year|este ano|(?:el )?(?:ano que viene|proximo ano)))?"

_TO = (
    r"(?:(?P<before>\b(?:before|antes de(?:l)?)\b)|\b(?:by|until|till|for|in|on|around|para|hasta|en|a)\b)"
    r"\s+(?:(?:the|el|los|around|about|about the)[\s-]+)?"
)
_PART = r"(?:(?P<part>(?:the )?(?:end|middle|beginning|start)(?: of)?|late|early|mid|(?:los )?(?:finales|fines|mediados|principios) de(?:l)?(?: mes de)?|(?:el )?final de|que (?:acabe|termine))[\s-]+)?"
_OF_MONTH = re.compile(
    rf"(?:{_TO}|\b(?:a|at)\s+|(?=\bnext )){_PART}(?P<next>next |this )?(?P<month>{_LATIN_MONTH})\b\.?"
    rf"(?!\s+\d{{1,2}}(?:st|nd|rd|th)?\b(?!\s*(?:hours?|hrs?|h\b|horas?|:)))" + _YEAR.format("year")
)
_DAY_MONTH = re.compile(
    rf"(?P<before>\b(?:before|antes del?)\b)?\s*\b(?P<day>\d{{1,2}})(?:st|nd|rd|th|º|°)?\s+(?:of\s+|de\s+)?(?P<month>{_LATIN_MONTH})\b"
    + _YEAR.format("year")
)
_MONTH_DAY = re.compile(
    rf"(?P<before>\bbefore\b)?\s*\b(?P<month>{_LATIN_MONTH})\.?\s+(?:the\s+)?(?P<day>\d{{1,2}})(?:st|nd|rd|th)?\b(?!\s*(?:hours?|hrs?|h\b|horas?|hs\b|:))"
    + _YEAR.format("year")
)
_ISO = re.compile(
    r"(?P<before>\b(?:before|antes del?)\b\s*(?:el )?)?(?<!\d)(?P<year>20\d\d)[-/.](?P<month>\d{1,2})[-/.](?P<day>\d{1,2})(?!\d)(?P<zh>[之以]?前)?"
)
_SLASHED = re.compile(r"(?<![\d/])(?P<one>\d{1,2})[/.](?P<two>\d{1,2})[/.](?P<year>20\d\d)(?!\d)")
_MONTH_YEAR = re.compile(
    r"(?:(?P<before>\b(?:before|antes de)\b)|\b(?:by|until|para|hasta|en|in)\b)\s+(?P<month>0?[1-9]|1[0-2])/(?P<year>20\d\d)(?!\d)"
)
_HAN_DATE = re.compile(
    rf"(?P<year>20\d\d年|明年|今年)?的?(?P<month>{_HAN_MONTH})(?:(?P<day>\d{{1,2}}|[一二三]?十?[一二三四五六七八九十])[日号])?(?P<part>底|末|中旬|中|初|上旬|下旬)?份?(?P<before>[之以]?前)?"
)
_SPAN = rf"(?P<n>{NUMBER})[\s-]*(?:more\s+)?(?P<unit>days?|weeks?|months?|years?|dias?|semanas?|mes(?:es)?|anos?)\b"
_WITHIN = re.compile(
    rf"\b(?:within|in|over|inside(?: of)?|en|dentro de|durante)\s+(?:just\s+|about\s+|only\s+|roughly\s+|around\s+|under\s+|less than\s+|solo\s+|unos\s+|menos de\s+|as little as\s+)?"
    rf"(?:the next\s+|the coming\s+|(?:los|las) proxim[oa]s\s+|the space of\s+)?{_SPAN}(?P<half>\s+(?:and a half|y medio))?(?!\s*(?:ago|hours?|of experience|de experiencia|a week|per week|a la semana))"
)
_PLAN_OF = re.compile(rf"\b{_SPAN}[\s-]+(?:plan|programme|program|course plan|roadmap|deadline)\b")
_FROM_NOW = re.compile(rf"\b{_SPAN}\s+(?:from (?:now|today)|a partir de (?:hoy|ahora))\b")
_ALONE = re.compile(rf"(?:^|[,;.，；。]\s*){_SPAN}(?=\s*(?:[,;.，；。]|$))")
_HAN_ALONE = re.compile(
    rf"(?:^|[,;，；。]\s*)(?P<n>{NUMBER})\s*(?:个)?(?P<half>半)?(?P<unit>月|周|星期|礼拜|年)(?P<half2>半)?(?:时间)?(?=\s*(?:[,;，；。]|$))"
)
_ES_PLAN_OF = re.compile(rf"\bplan de {_SPAN}")
_I_HAVE = re.compile(
    rf"\b(?:i have|i ve got|i've got|i only have|tengo(?: solo)?)\s+(?:about\s+|only\s+|unos\s+)?{_SPAN}(?!\s+(?:of|de|ago|experience))"
)
_HALF_YEAR = re.compile(
    r"\b(?:in|within|over)\s+(?:the next\s+)?half a year\b|\b(?:en|dentro de)\s+medio ano\b|半年(?:之?内|以内|后|的?时间)|(?:用|花)半年"
)
_HAN_WITHIN = re.compile(
    rf"(?<!每)(?<!过去)(?P<n>{NUMBER})\s*(?:个)?(?P<half>半)?(?P<unit>月|周|星期|礼拜|天|年)(?P<half2>半)?(?:之?内|以内|之?后|的?时间|学会|学完|完成|转行|搞定|拿下)"
    rf"|(?:用|花|在)(?P<n2>{NUMBER})\s*(?:个)?(?P<unit2>月|周|星期|礼拜|天|年)"
)
_RELATIVE: tuple[tuple[re.Pattern[str], str], ...] = (
    (re.compile(r"\b(?:end of (?:the|this) year|year[ -]?end|fin(?:al(?:es)?)? de(?:l)? (?:este )?ano|fin de ano|new year(?:'s)?(?: eve)?|nochevieja)\b|今?年底|年末|(?<![半一二两三四五六七八九十\d])年内|今年之?内|元旦"), "year"),
    (re.compile(r"\b(?:end of next year|final(?:es)? del (?:ano que viene|proximo ano))\b|明年(?:年)?底"), "next year end"),
    (re.compile(r"\b(?:end of (?:the|this) month|fin(?:al(?:es)?)? de(?:l)?(?: este)? mes)\b|月底|本月内|这个月内"), "month"),
    (re.compile(r"\b(?:(?:by|in|before|until|for)\s+(?:the )?(?:end of )?next month|(?:para|en|antes de) (?:el )?(?:mes que viene|proximo mes)|(?:el )?(?:mes que viene|proximo mes))\b|下个月"), "next month"),
    (re.compile(r"\b(?:christmas|xmas|navidad(?:es)?)\b|圣诞节?"), "christmas"),
)  # fmt: skip
_OPEN = re.compile(
    r"\b(?:no (?:fixed |particular |real |hard )?(?:deadline|rush|hurry|due date|date in mind)|without a? ?deadline|not in a (?:hurry|rush)|whenever|no matter how long|at my own pace|take (?:my|our) time"
    r"|sin (?:prisa|prisas|fecha(?: limite| fija| tope)?|plazo(?:s)?|limite de tiempo)|no (?:hay|tengo) (?:prisa|fecha|plazo)\w*|a mi (?:propio )?ritmo)\b"
    r"|不着急|不急|没有?(?:截止|期限|时间限制|最后期限)\w*|慢慢(?:来|学)|无截止|没有时间要求"
)
_DAYS = {"day": 1, "dia": 1, "天": 1, "week": 7, "semana": 7, "周": 7, "星期": 7, "礼拜": 7}
_OF_A_YEAR = {"month": 1, "mes": 1, "月": 1, "year": 12, "ano": 12, "年": 12}


@dataclass(frozen=True)
class Deadline:
    """`day` is empty when the text says that there is none."""

    day: str
    start: int
    end: int


def deadline(text: str, today: date, *, day_first: bool = False) -> Deadline | None:
    """None when the text names no day, or one that can be read in two ways, or a past one."""
    folded = even(text)[1]
    for day, start, end in _found(folded, today, day_first=day_first):
        if day is None or not 0 < (day - today).days <= FURTHEST:
            continue
        return Deadline(day.isoformat(), start, end)
    if none := _OPEN.search(folded):
        return Deadline("", *none.span())
    return None


Reader = Callable[[re.Match[str], date], date | None]


def _found(folded: str, today: date, *, day_first: bool) -> Iterator[tuple[date | None, int, int]]:
    slashed: Reader = partial(_slashed, day_first=day_first)
    for pattern, read in ((_SLASHED, slashed), *_READERS):
        for match in pattern.finditer(folded):
            try:
                day = read(match, today)
            except ValueError:  # 31 June
                continue
            yield day, *match.span()


def _iso(found: re.Match[str], _today: date) -> date:
    day = date(int(found["year"]), int(found["month"]), int(found["day"]))
    return day - timedelta(days=1) if found["before"] or found["zh"] else day


def _slashed(found: re.Match[str], _today: date, *, day_first: bool) -> date | None:
    one, two, year = int(found["one"]), int(found["two"]), int(found["year"])
    if one > 12 or one == two or (day_first and two <= 12):
        return date(year, two, one)
    return date(year, one, two) if two > 12 else None


def _month_year(found: re.Match[str], _today: date) -> date:
    first = date(int(found["year"]), int(found["month"]), 1)
    return first - timedelta(days=1) if found["before"] else first


def _named_day(found: re.Match[str], today: date) -> date:
    month, day = _MONTHS[found["month"]], int(found["day"])
    last = timedelta(days=1 if found["before"] else 0)
    return _coming(month, day, year=_year(found["year"], today), today=today) - last


def _of_month(found: re.Match[str], today: date) -> date:
    month, year = _MONTHS[found["month"]], _year(found["year"], today)
    if found["next"] == "this ":
        year = today.year
    part = found["part"] or ("end" if re.match(r"(?:in|en)\b", found.group(0)) else "")
    return _part_of(month, part, year=year, is_before=bool(found["before"]), today=today)


def _han_date(found: re.Match[str], today: date) -> date:
    name = found["month"]
    month = int(name[:-1]) if name[:-1].isdigit() else _MONTHS[name]
    said = found["year"] or ""
    year = {"明年": today.year + 1, "今年": today.year}.get(said)
    year = int(said[:4]) if said[:4].isdigit() else year
    if found["day"]:
        day = int(number(found["day"]) or 0)
        last = timedelta(days=1 if found["before"] else 0)
        return _coming(month, day, year=year, today=today) - last
    part = {"底": "end", "末": "end", "下旬": "end", "中": "mid", "中旬": "mid"}.get(
        found["part"] or "", ""
    )
    return _part_of(month, part, year=year, is_before=bool(found["before"]), today=today)


def _part_of(month: int, part: str, *, is_before: bool, year: int | None, today: date) -> date:
    if re.search(r"end|late|final|fines|acabe|termine", part):
        years = [year] if year is not None else [today.year, today.year + 1]
        ends = [date(each, month, calendar.monthrange(each, month)[1]) for each in years]
        return next((end for end in ends if end > today), ends[-1])
    if re.search(r"mid", part) or "mediados" in part:
        return _coming(month, 15, year=year, today=today)
    first = _coming(month, 1, year=year, today=today)
    return first - timedelta(days=1) if is_before else first


def _coming(month: int, day: int, *, year: int | None, today: date) -> date:
    """That day in the year; without a year the next one after today."""
    if year is not None:
        return date(year, month, day)
    for each in range(today.year, today.year + 9):
        # 29 February comes every fourth year, and once only after eight.
        if day <= calendar.monthrange(each, month)[1] and date(each, month, day) > today:
            return date(each, month, day)
    raise ValueError(f"No month {month} has a day {day}")


def _year(said: str | None, today: date) -> int | None:
    if not said:
        return None
    if said.isdigit():
        return int(said)
    return today.year if said in {"this year", "este ano"} else today.year + 1


def _relative(found: re.Match[str], today: date) -> date:
    name = next(name for pattern, name in _RELATIVE if pattern.fullmatch(found.group(0)))
    match name:
        case "year":
            return date(today.year, 12, 31)
        case "next year end":
            return date(today.year + 1, 12, 31)
        case "christmas":
            return _coming(12, 24, year=None, today=today)
        case "month":
            return today.replace(day=calendar.monthrange(today.year, today.month)[1])
        case _:
            first = after(today, 1, months=True).replace(day=1)
            return first.replace(day=calendar.monthrange(first.year, first.month)[1])


def _within(found: re.Match[str], today: date) -> date | None:
    groups = found.groupdict()
    counted = number(groups["n"] or groups.get("n2") or "")
    unit = (groups["unit"] or groups.get("unit2") or "").removesuffix("s")
    if not counted:
        return None
    half = 0.5 if groups.get("half") or groups.get("half2") else 0.0
    return _later(today, counted + half, {"mese": "mes"}.get(unit, unit))


def _half_year(_found: re.Match[str], today: date) -> date:
    return after(today, 6, months=True)


def _later(today: date, counted: float, unit: str) -> date | None:
    if unit in _DAYS:
        days = round(counted * _DAYS[unit])
        return today + timedelta(days=days) if days <= FURTHEST else None
    months = counted * _OF_A_YEAR[unit]
    if months * 31 > FURTHEST:
        return None
    whole = after(today, int(months), months=True)
    return whole + timedelta(days=round((months - int(months)) * 30))


def after(day: date, counted: int, *, months: bool) -> date:
    """So many months (or days) later; the last day of a shorter month stands for its later ones."""
    if not months:
        return day + timedelta(days=counted)
    years, month = divmod(day.month - 1 + counted, 12)
    year, month = day.year + years, month + 1
    return date(year, month, min(day.day, calendar.monthrange(year, month)[1]))


_READERS: tuple[tuple[re.Pattern[str], Reader], ...] = (
    (_ISO, _iso),
    (_DAY_MONTH, _named_day),
    (_MONTH_DAY, _named_day),
    (_MONTH_YEAR, _month_year),
    (_HAN_DATE, _han_date),
    (_OF_MONTH, _of_month),
    *((pattern, _relative) for pattern, _ in _RELATIVE),
    (_HALF_YEAR, _half_year),
    (_WITHIN, _within),
    (_HAN_WITHIN, _within),
    (_PLAN_OF, _within),
    (_FROM_NOW, _within),
    (_ES_PLAN_OF, _within),
    (_ALONE, _within),
    (_HAN_ALONE, _within),
    (_I_HAVE, _within),
)
