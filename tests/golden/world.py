"""The app as the golden folder was made with it, and somebody at work in it."""

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, ClassVar

from agent import ModelChoice, Settings, open_agent
from agent.adapters.images import CardImages
from agent.facade import GraphAgent
from agent.store.records import Turn
from tests.fakes import Line, Script, open_llm
from tests.golden.replies import reply_to
from tests.workflows.coach.talk import Learner
from tests.workflows.infra.talk import Operator
from tests.workflows.studio.talk import Marketer
from tests.workflows.talking import Talker
from tests.workflows.tickets.talk import Owner

LONG = 60 * 24 * 365 * 70.0
"""Minutes: approvals that wait must not expire before a test answers them."""
MODEL = ModelChoice(provider="mistral", model="mistral-small-latest")


@dataclass
class Student(Talker):
    workflow: ClassVar[str] = "tutor"
    inputs: dict[str, Any] = field(default_factory=lambda: {"asignatura": "databases"})


TALKERS: dict[str, type[Talker]] = {
    "tutor": Student,
    "coach": Learner,
    "studio": Marketer,
    "tickets": Owner,
    "infra": Operator,
}


def open_golden(folder: Path, script: Script | None = None) -> GraphAgent:
    """The real adapters, but for the model, which follows a script."""
    agent = open_agent(
        Settings(
            _env_file=None,
            interlude_data=folder,
            interlude_embedder="none",
            interlude_search="none",
            interlude_coach_links=False,
            interlude_change_approval_minutes=LONG,
            interlude_ticket_approval_minutes=LONG,
            interlude_ticket_search_minutes=0,
        )
    )
    agent._open_llm = open_llm(script)
    agent._open_images = lambda _choice, _report: CardImages()
    return agent


@dataclass
class World:
    """An open agent, and the conversations that were made with it, by scene."""

    agent: GraphAgent
    script: Script
    scenes: dict[str, str] = field(default_factory=dict)

    def talker(self, workflow: str, *lines: Line) -> Any:
        """With lines, somebody who has chosen a model, which says them."""
        self.script.add(*lines)
        talker = TALKERS[workflow](self.agent)
        if lines:
            talker.model = MODEL
        return talker

    @contextmanager
    def having(self, **ports: Any) -> Iterator[None]:
        """Other ports for a while."""
        before = {name: getattr(self.agent.ports, name) for name in ports}
        self._put(ports)
        try:
            yield
        finally:
            self._put(before)

    def _put(self, ports: dict[str, Any]) -> None:
        for name, port in ports.items():
            object.__setattr__(self.agent.ports, name, port)


class Instead:
    """A port of which some methods are other ones."""

    def __init__(self, port: Any, **methods: Callable[..., Any]) -> None:
        self._port, self._methods = port, methods

    def __getattr__(self, name: str) -> Any:
        return self._methods.get(name) or getattr(self._port, name)


Scene = Callable[[World], Talker]


class Scenes:
    """The scenes of one workflow, in the order in which they are written."""

    def __init__(self, workflow: str) -> None:
        self._workflow = workflow
        self._all: list[Scene] = []

    def __call__(self, scene: Scene) -> Scene:
        self._all.append(scene)
        return scene

    def play(self, world: World, only: Sequence[str] = ()) -> None:
        for scene in self._all:
            name = scene.__name__  # type: ignore[attr-defined]
            if only and name not in only:
                continue
            talker = scene(world)
            assert talker.thread, name
            assert name.endswith(status_of(talker)), (name, status_of(talker), reason(talker))
            world.scenes[f"{self._workflow}: {name.replace('_', ' ')}"] = talker.thread
            world.script.finish()


def status_of(talker: Talker) -> str:
    assert talker.thread
    if talker.waits:
        return f"waiting_{talker.question.context.get('asks') or talker.question.step}"
    return talker.user.thread(talker.thread).status


def reason(talker: Talker) -> Any:
    turn = talker.user.history(talker.thread or "")[-1]
    return turn.error or turn.answer


def agree(talker: Talker, *, until: str = "") -> Turn:
    """Accept whatever is asked, to the end or up to the question of that step."""
    assert talker.thread
    turn = talker.user.history(talker.thread)[-1]
    while talker.waits and talker.question.step != until:
        turn = talker._answer(reply_to(talker.question))
    return turn
