"""The page of an issue in Markdown: what it is, what it is worth, and how mature it is."""

import re

from agent.language.catalogs import catalog
from agent.language.outline import Section, sections
from agent.language.text import Language, language_of
from agent.ports import Issue
from agent.workflows.tickets.contracts import Evaluation
from agent.workflows.tickets.description import items_of
from agent.workflows.tickets.issues import Say
from agent.workflows.tickets.maturity.reading import kind_of
from agent.workflows.tickets.maturity.scoring import title as criterion_title

LONGEST_TITLE = 255
"""Of a page, as of a summary, which stands in it behind its key."""


def title(issue: Issue) -> str:
    return f"{issue.key}: {' '.join(issue.summary.split())}"[:LONGEST_TITLE].rstrip()


def markdown(issue: Issue, evaluation: Evaluation, added: str = "") -> str:
    """The whole issue in its language, and how mature it is; what is empty is left out.

    What comes from the issue is text here: it makes no table, no heading, no
    link and no picture of its own.
    """
    language = language_of(f"{issue.summary}\n{issue.description}")
    _ = catalog(language).gettext
    parts = [
        _facts(issue, _),
        *(
            _section(escaped(each.heading), _body(each))
            for text in (added, issue.description)
            for each in sections(text)
        ),
        _section(_("Comments"), _list([*issue.comments])),
        _maturity(evaluation, language),
        _section(_("Strengths"), _list(evaluation.strengths)),
        _section(_("Weaknesses"), _list(evaluation.weaknesses)),
        _section(_("Recommendations"), _advice(evaluation, _)),
    ]
    return "\n\n".join(part for part in parts if part)


def _facts(issue: Issue, _: Say) -> str:
    key = escaped(issue.key)
    link = f"[{key}](<{issue.link}>)" if _LINK.fullmatch(issue.link) else key
    facts = {_("Issue"): link, _("Priority"): escaped(issue.priority)}
    return "\n".join(f"- **{name}**: {held}" for name, held in facts.items() if held)


def _section(heading: str, body: str) -> str:
    return f"## {heading}\n\n{body}" if body and heading else body


def _body(section: Section) -> str:
    mark = "- [ ]" if kind_of(section.heading) == "acceptance" else "-"
    blocks = re.split(r"\n\s*\n", "\n".join(section.lines).strip())
    return "\n\n".join(
        _list(items_of(block), mark=mark)
        if mark != "-" or _IS_LIST.match(block)
        else escaped(block)
        for block in blocks
    )


def _maturity(evaluation: Evaluation, language: Language) -> str:
    _ = catalog(language).gettext
    heading = _("Maturity: {score} out of 100").replace("{score}", f"{evaluation.overall:.0f}")
    columns = [_("Criterion"), _("Score"), _("Weight")]
    rows = [
        [
            criterion_title(each.criterion, language),
            str(each.value),
            f"{evaluation.weights.get(each.criterion, 1):g}",
        ]
        for each in evaluation.scores
    ]
    lines = [columns, ["---", "---:", "---:"], *rows]
    return _section(heading, "\n".join(f"| {' | '.join(cells)} |" for cells in lines))


def _advice(evaluation: Evaluation, _: Say) -> str:
    said = _("expected gain {gain} points")
    return "\n".join(
        f"- {escaped(each.text)} ({said.replace('{gain}', f'{each.gain:+.0f}')})"
        for each in evaluation.advice
    )


def _list(items: list[str], *, mark: str = "-") -> str:
    return "\n".join(f"{mark} {escaped(item)}" for item in items)


_LINK = re.compile(r"(?:https?://[^\s<>]+|/[^\s<>]*)")
_IS_LIST = re.compile(r"\s*(?:[-*•]|\d+[.)])\s")
_MARKDOWN = re.compile(r"([\\`*_\[\]{}<>#!$~|^&])")
_ADDRESS = re.compile(r":(?=//)|(?<=www)\.|@(?=\w)")
_STARTS = re.compile(r"^(\d{1,9})([.)])|^([-+=:])")


def escaped(text: str) -> str:
    """One line that Markdown draws as it is written."""
    line = " ".join(text.split())
    line = _ADDRESS.sub(r"\\\g<0>", _MARKDOWN.sub(r"\\\1", line))
    return _STARTS.sub(
        lambda found: f"{found[1]}\\{found[2]}" if found[1] else f"\\{found[3]}", line
    )
