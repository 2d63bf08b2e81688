"""Sources under an answer, and the passage behind each."""

import html
from typing import Any

import streamlit as st

from agent import text as words
from ui import safe, session

Plain = dict[str, Any]


def draw(data: Plain, key: str, live: bool) -> None:
    if live:
        return
    with st.container(horizontal=True, gap="xsmall", key=f"source-{key}"):
        for source in data["sources"]:
            with st.popover(
                label(source),
                icon=":material/description:" if source["kind"] == "passage" else ":material/menu_book:",
                type="tertiary",
            ):
                draw_source(source)


def label(source: Plain) -> str:
    name = source["heading"] if source["kind"] == "guide" else source["title"]
    page = f", p. {source['page']}" if source.get("page") else ""
    return f"{source['mark']} {safe.plain(name)}{page}"


def draw_source(source: Plain) -> None:
    """The passage as it stands in the document, with the words that were asked for marked."""
    st.markdown(f"**{safe.plain(source['title'])}**")
    st.caption(safe.plain(source["heading"]) + (f" · {safe.plain(source['source'])}" if source.get("source") else ""))
    st.markdown(safe.markdown(highlighted(source["text"], source.get("terms") or [])))


def highlighted(passage: str, terms: list[str]) -> str:
    """The passage with the terms in bold, outside code."""
    stems = {words.stem(words.fold(term)) for term in terms}
    if not stems:
        return passage
    parts = passage.split("`")
    for i in range(0, len(parts), 2):
        parts[i] = "".join(
            f"**{token}**" if words.stem(words.fold(token)) in stems else token
            for token in _tokens(parts[i])
        )
    return "`".join(parts)


def _tokens(text: str) -> list[str]:
    import re

    return re.split(r"(\W+)", text)
