"""What a typed message says without a model: its topic, its wishes, and the user's own facts."""

import re
from collections.abc import Iterator

from agent.intents import Guess
from agent.language.catalogs import catalog
from agent.ports import Context
from agent.ports.images import RATIOS
from agent.text import STOP_WORDS, Language, content_words, fold, plain, sentence_spans
from agent.workflows.studio.content.contracts import LABELS, Plain

PARTS = ("request", "command", "wish", "fact")
"""What a sentence can be; a command names no topic."""
LONGEST_TOPIC, MOST_NOTES, MOST_TOLD_APART = 200, 40, 12
_ABOUT = re.compile(r"\b(?:about|sobre|acerca de)\s+|关于", re.IGNORECASE)
_ON, _OF = re.compile(r"\bon\s+", re.IGNORECASE), re.compile(r"\b(?:of|de)\s+", re.IGNORECASE)
_CLAUSE = re.compile(r"[,;.]\s+|[，；。]|\s[-–—]\s")
_DETAILS = re.compile(r":\s+|：\s*")
_EDGES = " \t.,;:!?。！？，：“”\"'"


class Heard(Plain):
    """The user sees and edits it in the form before anything happens."""

    topic: str = ""
    """Empty where the message says nothing but what to make."""
    wishes: str = ""
    notes: tuple[str, ...] = ()
    """Sentences that are neither the request nor a wish: the user's own facts."""


def read_request(message: str, kind: str, language: Language, context: Context) -> Heard:
    """Examples tell what each sentence is; in doubt the first is the request, others are facts.

    The topic is what follows "about" in the request, else the first fact, else the message,
    but for a command such as "Now an Instagram post", which has none.
    """
    parts = list(_parts(message, language, context))
    said = {label: [words for words, each in parts if each == label] for label in PARTS}
    if not (said["request"] or said["command"]) and said["fact"]:
        said["request"].append(said["fact"].pop(0))
    topic, notes, wishes = "", said["fact"], said["wish"]
    for request in said["request"]:
        if not topic and (found := _after_about(request, kind, language)):
            topic, *details = _DETAILS.split(found, maxsplit=1)
            topic, manner = _without_wishes(topic, context)
            topic = _without_kind(topic, language)
            notes, wishes = [*details, *notes], [*manner, *wishes]
    if set(fold(topic).split()) <= STOP_WORDS:
        topic = next(iter((*notes, *said["request"])), "")
    return Heard(
        topic=" ".join(topic.split()).strip(_EDGES)[:LONGEST_TOPIC].strip(),
        wishes=", ".join(wish.strip(_EDGES) for wish in wishes),
        notes=tuple(notes[:MOST_NOTES]),
    )


def _parts(message: str, language: Language, context: Context) -> Iterator[tuple[str, str]]:
    """Each sentence with what it is."""
    for place, (start, end) in enumerate(sentence_spans(message, language)):
        words = " ".join(plain(message[start:end]).split())
        told = _part_of(words, context) if place < MOST_TOLD_APART else ""
        if words:
            yield words, told if told in PARTS else ("fact" if place else "request")


def _part_of(words: str, context: Context) -> str:
    guess: Guess = context.ports.intents.guess("studio_part", words)
    return guess.intent if guess.is_sure else ""


def _after_about(request: str, kind: str, language: Language) -> str:
    """Also what follows the kind of piece and a colon; a picture is "of" something."""
    head, *details = _DETAILS.split(request, maxsplit=1)
    if details and _is_kind(head, language):
        return details[0]
    marks = (_ABOUT, _OF if kind == "image" else _ON)
    mark = next(filter(None, (mark.search(request) for mark in marks)), None)
    return request[mark.end() :] if mark else request if details else ""


def _without_wishes(topic: str, context: Context) -> tuple[str, list[str]]:
    """What is said of the manner at the end of it, as in "…, keep it punchy", is no topic."""
    wishes: list[str] = []
    while places := list(_CLAUSE.finditer(topic.rstrip(_EDGES))):
        last = places[-1]
        manner = topic[last.end() :].strip(_EDGES)
        if manner not in RATIOS and _part_of(manner, context) != "wish":
            break
        # A ratio is read where the picture is made.
        wishes[:0] = [manner] if manner not in RATIOS else []
        topic = topic[: last.start()]
    return topic, wishes


def _without_kind(topic: str, language: Language) -> str:
    """Chinese names the kind after the topic: "…的领英帖子"."""
    of, _mark, kind = topic.strip(_EDGES).rpartition("的")
    return of if of and _is_kind(kind, language) else topic


def _is_kind(words: str, language: Language) -> bool:
    """Whether they name a kind of piece, and nothing else."""
    _ = catalog(language).gettext
    kinds = content_words("\n".join(_(label) for label, _caption in LABELS.values()))
    return set(content_words(words)) <= set(kinds)
