"""Home: one box for any message, what waits, the workflows, and recent conversations."""

from dataclasses import replace

import streamlit as st

from agent import NotFound, Workflow, known_workflows
from agent.intents import Guess
from agent.intents.workflow import NONE
from ui import conversations, inbox, navigation, safe, session, subjects
from ui.ages import age
from ui.language import _

STARTERS = 3
RECENT = 5


def draw() -> None:
    thread = session.thread()
    # Who has seen it already comes back from it: a new conversation's name may reach the browser
    # before its page does, so that Home has it for a moment, and going back would lead forward.
    if thread and thread != session.seen():
        _lead_on(thread)
    st.title(_("What should we work on?"))
    st.caption(_("Agents that do the work and check with you before anything goes live."))
    _box()
    waiting = list(inbox.find())
    if waiting:
        inbox.draw(waiting)
    _workflows()
    if not waiting:
        st.caption(_("You're all caught up. Questions for you will show up here."))
    _recent()


def _lead_on(thread: str) -> None:
    """A link to a conversation that has lost its page."""
    try:
        found = session.agent().thread(thread)
    except NotFound as error:
        st.warning(f"{error.message} {error.hint}", icon=":material/search_off:")
    else:
        conversations.open_thread(found)


# The box


def _box() -> None:
    with st.container(key="home-box"):
        if again := st.session_state.pop("home-again", None):
            st.session_state["home"] = again
        said = st.chat_input(_("Ask a question, report a bug, describe what you need…"), key="home")
    if said:
        st.session_state["home-said"] = (said, None)
    if held := st.session_state.get("home-said"):
        _place(*held)
        return
    with st.container(horizontal=True, key="home-starters"):
        for workflow in list(known_workflows().values())[:STARTERS]:
            starter = _(workflow.starters[0])
            if st.button(safe.plain(starter), key=f"home-{workflow.name}"):
                _start(workflow.name, starter)


def _place(said: str, guess: Guess | None) -> None:
    """Send a message where it belongs, or ask where that is."""
    if guess is None:
        with st.spinner(_("Finding the right workflow")):
            guess = session.agent().choose_workflow(said, model=session.model())
            known = known_workflows()
            answering = [name for name in known if known[name].answers_documents]
            is_elsewhere = guess.is_sure and guess.intent not in (*answering, NONE)
            is_asked = guess.is_sure and guess.intent in answering
            subject = session.agent().subject_named(said) if is_asked else ""
            if not (subject or is_elsewhere):
                subject = session.agent().subject_with_answer(said)
        if subject:
            subjects.choose(subject)
            guess = replace(guess, ranked=(*answering, *guess.ranked), is_sure=True)
        if guess.is_sure and guess.intent != NONE:
            del st.session_state["home-said"]
            _start(guess.intent, said)
        st.session_state["home-said"] = (said, guess)
        if guess.intent == NONE:
            # It stays in the box, to be written in other words.
            st.session_state["home-again"] = said
            st.rerun()
    with st.container(border=True, key="home-place", gap="small"):
        if guess.intent == NONE:
            _introduce()
        else:
            _ask_where(said, guess)
        st.button(
            _("Cancel"), type="tertiary", key="place-cancel", on_click=_take_back, args=(said,)
        )


def _take_back(said: str) -> None:
    """Put the message back into the box instead of sending it."""
    st.session_state.pop("home-said", None)
    st.session_state["home-again"] = said


def _introduce() -> None:
    """Answer a greeting, or what no workflow is for, with what can be asked for."""
    st.markdown("**" + _("Here is what I can help with.") + "**")
    st.caption(_("Choose an example, or write what you need in the box above."))
    for workflow in known_workflows().values():
        starter = _(workflow.starters[0])
        _offer(workflow, starter, said=starter)


def _ask_where(said: str, guess: Guess) -> None:
    st.markdown(f"> {safe.plain(said)}")
    st.markdown("**" + _("Where should this go?") + "**")
    # The ranking may know nothing of a workflow that was added.
    for name in dict.fromkeys((*guess.ranked, *known_workflows())):
        workflow = known_workflows()[name]
        _offer(workflow, _(workflow.summary), said=said)


def _offer(workflow: Workflow, about: str, *, said: str) -> None:
    if st.button(
        f"**{workflow.title}** {safe.plain(about)}",
        icon=workflow.icon,
        key=f"place-{workflow.name}",
        width="stretch",
    ):
        del st.session_state["home-said"]
        _start(workflow.name, said)


def _start(workflow: str, text: str) -> None:
    session.send(text)
    st.switch_page(navigation.page_of(workflow))


# The workflows


def _workflows() -> None:
    st.markdown("##### " + _("Or pick a workflow"))
    with st.container(key="home-workflows"):
        found = list(known_workflows().values())
        for column, workflow in zip(st.columns(len(found)), found, strict=True):
            with column:
                _card(workflow)


def _card(workflow: Workflow) -> None:
    with st.container(border=True, key=f"card-home-{workflow.name}"):
        st.page_link(
            navigation.page_of(workflow.name), label=f"**{workflow.title}**", icon=workflow.icon
        )
        st.caption(safe.plain(_(workflow.summary)))
        with st.container(horizontal=True, gap="xsmall", key=f"home-pages-{workflow.name}"):
            for name in workflow.pages:
                st.page_link(navigation.page_of(name), width="content")


def _recent() -> None:
    found = session.agent().threads(limit=RECENT)
    if not found:
        return
    st.markdown("##### " + _("Recent conversations"))
    with st.container(key="home-recent", gap="xxsmall"):
        for thread in found:
            workflow = known_workflows()[thread.workflow].title
            if st.button(
                f"{safe.plain(thread.title)} :gray[{workflow} · {age(thread.updated)}]",
                icon=conversations.icon_of(thread),
                type="tertiary",
                key=f"recent-{thread.id}",
                help=conversations.status_of(thread),
            ):
                conversations.open_thread(thread)
