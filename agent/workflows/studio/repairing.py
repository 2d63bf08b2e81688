"""One repair of a draft that cannot be published as it is: by rules where that is sure."""

import re
from collections.abc import Callable

from pydantic import BaseModel

from agent.content_checks import Finding, Report
from agent.content_checks.platform import META, width
from agent.errors import AgentError, Stopped
from agent.events import Notice
from agent.ports import Context
from agent.steps import Step
from agent.text import sentences
from agent.workflows.studio import changes, prompts
from agent.workflows.studio.changes import Changes
from agent.workflows.studio.contracts import Brief, Piece
from agent.workflows.studio.guarding import must_pass
from agent.workflows.studio.measuring import report_on
from agent.workflows.studio.rewriting import changed, said_in
from agent.workflows.studio.steps import blocking

TEMPERATURE = 0.3
NOT_REPAIRED = "The draft stays as it was written."

_LINKED = re.compile(r"!?\[([^\[\]\n]{1,200})\]\(([^()\s]{1,300})[^()\n]{0,100}\)")
_PLAIN: tuple[tuple[re.Pattern[str], str], ...] = (
    (re.compile(r"^ {0,3}#{1,6}[ \t]+(?=\S)", re.MULTILINE), ""),
    (re.compile(r"^>[ \t]+", re.MULTILINE), ""),
    (re.compile(r"^([ \t]*)\*[ \t]+(?=\S)", re.MULTILINE), r"\1• "),
    (re.compile(r"(\*\*|__)(?=\S)([^\n]{1,200}?)(?<=\S)\1"), r"\2"),
    (re.compile(r"(?<![\w*])\*(?=[^\s*])([^*\n]{1,200}?)(?<=[^\s*])\*(?![\w*])"), r"\1"),
    (_LINKED, r"\1 (\2)"),
    (re.compile(r"```[^\n]*\n?|`"), ""),
)


class RepairFor(BaseModel):
    brief: Brief
    piece: Piece
    report: Report


def _problems(value: RepairFor, given: Changes) -> list[str]:
    must_pass(said_in(given))
    return changes.problems(value.piece.text, given)


REPAIR = Step(
    "repair",
    RepairFor,
    Changes,
    prompt=lambda value: prompts.repair(value.brief, value.piece, blocking(value.report)),
    check=_problems,
    temperature=TEMPERATURE,
)


def repaired(piece: Piece, report: Report, brief: Brief, context: Context) -> Piece | None:
    """With less that blocks, or None. It never fails: the draft stands as it is."""
    mended = mended_by_rules(piece, report)
    left = report_on(mended, brief)
    if left.blocking and context.llm.is_model:
        mended = _by_model(mended, left, brief, context)
        left = report_on(mended, brief)
    return mended if len(left.blocking) < len(report.blocking) else None


def _by_model(piece: Piece, report: Report, brief: Brief, context: Context) -> Piece:
    """As it was, where the model makes nothing better of it."""
    value = RepairFor(brief=brief, piece=piece, report=report)
    try:
        given = context.llm.run(REPAIR, value)
    except Stopped:
        raise
    except AgentError as error:
        context.report.emit(Notice(f"{error.message} {NOT_REPAIRED}", "warning"))
        return piece
    after = changed(piece, given, brief)
    is_better = len(report_on(after, brief).blocking) < len(report.blocking)
    return after if is_better else piece


# What is sure


def mended_by_rules(piece: Piece, report: Report) -> Piece:
    """What no reader would decide otherwise: it changes no word of what is said."""
    for check in dict.fromkeys(finding.check for finding in report.blocking):
        found = [finding for finding in report.blocking if finding.check == check]
        if check in _MENDS:
            piece = _MENDS[check](piece, found)
    return piece


def _without_too_many_hashtags(piece: Piece, found: list[Finding]) -> Piece:
    """The last ones go. None is made up where there are too few."""
    text = piece.text
    for finding in sorted(found, key=lambda each: -each.start):
        if finding.quote and text[finding.start : finding.end] == finding.quote:
            text = text[: finding.start].rstrip(" ") + text[finding.end :]
    return piece.model_copy(update={"text": text.rstrip()})


def _without_markdown(piece: Piece, _: list[Finding]) -> Piece:
    text = piece.text
    for pattern, plain in _PLAIN:
        text = pattern.sub(plain, text)
    return piece.model_copy(update={"text": text})


def _with_one_title(piece: Piece, found: list[Finding]) -> Piece:
    text = piece.text
    extra = sorted((f.start for f in found if f.quote), reverse=True)
    for start in extra:
        line = text.rfind("\n", 0, start) + 1
        text = text[:line] + re.sub(r"^(\s{0,3})#(?=\s)", r"\1##", text[line:], count=1)
    if not extra:
        text = f"# {piece.title}\n\n{text}"
    return piece.model_copy(update={"text": text})


def _with_shorter_meta(piece: Piece, _: list[Finding]) -> Piece:
    """Without whole sentences at its end or beginning, where what is left has the length."""
    said = sentences(piece.meta_description, piece.language)
    joint = "" if piece.language == "zh" else " "
    least, most = META
    parts = (
        joint.join(said[first:last])
        for first in range(len(said))
        for last in range(len(said), first, -1)
    )
    fitting = next((part for part in parts if least <= width(part) <= most), None)
    return piece.model_copy(update={"meta_description": fitting}) if fitting else piece


def _square(piece: Piece, _: list[Finding]) -> Piece:
    return piece.model_copy(update={"ratio": "1:1"}) if piece.kind == "instagram" else piece


_MENDS: dict[str, Callable[[Piece, list[Finding]], Piece]] = {
    "hashtags": _without_too_many_hashtags,
    "markdown": _without_markdown,
    "title": _with_one_title,
    "meta_description": _with_shorter_meta,
    "ratio": _square,
}
