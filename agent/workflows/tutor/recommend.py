"""What to do next in the Tutor: each from what the last turn left, each by a typed value."""

from agent.checks import scoring
from agent.engine.workflow import Recommendation
from agent.language.catalogs import N_, catalog, phrase
from agent.language.conversation import spoken
from agent.store.records import Turn
from agent.workflows.tutor.forms import WISHES
from agent.workflows.tutor.state import Plain
from agent.workflows.tutor.steps import LEVELS

MOST = 4
SHORT = {"num_questions": 3}
_LEVEL = N_("the answer is at {level} level")
_MISSED = N_("{missed} of {total} were not right")
_OFFERS = {
    "retry": (N_("Retry what you missed"), _MISSED, "replay"),
    "explain_missed": (N_("Explain the first one missed"), _MISSED, "lightbulb"),
    "automatic": (N_("Choose the level automatically"), N_("you set it to {level}"), "tune"),
    "simpler": (N_("Explain it more simply"), _LEVEL, "arrow_downward"),
    "deeper": (N_("Go deeper"), _LEVEL, "arrow_upward"),
    "quiz": (N_("Quiz me on {topic}"), N_("the answer cites sources on it"), "quiz"),
    "start_quiz": (N_("Take a short quiz"), N_("a few questions show what you know"), "quiz"),
}
"""What a button says, which is also the message that it sends, why it is there, and its icon."""


def recommend(turn: Turn) -> list[Recommendation]:
    last: dict[str, Plain] = {entry.kind: entry.data for entry in turn.entries}
    language = spoken(turn)
    why = catalog(language).gettext("this subject has an answer")
    suggested = last.get("suggestions", {})
    texts, wishes = suggested.get("texts", []), suggested.get("wishes", [])
    found = [
        *(Recommendation(f"suggested-{n}", text, why, text) for n, text in enumerate(texts)),
        *(_wish(wish, language) for wish in wishes),
        *_after_quiz(last.get("quiz_result", {}), language),
        *_after_answer(last.get("difficulty"), last.get("citations", {}).get("sources"), language),
    ]
    return found[:MOST] or [_offer("start_quiz", language, inputs={"quiz_setup": SHORT})]


def _offer(name: str, language: str, *, inputs: Plain, **values: object) -> Recommendation:
    *said, icon = _OFFERS[name]
    label, why = (phrase(each, language, **values) for each in said)
    return Recommendation(name, label, why, label, inputs=inputs, icon=f":material/{icon}:")


def _wish(name: str, language: str) -> Recommendation:
    """The same message, meant otherwise."""
    _ = catalog(language).gettext
    label, inputs = _(WISHES[name]), {"wish": name, "again": True}
    return Recommendation(f"wish-{name}", label, _("if you meant that"), label, inputs=inputs)


def _after_quiz(result: Plain, language: str) -> list[Recommendation]:
    if not result or not (missed := scoring.missed(result)):
        return []
    counts = {"missed": len(missed), "total": result["total"]}
    about = {"quiz": result["quiz"], "item": missed[0]["item"]["id"]}
    return [
        _offer("retry", language, inputs={"retry_of": result["quiz"]}, **counts),
        _offer("explain_missed", language, inputs={"about": about}, **counts),
    ]


def _after_answer(
    level: Plain | None, sources: list[Plain] | None, language: str
) -> list[Recommendation]:
    """Another level of an answer with sources, and a quiz on its first source."""
    found = []
    if sources and level:
        said = phrase(LEVELS[level["level"]], language)
        offered = {
            "automatic": None if level["source"] == "you" else level["level"],
            "simpler": "basic",
            "deeper": "advanced",
        }
        found = [
            _offer(offer, language, inputs={"depth": depth, "again": True}, level=said)
            for offer, depth in offered.items()
            if depth != level["level"] and offer in (*level.get("offers", offered), "automatic")
        ]
    if source := next((each for each in sources or [] if each.get("topic")), None):
        setup = {**SHORT, "topic": str(source["topic"]).replace("-", " ")}
        found.append(_offer("quiz", language, inputs={"quiz_setup": setup}, topic=source["title"]))
    return found
