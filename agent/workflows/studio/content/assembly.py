"""A piece without a model: quotes under their sources' headings, and no word that is composed."""

import re
from collections.abc import Iterable, Iterator, Sequence
from itertools import cycle
from typing import Literal, get_args

from babel.dates import get_day_names

from agent.checks.content import Kind
from agent.checks.content.platform import width
from agent.checks.content.reading import count, words_of
from agent.language.catalogs import FOLDERS, N_, catalog
from agent.language.text import STOP_WORDS, fold, plain, shorten
from agent.ports.images import Ratio
from agent.workflows.studio.content.contracts import (
    VARIANTS,
    Brief,
    Claim,
    ImageWish,
    Layout,
    Outline,
    Piece,
    Section,
    Slot,
    Source,
)
from agent.workflows.studio.state import Plain
from agent.workflows.studio.steps import sections_for

ASSEMBLED = N_("No AI model is connected, so this is assembled from quotes.")
TAGS = 5
LONGEST_TAG, MOST_IN_TAG = 28, 4
"""Characters and words of a hashtag: a heading is mostly too long for one."""
COLUMNS = (N_("Week"), N_("Day"), N_("Format"), N_("Title"), N_("Pillar"))
CALENDAR = N_("Content calendar")
WEEKS = range(1, 5)
ON: dict[int, tuple[Kind, str]] = {
    0: ("blog", "Blog"),
    2: ("linkedin", "LinkedIn"),
    4: ("instagram", "Instagram"),
}
"""What comes on which day of a week, and its name in the calendar."""


# What there is to quote


def claims_of(brief: Brief) -> tuple[Claim, ...]:
    """The strongest first, as research ranked them."""
    return brief.research.supported if brief.research else ()


def has_material(brief: Brief) -> bool:
    return bool(claims_of(brief) or _details(brief))


def quote_of(claim: Claim) -> str:
    return f"“{' '.join(plain(claim.quote or claim.text).split())}”"


def _source(claim: Claim, brief: Brief) -> Source | None:
    sources = brief.research.sources if brief.research else ()
    return next((each for each in sources if each.id == claim.source), None)


def heading_of(claim: Claim, brief: Brief) -> str:
    """Under which it stands in its source."""
    source = _source(claim, brief)
    return claim.heading.strip(" #*_:") or (source.title if source else titled(brief.topic))


def grouped(claims: Iterable[Claim], brief: Brief) -> tuple[Section, ...]:
    found: dict[str, list[str]] = {}
    for claim in claims:
        found.setdefault(heading_of(claim, brief), []).append(claim.id)
    return tuple(Section(heading=heading, claims=tuple(ids)) for heading, ids in found.items())


def _chosen(claims: Iterable[Claim], brief: Brief) -> list[Claim]:
    """As many as the piece has words for."""
    words, taken = brief.words, list[Claim]()
    for claim in claims:
        length = count(words_of(quote_of(claim)))
        if not taken or length <= words:
            taken.append(claim)
            words -= length
    return taken


# Pieces


def pieces(brief: Brief, outline: Outline | None = None) -> tuple[Piece, ...]:
    """Of LinkedIn posts several to choose among, each with another quote first."""
    claims, title = claims_of(brief), titled(brief.topic)
    if brief.kind == "blog":
        outline = outline or outlined(brief)
        return (assemble(brief, _laid_out(outline, brief), outline.title),)
    most = (brief.details.variants or VARIANTS) if brief.kind == "linkedin" else 1
    orders = [(first, *(e for e in claims if e is not first)) for first in claims[:most]]
    taken = [(order[0].id, grouped(_chosen(order, brief), brief)) for order in orders]
    layouts = [Layout(opening=first, sections=held) for first, held in taken] or [Layout()]
    return tuple(assemble(brief, layout, title) for layout in layouts)


def outlined(brief: Brief) -> Outline:
    """The sources' own headings, each with its first quote as what it says."""
    claims = {claim.id: claim for claim in claims_of(brief)}
    _, most = sections_for(brief.words)
    sections = [
        each.model_copy(update={"gist": quote_of(claims[each.claims[0]])})
        for each in grouped(claims.values(), brief)[:most]
    ]
    title = titled(brief.topic)
    return Outline(title=title, sections=tuple(sections) or (Section(heading=title),))


def _laid_out(outline: Outline, brief: Brief) -> Layout:
    """Along its sections; the strongest quote that its section can spare opens."""
    named = {id_ for section in outline.sections for id_ in section.claims}
    strongest = (claim for claim in claims_of(brief) if claim.id in named)
    chosen = [claim.id for claim in _chosen(strongest, brief)]
    # A section of the user's own stays, and is remarked on as long as it is empty.
    held = tuple(
        Section(heading=each.heading, claims=ids)
        for each in outline.sections
        if (ids := tuple(id_ for id_ in each.claims if id_ in chosen)) or not each.claims
    )
    spare = {id_ for each in held if each.claims[1:] for id_ in each.claims}
    return Layout(opening=next((id_ for id_ in chosen if id_ in spare), ""), sections=held)


def assemble(brief: Brief, layout: Layout, title: str) -> Piece:
    """What the layout says, as a text of the brief's kind."""
    match brief.kind:
        case "blog":
            more: Plain = {"text": _document(brief, layout, title)}
        case "strategy":
            slots = tuple(_slots(layout, brief))
            text = f"{_document(brief, layout, title)}\n\n{_calendar(slots, brief.language)}"
            more = {"text": text, "slots": slots}
        case _:
            wish = picture(brief)
            more = {"text": _post(brief, layout)}
            if brief.kind == "instagram":
                more |= {"wish": wish, "alt": wish.alt, "ratio": wish.ratio, "style": wish.style}
    return Piece(
        kind=brief.kind,
        title=title,
        language=brief.language,
        claims=tuple(claim.id for claim in used_in(layout, brief)),
        notes=(ASSEMBLED,),
        layout=layout,
        **more,
    )


# As a text


def _document(brief: Brief, layout: Layout, title: str) -> str:
    blocks = [f"# {title}", "\n".join(f"- {line}" for line in _details(brief))]
    blocks += _quoted(_known((layout.opening,), brief), brief)
    for heading, claims in sections_in(layout, brief):
        blocks += [f"## {heading}", *_quoted(claims, brief)] if claims_of(brief) else []
    return "\n\n".join(filter(None, [*blocks, brief.brand.call_to_action]))


def _post(brief: Brief, layout: Layout) -> str:
    """Without Markdown, which posts show as typed."""
    _ = catalog(brief.language).gettext
    blocks = [quote_of(claim) for claim in _known((layout.opening,), brief)]
    blocks.append("\n".join(_details(brief)))
    for heading, claims in sections_in(layout, brief):
        if claims:
            blocks.append("\n".join([heading, *(f"• {quote_of(claim)}" for claim in claims)]))
    found = filter(None, (_source(claim, brief) for claim in used_in(layout, brief)))
    sources = list(dict.fromkeys(f"{each.title} {each.url}".strip() for each in found))
    blocks.append("\n".join([_("Sources") + ":", *sources]) if sources else "")
    blocks += [brief.brand.call_to_action, hashtags(brief, used_in(layout, brief))]
    return "\n\n".join(filter(None, blocks)) or titled(brief.topic)


def _slots(layout: Layout, brief: Brief) -> Iterator[Slot]:
    """The headings in turn, one for each day."""
    days = get_day_names(locale=FOLDERS.get(brief.language, "en"))
    themes = cycle([each.heading for each in layout.sections] or [titled(brief.topic)])
    for week in WEEKS:
        for day, (kind, _name) in ON.items():
            title = next(themes)
            yield Slot(week=week, day=days[day], kind=kind, title=title, pillar=title)


def _calendar(slots: Sequence[Slot], language: str) -> str:
    """Under its heading, a table of what is published when."""
    _, names = catalog(language).gettext, dict(ON.values())
    columns = [_(column) for column in COLUMNS]
    rows = [(str(s.week), s.day, names[s.kind], s.title, s.pillar) for s in slots]
    lines = [columns, ["---"] * len(columns), *rows]
    table = "\n".join(f"| {' | '.join(c.replace('|', ' ') for c in line)} |" for line in lines)
    return f"## {_(CALENDAR)}\n\n{table}"


def _quoted(claims: Sequence[Claim], brief: Brief) -> list[str]:
    """A paragraph each; of several in a row from one source the last one names it."""
    sources = [_source(claim, brief) for claim in claims]
    return [
        f"{quote_of(claim)} ({linked(source)})" if source and source != after else quote_of(claim)
        for claim, source, after in zip(claims, sources, [*sources[1:], None], strict=False)
    ]


def linked(source: Source) -> str:
    title = " ".join(re.sub(r"[\[\]()]+", " ", source.title).split()) or source.id
    return f"[{title}]({source.url})" if source.url else title


def _details(brief: Brief) -> list[str]:
    """The Details form line by line, and the user's own facts."""
    return [*brief.details.lines(catalog(brief.language).gettext), *brief.notes]


def hashtags(brief: Brief, claims: Sequence[Claim]) -> str:
    """The user's own, then the topic and the headings that are short enough, one word each."""
    details, tags = brief.details, dict[str, str]()
    own = (*brief.brand.hashtags[:2], *details.keywords, brief.topic, details.location)
    for each in (*own, *(heading_of(claim, brief) for claim in claims)):
        words = [word for word in re.findall(r"\w+", each) if fold(word) not in STOP_WORDS]
        name = "".join(map(titled, words))
        if len(words) <= MOST_IN_TAG and 1 < width(name) <= LONGEST_TAG and not name.isdecimal():
            tags.setdefault(fold(name), f"#{name}")
    return " ".join(list(tags.values())[: TAGS if details.hashtags is None else details.hashtags])


# The contents of a layout


def _known(ids: Iterable[str], brief: Brief) -> list[Claim]:
    claims = {claim.id: claim for claim in claims_of(brief)}
    return [claims[id_] for id_ in ids if id_ in claims]


def sections_in(layout: Layout, brief: Brief) -> Iterator[tuple[str, list[Claim]]]:
    for each in layout.sections:
        yield each.heading, _known((i for i in each.claims if i != layout.opening), brief)


def used_in(layout: Layout, brief: Brief) -> list[Claim]:
    rest = [claim for _, claims in sections_in(layout, brief) for claim in claims]
    return [*_known((layout.opening,), brief), *rest]


# The picture that goes with a piece

CARD = N_("No image model is connected, so this is a designed card with your words.")
LONGEST_TITLE = 60
STYLES = (
    N_("photograph"), N_("watercolour"), N_("3D render"), N_("minimalist"), N_("line drawing"),
    N_("oil painting"), N_("vintage"), N_("flat illustration"),
)  # fmt: skip


def styles_of(language: str) -> tuple[str, ...]:
    return tuple(map(catalog(language).gettext, STYLES))


def picture(brief: Brief, ratio: Ratio = "1:1") -> ImageWish:
    """The topic and what the form says, as they are."""
    details = brief.details
    said = (brief.topic, details.property_type, details.location, *details.features)
    title = titled(brief.topic)
    return ImageWish(
        title=shorten(title, LONGEST_TITLE - 2),
        alt=title,
        prompt=", ".join(filter(None, said)),
        subtitle=brief.brand.name,
        style=styles_of(brief.language)[0],
        ratio=ratio,
    )


def titled(text: str) -> str:
    text = " ".join(text.split())
    return text[:1].upper() + text[1:]


# What buttons do to such a piece

Act = Literal["drop_last", "opening", "order", "quote"]
ACTS: dict[Act, str] = {
    "drop_last": N_("Drop the last section"),
    "opening": N_("Another opening"),
    "order": N_("Another order"),
    "quote": N_("Other quotes"),
}


def acts_on(piece: Piece, brief: Brief) -> tuple[Act, ...]:
    """Those that would change the piece; a text that was typed over has no layout any more."""
    acts: tuple[Act, ...] = get_args(Act)
    return tuple(act for act in acts if rearrange(piece, brief, act).text != piece.text)


def rearrange(piece: Piece, brief: Brief, act: Act) -> Piece:
    """With its picture and what was typed beside the text."""
    if piece.layout is None:
        return piece
    now = assemble(brief, _after(piece.layout, act, brief), piece.title)
    kept = ("meta_description", "alt", "wish", "picture", "ratio", "style", "notes")
    return now.model_copy(update={name: getattr(piece, name) for name in kept})


def _after(layout: Layout, act: Act, brief: Brief) -> Layout:
    held = layout.sections
    match act:
        case "drop_last":
            shown = [heading for heading, claims in sections_in(layout, brief) if claims]
            *others, last = shown or [""]
            left = tuple(each for each in held if each.heading != last)
            return layout.model_copy(update={"sections": left if others else held})
        case "order":
            return layout.model_copy(update={"sections": (*held[1:], *held[:1])})
        case "opening":
            ids = [id_ for each in held for id_ in each.claims]
            if layout.opening not in ids:
                return layout
            following = ids[(ids.index(layout.opening) + 1) % len(ids)]
            return layout.model_copy(update={"opening": following})
        case "quote":
            return layout.model_copy(update={"sections": tuple(_exchanged(layout, brief))})


def _exchanged(layout: Layout, brief: Brief) -> Iterator[Section]:
    """For the first quote of each section the next of its heading that is not used yet."""
    used = {claim.id for claim in used_in(layout, brief)}
    under = {claim.id: heading_of(claim, brief) for claim in claims_of(brief)}
    order = list(under)
    for each in layout.sections:
        first = next((i for i in each.claims if i in under and i != layout.opening), "")
        spare = [i for i in order if i not in used and under[i] == under.get(first)]
        later = [i for i in spare if order.index(i) > order.index(first)]
        other = next(iter(later or spare), first)
        ids = tuple(other if i == first else i for i in each.claims)
        yield each.model_copy(update={"claims": ids})
