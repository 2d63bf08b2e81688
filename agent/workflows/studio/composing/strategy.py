"""A content strategy: whom for, what about, where, when, and how it is measured."""

import re
from collections import Counter
from collections.abc import Container, Iterator, Sequence
from dataclasses import dataclass

from agent.content_checks import Kind
from agent.content_checks.platform import PILLARS
from agent.text import content_words, fold, language_of
from agent.workflows.studio.composing.facts import Fact, facts_of, strongest
from agent.workflows.studio.composing.frame import Frame, capital, lower
from agent.workflows.studio.composing.phrases import ASPECTS, Aspect
from agent.workflows.studio.composing.said import noted, used
from agent.workflows.studio.composing.sections import Part, parts
from agent.workflows.studio.contracts import Brief, Piece, Slot

CHANNELS: tuple[Kind, ...] = ("blog", "linkedin", "instagram")
WEEKS, MOST_WEEKS = 4, 12
DAYS: dict[Kind, int] = {"blog": 1, "linkedin": 3, "instagram": 5}
"""Monday is 0."""
PILLAR_FACTS = 3
MAIN_SHARE = 0.25
"""Of all facts, in a source whose headings are themes of their own."""
SPARE: tuple[Aspect, ...] = ("how", "costs", "mistakes", "what")
"""Of which there is a pillar where the facts make too few."""
_NAMED: dict[Kind, re.Pattern[str]] = {
    "blog": re.compile(r"\bblog|\barticle|博客|文章", re.IGNORECASE),
    "linkedin": re.compile(r"\blinked ?in|领英", re.IGNORECASE),
    "instagram": re.compile(r"\binstagram|\binsta\b", re.IGNORECASE),
}
_LENGTHS = (
    (re.compile(r"\b(\d{1,2})[ -](?:weeks?|semanas?)\b|(\d{1,2}) ?周"), 1),
    (re.compile(r"\b(\d{1,2})[ -](?:months?|mes(?:es)?)\b|(\d{1,2}) ?个月"), 4),
)
_PERIODS = (
    (re.compile(r"\bquarter|\btrimestre|季度"), 12),
    (re.compile(r"\b(?:two|dos) (?:weeks|semanas)\b|两周"), 2),
    (re.compile(r"\b(?:two|dos) (?:months|meses)\b|两个月"), 8),
    (re.compile(r"\b(?:a|one|next|this|una|la) (?:week|semana)\b(?! by| a )|一周|本周|下周"), 1),
)


@dataclass(frozen=True)
class Pillar:
    title: str
    aspect: Aspect
    facts: tuple[Fact, ...]
    headings: tuple[str, ...]
    """Narrower themes within it."""


def strategy(brief: Brief) -> Piece:
    """Pillars of the facts' own themes; every entry of the calendar is one of them."""
    frame, found = Frame(brief), facts_of(brief)
    pillars = _pillars(found.used, frame)
    channels = _channels(brief)
    slots = tuple(_slots(pillars, channels, frame))
    title = frame.phrases.strategy.title.format(Topic=frame.label, topic=frame.topic)
    blocks = [f"# {title}", *_blocks(pillars, channels, slots, frame)]
    text = "\n\n".join(block for block in blocks if block) + "\n"
    return Piece(
        kind="strategy",
        title=title,
        text=text,
        language=brief.language,
        claims=used(text, found.used),
        slots=slots,
        notes=noted(found.notes),
    )


def weeks_of(said: str) -> int:
    """How long a request wants to plan; four weeks when it says nothing."""
    text = fold(said)
    for pattern, weeks in _LENGTHS:
        if found := pattern.search(text):
            number = int(next(filter(None, found.groups())))
            return max(1, min(MOST_WEEKS, number * weeks))
    return next((weeks for pattern, weeks in _PERIODS if pattern.search(text)), WEEKS)


def _channels(brief: Brief) -> tuple[Kind, ...]:
    """Those that the request names, else all."""
    return tuple(kind for kind in CHANNELS if _NAMED[kind].search(brief.request)) or CHANNELS


# Pillars


def _pillars(facts: Sequence[Fact], frame: Frame) -> list[Pillar]:
    least, most = PILLARS
    ranked = sorted(parts(facts, frame), key=lambda part: -len(part.facts))[:most]
    ranked.sort(key=lambda part: ASPECTS.index(part.aspect))
    told = Counter(fact.source for fact in facts)
    main = {source for source, count in told.items() if count >= MAIN_SHARE * len(facts)}
    found = [_pillar(part, main, frame) for part in ranked]
    known = frame.phrases.strategy.pillars
    missing = [aspect for aspect in SPARE if aspect not in {pillar.aspect for pillar in found}]
    while len(found) < least and missing:
        aspect = missing.pop(0)
        if title := frame.say(known[aspect], "pillar"):
            found.append(Pillar(title, aspect, (), ()))
    return found


def _pillar(part: Part, main: Container[str], frame: Frame) -> Pillar:
    names = dict.fromkeys(fact.heading for fact in part.facts if fact.heading)
    # A heading of ours, such as "In practice", says nothing without the topic.
    title = part.heading if part.heading in names else _of_topic(part.heading, frame)
    themes = dict.fromkeys(fact.heading for fact in part.facts if fact.source in main)
    inner = tuple(name for name in themes if name and fold(name) != fold(title))
    return Pillar(title, part.aspect, tuple(strongest(part.facts)), inner)


def _of_topic(theme: str, frame: Frame) -> str:
    """With the topic, where it shares no word with it."""
    if not _stems(theme).isdisjoint(_stems(frame.topic)):
        return theme
    return f"{frame.leading(capital(frame.topic))}{lower(theme)}"


def _stems(text: str) -> frozenset[str]:
    return frozenset(content_words(text))


# The calendar


def _slots(pillars: Sequence[Pillar], channels: Sequence[Kind], frame: Frame) -> Iterator[Slot]:
    """One entry for each channel and week, the pillars in turn, and no title twice."""
    themes = _themes(pillars, frame)
    days = frame.phrases.strategy.days
    taken: set[str] = set()
    entry = 0
    for week in range(1, weeks_of(frame.brief.request) + 1):
        for kind in sorted(channels, key=lambda kind: DAYS[kind]):
            pillar, theme = themes[entry % len(themes)]
            title = _slot_title(theme, entry // len(themes), frame, taken)
            entry += 1
            if title:
                day = days[DAYS[kind]]
                yield Slot(week=week, day=day, kind=kind, title=title, pillar=pillar.title)


def _themes(pillars: Sequence[Pillar], frame: Frame) -> list[tuple[Pillar, str]]:
    """What entries may be about: the pillars in turn, each first as a whole, then in parts."""
    each = [[(p, _of_topic(name, frame)) for name in (p.title, *p.headings)] for p in pillars]
    longest = max(map(len, each), default=0)
    return [own[at] for at in range(longest) for own in each if at < len(own)]


def _slot_title(theme: str, turn: int, frame: Frame, taken: set[str]) -> str:
    """The theme, and in later turns a side of it."""
    known, name = frame.phrases.strategy.slots, capital(theme.rstrip("?？")).replace("|", " ")
    sides = [f"{frame.leading(name)}{side}" for side in known]
    for title in [name, *sides] if turn == 0 else sides[(turn - 1) % len(sides) :]:
        if fold(title) not in taken:
            taken.add(fold(title))
            return title
    return ""


# The text


def _blocks(
    pillars: Sequence[Pillar], channels: Sequence[Kind], slots: Sequence[Slot], frame: Frame
) -> Iterator[str]:
    known = frame.phrases.strategy
    names = [pillar.title for pillar in pillars]
    yield frame.say(known.summary, "summary", pillars=frame.listed(names, quoted=True))
    yield f"## {known.sections['audience']}"
    yield _audience(frame)
    yield "\n".join(f"- {line}" for line in _questions(pillars, frame))
    yield f"## {known.sections['pillars']}"
    for pillar in pillars:
        yield f"### {pillar.title}"
        yield _told(pillar, slots, frame)
    yield f"## {known.sections['mix']}"
    yield "\n".join(f"- {line}" for line in _mix(slots, frame))
    yield f"## {known.sections['channels']}"
    yield "\n".join(f"- {line}" for line in _on_channels(pillars, channels, frame))
    yield f"## {known.sections['calendar']}"
    yield table(slots, frame)
    yield f"## {known.sections['kpis']}"
    yield "\n".join(f"- {line}" for line in _kpis(slots, frame))
    yield frame.spoken(known.kpi_rhythm, "rhythm")
    yield f"## {known.sections['roadmap']}"
    yield "\n".join(_roadmap(names, slots, frame))


def _roadmap(names: Sequence[str], slots: Sequence[Slot], frame: Frame) -> Iterator[str]:
    pillars = frame.listed(names[:2], quoted=True)
    first, last = slots[0].title, slots[-1].title
    for number, phase in enumerate(frame.phrases.strategy.phases, 1):
        yield f"{number}. {frame.say(phase, 'phase', pillars=pillars, first=first, last=last)}"


def _filled(text: str, frame: Frame, **gaps: str) -> str:
    return text.format(topic=frame.topic, Topic=capital(frame.topic), **gaps)


def _audience(frame: Frame) -> str:
    known, brief = frame.phrases.strategy, frame.brief
    said = " ".join((brief.details.audience or brief.brand.audience).split()).rstrip(".。")
    if not said or language_of(said) != brief.language:
        return _filled(known.nobody, frame)
    return frame.say(known.audience, "audience", audience=lower(said), Audience=capital(said))


def _questions(pillars: Sequence[Pillar], frame: Frame) -> Iterator[str]:
    known = frame.phrases.strategy.audience_questions
    for pillar in pillars:
        if said := frame.say(known, "question", pillar=frame.quoted(pillar.title.rstrip("?？"))):
            yield said


def _told(pillar: Pillar, slots: Sequence[Slot], frame: Frame) -> str:
    known = frame.phrases.strategy
    kinds = dict.fromkeys(known.kinds[s.kind] for s in slots if s.pillar == pillar.title)
    told = frame.joined([fact.text for fact in pillar.facts[:PILLAR_FACTS]])
    uses = frame.say(known.pillar_uses, pillar.title, kinds=frame.listed([*kinds])) if kinds else ""
    return "\n\n".join(filter(None, (told, uses or ("" if told else capital(pillar.title)))))


def _mix(slots: Sequence[Slot], frame: Frame) -> Iterator[str]:
    """The share of each format in the calendar, the largest first; they add up to a hundred."""
    known = frame.phrases.strategy
    counts = Counter(slot.kind for slot in slots).most_common()
    left = 100
    for number, (kind, count) in enumerate(counts):
        share = left if number == len(counts) - 1 else round(100 * count / len(slots))
        left -= share
        titles = [slot.title for slot in slots if slot.kind == kind][:2]
        yield _filled(
            known.mix[number % len(known.mix)],
            frame,
            kind=capital(known.kinds[f"{kind}s"]) if number % 2 == 0 else known.kinds[f"{kind}s"],
            share=str(share),
            titles=frame.listed(titles, quoted=True),
        )


def _on_channels(
    pillars: Sequence[Pillar], channels: Sequence[Kind], frame: Frame
) -> Iterator[str]:
    known = frame.phrases.strategy.channels
    for number, kind in enumerate(channels):
        pillar = pillars[number % len(pillars)]
        yield frame.say(known[kind], "channel", pillar=frame.quoted(pillar.title))


def _kpis(slots: Sequence[Slot], frame: Frame) -> Iterator[str]:
    known = frame.phrases.strategy.kpis
    for kind in dict.fromkeys(slot.kind for slot in slots):
        title = next(slot.title for slot in slots if slot.kind == kind)
        yield frame.say(known[kind], "kpi", title=title)


def table(slots: Sequence[Slot], frame: Frame) -> str:
    """The calendar as a Markdown table."""
    known = frame.phrases.strategy
    rows = [
        known.columns,
        ("---",) * len(known.columns),
        *((str(s.week), s.day, capital(known.kinds[s.kind]), s.title, s.pillar) for s in slots),
    ]
    return "\n".join(f"| {' | '.join(row)} |" for row in rows)
