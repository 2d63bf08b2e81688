"""The page Courses, drawn: the catalogue, and bringing in one's own."""

from collections.abc import Sequence
from dataclasses import dataclass

import streamlit as st

from agent import AgentError
from agent.ports import Course, CourseQuery, Courses, CourseSite
from ui import navigation, safe, session
from ui.ages import day
from ui.views.coach import LANGUAGES, LEVELS, dots, skill_names

PAGE = 20
MOST_MEGABYTES = 2
MOST_PROBLEMS = 50
TURN = "courses-turn"
TOLD = "courses-told"
ON_SITE = "courses-on-site"


@dataclass(frozen=True)
class Filter:
    words: str
    skill: str
    level: int | None
    language: str
    is_free: bool

    def takes(self, course: Course) -> bool:
        return (
            (not self.skill or self.skill in course.skills)
            and self.level in (None, course.level)
            and self.language in ("", course.language)
            and (not self.is_free or course.is_free is True)
        )


def draw() -> None:
    st.title("Courses")
    st.caption("What the Coach chooses from. A school can bring in its own.")
    courses = session.agent().ports.courses
    with session.explained():
        everything = courses.all()
        _tools(courses)
        _told()
        if not everything:
            st.caption("The catalogue is empty. Import courses to start.")
            return
        _list(courses, everything)


def _list(courses: Courses, everything: Sequence[Course]) -> None:
    names = skill_names("en")
    chosen = _filter(everything, names)
    found = [
        course for course in _ordered(courses, everything, chosen.words) if chosen.takes(course)
    ]
    shown = st.session_state.get("courses-shown", PAGE)
    with st.container(horizontal=True, vertical_alignment="center", gap="small"):
        noun = "course" if len(found) == 1 else "courses"
        st.caption(f"{len(found)} {noun}", width="content")
        if found and st.button(
            "Check these links",
            icon=":material/link:",
            key="check-links",
            type="tertiary",
            help="Tries the address of each course that is shown. It needs the network.",
        ):
            _check(courses, found[:shown])
    for course in found[:shown]:
        _course(course, names)
    if not found:
        st.caption("No courses match. Try other words, or fewer filters.")
    if len(found) > shown and st.button(
        f"Show {min(PAGE, len(found) - shown)} more", icon=":material/expand_more:", key="more"
    ):
        st.session_state["courses-shown"] = shown + PAGE
        st.rerun()


def _ordered(courses: Courses, everything: Sequence[Course], words: str) -> list[Course]:
    """The best first where words are given, else by level and title."""
    if not words:
        # Those whose level is not known come last.
        return sorted(everything, key=lambda each: (each.level or 4, each.title.casefold()))
    return [each.course for each in courses.search(CourseQuery(words), count=len(everything))]


# Filters


def _filter(everything: Sequence[Course], names: dict[str, str]) -> Filter:
    taught = {skill for course in everything for skill in course.skills}
    with st.container(horizontal=True, vertical_alignment="bottom", gap="small"):
        words = st.text_input(
            "Search courses",
            key="courses-search",
            placeholder="Words of the title or the description",
            label_visibility="collapsed",
            width=320,
        )
        skill = st.selectbox(
            "Skill",
            sorted(taught, key=lambda each: names.get(each, each).casefold()),
            index=None,
            format_func=lambda each: safe.text(names.get(each, each)),
            key="courses-skill",
            placeholder="Any skill",
            label_visibility="collapsed",
            width=240,
        )
    with st.container(horizontal=True, vertical_alignment="center", gap="medium"):
        level = st.pills(
            "Level",
            (1, 2, 3),
            format_func=lambda each: LEVELS[each].capitalize(),
            key="courses-level",
            label_visibility="collapsed",
        )
        is_free = any(course.is_free for course in everything) and st.toggle(
            "Free ones only", key="courses-free"
        )
        language = _language(everything)
    return Filter(words.strip(), skill or "", level, language, is_free)


def _language(everything: Sequence[Course]) -> str:
    known = sorted({course.language for course in everything})
    if len(known) < 2:
        return ""
    chosen = st.pills(
        "Language",
        known,
        format_func=lambda each: safe.text(LANGUAGES.get(each, each)),
        key="courses-language",
        label_visibility="collapsed",
    )
    return chosen or ""


# A course


def _course(course: Course, names: dict[str, str]) -> None:
    gone = " :red-badge[:material/link_off: does not answer]" if course.is_gone else ""
    facts = " ".join(f":gray-badge[{safe.plain(fact)}]" for fact in _facts(course))
    taught = ", ".join(f"{names.get(id_, id_)} {dots(n)}" for id_, n in course.skills.items())
    lines = [
        f"**{safe.link(course.title, course.url)}**{gone}",
        facts,
        safe.plain(course.description),
        f":small[Teaches {safe.plain(taught)}]" if taught else "",
    ]
    with st.container(border=True, gap="xxsmall", key=f"course-{course.id}"):
        st.markdown("\n\n".join(line for line in lines if line))


def _facts(course: Course) -> list[str]:
    facts = [LEVELS[course.level], *_lengths(course)]
    facts.append(LANGUAGES.get(course.language, course.language))
    if course.is_free is not None:
        facts.append("free" if course.is_free else "may cost money")
    if course.checked and not course.is_gone:
        facts.append(f"link answered on {day(course.checked)}")
    return facts


def _lengths(course: Course) -> list[str]:
    facts = []
    if course.weeks:
        facts.append(f"{course.weeks:g} weeks")
    if course.hours_a_week:
        least, most = course.hours_a_week
        facts.append(f"{least:g} h a week" if least == most else f"{least:g}–{most:g} h a week")
    if course.hours:
        facts.append(f"{course.hours:g} h")
    return facts or ["length not known"]


def _check(courses: Courses, shown: Sequence[Course]) -> None:
    with st.spinner("Trying the links …", show_time=False):
        tried = courses.check_links([course.id for course in shown])
    gone = sum(course.is_gone for course in tried.values())
    if not tried:
        _tell("No link could be tried: there is no network here.", icon=":material/wifi_off:")
    else:
        _tell(f"{len(tried)} links tried, {gone} did not answer.", icon=":material/link:")
    st.rerun()


# Import and export


def _tools(courses: Courses) -> None:
    # Another one after each act: a popover that is open would lie over what came of it.
    turn = st.session_state.get(TURN, 0)
    with st.container(horizontal=True, gap="small", vertical_alignment="center"):
        with st.popover(
            "Import", icon=":material/upload:", key=f"import-courses-{turn}", on_change="rerun"
        ):
            _import(courses, turn)
        st.download_button(
            "Export",
            courses.export_csv,
            file_name="courses.csv",
            mime="text/csv",
            icon=":material/download:",
            key="export-courses",
            on_click="ignore",
        )
        if courses.count_imported():
            _offer_removal(courses, turn)
        with st.popover(
            "Browse a course site", icon=":material/travel_explore:", key="browse-site"
        ):
            _browse(session.agent().ports.course_site)
        st.page_link(navigation.page_of("coach"), label="Open Coach", icon=":material/route:")


def _offer_removal(courses: Courses, turn: int) -> None:
    with st.popover(
        "Remove imported",
        icon=":material/delete:",
        key=f"remove-imported-{turn}",
        on_change="rerun",
    ):
        st.caption("The courses that came with the app stay. Plans keep what they name.")
        if st.button("Remove all imported courses", key="remove-imported-now"):
            _removed(courses.remove_imported())


def _browse(site: CourseSite | None) -> None:
    if site is None or not site.is_set_up:
        st.caption(
            "Looks for courses on a site such as GeekTime, in a browser of its own. It is not set"
            " up here. It needs `INTERLUDE_COURSE_SITE=geektime`, `pip install playwright` and"
            " `playwright install chromium`; read the site's terms of use first."
        )
        return
    words = st.text_input("What to look for", key="site-words", max_chars=200)
    if st.button("Look", icon=":material/search:", key="site-look") and words.strip():
        with st.spinner(f"Looking at {safe.plain(site.name)} …", show_time=True):
            try:
                st.session_state[ON_SITE] = site.search(words.strip())
            except AgentError as error:
                st.error(safe.plain(f"{error.message} {error.hint}"), icon=":material/error:")
    if (found := st.session_state.get(ON_SITE)) is None:
        return
    for course in found:
        _course(course, skill_names("en"))
    if not found:
        st.caption("Nothing was found there. Try other words.")


def _removed(count: int) -> None:
    noun = "course is" if count == 1 else "courses are"
    _tell(f"{count} imported {noun} removed." if count else "There was no imported course.")
    st.session_state[TURN] = st.session_state.get(TURN, 0) + 1
    st.rerun()


def _import(courses: Courses, turn: int) -> None:
    st.caption(
        "A CSV table, a course a row, with the columns of an export; title and url are needed."
        " Skills are written as “python:2; sql:1”. The same address replaces."
    )
    file = st.file_uploader(
        "CSV table", type="csv", max_upload_size=MOST_MEGABYTES, key=f"courses-file-{turn}"
    )
    if file is None or not st.button(
        "Add these courses", type="primary", icon=":material/library_add:", key="import-now"
    ):
        return
    try:
        count, problems = courses.import_csv(_text(file.getvalue()))
    except AgentError as error:
        st.error(safe.plain(f"{error.message} {error.hint}"), icon=":material/error:")
        return
    noun = "course" if count == 1 else "courses"
    left_out = f", {len(problems)} could not" if problems else ""
    _tell(f"{count} {noun} came in{left_out}.", problems=problems)
    st.session_state[TURN] = turn + 1
    st.rerun()


def _text(data: bytes) -> str:
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError:
        raise AgentError(
            "The file is not a text in UTF-8.", hint="Save it as CSV in UTF-8 and choose it again."
        ) from None


def _tell(
    words: str, *, icon: str = ":material/check_circle:", problems: Sequence[str] = ()
) -> None:
    st.session_state[TOLD] = (words, icon, problems)


def _told() -> None:
    """What the last press came to; what went wrong stays until it is put away."""
    words, icon, problems = st.session_state.get(TOLD, ("", "", ()))
    if not words:
        return
    st.caption(f"{icon} {words}")
    if not problems:
        del st.session_state[TOLD]
        return
    with st.expander("What could not come in, and why", icon=":material/warning:", expanded=True):
        st.markdown("\n".join(f"- {safe.plain(problem)}" for problem in problems[:MOST_PROBLEMS]))
        if len(problems) > MOST_PROBLEMS:
            st.caption(f"And {len(problems) - MOST_PROBLEMS} more.")
        if st.button("Dismiss", type="tertiary", key="import-dismiss"):
            del st.session_state[TOLD]
            st.rerun()
