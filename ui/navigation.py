"""The pages: each workflow, and below it the pages of what it uses and makes."""

from typing import Any

import streamlit as st

from agent import known_workflows
from agent.language.catalogs import N_
from ui.language import _

BELOW = {
    "tutor": ("library", "review"),
    "studio": ("pieces",),
    "tickets": ("issues",),
    "coach": ("courses",),
}
OTHERS = {
    "library": (N_("Library"), ":material/library_books:"),
    "review": (N_("Review"), ":material/event_repeat:"),
    "issues": (N_("Issues"), ":material/view_kanban:"),
    "pieces": (N_("Pieces"), ":material/newsstand:"),
    "courses": (N_("Courses"), ":material/menu_book:"),
}


def pages() -> list[Any]:
    """In the order of the sidebar."""
    home = st.Page("../pages/home.py", title=_("Home"), icon=":material/home:", default=True)
    names = [name for each in known_workflows() for name in (each, *BELOW.get(each, ()))]
    return [home, *map(page_of, names)]


def page_of(name: str) -> Any:
    """The page at this address.

    A new object each time: a run leaves its mark in it, and other tabs run at the same time.
    """
    if workflow := known_workflows().get(name):
        title, icon = workflow.title, workflow.icon
    else:
        english, icon = OTHERS[name]
        title = _(english)
    return st.Page(f"../pages/{name}.py", title=title, icon=icon, url_path=name)
