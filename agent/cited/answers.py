"""An answer made of quotes: no model, every sentence with its mark."""

from collections.abc import Sequence
from typing import Any

from langchain_core.messages import AIMessage

from agent.cited.quotes import REASON, RELATION, Depth, Quote, coverage, covered, quotes
from agent.text import sentences

Plain = dict[str, Any]

MOST_BEGINNINGS, MOST_OF_ONE = 8, 3

_PHRASES: dict[str, dict[str, str]] = {
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
    "why": {"en": "Why", "es": "Por qué", "zh": "原因"},
    "related": {"en": "Related", "es": "Relacionado", "zh": "相关"},
    "more": {"en": "More", "es": "Más", "zh": "更多"},
}


def quoted(
    question: str, passages: Sequence[Plain], *, depth: Depth, language: str, thin: str
) -> AIMessage:
    """Quote the passages and cite them; `thin` is said where they do not cover the question.

    `trace` in `additional_kwargs` holds the quotes and why they were taken; a thin answer has none.
    """
    chosen = quotes(question, passages, depth=depth) if covered(question, passages) else []
    if not chosen:
        return AIMessage(_thin(question, passages, language=language, thin=thin))
    parts = [_paragraphs(chosen, depth=depth, language=language)]
    if passages[0]["language"] != language:
        parts.insert(0, _said("other_language", language))
    return AIMessage("\n\n".join(parts), additional_kwargs={"trace": [vars(q) for q in chosen]})


def beginnings(passages: Sequence[Plain], *, said: str) -> AIMessage | None:
    """How each passage begins, after a sentence of one's own; None where there are no sentences."""
    blocks: list[str] = []
    chosen: list[Quote] = []
    for passage in passages:
        room = min(MOST_OF_ONE, MOST_BEGINNINGS - len(chosen))
        texts = sentences(passage["text"], passage["language"])[:room]
        begun = [Quote(text, passage["mark"], 0.0, "stands first there") for text in texts]
        if begun:
            blocks.append(_headed(passage["heading"], [_marked(quote) for quote in begun]))
        chosen += begun
    if not chosen:
        return None
    trace = {"trace": [vars(quote) for quote in chosen]}
    return AIMessage("\n\n".join([said, *blocks]), additional_kwargs=trace)


def _headed(heading: str, texts: Sequence[str]) -> str:
    listed = "\n".join(f"- {text}" for text in texts)
    return f"**{heading.replace('*', ' ').strip()}**\n\n{listed}" if heading.strip() else listed


def _paragraphs(chosen: Sequence[Quote], *, depth: Depth, language: str) -> str:
    marked = [_marked(quote) for quote in chosen]
    if depth == "basic" or len(marked) == 1:
        return " ".join(marked)
    if depth == "advanced":
        pairs = list(zip(marked, chosen, strict=True))
        why = [text for text, quote in pairs if REASON in quote.reason]
        related = [t for t, quote in pairs if RELATION in quote.reason and t not in why]
        rest = [text for text in marked if text not in (*why, *related)]
        blocks = [
            (_said("why", language), why),
            (_said("related", language), related),
            (_said("more", language), rest),
        ]
        return "\n\n".join(_headed(name, texts) for name, texts in blocks if texts)
    return f"{marked[0]}\n\n" + "\n".join(f"- {text}" for text in marked[1:])


def _marked(quote: Quote) -> str:
    stop = "。" if quote.text.rstrip().endswith("。") else "."
    return f"{_without_stop(quote.text)} [{quote.mark}]{stop}"


def _thin(question: str, passages: Sequence[Plain], *, language: str, thin: str) -> str:
    near = [p for p in passages if coverage(question, p) > 0 or p["near"]][:1]
    said = [(sentence, p["mark"]) for p in near for sentence in sentences(p["text"], p["language"])]
    if not said:
        return thin
    return f"{thin} {_said('nearest', language)} “{said[0][0]}” [{said[0][1]}]"


def _without_stop(sentence: str) -> str:
    return sentence.rstrip(" .。")


def _said(key: str, language: str) -> str:
    forms = _PHRASES[key]
    return forms.get(language, forms["en"])
