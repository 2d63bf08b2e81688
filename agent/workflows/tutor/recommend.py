"""What to do next in the Tutor: each from what the last turn left, each by a typed value."""

from dataclasses import dataclass
from typing import Any

from agent import scoring
from agent.language.catalogs import N_, catalog
from agent.language.conversation import spoken
from agent.ledger.records import Entry, Turn
from agent.workflow import Recommendation
from agent.workflows.tutor.state import Plain

MOST = 4
LEVELS = {"basic": N_("basic"), "intermediate": N_("intermediate"), "advanced": N_("advanced")}


@dataclass(frozen=True)
class Offer:
    """What a button says, why it is there, and the message that it sends."""

    label: str
    why: str
    text: str
    icon: str


_OFFERS = {
    "harder": Offer(
        N_("Try harder questions"),
        N_("you got everything right"),
        N_("Give me harder questions"),
        "trending_up",
    ),
    "retry": Offer(
        N_("Retry what you missed"),
        N_("{missed} of {total} were not right"),
        N_("Ask me what I missed again"),
        "replay",
    ),
    "explain_missed": Offer(
        N_("Explain the first one missed"),
        N_("its evidence is in the documents"),
        N_("Explain: {question}"),
        "lightbulb",
    ),
    "weak": Offer(
        N_("New quiz on weak topics"),
        N_("{topics} went wrong"),
        N_("Give me a quiz on my weak topics"),
        "target",
    ),
    "automatic": Offer(
        N_("Choose the level automatically"),
        N_("you set it to {level}"),
        N_("Choose the level automatically"),
        "tune",
    ),
    "simpler": Offer(
        N_("Explain it more simply"),
        N_("the answer is at {level} level"),
        N_("Simpler, please"),
        "arrow_downward",
    ),
    "deeper": Offer(
        N_("Go deeper"),
        N_("the answer is at {level} level"),
        N_("Deeper, please"),
        "arrow_upward",
    ),
    "quiz": Offer(
        N_("Quiz me on {topic}"),
        N_("the answer cites sources on it"),
        N_("Give me a quiz of 3 questions on {topic}"),
        "quiz",
    ),
    "start_quiz": Offer(
        N_("Take a short quiz"),
        N_("a few questions show what you know"),
        N_("Give me a quiz of 3 questions"),
        "quiz",
    ),
}


def recommend(turn: Turn) -> list[Recommendation]:
    last = {entry.kind: entry for entry in turn.entries}
    offering = Offering(spoken(turn))
    found = [
        *offering.suggested(last.get("suggestions")),
        *offering.after_result(last.get("quiz_result")),
        *offering.after_level(last.get("difficulty"), last.get("citations")),
        *offering.after_sources(last.get("citations")),
    ]
    return found[:MOST] or [offering.make("start_quiz", inputs=_quiz(3))]


def _quiz(number: int, **more: Any) -> Plain:
    return {"quiz_setup": {"num_questions": number, **more}}


class Offering:
    """Makes recommendations in the language of the conversation."""

    def __init__(self, language: str) -> None:
        self._ = catalog(language).gettext

    def make(self, name: str, *, inputs: Plain | None = None, **values: object) -> Recommendation:
        offer = _OFFERS[name]
        label, why, text = (
            self._(said).format(**values) for said in (offer.label, offer.why, offer.text)
        )
        icon = f":material/{offer.icon}:"
        return Recommendation(name, label, why, text, inputs=inputs or {}, icon=icon)

    def suggested(self, entry: Entry | None) -> list[Recommendation]:
        texts = entry.data["texts"] if entry else []
        why = self._("it works here")
        return [Recommendation(f"suggested-{n}", t, why, t) for n, t in enumerate(texts)]

    def after_result(self, entry: Entry | None) -> list[Recommendation]:
        if entry is None or not entry.data["total"]:
            return []
        result = entry.data
        missed, total = scoring.missed(result), result["total"]
        if not missed:
            harder = _quiz(5, difficulty="advanced", topic=result["topic"])
            return [self.make("harder", inputs=harder)]
        first = {"quiz": result["quiz"], "item": missed[0]["item"]["id"]}
        topics = dict.fromkeys(answer["item"]["topic"].replace("-", " ") for answer in missed)
        weak = {**_quiz(max(3, min(10, total))), "focus": "weak"}
        return [
            self.make(
                "retry", inputs={"retry_of": result["quiz"]}, missed=len(missed), total=total
            ),
            self.make(
                "explain_missed",
                inputs={"about": first},
                question=missed[0]["item"]["question_text"],
            ),
            self.make("weak", inputs=weak, topics=", ".join(list(topics)[:3])),
        ]

    def after_level(self, entry: Entry | None, answered: Entry | None) -> list[Recommendation]:
        if entry is None or answered is None:
            return []
        level = entry.data["level"]
        offered: dict[str, Plain] = {}
        if entry.data["source"] == "you":
            offered["automatic"] = {"depth": None, "again": True}
        if level != "basic":
            offered["simpler"] = {"depth": "basic", "again": True}
        if level != "advanced":
            offered["deeper"] = {"depth": "advanced", "again": True}
        said = self._(LEVELS[level])
        return [self.make(name, inputs=typed, level=said) for name, typed in offered.items()]

    def after_sources(self, entry: Entry | None) -> list[Recommendation]:
        sources = entry.data["sources"] if entry else []
        source = next((s for s in sources if s.get("topic")), None)
        if source is None:
            return []
        topic = str(source["topic"]).replace("-", " ")
        return [self.make("quiz", inputs=_quiz(3, topic=topic), topic=source["title"])]
