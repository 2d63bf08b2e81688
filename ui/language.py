"""The language of a page: that of its browser, as cards and answers have their conversation's."""

import streamlit as st

from agent.language.catalogs import FOLDERS, catalog


def browser_language() -> str:
    """English where there is no catalog for what the browser prefers."""
    wanted = (st.context.locale or "").replace("_", "-").partition("-")[0].casefold()
    return wanted if wanted in FOLDERS else "en"


def _(sentence: str) -> str:
    """Translate a sentence into the language of the user's browser."""
    return catalog(browser_language()).gettext(sentence)


def ngettext(one: str, many: str, count: int) -> str:
    """The same for a sentence that counts; the place in it is named `count`."""
    return catalog(browser_language()).ngettext(one, many, count).format(count=count)
