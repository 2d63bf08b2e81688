"""Misspelled words of a query, corrected by the words of the passages that it can find."""

from difflib import get_close_matches

from agent.adapters.library import words
from agent.language.text import ASKING_WORDS, fold, keywords, runs
from agent.store.database import Database

LEAST_LETTERS = 5
ALIKE = 0.85
"""As `difflib` counts: one letter of seven may be wrong, or two of fourteen."""


def correct(database: Database, text: str, *, subject: str, owner: str = "") -> str:
    """The text with the closest word of the passages in place of each that is in no passage."""
    asked = [word for word in keywords(text) if word.isascii() and word not in ASKING_WORDS]
    unknown = [w for w in asked if len(w) >= LEAST_LETTERS and not _is_known(database, w)]
    known = _read_words(database, subject, owner) if unknown else frozenset()
    for word in unknown:
        # Hardly anyone mistypes the first letter, and looking at all words takes longer.
        likely = [each for each in known if each[0] == word[0]]
        for close in get_close_matches(word, likely, n=1, cutoff=ALIKE):
            text = " ".join(_replaced(each, word, close) for each in text.split())
    return text


def _replaced(token: str, word: str, close: str) -> str:
    """The token with the word replaced, its signs around it kept."""
    return fold(token).replace(word, close) if runs(token) == [word] else token


def _is_known(database: Database, word: str) -> bool:
    sql = "SELECT 1 FROM word WHERE word MATCH ? LIMIT 1"
    return bool(database.all(sql, words.terms(word)[0]))


def _read_words(database: Database, subject: str, owner: str) -> frozenset[str]:
    sql = """
        SELECT title || ' ' || heading || ' ' || body AS text FROM word
        WHERE rowid IN (SELECT n FROM chunk WHERE subject = ? AND owner IN ('', ?))
        """
    rows = database.all(sql, subject, owner)
    return frozenset(word for row in rows for word in row["text"].split())
