"""An outline changed by rules as a comment says, and what differs between two of them."""

import re

from agent.text import content_words, fold
from agent.workflows.studio.contracts import Outline, Section

_DROP = re.compile(
    r"\b(?:drop|remove|delete|cut|leave out|skip|without|no|quita|elimina|borra|sin)\b"
    r"|删除|删掉|去掉|不要"
)
_ADD = re.compile(
    r"\b(?:add|include|insert|añade|anade|agrega|incluye)\b(?:\s+(?:an?|the|one|una?|el|la))?"
    r"(?:\s+(?:sections?|parts?|headings?|secci[oó]n|seccion|apartado))?"
    r"(?:\s+(?:on|about|for|called|titled|sobre|acerca de|llamad[oa]))?\s*:?"
    r"|(?:增加|加上|添加)(?:一[节段个])?(?:关于)?"
)
_RENAME = re.compile(r"\b(?:title|call it|título|titulo)\b[^“\"]{0,20}[“\"]([^”\"\n]{3,120})[”\"]")
_CLAUSE = re.compile(
    r"[.;!?。；！？\n]+|,\s*(?:and|then|y|luego)\s+|\s+(?:and|then)\s+(?=add\b|drop\b)"
)
NOT_UNDERSTOOD = (
    "The built-in rules did not understand this comment. Edit the lines, or choose a model."
)


def revised(outline: Outline, comment: str) -> tuple[Outline, list[str]]:
    """Sections dropped and added, a title in quotation marks; and what came of it, in sentences."""
    now = outline
    for clause in filter(None, (part.strip() for part in _CLAUSE.split(comment))):
        now = _clause(now, clause)
    return now, changes(outline, now) or [NOT_UNDERSTOOD]


def _clause(outline: Outline, clause: str) -> Outline:
    if renamed := _RENAME.search(clause):
        return outline.model_copy(update={"title": renamed[1].strip()})
    folded = clause if not clause.isascii() else fold(clause)
    if _DROP.search(folded):
        kept = tuple(each for each in outline.sections if not _is_named(each, clause))
        return outline.model_copy(update={"sections": kept}) if kept else outline
    if added := _ADD.search(folded):
        heading = clause[added.end() :].strip(" :“”\"'。")
        if content_words(heading):
            section = Section(heading=heading[:1].upper() + heading[1:])
            return outline.model_copy(update={"sections": (*outline.sections, section)})
    return outline


def _is_named(section: Section, clause: str) -> bool:
    """By most of its words: "drop the part on lighting" names "Lighting and paint"."""
    if fold(section.heading) in fold(clause):
        return True
    words, named = set(content_words(section.heading)), set(content_words(clause))
    return len(words & named) * 2 >= len(words) and bool(words & named)


def changes(before: Outline, after: Outline) -> list[str]:
    """What differs, in sentences."""
    said = []
    if before.title != after.title:
        said.append(f"The title is “{after.title}” now.")
    old = {section.heading: section for section in before.sections}
    new = {section.heading: section for section in after.sections}
    said += [f"“{heading}” is gone." for heading in old if heading not in new]
    said += [f"“{heading}” is new." for heading in new if heading not in old]
    said += [
        f"“{heading}” says: {new[heading].gist}"
        for heading in new
        if heading in old and new[heading].gist != old[heading].gist
    ]
    stayed = [heading for heading in old if heading in new]
    if stayed != [heading for heading in new if heading in old]:
        said.append("The order is another one.")
    return said
