"""A marketer's documents and a web of a few pages; without lines there is no model."""

from collections.abc import Sequence
from types import SimpleNamespace
from typing import Any

from agent.adapters.images import CardImages
from agent.adapters.llm.embedded import EmbeddedLlm
from agent.events import ToolCalled
from agent.ports import Context, Document, WebPage
from agent.ports.brand import EXAMPLE, SAMPLE_SUBJECT
from agent.workflows.studio.content.contracts import Brief, Research
from agent.workflows.studio.nodes.researching import find_claims
from tests.fakes import Line, MemoryLibrary, RecordingReporter, Script, ScriptedLlm
from tests.fakes_content import FakeFetcher, FakeSearch, FakeWeb

STAGING = """## What home staging is

Home staging is the preparation of a home so that buyers can picture themselves in it. It is cheap.
Does staging pay? Call us today for a free quote. We stage forty homes a year.

## Costs

A consultation with a stager costs between 150 and 400 euros. Rented furniture is often charged by
the month.

## Mistakes

Oversized furniture makes a small room look smaller than it is.
"""
MOVING = """## Boxes

Heavy books belong in small boxes, because large boxes of books break.
"""


def document(id_: str, title: str, text: str, **more: Any) -> Document:
    return Document(id_, title, more.pop("subject", SAMPLE_SUBJECT), text, **more)


HOME_STAGING = document("staging", "Home staging", STAGING, date="2026-01-05")
MOVING_HOUSE = document("moving", "Moving house", MOVING)


def brief(topic: str = "home staging", **more: Any) -> Brief:
    given: dict[str, Any] = {"kind": "blog", "request": topic, "brand": EXAMPLE, **more}
    return Brief(topic=topic, today="2026-11-22", **given)


class Scene:
    """Its ports are open for a test to change."""

    def __init__(
        self,
        *lines: Line,
        documents: Sequence[Document] = (HOME_STAGING, MOVING_HOUSE),
        pages: Sequence[WebPage] = (),
    ) -> None:
        self.report = RecordingReporter()
        self.script = Script(*lines)
        self.library = MemoryLibrary(documents)
        self.uploads: list[Any] = []
        self.samples = [SimpleNamespace(id=SAMPLE_SUBJECT, items=0)]
        self.web = FakeWeb()
        self.web.add(*pages)
        self.search: Any = FakeSearch(self.web)
        self.fetcher: Any = FakeFetcher(self.web)
        self.is_model = bool(lines)

    @property
    def context(self) -> Context:
        ports: Any = SimpleNamespace(
            library=self.library,
            search=self.search,
            fetcher=self.fetcher,
            intake=SimpleNamespace(uploads=lambda _owner: self.uploads),
            samples=SimpleNamespace(all=lambda: self.samples),
        )
        llm: Any = ScriptedLlm(self.script, self.report)
        return Context(
            user="ada",
            thread="t1",
            turn="1",
            ports=ports,
            llm=llm if self.is_model else EmbeddedLlm(self.report),
            report=self.report,
            images=CardImages(),
        )

    def research(self, given: Brief | None = None) -> Research:
        return find_claims(given or brief(), self.context)

    def called(self, tool: str) -> list[ToolCalled]:
        events = self.report.events
        return [each for each in events if isinstance(each, ToolCalled) and each.tool == tool]


def texts(research: Research) -> list[str]:
    return [claim.text for claim in research.claims]
