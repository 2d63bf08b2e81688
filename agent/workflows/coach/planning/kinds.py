"""The kind of a skill, which decides what shows that a learner has it."""

from collections.abc import Mapping, Sequence

from agent.language.catalogs import N_
from agent.language.text import Language
from agent.workflows.coach.planning.phrasing import listed, phrase

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
    "web": "web-frontend web-backend mobile-development",
    "security": "security secure-coding web-security digital-forensics",
    "tools": "command-line version-control latex debugging software-testing",
    "making": "game-development computer-graphics robotics embedded-systems software-architecture"
    " software-engineering",
}
_PROOFS = {
    "code": N_(
        "A program of at least 150 lines in a repository, with tests that pass and a README."
    ),
    "data": N_(
        "A public data set loaded and cleaned, with ten queries or charts and what each one shows."
    ),
    "models": N_(
        "A notebook that trains a model on public data, measured on data that it has not seen."
    ),
    "maths": N_(
        "Two problem sets worked by hand and checked, and one proof or derivation in your own"
        " words."
    ),
    "algorithms": N_(
        "Fifteen problems solved in code, each with its running time argued in two sentences."
    ),
    "web": N_("An app at an address that others can open, that keeps what they enter."),
    "security": N_(
        "A written finding on a practice system of your own: the weakness, how it shows, and "
        "its fix."
    ),
    "tools": N_(
        "Your own work of one week done with it, and a page of notes with the ten steps you "
        "used most."
    ),
    "making": N_("A two-minute demo that another person has tried, and what you changed after."),
    STUDY: N_("Three exercises done and checked, and a summary of one page in your own words."),
    PROJECT: N_(
        "The finished project with a page that says what it does, how it works and what is missing."
    ),
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


def outcome_of(kind: str, names: Sequence[str], language: Language) -> str:
    """What one can do after a milestone of that kind."""
    project = N_("You can use {skills} on something that you chose yourself.")
    usual = N_("You can explain and apply {skills}.")
    said = project if kind == PROJECT else usual
    return phrase(said, language, skills=listed(names, language))


def proof_of(kind: str, language: Language) -> str:
    """What shows that it is done."""
    return phrase(_PROOFS[kind], language)
