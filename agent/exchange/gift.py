"""GIFT, the text format of Moodle that many programs read."""

import re
from collections.abc import Iterator

from agent.exchange.markup import from_html, to_html
from agent.exchange.sheet import (
    Imported,
    NotTaken,
    Reading,
    Sheet,
    choice,
    feedback,
    free,
    short_answers,
    split_feedback,
)
from agent.ports import Item

_CONTROL = re.compile(r"([\\~=#{}:])")
_TAG = re.compile(r"\[(id|tag):((?:\\\]|[^\]])+)\]")
_TITLE = re.compile(r"^::((?:\\.|[^\\])*?)::")
_FORMAT = re.compile(r"^\[(html|moodle|markdown|plain)\]", re.IGNORECASE)
_WEIGHT = re.compile(r"^%(-?\d+(?:\.\d+)?)%")
_HELD = re.compile(r"\\([\\~=#{}:n])")
_TRUE_FALSE = {"t", "f", "true", "false"}
# Stand for escaped characters while the text is taken apart: from a private area of Unicode.
_BASE = 0xE100


def write(sheet: Sheet) -> bytes:
    parts = [f"// {_one_line(sheet.title)}"]
    topic = None
    for item in sheet.items:
        if item.topic != topic:
            topic = item.topic
            parts.append(f"$CATEGORY: $course$/{_one_line(topic)}")
        parts.append(_question(item))
    return ("\n\n".join(parts) + "\n").encode()


def _question(item: Item) -> str:
    tags = {
        "difficulty": item.difficulty,
        "objective": item.objective,
        "language": item.language,
    }
    marks = "".join(f" [tag:{name}:{_bare(value)}]" for name, value in tags.items() if value)
    head = f"// [id:{_bare(item.id)}]{marks}\n::{_escaped(item.id)}::[html]"
    return f"{head}{_html(item.question_text)} {{\n{_answers(item)}}}"


def _answers(item: Item) -> str:
    said = feedback(item)
    if item.kind == "free":
        answers = short_answers(item)
        lines = [f"={_html(answer)}" for answer in answers]
        said = said if answers else item.key
    else:
        lines = [f"{'=' if id_ == item.key else '~'}{_html(text)}" for id_, text in item.options]
    if said:
        lines.append(f"####{_html(said)}")
    return "".join(f"\t{line}\n" for line in lines)


def _html(text: str) -> str:
    return _escaped(to_html(text))


def _escaped(text: str) -> str:
    return _CONTROL.sub(r"\\\1", text)


def _one_line(text: str) -> str:
    return " ".join(text.split())


def _bare(text: str) -> str:
    return _one_line(text).replace("[", "(").replace("]", ")")


# Reading


def read(text: str) -> Imported:
    reading, topic, number = Reading(), "", 0
    for block in _blocks(text):
        lines = block.split("\n")
        said = [line for line in lines if not line.startswith("//")]
        for line in said:
            if line.startswith("$CATEGORY:"):
                topic = line.rpartition("/")[2] if "/" in line else line.partition(":")[2]
        body = "\n".join(line for line in said if not line.startswith("$CATEGORY:")).strip()
        if not body:
            continue
        number += 1
        marks = _marks("\n".join(line for line in lines if line.startswith("//")))
        name = marks.get("id") or f"Question {number}"
        try:
            reading.take(_read_question(body, topic.strip(), marks), name)
        except NotTaken as reason:
            reading.refuse(name, reason)
    return reading.done()


def _blocks(text: str) -> Iterator[str]:
    """Questions stand apart by blank lines, outside of braces; comments go with what follows."""
    block: list[str] = []
    depth = 0
    for line in text.replace("\r\n", "\n").replace("\r", "\n").split("\n"):
        if not line.strip() and depth <= 0:
            if any(not each.startswith("//") for each in block):
                yield "\n".join(block)
            block, depth = [], 0
            continue
        block.append(line.strip())
        if not line.lstrip().startswith("//"):
            bare = _HELD.sub("", line)
            depth += bare.count("{") - bare.count("}")
    if any(not each.startswith("//") for each in block):
        yield "\n".join(block)


def _marks(comments: str) -> dict[str, str]:
    found = {}
    for kind, value in _TAG.findall(comments):
        name, is_named, rest = value.partition(":")
        if kind == "id":
            found["id"] = value.strip()
        elif is_named and name in ("difficulty", "objective", "language"):
            found[name] = rest.strip()
    return found


def _read_question(body: str, topic: str, marks: dict[str, str]) -> Item:
    held = _HELD.sub(_hold, body)
    if title := _TITLE.match(held):
        held = held[title.end() :].lstrip()
    is_html = True
    if named := _FORMAT.match(held):
        is_html = named[1].lower() in ("html", "moodle")
        held = held[named.end() :]
    before, opened, rest = held.partition("{")
    inside, closed, after = rest.partition("}")
    if not opened or not closed:
        raise NotTaken("it has no answers in braces")
    if "{" in after:
        raise NotTaken("it has more than one gap")
    text = f"{before.strip()} _____ {after.strip()}" if after.strip() else before
    question = _shown(text, is_html=is_html)
    inside, _, general = inside.partition("####")
    explanation = _shown(general, is_html=is_html)
    return _read_answers(question, inside.strip(), explanation, topic, marks, is_html=is_html)


def _read_answers(
    question: str,
    inside: str,
    explanation: str,
    topic: str,
    marks: dict[str, str],
    *,
    is_html: bool,
) -> Item:
    if not inside:
        return free(question, [explanation], topic=topic, **marks)
    if inside.startswith("#"):
        raise NotTaken("it asks for a number, and such questions cannot be taken")
    if inside.partition("#")[0].strip().lower() in _TRUE_FALSE:
        raise NotTaken("it is true or false, and such questions cannot be taken")
    said = split_feedback(explanation)
    parts = re.findall(r"([=~])([^=~]*)", inside)
    if any("->" in text for _, text in parts):
        raise NotTaken("it matches pairs, and such questions cannot be taken")
    answers = [(sign, *_weighed(text)) for sign, text in parts]
    shown = [_shown(text, is_html=is_html) for _, _, text in answers]
    full = [i for i, (sign, w, _) in enumerate(answers) if w == 100 or (sign == "=" and w is None)]
    if any(sign == "~" for sign, _, _ in answers):
        if len(full) != 1 or any(w not in (None, 0, 100) and w > 0 for _, w, _ in answers):
            raise NotTaken("it does not have exactly one right answer")
        return choice(question, shown, right=full[0], topic=topic, **said, **marks)
    return free(question, [shown[i] for i in full], topic=topic, **said, **marks)


def _weighed(text: str) -> tuple[float | None, str]:
    """The weight in percent, when there is one, and the answer without its feedback."""
    text = text.strip()
    weight = _WEIGHT.match(text)
    bare = text[weight.end() :] if weight else text
    return (float(weight[1]) if weight else None), bare.partition("#")[0]


def _hold(match: re.Match[str]) -> str:
    return "\n" if match[1] == "n" else chr(_BASE + ord(match[1]))


def _shown(text: str, *, is_html: bool) -> str:
    if named := _FORMAT.match(text.strip()):
        is_html = named[1].lower() in ("html", "moodle")
        text = text.strip()[named.end() :]
    plain = "".join(chr(ord(c) - _BASE) if _BASE <= ord(c) < _BASE + 128 else c for c in text)
    if not is_html:
        return plain.strip()
    shown, lost = from_html(plain)
    if lost:
        raise NotTaken(f"it shows {lost[0]}, which cannot be taken")
    return shown
