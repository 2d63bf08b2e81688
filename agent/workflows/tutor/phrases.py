"""What the quiz says in its own words, in the user's language."""

from agent.text import language_of

_PHRASES: dict[str, dict[str, str]] = {
    "quiz_topic": {"en": " on {topic}", "es": " sobre {topic}", "zh": "（{topic}）"},
    "quiz_score": {
        "en": "Quiz{topic}: {score} of {total} right ({percent} %).",
        "es": "Test{topic}: {score} de {total} correctas ({percent} %).",
        "zh": "测验{topic}：{total} 题中答对 {score} 题（{percent}%）。",
    },
    "quiz_left": {
        "en": "Ended early, {left} left unanswered.",
        "es": "Terminado antes de tiempo, con {left} sin contestar.",
        "zh": "提前结束，还有 {left} 题未答。",
    },
    "quiz_missed": {
        "en": "Missed: {questions}",
        "es": "Falladas: {questions}",
        "zh": "答错的题：{questions}",
    },
    "quiz_unanswered": {
        "en": "The quiz{topic} was ended before the first answer.",
        "es": "El test{topic} terminó antes de la primera respuesta.",
        "zh": "测验{topic}在回答第一题之前就结束了。",
    },
    "quiz_void": {
        "en": "Of the quiz{topic} no answer counts.",
        "es": "Del test{topic} no cuenta ninguna respuesta.",
        "zh": "测验{topic}中没有任何答案计分。",
    },
    "quiz_most": {
        "en": "A quiz has at most {most} questions.",
        "es": "Un test tiene como mucho {most} preguntas.",
        "zh": "一次测验最多 {most} 道题。",
    },
    "quiz_none_weak": {
        "en": "No topic has gone wrong so far, so this quiz is on all of them.",
        "es": "Ningún tema ha ido mal hasta ahora, así que el test es sobre todos.",
        "zh": "目前还没有薄弱的主题，所以这次测验覆盖全部主题。",
    },
    "quiz_place": {
        "en": "Question {number} of {total}",
        "es": "Pregunta {number} de {total}",
        "zh": "第 {number} 题，共 {total} 题",
    },
    "quiz_waits": {
        "en": "Quiz on {about}, question {number} of {total}",
        "es": "Test sobre {about}, pregunta {number} de {total}",
        "zh": "测验（{about}），第 {number} 题，共 {total} 题",
    },
    "exam_waits": {
        "en": "Exam on {about}, question {number} of {total}",
        "es": "Examen sobre {about}, pregunta {number} de {total}",
        "zh": "考试（{about}），第 {number} 题，共 {total} 题",
    },
    "quiz_everything": {"en": "everything", "es": "todo", "zh": "全部内容"},
    "quiz_own_words": {
        "en": "Answer in your own words",
        "es": "Responde con tus palabras",
        "zh": "用自己的话回答",
    },
    "quiz_fewer_one": {
        "en": "Only 1 question fits",
        "es": "Solo hay 1 pregunta",
        "zh": "只有 1 道合适的题",
    },
    "quiz_fewer": {
        "en": "Only {have} questions fit",
        "es": "Solo hay {have} preguntas",
        "zh": "只有 {have} 道合适的题",
    },
    "quiz_asked_for": {
        "en": "You asked for {wanted}. There are {have} checked questions on {topic}{level}.",
        "es": "Pediste {wanted}. Hay {have} preguntas revisadas sobre {topic}{level}.",
        "zh": "你要 {wanted} 道。关于{topic}的已核对题目有 {have} 道{level}。",
    },
    "quiz_asked_for_one": {
        "en": "You asked for {wanted}. There is 1 checked question on {topic}{level}.",
        "es": "Pediste {wanted}. Hay 1 pregunta revisada sobre {topic}{level}.",
        "zh": "你要 {wanted} 道。关于{topic}的已核对题目有 1 道{level}。",
    },
    "quiz_at_level": {"en": " at {level} level", "es": " de nivel {level}", "zh": "（{level}）"},
    "quiz_take": {"en": "Take the {have}", "es": "Hacer {have}", "zh": "就做 {have} 道"},
    "quiz_none": {"en": "No quiz", "es": "Sin test", "zh": "不做了"},
    "quiz_not_due": {
        "en": "Nothing is due for review in this subject.",
        "es": "En esta asignatura no hay nada pendiente de repaso.",
        "zh": "本课程目前没有到期需要复习的题。",
    },
    "quiz_all_contested": {
        "en": "None of the missed questions can be asked again: they were contested.",
        "es": "Ninguna de las falladas se puede repetir: fueron impugnadas.",
        "zh": "答错的题都被提出了异议，不能再问。",
    },
    "exam_expired": {
        "en": "Time is up. What you have answered is kept, the rest counts as skipped.",
        "es": "Se acabó el tiempo. Lo respondido se conserva, el resto cuenta como no contestado.",
        "zh": "时间到。已作答的保留，其余按跳过计。",
    },
    "exam_result": {"en": "See the result", "es": "Ver el resultado", "zh": "查看结果"},
    "basic": {"en": "basic", "es": "básico", "zh": "基础"},
    "intermediate": {"en": "intermediate", "es": "intermedio", "zh": "中级"},
    "advanced": {"en": "advanced", "es": "avanzado", "zh": "高级"},
    "quiz_cancelled": {
        "en": "The quiz was cancelled. Nothing was scored.",
        "es": "El test se ha cancelado. No se ha puntuado nada.",
        "zh": "测验已取消，没有计分。",
    },
    "quiz_empty": {
        "en": "There are no checked questions on {topic} here.",
        "es": "Aquí no hay preguntas revisadas sobre {topic}.",
        "zh": "这里没有关于{topic}的已核对题目。",
    },
    "quiz_topics": {
        "en": "There are some on: {topics}.",
        "es": "Las hay sobre: {topics}.",
        "zh": "可选的主题有：{topics}。",
    },
    "this_subject": {"en": "this subject", "es": "esta asignatura", "zh": "本课程"},
}


def phrase(key: str, language: str, **values: str) -> str:
    """The phrase in the language, in English where there is none."""
    forms = _PHRASES[key]
    return forms.get(language, forms["en"]).format(**values)


def mirrored(text: str) -> str:
    """The language to answer in: the user's."""
    return language_of(text)
