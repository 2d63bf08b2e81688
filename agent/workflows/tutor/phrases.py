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
    "nearest": {
        "en": "The nearest they come:",
        "es": "Lo más cercano que dicen:",
        "zh": "最接近的内容是：",
    },
    "other_language": {
        "en": "The documents are in another language; I quote them as they are.",
        "es": "Los documentos están en otro idioma; los cito tal como son.",
        "zh": "文档是另一种语言，下面按原文引用。",
    },
    "guide": {
        "en": "From the teaching guide:",
        "es": "Según la guía docente:",
        "zh": "教学指南中写道：",
    },
    "no_guide": {
        "en": "The teaching guide of this subject does not say.",
        "es": "La guía docente de esta asignatura no lo indica.",
        "zh": "本课程的教学指南没有说明。",
    },
    "why": {"en": "Why", "es": "Por qué", "zh": "原因"},
    "also": {"en": "Related", "es": "Relacionado", "zh": "相关"},
}


def phrase(key: str, language: str, **values: str) -> str:
    """The phrase in the language, in English where there is none."""
    forms = _PHRASES[key]
    return forms.get(language, forms["en"]).format(**values)


def mirrored(text: str) -> str:
    """The language to answer in: the user's."""
    return language_of(text)
