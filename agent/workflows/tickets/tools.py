"""The read-only tools that a model may call while it answers a question."""

import time
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from langchain_core.messages import ToolCall, ToolMessage
from pydantic import BaseModel, Field, ValidationError

from agent.cited.passages import fenced
from agent.errors import AgentError
from agent.events import ToolCalled
from agent.ports import Context, Passage
from agent.steps import ToolSpec
from agent.workflows.tickets import finding, knowledge
from agent.workflows.tickets.needed import tracker_of, wiki_of
from agent.workflows.tickets.state import Plain

MOST_CALLS, MOST_ROUNDS = 6, 3


class Query(BaseModel):
    query: str = Field(min_length=1, max_length=200, description="A few words, any of which fit")


class Key(BaseModel):
    key: str = Field(max_length=40, description="Such as PROJ-1")


class PageName(BaseModel):
    page: str = Field(max_length=255, description="Its exact title, or its number")


def _search_issues(value: Query, context: Context) -> list[Passage]:
    tracker_of(context)
    return finding.search_issues(value.query, value.query, context)


def _search_wiki(value: Query, context: Context) -> list[Passage]:
    wiki_of(context)
    return finding.search_pages(value.query, value.query, context)


def _search_documents(value: Query, context: Context) -> list[Passage]:
    return finding.search_documents(value.query, value.query, context)


def _read_issue(value: Key, context: Context) -> list[Passage]:
    found = knowledge.recalled_issue(context, value.key.strip().upper())
    return found[: finding.MOST_OF_ISSUE]


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
        (ToolSpec("read_issue", "Read one issue whole.", Key), _read_issue),
        (ToolSpec("search_wiki", "Search the wiki's pages.", Query), _search_wiki),
        (ToolSpec("read_page", "Read one page whole.", PageName), _read_page),
        (
            ToolSpec("search_documents", "Search the user's own documents.", Query),
            _search_documents,
        ),
    )
}
SPECS = tuple(spec for spec, _ in TOOLS.values())


@dataclass
class Desk:
    """What lies before the model: passages, each under a mark that stays."""

    context: Context
    entries: list[Plain] = field(default_factory=list)
    calls: int = 0

    def answer(self, call: ToolCall) -> ToolMessage:
        """Run a call, show it, and hand its passages over as data."""
        started = time.perf_counter()
        text, outcome = self._run(call["name"], call["args"])
        milliseconds = (time.perf_counter() - started) * 1000
        self.context.report.emit(ToolCalled(call["name"], call["args"], milliseconds, outcome))
        return ToolMessage(text, tool_call_id=call["id"] or "", name=call["name"])

    def _run(self, name: str, arguments: Plain) -> tuple[str, str]:
        if name not in TOOLS:
            return f"There is no tool {name}. There are: {', '.join(TOOLS)}.", "no such tool"
        if self.calls >= MOST_CALLS:
            return "No further calls: answer from what you have.", "too many"
        self.calls += 1
        spec, run = TOOLS[name]
        try:
            passages = run(spec.arguments.model_validate(arguments), self.context)
        except ValidationError:
            return "The arguments do not fit.", "wrong arguments"
        except AgentError as error:
            return f"The tool failed: {error.message}", "failed"
        shown = self._laid(passages)
        return (fenced(shown) if shown else "Nothing was found."), f"{len(shown)} found"

    def _laid(self, passages: list[Passage]) -> list[Plain]:
        """Under the marks that they have already, or under new ones."""
        known = {each["id"]: each for each in self.entries}
        fresh = [passage for passage in passages if passage.id not in known]
        added = finding.numbered(fresh, after=len(self.entries))
        self.entries += added
        known |= {each["id"]: each for each in added}
        return [known[passage.id] for passage in passages]
