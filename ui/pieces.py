"""The page Pieces: what was approved in Studio, by type."""

import re
from collections.abc import Callable
from functools import partial
from typing import Any

import streamlit as st

from agent import NotFound
from agent.exchange import file_name
from agent.exchange.pieces import FORMATS, Format
from agent.language.text import shorten
from agent.ports import WHY, KeptPiece, Picture, Version
from ui import navigation, safe, session
from ui.ages import age, moment
from ui.language import _
from ui.views import changes, pictures, previews, research, studio
from ui.views.piece import draw_made, draw_text, icon_of, name_of

Plain = dict[str, Any]

PAGE = 20
EXTRACT = 180
_MARK = re.compile(r"^(?:[-*+>]|\d+[.)]) ")
DELETED = "piece-deleted"


def draw() -> None:
    if id_ := st.query_params.get("piece"):
        _one(id_)
    else:
        _list()


# The list


def _list() -> None:
    st.title(_("Pieces"))
    st.caption(_("What you approved in Studio, ready to be published."))
    _undo()
    agent = session.agent()
    if everything := agent.ports.pieces.kept(agent.user):
        _those_there(everything)
    else:
        _empty()
    _recently_deleted()


def _those_there(everything: list[KeptPiece]) -> None:
    kind, wanted = _filter(everything)
    agent, found = session.agent(), everything
    if kind or wanted:
        found = agent.ports.pieces.kept(agent.user, kind=kind, search=wanted)
    shown = st.session_state.get("pieces-shown", PAGE)
    for piece in found[:shown]:
        _row(piece)
    if not found:
        st.caption(_("No pieces match. Try other words, or all types."))
    if len(found) > shown and st.button(
        _("Show {count} more").format(count=min(PAGE, len(found) - shown)),
        icon=":material/expand_more:",
        key="more",
    ):
        st.session_state["pieces-shown"] = shown + PAGE
        st.rerun()


def _empty() -> None:
    with st.container(border=True, gap="small"):
        st.markdown("**" + _("No piece yet.") + "**")
        st.caption(
            _("Ask Studio for a blog post, a social post or a plan. What you approve is kept here.")
        )
        st.page_link(
            navigation.page_above("pieces"), label=_("Open Studio"), icon=":material/edit_document:"
        )


def _filter(everything: list[KeptPiece]) -> tuple[str, str]:
    kinds = sorted({piece.kind for piece in everything}, key=name_of)
    with st.container(horizontal=True, vertical_alignment="center", gap="small"):
        wanted = st.text_input(
            _("Search pieces"),
            key="pieces-search",
            placeholder=_("Words of the title or the text"),
            label_visibility="collapsed",
            width=320,
        )
        kind = st.pills(
            _("Type"),
            kinds,
            format_func=lambda each: f"{icon_of(each)} {name_of(each)}",
            key="pieces-kind",
            label_visibility="collapsed",
            wrap=True,
        )
    return kind or "", wanted.strip()


def _row(piece: KeptPiece) -> None:
    with st.container(border=True, gap="xxsmall", key=f"row-{piece.id}"):
        st.page_link(
            navigation.page_of("pieces"),
            label=f"**{safe.plain(piece.title)}**",
            icon=icon_of(piece.kind),
            query_params={"piece": piece.id},
        )
        st.caption(f"{name_of(piece.kind)} · {_approved(piece)}")
        if extract := _extract(piece.content["text"]):
            st.markdown(safe.plain(extract))


def _extract(text: str) -> str:
    """How it begins, without headings, tables and marks."""
    lines = (line.strip() for line in text.splitlines())
    said = (_MARK.sub("", line) for line in lines if not line.startswith(("#", "|")))
    return shorten(" ".join(" ".join(said).replace("**", "").split()), EXTRACT)


def _approved(piece: KeptPiece) -> str:
    return _("approved {age}").format(age=age(piece.at))


# One piece


def _one(id_: str) -> None:
    if st.button(_("All pieces"), icon=":material/arrow_back:", key="back", type="tertiary"):
        st.query_params.clear()
        st.rerun()
    agent = session.agent()
    try:
        piece = agent.ports.pieces.piece(agent.user, id_)
    except NotFound as error:
        st.warning(
            f"{safe.plain(error.message)} {safe.plain(error.hint)}", icon=":material/search_off:"
        )
        _undo()
        return
    st.header(safe.plain(piece.title), anchor=False)
    _facts(piece)
    _tools(piece)
    _parts(piece, agent.ports.pieces.versions(agent.user, piece.id))


def _facts(piece: KeptPiece) -> None:
    with st.container(horizontal=True, vertical_alignment="center", gap="small"):
        st.badge(name_of(piece.kind), icon=icon_of(piece.kind), color="gray")
        origin, quoted = piece.content.get("origin", "rules"), piece.content.get("claims")
        draw_made(origin, piece.kind, has_quotes=bool(quoted))
        st.caption(f":material/check_circle: {_approved(piece).capitalize()}", width="content")


def _tools(piece: KeptPiece) -> None:
    with st.container(horizontal=True, gap="small", vertical_alignment="center"):
        if st.button(_("Copy"), icon=":material/content_copy:", key="copy", type="primary"):
            _copy(piece)
        with st.popover(_("Download"), icon=":material/download:", key="download"):
            _downloads(piece)
        _conversation(piece.thread)
        st.button(
            _("Delete"),
            icon=":material/delete:",
            type="tertiary",
            key="delete",
            on_click=partial(_delete, piece),
        )


def _conversation(thread: str) -> None:
    """Link the conversation it was made in, if that still exists."""
    try:
        found = session.agent().thread(thread)
    except NotFound:
        return
    if not found.deleted:
        st.page_link(
            navigation.page_above("pieces"),
            label=_("Open the conversation"),
            icon=":material/forum:",
            query_params={"thread": thread},
        )


def _copy(piece: KeptPiece) -> None:
    st.dialog(_("Copy the piece"), icon=":material/content_copy:")(_show_copy)(piece)


def _show_copy(piece: KeptPiece) -> None:
    """Show each part that a platform asks for on its own."""
    st.caption(_("The button at the top right of each copies it."))
    for name, text in (
        (_("Text"), piece.content["text"]),
        (_("Meta description"), piece.content.get("meta_description", "")),
        (_("Alt text"), piece.content.get("alt", "")),
    ):
        if text:
            st.markdown(f"**{name}**")
            st.code(safe.text(text), language=None, wrap_lines=True)


def _downloads(piece: KeptPiece) -> None:
    for kind in FORMATS:
        st.download_button(
            kind.label,
            partial(_file, kind, piece),
            file_name=file_name(piece.title, kind.suffix),
            mime=kind.mime,
            icon=":material/file_save:",
            key=f"download-{kind.name}",
            type="tertiary",
            on_click="ignore",
        )
    if picture := piece.content.get("picture"):
        st.caption(_("Its picture"))
        pictures.offer(picture, key=f"piece-{piece.id}")


def _file(kind: Format, piece: KeptPiece) -> bytes:
    return kind.write(piece, _picture(piece))


def _picture(piece: KeptPiece) -> Picture | None:
    id_ = piece.content.get("picture", "")
    return pictures.found(id_) if id_ else None


def _parts(piece: KeptPiece, versions: list[Version]) -> None:
    drawers: dict[str, Callable[[], None]] = {
        _("Text"): partial(_text, piece),
        _("Preview"): partial(
            previews.draw,
            piece.content,
            piece_id=piece.id,
            key=f"piece-{piece.id}",
            is_apart=True,
        ),
    }
    if piece.research:
        drawers[_("Sources")] = partial(research.draw_whole, piece.research)
    if versions:
        name = _("Versions ({count})").format(count=len(versions))
        drawers[name] = partial(_versions, versions, piece)
    for tab, draw_tab in zip(st.tabs(list(drawers)), drawers.values(), strict=True):
        with tab:
            draw_tab()


def _text(piece: KeptPiece) -> None:
    with st.container(border=True):
        draw_text(piece.content, key=f"piece-{piece.id}")
    picture, alt = piece.content["picture"], piece.content["alt"]
    # A picture is drawn with its alternative text.
    studio.draw_fields({**piece.content, "alt": "" if picture else alt})
    if picture:
        pictures.draw_picture(picture, alt)


def _versions(versions: list[Version], piece: KeptPiece) -> None:
    """The newest first, each with what it changed."""
    # The same text may come back later, in a version that was not approved.
    same = (v.number for v in versions if v.content == piece.content and v.at <= piece.at)
    approved = max(same, default=0)
    if len(versions) > 1:
        st.caption(_(changes.LEGEND))
    for before, version in reversed(list(zip([None, *versions], versions, strict=False))):
        why = _(WHY[version.why])
        name = _("Version {number}").format(number=version.number)
        badge = ""
        if version.number == approved:
            badge = " :green-badge[:material/check: " + _("approved") + "]"
        st.markdown(f"**{name}** {why}, {moment(version.at)}{badge}")
        studio.draw_comment(version.comment, version.why)
        if before:
            _draw_changes(before.content, version.content)


def _draw_changes(before: Plain, after: Plain) -> None:
    found = [
        {"field": name, "before": before.get(name, ""), "after": after.get(name, "")}
        for name in ("title", "meta_description", "text", "alt")
        if before.get(name, "") != after.get(name, "")
    ]
    if found:
        changes.draw_fields(found)
    else:
        st.caption(_("The same text."))


# Deleting


def _delete(piece: KeptPiece) -> None:
    agent = session.agent()
    agent.ports.pieces.delete(agent.user, piece.id)
    st.session_state[DELETED] = piece.id
    st.query_params.clear()


def _restore(id_: str) -> None:
    agent = session.agent()
    agent.ports.pieces.restore(agent.user, id_)


def _dismiss() -> None:
    st.session_state.pop(DELETED, None)


def _deleted() -> tuple[KeptPiece | None, list[KeptPiece]]:
    """The one that was deleted just now, and all others."""
    agent, last = session.agent(), st.session_state.get(DELETED)
    found = agent.ports.pieces.deleted(agent.user)
    just_now = next((piece for piece in found if piece.id == last), None)
    return just_now, [piece for piece in found if piece is not just_now]


def _undo() -> None:
    piece, _others = _deleted()
    if piece is None:
        return
    with st.container(
        border=True, horizontal=True, vertical_alignment="center", gap="small", key="piece-undo"
    ):
        st.caption(
            ":material/delete: "
            + _("Deleted “{title}”. It is erased for good after 24 hours.").format(
                title=safe.plain(piece.title)
            ),
            width="content",
        )
        st.button(
            _("Undo"), icon=":material/undo:", key="undo", on_click=partial(_restore, piece.id)
        )
        st.button(_("Dismiss"), type="tertiary", key="undo-dismiss", on_click=_dismiss)


def _recently_deleted() -> None:
    _last, others = _deleted()
    if not others:
        return
    with st.expander(
        _("Recently deleted ({count})").format(count=len(others)),
        icon=":material/auto_delete:",
        key="recently-deleted",
    ):
        st.caption(_("Each is erased for good 24 hours after it was deleted."))
        for piece in others:
            deleted = _("deleted {age}").format(age=age(piece.deleted))
            with st.container(
                horizontal=True,
                vertical_alignment="center",
                horizontal_alignment="distribute",
                gap="small",
                wrap=False,
            ):
                st.markdown(
                    f"{icon_of(piece.kind)} {safe.plain(piece.title)}  \n"
                    f":small[{name_of(piece.kind)} · {deleted}]"
                )
                st.button(
                    _("Restore"),
                    icon=":material/restore_from_trash:",
                    key=f"restore-{piece.id}",
                    on_click=partial(_restore, piece.id),
                )
