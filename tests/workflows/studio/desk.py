"""A writer's desk: a brief with some claims, a model that follows a script, and what came of it."""

from types import SimpleNamespace
from typing import Any

from langchain_core.messages import HumanMessage
from langgraph.runtime import Runtime

from agent.adapters.llm.embedded import EmbeddedLlm
from agent.adapters.pieces import SqlitePieces
from agent.checks.content import Kind
from agent.events import Artifact, Notice, Token
from agent.language.text import Language
from agent.ports import Context
from agent.ports.brand import EXAMPLE
from agent.workflows.studio.content.contracts import Brief, Claim, Details, Research, Source
from tests.fakes import Line, RecordingReporter, Script, ScriptedLlm
from tests.stores import ledger_tables

Plain = dict[str, Any]

SOURCE = Source(
    id="S1", title="Staging study", where="web", url="https://study.example/staging", published=""
)
FACTS = (
    "Staged homes sold 11 days sooner than others in 2025.",
    "Clearing surfaces is the cheapest step of home staging.",
    "A neutral wall colour makes a room look larger.",
)
RESEARCH = Research(
    topic="home staging",
    sources=(SOURCE,),
    claims=(
        *(
            Claim(id=f"C{n}", text=text, source="S1", quote=text, verdict="supported")
            for n, text in enumerate(FACTS, start=1)
        ),
        Claim(
            id="C4",
            text="Staging doubles prices.",
            source="S1",
            quote="",
            verdict="unsupported",
            reason="The quote does not stand in the source.",
        ),
    ),
)


def brief(kind: Kind, *, words: int | None = None, language: Language = "en", **more: Any) -> Brief:
    given: Plain = {
        "request": f"Write a {kind} piece about home staging",
        "topic": "home staging",
        "language": language,
        "details": Details(words=words),
        "brand": EXAMPLE,
        "research": RESEARCH,
        "today": "2026-11-22",
        **more,
    }
    return Brief(kind=kind, **given)


def state(of: Brief, **more: Any) -> Any:
    """As the nodes find it."""
    return {
        "messages": [HumanMessage(of.request)],
        "brief": of.model_dump(mode="json", exclude={"research"}),
        "research_results": of.research.model_dump(mode="json"),
        **more,
    }


class Desk:
    """Without lines there is no model."""

    def __init__(self, *lines: Line) -> None:
        self.report = RecordingReporter()
        self.script = Script(*lines)
        self.tables = ledger_tables()
        self.pieces = SqlitePieces(self.tables)
        ports: Any = SimpleNamespace(pieces=self.pieces)
        self.context = Context(
            user="ada",
            thread="thread",
            turn="turn",
            ports=ports,
            llm=ScriptedLlm(self.script, self.report) if lines else EmbeddedLlm(self.report),
            report=self.report,
            images=ports,
        )

    @property
    def runtime(self) -> Runtime[Context]:
        return Runtime(context=self.context)

    def shown(self, kind: str) -> list[Plain]:
        return [e.data for e in self.report.events if isinstance(e, Artifact) and e.kind == kind]

    @property
    def notices(self) -> list[str]:
        return [event.text for event in self.report.events if isinstance(event, Notice)]

    def told(self, to: str) -> str:
        tokens = (event for event in self.report.events if isinstance(event, Token))
        return "".join(token.text for token in tokens if token.to == to)
