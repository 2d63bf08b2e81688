"""The read-only tools that a model may call while it answers a question."""

from collections.abc import Callable
from dataclasses import dataclass, field
from functools import partial
from typing import Any

from pydantic import BaseModel, Field

from agent.checks.citations.passages import fenced
from agent.engine.tool_loop import Tool
from agent.ports import Context, IssueQuery, Passage
from agent.steps import ToolSpec
from agent.workflows.tickets import finding, knowledge
from agent.workflows.tickets.contracts import IssueFilter
from agent.workflows.tickets.needed import tracker_of, wiki_of
from agent.workflows.tickets.state import Plain

MOST_LISTED = 25


class Query(BaseModel):
    query: str = Field(min_length=1, max_length=200, description="A few words, any of which fit")


class Key(BaseModel):
    key: str = Field(max_length=40, description="Such as PROJ-1")


class PageName(BaseModel):
    page: str = Field(max_length=255, description="Its exact title, or its number")


def _search_issues(value: Query, context: Context) -> list[Passage]:
    tracker_of(context)
    return finding.search_issues(value.query, value.query, context)


def _find_issues(value: IssueFilter, context: Context) -> list[Passage]:
    found = tracker_of(context).find(value.query or IssueQuery(), count=MOST_LISTED)
    return finding.facts_only(found, context)


def _search_wiki(value: Query, context: Context) -> list[Passage]:
    wiki_of(context)
    return finding.search_pages(value.query, value.query, context)


def _search_documents(value: Query, context: Context) -> list[Passage]:
    return finding.search_documents(value.query, value.query, context)


def _read_issue(value: Key, context: Context) -> list[Passage]:
    found = knowledge.recalled_issue(context, value.key.strip().upper())
    return [*found[: finding.MOST_OF_ISSUE - 1], *found[finding.MOST_OF_ISSUE - 1 :][-1:]]


def _read_page(value: PageName, context: Context) -> list[Passage]:
    wiki, name = wiki_of(context), value.page.strip()
    page = wiki.page(name) if name.isdecimal() else wiki.titled(name)
    return knowledge.page_passages(context, page)[: finding.MOST_OF_ISSUE] if page else []


Call = Callable[[Any, Context], list[Passage]]
TOOLS: dict[str, tuple[ToolSpec, Call]] = {
    spec.name: (spec, call)
    for spec, call in (
        (
            ToolSpec("search_issues", "Search the tracker, open and closed issues.", Query),
            _search_issues,
        ),
        (
            ToolSpec(
                "find_issues",
                "List the issues that fit all that is given, each with its status, priority,"
                " assignee and due date.",
                IssueFilter,
            ),
            _find_issues,
        ),
        (ToolSpec("read_issue", "Read one issue whole.", Key), _read_issue),
        (ToolSpec("search_wiki", "Search the wiki's pages.", Query), _search_wiki),
        (ToolSpec("read_page", "Read one page whole.", PageName), _read_page),
        (
            ToolSpec("search_documents", "Search the user's own documents.", Query),
            _search_documents,
        ),
    )
}


@dataclass
class Desk:
    """What lies before the model: passages, each under a mark that stays."""

    context: Context
    entries: list[Plain] = field(default_factory=list)

    @property
    def tools(self) -> list[Tool]:
        return [Tool(spec, partial(self._lay_out, call)) for spec, call in TOOLS.values()]

    def _lay_out(self, call: Call, value: BaseModel) -> tuple[str, str]:
        """What a call finds, as data under the marks that it has already or under new ones."""
        passages = call(value, self.context)
        known = {each["id"]: each for each in self.entries}
        fresh = [passage for passage in passages if passage.id not in known]
        added = finding.numbered(fresh, after=len(self.entries))
        self.entries += added
        known |= {each["id"]: each for each in added}
        shown = [known[passage.id] for passage in passages]
        return (fenced(shown) if shown else "Nothing was found."), f"{len(shown)} found"
