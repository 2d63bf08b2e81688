"""Views of the Coach: the goal, skills, courses, and who was called."""

from collections.abc import Sequence
from datetime import datetime
from typing import Any

import streamlit as st

from agent.language.catalogs import LANGUAGES, N_
from ui import safe, session
from ui.ages import day
from ui.language import _
from ui.views.table import marked_table, table

Plain = dict[str, Any]

LEVELS = (N_("none"), N_("beginner"), N_("intermediate"), N_("advanced"))
MOST_DOTS = 3
LEGEND = N_("○○○ none, ●○○ beginner, ●●○ intermediate, ●●● advanced")
AGENTS = {
    "coordinator": (N_("Coordinator"), ":material/hub:"),
    "course_advisor": (N_("Course advisor"), ":material/school:"),
    "learning_planner": (N_("Learning planner"), ":material/route:"),
    "human_input": (N_("You"), ":material/person:"),
    "end": (N_("End"), ":material/flag:"),
}
TASKS = {
    "subject": N_("asked what to learn"),
    "clarify": N_("asked what you meant"),
    "goal": N_("asked what the goal is missing"),
    "skills": N_("asked for your levels"),
    "uncovered": N_("asked what comes close"),
    "courses": N_("asked whether the courses fit"),
    "milestone": N_("asked which milestone you meant"),
    "adjust": N_("asked what to change"),
    "approve": N_("asked to decide on the plan"),
    "limit": N_("asked whether to continue"),
    "find": N_("find courses"),
    "plan": N_("make the plan"),
    "show": N_("show the plan"),
    "missed": N_("move the dates"),
    "progress": N_("log what was done"),
    "quiz": N_("offer a quiz"),
    "question": N_("answer about the plan"),
    "end": "",
}
BUDGETS = {
    "free": N_("free courses only"),
    "paid": N_("may cost money"),
    "any": N_("free or paid"),
}
SOURCES = {
    "catalogue": (N_("Catalogue"), ":material/menu_book:"),
    "site": (N_("Course site"), ":material/language:"),
    "web": (N_("Web search"), ":material/travel_explore:"),
}


def dots(level: int) -> str:
    return "●" * level + "○" * (MOST_DOTS - level)


def level_name(level: int) -> str:
    return _(LEVELS[level])


def language_name(code: str) -> str:
    return _(LANGUAGES[code]) if code in LANGUAGES else code


def gone_badge() -> str:
    return " :red-badge[:material/link_off: " + _("does not answer") + "]"


def agent_name(agent: str) -> str:
    known = AGENTS.get(agent)
    return _(known[0]) if known else safe.plain(agent.replace("_", " ").capitalize())


def skill_names(language: str) -> dict[str, str]:
    """Names of the catalogue's skills, by id."""
    skills = session.agent().ports.courses.skills()
    return {skill.id: skill.names.get(language) or skill.names["en"] for skill in skills}


# Who speaks, and who was called


def draw_speaker(said: Plain) -> None:
    at = datetime.fromisoformat(said["at"])
    icon = AGENTS.get(said["agent"], ("", ":material/forum:"))[1]
    st.caption(f"{icon} {agent_name(said['agent'])} · {at:%H:%M} UTC")


def draw_calls(calls: Sequence[Plain]) -> None:
    """Draw a line per call: who, what for, why, and how far it is from the limit."""
    st.caption(":material/hub: " + _("Who was called"))
    for call in calls:
        icon = AGENTS.get(call["agent"], ("", ":material/chevron_right:"))[1]
        task = TASKS.get(call["task"])
        said = _(task) if task else safe.plain(call["task"].replace("_", " "))
        lead = f"{icon} **{agent_name(call['agent'])}**" + (f" · {said}" if task != "" else "")
        by = _("judged by the model") if call["source"] == "model" else _("found by rules")
        passed = _("pass {number} of {most}").format(number=call["loop"], most=call["most"])
        # Rules need no reason besides the task.
        facts = filter(None, (safe.plain(call["why"]), by, passed))
        st.markdown(f"{lead}  \n:small[{' · '.join(facts)}]")


# The goal


def draw_goal(data: Plain, key: str, live: bool) -> None:
    """In one line: the form beside it holds the rest."""
    names = skill_names(data["language"])
    held = [names.get(id_, id_) for id_, level in data["held"].items() if level]
    said = [data["text"], *(words for _icon, words in _facts_of(data))]
    said += [_("knows {skills}").format(skills=", ".join(held))] if held else []
    goal = safe.plain(" · ".join(said))
    st.markdown(":material/flag: " + _("**Goal:** {goal}").format(goal=goal))


def _facts_of(goal: Plain) -> list[tuple[str, str]]:
    found = []
    if goal["level"] is not None:
        words = _("from scratch") if goal["level"] == 0 else level_name(goal["level"])
        found.append((":material/stairs:", words))
    if goal["hours_a_week"]:
        hours = f"{goal['hours_a_week']:g}"
        found.append((":material/schedule:", _("{hours} h a week").format(hours=hours)))
    if goal["deadline"]:
        found.append((":material/event:", _("by {day}").format(day=day(goal["deadline"]))))
    if language := goal["course_language"]:
        said = _("courses in any language")
        if language != "any":
            said = _("courses in {language}").format(language=language_name(language))
        found.append((":material/translate:", said))
    if goal["budget"]:
        budget = BUDGETS[goal["budget"]]
        found.append((":material/payments:", _(budget)))
    return found


# Skills


def draw_gaps(data: Plain, key: str, live: bool) -> None:
    gaps = sorted(data["gaps"], key=lambda gap: gap["held"] >= gap["required"])
    left = sum(gap["held"] < gap["required"] for gap in gaps)
    if gaps:
        with st.expander(
            _("Skills: {left} of {count} to learn").format(left=left, count=len(gaps)),
            icon=":material/checklist:",
        ):
            names = (_("Skill, and why"), _("Needed"), _("You have"))
            marked_table(names, [_gap_row(gap) for gap in gaps])
            st.caption(_("{legend}. ✓ is enough.").format(legend=_(LEGEND)))
    draw_uncovered(data)


def _gap_row(gap: Plain) -> tuple[str, ...]:
    enough = " ✓" if gap["held"] >= gap["required"] else ""
    why = " · ".join(filter(None, (gap["reason"], gap["evidence"])))
    name = f"**{safe.plain(gap['name'])}** :small[{safe.plain(why)}]"
    return name, dots(gap["required"]), f"{dots(gap['held'])}{enough}"


def draw_uncovered(data: Plain) -> None:
    """Draw what the catalogue has no courses for, and what comes close."""
    if not data.get("uncovered"):
        return
    words = ", ".join(f"“{word}”" for word in data["uncovered"])
    said = _("The catalogue has no courses on {words}.").format(words=safe.plain(words))
    if near := ", ".join(data.get("near") or ()):
        said += " " + _("Close to it: {names}.").format(names=safe.plain(near))
    else:
        said += " " + _("The plan for it is self-study.")
    st.warning(said, icon=":material/help:")


# Courses


def draw_courses(data: Plain, key: str, live: bool) -> None:
    # Turns of an older version do not tell which are beside the goal.
    beside = data.get("beside", ())
    courses = sorted(data["courses"], key=lambda course: course["id"] in beside)
    with st.container(horizontal=True, vertical_alignment="center", gap="small"):
        st.markdown(":material/school: **" + _("Courses") + "**", width="content")
        if data["round"] > 1:
            st.badge(_("round {number}").format(number=data["round"]), color="gray")
    for notice in data["notices"]:
        st.caption(f":material/info: {safe.plain(notice)}")
    # Those of the goal are in the learner's language; what else a course teaches in English.
    names = {**skill_names("en"), **_names(data)}
    for number, course in enumerate(courses, start=1):
        if number == len(courses) - len(beside) + 1:
            st.markdown(":material/near_me: **" + _("Also near your goal, not in the plan") + "**")
        draw_course(course, number=number, names=names)
    if courses and data["coverage"]:
        _coverage(courses, data["coverage"], names)


def _names(data: Plain) -> dict[str, str]:
    return {id_: skill["name"] for id_, skill in data["coverage"].items()}


def draw_course(course: Plain, *, number: int, names: Plain) -> None:
    with st.container(border=True, gap="xsmall"):
        gone = gone_badge() if course["is_gone"] else ""
        st.markdown(f"**{number}. {safe.link(course['title'], course['url'])}**{gone}")
        st.markdown(" ".join(f":gray-badge[{safe.plain(fact)}]" for fact in _facts(course)))
        if course["description"]:
            st.markdown(safe.plain(course["description"]))
        if course["reason"]:
            why = ":material/thumb_up: **" + _("Why this one:") + "**"
            st.markdown(f"{why} {safe.plain(course['reason'])}")
        if course["skills"]:
            taught = (f"{names.get(id_, id_)} {dots(n)}" for id_, n in course["skills"].items())
            st.caption(_("Teaches {skills}").format(skills=safe.plain(", ".join(taught))))
        name, icon = SOURCES[course["source"]]
        st.caption(" · ".join(filter(None, (f"{icon} {_(name)}", _checked(course)))))


def _facts(course: Plain) -> list[str]:
    level = course["difficulty"]
    facts = (level and _(level), _length(course), language_name(course["language"]))
    return [fact for fact in facts if fact]


def _length(course: Plain) -> str:
    hours = f"{course['hours']:g} h" if course["hours"] else ""
    if hours and hours not in course["duration"]:
        return " · ".join(filter(None, (course["duration"], hours)))
    return course["duration"] or _("length not known")


def _checked(course: Plain) -> str:
    """`checked` is the day of the last answer."""
    if not course["checked"]:
        return _("link did not answer") if course["is_gone"] else ""
    said = _("link last answered on {day}") if course["is_gone"] else _("link answered on {day}")
    return said.format(day=safe.plain(day(course["checked"])))


def _coverage(courses: Sequence[Plain], coverage: Plain, names: Plain) -> None:
    """Skill by course: which of them brings one how far."""
    rows = [_coverage_row(skill, courses) for skill in coverage.values()]
    with st.expander(_("Which course covers what"), icon=":material/grid_on:"):
        heads = (_("Skill"), _("Needed"), *(str(n) for n in range(1, len(courses) + 1)))
        table(heads, rows)
        st.caption(
            _("Columns are the courses above. {legend}. ✓ is as far as your goal needs.").format(
                legend=_(LEGEND)
            )
        )
    if missing := [names[id_] for id_, skill in coverage.items() if not skill["by"]]:
        st.caption(
            ":material/warning: "
            + _("No course for: {skills}").format(skills=safe.plain(", ".join(missing)))
        )


def _coverage_row(skill: Plain, courses: Sequence[Plain]) -> tuple[str, ...]:
    cells = []
    for course in courses:
        level = skill["by"].get(course["id"], 0)
        enough = " ✓" if level >= skill["required"] else ""
        cells.append(f"{dots(level)}{enough}" if level else "–")
    return (skill["name"], dots(skill["required"]), *cells)
