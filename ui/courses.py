"""The page Courses: the catalogue, with import and export."""

from collections.abc import Sequence
from dataclasses import dataclass

import streamlit as st

from agent import AgentError
from agent.ports import Course, CourseQuery, Courses, CourseSite
from ui import navigation, safe, session
from ui.ages import day
from ui.language import _, ngettext
from ui.views.coach import dots, gone_badge, language_name, level_name, skill_names

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
    st.title(_("Courses"))
    st.caption(_("What the Coach chooses from. A school can import its own."))
    courses = session.agent().ports.courses
    with session.explained():
        everything = courses.all()
        _tools(courses)
        _report_last()
        if not everything:
            st.caption(_("The catalogue is empty. Import courses to start."))
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
        st.caption(ngettext("{count} course", "{count} courses", len(found)), width="content")
        if found and st.button(
            _("Check these links"),
            icon=":material/link:",
            key="check-links",
            type="tertiary",
            help=_("Tries the address of each course shown. It needs the network."),
        ):
            _check(courses, found[:shown])
    for course in found[:shown]:
        _course(course, names)
    if not found:
        st.caption(_("No courses match. Try other words, or fewer filters."))
    if len(found) > shown and st.button(
        _("Show {count} more").format(count=min(PAGE, len(found) - shown)),
        icon=":material/expand_more:",
        key="more",
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
            _("Search courses"),
            key="courses-search",
            placeholder=_("Words of the title or the description"),
            label_visibility="collapsed",
            width=320,
        )
        skill = st.selectbox(
            _("Skill"),
            sorted(taught, key=lambda each: names.get(each, each).casefold()),
            index=None,
            format_func=lambda each: safe.text(names.get(each, each)),
            key="courses-skill",
            placeholder=_("Any skill"),
            label_visibility="collapsed",
            width=240,
        )
    with st.container(horizontal=True, vertical_alignment="center", gap="medium"):
        level = st.pills(
            _("Level"),
            (1, 2, 3),
            format_func=lambda each: level_name(each).capitalize(),
            key="courses-level",
            label_visibility="collapsed",
        )
        is_free = any(course.is_free for course in everything) and st.toggle(
            _("Only free ones"), key="courses-free"
        )
        language = _language(everything)
    return Filter(words.strip(), skill or "", level, language, is_free)


def _language(everything: Sequence[Course]) -> str:
    known = sorted({course.language for course in everything})
    if len(known) < 2:
        return ""
    chosen = st.pills(
        _("Language"),
        known,
        format_func=lambda each: safe.text(language_name(each)),
        key="courses-language",
        label_visibility="collapsed",
    )
    return chosen or ""


# A course


def _course(course: Course, names: dict[str, str]) -> None:
    gone = gone_badge() if course.is_gone else ""
    facts = " ".join(f":gray-badge[{safe.plain(fact)}]" for fact in _facts(course))
    taught = ", ".join(f"{names.get(id_, id_)} {dots(n)}" for id_, n in course.skills.items())
    teaches = _("Teaches {skills}").format(skills=safe.plain(taught))
    lines = [
        f"**{safe.link(course.title, course.url)}**{gone}",
        facts,
        safe.plain(course.description),
        f":small[{teaches}]" if taught else "",
    ]
    with st.container(border=True, gap="xxsmall", key=f"course-{course.id}"):
        st.markdown("\n\n".join(line for line in lines if line))


def _facts(course: Course) -> list[str]:
    facts = [level_name(course.level), *_lengths(course), language_name(course.language)]
    if course.is_free is not None:
        facts.append(_("free") if course.is_free else _("may cost money"))
    if course.checked and not course.is_gone:
        facts.append(_("link answered on {day}").format(day=day(course.checked)))
    return facts


def _lengths(course: Course) -> list[str]:
    facts = []
    if course.weeks:
        facts.append(ngettext("{count:g} week", "{count:g} weeks", course.weeks))
    if course.hours_a_week:
        least, most = course.hours_a_week
        hours = f"{least:g}" if least == most else f"{least:g}–{most:g}"
        facts.append(_("{hours} h a week").format(hours=hours))
    if course.hours:
        facts.append(f"{course.hours:g} h")
    return facts or [_("length not known")]


def _check(courses: Courses, shown: Sequence[Course]) -> None:
    with st.spinner(_("Trying the links …"), show_time=False):
        tried = courses.check_links([course.id for course in shown])
    gone = sum(course.is_gone for course in tried.values())
    if not tried:
        _tell(_("No link could be tried: there is no network."), icon=":material/wifi_off:")
    else:
        said = ngettext(
            "{count} link tried, {gone} without an answer.",
            "{count} links tried, {gone} without an answer.",
            len(tried),
            gone=gone,
        )
        _tell(said, icon=":material/link:")
    st.rerun()


# Import and export


def _tools(courses: Courses) -> None:
    # A new one after each action: an open popover would cover its outcome.
    turn = st.session_state.get(TURN, 0)
    with st.container(horizontal=True, gap="small", vertical_alignment="center"):
        with st.popover(
            _("Import"), icon=":material/upload:", key=f"import-courses-{turn}", on_change="rerun"
        ):
            _import(courses, turn)
        st.download_button(
            _("Export"),
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
            _("Browse a course site"), icon=":material/travel_explore:", key="browse-site"
        ):
            _browse(session.agent().ports.course_site)
        st.page_link(
            navigation.page_above("courses"), label=_("Open Coach"), icon=":material/route:"
        )


def _offer_removal(courses: Courses, turn: int) -> None:
    with st.popover(
        _("Remove imported"),
        icon=":material/delete:",
        key=f"remove-imported-{turn}",
        on_change="rerun",
    ):
        st.caption(_("The courses that came with the app stay. Plans keep the courses they name."))
        if st.button(_("Remove all imported courses"), key="remove-imported-now"):
            _removed(courses.remove_imported())


def _browse(site: CourseSite | None) -> None:
    if site is None or not site.is_set_up:
        st.caption(
            _(
                "Looks for courses on a site such as GeekTime, in its own browser. This is not"
                " set up. It needs `INTERLUDE_COURSE_SITE=geektime`, `pip install playwright`"
                " and `playwright install chromium`; read the site's terms of use first."
            )
        )
        return
    words = st.text_input(_("What to look for"), key="site-words", max_chars=200)
    if st.button(_("Search"), icon=":material/search:", key="site-look") and words.strip():
        said = _("Searching {name} …").format(name=safe.plain(site.name))
        with st.spinner(said, show_time=True), session.explained():
            st.session_state[ON_SITE] = site.search(words.strip())
    if (found := st.session_state.get(ON_SITE)) is None:
        return
    for course in found:
        _course(course, skill_names("en"))
    if not found:
        st.caption(_("Nothing was found there. Try other words."))


def _removed(count: int) -> None:
    _tell(ngettext("{count} imported course removed.", "{count} imported courses removed.", count))
    st.session_state[TURN] = st.session_state.get(TURN, 0) + 1
    st.rerun()


def _import(courses: Courses, turn: int) -> None:
    st.caption(
        _(
            "A CSV table with one course per row and the columns of an export; title and url are"
            " required. Skills are written as “python:2; sql:1”. A course with the same address"
            " is replaced."
        )
    )
    file = st.file_uploader(
        _("CSV table"), type="csv", max_upload_size=MOST_MEGABYTES, key=f"courses-file-{turn}"
    )
    if file is None or not st.button(
        _("Add these courses"), type="primary", icon=":material/library_add:", key="import-now"
    ):
        return
    with session.explained():
        count, problems = courses.import_csv(_text(file.getvalue()))
        said = ngettext("{count} course imported.", "{count} courses imported.", count)
        if problems:
            left_out = len(problems)
            said += " " + ngettext("{count} left out.", "{count} left out.", left_out)
        _tell(said, problems=problems)
        st.session_state[TURN] = turn + 1
        st.rerun()


def _text(data: bytes) -> str:
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError:
        raise AgentError(
            _("The file is not text in UTF-8."),
            hint=_("Save it as CSV in UTF-8 and choose it again."),
        ) from None


def _tell(
    words: str, *, icon: str = ":material/check_circle:", problems: Sequence[str] = ()
) -> None:
    st.session_state[TOLD] = (words, icon, problems)


def _report_last() -> None:
    """Report the last action; problems stay until they are dismissed."""
    words, icon, problems = st.session_state.get(TOLD, ("", "", ()))
    if not words:
        return
    st.caption(f"{icon} {words}")
    if not problems:
        del st.session_state[TOLD]
        return
    with st.expander(_("What was left out, and why"), icon=":material/warning:", expanded=True):
        st.markdown("\n".join(f"- {safe.plain(problem)}" for problem in problems[:MOST_PROBLEMS]))
        if len(problems) > MOST_PROBLEMS:
            st.caption(_("And {count} more.").format(count=len(problems) - MOST_PROBLEMS))
        if st.button(_("Dismiss"), type="tertiary", key="import-dismiss"):
            del st.session_state[TOLD]
            st.rerun()
