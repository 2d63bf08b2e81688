"""A blog post and its outline."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from urllib.parse import quote, urlsplit

from agent.content_checks.figures import figures
from agent.content_checks.platform import width
from agent.content_checks.reading import Reading
from agent.text import fold, stems
from agent.workflows.studio.composing.facts import Fact, facts_of, in_order, likeness, strongest
from agent.workflows.studio.composing.frame import Frame, capital, lower
from agent.workflows.studio.composing.meta import meta_description
from agent.workflows.studio.composing.said import glance, noted, used
from agent.workflows.studio.composing.sections import FEWEST, named, parts, unnamed
from agent.workflows.studio.contracts import Brief, Outline, Piece, Section
from agent.workflows.studio.wishes import title_in

TITLE = (30, 60)
FRAME_WORDS = 110
"""About what a post says besides its facts."""
INTRODUCTION = 28
"""Words that an introduction has at least."""
PARAGRAPH = 75
"""Words after which a new paragraph begins."""
FEWEST_LEFT = 4
"""Facts that the introduction leaves to the sections."""
OFF = 0.1
"""How far from the words asked for a post may be without a note."""


def outline(brief: Brief) -> Outline:
    """Sections in the order of a reader's questions, with the facts that each rests on."""
    frame, facts = Frame(brief), facts_of(brief)
    opening = _opening(facts.used, brief) if len(facts.used) > FEWEST_LEFT else None
    told = _fitting(_without(opening, facts.used), brief)
    found = parts(told, frame)
    headings = named([part.heading for part in found], frame) if found else []
    sections = tuple(
        Section(
            heading=heading,
            gist=strongest(part.facts)[0].text,
            claims=tuple(fact.id for fact in part.facts),
        )
        for heading, part in zip(headings, found, strict=True)
    )
    alone = Section(
        heading=frame.say(frame.phrases.blog.glances, "glance") or frame.label,
        gist=frame.phrases.comma.join(glance(brief, frame)),
    )
    return Outline(title=title_of(frame), sections=sections or (alone,))


def _opening(facts: Sequence[Fact], brief: Brief) -> Fact | None:
    """What the thing is, else why it matters, else the strongest that needs none before it."""
    theme = stems(brief.topic)
    defining = [fact for fact in facts if fact.defined and fact.defined <= theme]
    if defining:
        return max(defining, key=lambda fact: (len(fact.defined), -fact.order))
    alone = [fact for fact in strongest(facts) if fact.opens]
    return max(alone, key=lambda fact: (fact.opens, fact.aspect == "why"), default=None)


def _without(opening: Fact | None, facts: Sequence[Fact]) -> list[Fact]:
    """The others; "What a lease is" is no heading of theirs once the introduction has said it."""
    if opening is None:
        return list(facts)
    said = opening.heading if opening.defined else ""
    others = (fact for fact in facts if fact is not opening)
    return [replace(fact, heading="") if fact.heading == said else fact for fact in others]


def _fitting(facts: Sequence[Fact], brief: Brief) -> list[Fact]:
    """The strongest that come to the words asked for, in their order."""
    room = brief.words * (1 + OFF / 2) - FRAME_WORDS
    kept: list[Fact] = []
    for fact in strongest(facts):
        if room >= fact.words or len(kept) < FEWEST:
            kept.append(fact)
            room -= fact.words
    return in_order(kept)


def title_of(frame: Frame) -> str:
    """The one that was asked for, else one of the width that a search result shows."""
    if asked := title_in(frame.brief.request):
        return asked
    least, most = TITLE
    known = frame.phrases.blog.titles
    says_all = frame.is_question or frame.phrases.colon.strip() in frame.label
    titles = [frame.label] if says_all else frame.every(known, "title", label=frame.label)
    fitting = [title for title in titles if least <= width(title) <= most]
    return next(iter(fitting), "") or min([*titles, frame.label], key=width)


def blog(brief: Brief, plan: Outline) -> Piece:
    """The post that the outline describes: its sections in its order, each of its own facts."""
    writer = _Writer(brief, plan)
    text = writer.text()
    words = Reading(text, brief.language).word_count
    asked = brief.words
    notes = [*writer.notes]
    is_short = words < asked * (1 - OFF)
    if is_short and writer.facts:
        notes.append(_few(brief, words))
    missing = [word for word in brief.details.keywords if fold(word) not in fold(text)]
    if missing and writer.facts:
        notes.append(f"No fact found speaks of {', '.join(f'“{word}”' for word in missing)}.")
    return Piece(
        kind="blog",
        title=plan.title,
        text=text,
        meta_description=meta_description(writer.frame, writer.names),
        language=brief.language,
        claims=used(text, writer.facts),
        words=words if abs(words - asked) > asked * OFF else None,
        notes=noted(notes),
    )


def _few(brief: Brief, words: int) -> str:
    said = "You asked for" if brief.details.words else "A blog post usually has"
    return (
        f"{said} about {brief.words:,} words; the facts found give {words:,}, and more would be"
        " padding."
    )


class _Writer:
    def __init__(self, brief: Brief, plan: Outline) -> None:
        found = facts_of(brief)
        self.brief, self.plan, self.frame = brief, plan, Frame(brief)
        self.facts = found.used
        self.notes = list(found.notes)
        planned = {claim for section in plan.sections for claim in section.claims}
        spare = [fact for fact in found.used if fact.id not in planned]
        # Of few facts none was held back for it: what is spare is what the user took out.
        self._opening = _opening(spare, brief) if len(found.used) > FEWEST_LEFT else None
        self._by_id = {fact.id: fact for fact in _without(self._opening, found.used)}
        self._spare = [fact for fact in spare if fact is not self._opening]
        self.sections = [s for s in plan.sections if self._told(s) or glance(brief, self.frame)]

    def _told(self, section: Section) -> list[Fact]:
        """The facts of the section; one that the user has added takes what is like its heading."""
        told = [self._by_id[claim] for claim in section.claims if claim in self._by_id]
        if told or section.claims:
            return told
        named = stems(section.heading) - stems(self.brief.topic)
        return [f for f in self._spare if likeness(named, f.stems) >= 0.5]

    @property
    def names(self) -> list[str]:
        """The headings of the sections that tell something, without the topic before them."""
        return [unnamed(section.heading, self.frame) for section in self.sections]

    def text(self) -> str:
        known, frame = self.frame.phrases.blog, self.frame
        blocks = [f"# {self.plan.title}", *self._introduction()]
        if at_a_glance := glance(self.brief, frame):
            heading = frame.say(known.glances, "glance")
            blocks += [f"## {heading}", "\n".join(f"- {line}" for line in at_a_glance)]
        for section in self.plan.sections:
            told = self._told(section)
            self._spare = [fact for fact in self._spare if fact not in told]
            if told:
                blocks += [f"## {section.heading}", *self._section(section, told)]
            elif self.facts:
                self.notes.append(
                    f"Nothing was found for the section “{section.heading}”; it was left out."
                )
        return "\n\n".join([*blocks, *self._ending()]) + "\n"

    def _introduction(self) -> Iterator[str]:
        known, frame = self.frame.phrases.blog, self.frame
        names = [lower(name) for name in self.names] if len(self.names) > 1 else []
        first = self._opening.text if self._opening else frame.say(known.openings, "opening")
        yield first
        road = frame.say(known.overviews, "overview", headings=frame.listed(names)) if names else ""
        while Reading(f"{first} {road}", self.brief.language).word_count < INTRODUCTION:
            more = frame.say(known.openings, "opening")
            if not more:
                break
            road = frame.joined([more, road])
        if road:
            yield road

    def _section(self, section: Section, told: Sequence[Fact]) -> Iterator[str]:
        own = fold(unnamed(section.heading, self.frame))
        groups = _groups(told, own)
        for group in groups:
            name = group[0].heading
            is_one = len(group) >= FEWEST and {f.heading for f in group} == {name} != {""}
            if len(groups) > 1 and is_one and fold(name) != own:
                yield f"### {name}"
            yield from self._paragraphs(group)

    def _paragraphs(self, told: Sequence[Fact]) -> Iterator[str]:
        orders = [fact for fact in told if fact.is_order]
        listed = orders if len(orders) >= 3 else []
        held: list[str] = []
        words = 0
        for fact in told:
            if fact in listed:
                continue
            if words and words + fact.words > PARAGRAPH:
                yield self.frame.joined(held)
                held, words = [], 0
            held.append(fact.text)
            words += fact.words
        if held:
            yield self.frame.joined(held)
        if listed:
            yield "\n".join(f"- {fact.text}" for fact in listed)

    def _ending(self) -> Iterator[str]:
        known, frame = self.frame.phrases.blog, self.frame
        yield f"## {frame.say(known.endings, 'ending')}"
        closing = ""
        if len(self.names) > 1:
            first, last = capital(self.names[0]), capital(self.names[-1])
            closing = frame.say(known.closings, "closing", first=first, last=last)
        yield frame.joined([closing, frame.call()])
        if links := _links(self.brief, self.facts):
            yield known.sources.format(links=frame.phrases.comma.join(links))


def _groups(told: Sequence[Fact], own: str) -> list[list[Fact]]:
    """What the section is named after, what stands alone, what has another heading of a source."""
    by_heading: dict[str, list[Fact]] = {}
    for fact in told:
        by_heading.setdefault(fold(fact.heading), []).append(fact)
    together = {n: group for n, group in by_heading.items() if n and len(group) >= FEWEST}
    held = {fact.id for group in together.values() for fact in group}
    alone = [fact for fact in told if fact.id not in held]
    first = together.pop(own, [])
    return [group for group in (first, alone, *together.values()) if group]


def _links(brief: Brief, facts: Sequence[Fact]) -> list[str]:
    """The pages of the web that the post rests on."""
    cited = {fact.source for fact in facts}
    sources = brief.research.sources if brief.research else ()
    return [_link(s.title, s.url) for s in sources if s.id in cited and s.where == "web" and s.url]


def _link(title: str, url: str) -> str:
    host = (urlsplit(url).hostname or "").removeprefix("www.")
    bare = " ".join("".join(" " if c in "[]()<>|`*_#\n" else c for c in title).split())
    # A figure in a title is in no claim.
    name = bare if bare and not figures(Reading(bare)) else host
    return f"[{capital(name)}]({quote(url, safe=':/?#@!$&*+,;=%~-._')})"
