"""What somebody wants otherwise of a milestone, read by rules."""

import re
from dataclasses import dataclass
from datetime import date
from typing import Literal

from agent.text import language_of
from agent.workflows.coach.planning import amounts, dates
from agent.workflows.coach.planning.numerals import NUMBER, number
from agent.workflows.coach.planning.vocabulary import bounded, even

Kind = Literal[
    "other_course", "drop_course", "split", "earlier", "later", "pace", "harder", "easier",
    "longer", "shorter",
]  # fmt: skip


@dataclass(frozen=True)
class Wish:
    """`days` as far as they were told; `day` of another start; `hours` a week of a pace."""

    kind: Kind
    days: int | None = None
    is_total: bool = False
    """The days are all there shall be, not a difference."""
    day: str = ""
    hours: float | None = None


_COURSE = r"(?:courses?|class(?:es)?|cursos?)"
_PATTERNS: tuple[tuple[Kind, re.Pattern[str]], ...] = (
    ("other_course", re.compile(rf"\b(?:another|different|other|new|better|alternative|replace|swap|change|exchange)\b[^.;]{{0,25}}?\b{_COURSE}\b|\b(?:otro|cambia\w*|sustituye|reemplaza)\b[^.;]{{0,20}}?\bcursos?\b|\bcursos? (?:distinto|diferente|mejor)\b|换[^。；]{{0,8}}课|(?:别的|其他|另一[门个])课|更换课")),
    ("drop_course", re.compile(rf"\b(?:drop|remove|without|skip|delete|take out|leave out|get rid of|no)\b[^.;]{{0,20}}?\b{_COURSE}\b|\b(?:quita\w*|elimina\w*|saca\w*|sin)\b[^.;]{{0,15}}?\bcursos?\b|(?:去掉|删除|删掉|不要|取消|移除|不上)[^。；]{{0,8}}课")),
    ("split", re.compile(r"\b(?:split|divide|break (?:it |this |that )?(?:up|into|in)|(?:into|in) two|two (?:parts|halves|smaller))\b|\b(?:divid\w*|separa\w*|en dos|dos partes)\b|拆分|拆成|拆开|分成|分为|分两")),
    ("earlier", re.compile(r"\b(?:earlier|sooner|as soon as possible|move up|(?:move|pull|bring|shift) (?:\w+ ){1,3}(?:up|forward|ahead)|(?:start|begin) (?:\w+ ){0,3}(?:now|today|tomorrow|early))\b|\b(?:adelant(?!e\b)\w+|(?<!como )antes(?! (?:del?|que)\b)|mas (?:temprano|pronto)|(?:empez|empiez|comenz|comienz)\w+ (?:\w+ ){0,3}(?:ya|hoy|manana))\b|提前|提早|尽早|尽快|早一?[点些]|早(?=[\d一二两三四五六七八九十半]+个?(?:天|周|星期|礼拜|月))")),
    ("later", re.compile(r"\b(?:postpone|delay|defer|push(?:ed)? (?:it |this |that )?(?:back|out)|(?:start|begin|move|shift)\w*\b[^.;]{0,25}\b(?:later|back|by|on|in|after|from)|later|not before)\b|\b(?:mas tarde|despues|aplaza\w*|pospon\w*|retras\w*|empez\w+ (?:el|en|a partir)|no antes de)\b|推迟|延后|延期|往后|晚一?[点些]?(?:再)?(?:开始|做)?|晚(?=\d|[一二两三四五六七八九十半])")),
    ("harder", re.compile(r"\b(?:harder|more (?:difficult|challenging|advanced|demanding)|too (?:easy|basic|simple)|a challenge|deeper)\b|\bmas (?:dificil|avanzad\w|exigente)\b|\b(?:demasiado|muy) (?:facil|basic\w|sencill\w|simple)\b|太(?:简单|容易|基础)|难一?[点些]|更难|(?:提高|加大|增加)难度|有挑战|深入一?[点些]")),
    ("easier", re.compile(r"\b(?:easier|simpler|gentler|simplify|too (?:hard|difficult|advanced|demanding|tough)|less (?:hard|difficult|demanding|advanced))\b|\bmas (?:facil|sencill\w|simple)\b|\b(?:demasiado|muy) (?:dificil|dur\w|avanzad\w)\b|\bsimplifica\w*|(?<!太)(?:简单|容易)|太难|(?:降低|减小)难度")),
    ("longer", re.compile(r"\b(?:(?:more|extra|additional|not enough|too little) time|longer|slow(?:er|ly)?|extend\w*|lengthen|stretch|too (?:fast|short|tight|quick|rushed)|relax(?:ed)?|(?:more|extra) (?:weeks?|days?|months?))\b|\b(?:(?:mas|poco|falta) tiempo|mas (?:larg\w|lent\w|despacio)|alarga\w*|ampli\w+|extiend\w*|extender|prolong\w*|(?:demasiado|muy) (?:rapid\w|cort\w|justo)|(?:semanas?|dias?|mes(?:es)?) mas)\b|(?:更多|多.{0,4})时间|延长|时间(?:不够|太少|太紧)|太(?:快|短|紧|赶)|慢一?[点些]|放慢|长一?[点些]|多(?:给|加|留)?(?=\d|[一二两三四五六七八九十半]+个?[周天月])")),
    ("shorter", re.compile(r"\b(?:short(?:er|en)|less time|fewer (?:hours|weeks|days)|faster|quicker|speed (?:it )?up|reduce|cut|compress|condense|trim|too (?:long|slow|much(?: time)?|many hours)|(?:weeks?|days?) less)\b|\b(?:mas (?:cort\w|rapid\w|breve)|acort\w*|acorta\w*|reduc\w*|recort\w*|menos (?:tiempo|horas|semanas|dias)|(?:demasiado|muy) (?:larg\w|lent\w|tiempo)|abrevia\w*|comprim\w*)\b|缩短|短一?[点些]|更短|太(?:长|慢|久)|快一?[点些]|更快|加快|压缩|减少|少(?:花|用|一?[点些])")),
)  # fmt: skip
_NOT = re.compile(
    r"(?:\b(?:not|don't|do not|never|no|ni)\s+(?:\w+\s+){0,2}|(?:不要|别|不用|不想|不需要)\s*.{0,2})$"
)
_SPAN = re.compile(
    rf"(?P<total>\b(?:in|to|within|only|en|a|solo)\s+|(?:改[成为]|用|只要|缩短到|延长到)\s*)?(?P<n>{NUMBER})\s*(?:个)?(?:more |extra |additional |mas )?(?P<unit>days?|weeks?|months?|dias?|semanas?|mes(?:es)?|天|周|星期|礼拜|月)(?![a-z])"
)
_PER_UNIT = {"d": 1, "w": 7, "s": 7, "m": 30, "天": 1, "周": 7, "星": 7, "礼": 7, "月": 30}
MOST_DAYS = 366


def wishes_in(text: str, today: date) -> list[Wish]:
    """In the order in which they are to be fulfilled; none when no rule understands it."""
    text = bounded(text)
    folded = even(text)[1]
    found: list[Wish] = []
    for kind, pattern in _PATTERNS:
        match = pattern.search(folded)
        if match and not _NOT.search(folded[: match.start()]):
            found.append(_with_amount(kind, text, folded, today))
    if hours := amounts.hours_a_week(text):
        found.append(Wish("pace", hours=hours))
    return _agreeing(found)


def _agreeing(found: list[Wish]) -> list[Wish]:
    """Of two that contradict each other neither is understood: it is asked, never guessed."""
    kinds = {wish.kind for wish in found}
    if "drop_course" in kinds and "other_course" in kinds:
        found = [wish for wish in found if wish.kind != "drop_course"]
    for one, two in (("easier", "harder"), ("longer", "shorter")):
        if one in kinds and two in kinds:
            found = [wish for wish in found if wish.kind not in {one, two}]
    if "earlier" in kinds:
        # "Move it up by a week" has the words of a later start, too.
        found = [wish for wish in found if wish.kind != "later"]
    # "Split it, two parts" and "start two weeks later" tell a number that is no length.
    if {"split", "earlier", "later"} & kinds:
        found = [wish for wish in found if wish.kind not in {"longer", "shorter"}]
    return found


def _with_amount(kind: Kind, text: str, folded: str, today: date) -> Wish:
    moves = kind in {"earlier", "later"}
    if moves and (day := _day_in(text, today)):
        return Wish(kind, day=day)
    if not moves and kind not in {"longer", "shorter"}:
        return Wish(kind)
    span = _SPAN.search(folded)
    counted = number(span["n"]) if span else None
    if not span or not counted:
        return Wish(kind)
    unit = "m" if span["unit"].startswith("mes") else span["unit"][0]
    days = min(MOST_DAYS, round(counted * _PER_UNIT[unit]))
    return Wish(kind, days=days, is_total=bool(span["total"]) and not moves)


def _day_in(text: str, today: date) -> str:
    """A day that is named, the first of a month that is."""
    told = dates.deadline(text, today, day_first=language_of(text) == "es")
    if not told or not told.day or _SPAN.search(even(text)[1]):
        return ""
    has_day = re.search(r"\d", even(text)[1][told.start : told.end])
    return told.day if has_day else date.fromisoformat(told.day).replace(day=1).isoformat()
