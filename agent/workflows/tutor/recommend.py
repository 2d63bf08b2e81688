"""What to do next in the Tutor: each from what the last turn left, each done by one message."""

from agent import scoring
from agent.ledger.records import Entry, Turn
from agent.workflow import Recommendation
from agent.workflows.tutor.phrases import mirrored, phrase
from agent.workflows.tutor.state import Plain

MOST = 4

# In the language of the conversation, for a model and the rules answer in that of the last
# message. Of each: what the button says, why it is there, and what it sends.
_SAID: dict[str, dict[str, tuple[str, str, str]]] = {
    "harder": {
        "en": (
            "Try harder questions",
            "you got {all} right",
            "Give me an advanced quiz of 5 questions{on}",
        ),
        "es": (
            "Probar preguntas más difíciles",
            "acertaste {all}",
            "Hazme un test de 5 preguntas de nivel avanzado{on}",
        ),
        "zh": ("试试更难的题", "{all}都答对了", "给我出 5 道高级难度的题{on}"),
    },
    "retry": {
        "en": (
            "Retry the {missed} you missed",
            "{count} of {total} {were} not right",
            "Ask me what I missed again",
        ),
        "es": (
            "Repetir {missed} que fallaste",
            "no acertaste {count} de {total}",
            "Pregúntame otra vez lo que fallé",
        ),
        "zh": ("重做答错的{missed}", "{total} 题中有 {count} 题没有答对", "把我答错的题再问一遍"),
    },
    "explain_missed": {
        "en": (
            "Explain the first one missed",
            "its evidence stands in the documents",
            "Explain: {question}",
        ),
        "es": (
            "Explicar la primera que fallaste",
            "su respuesta está en los documentos",
            "Explica: {question}",
        ),
        "zh": ("解释第一道答错的题", "它的依据就在文档里", "请解释：{question}"),
    },
    "weak": {
        "en": (
            "New quiz on weak topics",
            "{topics} went wrong",
            "Give me a quiz of {number} questions on my weak topics",
        ),
        "es": (
            "Nuevo test sobre temas flojos",
            "hubo fallos en {topics}",
            "Hazme un test de {number} preguntas sobre mis temas flojos",
        ),
        "zh": ("就薄弱主题再测一次", "{topics}有题答错", "给我出 {number} 道我薄弱主题的题"),
    },
    "automatic": {
        "en": ("Judge the depth again", "you fixed it at {level}", "Automatic depth, please"),
        "es": (
            "Volver a valorar la profundidad",
            "la fijaste en nivel {level}",
            "Profundidad automática, por favor",
        ),
        "zh": ("重新判断深度", "你把深度固定为{level}", "自动深度"),
    },
    "simpler": {
        "en": (
            "Explain it more simply",
            "the answer was written at {level} level",
            "Simpler, please",
        ),
        "es": (
            "Explicarlo más sencillo",
            "la respuesta es de nivel {level}",
            "Más sencillo, por favor",
        ),
        "zh": ("讲得更简单", "这个回答是{level}水平的", "请讲得更简单一点"),
    },
    "deeper": {
        "en": ("Go deeper", "the answer was written at {level} level", "Deeper, please"),
        "es": ("Profundizar", "la respuesta es de nivel {level}", "Más a fondo, por favor"),
        "zh": ("讲得更深入", "这个回答是{level}水平的", "请讲得更深入一点"),
    },
    "quiz": {
        "en": (
            "Quiz me on {topic}",
            "the answer cites {passages} on {topic}",
            "Give me a quiz of 3 questions on {topic}",
        ),
        "es": (
            "Hacer un test sobre {topic}",
            "la respuesta cita {passages} sobre {topic}",
            "Hazme un test de 3 preguntas sobre {topic}",
        ),
        "zh": (
            "考考我：{topic}",
            "回答引用了{passages}关于{topic}的原文",
            "给我出 3 道关于 {topic} 的题",
        ),
    },
    "start_quiz": {
        "en": (
            "Take a short quiz",
            "nothing in the last answer calls for more",
            "Give me a quiz of 3 questions",
        ),
        "es": (
            "Hacer un test corto",
            "la última respuesta no pide nada más",
            "Hazme un test de 3 preguntas",
        ),
        "zh": ("做个小测验", "上一个回答没有需要继续的内容", "给我出 3 道题"),
    },
}
_ICONS = {
    "harder": ":material/trending_up:",
    "retry": ":material/replay:",
    "explain_missed": ":material/lightbulb:",
    "weak": ":material/target:",
    "automatic": ":material/tune:",
    "simpler": ":material/arrow_downward:",
    "deeper": ":material/arrow_upward:",
    "quiz": ":material/quiz:",
    "start_quiz": ":material/quiz:",
}


def recommend(turn: Turn) -> list[Recommendation]:
    last = {entry.kind: entry for entry in turn.entries}
    language = mirrored(turn.text)
    found = [
        *_after_result(last.get("quiz_result"), language),
        *_after_difficulty(last.get("difficulty"), last.get("citations"), language),
        *_after_citations(last.get("citations"), language),
    ]
    return found[:MOST] or [_next("start_quiz", language)]


def _next(
    name: str, language: str, *, inputs: Plain | None = None, **values: str
) -> Recommendation:
    label, why, text = (said.format(**values) for said in _SAID[name][language])
    return Recommendation(name, label, why, text, inputs=inputs or {}, icon=_ICONS[name])


def _after_result(entry: Entry | None, language: str) -> list[Recommendation]:
    if entry is None or not entry.data["total"]:
        return []
    result = entry.data
    missed, total = scoring.missed(result), result["total"]
    if not missed:
        on = phrase("next_on", language, topic=result["topic"]) if result["topic"] else ""
        all_ = phrase("next_the_one" if total == 1 else "next_all", language, total=str(total))
        return [_next("harder", language, all=all_, on=on)]
    count = str(len(missed))
    how_many = "next_one" if count == "1" else "next_many"
    first = {"quiz": result["quiz"], "item": missed[0]["item"]["id"]}
    return [
        _next(
            "retry",
            language,
            inputs={"retry_of": result["quiz"]},
            missed=phrase(how_many, language, count=count),
            count=count,
            total=str(total),
            were="was" if count == "1" else "were",
        ),
        _next(
            "explain_missed",
            language,
            inputs={"about": first},
            question=missed[0]["item"]["question_text"],
        ),
        _next(
            "weak",
            language,
            inputs={"focus": "weak"},
            topics=_names(missed, language),
            number=str(max(3, min(10, total))),
        ),
    ]


def _names(missed: list[Plain], language: str) -> str:
    topics = dict.fromkeys(answer["item"]["topic"].replace("-", " ") for answer in missed)
    return ("、" if language == "zh" else ", ").join(list(topics)[:3])


def _after_difficulty(
    entry: Entry | None, answered: Entry | None, language: str
) -> list[Recommendation]:
    if entry is None or answered is None:
        return []
    names = [
        *(["automatic"] if entry.data["source"] == "you" else []),
        *(["simpler"] if entry.data["level"] != "basic" else []),
        *(["deeper"] if entry.data["level"] != "advanced" else []),
    ]
    level = phrase(entry.data["level"], language)
    return [_next(name, language, level=level) for name in names]


def _after_citations(entry: Entry | None, language: str) -> list[Recommendation]:
    if entry is None:
        return []
    sources = entry.data["sources"]
    topics = [source.get("topic") for source in sources if source.get("topic")]
    if not topics:
        return []
    key = "next_passage" if len(sources) == 1 else "next_passages"
    passages = phrase(key, language, number=str(len(sources)))
    topic = str(topics[0]).replace("-", " ")
    return [_next("quiz", language, topic=topic, passages=passages)]
