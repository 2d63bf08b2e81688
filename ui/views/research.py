"""Shows research: claims with the quotes they rest on, and the sources."""

import re
from typing import Any

import streamlit as st

from agent.language.catalogs import N_
from ui import navigation, safe
from ui.ages import day
from ui.language import _, ngettext
from ui.views.piece import draw_made

Plain = dict[str, Any]

VERDICTS = {
    "supported": (":green-badge[:material/check: {word}]", N_("supported")),
    "unsupported": (":orange-badge[:material/warning: {word}]", N_("unsupported")),
}
_MARK = re.compile(r"(\\\[C\d{1,3}\\\])")
"""The id of a claim, as `safe.plain` leaves it."""
NOTHING = N_(
    "Your documents and the web hold nothing to quote on this."
    " Add documents to the library, or try other words."
)
NOTHING_HERE = N_(
    "Your documents hold nothing to quote on this, and the web was not searched."
    " Add documents to the library, or try other words."
)


def draw(data: Plain, key: str, live: bool) -> None:
    """In the conversation: what was found, with the evidence a click away."""
    with st.container(border=True, gap="small"):
        _head(data)
        _summary(data)
        if data["claims"]:
            with st.expander(counted(data), icon=":material/fact_check:"):
                _claims(data)
        if data["sources"]:
            with st.expander(_sources_counted(data), icon=":material/link:"):
                _sources(data)
        _rest(data)


def draw_whole(data: Plain) -> None:
    """In the document pane."""
    _head(data)
    _summary(data)
    if data["claims"]:
        st.markdown(f"##### {counted(data)}", anchors=False)
        _claims(data)
    if data["sources"]:
        st.markdown(f"##### {_sources_counted(data)}", anchors=False)
        _sources(data)
    _rest(data)


def counted(data: Plain) -> str:
    claims = data["claims"]
    if data["origin"] == "rules":
        return ngettext("{count} quote", "{count} quotes", len(claims))
    good = sum(claim["verdict"] == "supported" for claim in claims)
    return ngettext(
        "{good} of {count} claim supported",
        "{good} of {count} claims supported",
        len(claims),
        good=good,
    )


def draw_share(data: Plain) -> None:
    """Draw a line for the panels."""
    found = _("no evidence found")
    if data["sources"]:
        found = _("{claims}, from {sources}").format(
            claims=counted(data), sources=_sources_counted(data)
        )
    st.caption(f":material/fact_check: {found}")


def _sources_counted(data: Plain) -> str:
    return ngettext("{count} source", "{count} sources", len(data["sources"]))


def _head(data: Plain) -> None:
    with st.container(horizontal=True, vertical_alignment="center", gap="small"):
        st.markdown(":material/travel_explore: **" + _("Research") + "**", width="content")
        if data["claims"]:
            draw_made(data["origin"])
    st.markdown(f"#### {safe.plain(data['topic'][:1].upper() + data['topic'][1:])}", anchors=False)


def _summary(data: Plain) -> None:
    if not data["claims"]:
        nothing = NOTHING if data.get("is_web_read", True) else NOTHING_HERE
        st.info(_(nothing), icon=":material/search_off:")
    if data["summary"]:
        st.markdown(_with_marks(data["summary"]))
    if data["key_findings"]:
        findings = "\n".join(f"- {_with_marks(finding)}" for finding in data["key_findings"])
        st.markdown("**" + _("Key findings") + f"**\n\n{findings}")


def _with_marks(text: str) -> str:
    """Ids of claims in the accent colour, as marks of citations are."""
    drawn = safe.plain(text)
    return _MARK.sub(r":primary[\1]", drawn)


def _claims(data: Plain) -> None:
    sources = {source["id"]: source for source in data["sources"]}
    for claim in data["claims"]:
        with st.container(gap="xxsmall"):
            said = f":primary[{safe.plain(claim['id'])}] {safe.plain(claim['text'])}"
            if verdict := VERDICTS.get(claim["verdict"]):
                badge, word = verdict
                said += " " + badge.format(word=_(word))
            st.markdown(said)
            if claim["reason"]:
                st.caption(f":material/warning: {safe.plain(claim['reason'])}")
            if claim["quote"]:
                st.caption(f":material/format_quote: “{safe.plain(claim['quote'])}”")
            if source := sources.get(claim["source"]):
                st.caption(f"{safe.plain(source['id'])} · {_linked(source)}")


def _linked(source: Plain) -> str:
    return safe.link(source["title"], source["url"])


def _sources(data: Plain) -> None:
    for source in data["sources"]:
        with st.container(gap="xxsmall"):
            icon = ":material/public:" if source["where"] == "web" else ":material/description:"
            st.markdown(f"{icon} **{safe.plain(source['id'])}** {_linked(source)}")
            if told := _dates(source):
                st.caption(safe.plain(told))
            for notice in source["notices"]:
                st.caption(f":material/info: {safe.plain(notice)}")
            if source["where"] == "document" and source["document"].startswith("u/"):
                _open(source)


def _open(source: Plain) -> None:
    st.page_link(
        navigation.page_of("library"),
        label=_("Open the document"),
        icon=":material/article:",
        query_params={
            "document": source["document"].partition("#")[0],
            "heading": source["heading"],
        },
    )


def _dates(source: Plain) -> str:
    told = (
        source["heading"] if source["heading"] != source["title"] else "",
        _("published {day}").format(day=day(source["published"])) if source["published"] else "",
        _("read {day}").format(day=day(source["fetched"])) if source["fetched"] else "",
    )
    return " · ".join(filter(None, told))


def _rest(data: Plain) -> None:
    for notice in data["notices"]:
        st.caption(f":material/info: {safe.plain(notice)}")
    if data["related"]:
        st.caption("**" + _("Related") + f"** {safe.plain(' · '.join(data['related']))}")
    if data["queries"]:
        st.caption("**" + _("Searched for") + f"** {safe.plain(' · '.join(data['queries']))}")
