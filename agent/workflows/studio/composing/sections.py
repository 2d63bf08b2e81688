"""Facts in the order of a reader's questions, under headings of the sources where they have any."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from agent.text import content_words, fold, stems
from agent.workflows.studio.composing.facts import Fact, in_order, likeness
from agent.workflows.studio.composing.frame import Frame, lower
from agent.workflows.studio.composing.phrases import ASPECTS, Aspect

FEWEST = 2
"""Facts under a heading of their own."""
MOST_SECTIONS = 7
FEW = 2
"""Chapters on one aspect that stand better under headings of their own."""
LEADING = 0.5
"""The share of all facts with which one aspect is no section but several."""


@dataclass(frozen=True)
class Chapter:
    """What stands together in a source, or is about the same; the heading may be missing."""

    heading: str
    aspect: Aspect
    facts: tuple[Fact, ...]

    @property
    def size(self) -> int:
        return len(self.facts)


@dataclass(frozen=True)
class Part:
    """One section of a draft, of one chapter or of several on the same question."""

    heading: str
    aspect: Aspect
    chapters: tuple[Chapter, ...]

    @property
    def facts(self) -> tuple[Fact, ...]:
        return tuple(fact for chapter in self.chapters for fact in chapter.facts)


def chapters(facts: Sequence[Fact]) -> list[Chapter]:
    """By heading, and what stands alone with what is most like it."""
    by_heading: dict[str, list[Fact]] = {}
    for fact in in_order(facts):
        by_heading.setdefault(fold(fact.heading), []).append(fact)
    loose = by_heading.pop("", [])
    found = []
    for group in by_heading.values():
        if len(group) >= FEWEST:
            found.append(Chapter(group[0].heading, _aspect(group), tuple(group)))
        else:
            loose += group
    return _placed(in_order(loose), found)


def _aspect(facts: Sequence[Fact]) -> Aspect:
    told = [fact.aspect for fact in facts]
    return max(ASPECTS, key=told.count)


def _placed(loose: Sequence[Fact], found: list[Chapter]) -> list[Chapter]:
    """Each with those of its own question, or else of its own words."""
    by_aspect: dict[Aspect, list[Fact]] = {}
    for fact in loose:
        by_aspect.setdefault(fact.aspect, []).append(fact)
    for aspect, group in by_aspect.items():
        if len(group) >= FEWEST:
            found = [*found, Chapter(_shared_heading(group), aspect, tuple(group))]
    for group in by_aspect.values():
        if len(group) >= FEWEST:
            continue
        if not found:
            return [Chapter("", _aspect(loose), tuple(loose))]
        akin = [chapter for chapter in found if chapter.aspect == group[0].aspect]
        general = [chapter for chapter in found if not chapter.heading]
        nearest = max(akin or general or found, key=lambda chapter: _nearness(group[0], chapter))
        joined = replace(nearest, facts=tuple(in_order((*nearest.facts, group[0]))))
        found = [joined if chapter is nearest else chapter for chapter in found]
    return sorted(found, key=lambda chapter: chapter.facts[0].order)


def _shared_heading(facts: Sequence[Fact]) -> str:
    """None: what comes from different places has the heading of its question."""
    names = {fold(fact.heading): fact.heading for fact in facts}
    return names.popitem()[1] if len(names) == 1 else ""


def _nearness(fact: Fact, chapter: Chapter) -> float:
    told: frozenset[str] = frozenset().union(*(other.stems for other in chapter.facts))
    same = 0.2 * (fact.aspect == chapter.aspect) + 0.2 * (fact.source == chapter.facts[0].source)
    return same + likeness(fact.stems, told | stems(chapter.heading)) - 0.02 * chapter.size


def parts(facts: Sequence[Fact], frame: Frame) -> list[Part]:
    """The sections of a draft, in the order of a reader's questions."""
    every = chapters(facts)
    apart = [part for aspect in ASPECTS for part in _of_aspect(aspect, every, len(facts))]
    together = [part for aspect in ASPECTS for part in _of_aspect(aspect, every, None)]
    return list(_headed(apart if len(apart) <= MOST_SECTIONS else together, frame))


def _of_aspect(aspect: Aspect, every: Sequence[Chapter], facts: int | None) -> list[Part]:
    """One section; one for each chapter where most of `facts` or few chapters are on the aspect."""
    found = [chapter for chapter in every if chapter.aspect == aspect]
    size = sum(chapter.size for chapter in found)
    is_apart = facts is not None and (size >= LEADING * facts or len(found) <= FEW)
    if all(chapter.heading for chapter in found) and (is_apart or len(found) == 1):
        return [Part(chapter.heading, aspect, (chapter,)) for chapter in found]
    # What stands under no heading of a source comes before what does.
    found.sort(key=lambda chapter: chapter.heading != "")
    return [Part("", aspect, tuple(found))] if found else []


def _headed(found: list[Part], frame: Frame) -> Iterator[Part]:
    """Each with a heading, and none twice."""
    known = frame.phrases.blog.headings
    taken: set[str] = set()
    for part in found:
        own = part.heading if fold(part.heading) not in taken else ""
        heading = own or frame.say(known[part.aspect], "heading") or frame.label
        taken.add(fold(heading))
        yield replace(part, heading=heading)


def named(headings: Sequence[str], frame: Frame) -> list[str]:
    """With the topic in one of them, so that the post is found by it."""
    words = content_words(frame.label)
    if any(_holds(content_words(heading), words) for heading in headings):
        return list(headings)
    if frame.is_question:
        # It says it all.
        return [frame.label, *headings[1:]]
    at = next((n for n, heading in enumerate(headings) if not _doubles(heading, frame)), 0)
    full = f"{frame.leading(frame.label)}{lower(headings[at])}"
    return [*headings[:at], full, *headings[at + 1 :]]


def _doubles(heading: str, frame: Frame) -> bool:
    """As "Home staging tips: what home staging is" and "How to sell: how to go about it" do."""
    begins = fold(heading).split()[:1] == fold(frame.label).split()[:1]
    return begins or bool(set(content_words(heading)) & set(content_words(frame.label)))


def unnamed(heading: str, frame: Frame) -> str:
    return heading.removeprefix(frame.leading(frame.label))


def _holds(said: Sequence[str], words: Sequence[str]) -> bool:
    return any(list(said[n : n + len(words)]) == list(words) for n in range(len(said)))
