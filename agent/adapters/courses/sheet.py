"""Courses as a table, a row each, so that a school can bring its own."""

import csv
import hashlib
import io
import re
from collections.abc import Mapping, Sequence
from urllib.parse import urlsplit

from agent.exchange.tables import dialect, live, table
from agent.language.text import fold
from agent.ports.courses import Course, Level, Skill

COLUMNS = (
    "title", "url", "provider", "level", "skills", "description", "topics", "weeks",
    "hours_a_week", "hours", "prerequisites", "language", "free",
)  # fmt: skip
NEEDED = ("title", "url")
LEVELS: tuple[Level, ...] = (1, 2, 3)
LEVEL_NAMES = {"beginner": 1, "intermediate": 2, "advanced": 3}
MOST_ROWS = 2_000
LONGEST = {"title": 300, "url": 2_000, "provider": 200, "description": 1_000, "topics": 1_000}

_FREE = {"yes": True, "true": True, "1": True, "no": False, "false": False, "0": False, "": None}
_NOT_IN_URLS = re.compile(r"[\s\x00-\x1f\x7f\\]")
_RANGE = re.compile(r"(\d+(?:[.,]\d+)?)(?:\s*[-–—]\s*(\d+(?:[.,]\d+)?))?")


class _NotTaken(Exception):
    """The reason why a row is no course, as the end of a sentence."""


def written(courses: Sequence[Course]) -> str:
    return table(COLUMNS, [_row(course) for course in courses]).decode("utf-8-sig")


def _row(course: Course) -> dict[str, object]:
    names = {level: name for name, level in LEVEL_NAMES.items()}
    low, high = course.hours_a_week or (0, 0)
    return {
        "title": course.title,
        "url": course.url,
        "provider": course.provider,
        "level": names.get(course.level, ""),
        "skills": "; ".join(f"{skill}:{level}" for skill, level in course.skills.items()),
        "description": course.description,
        "topics": "; ".join(course.topics),
        "weeks": _number(course.weeks),
        "hours_a_week": _number(low) if low == high else f"{_number(low)}-{_number(high)}",
        "hours": _number(course.hours),
        "prerequisites": "; ".join(course.prerequisites),
        "language": course.language,
        "free": {True: "yes", False: "no", None: ""}[course.is_free],
    }


def _number(value: float | None) -> str:
    return f"{value:g}" if value else ""


def read(text: str, skills: Sequence[Skill]) -> tuple[list[Course], list[str]]:
    """Return the courses, and a sentence for each row that is not a course."""
    text = text.removeprefix("\ufeff")
    try:
        rows = list(csv.reader(io.StringIO(text, newline=""), dialect(text), strict=True))
    except csv.Error as error:
        return [], [f"The table cannot be read: {error}. Save it as CSV again."]
    names = [name.strip().lower().replace(" ", "_") for name in rows[0]] if rows else []
    if missing := [name for name in NEEDED if name not in names]:
        head = ", ".join(COLUMNS)
        return [], [f"The table has no column “{missing[0]}”. Its first row may name: {head}."]
    known = _ids_by_name(skills)
    courses: dict[str, Course] = {}
    problems = []
    for number, cells in enumerate(rows[1:], start=2):
        if not any(cell.strip() for cell in cells):
            continue
        try:
            course = _course(_cells(names, cells), known, is_over=len(courses) >= MOST_ROWS)
            courses[course.url] = course
        except _NotTaken as reason:
            problems.append(f"Row {number} was left out: {reason}.")
    return list(courses.values()), problems


def _ids_by_name(skills: Sequence[Skill]) -> dict[str, str]:
    """Ids by whatever a skill is called."""
    named = {fold(name): skill.id for skill in skills for name in skill.aliases}
    named |= {fold(name): skill.id for skill in skills for name in skill.names.values()}
    return named | {skill.id: skill.id for skill in skills}


def _cells(names: Sequence[str], cells: Sequence[str]) -> dict[str, str]:
    if len(cells) != len(names):
        raise _NotTaken(f"it has {len(cells)} cells, and the table {len(names)} columns")
    row = {name: live(cell).strip() for name, cell in zip(names, cells, strict=True)}
    for name, most in LONGEST.items():
        if len(row.get(name, "")) > most:
            raise _NotTaken(f"its {name} has more than {most} characters")
    return row


def _course(row: Mapping[str, str], known: Mapping[str, str], *, is_over: bool) -> Course:
    if is_over:
        raise _NotTaken(f"no more than {MOST_ROWS} courses are taken at once")
    title, url = " ".join(row["title"].split()), row["url"]
    if not title:
        raise _NotTaken("it has no title")
    host = _host(url)
    weeks, effort = _amount(row, "weeks"), _amount(row, "hours_a_week")
    hours = _amount(row, "hours")
    made = sum(weeks) / 2 * sum(effort) / 2 if weeks and effort else None
    return Course(
        id=f"own-{hashlib.sha256(url.encode()).hexdigest()[:12]}",
        title=title,
        url=url,
        provider=row.get("provider") or host,
        level=_level(row.get("level", "")),
        skills=_skills(row.get("skills", ""), known),
        description=" ".join(row.get("description", "").split()),
        weeks=sum(weeks) / 2 if weeks else None,
        hours_a_week=effort,
        hours=sum(hours) / 2 if hours else made,
        prerequisites=tuple(_skills(row.get("prerequisites", ""), known)),
        language=_language(row.get("language", "")),
        is_free=_free(row.get("free", "")),
        topics=_listed(row.get("topics", "")),
    )


def _host(url: str) -> str:
    try:
        parts = urlsplit(url)
        host = parts.hostname or ""
    except ValueError:
        host = ""
    if not host or parts.scheme not in ("http", "https") or _NOT_IN_URLS.search(url):
        raise _NotTaken("its url is no address of a web page: one begins with https://")
    if parts.username or parts.password:
        raise _NotTaken("its url holds a name or a password")
    return host.removeprefix("www.")


def _level(text: str) -> Level:
    bare = text.lower()
    number = LEVEL_NAMES.get(bare, int(bare) if bare in {"1", "2", "3"} else 0 if bare else 1)
    for level in LEVELS:
        if level == number:
            return level
    raise _NotTaken(f"“{text[:40]}” is no level: write beginner, intermediate or advanced")


def _skills(text: str, known: Mapping[str, str]) -> dict[str, Level]:
    """Such as "python:2; sql:1"; without a level, the first."""
    found: dict[str, Level] = {}
    for part in _listed(text):
        name, _, level = part.rpartition(":") if ":" in part else (part, "", "")
        skill = known.get(fold(name.strip()))
        if skill is None:
            raise _NotTaken(f"there is no skill “{name.strip()[:40]}” here")
        found[skill] = _level(level.strip())
    return found


def _listed(text: str) -> tuple[str, ...]:
    parts = (part.strip() for part in re.split(r"[;；|]", text))
    return tuple(dict.fromkeys(part for part in parts if part))


def _amount(row: Mapping[str, str], column: str) -> tuple[float, float] | None:
    """From and to; None where nothing is given."""
    text = row.get(column, "")
    if not text:
        return None
    match = _RANGE.fullmatch(text)
    if not match:
        raise _NotTaken(f"its {column} “{text[:40]}” is no number: write 6 or 6-10")
    low = float(match.group(1).replace(",", "."))
    high = float((match.group(2) or match.group(1)).replace(",", "."))
    if not 0 < low <= high <= 10_000:
        raise _NotTaken(f"its {column} “{text[:40]}” cannot be")
    return low, high


def _language(text: str) -> str:
    bare = text.lower() or "en"
    if not re.fullmatch(r"[a-z]{2}", bare):
        raise _NotTaken(f"“{text[:40]}” is no language: write en, es or zh")
    return bare


def _free(text: str) -> bool | None:
    if text.lower() not in _FREE:
        raise _NotTaken(f"its column free holds “{text[:40]}”: write yes or no, or leave it empty")
    return _FREE[text.lower()]
