"""What sort of thing a skill is, and so what shows that somebody has it."""

from collections.abc import Mapping, Sequence

from agent.text import Language
from agent.workflows.coach.planning.phrasing import listed
from agent.workflows.coach.words import told

STUDY = "study"
PROJECT = "project"
_KINDS: dict[str, str] = {
    "code": "programming python java javascript c-cpp functional-programming scala haskell"
    " logic-programming programming-languages object-oriented-design parallel-programming r-language",
    "data": "sql databases semistructured-data big-data data-analysis data-visualisation statistics",
    "models": "machine-learning deep-learning data-mining",
    "maths": "discrete-mathematics formal-logic mathematical-thinking calculus linear-algebra"
    " multivariable-calculus differential-equations numerical-methods probability real-analysis"
    " abstract-algebra topology geometry differential-geometry theory-of-computation game-theory",
    "algorithms": "algorithms data-structures computational-geometry",
    "systems": "digital-circuits computer-architecture operating-systems networking"
    " distributed-systems cloud-computing devops compilers",
    "web": "web-frontend web-backend mobile-development",
    "security": "security secure-coding web-security digital-forensics",
    "society": "ethics intellectual-property privacy security-governance",
    "tools": "command-line version-control latex debugging software-testing",
    "making": "game-development computer-graphics robotics embedded-systems software-architecture"
    " software-engineering",
}
TOOLS = frozenset({"python", "java", "javascript", "c-cpp", "scala", "haskell", "r-language"})
"""What one works in: who names one of them is not served by another."""
_BY_SKILL = {skill: kind for kind, skills in _KINDS.items() for skill in skills.split()}


def kind_of(skills: Mapping[str, int]) -> str:
    """The one with the most to learn in it; of equal ones the last, to which the others lead."""
    levels: dict[str, int] = {}
    for skill, level in skills.items():
        if kind := _BY_SKILL.get(skill):
            levels[kind] = levels.pop(kind, 0) + level
    return max(reversed(levels), key=levels.__getitem__, default=STUDY)


def words_for(kind: str, names: Sequence[str], language: Language) -> dict[str, str]:
    """Outcome, proof and tips of a milestone of that kind."""
    return {
        "outcome": told(f"outcome.{kind}", language, skills=listed(names, language)),
        "proof": told(f"proof.{kind}", language),
        "tips": told(f"tips.{kind}", language),
    }
