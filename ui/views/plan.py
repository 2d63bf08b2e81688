"""A learning plan: in time, as a table, milestone by milestone; what changed; how far it is."""

from collections.abc import Mapping, Sequence
from itertools import groupby
from typing import Any, Literal

import streamlit as st

from agent.checks.plan_progress import end_of
from agent.exchange.field_names import field_name
from agent.language.catalogs import N_
from ui import safe
from ui.ages import day
from ui.language import _, ngettext
from ui.views import changes, quiz_link, timeline
from ui.views.coach import dots, skill_names
from ui.views.table import table

Plain = dict[str, Any]

STATUS: dict[str, tuple[str, str, Literal["gray", "green", "blue"]]] = {
    "draft": (N_("draft, not approved yet"), ":material/edit_note:", "gray"),
    "approved": (N_("approved"), ":material/check_circle:", "green"),
    "in_progress": (N_("in progress"), ":material/play_circle:", "blue"),
    "done": (N_("done"), ":material/flag:", "green"),
}
MADE = {
    "rules": (":material/rule:", N_("Made by rules")),
    "model": (":material/neurology:", N_("Planned by the model, dates by rules")),
}
DATES = frozenset({"start", "due", "done", "deadline"})


# The plan in the conversation: what changed. The plan itself is in the pane.


def draw_plan(data: Plain, key: str, live: bool) -> None:
    plan = data["plan"]
    changed = dict.fromkeys(each["milestone"] or _("Plan") for each in data["changes"])
    with st.container(border=True, gap="small"):
        name = _("Plan")
        if data["number"] > 1:
            name = _("Plan, version {number}").format(number=data["number"])
        said = f"{_milestones(len(plan['milestones']))} · {plan['estimated_duration']}"
        if changed:
            said = _("Changed: {names}").format(names=", ".join(changed))
        st.markdown(f":material/route: **{name}** · {safe.plain(said)}")
        if data["comment"]:
            st.caption(f":material/chat: “{safe.plain(data['comment'])}”")
        if data["changes"]:
            draw_changes(data["changes"], plan)
        draw_unused(plan)


def _milestones(count: int) -> str:
    return ngettext("{count} milestone", "{count} milestones", count)


def draw_head(plan: Plain) -> None:
    with st.container(horizontal=True, vertical_alignment="center", gap="small"):
        st.markdown(":material/route: **" + _("Plan") + "**", width="content")
        words, icon, colour = STATUS[plan["status"]]
        st.badge(_(words), icon=icon, color=colour)
        made, by = MADE[plan["origin"]]
        st.caption(f"{made} {_(by)}", width="content")
    title = plan["goal"]["text"]
    st.markdown(f"#### {safe.plain(title[:1].upper() + title[1:])}", anchors=False)
    st.caption(safe.plain(" · ".join(_facts(plan))))


def _facts(plan: Plain) -> list[str]:
    milestones = plan["milestones"]
    hours = _("{hours} h a week").format(hours=f"{plan['hours_a_week']:g}")
    facts = [plan["estimated_duration"], hours]
    if milestones:
        last = max(map(end_of, milestones))
        facts.append(f"{day(plan['start'])} – {day(last)}")
    return [fact for fact in facts if fact]


def draw_unused(plan: Plain) -> None:
    """Draw accepted courses that no milestone uses."""
    used = {id_ for milestone in plan["milestones"] for id_ in milestone["courses"]}
    left = [course["title"] for course in plan["recommended_courses"] if course["id"] not in used]
    if left:
        titles = safe.plain("; ".join(left))
        st.caption(":material/info: " + _("Optional: {titles}").format(titles=titles))


def draw_findings(findings: Sequence[Plain]) -> None:
    for finding in findings:
        where = f"**{safe.plain(finding['milestone'])}** " if finding["milestone"] else ""
        st.warning(f"{where}{safe.plain(finding['sentence'])}", icon=":material/warning:")


def draw_table(plan: Plain) -> None:
    standings = timeline.standings(plan["milestones"], timeline.today())
    known = {id_: _(standing) for id_, standing in standings.items()}
    table(
        ("", *map(_, ("Milestone", "Status", "Hours", "From", "Due", "After"))),
        [
            (
                milestone["id"],
                milestone["title"],
                known[milestone["id"]],
                f"{round(milestone['hours'], 1):g}",
                day(milestone["start"]),
                day(milestone["due"]),
                ", ".join(milestone["prerequisites"]) or "–",
            )
            for milestone in plan["milestones"]
        ],
    )


# Milestones


class Milestones:
    """Draws the milestones of one plan, with what is known of them."""

    def __init__(self, plan: Plain) -> None:
        self._courses = {course["id"]: course for course in plan["recommended_courses"]}
        self._names = skill_names(plan["goal"]["language"])
        self._known = timeline.standings(plan["milestones"], timeline.today())

    def draw_standing(self, milestone: Plain) -> None:
        standing = self._known[milestone["id"]]
        st.badge(_(standing), icon=timeline.WORDS[standing][1], color=timeline.BADGES[standing])

    def draw_inside(self, milestone: Plain) -> None:
        """Draw it as one text, so that many milestones stay fast."""
        st.markdown("\n\n".join(self._parts(milestone)))

    def _parts(self, milestone: Plain) -> list[str]:
        skills = (f"{self._names.get(s, s)} {dots(n)}" for s, n in milestone["skills"].items())
        hours = f"{round(milestone['hours'], 1):g} h"
        span = f"{day(milestone['start'])} – {day(milestone['due'])}, {hours}"
        parts = [
            _line(_("**You can then:** {outcome}"), outcome=milestone["outcome"]),
            f":material/event: {safe.plain(span)}",
            self._course_lines(milestone),
            f":material/stars: {safe.plain(', '.join(skills))}" if milestone["skills"] else "",
            ":material/verified: " + _line(_("**Proof:** {proof}"), proof=milestone["proof"]),
        ]
        if milestone["proven"]:
            said = _line(_("Shown by: {proof}"), proof=milestone["proven"])
            parts.append(f":material/task_alt: {said}")
        if milestone["tips"]:
            parts.append(f":material/lightbulb: {safe.plain(milestone['tips'])}")
        if milestone["prerequisites"]:
            said = _line(_("After {milestones}"), milestones=", ".join(milestone["prerequisites"]))
            parts.append(f":material/account_tree: {said}")
        if milestone["done"]:
            said = _line(_("Done on {day}"), day=day(milestone["done"]))
            parts.append(f":material/check_circle: {said}")
        return [part for part in parts if part]

    def _course_lines(self, milestone: Plain) -> str:
        courses = [self._courses[id_] for id_ in milestone["courses"] if id_ in self._courses]
        own_work = safe.plain(milestone["no_course"])
        if not courses:
            return ":material/info: " + _line(_("Own work: {what}"), what=milestone["no_course"])
        lines = [
            f":material/school: {safe.link(course['title'], course['url'])}" for course in courses
        ]
        return "  \n".join([*lines, *([f":material/info: {own_work}"] if own_work else [])])


def _line(sentence: str, **said: str) -> str:
    return sentence.format(**{name: safe.plain(text) for name, text in said.items()})


# Changes and progress


def draw_changes(found: Sequence[Plain], plan: Plain) -> None:
    """Draw changes by milestone, with names for ids and dates as people write them."""
    titles = {milestone["id"]: milestone["title"] for milestone in plan.get("milestones", ())}
    courses = {course["id"]: course["title"] for course in plan.get("recommended_courses", ())}
    names = skill_names(plan["goal"]["language"]) if plan else {}
    st.caption(_(changes.LEGEND))
    for id_, group in groupby(found, key=lambda change: str(change["milestone"])):
        title = titles.get(id_, "") if id_ else _("Plan")
        st.markdown(f"**{safe.plain(f'{id_} {title}'.strip())}**")
        st.markdown("  \n".join(_change(change, courses, names) for change in group))


def _change(change: Mapping[str, str], courses: Mapping[str, str], names: Mapping[str, str]) -> str:
    name = field_name(change["field"], _)
    before, after = change["before"], change["after"]
    match change["field"]:
        case field if field in DATES:
            # Word by word, two dates could not be read, nor levels.
            return f"{safe.plain(name)}: {_day(before)} → **{_day(after)}**"
        case "skills":
            return f"{safe.plain(name)}: {_levels(before, names)} → {_levels(after, names)}"
        case "courses":
            before, after = _titles(before, courses), _titles(after, courses)
    drawn = changes.marked(before, after)
    if "\n" not in before + after:
        drawn = drawn.replace("  \n", " → ")
    return f"{safe.plain(name)}: {drawn}"


def _levels(told: str, names: Mapping[str, str]) -> str:
    parts = (part.rpartition(" ") for part in told.split(", ") if part)
    said = (f"{names.get(id_, id_)} {dots(int(level))}" for id_, _blank, level in parts)
    return safe.plain(", ".join(said)) or "–"


def _day(date: str) -> str:
    return day(date) if date else "–"


def _titles(ids: str, courses: Mapping[str, str]) -> str:
    return ", ".join(courses.get(id_, id_) for id_ in ids.split(", "))


def draw_progress(data: Plain, key: str, live: bool) -> None:
    with st.container(border=True, gap="small"):
        st.markdown(":material/trending_up: **" + _("Progress") + "**")
        draw_bars(data)
        if data["changes"]:
            draw_changes(data["changes"], {})
        if not live:
            quiz_link.draw_weak(data.get("weak", []), key=key)


def draw_bars(data: Plain) -> None:
    done, of = data["done"], data["of"]
    st.progress(
        done / of if of else 0.0,
        text=_("**{done} of {all}** milestones done").format(done=done, all=of),
    )
    hours, planned = data["hours"], data["hours_planned"]
    if planned:
        st.progress(
            min(1.0, hours / planned),
            text=_("**{hours:g} h** learned of {planned} h planned").format(
                hours=hours, planned=round(planned)
            ),
        )
    if behind := data["behind_days"]:
        if behind > 0:
            said = ngettext("{count} day behind the plan", "{count} days behind the plan", behind)
            st.caption(f":material/schedule: {said}")
        else:
            said = ngettext(
                "{count} day ahead of the plan", "{count} days ahead of the plan", -behind
            )
            st.caption(f":material/bolt: {said}")
