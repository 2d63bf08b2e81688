"""The pages: each workflow, and below it the pages of what it uses and makes."""

from typing import Any

import streamlit as st

from agent import collect_declared, known_workflows
from ui.language import _


def pages() -> list[Any]:
    """Pages in the order of the sidebar."""
    home = st.Page("../pages/home.py", title=_("Home"), icon=":material/home:", default=True)
    names = [name for each in known_workflows().values() for name in (each.name, *each.pages)]
    return [home, *map(page_of, names)]


def workflow_of(page: str) -> str:
    """The name of the workflow that a page belongs to."""
    return next(each.name for each in known_workflows().values() if page in each.pages)


def page_above(page: str) -> Any:
    """The page of the workflow that a page belongs to."""
    return page_of(workflow_of(page))


def page_of(name: str) -> Any:
    """The page at this address.

    A new object each time: a run leaves its mark in it, and other tabs run at the same time.
    """
    if workflow := known_workflows().get(name):
        title, icon = workflow.title, workflow.icon
    else:
        english, icon = collect_declared("pages")[name]
        title = _(english)
    return st.Page(f"../pages/{name}.py", title=title, icon=icon, url_path=name)
