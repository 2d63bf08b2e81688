"""Searching passages by their words."""

from dataclasses import dataclass

from agent.adapters.library import words
from agent.store.database import Database, marks

TITLE_WEIGHT = 1.5
HEADING_WEIGHT = 2.0
BODY_WEIGHT = 1.0

MOST_MATCHES = 2_000
"""Ranking more takes longer than a search may."""


@dataclass(frozen=True)
class Scope:
    """The part of the library that is searched."""

    subject: str
    owner: str = ""
    kinds: tuple[str, ...] = ()
    language: str | None = None


def by_words(database: Database, query: str, *, scope: Scope, count: int) -> list[int]:
    """Passage numbers, the best match first. Without a match, words that begin alike count."""
    return _any_of(database, words.terms(query), scope=scope, count=count) or _any_of(
        database, words.terms(query, loose=True), scope=scope, count=count
    )


def _any_of(database: Database, terms: list[str], *, scope: Scope, count: int) -> list[int]:
    if not terms:
        return []
    rare = _rare(database, terms)
    found: list[int] = []
    if len(rare) < len(terms):
        found = _matching(database, " AND ".join(terms), scope=scope, count=count)
    if len(found) < count:
        found += _matching(database, " OR ".join(rare), scope=scope, count=count)
    return list(dict.fromkeys(found))[:count]


def _rare(database: Database, terms: list[str]) -> list[str]:
    """Select the rarest terms that together match few enough passages, at least one."""
    sql = "SELECT count(*) AS n FROM word WHERE word MATCH ?"
    counts = {term: int(database.all(sql, term)[0]["n"]) for term in terms}
    room = MOST_MATCHES
    kept: list[str] = []
    for term in sorted(terms, key=lambda term: counts[term]):
        room -= counts[term]
        if kept and room < 0:
            break
        kept.append(term)
    return kept


def _matching(database: Database, expression: str, *, scope: Scope, count: int) -> list[int]:
    narrowed, values = "", [scope.subject, scope.owner]
    if scope.kinds:
        narrowed += f" AND kind IN ({marks(scope.kinds)})"
        values += scope.kinds
    if scope.language is not None:
        narrowed += " AND language = ?"
        values.append(scope.language)
    rows = database.all(
        f"""
        SELECT n FROM word JOIN chunk INDEXED BY chunk_kept ON n = word.rowid
        WHERE word MATCH ? AND subject = ? AND owner IN ('', ?) {narrowed}
        ORDER BY bm25(word, {TITLE_WEIGHT}, {HEADING_WEIGHT}, {BODY_WEIGHT}), n LIMIT ?
        """,  # noqa: S608 - marks and numbers only
        expression,
        *values,
        count,
    )
    return [int(row["n"]) for row in rows]
