"""Moodle XML: the quiz format of Moodle, with feedback and tags."""

from xml.etree.ElementTree import Element, SubElement

from agent.errors import AgentError
from agent.exchange import xml_tree
from agent.exchange.markup import from_html, printable, to_html
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

_TAGS = ("difficulty", "objective", "language")
_UNKNOWN = {
    "truefalse": "it is true or false",
    "matching": "it matches pairs",
    "numerical": "it asks for a number",
    "calculated": "it asks for a calculation",
    "cloze": "it has gaps in a text",
    "ddwtos": "words are dragged into it",
    "gapselect": "words are chosen in it",
}
WHOLE = 100.0


def write(sheet: Sheet) -> bytes:
    quiz = Element("quiz")
    topic = None
    for item in sheet.items:
        if item.topic != topic:
            topic = item.topic
            category = SubElement(quiz, "question", type="category")
            _text(category, "category", f"$course$/top/{printable(topic)}")
        quiz.append(_question(item))
    return xml_tree.written(quiz)


def _question(item: Item) -> Element:
    answers = short_answers(item)
    kind = "multichoice" if item.kind == "choice" else ("shortanswer" if answers else "essay")
    question = Element("question", type=kind)
    _text(question, "name", printable(item.id))
    _html(question, "questiontext", item.question_text)
    _html(question, "generalfeedback", feedback(item))
    for name, value in (("defaultgrade", "1"), ("penalty", "0"), ("hidden", "0")):
        SubElement(question, name).text = value
    SubElement(question, "idnumber").text = printable(item.id)
    if kind == "multichoice":
        _options(question, item)
    elif kind == "shortanswer":
        SubElement(question, "usecase").text = "0"
        for answer in answers:
            element = SubElement(question, "answer", fraction="100", format="moodle_auto_format")
            SubElement(element, "text").text = printable(answer)
    else:
        SubElement(question, "responseformat").text = "editor"
        SubElement(question, "responserequired").text = "1"
        _html(question, "graderinfo", item.key)
    _tags(question, item)
    return question


def _options(question: Element, item: Item) -> None:
    for name, value in (
        ("single", "true"),
        ("shuffleanswers", "true"),
        ("answernumbering", "abc"),
    ):
        SubElement(question, name).text = value
    for id_, text in item.options:
        answer = _html(question, "answer", text)
        answer.set("fraction", "100" if id_ == item.key else "0")


def _tags(question: Element, item: Item) -> None:
    tags = SubElement(question, "tags")
    for name in _TAGS:
        if value := getattr(item, name):
            _text(tags, "tag", printable(f"{name}:{value}"))


def _text(parent: Element, name: str, text: str) -> Element:
    element = SubElement(parent, name)
    SubElement(element, "text").text = text
    return element


def _html(parent: Element, name: str, text: str) -> Element:
    element = _text(parent, name, to_html(text))
    element.set("format", "html")
    return element


# Reading


def read(text: str) -> Imported:
    root = xml_tree.parse(text)
    if root.tag != "quiz":
        raise AgentError(
            "This XML is not a Moodle quiz.", hint="Export the questions as Moodle XML."
        )
    reading, topic, number = Reading(), "", 0
    for question in root.iterfind("question"):
        kind = question.get("type", "")
        if kind == "category":
            topic = _text_of(question, "category").rpartition("/")[2]
            continue
        number += 1
        name = _text_of(question, "name").strip() or f"Question {number}"
        try:
            reading.take(_read_question(question, kind, topic), name)
        except NotTaken as reason:
            reading.refuse(name, reason)
    return reading.done()


def _read_question(question: Element, kind: str, topic: str) -> Item:
    if kind not in ("multichoice", "shortanswer", "essay"):
        why = _UNKNOWN.get(kind, f"it is of the kind “{kind}”")
        raise NotTaken(f"{why}, and such questions cannot be taken")
    if question.find(".//file") is not None:
        raise NotTaken("it comes with a file, which cannot be taken")
    text = _shown(question.find("questiontext"))
    said = split_feedback(_shown(question.find("generalfeedback")))
    more = {**said, **_read_tags(question), "id": (question.findtext("idnumber") or "").strip()}
    if kind == "essay":
        answer = _shown(question.find("graderinfo"))
        return free(text, [answer], topic=topic, **more)
    answers = question.findall("answer")
    full = [i for i, each in enumerate(answers) if _fraction(each) == WHOLE]
    if kind == "shortanswer":
        # What is typed: Moodle does not take it for HTML.
        known = [(answers[i].findtext("text") or "").strip() for i in full]
        if any("*" in answer.replace("\\*", "") for answer in known):
            raise NotTaken("its answer has a wildcard, which cannot be taken")
        return free(text, known, topic=topic, **more)
    is_single = (question.findtext("single") or "true").strip().lower() in ("true", "1")
    if not is_single or len(full) != 1 or sum(_fraction(a) > 0 for a in answers) != 1:
        raise NotTaken("it does not have exactly one right answer")
    shown = [_shown(answer) for answer in answers]
    return choice(text, shown, right=full[0], topic=topic, **more)


def _fraction(answer: Element) -> float:
    try:
        return float(answer.get("fraction", "0"))
    except ValueError:
        raise NotTaken("the weight of one of its answers is no number") from None


def _read_tags(question: Element) -> dict[str, str]:
    found = {}
    for tag in question.iterfind("tags/tag"):
        name, _, value = (tag.findtext("text") or "").partition(":")
        if name in _TAGS and value:
            found[name] = value.strip()
    return found


def _text_of(element: Element, name: str) -> str:
    return element.findtext(f"{name}/text") or ""


def _shown(element: Element | None) -> str:
    if element is None:
        return ""
    text = element.findtext("text") or ""
    if element.get("format", "html") in ("plain_text", "markdown"):
        return text.strip()
    shown, lost = from_html(text)
    if lost:
        raise NotTaken(f"it shows {lost[0]}, which cannot be taken")
    return shown
