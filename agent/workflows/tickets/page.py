"""The page of an issue in Markdown: all that it says, in its own language."""

from agent.language.catalogs import catalog
from agent.language.outline import Section, sections
from agent.language.text import language_of
from agent.ports import Issue, Scored
from agent.ports.work_items import CRITERIA
from agent.workflows.tickets.drafts import items_of, list_of
from agent.workflows.tickets.issues import Say, facts_of, linked, score_of
from agent.workflows.tickets.maturity.reading import kind_of

OF_THE_MOMENT = ("status", "pages")
"""Facts that a page does not hold: they would be out of date at once."""
LONGEST_TITLE = 255


def title(issue: Issue, wanted: str = "") -> str:
    """What is wanted, else its key and summary."""
    text = " ".join((wanted or f"{issue.key}: {issue.summary}").split())
    return text[:LONGEST_TITLE].rstrip()


def markdown(issue: Issue, scored: Scored | None = None) -> str:
    """The whole issue, and what it scored last; what is empty is left out."""
    language = language_of(f"{issue.summary}\n{issue.description}")
    _ = catalog(language).gettext
    key = linked(issue.key, issue.link) if issue.link else issue.key
    facts = {_("Issue"): key, **facts_of(issue, _, without=OF_THE_MOMENT)}
    parts = [
        "\n".join(f"- **{name}**: {held}" for name, held in facts.items()),
        *(_section(each.heading, _body(each)) for each in sections(issue.description)),
        _section(_("Comments"), list_of(issue.comments)),
        _maturity(issue, scored, _) if scored else "",
    ]
    return "\n\n".join(part for part in parts if part)


def _section(heading: str, body: str) -> str:
    return f"## {heading}\n\n{body}" if body and heading else body


def _body(section: Section) -> str:
    """As it is written; acceptance criteria can be ticked off."""
    text = "\n".join(section.lines).strip()
    if kind_of(section.heading) != "acceptance":
        return text
    return list_of(items_of(text), mark="- [ ]")


def _maturity(issue: Issue, scored: Scored, _: Say) -> str:
    names: dict[str, str] = {str(name): said for name, said in CRITERIA.items()}
    criterion, score = _("Criterion"), _("Score")
    rows = [f"| {criterion} | {score} |", "| --- | ---: |"]
    rows += [f"| {_(names.get(n, n))} | {value:.0f} |" for n, value in scored.scores.items()]
    return _section(score_of(issue, scored, _), "\n".join(rows))
