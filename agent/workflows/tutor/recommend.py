"""What to do next in the Tutor: each from what the last turn left, each by a typed value."""

from typing import Any

from agent.checks import scoring
from agent.engine.workflow import Recommendation
from agent.language.catalogs import N_, catalog
from agent.language.conversation import spoken
from agent.store.records import Turn
from agent.workflows.tutor.state import Plain
from agent.workflows.tutor.steps import LEVELS

MOST = 4
_LEVEL = N_("the answer is at {level} level")
_OFFERS = {
    "harder": (N_("Try harder questions"), N_("you got everything right"), "trending_up"),
    "retry": (N_("Retry what you missed"), N_("{missed} of {total} were not right"), "replay"),
    "explain_missed": (
        N_("Explain the first one missed"),
        N_("its evidence is in the documents"),
        "lightbulb",
    ),
    "weak": (N_("New quiz on weak topics"), N_("{topics} went wrong"), "target"),
    "automatic": (N_("Choose the level automatically"), N_("you set it to {level}"), "tune"),
    "simpler": (N_("Explain it more simply"), _LEVEL, "arrow_downward"),
    "deeper": (N_("Go deeper"), _LEVEL, "arrow_upward"),
    "quiz": (N_("Quiz me on {topic}"), N_("the answer cites sources on it"), "quiz"),
    "start_quiz": (
        N_("Take a short quiz"),
        N_("a few questions show what you know"),
        "quiz",
    ),
}
"""What a button says, which is also the message that it sends, why it is there, and its icon."""


def recommend(turn: Turn) -> list[Recommendation]:
    last: dict[str, Plain] = {entry.kind: entry.data for entry in turn.entries}
    language = spoken(turn)
    why = catalog(language).gettext("it works here")
    texts = last.get("suggestions", {}).get("texts", [])
    found = [
        *(Recommendation(f"suggested-{n}", text, why, text) for n, text in enumerate(texts)),
        *_after_quiz(last.get("quiz_result", {}), language),
        *_after_answer(last.get("difficulty"), last.get("citations", {}).get("sources"), language),
    ]
    return found[:MOST] or [_offer("start_quiz", language, inputs=_quiz(3))]


def _quiz(number: int, **more: Any) -> Plain:
    return {"quiz_setup": {"num_questions": number, **more}}


def _offer(name: str, language: str, *, inputs: Plain, **values: object) -> Recommendation:
    *said, icon = _OFFERS[name]
    label, why = (catalog(language).gettext(each).format(**values) for each in said)
    return Recommendation(name, label, why, label, inputs=inputs, icon=f":material/{icon}:")


def _after_quiz(result: Plain, language: str) -> list[Recommendation]:
    if not result.get("total"):
        return []
    missed, total = scoring.missed(result), result["total"]
    if not missed:
        harder = _quiz(5, difficulty="advanced", topic=result["topic"])
        return [_offer("harder", language, inputs=harder)]
    about = {"about": {"quiz": result["quiz"], "item": missed[0]["item"]["id"]}}
    weak = {**_quiz(max(3, min(10, total))), "focus": "weak"}
    topics = list(dict.fromkeys(each["item"]["topic"].replace("-", " ") for each in missed))
    counts = {"missed": len(missed), "total": total}
    return [
        _offer("retry", language, inputs={"retry_of": result["quiz"]}, **counts),
        _offer("explain_missed", language, inputs=about),
        _offer("weak", language, inputs=weak, topics=", ".join(topics[:3])),
    ]


def _after_answer(
    level: Plain | None, sources: list[Plain] | None, language: str
) -> list[Recommendation]:
    """Another level of an answer with sources, and a quiz on its first source."""
    if not sources:
        return []
    offered: dict[str, str | None] = {}
    if level and level["source"] == "you":
        offered["automatic"] = None
    if level and level["level"] != "basic":
        offered["simpler"] = "basic"
    if level and level["level"] != "advanced":
        offered["deeper"] = "advanced"
    name = LEVELS[level["level"]] if level else ""
    said = catalog(language).gettext(name) if name else ""
    found = [
        _offer(offer, language, inputs={"depth": depth, "again": True}, level=said)
        for offer, depth in offered.items()
    ]
    if source := next((each for each in sources if each.get("topic")), None):
        inputs = _quiz(3, topic=str(source["topic"]).replace("-", " "))
        found.append(_offer("quiz", language, inputs=inputs, topic=source["title"]))
    return found
