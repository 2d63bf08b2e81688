"""The page of an issue in Markdown: what it is, what it is worth, and how mature it is."""

from agent.language.catalogs import catalog
from agent.language.outline import Section, fence_after, sections
from agent.language.text import Language, language_of
from agent.ports import Issue
from agent.workflows.tickets.contracts import Evaluation
from agent.workflows.tickets.drafts import items_of
from agent.workflows.tickets.issues import Say, facts_of, linked
from agent.workflows.tickets.maturity.reading import kind_of
from agent.workflows.tickets.maturity.scoring import title as criterion_title

OF_THE_MOMENT = ("status", "pages")
"""Facts that a page does not hold: they would be out of date at once."""
LONGEST_TITLE = 255
"""Of a page, as of a summary, which stands in it behind its key."""


def title(issue: Issue) -> str:
    return f"{issue.key}: {' '.join(issue.summary.split())}"[:LONGEST_TITLE].rstrip()


def markdown(issue: Issue, evaluation: Evaluation) -> str:
    """The whole issue in its language, and how mature it is; what is empty is left out."""
    language = language_of(f"{issue.summary}\n{issue.description}")
    _ = catalog(language).gettext
    key = linked(issue.key, issue.link) if issue.link else issue.key
    facts = {_("Issue"): key, **facts_of(issue, _, without=OF_THE_MOMENT)}
    parts = [
        "\n".join(f"- **{name}**: {held}" for name, held in facts.items()),
        *(_section(each.heading, _body(each)) for each in sections(issue.description)),
        _section(_("Comments"), _list([*issue.comments])),
        _maturity(evaluation, language),
        _section(_("Strengths"), _list(evaluation.strengths)),
        _section(_("Weaknesses"), _list(evaluation.weaknesses)),
        _section(_("Recommendations"), _advice(evaluation, _)),
    ]
    return "\n\n".join(part for part in parts if part)


def _section(heading: str, body: str) -> str:
    return f"## {heading}\n\n{body}" if body and heading else body


def _body(section: Section) -> str:
    """As it is written; acceptance criteria can be ticked off."""
    fence = ""
    for line in section.lines:
        fence = fence_after(line, fence)
    # A code block that is left open would take in the rest of the page.
    text = "\n".join([*section.lines, fence]).strip()
    if kind_of(section.heading) != "acceptance":
        return text
    return _list(items_of(text), mark="- [ ]")


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
        f"- {each.text} ({said.replace('{gain}', f'{each.gain:+.0f}')})"
        for each in evaluation.advice
    )


def _list(items: list[str], *, mark: str = "-") -> str:
    return "\n".join(f"{mark} {' '.join(item.split())}" for item in items)
