"""What the rules say in their own words, in the user's language."""

from agent.text import language_of

_PHRASES: dict[str, dict[str, str]] = {
    "greeting": {
        "en": "Hello. Ask me anything about {subject}, or say “give me a quiz of 5 questions”.",
        "es": "Hola. Pregunta lo que quieras sobre {subject}, o di «hazme un test de 5 preguntas».",
        "zh": "你好。你可以问我关于 {subject} 的任何问题，或者说“给我出 5 道题”。",
    },
    "help": {
        "en": "I answer from the documents and the teaching guide of {subject} and cite them, and"
        " I give quizzes. No language model is chosen, so I quote and never make up text."
        " Pick one under Model for freer answers.",
        "es": "Respondo con los documentos y la guía docente de {subject}, citándolos, y hago"
        " cuestionarios. No hay ningún modelo de lenguaje elegido: cito y no invento texto."
        " Elige uno en Model para respuestas más libres.",
        "zh": "我根据 {subject} 的文档和教学指南回答并注明出处，也可以出题。当前没有选择语言模型，"
        "所以我只引用原文，不编造内容。在 Model 处选择模型可以得到更自由的回答。",
    },
    "thin": {
        "en": "The documents of this subject do not cover this.",
        "es": "Los documentos de esta asignatura no tratan esto.",
        "zh": "本课程的文档没有涉及这个问题。",
    },
    "thin_half": {
        "en": "The documents of this subject do not cover “{asked}”.",
        "es": "Los documentos de esta asignatura no tratan «{asked}».",
        "zh": "本课程的文档没有涉及“{asked}”。",
    },
    "guide": {
        "en": "From the teaching guide:",
        "es": "Según la guía docente:",
        "zh": "教学指南中写道：",
    },
    "no_guide": {
        "en": "{subject} has no teaching guide here yet, so I cannot say."
        " You can add one in the Library.",
        "es": "{subject} aún no tiene guía docente aquí, así que no puedo decirlo."
        " Puedes añadir una en Library.",
        "zh": "{subject} 在这里还没有教学指南，所以我无法回答。你可以在 Library 中添加。",
    },
    "not_in_guide": {
        "en": "The teaching guide of {subject} does not say.",
        "es": "La guía docente de {subject} no lo indica.",
        "zh": "{subject} 的教学指南没有说明。",
    },
    "not_looked_up": {
        "en": "I could not look this up just now. Please try again in a moment.",
        "es": "Ahora mismo no he podido consultarlo. Inténtalo de nuevo en un momento.",
        "zh": "刚才未能查到，请稍后再试。",
    },
    "placeholder": {
        "en": "Ask a question, or for a quiz",
        "es": "Pregunta, o pide un test",
        "zh": "提问，或让我出题",
    },
    "start_exam": {
        "en": "When is the exam and how is it graded?",
        "es": "¿Cuándo es el examen y cómo se evalúa?",
        "zh": "什么时候考试？成绩怎么评定？",
    },
    "start_quiz": {
        "en": "Give me a quiz of 5 questions",
        "es": "Hazme un test de 5 preguntas",
        "zh": "给我出 5 道题",
    },
    "start_topic": {
        "en": "Give me a quiz of 5 questions on {topic}",
        "es": "Hazme un test de 5 preguntas sobre {topic}",
        "zh": "给我出 5 道关于{topic}的题",
    },
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
    "next_on": {"en": " on {topic}", "es": " sobre {topic}", "zh": "，关于{topic}"},
    "next_the_one": {"en": "it", "es": "la única", "zh": "这道题"},
    "next_all": {"en": "all {total}", "es": "las {total}", "zh": " {total} 题"},
    "next_one": {"en": "one", "es": "la", "zh": " 1 道题"},
    "next_many": {"en": "{count}", "es": "las {count}", "zh": " {count} 道题"},
    "next_passage": {"en": "a passage", "es": "un pasaje", "zh": "一段"},
    "next_passages": {
        "en": "{number} passages, first",
        "es": "{number} pasajes, el primero",
        "zh": " {number} 段，首先是",
    },
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
    "simplest": {
        "en": "As simply as the documents put it:",
        "es": "Tan sencillo como lo dicen los documentos:",
        "zh": "文档中最简单的说法是：",
    },
    "nothing_asked": {
        "en": "There is nothing to explain yet. Ask a question first.",
        "es": "Todavía no hay nada que explicar. Haz primero una pregunta.",
        "zh": "还没有可以解释的内容，请先提一个问题。",
    },
}


def phrase(key: str, language: str, **values: str) -> str:
    """The phrase in the language, in English where there is none."""
    forms = _PHRASES[key]
    return forms.get(language, forms["en"]).format(**values)


def mirrored(text: str) -> str:
    """The language to answer in: the user's."""
    return language_of(text)
