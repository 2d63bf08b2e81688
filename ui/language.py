"""The language of what is drawn: a page's is that of its browser, a turn's that of the turn."""

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar

import streamlit as st

from agent.language.catalogs import LANGUAGES, catalog

_spoken: ContextVar[str] = ContextVar("spoken", default="")


@contextmanager
def speaking(language: str) -> Iterator[None]:
    """Draw what belongs to a conversation in its language, whatever the browser's is."""
    token = _spoken.set(language)
    try:
        yield
    finally:
        _spoken.reset(token)


def language() -> str:
    """Return the conversation's language inside `speaking`, else the browser's."""
    return _spoken.get() or browser_language()


def browser_language() -> str:
    """The language the browser prefers, English where there is no catalog for it."""
    wanted = (st.context.locale or "").replace("_", "-").partition("-")[0].casefold()
    return wanted if wanted in LANGUAGES else "en"


def _(sentence: str) -> str:
    """Translate a sentence."""
    return catalog(language()).gettext(sentence)


def ngettext(one: str, many: str, count: int, **places: object) -> str:
    """Translate a sentence that counts, and fill its places; the number's is `count`."""
    return catalog(language()).ngettext(one, many, count).format(count=count, **places)
