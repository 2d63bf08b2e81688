"""Pictures: made by a model, or composed here."""

from typing import Any

import streamlit as st

from agent import NotFound
from agent.ports import Picture
from ui import safe, session
from ui.language import _

Plain = dict[str, Any]
WIDTHS = {"9:16": 240, "3:4": 300, "1:1": 360}
"""Of those that are no wider than high; others take the width there is, up to `WIDEST`."""
WIDEST = 560


def found(picture_id: str) -> Picture | None:
    agent = session.agent()
    try:
        return agent.ports.pieces.picture(agent.user, picture_id)
    except NotFound:
        return None


def draw(data: Plain, key: str, live: bool) -> None:
    """An artefact `studio_picture`."""
    with st.container(border=True, gap="small"):
        with st.container(horizontal=True, vertical_alignment="center", gap="small"):
            st.markdown(":material/image: **" + _("Picture") + "**", width="content")
            draw_origin(data["is_card"], data["model"])
            st.caption(f"{data['width']} × {data['height']}", width="content")
        draw_picture(data["picture_id"], data["alt"])
        if data["notice"]:
            st.caption(f":material/info: {safe.plain(data['notice'])}")
        if not live:
            offer(data["picture_id"], key=key)


def draw_origin(is_card: bool, model: str) -> None:
    if is_card:
        st.badge(
            _("Card made here"),
            icon=":material/dashboard_customize:",
            color="violet",
            help=_("Set from the title and the brand's colours. No image model was used."),
        )
    else:
        st.badge(safe.plain(model or _("Image model")), icon=":material/neurology:", color="blue")


def draw_picture(picture_id: str, alt: str) -> None:
    picture = found(picture_id) if picture_id else None
    if picture is None:
        st.caption(":material/hide_image: " + _("The picture is no longer there."))
    else:
        st.image(picture.png, width=width_of(picture.width, picture.height), alt=safe.text(alt))
    if alt:
        st.caption("**" + _("Alt text") + f"** {safe.plain(alt)}")
    else:
        st.caption(_("No alt text."))


def width_of(width: int, height: int) -> int:
    """Pixels on the screen: a tall picture must not fill it."""
    ratio = width / max(1, height)
    if ratio > 1.1:
        return WIDEST
    return WIDTHS["1:1"] if ratio > 0.9 else WIDTHS["3:4"] if ratio > 0.65 else WIDTHS["9:16"]


def offer(picture_id: str, *, key: str) -> None:
    """Draw its downloads."""
    picture = found(picture_id)
    if picture is None:
        return
    with st.container(horizontal=True, gap="small"):
        for name, data, mime in (
            ("PNG", picture.png, "image/png"),
            ("SVG", picture.svg.encode(), "image/svg+xml"),
        ):
            if data:
                st.download_button(
                    name,
                    data,
                    file_name=f"picture.{name.lower()}",
                    mime=mime,
                    icon=":material/download:",
                    key=f"{name}-{key}",
                    type="tertiary",
                    on_click="ignore",
                    help=_("Download {format}").format(format=name),
                )
