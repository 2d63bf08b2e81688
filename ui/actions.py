"""Actions on a finished turn: copy, edit, regenerate, fork, rate; and its steps."""

from collections.abc import Callable
from functools import partial

import streamlit as st

from agent import AgentError, Turn
from agent.language.catalogs import N_
from ui import panels, safe, session
from ui.events import words_for
from ui.language import _, ngettext

MENU = (N_("Copy"), N_("Edit"), N_("Regenerate"), N_("Fork from here"))


def draw(turn: Turn) -> None:
    with st.container(
        horizontal=True, gap="xsmall", key=f"actions-{turn.id}", vertical_alignment="center"
    ):
        st.menu_button(
            _("Copy, edit, regenerate or fork"),
            MENU,
            format_func=_,
            icon=":material/more_horiz:",
            type="tertiary",
            key=f"icon-menu-{turn.id}",
            on_click=_chosen,
            args=(turn,),
        )
        st.feedback(
            "thumbs",
            key=f"rate-{turn.id}",
            default=None if turn.rating is None else int(turn.rating > 0),
            on_change=_rated,
            args=(turn,),
        )
        _reason(turn)
        _steps(turn)


def _chosen(turn: Turn) -> None:
    match st.session_state[f"icon-menu-{turn.id}"]:
        case "Copy":
            _copy(turn)
        case "Edit":
            _edit(turn)
        case "Regenerate":
            ask_from(turn, turn.text)
        case "Fork from here":
            _try(lambda: session.open_thread(session.agent().fork(turn.thread, turn.n)))
        case _:
            pass


def _copy(turn: Turn) -> None:
    st.dialog(_("Copy the answer"), icon=":material/content_copy:")(_show_copy)(turn)


def _show_copy(turn: Turn) -> None:
    st.caption(_("The button at the top right copies everything."))
    st.code(safe.text(turn.answer) or _("This turn has no text."), language=None, wrap_lines=True)


def _edit(turn: Turn) -> None:
    st.dialog(_("Edit your message"), icon=":material/edit:")(_show_edit)(turn)


def _show_edit(turn: Turn) -> None:
    st.caption(_("This opens a new conversation. The old one is kept."))
    text = st.text_area(_("Message"), value=turn.text, key=f"edit-{turn.id}", height=160)
    if st.button(_("Send"), type="primary", icon=":material/send:", key=f"send-{turn.id}"):
        ask_from(turn, text)
        st.rerun()


def ask_from(turn: Turn, text: str) -> None:
    """A new thread that shares what came before this turn, and asks from there."""

    def start() -> None:
        agent = session.agent()
        fork = agent.fork(turn.thread, turn.n - 1)
        agent.ask(turn.workflow, fork, text, model=session.model(), **turn.inputs)
        session.open_thread(fork)

    _try(start)


def offer_again(turn: Turn) -> None:
    """A button that asks a stopped turn's message once more, where nothing came after it."""
    if session.agent().history(turn.thread, limit=1)[-1].id == turn.id:
        st.button(
            _("Try again"),
            icon=":material/refresh:",
            key=f"again-{turn.id}",
            on_click=_ask_again,
            args=(turn,),
        )


def _ask_again(turn: Turn) -> None:
    start = partial(session.agent().ask, turn.workflow, turn.thread, turn.text)
    _try(lambda: start(model=session.model(), **turn.inputs) and None)


def _try(act: Callable[[], None]) -> None:
    try:
        act()
    except AgentError as error:
        st.session_state["refused"] = (error.message, error.hint, "")


def _rated(turn: Turn) -> None:
    value = st.session_state[f"rate-{turn.id}"]
    session.agent().rate(turn.thread, turn.id, None if value is None else (1 if value else -1))


def _reason(turn: Turn) -> None:
    value = st.session_state.get(f"rate-{turn.id}")
    if value is None:
        return
    with st.popover(
        _("Say why"), icon=":material/add_comment:", type="tertiary", key=f"icon-reason-{turn.id}"
    ):
        reason = st.text_input(_("What was good or wrong?"), key=f"reason-{turn.id}", max_chars=500)
        if reason:
            session.agent().rate(turn.thread, turn.id, 1 if value else -1, reason)
            st.caption(_("Kept on this machine. Only an export contains it."))


def _steps(turn: Turn) -> None:
    with st.popover(
        ngettext(
            "{count} step, {seconds:.1f} s",
            "{count} steps, {seconds:.1f} s",
            turn.steps,
            seconds=turn.seconds,
        ),
        icon=":material/timeline:",
        type="tertiary",
        key=f"steps-{turn.id}",
        on_change="rerun",
    ) as steps:
        if steps.open:
            if turn.calls or turn.tokens_out:
                st.caption(_model_use(turn))
            for step in session.agent().steps(turn.thread, turn.id):
                st.caption(f"{words_for(step.step)} · {step.milliseconds:.0f} ms")


def _model_use(turn: Turn) -> str:
    used = panels.tokens(turn.calls, turn.tokens_in, turn.tokens_out)
    if turn.words_after is None:
        return used
    return _("{used}, first words after {seconds:.1f} s").format(
        used=used, seconds=turn.words_after
    )
