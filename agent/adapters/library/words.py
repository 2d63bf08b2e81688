"""The words for FTS5, to index and to find; Chinese as bigrams in both."""

from agent.language.text import bigrams, is_han, keywords, runs, spelling

MOST_TERMS = 40


def indexed(text: str) -> str:
    """Return the text as it is passed to FTS5."""
    return " ".join(unit for run in runs(text) for unit in _units(run))


def _units(run: str) -> list[str]:
    if not is_han(run):
        return [spelling(run)]
    # With the last character on its own, each character begins a unit and is found as a prefix.
    return [*bigrams(run), run[-1]]


def terms(query: str, *, loose: bool = False) -> list[str]:
    """FTS5 terms for the query's words; loose ones find words that begin like them."""
    return [_term(word, loose=loose) for word in keywords(query)[:MOST_TERMS]]


def _term(word: str, *, loose: bool) -> str:
    prefix = loose or (len(word) == 1 and is_han(word))
    return f'"{spelling(word)}"' + ("*" if prefix else "")
