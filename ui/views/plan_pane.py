"""The pane beside the Coach's conversation: the plan, and what is done of it."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any

import streamlit as st

from agent import NotFound, Turn
from agent.checks.plan_progress import can_start_earlier, progress
from agent.language.catalogs import N_, catalog
from agent.ports import StoredPlan
from ui import navigation, plan_exports, safe, session
from ui.ages import day
from ui.language import _, ngettext
from ui.views import quiz_link, timeline
from ui.views.coach import skill_names
from ui.views.plan import (
    STATUS,
    Milestones,
    draw_bars,
    draw_findings,
    draw_head,
    draw_table,
)

Plain = dict[str, Any]

TURNS = 20
"""How far back it looks for a draft."""
EDITS = {
    "earlier": (N_("Start earlier"), "fast_forward"),
    "later": (N_("Start a week later"), "update"),
    "split": (N_("Split it in two"), "call_split"),
    "merge": (N_("Merge it with the next one"), "merge"),
    "course": (N_("Another course"), "school"),
    "own_work": (N_("Self-study instead of a course"), "construction"),
    "drop": (N_("Drop it"), "delete"),
}
LINES = {
    "proof": (N_("What shows that it is done"), N_("A link, or a sentence")),
    "adjust": (N_("What to change in it"), N_("Less theory, another project …")),
}
"""What can be written of a milestone, and an example."""
MOST_HOURS = 24
MOST_WEEKS = 26
SAYS = {
    "done": N_("I finished milestone {milestone}"),
    "undone": N_("Milestone {milestone} is not done after all"),
    "proof": N_("My proof for milestone {milestone}: {value}"),
    "hours": N_("I learned {value} hours for milestone {milestone}"),
    "missed": N_("I missed {value} weeks"),
    "adjust": N_("Change milestone {milestone}: {value}"),
    "edit": N_("Milestone {milestone}: {said}"),
    "more_courses": N_("More courses"),
}


@dataclass(frozen=True)
class Shown:
    """A plan, and how it is kept; None for a draft that was never approved."""

    plan: Plain
    stored: StoredPlan | None


def draw(thread: str) -> None:
    shown = _chosen(plans_of(thread))
    if shown is None:
        st.caption(
            _(
                "No plan yet. The plan you and the Coach agree on appears here, and you tick it"
                " off week by week."
            )
        )
        return
    waits = bool(session.agent().pending(thread))
    _standing(shown, waits=waits)
    Pane(shown, is_off=waits or shown.stored is None).draw()


def draw_plans() -> None:
    """Those of other conversations, to go on with."""
    agent = session.agent()
    found = agent.ports.plans.all(agent.user)
    if not found:
        return
    st.markdown(":material/route: **" + _("Your plans") + "**")
    for stored in found:
        words, icon, colour = STATUS[stored.status]
        with st.container(gap="xxsmall"):
            st.page_link(
                navigation.page_above("courses"),
                label=safe.plain(stored.title),
                icon=":material/route:",
                query_params={"thread": stored.thread},
            )
            done = sum(bool(milestone["done"]) for milestone in stored.plan["milestones"])
            with st.container(horizontal=True, gap="small", vertical_alignment="center"):
                st.badge(_(words), icon=icon, color=colour)
                said = ngettext(
                    "{done} of {count} milestone done",
                    "{done} of {count} milestones done",
                    len(stored.plan["milestones"]),
                    done=done,
                )
                st.caption(said, width="content")


def plans_of(thread: str) -> list[Shown]:
    """Of a conversation, the latest first: what is kept, else what was drafted last."""
    agent = session.agent()
    plans = agent.ports.plans
    kept = {each.id: each for each in plans.all(agent.user) if each.thread == thread}
    draft = _drafted(agent.history(thread, limit=TURNS))
    if draft is None:
        return [Shown(each.plan, each) for each in kept.values()]
    try:
        stored = plans.plan(agent.user, draft["id"])
    except NotFound:
        return [Shown(draft, None), *(Shown(each.plan, each) for each in kept.values())]
    others = [each for each in kept.values() if each.id != stored.id]
    return [Shown(each.plan, each) for each in (stored, *others)]


def _drafted(turns: Sequence[Turn]) -> Plain | None:
    entries = (entry for turn in reversed(turns) for entry in reversed(turn.entries))
    return next((entry.data["plan"] for entry in entries if entry.kind == "coach_plan"), None)


def _chosen(found: Sequence[Shown]) -> Shown | None:
    if len(found) < 2:
        return found[0] if found else None
    number = st.selectbox(
        _("Plan"),
        range(len(found)),
        format_func=lambda n: safe.text(found[n].plan["goal"]["text"]),
        key=f"plan-of-{found[0].plan['id']}",
        label_visibility="collapsed",
    )
    return found[number]


def _standing(shown: Shown, *, waits: bool) -> None:
    """Say why nothing can be ticked."""
    if shown.stored is None:
        st.caption(
            ":material/lock: " + _("A draft. You can tick it off once you have approved it.")
        )
    elif waits:
        st.caption(
            ":material/lock: "
            + _(
                "Answer the question in the conversation first. Until then, this is the plan as"
                " it was approved."
            )
        )


class Pane:
    """One drawing of a plan with its controls."""

    def __init__(self, shown: Shown, *, is_off: bool) -> None:
        self._plan = shown.plan
        self._stored = shown.stored
        self._is_off = is_off
        self._id = shown.plan["id"]
        self._language = shown.plan["goal"]["language"]
        self._names = skill_names(self._language)
        self._view = Milestones(shown.plan)
        self._log = self._logged()
        # What is typed belongs to the plan as it was: once it has changed, the fields are empty.
        at = shown.stored.at if shown.stored else ""
        self._key = f"{self._id}-{at}-{len(self._log)}"

    def _logged(self) -> list[Plain]:
        agent = session.agent()
        return agent.ports.plans.logged(agent.user, self._id) if self._stored else []

    def draw(self) -> None:
        draw_head(self._plan)
        if self._stored:
            missed = self._plan.get("missed", 0)
            draw_bars(
                progress(self._plan["milestones"], self._log, timeline.today(), missed=missed)
            )
        timeline.draw(self._plan, key=f"pane-{self._key}")
        self._tools()
        for milestone in self._plan["milestones"]:
            self._milestone(milestone)
        # Plans of older versions do not tell.
        for gone in self._plan.get("dropped", ()):
            self._put_back(gone)
        with st.expander(_("As a table"), icon=":material/table_rows:"):
            draw_table(self._plan)
        draw_findings(self._plan["findings"])

    # What is done to the plan as a whole

    def _tools(self) -> None:
        with st.container(horizontal=True, gap="small"):
            if self._stored:
                with self._popover("hours", _("Log time"), ":material/timer:"):
                    self._hours()
                with self._popover("missed", _("I missed weeks"), ":material/event_busy:"):
                    self._missed()
            plan_exports.offer(self._as_stored(), self._names, key=self._id)

    def _popover(self, name: str, label: str, icon: str) -> Any:
        key = f"{name}-{self._key}"
        return st.popover(label, icon=icon, key=key, disabled=self._is_off, on_change="rerun")

    def _as_stored(self) -> StoredPlan:
        if self._stored:
            return self._stored
        plan = self._plan
        return StoredPlan(
            id=plan["id"],
            thread="",
            title=plan["goal"]["text"],
            status=plan["status"],
            at=plan["created_at"],
            plan=plan,
        )

    def _hours(self) -> None:
        left = [each for each in self._plan["milestones"] if not each["done"]]
        titles = {each["id"]: f"{each['id']} {each['title']}" for each in left}
        if not titles:
            st.caption(_("Every milestone is done."))
            return
        st.selectbox(
            _("Milestone"), list(titles), format_func=titles.get, key=f"hours-of-{self._key}"
        )
        st.number_input(
            _("Hours"), 0.25, float(MOST_HOURS), 1.0, step=0.25, key=f"hours-value-{self._key}"
        )
        st.button(
            _("Log"),
            type="primary",
            icon=":material/add:",
            key=f"hours-log-{self._key}",
            on_click=self._send_hours,
            disabled=self._is_off,
        )

    def _send_hours(self) -> None:
        hours = f"{st.session_state[f'hours-value-{self._key}']:g}"
        self._send("hours", st.session_state[f"hours-of-{self._key}"], hours)

    def _missed(self) -> None:
        st.caption(_("You get new dates to approve. Finished work stays as it is."))
        st.number_input(_("Weeks"), 1, MOST_WEEKS, 1, key=f"missed-value-{self._key}")
        st.button(
            _("Propose new dates"),
            type="primary",
            icon=":material/event_repeat:",
            key=f"missed-send-{self._key}",
            on_click=self._send_missed,
            disabled=self._is_off,
        )

    def _send_missed(self) -> None:
        # The dates stay until they are agreed on, so nothing else would close it.
        st.session_state[f"missed-{self._key}"] = False
        self._send("missed", "", str(st.session_state[f"missed-value-{self._key}"]))

    # A milestone

    def _milestone(self, milestone: Plain) -> None:
        id_, is_done = milestone["id"], bool(milestone["done"])
        # As it is drawn again, it can be ticked again.
        st.session_state.pop(self._told(milestone), None)
        with st.container(border=True, gap="xxsmall", key=f"milestone-{self._id}-{id_}"):
            st.checkbox(
                f"**{safe.plain(id_)}** {safe.plain(milestone['title'])}",
                value=is_done,
                key=f"tick-{self._key}-{id_}",
                disabled=self._is_off,
                on_change=partial(self._tick, milestone),
            )
            with st.container(horizontal=True, gap="small", vertical_alignment="center"):
                self._view.draw_standing(milestone)
                st.caption(safe.plain(_when(milestone)), width="content")
            with st.expander(_("Details"), type="compact", key=f"details-{self._id}-{id_}"):
                self._view.draw_inside(milestone)
                if self._stored:
                    self._line("proof", milestone, _("Keep"), ":material/verified:")
                    if not is_done:
                        self._change(milestone)
                    # The first of its skills: a quiz is about one thing.
                    skills = (self._names.get(skill) for skill in milestone["skills"])
                    topic = next(filter(None, skills), str(milestone["title"]))
                    text = quiz_link.asked(topic, self._language)
                    quiz_link.offer(topic, text, key=f"{self._id}-{id_}")

    def _tick(self, milestone: Plain) -> None:
        """The box follows the plan, which the workflow changes: until then it stays."""
        key, is_done = f"tick-{self._key}-{milestone['id']}", bool(milestone["done"])
        is_ticked = st.session_state.get(key, is_done)
        st.session_state[key] = is_done
        # What is pressed before the browser has the next boxes tells all of these once more, and
        # Streamlit takes what it has forgotten meanwhile for changed.
        if is_ticked == is_done or st.session_state.get(self._told(milestone)):
            return
        st.session_state[self._told(milestone)] = True
        proof = st.session_state.get(f"proof-{self._key}-{milestone['id']}", "").strip()
        self._send("undone" if is_done else "done", milestone["id"], "" if is_done else proof)

    def _told(self, milestone: Plain) -> str:
        return f"told-{self._key}-{milestone['id']}"

    def _change(self, milestone: Plain) -> None:
        """What code can do at once; a model reads what is written."""
        gettext = catalog(self._language).gettext
        with st.container(
            horizontal=True, gap="xsmall", key=f"edits-{self._key}-{milestone['id']}"
        ):
            for kind in self._offered(milestone):
                sentence, icon = EDITS[kind]
                label = gettext(sentence)
                st.button(
                    label,
                    icon=f":material/{icon}:",
                    key=f"edit-{kind}-{self._key}-{milestone['id']}",
                    disabled=self._is_off,
                    on_click=partial(self._send, "edit", milestone["id"], kind, said=label),
                )
        if session.model().provider != "embedded":
            self._line("adjust", milestone, _("Change"), ":material/edit:")

    def _put_back(self, gone: Plain) -> None:
        name = f"{gone['id']} {gone['title']}"
        said = catalog(self._language).gettext(N_("Put it back"))
        st.button(
            _("Put back {milestone}").format(milestone=safe.plain(name)),
            icon=":material/undo:",
            key=f"restore-{self._key}-{gone['id']}",
            type="tertiary",
            disabled=self._is_off,
            on_click=partial(self._send, "edit", gone["id"], "restore", said=said),
        )

    def _offered(self, milestone: Plain) -> list[str]:
        """Those that change something in it."""
        known = self._plan["milestones"]
        is_last = milestone["id"] == known[-1]["id"]
        never = {
            "earlier": not can_start_earlier(known, milestone["id"], timeline.today()),
            "merge": is_last,
            "own_work": not milestone["courses"],
        }
        return [kind for kind in EDITS if not never.get(kind)]

    def _line(self, act: str, milestone: Plain, button: str, icon: str) -> None:
        key, (label, example) = f"{act}-{self._key}-{milestone['id']}", LINES[act]
        shown = (act == "proof" and milestone["proven"]) or _(example)
        with st.container(horizontal=True, vertical_alignment="bottom", gap="small"):
            st.text_input(
                _(label),
                key=key,
                placeholder=safe.text(shown),
                max_chars=300,
                disabled=self._is_off,
            )
            st.button(
                button,
                icon=icon,
                key=f"send-{key}",
                disabled=self._is_off,
                on_click=partial(self._send_line, act, milestone["id"], key),
            )

    def _send_line(self, act: str, milestone: str, key: str) -> None:
        if value := st.session_state[key].strip():
            self._send(act, milestone, value)

    def _send(self, act: str, milestone: str, value: str, *, said: str = "") -> None:
        """As a message, so that it is in the conversation and the workflow does it."""
        sentence = catalog(self._language).gettext(SAYS[act])
        text = sentence.format(milestone=milestone, value=value, said=said)
        picked = {"act": act, "plan": self._id, "milestone": milestone, "value": value}
        # On a phone the pane lies over the conversation, where the answer will come.
        st.session_state["panels-open"] = False
        session.send(text, picked=picked)


def _when(milestone: Plain) -> str:
    if milestone["done"]:
        return _("done on {day}").format(day=day(milestone["done"]))
    due = _("due {day}").format(day=day(milestone["due"]))
    return f"{due} · {round(milestone['hours'], 1):g} h"
