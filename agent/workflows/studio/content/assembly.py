"""A piece without a model: quotes under their sources' headings, and no word that is composed."""

import re
from collections.abc import Iterable, Iterator, Sequence
from itertools import cycle

from babel.dates import get_day_names

from agent.checks.content import Kind
from agent.checks.content.platform import LIMITS, META, width
from agent.checks.content.reading import count, words_of
from agent.language.catalogs import FOLDERS, N_, catalog
from agent.language.text import ASKING_WORDS, STOP_WORDS, fold, plain, shorten
from agent.ports.images import Ratio
from agent.workflows.studio.content.contracts import (
    VARIANTS,
    Brief,
    Claim,
    ImageWish,
    Layout,
    Outline,
    Piece,
    Quotes,
    Section,
    Slot,
    Source,
)
from agent.workflows.studio.content.gathering import share_of
from agent.workflows.studio.state import Plain
from agent.workflows.studio.steps import headings_in, sections_for

ASSEMBLED = N_("No AI model is connected, so this is assembled from quotes.")
NO_QUOTE = N_("No quote found for: {headings}.")
NOT_FOLLOWED = N_("These wishes need an AI model or your own edit: {wishes}.")
PILLARS, ANSWERS = 5, 6
TAGS = 5
LONGEST_TAG, MOST_IN_TAG = 28, 4
"""Characters and words of a hashtag: a heading is mostly too long for one."""
WEEKS = range(1, 5)
ON: dict[int, Kind] = {0: "blog", 2: "linkedin", 4: "instagram"}
"""What comes on which day of a week."""
LABELS: dict[Kind, str] = {"blog": "Blog", "linkedin": "LinkedIn", "instagram": "Instagram"}


# What there is to quote


def claims_of(brief: Brief) -> tuple[Claim, ...]:
    """The strongest first, as research ranked them."""
    return brief.research.supported if brief.research else ()


def has_material(brief: Brief) -> bool:
    return bool(claims_of(brief) or _details(brief))


def quote_of(claim: Claim) -> str:
    """In quotation marks, but for what the user says themselves."""
    said = " ".join(plain(claim.quote or claim.text).split())
    return f"“{said}”" if claim.quote else said


def _source(claim: Claim, brief: Brief) -> Source | None:
    """None of what the user says themselves: the piece is theirs."""
    sources = brief.research.sources if brief.research else ()
    named = (each for each in sources if each.id == claim.source and each.where != "notes")
    return next(named, None)


def heading_of(claim: Claim, brief: Brief) -> str:
    """Under which it stands in its source: of "Rooms › Kitchen" the last part."""
    last = re.split(r"\s[›»>/]\s", claim.heading)[-1].strip(" #*_:")
    source = _source(claim, brief)
    return last or (source.title if source else "") or titled(brief.topic)


def grouped(claims: Iterable[Claim], brief: Brief) -> tuple[Quotes, ...]:
    found: dict[str, list[str]] = {}
    for claim in claims:
        found.setdefault(heading_of(claim, brief), []).append(claim.id)
    return tuple(Quotes(heading=heading, claims=tuple(ids)) for heading, ids in found.items())


def _chosen(claims: Iterable[Claim], brief: Brief) -> list[Claim]:
    """As many as the piece has words for, and a platform characters."""
    words, longest = brief.words, LIMITS.get(brief.kind, {}).get("length", 100_000) - 600
    taken: list[Claim] = []
    for claim in claims:
        quote = quote_of(claim)
        length = count(words_of(quote))
        if not taken or (length <= words and len(quote) <= longest):
            taken.append(claim)
            words, longest = words - length, longest - len(quote)
    return taken


# Pieces


def pieces(brief: Brief, outline: Outline | None = None) -> tuple[Piece, ...]:
    """Of LinkedIn posts several to choose among, each with another quote first."""
    claims = claims_of(brief)
    match brief.kind:
        case "blog":
            return (blog(brief, outline or outlined(brief)),)
        case "strategy":
            pillars = grouped(claims, brief)[:PILLARS]
            held = tuple(each.model_copy(update={"claims": each.claims[:1]}) for each in pillars)
            layouts = [Layout(sections=held)]
        case _:
            most = (brief.details.variants or VARIANTS) if brief.kind == "linkedin" else 1
            layouts = [_opened_by(first, claims, brief) for first in claims[:most]] or [Layout()]
    return tuple(assemble(brief, layout, title=titled(brief.topic)) for layout in layouts)


def _opened_by(first: Claim, claims: Sequence[Claim], brief: Brief) -> Layout:
    taken = _chosen([first, *(each for each in claims if each is not first)], brief)
    return Layout(opening=first.id, sections=grouped(taken, brief))


def outlined(brief: Brief) -> Outline:
    """The sources' own headings, each with its first quote as what it says."""
    claims = {claim.id: claim for claim in claims_of(brief)}
    _, most = sections_for(brief.words)
    sections = [
        Section(heading=each.heading, gist=quote_of(claims[each.claims[0]]), claims=each.claims)
        for each in grouped(claims.values(), brief)[:most]
    ]
    if not sections:
        sections = [Section(heading=titled(brief.topic))]
    return Outline(title=titled(brief.topic), sections=tuple(sections))


def blog(brief: Brief, outline: Outline) -> Piece:
    known = {claim.id for section in outline.sections for claim in _known(section.claims, brief)}
    chosen = {c.id for c in _chosen((c for c in claims_of(brief) if c.id in known), brief)}
    sections = [
        Quotes(heading=each.heading, claims=tuple(id_ for id_ in each.claims if id_ in chosen))
        for each in outline.sections
    ]
    held = tuple(each for each in sections if each.claims)
    spare = {id_ for each in held if len(each.claims) > 1 for id_ in each.claims}
    opening = next((claim.id for claim in claims_of(brief) if claim.id in spare), "")
    piece = assemble(brief, Layout(opening=opening, sections=held), title=outline.title)
    missing = [s.heading for s in outline.sections if not set(s.claims) & known]
    said = catalog(brief.language).gettext(NO_QUOTE).format(headings=", ".join(missing))
    return piece.model_copy(update={"notes": (*piece.notes, *([said] if missing else []))})


def answer(brief: Brief) -> str:
    """In the conversation: what the sources say, or what can be asked for."""
    _ = catalog(brief.language).gettext
    told = [f"- {line}" for line in _quoted(claims_of(brief)[:ANSWERS], brief)]
    if told:
        said = _("What the sources say on “{topic}”:").format(topic=brief.topic)
        return f"{said}\n\n" + "\n".join(told)
    return _(
        "Without an AI model I can't chat, but I can put together a blog post, a social post, an"
        " image or a content plan from quotes of your documents and the web. Try “Write a blog"
        " post about …”, or connect a model in the sidebar."
    )


def assemble(brief: Brief, layout: Layout, *, title: str) -> Piece:
    """What the layout says, as a text of the brief's kind."""
    match brief.kind:
        case "blog":
            meta = _meta(layout, brief)
            more: Plain = {"text": _blog(brief, layout, title), "meta_description": meta}
        case "strategy":
            slots = tuple(_slots(layout, brief))
            more = {"text": _strategy(brief, layout, slots, title), "slots": slots}
        case "instagram":
            wish = picture(brief)
            square = {name: getattr(wish, name) for name in ("alt", "ratio", "style")}
            more = {"text": _post(brief, layout), "wish": wish, **square}
        case _:
            more = {"text": _post(brief, layout), "wish": picture(brief, "16:9")}
    return Piece(
        kind=brief.kind,
        title=title,
        language=brief.language,
        claims=tuple(claim.id for claim in used_in(layout, brief)),
        notes=(ASSEMBLED, *_unmet(brief)),
        layout=layout,
        **more,
    )


# As a text


def _blog(brief: Brief, layout: Layout, title: str) -> str:
    _ = catalog(brief.language).gettext
    blocks = [f"# {title}", _lined(_details(brief))]
    blocks += _quoted(_known((layout.opening,), brief), brief)
    for heading, claims in sections_in(layout, brief):
        blocks += [f"## {heading}", *_quoted(claims, brief)]
    if sources := _sources(layout, brief):
        blocks += ["## " + _("Sources"), _lined(linked(each) for each in sources)]
    return "\n\n".join(filter(None, [*blocks, brief.brand.call_to_action]))


def _post(brief: Brief, layout: Layout) -> str:
    """Without Markdown, which posts show as typed."""
    _ = catalog(brief.language).gettext
    blocks = [quote_of(claim) for claim in _known((layout.opening,), brief)]
    blocks.append("\n".join(_details(brief)))
    for heading, claims in sections_in(layout, brief):
        blocks.append("\n".join([heading, *(f"• {quote_of(claim)}" for claim in claims)]))
    sources = [f"{each.title} {each.url}".strip() for each in _sources(layout, brief)]
    blocks.append("\n".join([_("Sources") + ":", *sources]) if sources else "")
    blocks += [brief.brand.call_to_action, hashtags(brief, used_in(layout, brief))]
    return "\n\n".join(filter(None, blocks)) or titled(brief.topic)


def _strategy(brief: Brief, layout: Layout, slots: Sequence[Slot], title: str) -> str:
    _, names = catalog(brief.language).gettext, headings_in(brief.language)
    published = _("Pieces published: {count} in {weeks} weeks")
    week = _("Week {number}: {titles}")
    share = round(100 / len(ON))
    titles = {number: [s.title for s in slots if s.week == number] for number in WEEKS}
    parts = {
        "audience": brief.details.audience or brief.brand.audience or _("Not said."),
        "pillars": _lined(
            f"**{heading}**: {_quoted(claims[:1], brief)[0]}"
            for heading, claims in sections_in(layout, brief)
        ),
        "mix": _lined(f"{label}: {share} %" for label in LABELS.values()),
        "channels": _lined(LABELS.values()),
        "calendar": _table(slots, names["columns"].split(", ")),
        "kpis": _lined(
            (
                published.format(count=len(slots), weeks=len(WEEKS)),
                _("Views, comments and saves of each piece"),
            )
        ),
        "roadmap": _lined(
            week.format(number=number, titles=", ".join(each)) for number, each in titles.items()
        ),
    }
    blocks = [f"# {title}", _lined(_details(brief))]
    blocks += [f"## {names[name]}\n\n{text}" for name, text in parts.items() if text]
    return "\n\n".join(filter(None, blocks))


def _slots(layout: Layout, brief: Brief) -> Iterator[Slot]:
    """The headings in turn, one for each day."""
    days = get_day_names(locale=FOLDERS.get(brief.language, "en"))
    themes = cycle([each.heading for each in layout.sections] or [titled(brief.topic)])
    for week in WEEKS:
        for day, kind in ON.items():
            title = next(themes)
            yield Slot(week=week, day=days[day], kind=kind, title=title, pillar=title)


def _table(slots: Sequence[Slot], columns: Sequence[str]) -> str:
    rows = [(str(s.week), s.day, LABELS[s.kind], s.title, s.pillar) for s in slots]
    lines = [columns, ["---"] * len(columns), *rows]
    return "\n".join(f"| {' | '.join(c.replace('|', ' ') for c in line)} |" for line in lines)


def _meta(layout: Layout, brief: Brief) -> str:
    """The longest quote that fits."""
    quotes = (quote_of(claim) for claim in used_in(layout, brief))
    return max((quote for quote in quotes if len(quote) <= META[1]), key=len, default="")


def _lined(lines: Iterable[str]) -> str:
    return "\n".join(f"- {line}" for line in lines)


def _quoted(claims: Sequence[Claim], brief: Brief) -> list[str]:
    """A paragraph each; of several in a row from one source the last one names it.

    Where a post is from one source, its list of sources names it.
    """
    sources = [_source(claim, brief) for claim in claims]
    of_all = {claim.source for claim in claims_of(brief) if _source(claim, brief)}
    if brief.kind == "blog" and len(of_all) == 1:
        sources = [None] * len(claims)
    return [
        f"{quote_of(claim)} ({linked(source)})" if source and source != after else quote_of(claim)
        for claim, source, after in zip(claims, sources, [*sources[1:], None], strict=False)
    ]


def linked(source: Source) -> str:
    title = " ".join(re.sub(r"[\[\]()]+", " ", source.title).split()) or source.id
    return f"[{title}]({source.url})" if source.url else title


def _unmet(brief: Brief) -> list[str]:
    """What was asked for of the writing; a length can be kept to, a tone cannot."""
    _, details = catalog(brief.language).gettext, brief.details
    said = {N_("Audience"): details.audience, N_("Tone"): details.tone}
    wishes = [f"{_(name)}: {value}" for name, value in said.items() if value]
    return [_(NOT_FOLLOWED).format(wishes="; ".join(wishes))] if wishes else []


def _details(brief: Brief) -> list[str]:
    """The Details form line by line, such as "Location: Valencia"."""
    _, details = catalog(brief.language).gettext, brief.details
    said = {
        N_("Property type"): details.property_type,
        N_("Location"): details.location,
        N_("Price"): details.price,
        N_("Features"): ", ".join(details.features),
    }
    return [f"{_(name)}: {' '.join(value.split())}" for name, value in said.items() if value]


def hashtags(brief: Brief, claims: Sequence[Claim]) -> str:
    """The user's own, then the topic, titles of sources, and headings that speak of the topic.

    "our first time buyers" is #FirstTimeBuyers.
    """
    details = brief.details
    most = TAGS if details.hashtags is None else details.hashtags
    titles = [source.title for claim in claims if (source := _source(claim, brief))]
    headings = [heading_of(claim, brief) for claim in claims]
    near = [heading for heading in headings if share_of(brief.topic, heading)]
    own = (*brief.brand.hashtags[:2], *details.keywords, brief.topic, details.location)
    tags: dict[str, str] = {}
    for each in (*own, *titles, *near):
        words = re.findall(r"\w+", re.split("[:：]", each)[0])
        said = [
            place for place, word in enumerate(words) if fold(word) not in STOP_WORDS | ASKING_WORDS
        ]
        named = words[said[0] : said[-1] + 1] if said else []
        name = "".join(map(titled, named)) if len(named) > 1 else "".join(named)
        if len(named) <= MOST_IN_TAG and 1 < width(name) <= LONGEST_TAG and not name.isdecimal():
            tags.setdefault(fold(name).removesuffix("s"), f"#{name}")
    return " ".join(list(tags.values())[:most])


# The contents of a layout


def _known(ids: Iterable[str], brief: Brief) -> list[Claim]:
    claims = {claim.id: claim for claim in claims_of(brief)}
    return [claims[id_] for id_ in ids if id_ in claims]


def sections_in(layout: Layout, brief: Brief) -> Iterator[tuple[str, list[Claim]]]:
    for each in layout.sections:
        claims = _known((id_ for id_ in each.claims if id_ != layout.opening), brief)
        if claims:
            yield each.heading, claims


def used_in(layout: Layout, brief: Brief) -> list[Claim]:
    rest = [claim for _, claims in sections_in(layout, brief) for claim in claims]
    return [*_known((layout.opening,), brief), *rest]


def _sources(layout: Layout, brief: Brief) -> list[Source]:
    found = [source for claim in used_in(layout, brief) if (source := _source(claim, brief))]
    return list({source.id: source for source in found}.values())


# The picture that goes with a piece

LONGEST_TITLE = 60
STYLES = (
    N_("photograph"), N_("watercolour"), N_("3D render"), N_("minimalist"), N_("line drawing"),
    N_("oil painting"), N_("vintage"), N_("flat illustration"),
)  # fmt: skip


def styles_of(language: str) -> tuple[str, ...]:
    return tuple(map(catalog(language).gettext, STYLES))


def picture(brief: Brief, ratio: Ratio = "1:1", style: str = "") -> ImageWish:
    """The topic and what the form says, as they are."""
    details = brief.details
    said = (brief.topic, details.property_type, details.location, *details.features)
    title = titled(brief.topic)
    return ImageWish(
        title=shorten(title, LONGEST_TITLE - 2),
        alt=title,
        prompt=", ".join(filter(None, said)),
        subtitle=brief.brand.name,
        style=style or styles_of(brief.language)[0],
        ratio=ratio,
    )


def titled(text: str) -> str:
    text = " ".join(text.split())
    return text[:1].upper() + text[1:]
