"""A piece as its platform would show it."""

import re
from functools import partial
from itertools import groupby
from typing import Any

import streamlit as st

from agent.checks.content.platform import INSTAGRAM_FOLD, LINKEDIN_FOLD
from agent.language.catalogs import N_
from agent.language.text import shorten
from ui import navigation, safe, session
from ui.language import _
from ui.views import pictures
from ui.views.piece import draw_text, icon_of, name_of, plain_lines

Plain = dict[str, Any]

LINES = 3
"""Lines of a long text that a feed shows."""
LONGEST_WORD = 20
TITLE_SHOWN, DESCRIPTION_SHOWN = 60, 160
WAITS = N_("Answer the question in the conversation first.")


def draw(piece: Plain, *, piece_id: str = "", key: str = "preview", is_apart: bool = False) -> None:
    """`is_apart` on another page than the Studio's: what its buttons ask leads there."""
    match piece["kind"]:
        case "linkedin":
            _linkedin(piece, key)
        case "instagram":
            _instagram(piece, key)
        case "blog":
            _search_result(piece)
        case "strategy":
            _calendar(piece, piece_id, key, is_apart=is_apart)
        case "image":
            pictures.draw_picture(piece["picture"], piece["alt"])
        case _:
            draw_text(piece, key=f"preview-{key}")


def _brand() -> str:
    agent = session.agent()
    return agent.ports.brands.profile(agent.user).name or _("You")


# LinkedIn


def _linkedin(piece: Plain, key: str) -> None:
    with st.container(border=True, gap="small", key=f"platform-linkedin-{key}"):
        posted = _("now") + " · :material/public:"
        st.markdown(f":material/apartment: **{safe.plain(_brand())}**  \n:small[{posted}]")
        _folded(piece["text"], fold=LINKEDIN_FOLD)
        if piece["picture"]:
            pictures.draw_picture(piece["picture"], piece["alt"])
        like, comment, repost = _("Like"), _("Comment"), _("Repost")
        st.caption(
            f":material/thumb_up: {like}   :material/comment: {comment}"
            f"   :material/repeat: {repost}"
        )
    st.caption(_("LinkedIn hides the rest until a reader clicks “more”."))


def _folded(text: str, *, fold: int) -> None:
    shown, rest = at_fold(text, fold)
    st.markdown(plain_lines(shown))
    if rest:
        with st.expander(_("…more"), type="compact"):
            st.markdown(plain_lines(rest))


def at_fold(text: str, fold: int) -> tuple[str, str]:
    """Split a text into what a feed shows at once and the rest: by characters, or three lines."""
    text = text.strip()
    breaks = [found.start() for found in re.finditer(r"\n", text)]
    cut = breaks[LINES - 1] if len(breaks) >= LINES else len(text)
    if cut > fold:
        space = text.rfind(" ", fold - LONGEST_WORD, fold + 1)
        cut = space if space > 0 else fold
    return text[:cut].rstrip(), text[cut:].strip()


# Instagram


def _instagram(piece: Plain, key: str) -> None:
    with st.container(border=True, gap="small", width=420, key=f"platform-instagram-{key}"):
        st.markdown(f":material/account_circle: **{safe.plain(_brand())}**")
        _square(piece)
        st.caption(":material/favorite: :material/mode_comment: :material/send:")
        _folded(piece["text"], fold=INSTAGRAM_FOLD)
    if piece["alt"] and not piece["picture"]:
        st.caption("**" + _("Alt text") + f"** {safe.plain(piece['alt'])}")


def _square(piece: Plain) -> None:
    if piece["picture"]:
        pictures.draw_picture(piece["picture"], piece["alt"])
        return
    wish = piece["wish"] or {}
    with st.container(
        border=True, height=240, horizontal_alignment="center", vertical_alignment="center"
    ):
        title = safe.plain(wish.get("title", "")) or _("A square picture goes here")
        st.caption(f":material/image: {title}")


# A search result


def _search_result(piece: Plain) -> None:
    with st.container(border=True, gap="xxsmall"):
        st.caption(f"your-site.example › blog › {safe.plain(_slug(piece['title']))}")
        st.markdown(
            f"#### :primary[{safe.plain(shorten(piece['title'], TITLE_SHOWN))}]", anchors=False
        )
        if piece["meta_description"]:
            st.markdown(safe.plain(shorten(piece["meta_description"], DESCRIPTION_SHOWN)))
        else:
            st.caption(_("No meta description: the search engine picks a passage itself."))
    title, meta = len(piece["title"]), len(piece["meta_description"])
    st.caption(
        _(
            "Title: {title} characters, about {title_shown} are shown."
            " Description: {meta}, about {meta_shown} are shown."
        ).format(title=title, title_shown=TITLE_SHOWN, meta=meta, meta_shown=DESCRIPTION_SHOWN)
    )


def _slug(title: str) -> str:
    return "-".join(re.findall(r"[^\W_]+", title.casefold())[:6])


# A calendar


def _calendar(piece: Plain, piece_id: str, key: str, *, is_apart: bool) -> None:
    slots = list(enumerate(piece["slots"]))
    if not slots:
        st.caption(_("This plan has no calendar."))
        return
    thread = session.thread()
    waits = bool(not is_apart and thread and session.agent().pending(thread))
    for week, entries in groupby(slots, key=lambda entry: entry[1]["week"]):
        st.markdown("**" + _("Week {number}").format(number=week) + "**")
        for number, slot in entries:
            _slot(slot, number, piece_id, key=key, waits=waits, is_apart=is_apart)


def _slot(
    slot: Plain, number: int, piece_id: str, *, key: str, waits: bool, is_apart: bool
) -> None:
    with st.container(
        horizontal=True,
        border=True,
        vertical_alignment="center",
        gap="small",
        wrap=False,
        key=f"slot-{number}-{key}",
    ):
        pillar = f" · {safe.plain(slot['pillar'])}" if slot["pillar"] else ""
        st.markdown(
            f"{icon_of(slot['kind'])} **{safe.plain(slot['title'])}**  \n"
            f":small[{safe.plain(slot['day'])} · {name_of(slot['kind'])}{pillar}]",
            width="stretch",
        )
        if not piece_id:
            return
        pressed = st.button(
            _("Draft this"),
            icon=":material/edit_note:",
            key=f"draft-{number}-{key}",
            disabled=waits,
            help=_(WAITS) if waits else None,
            on_click=partial(_ask_for, slot, piece_id, number),
        )
    if pressed and is_apart:
        st.switch_page(navigation.page_above("pieces"), query_params={})


def _ask_for(slot: Plain, piece_id: str, number: int) -> None:
    session.send(
        _("Write: {title} ({kind})").format(title=slot["title"], kind=name_of(slot["kind"])),
        picked={"act": "slot", "kind": slot["kind"], "piece": piece_id, "slot": number},
    )
