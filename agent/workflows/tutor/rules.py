"""How the Tutor answers without a model: choose a tool, then quote what it found."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from langchain_core.messages import AIMessage, AnyMessage, HumanMessage, ToolMessage

from agent.text import ASKING_WORDS, content_words, fold, keywords, sentences, stem
from agent.workflows.tutor import guide, requests, roles
from agent.workflows.tutor.compound import Halves
from agent.workflows.tutor.difficulty import Level, depth_command
from agent.workflows.tutor.phrases import mirrored, phrase

Plain = dict[str, Any]

ENOUGH_COVERAGE = 0.5
"""Of a question's content words, the share that a passage must hold to answer it."""
SENTENCES: dict[Level, int] = {"basic": 2, "intermediate": 4, "advanced": 5}
LONGEST_PLAIN = 160
"""Characters of a sentence that still belongs into a basic answer."""

_ARTICLE = r"^(?:an?|the|el|la|los|las|un|una) "
_IS = re.compile(r"\b(?:is|are|means?|consists?|es|son|significa)\b|是|指")
# Words that questions are made of; what is asked for is in the others.
_MANNER = (
    "stand need cause reason want one way thing sort bit lot number kind part time test write turn"
    " give make keep find read see model design evaluate analyse find show list name case really"
    " always forget only several many ever actually exactly still understand confused stuck please"
    " help exam exercise homework project question answer topic class lecture last week year"
    " necesito ejercicio hacer quiero tema duda salir tambien justifica elegir"
)
EXAMPLE, REASON, RELATION = "gives an example", "gives a reason", "relates it to others"
_TRIVIAL = frozenset(stem(word) for word in (*_MANNER.split(), *ASKING_WORDS))


def content_question(text: str) -> bool:
    return requests.small_talk(text) is None


def route_reason(called: Sequence[str], question: str) -> str:
    """Why the rules chose as they did, for the Thinking panel."""
    if "generate_test" in called:
        return "the message asks for a quiz"
    if "explain_item" in called:
        return "the message is about a question of a quiz"
    if "get_guia" in called:
        names = [guide.NAMES[key].lower() for key in guide.fields_asked(question)]
        both = " and about the subject" if "rag_search" in called else ""
        return f"the message asks about {', '.join(names)}{both}"
    if "rag_search" in called:
        return "the message asks about the subject"
    return "the message needs no document" if not called else "the rule of that tool matched"


def small_talk_key(text: str) -> str:
    return requests.small_talk(text) or "help"


def question_of(messages: Sequence[AnyMessage]) -> str:
    """What the user wants answered; "simpler" and "deeper" refer to what was asked before."""
    asked = [str(m.text) for m in messages if isinstance(m, HumanMessage)]
    if not asked or depth_command(asked[-1]) is None:
        return asked[-1] if asked else ""
    return next(filter(_is_answered, reversed(asked)), asked[-1])


def _is_answered(text: str) -> bool:
    """Whether it asks for an answer, which can be given at another depth."""
    asks_otherwise = depth_command(text) is not None or requests.quiz_request(text) is not None
    return content_question(text) and not asks_otherwise


def tool_results(messages: Sequence[AnyMessage]) -> list[ToolMessage]:
    """The answers of this turn's tools."""
    results: list[ToolMessage] = []
    for message in reversed(messages):
        if isinstance(message, HumanMessage):
            break
        if isinstance(message, ToolMessage):
            results.insert(0, message)
    return results


@dataclass(frozen=True)
class Quote:
    """A sentence of a passage, and why it was taken."""

    text: str
    mark: str
    score: float
    reason: str


def quotes(question: str, passages: Sequence[Plain], *, level: Level) -> list[Quote]:
    """The sentences that answer best, best first; at most what the level can take.

    A basic answer is one sentence and an example, an advanced one gives
    reasons and relations first.
    """
    wanted = asked_words(question)
    found: dict[str, Quote] = {}
    for rank, passage in enumerate(passages):
        for sentence in sentences(passage["text"], passage["language"]):
            quote = _score(sentence, passage, wanted, rank=rank, level=level, near=passage["near"])
            if quote.score > 0 and fold(sentence) not in found:
                found[fold(sentence)] = quote
    every = sorted(found.values(), key=lambda quote: -quote.score)
    ranked = _with_example(every) if level == "basic" else every[: SENTENCES[level]]
    # A sentence far below the best one is there only because there was room.
    return [quote for quote in ranked if quote.score >= 0.45 * ranked[0].score]


def _with_example(every: list[Quote]) -> list[Quote]:
    """The best sentence and an example, rather one from the same passage; else a plain one."""
    plain = [quote for quote in every[1:] if _is_plain(quote.text)]
    examples = [quote for quote in plain if EXAMPLE in quote.reason]
    examples.sort(key=lambda quote: quote.mark != every[0].mark)
    return [*every[:1], *examples, *plain][: SENTENCES["basic"]]


def _is_plain(sentence: str) -> bool:
    return len(sentence) <= LONGEST_PLAIN and not roles.gives_reason(fold(sentence))


def asked_words(question: str) -> set[str]:
    """The stems of what is asked for: of the sentence with the question mark, without manner."""
    asked = [part for part in sentences(question, mirrored(question)) if part[-1:] in "?？"]
    words = set(content_words(asked[-1] if asked else question))
    return words - _TRIVIAL or words


def _score(
    sentence: str, passage: Plain, wanted: set[str], *, rank: int, level: Level, near: bool
) -> Quote:
    words = set(content_words(sentence))
    heading = set(content_words(f"{passage['title']} {passage['heading']}"))
    shared = wanted & words
    score = (len(shared) + 0.25 * len(wanted & heading)) / len(wanted)
    said = [word for word in keywords(sentence) if stem(word) in shared]
    reasons = [f"shares {', '.join(said)}"] if said else []
    folded = fold(sentence)
    if defines(folded, wanted):
        score += 0.8
        reasons.append("defines it")
    if wanted <= heading:
        score += 0.3
        reasons.append("stands under that heading")
    if shared or wanted & heading:
        for reason, bonus in _serves(folded, level):
            score += bonus
            reasons.append(reason)
    if near and not shared:
        score += 0.3 * passage["similarity"]
        reasons.append("near in meaning")
    score *= 1.0 / (1 + 0.25 * rank) if reasons else 0.0
    return Quote(sentence, passage["mark"], round(score, 3), "; ".join(reasons))


def _serves(folded: str, level: Level) -> list[tuple[str, float]]:
    """What makes a sentence fit the level, and how much that counts."""
    if level == "basic":
        return [(EXAMPLE, 0.4)] if roles.gives_example(folded) else []
    if level == "intermediate":
        return []
    found = [(REASON, 0.6)] if roles.gives_reason(folded) else []
    return [*found, (RELATION, 0.4)] if roles.relates(folded) else found


def defines(folded: str, wanted: set[str]) -> bool:
    """Whether a folded sentence begins with what was asked for and says what it is."""
    if any(f"({word})" in folded for word in wanted):
        return True
    subject, is_, _rest = _split_at_is(re.sub(_ARTICLE, "", folded))
    words = set(content_words(subject))
    return bool(is_) and bool(words) and words <= wanted and len(words) >= len(wanted) / 2


def _split_at_is(sentence: str) -> tuple[str, str, str]:
    match = _IS.search(sentence)
    if match is None:
        return sentence, "", ""
    return sentence[: match.start()], match.group(0), sentence[match.end() :]


def coverage(question: str, passage: Plain) -> float:
    """The share of what is asked for that stands in the passage or its heading."""
    wanted = asked_words(question)
    text = f"{passage['title']} {passage['heading']} {passage['text']}"
    return len(wanted & set(content_words(text))) / len(wanted) if wanted else 1.0


def covered(question: str, passages: Sequence[Plain]) -> bool:
    """Whether the passages are about what was asked."""
    return any(
        passage["near"] or coverage(question, passage) >= ENOUGH_COVERAGE for passage in passages
    )


def answer_from(question: str, context: Sequence[Plain], *, level: Level) -> AIMessage:
    """Quote the evidence, cite it, and say when it is thin."""
    language = mirrored(question)
    fields = [entry for entry in context if entry["kind"] == "guide"]
    passages = [entry for entry in context if entry["kind"] == "passage"]
    if fields:
        return AIMessage(_from_guide(question, fields, language))
    return _from_passages(question, passages, level=level, language=language)


def answer_both(
    asked: Halves, context: Sequence[Plain], *, level: Level, language: str, told: dict[str, str]
) -> AIMessage:
    """Each half from its own evidence, in the order asked, or what its tool has told instead.

    What the documents do not cover is said first: below the guide it would seem to cite it.
    """
    fields = [entry for entry in context if entry["kind"] == "guide"]
    passages = [entry for entry in context if entry["kind"] == "passage"]
    of_guide = told.get("get_guia") or _from_guide(asked.guide, fields, language)
    found = _from_passages(asked.subject, passages, level=level, language=language)
    is_first = asked.is_subject_first
    if "trace" not in found.additional_kwargs:
        not_covered = phrase("thin_half", language, asked=asked.subject)
        found, is_first = AIMessage(told.get("rag_search") or not_covered), True
    both = (found.text, of_guide) if is_first else (of_guide, found.text)
    return found.model_copy(update={"content": "\n\n".join(both)})


def _from_guide(question: str, fields: Sequence[Plain], language: str) -> str:
    lines = "\n\n".join(
        f"**{e['heading']}** [{e['mark']}]\n\n{_asked_lines(e['text'], question)}" for e in fields
    )
    return f"{phrase('guide', language)}\n\n{lines}"


def _from_passages(
    question: str, passages: Sequence[Plain], *, level: Level, language: str
) -> AIMessage:
    if not passages or not covered(question, passages):
        return AIMessage(_thin(question, passages, language))
    chosen = quotes(question, passages, level=level)
    if not chosen:
        return AIMessage(_thin(question, passages, language))
    parts = [_paragraphs(chosen, level, language)]
    if passages[0]["language"] != language:
        parts.insert(0, phrase("other_language", language))
    return AIMessage("\n\n".join(parts), additional_kwargs={"trace": [vars(q) for q in chosen]})


def _asked_lines(text: str, question: str) -> str:
    """Of a list the lines that share the question's words, where there are some.

    A line gives way to one that shares all the words that it shares, and more.
    """
    lines = text.split("\n")
    if not text.startswith("- "):
        return text
    wanted = guide.words_asked(question)
    shared = [wanted & set(content_words(line)) for line in lines]
    asked = [
        line
        for line, words in zip(lines, shared, strict=True)
        if words and not any(words < other for other in shared)
    ]
    return "\n".join(asked or lines)


def _paragraphs(chosen: Sequence[Quote], level: Level, language: str) -> str:
    said = [_marked(quote) for quote in chosen]
    if level == "basic" or len(said) == 1:
        return " ".join(said)
    if level == "advanced":
        pairs = list(zip(said, chosen, strict=True))
        why = [text for text, quote in pairs if REASON in quote.reason]
        related = [t for t, quote in pairs if RELATION in quote.reason and t not in why]
        rest = [text for text in said if text not in (*why, *related)]
        blocks = [
            (phrase("why", language), why),
            (phrase("related", language), related),
            (phrase("more", language), rest),
        ]
        return "\n\n".join(
            f"**{name}**\n\n" + "\n".join(f"- {text}" for text in texts)
            for name, texts in blocks
            if texts
        )
    return f"{said[0]}\n\n" + "\n".join(f"- {text}" for text in said[1:])


def _marked(quote: Quote) -> str:
    stop = "。" if quote.text.rstrip().endswith("。") else "."
    return f"{_without_stop(quote.text)} [{quote.mark}]{stop}"


def _thin(question: str, passages: Sequence[Plain], language: str) -> str:
    text = phrase("thin", language)
    near = [p for p in passages if coverage(question, p) > 0 or p["near"]][:1]
    if not near:
        return text
    quoted = sentences(near[0]["text"], near[0]["language"])[:1]
    return f"{text} {phrase('nearest', language)} “{quoted[0]}” [{near[0]['mark']}]"


def _without_stop(sentence: str) -> str:
    return sentence.rstrip(" .。")
