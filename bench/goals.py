"""Goals without a model: which subject is filled in, and whether the right one is offered.

The goals in `data/goals` were written before their author had seen how a goal is read.
"""

import json
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from agent.adapters.courses.catalogue import Catalogue
from agent.adapters.embedder.fusenc import FusencEmbedder
from agent.adapters.library.schema import SCHEMA
from agent.intents.without_model import LearnedIntents
from agent.language import catalogs
from agent.store.database import Database
from agent.workflows.coach.nodes.understanding import name_goal, near_goal
from agent.workflows.coach.planning.contracts import Goal
from bench.figures import Figure, Measured

GOALS = Path(__file__).parent / "data" / "goals" / "goals.jsonl"
LANGUAGES = (*catalogs.LANGUAGES, "de")
PRECISION, OFFERED = 0.95, 0.85


@dataclass(frozen=True)
class Read:
    row: dict[str, Any]
    goal: Goal
    near: list[str]

    @property
    def is_named(self) -> bool:
        return bool(self.goal.skills)

    @property
    def is_right(self) -> bool:
        """One of the subjects that the author would accept is filled in."""
        return bool({*self.goal.skills, self.goal.role} & {*self.row["subjects"]})

    @property
    def is_offered(self) -> bool:
        return self.is_right or bool({*self.near} & {*self.row["subjects"]})


def measure(*, quick: bool) -> Measured:
    del quick
    with TemporaryDirectory() as folder:
        courses = Catalogue(Database(Path(folder) / "courses.db", SCHEMA), FusencEmbedder())
        read = [_read(json.loads(line), courses) for line in GOALS.read_text("utf-8").splitlines()]
    named = [each for each in read if each.is_named]
    covered = [each for each in read if each.row["subjects"]]
    hours = [each for each in read if each.goal.hours_a_week]
    right_hours = [each for each in hours if each.goal.hours_a_week == each.row["hours"]]
    told = sum(bool(each.row["hours"]) for each in read)
    return Measured(
        [
            Figure(
                "a subject that is filled in is right",
                _share([each.is_right for each in named]),
                unit="",
                n=len(named),
                least=PRECISION,
                shown=_by_language(covered, "is_right"),
            ),
            Figure(
                "the right subject is filled in or offered",
                _share([each.is_offered for each in covered]),
                unit="",
                n=len(covered),
                least=OFFERED,
                shown=_by_language(covered, "is_offered"),
            ),
            Figure(
                "hours that are filled in are right",
                _share([each in right_hours for each in hours]),
                unit="",
                n=len(hours),
                least=PRECISION,
                shown=f"{len(right_hours)} of the {told} that were told",
            ),
        ]
    )


def _read(row: dict[str, Any], courses: Catalogue) -> Read:
    goal = name_goal(row["text"], courses, LearnedIntents())
    found = [] if goal.skills else near_goal(goal.text, row["text"], courses)
    near = [each.id for each in found]
    return Read(row, goal, near)


def _share(hits: Sequence[bool]) -> float:
    return sum(hits) / len(hits) if hits else 1.0


def _by_language(read: Sequence[Read], name: str) -> str:
    hits = {
        language: [getattr(each, name) for each in read if each.row["language"] == language]
        for language in LANGUAGES
    }
    return ", ".join(f"{language} {_share(found):.2f}" for language, found in hits.items())
