"""Views of Studio: outlines, variants, drafts, kept pieces."""

from typing import Any

import streamlit as st

from agent.checks.content import IN_MARKDOWN
from agent.checks.content.platform import LINKEDIN_FOLD
from agent.checks.content.reading import Reading
from agent.ports import WHY
from ui import navigation, safe
from ui.language import _, ngettext
from ui.views import changes, checks, previews
from ui.views.piece import (
    draw_made,
    draw_text,
    icon_of,
    name_of,
    plain_lines,
)

Plain = dict[str, Any]


# The queue


def draw_route(data: Plain, key: str, live: bool) -> None:
    """Draw several wishes of one request, in the order of work."""
    if len(queue := data.get("queue") or []) > 1:
        names = " → ".join(f"{icon_of(kind)} {name_of(kind)}" for kind in queue)
        st.caption(_("In this order: {kinds}").format(kinds=names))


# The outline


def draw_outline(data: Plain, key: str, live: bool) -> None:
    """Draw the whole of it, as the draft."""
    with st.container(border=True, gap="small"):
        with st.container(horizontal=True, vertical_alignment="center", gap="small"):
            st.markdown(f"{icon_of('outline')} **{name_of('outline')}**", width="content")
            draw_made(data["origin"], has_quotes=any(each["claims"] for each in data["sections"]))
        st.markdown(f"#### {safe.plain(data['title'])}", anchors=False)
        if data["changes"]:
            with st.expander(_("What changed"), icon=":material/difference:", expanded=True):
                st.markdown("\n".join(f"- {safe.plain(said)}" for said in data["changes"]))
        said = ngettext(
            "The whole outline, {count} section",
            "The whole outline, {count} sections",
            len(data["sections"]),
        )
        with st.expander(said, icon=":material/subject:", expanded=True):
            draw_sections(data)


def draw_sections(data: Plain) -> None:
    for number, section in enumerate(data["sections"], start=1):
        gist = f"  \n{safe.plain(section['gist'])}" if section["gist"] else ""
        with st.container(
            horizontal=True, gap="small", horizontal_alignment="distribute", wrap=False
        ):
            st.markdown(f"{number}\\. **{safe.plain(section['heading'])}**{gist}")
            if claims := section["claims"]:
                st.badge(
                    ngettext("{count} fact", "{count} facts", len(claims)),
                    color="gray",
                    help=_("Based on {claims}").format(claims=safe.plain(", ".join(claims))),
                )


# Variants


def draw_variants(data: Plain, key: str, live: bool) -> None:
    pieces, reports = data["pieces"], data["reports"]
    _notes(pieces[0])
    for number, (piece, report) in enumerate(zip(pieces, reports, strict=True), start=1):
        with st.container(border=True, gap="small"):
            st.markdown("**" + _("Variant {number}").format(number=number) + "**")
            hook, rest = previews.at_fold(piece["text"], LINKEDIN_FOLD)
            st.markdown(plain_lines(hook))
            if rest:
                with st.expander(_("…more"), type="compact"):
                    st.markdown(plain_lines(rest))
            st.markdown(f"{_length(piece)} {_state(report)}")


def _length(piece: Plain) -> str:
    said = ngettext("{count:,} character", "{count:,} characters", len(piece["text"]))
    return f":gray-badge[{said}]"


def _state(report: Plain) -> str:
    count = sum(finding["level"] == "blocks" for finding in report["findings"])
    said = ngettext("{count} to fix", "{count} to fix", count)
    return f":red-badge[:material/block: {said}]" if count else ""


# The draft


def draw_draft(data: Plain, key: str, live: bool) -> None:
    """Draw the whole of it, also without a pane beside it: nothing is approved unseen."""
    piece = data["piece"]
    with st.container(border=True, gap="small"):
        draw_head(piece, data)
        draw_comment(data["comment"], data["why"])
        checks.draw_remarks(data["report"])
        checks.draw_blocking(data["blocking"], data["report"])
        _notes(piece)
        if data["before"]:
            with st.expander(_("What changed"), icon=":material/difference:"):
                drawn = changes.marked(data["before"], piece["text"])
                st.caption(_(changes.LEGEND))
                st.markdown(drawn or _("Only fields beside the text have changed."))
        is_text = piece["kind"] != "image"
        with st.expander(_whole(piece), icon=":material/subject:", expanded=is_text):
            draw_text(piece, key=key)
            draw_fields(piece)


def _notes(piece: Plain) -> None:
    for note in map(_, piece["notes"]):
        st.caption(f":material/info: {safe.plain(note)}")


def draw_comment(comment: str, why: str) -> None:
    """Draw the user's wish for a version; a restored one says which version it restores."""
    if comment and why == "restored":
        st.caption(
            ":material/history: " + _("Restored: {version}").format(version=safe.plain(comment))
        )
    elif comment:
        st.caption(f":material/chat: “{safe.plain(comment)}”")


def draw_head(piece: Plain, data: Plain) -> None:
    with st.container(horizontal=True, vertical_alignment="center", gap="small"):
        st.markdown(f"{icon_of(piece['kind'])} **{name_of(piece['kind'])}**", width="content")
        st.badge(
            _("version {number}").format(number=data["number"]),
            icon=":material/history:",
            color="gray",
        )
        if data["is_partial"]:
            st.badge(_("stopped half-way"), icon=":material/stop_circle:", color="orange")
        elif data["why"] != "drafted":
            # An approved piece is no longer a draft.
            why = WHY.get(data["why"])
            st.badge(_(why) if why else safe.plain(data["why"]), color="blue")
        draw_made(piece["origin"], piece["kind"], has_quotes=bool(piece["claims"]))
    st.markdown(f"#### {safe.plain(piece['title'])}", anchors=False)


def _whole(piece: Plain) -> str:
    if piece["kind"] in IN_MARKDOWN:
        count = Reading(piece["text"], piece["language"]).word_count
        return ngettext("The whole text, {count:,} word", "The whole text, {count:,} words", count)
    if piece["kind"] == "image":
        return _("What it shows")
    return ngettext(
        "The whole text, {count:,} character",
        "The whole text, {count:,} characters",
        len(piece["text"]),
    )


def draw_fields(piece: Plain) -> None:
    """Draw what is published beside the text."""
    for name, label in (("meta_description", _("Meta description")), ("alt", _("Alt text"))):
        if piece[name]:
            st.caption(f"**{label}** {safe.plain(piece[name])}")
    told = (piece["ratio"], piece["style"])
    if piece["kind"] == "image" and any(told):
        look = safe.plain(", ".join(filter(None, told)))
        st.caption("**" + _("Look") + f"** {look}")


# Kept


def draw_kept(data: Plain, key: str, live: bool) -> None:
    with st.container(horizontal=True, vertical_alignment="center", gap="small"):
        st.markdown(
            ":material/check_circle: "
            + _("**Kept:** {title}").format(title=safe.plain(data["title"])),
            width="content",
        )
        st.badge(name_of(data["kind"]), icon=icon_of(data["kind"]), color="gray")
        st.page_link(
            navigation.page_of("pieces"),
            label=_("Open"),
            icon=":material/open_in_new:",
            query_params={"piece": data["piece_id"]},
        )
