"""A backlog item from what the rules have understood of a request."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Literal

from agent.text import STOP_WORDS, fold, is_han, runs
from agent.workflows.tickets.contracts import Backlog, DraftFor, InvestNote
from agent.workflows.tickets.drafting.phrases import Gaps, Phrases, Topic
from agent.workflows.tickets.drafting.reading import Kind, Reading, word_set

ENOUGH = 5
FEWEST = 3
MOST_CRITERIA = 8
MOST_DERIVED = 3
MOST_OF_A_TOPIC = 2
MOST_QUESTIONS = 4
MOST_WORDS, MOST_SIGNS = 12, 30
Letter = Literal["Independent", "Negotiable", "Valuable", "Estimable", "Small", "Testable"]
_KINDS: dict[Kind, tuple[str, ...]] = {
    "bug": ("bug", "defect", "error", "incidencia", "缺陷", "故障", "task", "tarea", "任务"),
    "improvement": (
        "improvement",
        "mejora",
        "改进",
        "story",
        "historia",
        "故事",
        "task",
        "tarea",
        "任务",
    ),
    "story": ("story", "user story", "new feature", "historia", "故事", "task", "tarea", "任务"),
    "task": ("task", "tarea", "任务", "story", "historia", "故事"),
}
_LEVELS = {
    "highest": ("highest", "blocker", "critical", "más alta", "crítica", "最高", "紧急"),
    "high": ("high", "major", "alta", "高"),
    "medium": ("medium", "normal", "media", "中"),
    "low": ("low", "minor", "baja", "低"),
    "lowest": ("lowest", "trivial", "más baja", "最低"),
}
_NO_LABEL = word_set(
    "system app application site website page tool sistema aplicacion sitio web 系统"
)
_BEHIND_A_LABEL = re.compile(
    r"\s+(?:of|on|in|at|below|above|under|from|for|with|to|into|per|that|which|who|when|sent|con|en|que|para|por)\s"
)
_INITIAL = re.compile(r"^(?:[A-ZÁÉÍÓÚÑ][a-záéíóúñ]*)$")
_NAMED = re.compile(
    r"(?<![\w-])(?!(?:API|SMS|URL|PDF|CSV|FAX|TLS|SSL|HTTPS?|HTML|ID|UI|HR|IT|VAT|FAQ|GET|POST|PUT)s?\b)"
    r"(?:[A-Z]+[a-z]*[A-Z0-9][A-Za-z0-9]*|[A-Z]{2,})(?![\w-])"
)
_MONTHS = "enero|febrero|marzo|abril|mayo|junio|julio|agosto|septiembre|octubre|noviembre|diciembre"
_SPELT = "two|three|four|five|six|seven|eight|nine|ten|dos|tres|cuatro|cinco|diez"
_NO_UNIT = "with|on|to|and|in|or|from|for|y|con|en|de|a"
_FIGURE = re.compile(
    rf"\d{{1,2}} de (?:{_MONTHS})"
    rf"|(?<![A-Za-z\d.])\d[\d.,:]*\d?(?:\s?%|[号日月年天元个件人次秒]|\s(?!(?:{_NO_UNIT})\b)[^\W\d_]+|k)?(?![A-Za-z])"
    rf"|\b(?:{_SPELT})\s(?:[^\W\d_]+s\b|[^\W\d_]+\s[^\W\d_]+s\b|[^\W\d_]+)"
    r"|[一两二三四五六七八九十百千万]+(?:秒|分钟|小时|天|人|位|次|条|个月)"
)


@dataclass(frozen=True)
class Parts:
    """Criteria and questions that a topic brings."""

    criteria: Sequence[str]
    questions: Sequence[str]


def composed(reading: Reading, phrases: Phrases, value: DraftFor) -> Backlog:
    gaps = _gaps(reading)
    own = list(dict.fromkeys([*reading.stated, *reading.turned]))[:MOST_CRITERIA]
    added = _added(reading, phrases, gaps, has=len(own))
    criteria = [*own, *added.criteria][:MOST_CRITERIA]
    priority, told = priority_of(reading, phrases, value.priorities)
    issue_type = type_named(_KINDS[reading.kind], value.issue_types)
    return Backlog(
        summary=reading.title[:255],
        description="\n\n".join(reading.narrative),
        business_value=reading.reason[:2_000],
        acceptance_criteria=criteria,
        priority=priority,
        issue_type=issue_type,
        labels=labels(reading),
        invest=list(_invest(reading, phrases, gaps, criteria)),
        open_questions=list(_questions(reading, phrases, gaps, added.questions, criteria))[
            :MOST_QUESTIONS
        ],
        assumptions=list(
            _assumptions(
                reading,
                phrases,
                Gaps(gaps, priority=priority, quote=told),
                added=criteria[len(own) :],
            )
        ),
        language=reading.request.language,
    )


def _gaps(reading: Reading) -> Gaps:
    expected = next(iter(reading.stated), reading.title).rstrip(".。")
    shown = next(iter(reading.stated), "").rstrip(".。")
    return Gaps(
        {
            **reading.slots,
            "thing": reading.thing,
            "role": reading.role,
            "expected": expected,
            "shown": shown if _is_name(shown, reading) else as_said_within(shown),
            "title": _opening(reading.title) if shown else "",
        }
    )


def as_said_within(text: str) -> str:
    """A sentence as it stands behind "that"; a name or an abbreviation keeps its capital."""
    first = text.split(maxsplit=1)[0] if text else ""
    return text[:1].lower() + text[1:] if _INITIAL.match(first) else text


def _is_name(text: str, reading: Reading) -> bool:
    """Whether the first word keeps its capital inside the request, too."""
    first = text.split(maxsplit=1)[0] if text else ""
    return bool(first) and f" {first}" in reading.request.text and first[:1].isupper()


def _opening(title: str) -> str:
    """A title, short enough to be named in a sentence."""
    if len(title.split()) <= MOST_WORDS:
        return title if len(title) <= MOST_SIGNS or " " in title else f"{title[:MOST_SIGNS]}…"
    return " ".join(title.split()[:MOST_WORDS]).rstrip(" ,;:") + "…"


def _added(reading: Reading, phrases: Phrases, gaps: Gaps, *, has: int) -> Parts:
    """What experience adds, until there is enough of it."""
    if reading.kind == "bug":
        room = max(0, FEWEST - has)
        return Parts(
            list(gaps.all_filled(phrases.bug.criteria))[:room],
            list(gaps.all_filled(phrases.bug.questions)),
        )
    criteria: list[str] = []
    questions: list[str] = []
    for topic, known in _fitting(reading, phrases, gaps):
        room = min(ENOUGH - has, MOST_DERIVED) - len(criteria)
        criteria += list(known.all_filled(topic.criteria))[: max(0, min(room, MOST_OF_A_TOPIC))]
        questions += list(known.all_filled(topic.questions))[:2]
    general = phrases.task if reading.kind == "task" else phrases.fallback
    missing = max(0, FEWEST - has - len(criteria))
    criteria += list(gaps.all_filled(general.criteria))[:missing]
    return Parts(criteria, questions or list(gaps.all_filled(general.questions)))


def _fitting(reading: Reading, phrases: Phrases, gaps: Gaps) -> Iterator[tuple[Topic, Gaps]]:
    """The topics that a deed belongs to, with the things of that deed."""
    for topic in phrases.topics:
        deed = next((d for d in reading.deeds if topic.words.search(d.text)), None)
        if deed:
            yield topic, Gaps({**gaps, **deed.slots})


def beginning(criterion: str) -> str:
    """Enough of a criterion to know it by."""
    if re.search(r"[\u4e00-\u9fff]", criterion):
        return criterion[:10]
    return " ".join(criterion.split()[:5]).rstrip(" ,.;:")


def experience(criteria: Sequence[str], phrases: Phrases) -> str:
    """Which criteria the request does not name."""
    opening, closing = phrases.quotes
    listed = phrases.comma.join(f"{opening}{beginning(text)}…{closing}" for text in criteria)
    return phrases.derived.format(listed=listed)


def _invest(
    reading: Reading, phrases: Phrases, gaps: Gaps, criteria: Sequence[str]
) -> Iterator[InvestNote]:
    text = reading.request.text
    own = [*reading.stated, *reading.turned]
    waits = phrases.dependencies.search(text)
    fixed = list(dict.fromkeys(_NAMED.findall(text))) if reading.kind == "task" else []
    vague = phrases.vague_words.search(text)
    found = _FIGURE.findall(text) if reading.kind != "bug" else []
    figures = [figure.strip(" .,:") for figure in dict.fromkeys(found)]
    listed = phrases.comma.join
    # Letter, whether it holds, the words for it, and what they quote.
    notes: tuple[tuple[Letter, bool | None, str, str], ...] = (
        ("Independent", False, phrases.waits, waits.group(0))
        if waits
        else ("Independent", None, phrases.waits_for_nothing, ""),
        ("Negotiable", None, phrases.fixed_means, listed(fixed[:4]))
        if fixed
        else ("Negotiable", True, phrases.open_means, ""),
        _valuable(reading, phrases),
        ("Estimable", False, phrases.vague, vague.group(0))
        if vague and not figures and reading.kind != "bug"
        else ("Estimable", True, phrases.measured, listed(figures[:4]))
        if figures
        else ("Estimable", None, phrases.unmeasured, ""),
        ("Small", True if 0 < len(reading.stated) <= 4 else None, _size(reading, phrases), ""),
        ("Testable", True, phrases.tested, "") if own else ("Testable", None, phrases.untested, ""),
    )
    for letter, holds, words, quote in notes:
        is_told = letter == "Valuable" and reading.reason
        is_fault = reading.kind == "bug" and not is_told
        said = phrases.bug_notes.get(letter, words) if is_fault else words
        count = len(reading.stated) if letter == "Small" else min(len(own), len(criteria))
        known = Gaps(gaps, quote=quote, count=str(count), total=str(len(criteria)))
        yield InvestNote(letter=letter, holds=holds, note=known.filled(said)[:300])


def _size(reading: Reading, phrases: Phrases) -> str:
    if not reading.stated:
        return phrases.unsized
    return phrases.few if len(reading.stated) <= 4 else phrases.many


def _valuable(reading: Reading, phrases: Phrases) -> tuple[Letter, bool | None, str, str]:
    if reading.reason:
        return "Valuable", True, phrases.valued, reading.reason.rstrip(".。")
    return "Valuable", None, phrases.for_role if reading.role else phrases.for_nobody, ""


def _questions(
    reading: Reading,
    phrases: Phrases,
    gaps: Gaps,
    more: Sequence[str],
    criteria: Sequence[str],
) -> Iterator[str]:
    """The first are asked first: there is a limit to what somebody reads."""
    if not reading.reason and reading.kind != "bug":
        is_named = reading.role and reading.role not in reading.slots["doing"]
        yield gaps.filled(phrases.gain if is_named else phrases.who)
    if reading.is_bare:
        yield gaps.filled(phrases.more)
    yield from (q for n, q in enumerate(more) if not _is_answered(reading, n))
    named = re.compile(rf"(?i)(?<!\w){re.escape(phrases.system)}(?!\w)")
    if any(named.search(text) for text in criteria) and not named.search(reading.request.text):
        yield gaps.filled(phrases.which_system)


def _is_answered(reading: Reading, number: int) -> bool:
    """Where a fault was seen is the first question about it, since when the second."""
    given = ("environment", "since")
    return reading.kind == "bug" and number < 2 and given[number] in reading.slots


def _assumptions(
    reading: Reading, phrases: Phrases, gaps: Gaps, *, added: Sequence[str]
) -> Iterator[str]:
    yield gaps.filled(phrases.priority_told if gaps["quote"] else phrases.priority_default)
    if reading.told and reading.kind != "story":
        told = Gaps(gaps, type=phrases.types[reading.kind], quote=reading.told)
        yield told.filled(phrases.type_told)
    if added:
        yield experience(added, phrases)


# What the tracker allows


def type_named(names: Sequence[str], allowed: Sequence[str]) -> str:
    """The first of the names that is allowed, in the tracker's spelling."""
    known = {name.casefold(): name for name in allowed}
    return next((known[name] for name in names if name in known), allowed[0] if allowed else "Task")


def kind_names(kind: Kind) -> tuple[str, ...]:
    return _KINDS[kind]


def level_named(level: str, allowed: Sequence[str]) -> str:
    """The allowed priority of a level, or "" where there is none."""
    names = _LEVELS[level]
    if found := [name for name in allowed if name.casefold() in names]:
        return found[0]
    return level_named("high", allowed) if level == "highest" else ""


def priority_of(reading: Reading, phrases: Phrases, allowed: Sequence[str]) -> tuple[str, str]:
    """The priority, and the words that told it."""
    for level, words in phrases.urgencies:
        found = words.search(reading.request.whole or reading.request.text)
        if found and (name := level_named(level, allowed)):
            return name, found.group(0)
    return level_named("medium", allowed) or (allowed[0] if allowed else "Medium"), ""


def labels(reading: Reading) -> list[str]:
    """Things of the request, as words without spaces."""
    phrases = (reading.slots.get("short", ""), reading.slots.get("system", ""))
    found = dict.fromkeys(label for phrase in phrases if (label := label_of(phrase)))
    return list(found)[:3]


def label_of(phrase: str) -> str:
    if acting := re.match(r"(?:being )?(\w+(?:ing|ed)) (in|out|up|off|on)\b", phrase):
        return "-".join(acting.groups())
    cut = None if re.match(r"\w+ing\s", phrase) else _BEHIND_A_LABEL.search(phrase)
    head = phrase[: cut.start()] if cut else phrase
    kept = [
        word
        for word in runs(re.sub(r"https?://\S+|['’](?:s|t)\b", "", head))
        if (is_han(word) and word not in _NO_LABEL)
        or (len(word) > 1 and word not in STOP_WORDS and fold(word) not in _NO_LABEL)
    ]
    joined = "-".join(kept[-4:])
    return joined if len(joined) <= 40 else ""
