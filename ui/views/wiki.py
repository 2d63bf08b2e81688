"""Pages of the wiki: the preview, and the written page."""

from typing import Any

import streamlit as st

from ui import safe
from ui.language import _
from ui.views import changes, links
from ui.views.tickets import draw_mark, draw_text, draw_where

Plain = dict[str, Any]


def draw_page(data: Plain, key: str, live: bool) -> None:
    replaces = data["replaces"]
    with st.container(border=True, gap="small"):
        with st.container(horizontal=True, vertical_alignment="center", gap="small"):
            st.markdown(":material/article: **" + _("Preview of the page") + "**", width="content")
            st.badge(safe.plain(data["space"]), icon=":material/folder:", color="gray")
            if replaces:
                st.badge(
                    _("replaces version {number}").format(number=replaces["version"]),
                    icon=":material/history:",
                    color="orange",
                )
            draw_where(data)
        with st.container(border=True):
            st.markdown(f"#### {safe.plain(data['title'])}", anchors=False)
            draw_text(data["markdown"], f"page-{key}")
        # Previews of earlier versions end with it.
        draw_mark(data.get("mark", ""))
        if replaces:
            number = replaces["version"]
            links.draw(_("Open version {number}").format(number=number), replaces["link"])
            said = _("What changes from version {number}").format(number=number)
            with st.expander(said, icon=":material/difference:"):
                changes.draw(
                    [{"field": "page", "before": data["before"], "after": data["markdown"]}]
                )


def draw_done(data: Plain, key: str, live: bool) -> None:
    said = _("The page is updated") if data["is_update"] else _("The page is written")
    with st.container(horizontal=True, vertical_alignment="center", gap="small"):
        st.markdown(f":material/check_circle: **{said}**", width="content")
        links.draw(data["title"], data["link"], icon=":material/article:")
        if not data["is_embedded"]:
            draw_where(data)
    for note in data["notes"]:
        st.caption(f":material/info: {safe.plain(note)}")
