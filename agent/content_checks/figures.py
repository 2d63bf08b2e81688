"""Figures in a text: numbers, percents, sums of money and dates, in digits and in words."""

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from itertools import chain

from agent.content_checks.numerals import Numeral, chinese_value, numerals
from agent.content_checks.reading import Reading
from agent.text import Language, fold

Date = tuple[int | None, int | None, int | None]


@dataclass(frozen=True)
class Figure:
    """`values` has more than one where "1.200" may be read in two ways.

    A sum of money has its currency, "?" where several share a sign.
    """

    start: int
    end: int
    values: tuple[float, ...] = ()
    is_percent: bool = False
    currency: str = ""
    date: Date | None = None
    is_word: bool = False
    has_unit: bool = False
    scale: float = 1

    @property
    def is_bare(self) -> bool:
        return not (self.is_percent or self.currency or self.date or self.has_unit)


_NUMBER = re.compile(
    r"(?<![A-Za-zÀ-ɏ_\d])(?<!\d[.,/])(?<![A-Za-z]-)"
    r"(?P<n>\d{1,3}(?:[.,'’\u00a0\u202f ]\d{3})+(?:[.,]\d{1,2})?|\d+(?:[.,]\d+)?)(?!\d|/\d)"
)
_NAME = re.compile(r"(?!(?:st|nd|rd|th|s)\b)[A-Za-z]")
"""Goes on like this behind the digits of a name: 3D, 5G."""
_SIGNS = {"€": "EUR", "£": "GBP", "$": "$", "¥": "¥", "￥": "¥", "US$": "USD", "MX$": "MXN"}
_BEFORE = re.compile(r"(?:(US\$|MX\$|[€£$¥￥])|\b(EUR|USD|GBP|CNY|RMB|MXN|JPY))[ \u00a0]?\Z")
_AFTER = re.compile(
    r"[ \u00a0]?(?:(?P<scale>k\b|K\b|m\b|M\b|mn\b|bn\b|thousand\b|million\b|billion\b|trillion\b"
    r"|mil millones\b|mil\b|mill[oó]n(?:es)?\b|M€|千万|百万|千|万亿|万|亿)[ \u00a0]?(?:de )?)?"
    r"(?:(?P<percent>%|％|per ?cent\b|percentage points?\b|pp\b|por ciento\b|puntos porcentuales\b"
    r"|个百分点)"
    r"|(?P<money>€|£|\$|euros?\b|dollars?\b|pounds?\b|d[oó]lares\b|d[oó]lar\b|libras?\b|pesos?\b"
    r"|yuan\b|EUR\b|USD\b|GBP\b|CNY\b|RMB\b|MXN\b|元|美元|欧元|英镑|人民币|块钱)"
    r"|(?P<unit>m²|m2\b|km²?\b|sq(?:uare)? ?(?:ft|feet|met)|metros?\b|met(?:re|er)s?\b|ft\b|kWh\b"
    r"|kg\b|平方米|平米|公里|倍|times\b|veces\b))?",
    re.IGNORECASE,
)
_SCALE = {
    "k": 1e3, "thousand": 1e3, "mil": 1e3, "千": 1e3, "万": 1e4, "百万": 1e6, "千万": 1e7,
    "m": 1e6, "mn": 1e6, "million": 1e6, "millon": 1e6, "millones": 1e6, "m€": 1e6, "亿": 1e8,
    "bn": 1e9, "billion": 1e9, "mil millones": 1e9, "trillion": 1e12, "万亿": 1e12,
}  # fmt: skip
_MONEY = {
    "€": "EUR", "euro": "EUR", "euros": "EUR", "eur": "EUR", "欧元": "EUR", "£": "GBP",
    "pound": "GBP", "pounds": "GBP", "gbp": "GBP", "libra": "GBP", "libras": "GBP", "英镑": "GBP",
    "$": "$", "dollar": "$", "dollars": "$", "dolar": "$", "dolares": "$", "usd": "USD",
    "美元": "USD", "peso": "MXN", "pesos": "MXN", "mxn": "MXN", "yuan": "CNY", "元": "CNY",
    "cny": "CNY", "rmb": "CNY", "人民币": "CNY", "块钱": "CNY",
}  # fmt: skip
_ALIKE = {frozenset(("$", "USD")), frozenset(("$", "MXN")), frozenset(("¥", "CNY"))}

_ENGLISH_MONTHS = (
    "january february march april may june july august september october november december"
    " jan feb mar apr may jun jul aug sep oct nov dec"
)
_SPANISH_MONTHS = (
    "enero febrero marzo abril mayo junio julio agosto septiembre octubre noviembre diciembre"
)
_MONTHS = {
    name: place % 12 + 1
    for names in (_ENGLISH_MONTHS, _SPANISH_MONTHS)
    for place, name in enumerate(names.split())
} | {"sept": 9, "setiembre": 9}
_MONTH = "|".join(sorted(_MONTHS, key=len, reverse=True))
_DATES = (
    re.compile(r"(?<![\d-])(?P<y>\d{4})-(?P<m>\d{1,2})-(?P<d>\d{1,2})(?![\d-])"),
    re.compile(r"(?P<y>(?:19|20)\d\d)年(?:(?P<m>\d{1,2})月(?:(?P<d>\d{1,2})[日号])?)?"),
    re.compile(r"(?<!\d)(?P<m>\d{1,2})月(?P<d>\d{1,2})[日号]"),
    re.compile(
        rf"\b(?P<d>\d{{1,2}})(?:st|nd|rd|th)?(?: of| de)? (?P<name>{_MONTH})\b"
        r"(?:,?(?: de(?:l)?)? (?P<y>\d{4})\b(?![-/]\d))?",
        re.IGNORECASE,
    ),
    re.compile(
        rf"\b(?P<name>{_MONTH})\.? (?P<d>\d{{1,2}})(?:st|nd|rd|th)?\b(?!%|[\d.,]*\d)"
        r"(?:,? (?P<y>\d{4})\b(?![-/]\d))?",
        re.IGNORECASE,
    ),
    re.compile(rf"\b(?P<name>{_MONTH})(?: del?| of)? (?P<y>\d{{4}})\b", re.IGNORECASE),
)
_SLASHED = re.compile(r"(?<![\d/])(\d{1,2})/(\d{1,2})/(\d{4})(?![\d/])")
_NO_FIGURE = re.compile(
    r"(?<!\d)\d{1,2}:\d{2}(?!\d)|\b\d{1,2} ?(?:am|pm)\b|\b(?:24/7|50/50|9[- ]to[- ]5|360°)"
    r"|\b21st[- ]century\b",
    re.IGNORECASE,
)
"""Times of the day, and idioms."""
_ORDINAL_ITEM = re.compile(r"^[ \t#>*]*\d{1,3}[.)、][ \t]", re.MULTILINE)
_ZH_PERCENT = re.compile(
    "百分之([零〇一二两三四五六七八九十百]{1,6}(?:点[零一二三四五六七八九]{1,4})?)"
)
_ZH_TENTHS = re.compile("成(?![为就功熟长本员立交都])")
_RANGE = re.compile(r"[ \u00a0]?(?:-|–|—|~|～|to|a|至|到)[ \u00a0]?\Z")
_AND = re.compile(r" (?:and|y) \Z")
_BETWEEN = re.compile(r"\b(?:between|entre) \Z", re.IGNORECASE)
_PARTS = {
    "en": re.compile(
        r"\b(?:(?P<half>half) (?:of|the)|(?P<third>(?:a|one)[ -]third of)"
        r"|(?P<twothirds>two[ -]thirds)|(?P<quarter>(?:a|one) quarter of)"
        r"|(?P<threequarters>three[ -]quarters))\b",
        re.IGNORECASE,
    ),
    "es": re.compile(
        r"\b(?:(?P<half>la mitad)|(?P<third>un tercio)|(?P<twothirds>dos tercios)"
        r"|(?P<quarter>una cuarta parte)|(?P<threequarters>tres cuart[ao]s(?: partes)?))\b",
        re.IGNORECASE,
    ),
    "zh": re.compile(
        "(?P<half>一半|半数)|(?P<third>三分之一)|(?P<twothirds>三分之二)|(?P<quarter>四分之一)"
        "|(?P<threequarters>四分之三)"
    ),
}  # fmt: skip
_SHARES = {
    "half": (50.0,),
    "third": (33.0, 33.3, 33.33),
    "twothirds": (66.0, 67.0, 66.7, 66.67),
    "quarter": (25.0,),
    "threequarters": (75.0,),
}


def figures(reading: Reading) -> list[Figure]:
    """In the order of their places; none within another one."""
    text = _ORDINAL_ITEM.sub(lambda found: " " * len(found[0]), reading.spoken)
    taken = bytearray(len(text))
    for idiom in _NO_FIGURE.finditer(text):
        _take(taken, idiom.start(), idiom.end())
    found: list[Figure] = []
    for figure in _in_turn(text, reading.language):
        if not any(taken[figure.start : figure.end]):
            _take(taken, figure.start, figure.end)
            found.append(figure)
    return _ranged(sorted(found, key=lambda figure: figure.start), text)


def _take(taken: bytearray, start: int, end: int) -> None:
    taken[start:end] = b"\1" * (end - start)


def _in_turn(text: str, language: Language) -> Iterator[Figure]:
    """What says most of its figures comes first: dates, then shares, digits and words."""
    yield from _dates(text)
    yield from _shares(text, language)
    yield from _digits(text)
    for numeral in numerals(text, language):
        yield _worded(text, numeral)


def _dates(text: str) -> Iterator[Figure]:
    for pattern in _DATES:
        for found in pattern.finditer(text):
            groups = found.groupdict()
            month = _MONTHS[fold(groups["name"])] if groups.get("name") else _number(groups, "m")
            date = (_number(groups, "y"), month, _number(groups, "d"))
            yield Figure(found.start(), found.end(), date=date)
    for found in _SLASHED.finditer(text):
        first, second, year = map(int, found.groups())
        # Which is the month cannot be told; the day is the one above 12.
        day, month = (first, second) if second <= 12 else (second, first)
        yield Figure(found.start(), found.end(), date=(year, month, day))


def _number(groups: dict[str, str | None], name: str) -> int | None:
    text = groups.get(name)
    return int(text) if text else None


def _shares(text: str, language: Language) -> Iterator[Figure]:
    for found in _PARTS[language].finditer(text):
        name = found.lastgroup or "half"
        yield Figure(
            found.start(), found.end(), _SHARES[name], is_percent=True, is_word=True, has_unit=True
        )
    for found in _ZH_PERCENT.finditer(text):
        whole, _, decimals = found[1].partition("点")
        digits = "".join(str(int(chinese_value(c))) for c in decimals)
        value = float(f"{chinese_value(whole):.0f}.{digits or 0}")
        yield Figure(found.start(), found.end(), (value,), is_percent=True, is_word=True)


def _digits(text: str) -> Iterator[Figure]:
    for found in _NUMBER.finditer(text):
        start, end = found.start("n"), found.end("n")
        after = _AFTER.match(text, end)
        scale = (after and after["scale"]) or ""
        if scale and not _scales(text, scale, start=start, after=after):
            scale, after = "", _AFTER.match(text, end + 10**9)
        tail = after.end() if after and after[0].strip() else end
        if tail == end and _NAME.match(text, end):
            continue
        before = _BEFORE.search(text, max(0, start - 5), start)
        times = _SCALE.get(fold(scale), 1.0)
        yield Figure(
            before.start() if before else found.start(),
            end + len(text[end:tail].rstrip()),
            tuple(value * times for value in _readings(found["n"])),
            is_percent=bool(after and after["percent"]),
            currency=_currency(before, after),
            has_unit=bool(scale or (after and after["unit"])),
            scale=times,
        )


def _scales(text: str, scale: str, *, start: int, after: re.Match[str] | None) -> bool:
    """Whether it is no unit: "5 m" are metres, "€5m" and "5M" are millions."""
    if scale not in ("m", "M", "K", "k"):
        return True
    has_money = _BEFORE.search(text, max(0, start - 5), start) or (after and after["money"])
    is_glued = after is not None and not after[0][:1].isspace()
    return bool(has_money) or (is_glued and scale != "m")


def _currency(before: re.Match[str] | None, after: re.Match[str] | None) -> str:
    if before:
        code = before[2].upper() if before[2] else ""
        return _SIGNS.get(before[1], "") if before[1] else {"RMB": "CNY"}.get(code, code)
    if after and after["scale"] and fold(after["scale"]) == "m€":
        return "EUR"
    return _MONEY.get(fold(after["money"]), "") if after and after["money"] else ""


def _readings(digits: str) -> tuple[float, ...]:
    """All that it may mean: "1.200" is 1200 in Spain and 1.2 in Britain."""
    plain = "".join(str(int(c)) if c.isdecimal() else c for c in digits)
    plain = re.sub("['’\u00a0\u202f ]", "", plain)
    marks = re.sub(r"\d", "", plain)
    if not marks:
        return (float(plain),)
    if len(set(marks)) == 2:
        decimal = marks[-1]
        other = "," if decimal == "." else "."
        return (float(plain.replace(other, "").replace(decimal, ".")),)
    whole = float(re.sub("[.,]", "", plain))
    if len(marks) > 1:
        return (whole,)
    decimal_value = float(plain.replace(",", "."))
    return (whole, decimal_value) if re.fullmatch(r"\d{1,3}[.,]\d{3}", plain) else (decimal_value,)


def _worded(text: str, numeral: Numeral) -> Figure:
    after = _AFTER.match(text, numeral.end)
    has_tail = bool(after and (after["percent"] or after["money"] or after["unit"]))
    is_tenths = _ZH_TENTHS.match(text, numeral.end) is not None
    tail = after.end() if after and has_tail else numeral.end + is_tenths
    return Figure(
        numeral.start,
        numeral.end + len(text[numeral.end : tail].rstrip()),
        (numeral.value * (10 if is_tenths else 1),),
        is_percent=bool(is_tenths or (after and after["percent"])),
        currency=_currency(None, after) if has_tail else "",
        has_unit=bool(has_tail and after and after["unit"]),
        is_word=True,
    )


def _ranged(found: list[Figure], text: str) -> list[Figure]:
    """Ranges share their unit: "5 to 10 %" are two percents, "€5–10" two sums."""
    for n in range(len(found) - 1):
        one, other = found[n], found[n + 1]
        if one.date or other.date or not _is_range(text, one, other):
            continue
        has_less = other.scale != one.scale or not other.is_bare
        if has_less and not (one.is_percent or one.has_unit):
            found[n] = _like(one, other)
        if one.currency and not (other.currency or other.is_percent):
            found[n + 1] = replace(other, currency=one.currency)
    return found


def _is_range(text: str, one: Figure, other: Figure) -> bool:
    gap = text[one.end : other.start]
    if _AND.match(gap):
        return _BETWEEN.search(text, max(0, one.start - 12), one.start) is not None
    return _RANGE.match(gap) is not None


def _like(one: Figure, other: Figure) -> Figure:
    """With the other's unit, and perhaps its scale: "5-10k" begins with 5 or with 5000."""
    scaled = tuple(value * other.scale for value in one.values if other.scale != one.scale)
    return replace(
        one,
        values=(*one.values, *scaled),
        is_percent=other.is_percent,
        currency=one.currency or other.currency,
        has_unit=other.has_unit,
    )


class Known:
    """The figures that may be used, found by their values."""

    def __init__(self, known: Iterable[Figure]) -> None:
        self._dated: list[Figure] = []
        self._valued: dict[float, list[Figure]] = {}
        for figure in known:
            if figure.date:
                self._dated.append(figure)
            for value in figure.values:
                self._valued.setdefault(_key(value), []).append(figure)

    def support(self, figure: Figure) -> bool:
        """Whether it is among them, or the same one said more exactly."""
        years = [figure.date[0]] if figure.date and figure.date[0] else []
        alike = (self._valued.get(_key(value), ()) for value in (*figure.values, *years))
        others = chain(self._dated, *alike)
        return any(_same(figure, other) for other in others)


def _key(value: float) -> float:
    return round(value, 4)


def _same(figure: Figure, other: Figure) -> bool:
    if figure.date:
        return _within(figure.date, other)
    if other.date:
        return figure.is_bare and any(value == other.date[0] for value in figure.values)
    if figure.is_percent != other.is_percent:
        return False
    if figure.currency and not _same_money(figure.currency, other.currency):
        return False
    values = set(map(_key, other.values))
    return any(_key(value) in values for value in figure.values)


def _within(date: Date, other: Figure) -> bool:
    if other.date is None:
        year_only = date[1:] == (None, None)
        return year_only and other.is_bare and date[0] in other.values
    return all(mine in (None, theirs) for mine, theirs in zip(date, other.date, strict=True))


def _same_money(one: str, other: str) -> bool:
    return one == other or frozenset((one, other)) in _ALIKE
