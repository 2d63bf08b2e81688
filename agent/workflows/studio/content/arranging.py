"""What buttons do to a piece that was put together from quotes."""

from collections.abc import Iterator
from typing import Literal, get_args

from agent.language.catalogs import N_
from agent.workflows.studio.content.assembly import (
    assemble,
    claims_of,
    heading_of,
    sections_in,
    used_in,
)
from agent.workflows.studio.content.contracts import Brief, Layout, Piece, Quotes

Act = Literal["drop_last", "opening", "order", "quote"]
ACTS: dict[Act, str] = {
    "drop_last": N_("Drop the last section"),
    "opening": N_("Another opening"),
    "order": N_("Another order"),
    "quote": N_("Other quotes"),
}


def acts_on(piece: Piece, brief: Brief) -> tuple[Act, ...]:
    """Those that would change the piece; a text that was typed over has no layout any more."""
    if piece.layout is None:
        return ()
    acts: tuple[Act, ...] = get_args(Act)
    return tuple(act for act in acts if _after(piece.layout, act, brief) != piece.layout)


def rearrange(piece: Piece, brief: Brief, act: Act) -> Piece:
    """With its picture and what was typed beside the text."""
    if piece.layout is None:
        return piece
    now = assemble(brief, _after(piece.layout, act, brief), title=piece.title)
    kept = ("meta_description", "alt", "wish", "picture", "ratio", "style", "notes")
    return now.model_copy(update={name: getattr(piece, name) for name in kept})


def _after(layout: Layout, act: Act, brief: Brief) -> Layout:
    held = layout.sections
    match act:
        case "drop_last":
            shown = [heading for heading, _ in sections_in(layout, brief)]
            left = tuple(each for each in held if each.heading != shown[-1]) if shown[1:] else held
            return layout.model_copy(update={"sections": left})
        case "order":
            return layout.model_copy(update={"sections": (*held[1:], *held[:1])})
        case "opening":
            ids = [id_ for each in held for id_ in each.claims]
            place = ids.index(layout.opening) + 1 if layout.opening in ids else 0
            is_opened = layout.opening and ids
            opening = ids[place % len(ids)] if is_opened else layout.opening
            return layout.model_copy(update={"opening": opening})
        case "quote":
            return layout.model_copy(update={"sections": tuple(_exchanged(layout, brief))})


def _exchanged(layout: Layout, brief: Brief) -> Iterator[Quotes]:
    """For the first quote of each section the next of its heading that is not used yet."""
    used = {claim.id for claim in used_in(layout, brief)}
    under = {claim.id: heading_of(claim, brief) for claim in claims_of(brief)}
    order = list(under)
    for each in layout.sections:
        first = next((i for i in each.claims if i in under and i != layout.opening), "")
        at = order.index(first) if first else 0
        in_turn = [*order[at:], *order[:at]] if first else []
        other = next((i for i in in_turn if under[i] == under[first] and i not in used), first)
        yield each.model_copy(
            update={"claims": tuple(other if i == first else i for i in each.claims)}
        )
