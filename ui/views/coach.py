"""What the Coach leaves in a conversation: the goal, skills, courses, and who was called."""

from collections.abc import Sequence
from datetime import datetime
from typing import Any

import streamlit as st

from ui import safe, session
from ui.ages import day
from ui.views.table import marked_table, table

Plain = dict[str, Any]

LEVELS = ("none", "beginner", "intermediate", "advanced")
MOST_DOTS = 3
LEGEND = "○○○ none, ●○○ beginner, ●●○ intermediate, ●●● advanced"
AGENTS = {
    "coordinator": ("Coordinator", ":material/hub:"),
    "course_advisor": ("Course advisor", ":material/school:"),
    "learning_planner": ("Learning planner", ":material/route:"),
    "human_input": ("You", ":material/person:"),
    "end": ("End", ":material/flag:"),
}
TASKS = {
    "subject": "asked what to learn",
    "clarify": "asked what you meant",
    "goal": "asked what the goal lacks",
    "skills": "asked for the levels held",
    "uncovered": "asked what comes near",
    "courses": "asked whether the courses fit",
    "milestone": "asked which milestone you meant",
    "adjust": "asked what to change",
    "approve": "asked to decide on the plan",
    "limit": "asked whether to continue",
    "find": "find courses",
    "plan": "make the plan",
    "show": "show the plan",
    "missed": "move the dates",
    "progress": "log what was done",
    "quiz": "offer a quiz",
    "question": "answer about the plan",
    "end": "",
}
LANGUAGES = {"en": "English", "es": "Spanish", "zh": "Chinese"}
BUDGETS = {"free": "free courses only", "paid": "may cost money", "any": "free or paid"}
SOURCES = {
    "catalogue": ("Catalogue", ":material/menu_book:"),
    "site": ("Course site", ":material/language:"),
    "web": ("Web search", ":material/travel_explore:"),
}


def dots(level: int) -> str:
    return "●" * level + "○" * (MOST_DOTS - level)


def level_name(level: int) -> str:
    return LEVELS[level]


def agent_name(agent: str) -> str:
    known = AGENTS.get(agent)
    return known[0] if known else safe.plain(agent.replace("_", " ").capitalize())


def skill_names(language: str) -> dict[str, str]:
    """Of the catalogue, by id."""
    skills = session.agent().ports.courses.skills()
    return {skill.id: skill.names.get(language) or skill.names["en"] for skill in skills}


# Who speaks, and who was called


def draw_speaker(said: Plain) -> None:
    at = datetime.fromisoformat(said["at"])
    icon = AGENTS.get(said["agent"], ("", ":material/forum:"))[1]
    st.caption(f"{icon} {agent_name(said['agent'])} · {at:%H:%M} UTC")


def draw_calls(calls: Sequence[Plain]) -> None:
    """A line each: who, what for, why, and how far it is from the limit."""
    st.caption(":material/hub: Who was called")
    for call in calls:
        icon = AGENTS.get(call["agent"], ("", ":material/chevron_right:"))[1]
        task = TASKS.get(call["task"], safe.plain(call["task"].replace("_", " ")))
        by = "judged by the model" if call["source"] == "model" else "found by rules"
        # Rules need no reason besides the task.
        why = f"{safe.plain(call['why'])} · " if call["why"] else ""
        st.markdown(
            f"{icon} **{agent_name(call['agent'])}**{f' · {task}' if task else ''}  \n"
            f":small[{why}{by} · pass {call['loop']} of {call['most']}]"
        )


# The goal


def draw_goal(data: Plain, key: str, live: bool) -> None:
    """In one line: the form beside it holds the rest."""
    names = skill_names(data["language"])
    held = [names.get(id_, id_) for id_, level in data["held"].items() if level]
    said = [data["text"], *(words for _, words in _told(data))]
    said += [f"knows {', '.join(held)}"] if held else []
    st.markdown(f":material/flag: **Goal:** {safe.plain(' · '.join(said))}")


def _told(goal: Plain) -> list[tuple[str, str]]:
    found = []
    if goal["level"] is not None:
        words = "from scratch" if goal["level"] == 0 else level_name(goal["level"])
        found.append((":material/stairs:", words))
    if goal["hours_a_week"]:
        found.append((":material/schedule:", f"{goal['hours_a_week']:g} h a week"))
    if goal["deadline"]:
        found.append((":material/event:", f"by {day(goal['deadline'])}"))
    if language := goal["course_language"]:
        name = LANGUAGES.get(language, "any language" if language == "any" else language)
        found.append((":material/translate:", f"courses in {name}"))
    if goal["budget"]:
        found.append((":material/payments:", BUDGETS.get(goal["budget"], goal["budget"])))
    return found


# Skills


def draw_gaps(data: Plain, key: str, live: bool) -> None:
    gaps = sorted(data["gaps"], key=lambda gap: gap["held"] >= gap["required"])
    left = sum(gap["held"] < gap["required"] for gap in gaps)
    if gaps:
        with st.expander(f"Skills: {left} of {len(gaps)} to learn", icon=":material/checklist:"):
            with st.container(key=f"levels-{key}"):
                marked_table(("Skill, and why", "Needed", "You have"), [_gap_row(g) for g in gaps])
            st.caption(f"{LEGEND}. ✓ is enough.")
    draw_uncovered(data)


def _gap_row(gap: Plain) -> tuple[str, ...]:
    enough = " ✓" if gap["held"] >= gap["required"] else ""
    why = " · ".join(filter(None, (gap["reason"], gap["evidence"])))
    name = f"**{safe.plain(gap['name'])}** :small[{safe.plain(why)}]"
    return name, dots(gap["required"]), f"{dots(gap['held'])}{enough}"


def draw_uncovered(data: Plain) -> None:
    """What the catalogue has nothing for, and what is near it."""
    if not data.get("uncovered"):
        return
    words = ", ".join(f"“{word}”" for word in data["uncovered"])
    near = ", ".join(data.get("near") or ())
    beside = f" Near it: {safe.plain(near)}." if near else ""
    st.warning(
        f"The catalogue has no courses on {safe.plain(words)}.{beside}", icon=":material/help:"
    )


# Courses


def draw_courses(data: Plain, key: str, live: bool) -> None:
    # Turns of an older version do not tell which are beside the goal.
    beside = data.get("beside", ())
    courses = sorted(data["courses"], key=lambda course: course["id"] in beside)
    with st.container(horizontal=True, vertical_alignment="center", gap="small"):
        st.markdown(":material/school: **Courses**", width="content")
        if data["round"] > 1:
            st.badge(f"round {data['round']}", color="gray")
    for notice in data["notices"]:
        st.caption(f":material/info: {safe.plain(notice)}")
    # Those of the goal are in the learner's language; what else a course teaches in English.
    names = {**skill_names("en"), **_names(data)}
    for number, course in enumerate(courses, start=1):
        if number == len(courses) - len(beside) + 1:
            st.markdown(":material/near_me: **Also near your goal, not in the plan**")
        draw_course(course, number=number, names=names, is_beside=course["id"] in beside)
    if courses and data["coverage"]:
        _coverage(courses, data["coverage"], names, key=key)


def _names(data: Plain) -> dict[str, str]:
    return {id_: skill["name"] for id_, skill in data["coverage"].items()}


def draw_course(course: Plain, *, number: int, names: Plain, is_beside: bool) -> None:
    with st.container(border=True, gap="xsmall"):
        gone = " :red-badge[:material/link_off: does not answer]" if course["is_gone"] else ""
        st.markdown(f"**{number}. {safe.link(course['title'], course['url'])}**{gone}")
        st.markdown(" ".join(f":gray-badge[{safe.plain(fact)}]" for fact in _facts(course)))
        if course["description"]:
            st.markdown(safe.plain(course["description"]))
        why = ":material/info:" if is_beside else ":material/thumb_up: **Why this one:**"
        st.markdown(f"{why} {safe.plain(course['reason'])}")
        if course["skills"]:
            taught = (f"{names.get(id_, id_)} {dots(n)}" for id_, n in course["skills"].items())
            st.caption(f"Teaches {safe.plain(', '.join(taught))}")
        name, icon = SOURCES[course["source"]]
        st.caption(f"{icon} {name} · {_checked(course)}")


def _facts(course: Plain) -> list[str]:
    facts = [course["difficulty"], _length(course)]
    facts.append(LANGUAGES.get(course["language"], course["language"]))
    return [fact for fact in facts if fact]


def _length(course: Plain) -> str:
    hours = f"{course['hours']:g} h" if course["hours"] else ""
    if hours and hours not in course["duration"]:
        return " · ".join(filter(None, (course["duration"], hours)))
    return course["duration"] or "length not known"


def _checked(course: Plain) -> str:
    """`checked` is the day on which it answered, which was before it was gone."""
    if not course["checked"]:
        return "link did not answer" if course["is_gone"] else "link not tried yet"
    answered = "link last answered" if course["is_gone"] else "link answered"
    return f"{answered} on {safe.plain(day(course['checked']))}"


def _coverage(courses: Sequence[Plain], coverage: Plain, names: Plain, *, key: str) -> None:
    """Skill by course: which of them brings one how far."""
    rows = [_coverage_row(skill, courses) for skill in coverage.values()]
    with st.expander("Which course covers what", icon=":material/grid_on:"):
        heads = ("Skill", "Needed", *(str(n) for n in range(1, len(courses) + 1)))
        with st.container(key=f"levels-{key}"):
            table(heads, rows)
        st.caption(f"Columns are the courses above. {LEGEND}. ✓ is as far as your goal needs.")
    if missing := [names[id_] for id_, skill in coverage.items() if not skill["by"]]:
        st.caption(f":material/warning: No course for: {safe.plain(', '.join(missing))}")


def _coverage_row(skill: Plain, courses: Sequence[Plain]) -> tuple[str, ...]:
    cells = []
    for course in courses:
        level = skill["by"].get(course["id"], 0)
        enough = " ✓" if level >= skill["required"] else ""
        cells.append(f"{dots(level)}{enough}" if level else "–")
    return (skill["name"], dots(skill["required"]), *cells)
