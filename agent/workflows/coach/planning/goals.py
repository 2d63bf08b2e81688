"""A goal out of what somebody writes: what, how well, how fast, in which language, at what cost."""

import re
from collections.abc import Sequence
from datetime import date
from typing import Any, Literal

from agent.ports.courses import Level, Role, Skill
from agent.text import language_of
from agent.workflows.coach.contracts import Goal
from agent.workflows.coach.planning import amounts, dates
from agent.workflows.coach.planning.stances import Said, stances
from agent.workflows.coach.planning.subjects import named_without_skill, without
from agent.workflows.coach.planning.vocabulary import Vocabulary, bounded, even

Asked = Literal["level", "hours_a_week", "deadline", "course_language", "budget"]
ASKED: tuple[Asked, ...] = ("level", "hours_a_week", "deadline", "course_language", "budget")
MOST_ASKED = 3
USUAL: Level = 2
"""How well somebody wants to know what they name, when they do not say."""

ABOVE: tuple[Level, ...] = (1, 2, 3, 3)
"""What is wanted of a skill by those who hold that level of it."""

_LITTLE = re.compile(
    r"\b(?:some|a (?:little|bit)|(?:the |only )?basics?|beginner|little|un poco|algo|(?:lo )?basic[oa]s?|nociones|poca?)\b|一点|一些|基础|入门|皮毛|略|初级|基本"
)
_MUCH = re.compile(
    r"\b(?:experts?|advanced|very well|fluent|in depth|deep(?:ly)?|master(?:ing|y)?|senior|avanzad[oa]s?|experto|experta|muy bien|a fondo|dominar)\b|精通|熟练|高级|专家|深入"
)
_INTRODUCTORY = re.compile(
    r"\b(?:basics?|fundamentals|introduct\w+|intro|first steps|basic[oa]s?|fundamentos|introduccion|nociones)\b|基础|入门|初级"
)
_FROM_NOTHING = re.compile(
    r"\bfrom (?:scratch|zero|the (?:very )?(?:beginning|ground up)|nothing)\b|\b(?:no|zero|without(?: any)?) (?:prior |previous |programming |coding |technical )*(?:experience|knowledge|background)\b"
    r"|\b(?:complete|absolute|total) (?:beginner|novice|newbie)\b|\bnever (?:programmed|coded|written (?:a line of )?code|studied|done (?:any|this))\b|\bknow nothing\b"
    r"|\bdesde (?:cero|el principio)\b|\bsin (?:ninguna |ningun )?(?:experiencia|conocimientos?|base|saber nada)\b|\bnunca he\b|\bno (?:se|tengo|entiendo) (?:nada|ninguna|ni idea)\b|\bpartiendo de cero\b"
    r"|零基础|从零|从头|没有?(?:任何|什么)?(?:\w{0,6})(?:基础|经验)|小白|完全不|什么都不|一窍不通"
)
_BEGINNER = re.compile(
    r"\b(?:beginners?|novice|newbie|newcomer|new to|just (?:started|starting)|know (?:the|some) basics|some experience|se lo basico|principiantes?|novat[oa]|recien empiezo)\b|初学|新手|刚(?:开始|入门)|菜鸟|有一?[点些]基础|会一点"
)
_MIDDLING = re.compile(
    r"\bintermediate(?: level)?\b|\bmid[- ]level\b|\bintermedi[oa]\b|\bnivel medio\b|中级|中等水平"
)
_EXPERT = re.compile(
    r"\b(?:i(?:'m| am|m) (?:already )?(?:an? )?(?:expert|advanced)|i(?:'ve| have|ve) (?:got )?advanced|my level is advanced|at an? advanced level|advanced learner|soy (?:un |una )?expert[oa]|nivel (?:es )?avanzado)\b|(?:我是|水平)(?:高级|专家)|高级水平|高手"
)
_TONGUES: dict[str, str] = {
    "en": r"english|ingles(?:es|a)?|英[文语]",
    "es": r"spanish|espanol(?:es|a)?|castellano|西班牙[文语]|西语",
    "zh": r"chinese|mandarin|chino(?:s|a)?|mandarin|中[文]|汉语|国语",
    "fr": r"french|frances|法[文语]",
    "de": r"german|aleman|德[文语]",
    "pt": r"portuguese|portugues|葡萄牙[文语]",
    "ja": r"japanese|japones|日[文语]",
}
_ALL_TONGUES = "|".join(_TONGUES.values())
_IN_TONGUE = re.compile(
    rf"\b(?:courses?|classes|material\w*|videos?|lessons?|lectures?|resources?|taught|everything|preferably|only|best)?\s*(?:are |be )?\bin (?:{_ALL_TONGUES})\b(?:\s+or\s+(?:{_ALL_TONGUES}))?"
    rf"|\b(?:{_ALL_TONGUES})(?:[ -](?:language|taught|speaking))?\s+(?:courses?|classes|material\w*|videos?|lessons?|only|please)\b"
    rf"|\b(?:cursos?|clases|material(?:es)?|videos?|recursos)?\s*\ben (?:{_ALL_TONGUES})\b(?:\s+o\s+(?:en\s+)?(?:{_ALL_TONGUES}))?|\b(?:cursos?|clases) (?:{_ALL_TONGUES})\b"
    rf"|(?:用|要|看|上|想看|最好是?)?(?:{_ALL_TONGUES})(?:或者?|和)?(?:{_ALL_TONGUES})?的?(?:课程?|视频|教材|授课|教学|教程|资料)"
)
_ANY_TONGUE = re.compile(
    r"\bany language\b|\blanguage does(?: not|n't) matter\b|\b(?:en )?cualquier idioma\b|\bel idioma (?:me )?da igual\b|语言不限|什么语言都"
)
_FREE = re.compile(
    r"\b(?:free (?:courses?|ones|resources?|material\w*|only|classes|content|online|of charge|options?|stuff|please|if possible|preferred)|for free|(?:only|just|must be|should be|everything|all|preferably|prefer|be) free|(?:budget|money)(?: is| of)?:? (?:zero|0|free|none|nothing)"
    r"|(?:no|zero) (?:budget|money)|without (?:paying|spending)|(?:can't|cannot|can not|don't want to|do not want to|won't) (?:pay|afford|spend)|gratis|gratuit[oa]s?|sin (?:pagar|coste|costo|presupuesto|gastar)|no (?:quiero|puedo) (?:pagar|gastar))\b"
    r"|(?:^|[,;.]\s*)free(?=\s*(?:$|[,;.]))|免费|不花钱|不想花钱|没有?(?:预算|钱)|零预算|不付费"
)
_PAID = re.compile(
    r"\b(?:paid (?:courses?|ones|classes)? ?(?:only|preferred)|only paid|(?:solo|unicamente) (?:cursos )?de pago)\b|只要付费"
)
_ANY_COST = re.compile(
    r"\b(?:free or paid|paid or free|paid (?:courses |ones )?(?:is |are |would be )?(?:also )?(?:ok|okay|fine|too|as well)|(?:i )?can pay|(?:don't|do not) mind paying|happy to pay|willing to pay|money is no (?:object|problem)|any (?:price|budget|cost)|(?:up to|budget(?: is| of)?:?) ?(?:\$|€|£)?\d+ ?(?:\$|€|dollars|euros?|usd|eur)?(?! ?(?:h\b|hours?|weeks?))"
    r"|gratis o de pago|de pago (?:tambien|o gratis)|puedo pagar|no me importa pagar|tambien de pago|presupuesto de \d+)\b|可以付费|付费(?:也|都)?(?:可以|行|没关系)|收费也|预算\d+|价格不限|不限预算"
)  # fmt: skip
_LEVELS: tuple[tuple[Level, re.Pattern[str]], ...] = (
    (0, _FROM_NOTHING), (3, _EXPERT), (2, _MIDDLING), (1, _BEGINNER),
)  # fmt: skip


def goal_from(
    text: str, skills: Sequence[Skill], roles: Sequence[Role], today: date
) -> Goal | None:
    """None when the text names nothing to learn. What it does not say stays None.

    A deadline of "" is one that the learner has left open.
    """
    text = bounded(text)
    vocabulary = Vocabulary(skills, roles)
    said = stances(text, vocabulary.mentions(text))
    by_id = {role.id: role for role in roles}
    told = _details(text, today)
    held = with_foundations(_held(text, said, by_id, vocabulary), skills)
    uncovered = named_without_skill(text, [each.mention for each in said])
    meant = [each for each in said if each.stance == "wanted"]
    if not meant and not uncovered:
        # "I know nothing of SQL": without another wish, that is the wish.
        meant = [each for each in said if each.stance == "lacking"]
    wanted, role = _wanted(text, meant, held, by_id=by_id, vocabulary=vocabulary)
    unwanted = {each.mention.id for each in said if each.stance == "unwanted"}
    wanted = {skill: level for skill, level in wanted.items() if skill not in unwanted}
    if not wanted and not role and not uncovered:
        return None
    if (level := _level(even(text)[1], held)) is not None:
        told["level"] = level
    return Goal(
        text=_subject(text, said, uncovered, today=today),
        language=language_of(text),
        role=role,
        skills=wanted,
        held=held,
        uncovered=uncovered,
        **told,
    )


def _subject(text: str, said: Sequence[Said], uncovered: Sequence[str], *, today: date) -> str:
    kept = [(each.mention.start, each.mention.end) for each in said]
    whole = even(text)[0]
    kept += [(at, at + len(name)) for name in uncovered if (at := whole.find(name)) >= 0]
    return without(text, _terms(text, today), kept) or text.strip()


def with_details(goal: Goal, text: str, today: date) -> Goal:
    """The goal with the hours, deadline, language and budget that a later message tells."""
    return goal.model_copy(update=_details(bounded(text), today))


def missing(goal: Goal) -> list[Asked]:
    """What a plan needs and nobody has said: at most three, the most needed first."""
    return [name for name in ASKED if getattr(goal, name) is None][:MOST_ASKED]


# What is wanted and held


def _wanted(
    text: str,
    meant: Sequence[Said],
    held: dict[str, Level],
    *,
    by_id: dict[str, Role],
    vocabulary: Vocabulary,
) -> tuple[dict[str, Level], str]:
    role = next((each.mention.id for each in meant if each.mention.kind == "role"), "")
    wanted: dict[str, Level] = dict(by_id[role].skills) if role else {}
    for each in meant:
        if each.mention.kind == "skill":
            skill = vocabulary.skill_for(each.mention, text)
            level = _aim(each.clause)
            if level <= held.get(skill, 0):
                level = ABOVE[held[skill]]
            wanted[skill] = max(level, wanted.get(skill, 0))
    return wanted, role


def _aim(clause: str) -> Level:
    if _INTRODUCTORY.search(clause):
        return 1
    return 3 if _MUCH.search(clause) else USUAL


def _held(
    text: str, said: Sequence[Said], by_id: dict[str, Role], vocabulary: Vocabulary
) -> dict[str, Level]:
    held: dict[str, Level] = {}
    # Whoever names a skill apart from their trade says more of it than the trade does.
    apart = {e.mention.id for e in said if e.mention.kind == "skill" and e.stance != "held"}
    for each in said:
        if each.stance == "lacking" and each.mention.kind == "skill":
            held.setdefault(each.mention.id, 0)
        if each.stance != "held":
            continue
        # A language is held by its name, even where a goal is called the same.
        if skill := vocabulary.skill_for(each.mention, text):
            held[skill] = max(_held_level(each.clause), held.get(skill, 0))
            continue
        for skill, level in by_id[each.mention.id].skills.items():
            if skill not in apart:
                held[skill] = max(level, held.get(skill, 0))
    return held


def with_foundations(held: dict[str, Level], skills: Sequence[Skill]) -> dict[str, Level]:
    """Whoever knows Python can program; but not against what they say themselves."""
    needs = {skill.id: skill.needs for skill in skills}
    whole = dict(held)
    waiting = [skill for skill, level in held.items() if level]
    while waiting:
        above = waiting.pop()
        for skill in needs.get(above, ()):
            if skill not in held and whole.get(skill, 0) < whole[above]:
                whole[skill] = whole[above]
                waiting.append(skill)
    return whole


def _held_level(clause: str) -> Level:
    if _LITTLE.search(clause):
        return 1
    return 3 if _MUCH.search(clause) else USUAL


def _level(folded: str, held: dict[str, Level]) -> Level | None:
    told = [level for level, pattern in _LEVELS if pattern.search(folded)]
    highest = max(held.values(), default=0)
    if told and not (told[0] == 0 and highest):
        return told[0]
    if highest:
        # They have begun somewhere; how far they are in each skill is held apart.
        return 1 if highest < USUAL else USUAL
    return None


# How


def _details(text: str, today: date) -> dict[str, Any]:
    folded = even(text)[1]
    told: dict[str, Any] = {}
    if hours := amounts.hours_a_week(text):
        told["hours_a_week"] = hours
    if until := dates.deadline(text, today, day_first=language_of(text) == "es"):
        told["deadline"] = until.day
    if (tongue := _tongue(folded)) is not None:
        told["course_language"] = tongue
    if budget := _budget(folded):
        told["budget"] = budget
    return told


def _tongue(folded: str) -> str | None:
    """Empty for any, or for several."""
    if _ANY_TONGUE.search(folded):
        return ""
    named = [match.group(0) for match in _IN_TONGUE.finditer(folded)]
    codes = {c for c, words in _TONGUES.items() if re.search(words, " ".join(named))}
    if not codes:
        return None
    return codes.pop() if len(codes) == 1 else ""


def _budget(folded: str) -> Literal["free", "paid", "any"] | None:
    if _ANY_COST.search(folded):
        return "any"
    if _PAID.search(folded):
        return "paid"
    return "free" if _FREE.search(folded) else None


def _terms(text: str, today: date) -> list[tuple[int, int]]:
    """Where the text speaks of time, language and money."""
    folded = even(text)[1]
    spans = [*amounts.spans(text)]
    if until := dates.deadline(text, today, day_first=language_of(text) == "es"):
        spans.append((until.start, until.end))
    patterns = (_IN_TONGUE, _FREE, _PAID, _ANY_COST)
    return [*spans, *(m.span() for pattern in patterns for m in pattern.finditer(folded))]
