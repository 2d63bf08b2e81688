"""Normalizes search results: one text, one address, one hit for each page."""

import re
from collections.abc import Iterable
from typing import NamedTuple
from urllib.parse import parse_qs, parse_qsl, urlencode, urlsplit, urlunsplit

from agent.adapters.reading.unseen import without_unseen
from agent.errors import AgentError
from agent.language.text import well_formed
from agent.ports.content import Hit

LONGEST_QUERY = 400
"""The longest query that Tavily takes."""
LONGEST_TITLE, LONGEST_SNIPPET, LONGEST_URL = 300, 1_000, 2_000

_FOLLOWING = re.compile(
    r"(?:utm|mtm|pk|hsa|oly|vero|_hs|mc|ga|mkt)_\w+|_hsenc|_hsmi|_ga|_gl|gclid|gclsrc|dclid|gbraid"
    r"|wbraid|fbclid|msclkid|yclid|twclid|ttclid|li_fat_id|igshid|igsh|srsltid|mkt_tok|ref_src"
    r"|ref_url|s_cid|wickedid|__s|_openstat",
    re.IGNORECASE,
)
_STANDARD = {"http": 80, "https": 443}


class Parts(NamedTuple):
    scheme: str
    host: str
    path: str
    query: str


def asked(query: str) -> str:
    """The query as it is sent. Raises AgentError when nothing is left of it."""
    query = one_line(query, LONGEST_QUERY)
    if not any(c.isalnum() for c in query):
        raise AgentError("There is nothing to search for.", hint="Write a word or two.")
    return query


def one_line(text: str, longest: int) -> str:
    return " ".join(without_unseen(well_formed(text)).text.split())[:longest].rstrip()


def clean_url(url: str) -> str:
    """Remove fragment and tracking parameters; empty for what is no web address."""
    parts = _parts(url)
    return urlunsplit((*parts, "")) if parts else ""


def hits(found: Iterable[Hit], *, count: int) -> list[Hit]:
    """Select at most `count` hits, in order, each page once."""
    kept: dict[str, Hit] = {}
    for hit in found:
        url = clean_url(hit.url)
        key = _key(url) if url else ""
        if key and key not in kept and len(kept) < count:
            kept[key] = Hit(
                title=one_line(hit.title, LONGEST_TITLE) or urlsplit(url).netloc,
                url=url,
                snippet=one_line(hit.snippet, LONGEST_SNIPPET),
                published=one_line(hit.published, 40),
            )
    return list(kept.values())


def _key(url: str) -> str:
    """A key that is equal for addresses that in all likelihood lead to one page."""
    parts = urlsplit(url)
    query = urlencode(sorted(parse_qsl(parts.query, keep_blank_values=True)))
    return f"{parts.netloc.removeprefix('www.')}{parts.path.rstrip('/')}?{query}"


def _parts(url: str) -> Parts | None:
    try:
        found = urlsplit(_behind_redirect(url.strip()))
        host, port = (found.hostname or "").rstrip("."), found.port
    except ValueError:
        return None
    is_web = found.scheme in _STANDARD and host and not (found.username or found.password)
    if not is_web or len(url) > LONGEST_URL:
        return None
    named = f"[{host}]" if ":" in host else host
    netloc = named if port in (None, _STANDARD[found.scheme]) else f"{named}:{port}"
    return Parts(found.scheme, netloc, found.path or "/", _query(found.query))


def _query(query: str) -> str:
    pairs = (pair for pair in query.split("&") if pair)
    return "&".join(p for p in pairs if not _FOLLOWING.fullmatch(p.partition("=")[0]))


def _behind_redirect(url: str) -> str:
    """DuckDuckGo at times leads through an address of its own."""
    found = urlsplit(f"https:{url}" if url.startswith("//") else url)
    if (found.hostname or "").endswith("duckduckgo.com") and found.path == "/l/":
        return parse_qs(found.query).get("uddg", [""])[0]
    return found.geturl()
