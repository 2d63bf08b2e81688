"""A piece as its platform would show it, made of native elements."""

import re
from functools import partial
from itertools import groupby
from typing import Any

import streamlit as st

from agent.checks.content.platform import INSTAGRAM_FOLD, LINKEDIN_FOLD
from agent.language.text import shorten
from ui import navigation, safe, session
from ui.views import pictures
from ui.views.piece import draw_text, icon_of, name_of, plain_lines

Plain = dict[str, Any]

LINES = 3
"""That a feed shows of a long text."""
LONGEST_WORD = 20
TITLE_SHOWN, DESCRIPTION_SHOWN = 60, 160
WAITS = "Answer the question in the conversation first."


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
    return agent.ports.brands.profile(agent.user).name or "You"


# LinkedIn


def _linkedin(piece: Plain, key: str) -> None:
    with st.container(border=True, gap="small", key=f"platform-linkedin-{key}"):
        st.markdown(
            f":material/apartment: **{safe.plain(_brand())}**  \n:small[now · :material/public:]"
        )
        _folded(piece["text"], fold=LINKEDIN_FOLD)
        if piece["picture"]:
            pictures.draw_picture(piece["picture"], piece["alt"])
        st.caption(
            ":material/thumb_up: Like   :material/comment: Comment   :material/repeat: Repost"
        )
    st.caption("LinkedIn cuts here until a reader clicks “more”.")


def _folded(text: str, *, fold: int) -> None:
    shown, rest = at_fold(text, fold)
    st.markdown(plain_lines(shown))
    if rest:
        with st.expander("…more", type="compact"):
            st.markdown(plain_lines(rest))


def at_fold(text: str, fold: int) -> tuple[str, str]:
    """What is seen at once, and what is not: so many characters, or three lines."""
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
        st.caption(f"**Alt text** {safe.plain(piece['alt'])}")


def _square(piece: Plain) -> None:
    if piece["picture"]:
        pictures.draw_picture(piece["picture"], piece["alt"])
        return
    wish = piece["wish"] or {}
    with st.container(
        border=True, height=240, horizontal_alignment="center", vertical_alignment="center"
    ):
        title = safe.plain(wish.get("title", "")) or "A square picture goes here"
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
            st.caption("No meta description: the search engine would choose a passage itself.")
    title, meta = len(piece["title"]), len(piece["meta_description"])
    st.caption(
        f"Title {title} characters, about {TITLE_SHOWN} are shown."
        f" Description {meta}, about {DESCRIPTION_SHOWN} are shown."
    )


def _slug(title: str) -> str:
    return "-".join(re.findall(r"[^\W_]+", title.casefold())[:6])


# A calendar


def _calendar(piece: Plain, piece_id: str, key: str, *, is_apart: bool) -> None:
    slots = list(enumerate(piece["slots"]))
    if not slots:
        st.caption("This plan has no calendar.")
        return
    thread = session.thread()
    waits = bool(not is_apart and thread and session.agent().pending(thread))
    for week, entries in groupby(slots, key=lambda entry: entry[1]["week"]):
        st.markdown(f"**Week {week}**")
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
            "Draft this",
            icon=":material/edit_note:",
            key=f"draft-{number}-{key}",
            disabled=waits,
            help=WAITS if waits else None,
            on_click=partial(_ask_for, slot, piece_id, number),
        )
    if pressed and is_apart:
        st.switch_page(navigation.page_of("studio"), query_params={})


def _ask_for(slot: Plain, piece_id: str, number: int) -> None:
    session.send(
        f"Write: {slot['title']} ({name_of(slot['kind'])})",
        picked={"act": "slot", "kind": slot["kind"], "piece": piece_id, "slot": number},
    )
