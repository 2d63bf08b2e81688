"""What can be done to an issue by rules: with what is there, or with what the user says.

A move takes the reading and the answer, and gives the whole new text of its
field. It gives the old text when there is nothing that it can do.
"""

import re
from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Literal

from agent.text import fold
from agent.workflows.tickets.contracts import Criterion
from agent.workflows.tickets.maturity import phrases
from agent.workflows.tickets.maturity.criteria import criteria_in, is_listed, is_testable
from agent.workflows.tickets.maturity.reading import Reading, Sentence, blocks, placed
from agent.workflows.tickets.maturity.stories import composed, told_in

Apply = Callable[[Reading, str], str]
Field = Literal["summary", "description", "priority"]


@dataclass(frozen=True)
class Move:
    id: str
    criterion: Criterion
    apply: Apply
    asks: bool
    field: Field = "description"
    about: Callable[[Reading], str] = lambda _reading: ""
    """The words of the issue that the advice names, if it names any."""


def squeezed(text: str) -> str:
    return " ".join(text.split())


# Changing a text in places


def cut(text: str, spans: list[tuple[int, int]]) -> str:
    """The text without the spans; a list's entry goes with its marker."""
    for start, end in sorted(spans, reverse=True):
        from_, to = _whole_entry(text, start, end)
        before, after = text[:from_], text[to:]
        if not before or before.endswith((" ", "\n")):
            after = after.lstrip(" ")
        if not after or after.startswith("\n"):
            before = before.rstrip(" ")
        text = before + after
    return re.sub(r"\n{3,}", "\n\n", text).strip()


_MARKER = re.compile(r"[ \t]*(?:[-*+•]|\d{1,3}[.)、])[ \t]+(?:\[[ xX]\][ \t]+)?")


def _whole_entry(text: str, start: int, end: int) -> tuple[int, int]:
    line = text.rfind("\n", 0, start) + 1
    stop = text.find("\n", end)
    stop = len(text) if stop < 0 else stop
    is_alone = (
        bool(_MARKER.fullmatch(text[line:start]) or line == start) and not text[end:stop].strip()
    )
    return (line, min(stop + 1, len(text))) if is_alone else (start, end)


def inserted(reading: Reading, kind: str, body: str) -> str:
    """`body` in the section of this kind: in place of what was left open there, or at its end."""
    text = reading.issue.description.rstrip()
    left = [s for s in reading.sentences if s.section == kind and s.is_placeholder]
    if left:
        first, *others = left
        # Entries become one more entry each; the rest of what was left open goes.
        entry = body.removeprefix("- ") if first.is_item else body
        text = cut(text, [(s.start, s.end) for s in others])
        return text[: first.start] + entry + text[first.end :]
    if end := placed(text, kind):
        gap = "\n" if body.startswith("- ") and reading.has_list(kind) else "\n\n"
        return f"{text[:end].rstrip()}{gap}{body}\n\n{text[end:].lstrip()}".rstrip()
    heading = phrases.HEADINGS[kind][reading.language]
    return f"{text}\n\n## {heading}\n\n{body}".strip()


_HASHES = re.compile(r"^\s*#+\s*", re.MULTILINE)


def lines_of(answer: str) -> list[str]:
    """An answer's entries: its lines, without marks that would make headings or lists of them."""
    lines = (_MARKER.sub("", _HASHES.sub("", line)) for line in answer.splitlines())
    return [squeezed(line) for line in lines if line.strip()]


def listed(entries: list[str]) -> str:
    return "\n".join(f"- {entry}" for entry in entries)


def paragraph(answer: str) -> str:
    entries = lines_of(answer)
    return listed(entries) if len(entries) > 1 else "".join(entries)


def section_move(kind: str) -> Apply:
    def apply(reading: Reading, answer: str) -> str:
        body = paragraph(answer)
        return inserted(reading, kind, body) if body else reading.issue.description

    return apply


# Acceptance criteria

_POINTS_BACK = re.compile(
    r"^\W*(?:it|this|that|these|those|they|he|she|also|then|so|but|and|there|esto|eso|este|esta|ell[oa]s?|tambien"
    r"|entonces|pero|asi)\b|^\W*(?:它|这|那|其|他|她|也|但|并|所以|此)"
)


def loose_criteria(r: Reading) -> list[Sentence]:
    """Criteria outside a list that can be told without the sentence before them."""
    return [
        s
        for s in criteria_in(r)
        if is_testable(s) and not is_listed(s) and not _POINTS_BACK.match(s.folded)
    ]


def list_criteria(r: Reading, _answer: str) -> str:
    """Sentences that oblige become entries under acceptance criteria, word for word."""
    found = loose_criteria(r)
    if not found:
        return r.issue.description
    left = cut(r.issue.description, [(s.start, s.end) for s in found])
    rest = Reading.of(r.issue.model_copy(update={"description": left}))
    # What is left may be too little to tell the language by.
    rest = replace(rest, language=r.language)
    return inserted(rest, "acceptance", listed([squeezed(s.text) for s in found]))


def add_criteria(r: Reading, answer: str) -> str:
    entries = lines_of(answer)
    return inserted(r, "acceptance", listed(entries)) if entries else r.issue.description


def untestable(r: Reading) -> Sentence | None:
    return next((s for s in criteria_in(r) if s.vague), None)


def make_testable(r: Reading, answer: str) -> str:
    """The first criterion that cannot be tested gives way to the answer."""
    vague, entries, text = untestable(r), lines_of(answer), r.issue.description
    if not vague or not entries:
        return text
    glue = "\n- " if vague.is_item else " "
    return text[: vague.start] + glue.join(entries) + text[vague.end :]


# The story


def form_story(r: Reading, _answer: str) -> str:
    """“Nurses need to see X, so that Y” takes the form of a story, in its place."""
    text = r.issue.description
    for sentence in r.telling:
        story = None if r.story else told_in(squeezed(sentence.text), r.language)
        if story:
            return text[: sentence.start] + story + text[sentence.end :]
    return text


def told_sentence(r: Reading) -> str:
    found = (s.text for s in r.telling if told_in(squeezed(s.text), r.language))
    return next(found, "")


def write_story(r: Reading, answer: str) -> str:
    text, story = r.issue.description, composed(answer, r.language)
    if not story:
        return text
    if r.story:
        # It may end before its full stop.
        rest = text[r.story.end :].removeprefix("。" if r.language == "zh" else ".")
        return (text[: r.story.start] + story + rest).strip()
    return f"{story}\n\n{text}".strip()


# The rest


def drop_repeats(r: Reading, _answer: str) -> str:
    """What stands there twice, word for word, stands there once."""
    seen: set[str] = set()
    again = []
    for sentence in r.sentences:
        same = squeezed(sentence.folded).strip(" .。!！")
        if same in seen:
            again.append((sentence.start, sentence.end))
        seen.add(same)
    return cut(r.issue.description, again) if again else r.issue.description


def tell_situation(r: Reading, answer: str) -> str:
    body, text = "\n\n".join(lines_of(answer)), r.issue.description
    if not body:
        return text
    if any(s.section == "context" and s.is_placeholder for s in r.sentences):
        return inserted(r, "context", body)
    if r.story and not text[: r.story.start].strip():
        end = blocks(text)
        return f"{text[:end].rstrip()}\n\n{body}\n\n{text[end:].lstrip()}".strip()
    return f"{body}\n\n{text}".strip()


def rename(r: Reading, answer: str) -> str:
    return squeezed(" ".join(lines_of(answer)))[:255] or r.issue.summary


PRIORITIES = (
    ("Highest", r"\bhighest\b|muy alta|最高"),
    ("Lowest", r"\blowest\b|muy baja|最低"),
    ("Critical", r"\bcritical\b|\bcritica\b"),
    ("High", r"\bhigh\b|\balta\b|高"),
    ("Medium", r"\bmedium\b|\bmedia\b|\bnormal\b|中"),
    ("Low", r"\blow\b|\bbaja\b|低"),
)


def set_priority(r: Reading, answer: str) -> str:
    said = fold(answer)
    named = (name for name, pattern in PRIORITIES if re.search(pattern, said))
    return next(named, r.issue.priority)


def say_why_now(r: Reading, answer: str) -> str:
    body = paragraph(answer)
    if not body:
        return r.issue.description
    named = set_priority(r, answer) != r.issue.priority or fold(r.issue.priority) in fold(answer)
    colon = "：" if r.language == "zh" else ": "
    has_name = named or "\n" in body or not r.issue.priority
    return inserted(r, "priority", body if has_name else f"{r.issue.priority}{colon}{body}")


def first_loose(r: Reading) -> str:
    return next((s.text for s in loose_criteria(r)), "")


def first_untestable(r: Reading) -> str:
    found = untestable(r)
    return found.text if found else ""


MOVES = (
    Move("description_completeness.repeats", "description_completeness", drop_repeats, asks=False),
    Move("description_completeness.situation", "description_completeness", tell_situation, asks=True),
    Move("description_completeness.summary", "description_completeness", rename, asks=True, field="summary"),
    Move("acceptance_criteria.list", "acceptance_criteria", list_criteria, asks=False, about=first_loose),
    Move("acceptance_criteria.testable", "acceptance_criteria", make_testable, asks=True, about=first_untestable),
    Move("acceptance_criteria.more", "acceptance_criteria", add_criteria, asks=True),
    Move("dependencies.named", "dependencies", section_move("dependencies"), asks=True),
    Move("business_value.told", "business_value", section_move("value"), asks=True),
    Move("technical_feasibility.told", "technical_feasibility", section_move("technical"), asks=True),
    Move("user_story.form", "user_story", form_story, asks=False, about=told_sentence),
    Move("user_story.told", "user_story", write_story, asks=True),
    Move("estimation_readiness.bounds", "estimation_readiness", section_move("scope"), asks=True),
    Move("priority_clarity.set", "priority_clarity", set_priority, asks=True, field="priority"),
    Move("priority_clarity.reason", "priority_clarity", say_why_now, asks=True),
)  # fmt: skip
BY_ID = {move.id: move for move in MOVES}
