"""The moving part of a chat: the last turns, the live run, the card, the input, the panels."""

from collections.abc import Callable
from functools import partial
from typing import Any

import streamlit as st
from streamlit.delta_generator import DeltaGenerator

from agent import (
    AgentError,
    Asked,
    NotFound,
    Question,
    Recommendation,
    Reply,
    Run,
    Turn,
    known_workflows,
)
from agent.language.conversation import spoken
from ui import (
    attachments,
    conversations,
    events,
    fields,
    model_settings,
    panels,
    questions,
    safe,
    session,
    turns,
)
from ui.language import _, speaking
from ui.views import quiz

Plain = dict[str, Any]
SUGGESTIONS = 3
WATCH_SECONDS = 3
MOST_MOVING = 2
"""Turns that stay in the fragment; every message draws all of them again."""


@st.fragment
def draw(
    workflow: str,
    thread: str | None,
    drawn: int,
    inputs: Callable[[], Plain],
    placeholder: str,
    pane: panels.Pane | None,
) -> None:
    """Everything that moves: the turns since the last full run, the card, the input, the panels."""
    page = Surface(workflow, thread, inputs, placeholder=placeholder)
    body = st.container(key="moving")
    refused = st.container()
    page.draw_composer()
    # One place for what happens, one for what came of it: a place that is filled twice
    # keeps what the second filling does not overwrite.
    with page.place_side():
        live, panel = st.empty(), st.container()
    with refused:
        page.draw_refused()
        attachments.draw(workflow, page.subject)
    with body:
        page.draw_moving(drawn, live)
    live.empty()
    with panel:
        page.draw_panels(pane)
    page.show_status()
    # Only now: what happens on the way here may draw the page once more.
    st.session_state.pop("refused", None)
    if page.is_crowded:
        st.rerun()


class Surface:
    """One drawing of the moving part, with what its buttons do."""

    def __init__(
        self,
        workflow: str,
        thread: str | None,
        inputs: Callable[[], Plain],
        *,
        placeholder: str,
    ) -> None:
        self.workflow = workflow
        self.thread = thread
        self.inputs = inputs
        self.placeholder = placeholder
        self.agent = session.agent()
        self.is_crowded = False

    # The input

    def draw_composer(self) -> None:
        outbox = st.session_state.pop("outbox", None)
        inputs = st.session_state.pop("outbox-inputs", {})
        if outbox:
            self._ask(outbox, **inputs)
        with st.container(key="composer"):
            first = next((q for q in self._pending() if not q.context.get("gives_way")), None)
            wait = _("Answer above first, or press “{cancel}”")
            intake = self.agent.ports.intake
            st.chat_input(
                wait.format(cancel=fields.cancel_label(first)) if first else _(self.placeholder),
                key=f"input-{self.workflow}",
                disabled=first is not None,
                on_submit=self._submit,
                max_chars=20_000,
                accept_file="multiple" if self.subject else False,
                file_type=list(intake.suffixes),
                max_upload_size=max(1, intake.most_bytes // 2**20),
            )

    @property
    def subject(self) -> str:
        """The subject that attached files are added to; empty where none can be."""
        return str(self.inputs().get(known_workflows()[self.workflow].attach_to) or "")

    def _submit(self) -> None:
        said = st.session_state[f"input-{self.workflow}"]
        if isinstance(said, str) or not said.files:
            attachments.put_away()
            self._ask(said if isinstance(said, str) else said.text)
        elif known_workflows()[self.workflow].answers_documents:
            attachments.hold(self.workflow, text=said.text, files=said.files)
        else:
            attachments.take(self.workflow, self.subject, text=said.text, files=said.files)

    def _ask(self, text: str, **inputs: Any) -> None:
        """Start the run in the callback, before anything is drawn."""
        try:
            self._give_way()
            run = self.agent.ask(
                self.workflow,
                self.thread,
                text,
                model=session.model(),
                **{**self.inputs(), **inputs},
            )
        except AgentError as error:
            st.session_state["refused"] = (error.message, error.hint, text)
            return
        st.session_state[panels.BEGAN] = True
        if self.thread is None:
            session.open_thread(run.thread)

    def _pending(self) -> list[Question]:
        return [each.question for each in self.agent.pending(self.thread)] if self.thread else []

    def _give_way(self) -> None:
        """Cancel the card that asked what was meant: the new message says it."""
        for question in self._pending():
            if question.context.get("gives_way"):
                list(self.agent.cancel(question.id, model=session.model()).events())

    # The conversation

    def draw_moving(self, drawn: int, live: DeltaGenerator) -> None:
        self._live = live
        if session.thread() != self.thread:
            st.rerun()
        if self.thread is None:
            return
        moving = self.agent.history(self.thread, after=drawn)
        self.is_crowded = len(moving) > MOST_MOVING
        conversation = st.container()
        is_running = any(self._run_of(turn) for turn in moving)
        # Buttons below a run would stay there, greyed out, until it ends: an empty element removes
        # them at once.
        suggestions = st.empty() if is_running else st.container()
        with conversation:
            for turn in moving:
                self._draw_turn(turn)
        with suggestions.container() if is_running else suggestions:
            self._suggest()
        found = self.agent.thread(self.thread)
        if found.status != "waiting":
            _watch_for_more(found.id, found.updated)

    def _suggest(self) -> None:
        """Draw what to do next, under the last answer; the panel says why."""
        found = self.agent.recommendations(self.thread or "")
        with st.container(horizontal=True, gap="xsmall", key="suggestions"):
            for recommendation in found[:SUGGESTIONS]:
                if st.button(
                    safe.plain(recommendation.label),
                    icon=recommendation.icon,
                    key=f"suggest-{recommendation.id}",
                    help=_("Why: {reason}.").format(reason=safe.plain(recommendation.why)),
                ):
                    self.recommend(recommendation)

    def _draw_turn(self, turn: Turn) -> None:
        events.draw_question_of(turn)
        run = self._run_of(turn)
        # The same elements whether it runs or has ended: an answer that moved would be drawn
        # again, and its open expanders would close.
        live, rest = st.empty(), st.empty() if run else st.container()
        if run:
            turn = self._follow(turn, run, live)
        with rest.container() if run else rest:
            turns.draw_answer(turn)
            self._way_on(turn)

    def _follow(self, turn: Turn, run: Run, live: DeltaGenerator) -> Turn:
        """Draw the run until it ends; returns the turn as it then is."""
        with (
            live.container(),
            st.container(key="live"),
            st.chat_message("assistant", avatar=turns.avatar(turn)),
        ):
            known = tuple(e for e in turn.entries if e.n <= run.known_entries)
            # They are drawn once more, with their buttons, when the run has ended.
            with speaking(spoken(turn)):
                events.draw_entries(known, turn=turn.id, live=True)
                done = events.Live(self._live).follow(run)
        ended = self.agent.turn(turn.id)
        if model_settings.remember(ended) or done.outcome == "waiting":
            st.rerun()
        live.empty()
        return ended

    def _way_on(self, turn: Turn) -> None:
        """The card, or the ways out of a failure."""
        # What comes after a card that is gone must not take its place: buttons of it would stay.
        cards = st.empty()
        match turn.status:
            case "waiting":
                waiting = self.agent.pending(turn.thread)
                with cards.container():
                    for asked in waiting:
                        questions.draw(
                            asked,
                            send=partial(self._answer, asked),
                            cancel=partial(self._cancel, asked),
                            again=partial(self._ask_again, asked),
                            begin=partial(quiz.repeat_verdict, turn.entries),
                        )
                _watch(turn.thread, frozenset(asked.question.id for asked in waiting))
            case "failed":
                self._failed(turn)
            case "cut_off":
                self._cut_off(turn)
            case _:
                pass

    def _failed(self, turn: Turn) -> None:
        error = turn.error or {}
        with st.container(border=True, key=f"card-failed-{turn.id}"):
            st.error(
                safe.markdown(error.get("message", _("The turn failed."))), icon=":material/error:"
            )
            if error.get("hint"):
                st.caption(safe.markdown(error["hint"]))
            if error.get("kind") == "model":
                model_settings.say_unreached()
            with st.container(horizontal=True, gap="xsmall"):
                if error.get("kind") != "lost":
                    st.button(
                        _("Try again"),
                        type="primary",
                        icon=":material/refresh:",
                        key="retry",
                        on_click=self._resume,
                    )
                by_model = error.get("kind") == "model"
                if by_model and session.model().provider != "embedded":
                    st.button(
                        _("Continue without AI"),
                        icon=":material/rule:",
                        key="by-rules",
                        on_click=partial(self._resume, by_rules=True),
                    )
                    model_settings.offer_settings(key="failed-model-settings")
                st.button(_("Dismiss"), type="tertiary", key="leave", on_click=self._give_up)
            if by_model:
                st.caption(_("You can also choose another model in the sidebar and try again."))

    def _cut_off(self, turn: Turn) -> None:
        with st.container(border=True, key=f"card-cut-{turn.id}"):
            st.warning(
                _(
                    "The server stopped before this was done."
                    " Everything you wrote and answered is saved."
                ),
                icon=":material/power_off:",
            )
            with st.container(horizontal=True, gap="xsmall"):
                st.button(
                    _("Continue"),
                    type="primary",
                    icon=":material/play_arrow:",
                    key="continue",
                    on_click=self._resume,
                )
                st.button(_("Dismiss"), type="tertiary", key="leave", on_click=self._give_up)

    # Callbacks of buttons, which also run when the card with the button no longer exists

    def _act(self, start: Callable[[], Any]) -> bool:
        """Tell whether it was accepted."""
        try:
            start()
        except AgentError as error:
            st.session_state["refused"] = (error.message, error.hint, "")
            return False
        return True

    def _answer(self, asked: Asked, reply: Reply) -> None:
        pressed = (asked.question.id, reply.decision)
        # Ignore a second click on a card that is about to go; another tab's answer is reported.
        if st.session_state.get("answered") == pressed:
            return
        if self._act(
            lambda: self.agent.answer(asked.thread, asked.question.id, reply, model=session.model())
        ):
            st.session_state["answered"] = pressed

    def _cancel(self, asked: Asked) -> None:
        self._act(lambda: self.agent.cancel(asked.question.id, model=session.model()))

    def _ask_again(self, asked: Asked) -> None:
        self._act(lambda: self.agent.ask_again(asked.question.id, model=session.model()))

    def _resume(self, *, by_rules: bool = False) -> None:
        model = session.EMBEDDED if by_rules else session.model()
        self._act(lambda: self.agent.resume(self.thread or "", model=model))

    def _give_up(self) -> None:
        self._act(lambda: self.agent.stop(self.thread or ""))

    def recommend(self, recommendation: Recommendation) -> None:
        # On a phone the panels lie over the conversation, where the answer will come.
        st.session_state["panels-open"] = False
        self._ask(recommendation.text, **recommendation.inputs)
        st.rerun()

    # The side

    def place_side(self) -> DeltaGenerator:
        """Beside the conversation, as soon as there is one."""
        if not self.thread:
            return st.container()
        side = st.container(key="panels-open" if st.session_state.get("panels-open") else "panels")
        return side.container(key="with-pane" if known_workflows()[self.workflow].pane else None)

    def draw_panels(self, pane: panels.Pane | None) -> None:
        if not self.thread:
            return
        if st.session_state.get("panels-open"):
            with st.container(key="panels-close"):
                if st.button(
                    _("Back to the conversation"), icon=":material/arrow_back:", key="panels-hide"
                ):
                    st.session_state["panels-open"] = False
                    st.rerun()
        panels.draw(self.workflow, self.thread, act=self.recommend, pane=pane)

    def show_status(self) -> None:
        """The sidebar's chip, drawn again by every run of the fragment or it would vanish."""
        if self.thread:
            conversations.show_status(self.agent.thread(self.thread))

    # Small parts

    def _run_of(self, turn: Turn) -> Run | None:
        """The live run of the thread."""
        run = self.agent.run(turn.thread) if turn.status == "running" else None
        return run if run is not None and run.turn == turn.id else None

    def draw_refused(self) -> None:
        message, hint, text = st.session_state.get("refused", ("", "", ""))
        if message:
            st.warning(f"{safe.markdown(message)} {safe.markdown(hint)}", icon=":material/info:")
        if text:
            st.caption(_("Your message, so nothing is lost:"))
            st.code(text, language=None)


@st.fragment(run_every=WATCH_SECONDS)
def _watch(thread: str, drawn: frozenset[str]) -> None:
    """Redraw the page when a question on it was answered elsewhere: in a tab, by a program."""
    if frozenset(asked.question.id for asked in session.agent().pending(thread)) != drawn:
        st.rerun()


@st.fragment(run_every=WATCH_SECONDS)
def _watch_for_more(thread: str, updated: str) -> None:
    """Redraw the page when the conversation was changed elsewhere, or deleted."""
    try:
        now = session.agent().thread(thread).updated
    except NotFound:
        now = ""
    if now != updated:
        st.rerun()
