"""Goals that somebody wrote without sight of the rules, and what they told a reader of them."""

import json
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from agent.adapters.courses import built_in as catalogue
from agent.workflows.coach.planning.contracts import Goal

Plain = dict[str, Any]

GOALS = Path(__file__).parents[2] / "data" / "coach" / "goals.json"
LEVELS = {"none": 0, "beginner": 1, "intermediate": 2, "advanced": 3}

# Which skills of the catalogue stand for a subject, in a reader's words. One of them is enough.
# A subject that is not here has none.
SUBJECTS: dict[str, tuple[str, ...]] = {
    "algorithms": ("algorithms",),
    "artificial intelligence": ("machine-learning", "deep-learning"),
    "bash": ("command-line",),
    "c programming": ("c-cpp",),
    "c++": ("c-cpp",),
    "calculus": ("calculus",),
    "compilers": ("compilers",),
    "complexity": ("theory-of-computation",),
    "computer graphics": ("computer-graphics",),
    "computer science": ("programming", "algorithms", "computer-architecture"),
    "css": ("web-frontend",),
    "data structures": ("data-structures",),
    "databases": ("databases",),
    "differential equations": ("differential-equations",),
    "discrete mathematics": ("discrete-mathematics",),
    "excel": ("data-analysis",),
    "functional programming": ("functional-programming", "haskell", "scala"),
    "haskell": ("haskell",),
    "html": ("web-frontend",),
    "java": ("java",),
    "javascript": ("javascript",),
    "linear algebra": ("linear-algebra",),
    "linux": ("command-line",),
    "logic": ("formal-logic",),
    "machine learning": ("machine-learning",),
    "networks": ("networking",),
    "operating systems": ("operating-systems",),
    "probability": ("probability",),
    "programming": ("programming", "python"),
    "proofs": ("mathematical-thinking",),
    "python": ("python",),
    "r": ("r-language",),
    "react": ("web-frontend",),
    "robotics": ("robotics",),
    "security": ("security", "secure-coding", "web-security"),
    "software engineering": ("software-engineering",),
    "sql": ("sql",),
    "statistics": ("statistics",),
    "testing": ("software-testing",),
    "theory of computation": ("theory-of-computation",),
    "type theory": ("programming-languages",),
    "web development": ("web-frontend", "web-backend"),
}


@dataclass(frozen=True)
class Row:
    id: str
    text: str
    language: str
    covered: bool
    expects: Plain

    @property
    def number(self) -> int:
        return int(self.id[-2:])

    def differing(self, goal: Goal | None) -> dict[str, str]:
        """What a reader and the rules do not agree on, by field; all of it for no goal."""
        read = goal or Goal(text="")
        found = {
            "hours": (self.expects["hours_a_week"], read.hours_a_week),
            "deadline": (self.expects["deadline_given"], bool(read.deadline)),
            "level": (LEVELS.get(self.expects["level"]), read.level),
            "held": (self._held, self._said(read)),
            "about": ((), self._missed(read)),
        }
        return {
            name: f"{told!r}, read as {was!r}" for name, (told, was) in found.items() if told != was
        }

    @property
    def _held(self) -> set[str]:
        """Of what they say they have, what the catalogue knows."""
        return {id_ for name in self.expects["held"] for id_ in SUBJECTS.get(name, ())}

    def _said(self, goal: Goal) -> set[str]:
        """Without what follows from it: whoever knows Python can program."""
        needs = {skill.id: skill.needs for skill in catalogue.skills()}
        held = {id_ for id_, level in goal.held.items() if level}
        below = {under for id_ in held for under in needs[id_]}
        return {id_ for id_ in held if id_ not in below - self._held}

    def _missed(self, goal: Goal) -> tuple[str, ...]:
        """Subjects of the goal that are neither wanted nor named as not covered."""
        return tuple(name for name in self.expects["about"] if not self._has(name, goal))

    def _has(self, name: str, goal: Goal) -> bool:
        if name not in SUBJECTS:
            return bool(goal.uncovered)
        return any(goal.skills.get(id_) for id_ in SUBJECTS[name])


def rows() -> list[Row]:
    return [Row(**each) for each in json.loads(GOALS.read_text())]
