"""A piece without a model: quotes under their sources' headings, and no word that is composed."""

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from datetime import date, timedelta

from babel.dates import format_skeleton

from agent.checks.content import Kind
from agent.checks.content.reading import count, words_of
from agent.language.catalogs import FOLDERS, N_, catalog
from agent.language.text import STOP_WORDS, fold, plain, shorten, stems
from agent.ports.images import RATIOS
from agent.workflows.studio.content.contracts import (
    WEEKS,
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
from agent.workflows.studio.content.tags import hashtags
from agent.workflows.studio.state import Plain
from agent.workflows.studio.steps import sections_for

ASSEMBLED = N_("No AI model is connected, so this is assembled from quotes.")
UNSAID = N_("No quote speaks of: {words}.")
OWN_FACTS = N_("No AI model is connected, so this lists your own facts.")
COLUMNS = (N_("Week"), N_("Day"), N_("Format"), N_("Title"), N_("Pillar"))
ON = (0, 2, 4)
"""Of a calendar, from today on: something is due on Mondays, Wednesdays and Fridays."""
TOO_FEW = N_("The facts carry {count} of the {room} entries that so many weeks have room for.")
IN_TURN: dict[Kind, str] = {"blog": "Blog", "linkedin": "LinkedIn", "instagram": "Instagram"}
"""The formats of a calendar, with their names in it."""


# What there is to quote


def quote_of(claim: Claim) -> str:
    return f"“{' '.join(plain(claim.quote or claim.text).split())}”"


def _source(claim: Claim, brief: Brief) -> Source | None:
    return next((each for each in brief.research.sources if each.id == claim.source), None)


def heading_of(claim: Claim, brief: Brief) -> str:
    """Its heading in the source."""
    return claim.heading.strip(" #*_:") or _title_over(claim, brief)


def _title_over(claim: Claim, brief: Brief) -> str:
    source = _source(claim, brief)
    return source.title if source else titled(brief.topic)


def grouped(
    claims: Iterable[Claim], brief: Brief, under: Callable[[Claim, Brief], str] = heading_of
) -> tuple[Section, ...]:
    found: dict[str, list[str]] = {}
    for claim in claims:
        found.setdefault(under(claim, brief), []).append(claim.id)
    return tuple(Section(heading=heading, claims=tuple(ids)) for heading, ids in found.items())


def _chosen(claims: Iterable[Claim], brief: Brief) -> list[Claim]:
    """Choose as many claims as the piece has words for."""
    words, taken = brief.words, list[Claim]()
    for claim in claims:
        length = count(words_of(quote_of(claim)))
        if not taken or length <= words:
            taken.append(claim)
            words -= length
    return taken


# Pieces


def pieces(brief: Brief, outline: Outline | None = None) -> tuple[Piece, ...]:
    """Make the pieces; of LinkedIn posts several to choose from, each with another quote first."""
    claims, title = brief.research.supported, titled(brief.topic)
    if brief.kind == "blog":
        outline = outline or outlined(brief)
        return (assemble(brief, _laid_out(outline, brief), outline.title),)
    if brief.kind == "strategy":
        pillars = grouped(claims, brief, _title_over)
        first = [each.model_copy(update={"claims": each.claims[:1]}) for each in pillars]
        return (assemble(brief, Layout(sections=tuple(first)), title),)
    firsts = claims[: brief.variants]
    orders = [(first, *(e for e in claims if e is not first)) for first in firsts]
    taken = [(order[0].id, grouped(_chosen(order, brief), brief)) for order in orders]
    layouts = [Layout(opening=first, sections=held) for first, held in taken] or [Layout()]
    return tuple(assemble(brief, layout, title) for layout in layouts)


def outlined(brief: Brief) -> Outline:
    """The sources' own headings, each with its first quote as what it says."""
    claims = {claim.id: claim for claim in brief.research.supported}
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
    strongest = (claim for claim in brief.research.supported if claim.id in named)
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
    notes = [ASSEMBLED if (claims := used_in(layout, brief)) else OWN_FACTS]
    notes += unsaid(brief, claims) if claims else []
    match brief.kind:
        case "blog":
            more: Plain = {"text": _document(brief, layout, title)}
        case "strategy":
            slots = tuple(_slots(layout, brief))
            more = {"text": _document(brief, layout, title, slots), "slots": slots}
            if len(slots) < (room := len(_due(brief))):
                said = catalog(brief.language).gettext(TOO_FEW)
                notes.append(said.format(count=len(slots), room=room))
        case _:
            wish = picture(brief)
            more = {"text": _post(brief, layout)}
            if brief.kind == "instagram":
                more |= {"wish": wish, "alt": wish.alt, "ratio": wish.ratio, "style": wish.style}
    return Piece(
        kind=brief.kind,
        title=title,
        language=brief.language,
        claims=tuple(claim.id for claim in claims),
        notes=tuple(notes),
        layout=layout,
        **more,
    )


def unsaid(brief: Brief, claims: Sequence[Claim]) -> list[str]:
    """A sentence with the words of the topic that neither quotes nor the user's facts have."""
    over = (_title_over(claim, brief) for claim in claims)
    said = stems("\n".join((*over, *map(quote_of, claims), *brief.notes)))
    words = (word for word in re.findall(r"\w+", brief.topic) if fold(word) not in STOP_WORDS)
    left = ", ".join(word for word in words if stems(word).isdisjoint(said))
    return [catalog(brief.language).gettext(UNSAID).format(words=left)] if left else []


# As a text


def _document(brief: Brief, layout: Layout, title: str, slots: Sequence[Slot] = ()) -> str:
    """A plan has its calendar before the quotes, and its pillars for headings."""
    sources = _sources(layout, brief)
    blocks = [f"# {title}", "\n".join(f"- {line}" for line in _details(brief))]
    blocks += _calendar(slots, brief) if slots else []
    blocks += _quoted(_claims_of((layout.opening,), brief), sources)
    for heading, claims in sections_in(layout, brief):
        blocks += [f"## {heading}", *_quoted(claims, sources)] if brief.research.supported else []
    blocks += [*_listed(sources, brief), "" if slots else brief.brand.call_to_action]
    return "\n\n".join(filter(None, blocks))


def _post(brief: Brief, layout: Layout) -> str:
    """Write a post without Markdown, which posts show as typed."""
    _ = catalog(brief.language).gettext
    used = used_in(layout, brief)
    blocks = [quote_of(claim) for claim in _claims_of((layout.opening,), brief)]
    blocks.append("" if used else titled(brief.topic))
    blocks.append("\n".join(_details(brief)))
    for heading, claims in sections_in(layout, brief):
        if claims:
            blocks.append("\n".join([heading, *(f"• {quote_of(claim)}" for claim in claims)]))
    sources = [f"{each.title} {each.url}".strip() for each in _sources(layout, brief)]
    blocks.append("\n".join([_("Sources") + ":", *sources]) if sources else "")
    tags = hashtags(brief, "\n".join(blocks))
    return "\n\n".join(filter(None, (*blocks, brief.brand.call_to_action, tags)))


def _calendar(slots: Sequence[Slot], brief: Brief) -> list[str]:
    _ = catalog(brief.language).gettext
    rows = [(str(s.week), s.day, IN_TURN[s.kind], s.title, s.pillar) for s in slots]
    lines = [[_(column) for column in COLUMNS], ["---"] * len(COLUMNS), *rows]
    table = "\n".join(f"| {' | '.join(c.replace('|', ' ') for c in line)} |" for line in lines)
    return ["## " + _("Content calendar"), table]


def _slots(layout: Layout, brief: Brief) -> Iterator[Slot]:
    """An entry for each fact of the pillars: the heading it is under, or the quote itself."""
    pillars = {c.source: heading for heading, own in sections_in(layout, brief) for c in own}
    found: dict[str, str] = {}
    for claim in (claim for claim in brief.research.supported if claim.source in pillars):
        title = heading_of(claim, brief)
        title = shorten(quote_of(claim), 70) if title in found else title
        found.setdefault(title, pillars[claim.source])
    due = _due(brief)
    entries = list(found.items())[: len(due)] or [(titled(brief.topic), "")]
    for number, (title, pillar) in enumerate(entries):
        day = due[number * len(due) // len(entries)]
        yield Slot(
            week=(day - due[0]).days // 7 + 1,
            day=format_skeleton("MMMEd", day, locale=FOLDERS.get(brief.language, "en")),
            kind=tuple(IN_TURN)[number % len(IN_TURN)],
            title=title,
            pillar=pillar,
        )


def _due(brief: Brief) -> list[date]:
    """When something is due; where the facts carry less, it is spread over all weeks."""
    today = date.fromisoformat(brief.today)
    days = (today + timedelta(number) for number in range(7 * (brief.details.weeks or WEEKS)))
    return [day for day in days if day.weekday() in ON]


def _sources(layout: Layout, brief: Brief) -> list[Source]:
    """Those of the quotes, numbered by their order."""
    found = (_source(claim, brief) for claim in used_in(layout, brief))
    return list(dict.fromkeys(filter(None, found)))


def _quoted(claims: Sequence[Claim], sources: Sequence[Source]) -> list[str]:
    """A paragraph each, with the number of its source where there are several."""
    marks = {each.id: f" [{n}]" for n, each in enumerate(sources, start=1) if sources[1:]}
    return [quote_of(claim) + marks.get(claim.source, "") for claim in claims]


def _listed(sources: Sequence[Source], brief: Brief) -> list[str]:
    lines = [f"{number}. {linked(source)}" for number, source in enumerate(sources, start=1)]
    heading = catalog(brief.language).gettext("Sources")
    return [f"## {heading}", "\n".join(lines)] if lines else []


def linked(source: Source) -> str:
    title = " ".join(re.sub(r"[\[\]()]+", " ", source.title).split()) or source.id
    return f"[{title}]({source.url})" if source.url else title


def _details(brief: Brief) -> list[str]:
    """The Details form line by line, and the user's own facts."""
    return [*brief.details.lines(catalog(brief.language).gettext), *brief.notes]


# The contents of a layout


def _claims_of(ids: Iterable[str], brief: Brief) -> list[Claim]:
    claims = {claim.id: claim for claim in brief.research.supported}
    return [claims[id_] for id_ in ids if id_ in claims]


def sections_in(layout: Layout, brief: Brief) -> Iterator[tuple[str, list[Claim]]]:
    """With the quotes of each in the order of their source."""
    for each in layout.sections:
        claims = _claims_of((i for i in each.claims if i != layout.opening), brief)
        yield each.heading, sorted(claims, key=lambda claim: (claim.source, claim.place))


def used_in(layout: Layout, brief: Brief) -> list[Claim]:
    rest = [claim for _, claims in sections_in(layout, brief) for claim in claims]
    return [*_claims_of((layout.opening,), brief), *rest]


# The picture that goes with a piece

CARD = N_("No image model is connected, so this is a designed card with your words.")
LONGEST_TITLE = 60
STYLES = (
    N_("photograph"),
    N_("watercolour"),
    N_("3D render"),
    N_("minimalist"),
    N_("line drawing"),
    N_("oil painting"),
    N_("vintage"),
    N_("flat illustration"),
)


def styles_of(language: str) -> tuple[str, ...]:
    return tuple(map(catalog(language).gettext, STYLES))


def picture(brief: Brief) -> ImageWish:
    """The topic and what the form says, as they are, in the ratio that the request names."""
    details = brief.details
    said = (brief.topic, details.property_type, details.location, *details.features)
    title = titled(brief.topic)
    return ImageWish(
        title=shorten(title, LONGEST_TITLE - 2),
        alt=title,
        prompt=", ".join(filter(None, said)),
        subtitle=brief.brand.name,
        style=styles_of(brief.language)[0],
        ratio=next((ratio for ratio in RATIOS if ratio in brief.request), "1:1"),
    )


def titled(text: str) -> str:
    text = " ".join(text.split())
    return text[:1].upper() + text[1:]


# What buttons do to such a piece

ACTS = {
    "drop_last": N_("Drop what is farthest from the topic"),
    "opening": N_("Another opening"),
    "order": N_("Another order"),
    "quote": N_("Other quotes"),
}


def acts_on(piece: Piece, brief: Brief) -> tuple[str, ...]:
    """Acts that would change the piece; a text that was typed over has no layout any more."""
    return tuple(act for act in ACTS if rearrange(piece, brief, act).text != piece.text)


def rearrange(piece: Piece, brief: Brief, act: str) -> Piece:
    """Rearrange the piece, keeping its picture and what was typed beside the text."""
    if piece.layout is None:
        return piece
    now = assemble(brief, _after(piece.layout, act, brief), piece.title)
    changed = ("text", "layout", "claims", "slots")
    return piece.model_copy(update={name: getattr(now, name) for name in changed})


def _after(layout: Layout, act: str, brief: Brief) -> Layout:
    held = layout.sections
    match act:
        case "drop_last":
            ids = [claim.id for claim in brief.research.supported]
            shown = [h for h, claims in sections_in(layout, brief) if claims]
            first = {
                e.heading: next((n for n, i in enumerate(ids) if i in e.claims), 0) for e in held
            }
            far = max(shown, key=first.__getitem__) if shown[1:] else None
            left = tuple(each for each in held if each.heading != far)
            return layout.model_copy(update={"sections": left})
        case "order":
            return layout.model_copy(update={"sections": (*held[1:], *held[:1])})
        case "opening":
            ids = [id_ for each in held for id_ in each.claims]
            if layout.opening not in ids:
                return layout
            following = ids[(ids.index(layout.opening) + 1) % len(ids)]
            return layout.model_copy(update={"opening": following})
        case _:
            return layout.model_copy(update={"sections": tuple(_exchanged(layout, brief))})


def _exchanged(layout: Layout, brief: Brief) -> Iterator[Section]:
    """For the first quote of each section the next of its heading that is not used yet."""
    used = {claim.id for claim in used_in(layout, brief)}
    under = {claim.id: heading_of(claim, brief) for claim in brief.research.supported}
    for each in layout.sections:
        first = next((i for i in each.claims if i in under and i != layout.opening), "")
        same = [i for i in under if under[i] == under.get(first)]
        spare = [i for i in same if i == first or i not in used] or [first]
        other = spare[(spare.index(first) + 1) % len(spare)]
        ids = tuple(other if i == first else i for i in each.claims)
        yield each.model_copy(update={"claims": ids})
