"""The model that all formats share: questions under a title, and the result of reading a file."""

import hashlib
import re
from collections.abc import Sequence
from dataclasses import dataclass

from agent.language.text import fold, language_of
from agent.ports import Item, Plain

LETTERS = "abcdefgh"
FEWEST_OPTIONS, MOST_OPTIONS = 3, 6
LONGEST_TEXT = 4_000
LEVELS = ("basic", "intermediate", "advanced")
SHORT_WORDS = 5


@dataclass(frozen=True)
class Sheet:
    title: str
    items: tuple[Item, ...]


@dataclass(frozen=True)
class Imported:
    """`problems` says of each question that was not taken which it is and why not."""

    items: tuple[Item, ...]
    problems: tuple[str, ...] = ()


class NotTaken(Exception):
    """The reason why a question is refused, as the end of a sentence that names it."""


def choice(
    question: str,
    options: Sequence[str],
    *,
    right: int,
    explanation: str = "",
    topic: str = "",
    **more: str,
) -> Item:
    """A checked multiple-choice item. Raises NotTaken."""
    texts = [" ".join(option.split()) for option in options]
    if not FEWEST_OPTIONS <= len(texts) <= MOST_OPTIONS:
        raise NotTaken(
            f"it has {len(texts)} options, and {FEWEST_OPTIONS} to {MOST_OPTIONS} are needed"
        )
    if not all(texts) or len({fold(text) for text in texts}) < len(texts):
        raise NotTaken("two of its options are the same, or one is empty")
    named = tuple(zip(LETTERS, texts, strict=False))
    return _item(
        question,
        options=named,
        key=LETTERS[right],
        explanation=explanation,
        topic=topic,
        more=more,
    )


def free(
    question: str,
    answers: Sequence[str],
    *,
    explanation: str = "",
    topic: str = "",
    **more: str,
) -> Item:
    """A checked item that is answered in one's own words. Raises NotTaken."""
    known = [answer.strip() for answer in answers if answer.strip()]
    if not known:
        raise NotTaken("it has no answer to grade by")
    terms = (tuple(known),) if is_short(known[0]) else ()
    return _item(
        question, key=known[0], terms=terms, explanation=explanation, topic=topic, more=more
    )


def _item(
    question: str,
    *,
    key: str,
    explanation: str,
    topic: str,
    more: dict[str, str],
    options: tuple[tuple[str, str], ...] = (),
    terms: tuple[tuple[str, ...], ...] = (),
) -> Item:
    question = question.strip()
    if not question:
        raise NotTaken("it has no text")
    if max(map(len, (question, key, explanation, *(text for _, text in options)))) > LONGEST_TEXT:
        raise NotTaken(f"one of its texts is longer than {LONGEST_TEXT} characters")
    level = more.get("difficulty", "")
    item = Item(
        id=more.get("id", ""),
        subject="",
        topic=" ".join(topic.split())[:60] or "imported",
        objective=more.get("objective", ""),
        difficulty=level if level in LEVELS else "intermediate",
        question_text=question,
        options=options,
        key=key,
        evidence_document=more.get("document", ""),
        evidence=more.get("evidence", ""),
        explanation=explanation.strip(),
        origin="imported",
        kind="choice" if options else "free",
        terms=terms,
        language=more.get("language") or language_of(question),
    )
    return item if item.id else Item(**{**vars(item), "id": digest_id(item)})


def digest_id(item: Item) -> str:
    """An id that is the same for the same question and subject, whichever file it came from."""
    said = "\n".join((item.subject, item.question_text, *(text for _, text in item.options)))
    return "own-" + hashlib.sha256(said.encode()).hexdigest()[:16]


def slug(name: str) -> str:
    """A name without spaces, for tags."""
    return "-".join("".join(c if c.isalnum() else " " for c in name.lower()).split())[:60]


def is_short(answer: str) -> bool:
    """Tell whether the answer is a word or a term rather than a text."""
    return len(answer) <= 40 and len(answer.split()) <= SHORT_WORDS


def short_answers(item: Item) -> list[str]:
    """The accepted answers of a free item, when they are words or terms."""
    if item.options or not is_short(item.key):
        return []
    others = item.terms[0] if len(item.terms) == 1 else ()
    return list(dict.fromkeys([item.key, *others]))


def feedback(item: Item) -> str:
    """The explanation with its evidence, for formats that have one place for both."""
    quoted = f"“{item.evidence}”" if item.evidence else ""
    source = f" ({item.evidence_document})" if item.evidence and item.evidence_document else ""
    return "\n".join(part for part in (item.explanation, quoted + source) if part)


_QUOTED = re.compile(r"^“(?P<evidence>.+)”(?: \((?P<document>[^()]+)\))?$")


def split_feedback(text: str) -> dict[str, str]:
    """The opposite of `feedback`; other programs' feedback is an explanation as it is."""
    before, _, last = text.strip().rpartition("\n")
    quoted = _QUOTED.match(last)
    if quoted is None:
        return {"explanation": text.strip()}
    found = {"evidence": quoted["evidence"], "document": quoted["document"] or ""}
    return {"explanation": before, **found}


class Reading:
    """Gathers what can be taken of a file, and says what cannot."""

    def __init__(self) -> None:
        self._items: dict[str, Item] = {}
        self._problems: list[str] = []

    def take(self, item: Item, name: str) -> None:
        if item.id in self._items:
            self.refuse(name, "the same question or id appears earlier in the file")
        else:
            self._items[item.id] = item

    def refuse(self, name: str, reason: object) -> None:
        self._problems.append(f"{name}: {reason}.")

    def done(self) -> Imported:
        return Imported(tuple(self._items.values()), tuple(self._problems))


def item_of(plain: Plain) -> Item:
    """An item as results keep it."""
    options = tuple((id_, text) for id_, text in plain["options"])
    terms = tuple(map(tuple, plain.get("terms", ())))
    return Item(**{**plain, "options": options, "terms": terms})
