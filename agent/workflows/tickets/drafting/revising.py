"""A rejected draft, changed by rules as its comment says."""

import json
import re
from collections.abc import Callable, Sequence
from typing import Any

from agent.text import content_words, fold
from agent.workflows.tickets.contracts import Backlog, DraftFor
from agent.workflows.tickets.drafting.composing import (
    MOST_CRITERIA,
    beginning,
    experience,
    kind_names,
    label_of,
    level_named,
)
from agent.workflows.tickets.drafting.languages import PHRASES
from agent.workflows.tickets.drafting.reading import Kind

Plain = dict[str, Any]
Changes = Plain | None
"""The fields that a comment changes; None when it is not understood."""
Rule = Callable[[Backlog, str, DraftFor], Changes]

_PRONOUNS = frozenset({"it", "its", "this", "that", "the", "es", "eso", "esto"})
SHORT = 60
"""Characters that a shortened summary should not exceed."""
_CRITERION = r"(?:acceptance\s+)?criteri(?:on|a|um)|criterios?(?:\s+de\s+aceptación)?|(?:验收)?标准"
_LEVELS: tuple[tuple[str, str], ...] = (
    ("highest", r"highest|blocker|critical|máxima|más alta|crítica|最高"),
    ("lowest", r"lowest|trivial|mínima|más baja|最低"),
    ("high", r"high|urgent|major|alta|urgente|高|紧急"),
    ("low", r"low|minor|baja|低"),
    ("medium", r"medium|normal|media|中"),
)
_KINDS: tuple[tuple[Kind, str], ...] = (
    ("bug", r"bug|defect|error|fallo|缺陷|故障"),
    ("story", r"(?:user\s+)?story|feature|historia(?:\s+de\s+usuario)?|故事|需求"),
    ("task", r"task|tarea|任务"),
    ("improvement", r"improvement|mejora|改进"),
)
_ORDINALS = (
    r"first|1st|primer[oa]?|第一",
    r"second|2nd|segund[oa]|第二",
    r"third|3rd|tercer[oa]?|第三",
    r"fourth|4th|cuart[oa]|第四",
    r"fifth|5th|quint[oa]|第五",
    r"sixth|6th|sext[oa]|第六",
    r"seventh|7th|séptim[oa]|第七",
    r"eighth|8th|octav[oa]|第八",
)
_LAST = r"last|últim[oa]|最后"
_WHICH = rf"(?P<which>{'|'.join(_ORDINALS)}|{_LAST}|第?\s*\d)"
_REMOVE = r"remove|delete|drop|strike|leave\s+out|quita(?:r)?|elimina(?:r)?|borra(?:r)?|suprime|删除|删掉|去掉|移除"
_SENTENCES = re.compile(r"[;；\n]+|(?<=[.!])\s+|(?<=[。！])")
_JOINED = re.compile(
    r",?\s+(?:and|y|then)\s+|[,，、]\s*(?=(?:make|set|add|remove|rename|label|quita|añade|cambia|pon|把|将|增加|删除|标题|优先级|标签))"
    r"|(?:并且|并|，|,)(?=把|将|改|增加|删除|标题|优先级|标签)"
)


def revised(previous: Backlog, comment: str, value: DraftFor) -> Backlog | None:
    """The draft with what the comment asks for; None when rules can do nothing with it.

    What is not understood of a longer comment becomes an open question, in its own words.
    """
    now, left = previous, []
    for sentence in _parted(_SENTENCES, comment):
        found = _changed(now, sentence, value, rules=_TO_THE_END)
        parts = [sentence] if found else _parted(_JOINED, sentence)
        for part in parts:
            if change := found or _changed(now, part, value, rules=_TO_THE_END + _SHORT):
                now = now.model_copy(update=change)
            else:
                left.append(part)
    if now == previous:
        return None
    phrase = PHRASES[now.language].not_understood
    asked = [*now.open_questions, *(phrase.format(quote=part) for part in left)]
    return now.model_copy(update={"open_questions": asked[-10:]})


def _parted(pattern: re.Pattern[str], text: str) -> list[str]:
    return [bare for part in pattern.split(text) if (bare := part.strip(" .。,，"))]


def _changed(now: Backlog, text: str, value: DraftFor, *, rules: Sequence[Rule]) -> Changes:
    """The first rule that understands it decides."""
    return next((found for rule in rules if (found := rule(now, text, value))), None)


def _matched(pattern: str, text: str) -> re.Match[str] | None:
    return re.search(pattern, text, re.IGNORECASE)


def _sentence(text: str) -> str:
    text = text.strip().strip("\"“”«»'").strip()
    text = text[:1].upper() + text[1:]
    end = "。" if re.search(r"[\u4e00-\u9fff]$", text) else "."
    return text if re.search(r"[.!?。！？]$", text) else text + end


# Criteria


def _add_criterion(now: Backlog, text: str, _value: DraftFor) -> Changes:
    found = _matched(
        rf"^(?:please\s+)?(?:add|include|añade|añadir|agrega|incluye|增加|添加|加上|补充)\w*\s*(?:an?\s+|un\s+|otro\s+|another\s+|一条|一个|一项)?(?:new\s+|nuevo\s+)?(?:{_CRITERION})\s*(?:[:：,，]|\bthat\b|\bque\b|\bsaying\b|\bdiciendo\b)\s*(?P<new>.+)$",
        text,
    )
    if not found:
        return None
    new = _sentence(found["new"])
    if len(now.acceptance_criteria) >= MOST_CRITERIA or new in now.acceptance_criteria:
        return None
    return {"acceptance_criteria": [*now.acceptance_criteria, new]}


def _remove_criterion(now: Backlog, text: str, _value: DraftFor) -> Changes:
    found = _matched(
        rf"(?:{_REMOVE})\s*(?:the\s+|el\s+|la\s+)?(?:{_WHICH}\s*(?:条|个)?\s*(?:{_CRITERION})?|(?:{_CRITERION})\s*(?:number\s+|número\s+)?(?P<number>\d))\s*$",
        text,
    )
    at = _index(found, len(now.acceptance_criteria)) if found else None
    if at is None:
        return None
    gone = now.acceptance_criteria[at]
    kept = [text for text in now.acceptance_criteria if text != gone]
    return {"acceptance_criteria": kept, "assumptions": _unnoted(now, [gone])}


def _unnoted(now: Backlog, gone: Sequence[str]) -> list[str]:
    """The assumptions, which no longer name criteria that are not there any more."""
    phrases = PHRASES[now.language]
    opening, closing = phrases.quotes
    kept = []
    for assumption in now.assumptions:
        quoted = re.findall(rf"{opening}([^{opening}{closing}]*)…{closing}", assumption)
        left = [q for q in quoted if not any(beginning(c) == q for c in gone)]
        if left and left != quoted:
            kept.append(experience(left, phrases))
        elif left or not quoted:
            kept.append(assumption)
    return kept


def _change_criterion(now: Backlog, text: str, _value: DraftFor) -> Changes:
    found = _matched(
        rf"^(?:change|rewrite|reword|replace|make|cambia|sustituye|reescribe|把|将|修改)?\s*(?:the\s+|el\s+)?(?:{_WHICH}\s*(?:条|个)?\s*(?:{_CRITERION})|(?:{_CRITERION})\s*(?:number\s+|número\s+)?(?P<number>\d))\s*(?:to(?:\s+say)?|with|into|should\s+(?:say|read|be)|por|a|改成|改为|[:：])\s*[:：]?\s*(?P<new>.+)$",
        text,
    )
    at = _index(found, len(now.acceptance_criteria)) if found else None
    if found is None or at is None:
        return None
    changed = list(now.acceptance_criteria)
    changed[at] = _sentence(found["new"])
    unnoted = _unnoted(now, [now.acceptance_criteria[at]])
    return {"acceptance_criteria": changed, "assumptions": unnoted}


def _index(found: re.Match[str], count: int) -> int | None:
    groups = found.groupdict()
    which = (groups.get("which") or groups.get("number") or "").strip()
    if re.fullmatch(_LAST, which, re.IGNORECASE):
        at = count - 1
    elif digit := re.search(r"\d", which):
        at = int(digit.group(0)) - 1
    else:
        at = next(
            (n for n, words in enumerate(_ORDINALS) if re.fullmatch(words, which, re.IGNORECASE)),
            -1,
        )
    return at if 0 <= at < count else None


# Summary, labels, value, questions


def _summary(_now: Backlog, text: str, _value: DraftFor) -> Changes:
    found = _matched(
        r"^(?:please\s+)?(?:(?:rename|retitle)\s+(?:it|this|the\s+\w+)?\s*(?:to|as)|call\s+it|(?:change|set)\s+the\s+(?:summary|title)\s+to"
        r"|(?:the\s+)?(?:summary|title)\s*(?:should\s+(?:be|read)|is|:|：|to)|ll[aá]ma(?:lo|la)|(?:cambia|pon)\w*\s+(?:el\s+)?(?:título|resumen)\s+(?:a|por)"
        r"|(?:el\s+)?(?:título|resumen)\s*(?:debe\s+ser|:|：)|(?:把)?(?:标题|摘要)(?:改成|改为|应为|：|:)|改名为|重命名为)\s*[:：]?\s*(?P<new>.+)$",
        text,
    )
    new = found["new"].strip().strip("\"“”«»'").rstrip(".。").strip() if found else ""
    return {"summary": (new[:1].upper() + new[1:])[:255]} if new else None


def _shorter_summary(now: Backlog, text: str, _value: DraftFor) -> Changes:
    asks = _matched(
        r"(?:short(?:er|en)|too\s+long|más\s+corto|acorta|demasiado\s+largo|短一点|更短|太长|缩短|简短).*(?:summary|title|resumen|título|标题|摘要)"
        r"|(?:summary|title|resumen|título|标题|摘要).*(?:short(?:er)?|too\s+long|más\s+corto|demasiado\s+largo|短一点|更短|太长|缩短|简短)",
        text,
    )
    if not asks:
        return None
    short = shortened(now.summary)
    return {"summary": short} if short != now.summary else None


def shortened(summary: str) -> str:
    """What comes before the first side remark, or the words that fit."""
    for cut in (
        r"\s(?:with|including|so that|because|con|incluyendo|para que)\s", r",\s", r"[，；]",
        r"\s(?:when|if|after|once|cuando|si|tras)\s", r"\s(?:from|in|on|by|per|at|en|desde|por|by)\s",
    ):  # fmt: skip
        if len(summary) <= SHORT:
            break
        kept = re.split(cut, summary)[0].strip()
        if len(kept) >= (4 if re.search(r"[\u4e00-\u9fff]", kept) else 15):
            summary = kept
    if len(summary) <= SHORT:
        return summary
    return summary[:SHORT].rsplit(" ", 1)[0].rstrip(" ,;:，")


def _label(now: Backlog, text: str, _value: DraftFor) -> Changes:
    removed = _matched(
        rf"(?:{_REMOVE})\s*(?:the\s+|la\s+)?(?:label|tag|etiqueta|标签)\s*[:：]?\s*[\"“«]?(?P<label>[^\s\"”»,，]+)",
        text,
    )
    if removed:
        gone = fold(removed["label"])
        kept = [label for label in now.labels if fold(label) != gone]
        return {"labels": kept} if len(kept) < len(now.labels) else None
    found = _matched(
        r"^(?:please\s+)?(?:label\s+it(?:\s+as)?|tag\s+it(?:\s+as|\s+with)?|add\s+(?:the\s+|a\s+)?(?:label|tag)s?|labels?\s*[:：]|etiqu[eé]ta(?:lo|la)?(?:\s+como)?|añade\s+(?:la\s+)?etiqueta|etiquetas?\s*[:：]|(?:加上|添加|增加)?标签\s*[:：]?)\s*[:：]?\s*(?P<labels>.+)$",
        text,
    )
    if not found:
        return None
    words = re.split(r"\s*[,，、]\s*|\s+(?:and|y|和)\s+", found["labels"].strip(" .。"))
    new = [made for word in words if (made := _made_label(word)) and made not in now.labels]
    return {"labels": [*now.labels, *new][:10]} if new else None


def _made_label(words: str) -> str:
    bare = words.strip().strip("\"“”«»'")
    return bare if bare and not re.search(r"\s", bare) else label_of(bare)


def _value(_now: Backlog, text: str, _value: DraftFor) -> Changes:
    found = _matched(
        r"^(?:the\s+)?(?:business\s+value|value|benefit|el\s+valor(?:\s+de\s+negocio)?|valor(?:\s+de\s+negocio)?|业务价值|价值)\s*(?:is|es|是|为|[:：])\s*(?P<new>.+)$",
        text,
    )
    return {"business_value": _sentence(found["new"])} if found else None


def _question(now: Backlog, text: str, _value: DraftFor) -> Changes:
    found = _matched(
        r"^(?:add|añade|增加|添加)\w*\s*(?:an?\s+|una\s+|un\s+|一个|一条)?(?:open\s+|待确认)?(?P<what>question|pregunta(?:\s+abierta)?|问题|assumption|supuesto|假设)\s*[:：,，]\s*(?P<new>.+)$",
        text,
    )
    if not found:
        return None
    asks = re.match(r"question|pregunta|问题", found["what"], re.IGNORECASE)
    new = found["new"].strip()
    if asks:
        return {"open_questions": [*now.open_questions, new][:10]}
    return {"assumptions": [*now.assumptions, _sentence(new)][:10]}


def _description(now: Backlog, text: str, _value: DraftFor) -> Changes:
    found = _matched(
        r"^(?:add|append|añade|agrega|补充|增加|添加)\w*\s*(?:to|a|en|到)?\s*(?:the\s+|la\s+)?(?:description|descripción|描述|说明)\s*[:：,，]\s*(?P<new>.+)$",
        text,
    )
    if not found:
        return None
    return {"description": f"{now.description}\n\n{_sentence(found['new'])}"}


# A word for another, priority, type


def _replace(now: Backlog, text: str, _value: DraftFor) -> Changes:
    """Such as "60 days instead of 30 days", "not 30 days but 60 days", "change 30 to 60"."""
    for pattern in (
        r"^(?:it\s+(?:is|should\s+be|must\s+be)\s+|make\s+it\s+|son\s+|es\s+)?(?P<new>.{1,60}?),?\s+(?:instead\s+of|rather\s+than|not|en\s+(?:vez|lugar)\s+de|y\s+no)\s+(?P<old>.{1,60}?)$",
        r"^(?:it\s+is\s+|no\s+(?:es|son)\s+)?(?:not|no)\s+(?P<old>.{1,60}?),?\s+(?:but|sino)\s+(?P<new>.{1,60}?)$",
        r"^(?:change|replace|cambia|sustituye|reemplaza)\s+(?P<old>.{1,60}?)\s+(?:to|with|by|into|por|a)\s+(?P<new>.{1,60}?)$",
        r"^(?P<old>.{2,40}?)\s+(?:should|must)\s+(?:be|say|read)\s+(?P<new>.{1,60}?)$",
        r"^(?:把|将)(?P<old>.{1,30}?)(?:改成|改为|换成)(?P<new>.{1,30}?)$",
        r"^不是(?P<old>.{1,30}?)[，,]?(?:而)?是(?P<new>.{1,30}?)$",
    ):
        found = re.match(pattern, text.strip(" .。"), re.IGNORECASE)
        if found and (changed := _with(now, found["old"], found["new"])):
            return changed
    return None


def _with(now: Backlog, old: str, new: str) -> Changes:
    old, new = (word.strip().strip("\"“”«»'") for word in (old, new))
    if len(old) < 2 or fold(old) in _PRONOUNS:
        return None
    pattern = re.compile(
        rf"(?P<an>\ban?\s+)?(?<![A-Za-z0-9]){re.escape(old)}(?![A-Za-z0-9])", re.IGNORECASE
    )
    article = "an " if new[:1].casefold() in "aeio" else "a "

    def put(found: re.Match[str]) -> str:
        return (article if found["an"] else "") + new

    plain = now.model_dump(include={"summary", "description", "business_value"})
    changed: Plain = {
        name: pattern.sub(put, text) for name, text in plain.items() if pattern.search(text)
    }
    criteria = [pattern.sub(put, text) for text in now.acceptance_criteria]
    if criteria != now.acceptance_criteria:
        changed["acceptance_criteria"] = criteria
    return changed or None


def _priority(now: Backlog, text: str, value: DraftFor) -> Changes:
    speaks = _matched(r"\bpriorit\w+|\bprioridad|优先级|\burgent|\burgente|紧急|\bblocker\b", text)
    if not speaks:
        return None
    named = [
        p
        for p in value.priorities
        if re.search(rf"(?<!\w){re.escape(p)}(?!\w)", text, re.IGNORECASE)
    ]
    name = max(named, key=len, default="")
    if not name:
        level = next((level for level, words in _LEVELS if _matched(words, text)), "")
        name = level_named(level, value.priorities) if level else ""
    if not name and _matched(r"raise|increase|higher|sube|subir|aumenta|提高", text):
        name = level_named("high", value.priorities)
    if not name and _matched(r"lower|reduce|baja|bajar|降低", text):
        name = level_named("low", value.priorities)
    if not name or name == now.priority:
        return None
    phrases = PHRASES[now.language]
    kept = _not_made_from(now.assumptions, phrases.priority_default, phrases.priority_told)
    return {"priority": name, "assumptions": kept}


def _not_made_from(assumptions: Sequence[str], *phrases: str) -> list[str]:
    patterns = [re.sub(r"\\{\w+\\}", ".+", re.escape(phrase)) for phrase in phrases]
    return [a for a in assumptions if not any(re.fullmatch(p, a) for p in patterns)]


def _type(now: Backlog, text: str, value: DraftFor) -> Changes:
    asks = _matched(
        r"^(?:please\s+)?(?:make\s+(?:it|this)|change\s+(?:it|this|the\s+(?:issue\s+)?type)\s+(?:in)?to|(?:it|this)(?:\s+is|'s)|(?:it|this)\s+should\s+be|(?:issue\s+)?type\s*(?:is|should\s+be|[:：])"
        r"|(?:haz|conv[ié]+rt)\w+\s+(?:en|que sea)|(?:es|esto\s+es|debe\s+ser|que\s+sea)|tipo\s*[:：]?|c[aá]mbia(?:lo|la)\s+a|改成|改为|这是|类型(?:改为|改成|是|为|[:：])?|应(?:该)?是)\s*[:：]?\s*(?:rather\s+|really\s+|actually\s+)?(?:an?\s+|un[oa]?\s+|一个|个)?(?P<kind>.{1,40})$",
        text,
    )
    if not asks:
        return None
    wanted = asks["kind"].strip(' .。"“”').casefold()
    name = next((t for t in value.issue_types if t.casefold() == wanted), "")
    kind = next(
        (kind for kind, words in _KINDS if re.match(rf"(?:{words})(?!\w)", wanted, re.IGNORECASE)),
        None,
    )
    if not name and kind:
        allowed = {t.casefold(): t for t in value.issue_types}
        name = next((allowed[n] for n in kind_names(kind)[:3] if n in allowed), "")
    if not name or name == now.issue_type:
        return None
    kept = _not_made_from(now.assumptions, PHRASES[now.language].type_told)
    return {"issue_type": name, "assumptions": kept}


# Less of it


def _split_off(now: Backlog, text: str, _value: DraftFor) -> Changes:
    """After "split it" the first half is kept, after "leave out X" what does not speak of X.

    What goes is kept as a note for an issue of its own.
    """
    criteria = now.acceptance_criteria
    about = _matched(
        r"^(?:please\s+)?(?:split\s+off|leave\s+out|separate|without|move\s+out|separa|deja\s+fuera|sin|拆出|先不做|去掉)\s*(?:the\s+|el\s+|la\s+|los\s+|las\s+)?(?P<what>.+)$",
        text,
    )
    if about:
        words = set(content_words(about["what"]))
        gone = [c for c in criteria if words and words <= set(content_words(c))]
    elif _matched(
        r"^(?:please\s+)?(?:split|too\s+big|div[ií]d\w*|demasiado\s+grande|拆分|拆成|太大)", text
    ):
        gone = criteria[(len(criteria) + 1) // 2 :]
    else:
        return None
    kept = [c for c in criteria if c not in gone]
    if not gone or not kept:
        return None
    note = PHRASES[now.language].left_out
    noted = [*_unnoted(now, gone), *(note.format(quote=c) for c in gone)]
    return {"acceptance_criteria": kept, "assumptions": noted[-10:]}


# What follows a colon may hold an "and" of its own.
_TO_THE_END: tuple[Rule, ...] = (
    _add_criterion,
    _change_criterion,
    _summary,
    _value,
    _question,
    _description,
)
_SHORT: tuple[Rule, ...] = (
    _remove_criterion,
    _shorter_summary,
    _label,
    _replace,
    _priority,
    _type,
    _split_off,
)


# What changed

_SHOWN = (
    "summary",
    "issue_type",
    "priority",
    "labels",
    "description",
    "business_value",
    "acceptance_criteria",
    "invest",
    "assumptions",
    "open_questions",
)


def changes(before: Backlog, after: Backlog) -> list[Plain]:
    """The fields that differ, as texts; lists with one entry a line."""
    one, other = before.model_dump(mode="json"), after.model_dump(mode="json")
    return [
        {"field": name, "before": _shown(one[name]), "after": _shown(other[name])}
        for name in _SHOWN
        if one[name] != other[name]
    ]


def _shown(held: Any) -> str:
    if not isinstance(held, list):
        return str(held)
    return "\n".join(_entry(entry) for entry in held)


def _entry(entry: Any) -> str:
    if isinstance(entry, dict) and "letter" in entry:
        return f"{entry['letter']}: {entry['note']}"
    return entry if isinstance(entry, str) else json.dumps(entry, ensure_ascii=False)
