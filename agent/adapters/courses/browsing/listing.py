"""The courses of a page of results. All of it was written by others: data, never orders."""

import hashlib
import re
from collections.abc import Iterator
from urllib.parse import urljoin, urlsplit

from agent.adapters.courses.browsing.description import Named, Pattern, Results, Site, origin_of
from agent.adapters.courses.browsing.snapshot import Node, Page
from agent.adapters.search.results import clean_url, one_line
from agent.language.text import language_of
from agent.ports.courses import Course, Level

LONGEST_TITLE, LONGEST_LINE = 200, 300
MOST_HOURS = 2_000
MOST_COURSES = 50

# A course that is named there was not found by the search.
_ASIDE = frozenset({"navigation", "banner", "contentinfo", "complementary", "dialog", "search"})
# Nothing about one course alone is as large as these.
_LARGE = frozenset({"page", "document", "main", "list", "feed", "region", "grid", "table"})
_LEVELS: dict[Named, Level] = {"beginner": 1, "intermediate": 2, "advanced": 3}


def says_nothing(page: Page, site: Site) -> bool:
    """Tell whether the page says that there are no results."""
    return any(site.results.nothing.search(line) for line in page.root.lines())


def courses_in(page: Page, site: Site) -> list[Course]:
    """Find the courses on the page of results, in order, each once; none on another page."""
    if not site.results.page.search(page.url):
        return []
    trails: dict[str, tuple[Node, ...]] = {}
    addresses: dict[int, str] = {}
    for trail in _links(page.root, ()):
        if url := _course_address(trail[-1], page, site):
            addresses[id(trail[-1])] = url
            trails.setdefault(url, trail)
    first = list(trails.items())[:MOST_COURSES]
    read = (_course(url, _item(trail, addresses, site), site) for url, trail in first)
    return [course for course in read if course]


def _links(node: Node, above: tuple[Node, ...]) -> Iterator[tuple[Node, ...]]:
    """Each link that is not beside the matter, at the end of what holds it."""
    trail = (*above, node)
    if node.role in _ASIDE:
        return
    if node.role == "link" and node.url:
        yield trail
    for child in node.children:
        yield from _links(child, trail)


def _course_address(link: Node, page: Page, site: Site) -> str:
    """The address of a course on the site itself; nothing for any other link."""
    try:
        url = clean_url(urljoin(page.url, link.url))
        is_here = bool(url) and origin_of(url) == site.origin
    except ValueError:
        return ""
    return url if is_here and site.results.course.search(urlsplit(url).path) else ""


def _item(trail: tuple[Node, ...], addresses: dict[int, str], site: Site) -> Node:
    """The element that holds all about the course, as far up as no other course is."""
    item = trail[-1]
    for node in reversed(trail):
        held = {addresses[id(each)] for each in node.all() if id(each) in addresses}
        if node.role in _LARGE or len(held) > 1:
            break
        item = node
        if node.role in site.results.item:
            break
    return item


def _course(url: str, item: Node, site: Site) -> Course | None:
    how = site.results
    title = _title(item)
    if not title:
        return None
    said = (one_line(line, LONGEST_LINE) for line in item.lines())
    # "SQL in 40 lessons" may well have 45.
    lines = [line for line in said if line and not title.startswith(line)]
    free, price = _find_text(how.free, lines), _find_text(how.price, lines)
    return Course(
        id=f"site:{hashlib.sha256(url.encode()).hexdigest()[:16]}",
        title=title,
        url=url,
        provider=site.name,
        level=_level(title, lines, how),
        skills={},
        description=_description(lines, how),
        hours=_hours(_find_text(how.hours, lines)),
        language=language_of(title),
        is_free=True if free else False if price else None,
        source="site",
    )


def _title(item: Node) -> str:
    headings = [node for node in item.all() if node.role == "heading"]
    links = [node for node in item.all() if node.role == "link"]
    names = (node.name or " ".join(node.lines()) for node in (*headings, *links))
    return next((title for name in names if (title := one_line(name, LONGEST_TITLE))), "")


def _description(lines: list[str], how: Results) -> str:
    """The site's own words on author, subject, lessons and price."""
    patterns = (how.author, how.lessons, how.price, how.free, how.hours)
    told = [line for line in lines if any(p and p.search(line) for p in patterns)]
    matter = max((line for line in lines if line not in told), key=len, default="")
    author, lessons = _find_text(how.author, lines), _find_text(how.lessons, lines)
    cost = _find_text(how.price, lines) or _find_text(how.free, lines)
    return " · ".join(part for part in (author, matter, lessons, cost) if part)


def _find_text(pattern: Pattern | None, lines: list[str]) -> str:
    found = next((f for line in lines if pattern and (f := pattern.search(line))), None)
    if not found:
        return ""
    return str(found.group(1) if found.re.groups else found.group()).strip()


def _hours(said: str) -> float | None:
    number = re.search(r"\d{1,5}(?:\.\d{1,2})?", said)
    hours = float(number.group()) if number else 0
    return hours if 0 < hours <= MOST_HOURS else None


def _level(title: str, lines: list[str], how: Results) -> Level:
    """0 where the site does not tell."""
    for text in (title, *lines):
        for level, pattern in how.levels.items():
            if pattern.search(text):
                return _LEVELS[level]
    return 0
