"""A learning plan as a file: a calendar, Markdown, or a table."""

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import UTC, date, datetime, time, timedelta
from typing import Any

from agent.checks.plan_progress import end_of
from agent.exchange.markup import printable
from agent.exchange.plan_words import words_of
from agent.exchange.tables import table
from agent.ports import StoredPlan

Plain = dict[str, Any]

WEEKDAYS = ("MO", "TU", "WE", "TH", "FR", "SA", "SU")
COLUMNS = (
    "id", "title", "outcome", "skills", "courses", "addresses", "hours", "start", "due",
    "prerequisites", "proof", "tips", "done", "proven",
)  # fmt: skip
LONGEST_SITTING = timedelta(hours=12)
SITTING_STEP = timedelta(minutes=5)
_MARKDOWN = re.compile(r"([\\`*_\[\]<>|#~])")


@dataclass(frozen=True)
class Study:
    """When the user studies: on these days of the week, from that hour on."""

    days: Sequence[str]
    """Names from WEEKDAYS."""
    at: time = time(18)


@dataclass(frozen=True)
class Options:
    skills: Mapping[str, str] = field(default_factory=dict)
    """Names by id; a skill without one goes by its id."""
    study: Study | None = None
    """None leaves the blocks out of the calendar."""


Write = Callable[[StoredPlan, Options], bytes]


@dataclass(frozen=True)
class Format:
    name: str
    label: str
    suffix: str
    mime: str
    write: Write


# iCalendar


def write_calendar(stored: StoredPlan, options: Options) -> bytes:
    """The day on which each milestone is due, and blocks to learn for those still to do.

    Its events keep their ids, so that a later export of the same plan moves them.
    """
    # Importing takes a fifth of a second, which only an export of a calendar should cost.
    from icalendar import Calendar  # noqa: PLC0415

    calendar = Calendar()
    for name, value in (
        ("prodid", "-//Interlude//Coach//EN"),
        ("version", "2.0"),
        ("name", _line(stored.title)),
        ("x-wr-calname", _line(stored.title)),
    ):
        calendar.add(name, value)
    for milestone in stored.plan["milestones"]:
        calendar.add_component(_event(_due(milestone, stored), stored))
        if options.study and not milestone["done"]:
            sittings = _sittings(milestone, options.study)
            if sittings:
                block = _block(milestone, sittings, stored=stored, study=options.study)
                calendar.add_component(_event(block, stored))
    written: bytes = calendar.to_ical()
    return written


def _event(values: Plain, stored: StoredPlan) -> Any:
    from icalendar import Event  # noqa: PLC0415

    event = Event()
    changed = _moment(stored.at)
    since = changed - _moment(stored.plan["created_at"])
    for name, value in (
        *values.items(),
        ("dtstamp", changed),
        ("last-modified", changed),
        # A number that grows with each change: by it a calendar knows the later of two.
        ("sequence", max(0, int(since.total_seconds()))),
        ("status", "TENTATIVE" if stored.status == "draft" else "CONFIRMED"),
    ):
        event.add(name, value)
    return event


def _moment(at: str) -> datetime:
    found = datetime.fromisoformat(at)
    return found if found.tzinfo else found.replace(tzinfo=UTC)


def _due(milestone: Plain, stored: StoredPlan) -> Plain:
    words = words_of(stored.plan)
    mark = "✓ " if milestone["done"] else ""
    day = date.fromisoformat(milestone["due"])
    return {
        "uid": f"{stored.id}-{milestone['id']}@interlude",
        "summary": f"{mark}{words['due_event']}: {_line(milestone['title'])}",
        "description": _described(milestone, stored),
        "dtstart": day,
        "dtend": day + timedelta(days=1),
        "transp": "TRANSPARENT",
        **_address(milestone, stored),
    }


def _described(milestone: Plain, stored: StoredPlan) -> str:
    words, courses = words_of(stored.plan), _courses(milestone, stored.plan)
    lines = [
        milestone["outcome"],
        *(f"{_line(course['title'])} {course['url']}" for course in courses),
        milestone["no_course"],
        f"{words['proof']}: {milestone['proof']}",
        f"{words['tips']}: {milestone['tips']}" if milestone["tips"] else "",
    ]
    return "\n".join(_line(line) for line in lines if line)


def _address(milestone: Plain, stored: StoredPlan) -> Plain:
    courses = _courses(milestone, stored.plan)
    return {"url": courses[0]["url"]} if courses and _is_web(courses[0]["url"]) else {}


def _sittings(milestone: Plain, study: Study) -> list[date]:
    start, due = (date.fromisoformat(milestone[name]) for name in ("start", "due"))
    days = (start + timedelta(days=n) for n in range((due - start).days + 1))
    return [day for day in days if WEEKDAYS[day.weekday()] in study.days]


def _block(
    milestone: Plain, sittings: Sequence[date], *, stored: StoredPlan, study: Study
) -> Plain:
    """Its hours, in equal parts. In local time, wherever the learner is."""
    whole = timedelta(hours=milestone["hours"])
    each = SITTING_STEP * max(1, round(whole / len(sittings) / SITTING_STEP))
    words = words_of(stored.plan)
    return {
        "uid": f"{stored.id}-{milestone['id']}-study@interlude",
        "summary": f"{words['study']}: {_line(milestone['title'])}",
        "description": _described(milestone, stored),
        "dtstart": datetime.combine(sittings[0], study.at),
        "duration": min(each, LONGEST_SITTING),
        "rrule": {
            "freq": "weekly",
            "byday": [day for day in WEEKDAYS if day in study.days],
            "until": datetime.combine(sittings[-1], time(23, 59, 59)),
        },
        **_address(milestone, stored),
    }


# Markdown


def write_markdown(stored: StoredPlan, options: Options) -> bytes:
    plan = stored.plan
    words = words_of(plan)
    parts = [
        f"# {_plain(stored.title)}",
        "\n".join(_facts(stored)),
        f"## {words['milestones']}",
        *(part for each in plan["milestones"] for part in _milestone(each, plan, options.skills)),
    ]
    if plan["findings"]:
        parts += [
            f"## {words['findings']}",
            "\n".join(f"- {_plain(finding['sentence'])}" for finding in plan["findings"]),
        ]
    if plan["recommended_courses"]:
        parts += [
            f"## {words['courses']}",
            "\n".join(map(_course, plan["recommended_courses"])),
        ]
    return ("\n\n".join(parts) + "\n").encode()


def _facts(stored: StoredPlan) -> Iterator[str]:
    plan = stored.plan
    words = words_of(plan)
    yield f"- {words['status']}: {words[f'status_{stored.status}']}"
    yield f"- {words['duration']}: {_plain(plan['estimated_duration'])}"
    yield f"- {words['hours_a_week']}: {plan['hours_a_week']:g}"
    if plan["milestones"]:
        last = max(map(end_of, plan["milestones"]))
        yield f"- {words['dates']}: {plan['start']} – {last}"


def _milestone(milestone: Plain, plan: Plain, skills: Mapping[str, str]) -> Iterator[str]:
    words = words_of(plan)
    box = "x" if milestone["done"] else " "
    yield f"### {milestone['id']} {_plain(milestone['title'])}"
    facts = [f"{milestone['start']} – {milestone['due']}", f"{milestone['hours']:g} h"]
    named = ", ".join(_plain(skills.get(skill, skill)) for skill in milestone["skills"])
    facts += [named] if named else []
    if milestone["prerequisites"]:
        facts.append(f"{words['after']} {', '.join(milestone['prerequisites'])}")
    yield " · ".join(facts)
    yield _plain(milestone["outcome"])
    if courses := _courses(milestone, plan):
        yield "\n".join(f"- {_link_to(course)}" for course in courses)
    elif milestone["no_course"]:
        yield _plain(milestone["no_course"])
    if milestone["tips"]:
        yield f"{words['tips']}: {_plain(milestone['tips'])}"
    given = f" ({_plain(milestone['proven'])})" if milestone["proven"] else ""
    yield f"- [{box}] {words['proof']}: {_plain(milestone['proof'])}{given}"


def _course(course: Plain) -> str:
    return f"- {_link_to(course)}: {_plain(course['reason'])}"


def _link_to(course: Plain) -> str:
    title, url = _plain(course["title"]), course["url"]
    return f"[{title}](<{url}>)" if _is_web(url) else title


# CSV


def write_csv(stored: StoredPlan, options: Options) -> bytes:
    rows = (_row(each, stored.plan, options.skills) for each in stored.plan["milestones"])
    return table(COLUMNS, rows)


def _row(milestone: Plain, plan: Plain, skills: Mapping[str, str]) -> Plain:
    courses = _courses(milestone, plan)
    return {
        **milestone,
        "skills": "; ".join(skills.get(skill, skill) for skill in milestone["skills"]),
        "courses": "; ".join(c["title"] for c in courses) or milestone["no_course"],
        "addresses": " ".join(course["url"] for course in courses),
        "hours": f"{milestone['hours']:g}",
        "prerequisites": "; ".join(milestone["prerequisites"]),
    }


FORMATS = (
    Format("calendar", "Calendar (iCalendar)", ".ics", "text/calendar", write_calendar),
    Format("markdown", "Markdown", ".md", "text/markdown", write_markdown),
    Format("csv", "CSV table", ".csv", "text/csv", write_csv),
)


# Its parts


def _courses(milestone: Plain, plan: Plain) -> list[Plain]:
    known = {course["id"]: course for course in plan["recommended_courses"]}
    return [known[id_] for id_ in milestone["courses"] if id_ in known]


def _is_web(url: str) -> bool:
    """And nothing in it that would end the link."""
    return re.fullmatch(r"https?://[^\s<>]+", url) is not None


def _line(text: str) -> str:
    return " ".join(printable(text).split())


def _plain(text: str) -> str:
    """Escape a line, so that Markdown shows it as it is."""
    return _MARKDOWN.sub(r"\\\1", _line(text))
