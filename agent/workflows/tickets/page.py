"""The page of an issue in Markdown: what it is, what it is worth, and how mature it is."""

import re

from agent.language.catalogs import N_, catalog
from agent.language.outline import Section, sections
from agent.language.text import language_of
from agent.ports import Issue
from agent.workflows.tickets.contracts import Evaluation, Language
from agent.workflows.tickets.description import items_of
from agent.workflows.tickets.maturity.reading import kind_of
from agent.workflows.tickets.maturity.scoring import title as criterion_title

_WORDS = {
    "issue": N_("Issue"),
    "priority": N_("Priority"),
    "maturity": N_("Maturity: {score} out of 100"),
    "criterion": N_("Criterion"),
    "score": N_("Score"),
    "weight": N_("Weight"),
    "strengths": N_("Strengths"),
    "weaknesses": N_("Weaknesses"),
    "advice": N_("Recommendations"),
    "gain": N_("expected gain {gain} points"),
}
LONGEST_TITLE = 255
"""Of a page, as of a summary, which stands in it behind its key."""


def title(issue: Issue) -> str:
    return f"{issue.key}: {' '.join(issue.summary.split())}"[:LONGEST_TITLE].rstrip()


def markdown(issue: Issue, evaluation: Evaluation) -> str:
    """The whole issue in its language, and how mature it is; what is empty is left out.

    What comes from the issue is text here: it makes no table, no heading, no
    link and no picture of its own.
    """
    language = language_of(f"{issue.summary}\n{issue.description}")
    say = {key: catalog(language).gettext(words) for key, words in _WORDS.items()}
    parts = [
        _facts(issue, say),
        *(_section(escaped(each.heading), _body(each)) for each in sections(issue.description)),
        _maturity(evaluation, say, language),
        _section(say["strengths"], _list(evaluation.strengths)),
        _section(say["weaknesses"], _list(evaluation.weaknesses)),
        _section(say["advice"], _advice(evaluation, say)),
    ]
    return "\n\n".join(part for part in parts if part)


def _facts(issue: Issue, say: dict[str, str]) -> str:
    key = escaped(issue.key)
    link = f"[{key}](<{issue.link}>)" if _LINK.fullmatch(issue.link) else key
    facts = [f"- **{say['issue']}**: {link}"]
    if issue.priority:
        facts.append(f"- **{say['priority']}**: {escaped(issue.priority)}")
    return "\n".join(facts)


def _section(heading: str, body: str) -> str:
    return f"## {heading}\n\n{body}" if body and heading else body


def _body(section: Section) -> str:
    is_criteria = kind_of(section.heading) == "acceptance"
    blocks = []
    for block in re.split(r"\n\s*\n", "\n".join(section.lines).strip()):
        if is_criteria or _IS_LIST.match(block):
            blocks.append(_list(items_of(block), mark="- [ ]" if is_criteria else "-"))
        else:
            blocks.append(escaped(block))
    return "\n\n".join(blocks)


def _maturity(evaluation: Evaluation, say: dict[str, str], language: Language) -> str:
    heading = say["maturity"].replace("{score}", f"{evaluation.overall:.0f}")
    columns = [say["criterion"], say["score"], say["weight"]]
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


def _advice(evaluation: Evaluation, say: dict[str, str]) -> str:
    return "\n".join(
        f"- {escaped(each.text)} ({say['gain'].replace('{gain}', f'{each.gain:+.0f}')})"
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
