"""What to do next in the Tutor: each from what the last turn left, each by a typed value."""

from typing import Any

from agent import scoring
from agent.language.catalogs import N_, catalog
from agent.language.conversation import spoken
from agent.ledger.records import Turn
from agent.workflow import Recommendation
from agent.workflows.tutor.state import Plain

MOST = 4
LEVELS = {"basic": N_("basic"), "intermediate": N_("intermediate"), "advanced": N_("advanced")}

# What a button says, why it is there, the message that it sends, and its icon.
_OFFERS = {
    "harder": (
        N_("Try harder questions"),
        N_("you got everything right"),
        N_("Give me harder questions"),
        "trending_up",
    ),
    "retry": (
        N_("Retry what you missed"),
        N_("{missed} of {total} were not right"),
        N_("Ask me what I missed again"),
        "replay",
    ),
    "explain_missed": (
        N_("Explain the first one missed"),
        N_("its evidence is in the documents"),
        N_("Explain: {question}"),
        "lightbulb",
    ),
    "weak": (
        N_("New quiz on weak topics"),
        N_("{topics} went wrong"),
        N_("Give me a quiz on my weak topics"),
        "target",
    ),
    "automatic": (
        N_("Choose the level automatically"),
        N_("you set it to {level}"),
        N_("Choose the level automatically"),
        "tune",
    ),
    "simpler": (
        N_("Explain it more simply"),
        N_("the answer is at {level} level"),
        N_("Simpler, please"),
        "arrow_downward",
    ),
    "deeper": (
        N_("Go deeper"),
        N_("the answer is at {level} level"),
        N_("Deeper, please"),
        "arrow_upward",
    ),
    "quiz": (
        N_("Quiz me on {topic}"),
        N_("the answer cites sources on it"),
        N_("Give me a quiz of 3 questions on {topic}"),
        "quiz",
    ),
    "start_quiz": (
        N_("Take a short quiz"),
        N_("a few questions show what you know"),
        N_("Give me a quiz of 3 questions"),
        "quiz",
    ),
}


def recommend(turn: Turn) -> list[Recommendation]:
    last: dict[str, Plain] = {entry.kind: entry.data for entry in turn.entries}
    language = spoken(turn)
    found = [
        *_suggested(last.get("suggestions", {}).get("texts", []), language),
        *_after_quiz(last.get("quiz_result", {}), language),
        *_after_answer(last.get("difficulty"), last.get("citations", {}).get("sources"), language),
    ]
    return found[:MOST] or [_offer("start_quiz", language, inputs=_quiz(3))]


def _quiz(number: int, **more: Any) -> Plain:
    return {"quiz_setup": {"num_questions": number, **more}}


def _offer(name: str, language: str, *, inputs: Plain, **values: object) -> Recommendation:
    *said, icon = _OFFERS[name]
    label, why, text = (catalog(language).gettext(each).format(**values) for each in said)
    return Recommendation(name, label, why, text, inputs=inputs, icon=f":material/{icon}:")


def _suggested(texts: list[str], language: str) -> list[Recommendation]:
    why = catalog(language).gettext("it works here")
    return [Recommendation(f"suggested-{n}", text, why, text) for n, text in enumerate(texts)]


def _after_quiz(result: Plain, language: str) -> list[Recommendation]:
    if not result.get("total"):
        return []
    missed, total = scoring.missed(result), result["total"]
    if not missed:
        harder = _quiz(5, difficulty="advanced", topic=result["topic"])
        return [_offer("harder", language, inputs=harder)]
    first = missed[0]["item"]
    about = {"about": {"quiz": result["quiz"], "item": first["id"]}}
    weak = {**_quiz(max(3, min(10, total))), "focus": "weak"}
    topics = list(dict.fromkeys(each["item"]["topic"].replace("-", " ") for each in missed))
    counts = {"missed": len(missed), "total": total}
    return [
        _offer("retry", language, inputs={"retry_of": result["quiz"]}, **counts),
        _offer("explain_missed", language, inputs=about, question=first["question_text"]),
        _offer("weak", language, inputs=weak, topics=", ".join(topics[:3])),
    ]


def _after_answer(
    level: Plain | None, sources: list[Plain] | None, language: str
) -> list[Recommendation]:
    """Another level of an answer with sources, and a quiz on its first source."""
    if not sources:
        return []
    offered: dict[str, str | None] = {}
    if level:
        offered |= {"automatic": None} if level["source"] == "you" else {}
        offered |= {"simpler": "basic"} if level["level"] != "basic" else {}
        offered |= {"deeper": "advanced"} if level["level"] != "advanced" else {}
    name = LEVELS[level["level"]] if level else ""
    said = catalog(language).gettext(name) if name else ""
    found = [
        _offer(offer, language, inputs={"depth": depth, "again": True}, level=said)
        for offer, depth in offered.items()
    ]
    source = next((each for each in sources if each.get("topic")), None)
    if source:
        inputs = _quiz(3, topic=str(source["topic"]).replace("-", " "))
        found.append(_offer("quiz", language, inputs=inputs, topic=source["title"]))
    return found
