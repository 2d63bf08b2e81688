"""An answer made of quotes: no model, every sentence with its mark."""

from collections.abc import Sequence
from typing import Any

from langchain_core.messages import AIMessage

from agent.cited.quotes import (
    DEFINITION,
    RELATION,
    Depth,
    Quote,
    asks_what,
    coverage,
    covered,
    quotes,
    why_of,
)
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
    is_deep = depth == "advanced" and len(chosen) > 1
    said = _deep(question, chosen, language=language) if is_deep else _paragraphs(chosen, depth)
    parts = [said]
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


def _deep(question: str, chosen: Sequence[Quote], *, language: str) -> str:
    """Its reasons, its relations and the rest, after what it is where that is asked."""
    is_defined = asks_what(question) and DEFINITION in chosen[0].reason
    first = [_marked(chosen[0])] if is_defined else []
    left = chosen[len(first) :]
    why = [quote for quote in left if why_of(question) in quote.reason]
    related = [quote for quote in left if RELATION in quote.reason and quote not in why]
    rest = [quote for quote in left if quote not in (*why, *related)]
    blocks = {"why": why, "related": related, "more": rest}
    return "\n\n".join(
        first
        + [
            _headed(_said(name, language), [_marked(quote) for quote in found])
            for name, found in blocks.items()
            if found
        ]
    )


def _paragraphs(chosen: Sequence[Quote], depth: Depth) -> str:
    marked = [_marked(quote) for quote in chosen]
    if depth == "basic" or len(marked) == 1:
        return " ".join(marked)
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
