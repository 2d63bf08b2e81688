"""What to do next in the Tutor: each from what the last turn left, each done by one message."""

from agent import scoring
from agent.ledger.records import Entry, Turn
from agent.workflow import Recommendation
from agent.workflows.tutor.phrases import mirrored
from agent.workflows.tutor.state import Plain

MOST = 4


def recommend(turn: Turn) -> list[Recommendation]:
    last = {entry.kind: entry for entry in turn.entries}
    found = [
        *_after_result(last.get("quiz_result"), mirrored(turn.text)),
        *_after_difficulty(last.get("difficulty"), last.get("citations"), mirrored(turn.text)),
        *_after_citations(last.get("citations"), mirrored(turn.text)),
    ]
    return found[:MOST] or _to_begin()


def _after_result(entry: Entry | None, language: str) -> list[Recommendation]:
    if entry is None:
        return []
    result = entry.data
    if not result["total"]:
        return []
    missed = scoring.missed(result)
    say = _SAID[language]
    if not missed:
        topic = say["on"].format(result["topic"]) if result["topic"] else ""
        return [
            Recommendation(
                "harder",
                "Try harder questions",
                f"you got {_all(result['total'])} right",
                say["harder"] + topic,
                icon=":material/trending_up:",
            )
        ]
    count = "one" if len(missed) == 1 else len(missed)
    return [
        Recommendation(
            "retry",
            f"Retry the {count} you missed",
            f"{len(missed)} of {result['total']} {'was' if len(missed) == 1 else 'were'} not right",
            say["retry"],
            inputs={"retry_of": result["quiz"]},
            icon=":material/replay:",
        ),
        Recommendation(
            "explain_missed",
            "Explain the first one missed",
            "its evidence stands in the documents",
            say["explain"].format(missed[0]["item"]["question_text"]),
            inputs={"about": {"quiz": result["quiz"], "item": missed[0]["item"]["id"]}},
            icon=":material/lightbulb:",
        ),
        Recommendation(
            "weak",
            "New quiz on weak topics",
            f"{_names(missed)} went wrong",
            say["weak"].format(max(3, min(10, result["total"]))),
            inputs={"focus": "weak"},
            icon=":material/target:",
        ),
    ]


def _all(total: int) -> str:
    return "it" if total == 1 else f"all {total}"


def _counted(sources: list[Plain]) -> str:
    return "a passage" if len(sources) == 1 else f"{len(sources)} passages, first"


def _names(missed: list[Plain]) -> str:
    topics = dict.fromkeys(answer["item"]["topic"].replace("-", " ") for answer in missed)
    return ", ".join(list(topics)[:3])


# In the user's language: a model and the rules answer in that of the last message.
_SAID = {
    "en": {
        "harder": "Give me an advanced quiz of 5 questions",
        "on": " on {}",
        "retry": "Ask me what I missed again",
        "explain": "Explain: {}",
        "weak": "Give me a quiz of {} questions on my weak topics",
    },
    "es": {
        "harder": "Hazme un test de 5 preguntas de nivel avanzado",
        "on": " sobre {}",
        "retry": "Pregúntame otra vez lo que fallé",
        "explain": "Explica: {}",
        "weak": "Hazme un test de {} preguntas sobre mis temas flojos",
    },
    "zh": {
        "harder": "给我出 5 道高级难度的题",
        "on": "，关于{}",
        "retry": "把我答错的题再问一遍",
        "explain": "请解释：{}",
        "weak": "给我出 {} 道我薄弱主题的题",
    },
}
_DEPTHS = {
    "simpler": {"en": "Simpler, please", "es": "Más sencillo, por favor", "zh": "请讲得更简单一点"},
    "deeper": {"en": "Deeper, please", "es": "Más a fondo, por favor", "zh": "请讲得更深入一点"},
    "automatic": {
        "en": "Automatic depth, please",
        "es": "Profundidad automática, por favor",
        "zh": "自动深度",
    },
}


def _after_difficulty(
    entry: Entry | None, answered: Entry | None, language: str
) -> list[Recommendation]:
    if entry is None or answered is None:
        return []
    level = entry.data["level"]
    found = []
    if entry.data["source"] == "you":
        found.append(
            Recommendation(
                "automatic",
                "Judge the depth again",
                f"you fixed it at {level}",
                _DEPTHS["automatic"][language],
                icon=":material/tune:",
            )
        )
    if level != "basic":
        found.append(
            Recommendation(
                "simpler",
                "Explain it more simply",
                f"the answer was written for an {level} question",
                _DEPTHS["simpler"][language],
                icon=":material/arrow_downward:",
            )
        )
    if level != "advanced":
        found.append(
            Recommendation(
                "deeper",
                "Go deeper",
                f"the answer was written for {'an' if level == 'intermediate' else 'a'} {level}"
                " question",
                _DEPTHS["deeper"][language],
                icon=":material/arrow_upward:",
            )
        )
    return found


def _after_citations(entry: Entry | None, language: str) -> list[Recommendation]:
    if entry is None:
        return []
    topics = [source.get("topic") for source in entry.data["sources"] if source.get("topic")]
    if not topics:
        return []
    topic = str(topics[0]).replace("-", " ")
    texts = {
        "en": f"Give me a quiz of 3 questions on {topic}",
        "es": f"Hazme un test de 3 preguntas sobre {topic}",
        "zh": f"给我出 3 道关于 {topic} 的题",
    }
    return [
        Recommendation(
            "quiz",
            f"Quiz me on {topic}",
            f"the answer cites {_counted(entry.data['sources'])} on {topic}",
            texts.get(language, texts["en"]),
            icon=":material/quiz:",
        )
    ]


def _to_begin() -> list[Recommendation]:
    return [
        Recommendation(
            "start_quiz",
            "Take a short quiz",
            "nothing in the last answer calls for more",
            "Give me a quiz of 3 questions",
            icon=":material/quiz:",
        )
    ]
