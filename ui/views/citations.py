"""Sources under an answer, and the passage behind each."""

import re
from typing import Any

import streamlit as st

from agent.language import text as words
from ui import navigation, safe
from ui.language import _
from ui.views import links

Plain = dict[str, Any]


def draw(data: Plain, key: str, live: bool) -> None:
    if live:
        return
    with st.container(horizontal=True, gap="xsmall", key=f"source-{key}"):
        for source in data["sources"]:
            with st.popover(
                label(source),
                icon=":material/description:"
                if source["kind"] == "passage"
                else ":material/menu_book:",
                type="tertiary",
            ):
                draw_source(source)


def label(source: Plain) -> str:
    name = source["heading"] or source["title"]
    if source["kind"] == "passage" and source["title"] != name:
        name = f"{source['title']}: {name}"
    said = f"{source['mark']} {safe.plain(name)}"
    return f"{said}, {_page(source)}" if source.get("page") else said


def _page(source: Plain) -> str:
    return _("p. {page}").format(page=source["page"]) if source.get("page") else ""


def draw_source(source: Plain) -> None:
    """Draw the passage from the document, with the words of the question marked."""
    st.markdown(f"**{safe.plain(source['title'])}**")
    origin = source.get("source") or ""
    heading = source["heading"] if source["heading"] != source["title"] else ""
    told = (heading, _page(source), "" if safe.is_address(origin) else origin)
    if caption := " · ".join(filter(None, told)):
        st.caption(safe.plain(caption))
    st.markdown(highlighted(source["text"], source.get("quoted") or [], source.get("terms") or []))
    if safe.is_address(origin):
        links.draw(_("Open the source"), origin)
    if source["kind"] == "passage" and source["id"].startswith("u/"):
        st.page_link(
            navigation.page_of("library"),
            label=_("Open the document"),
            icon=":material/article:",
            query_params={
                "document": source["id"].partition("#")[0],
                "page": str(source.get("page") or ""),
                "heading": source["heading"],
            },
        )


def highlighted(passage: str, quoted: list[str], terms: list[str]) -> str:
    """The passage with the quoted sentences marked; without any, the terms in bold."""
    drawn = safe.markdown(passage)
    marked = drawn
    for sentence in quoted:
        safe_sentence = safe.markdown(sentence)
        if "[" not in safe_sentence and "]" not in safe_sentence:
            marked = _loosely(safe_sentence).sub(r":green-background[\g<0>]", marked)
    return marked if marked != drawn else _bold(drawn, terms)


def _loosely(sentence: str) -> re.Pattern[str]:
    """The sentence as its passage may have it: with code marks and other line breaks."""
    words = ("`*".join(map(re.escape, word)) for word in sentence.replace("`", "").split())
    return re.compile("`*" + r"`*\s+`*".join(words) + "`*")


def _bold(passage: str, terms: list[str]) -> str:
    stems = {words.stem(words.fold(term)) for term in terms}
    parts = passage.split("`")
    for i in range(0, len(parts), 2):
        parts[i] = "".join(
            f"**{token}**" if words.stem(words.fold(token)) in stems else token
            for token in re.split(r"(\W+)", parts[i])
        )
    return "`".join(parts)
