"""The page of an issue: its sections in its language, and nothing of its own making in the text."""

import pytest

from agent.exchange.wiki_markup import storage
from agent.ports import Issue, Scored
from agent.workflows.tickets import page

DESCRIPTION = """As a nurse, I want to see allergies, so that no patient is hurt.

## Business value

Last year 14 wrong doses.

Each costs *two* hours.

## Acceptance criteria

- A red banner names the drug
- [x] Confirm is off within 2 seconds

## INVEST

- Independent: yes. Needs nothing else.
"""
HOSTILE = """## Business value

<script>x</script> ![p](http://e.vil/p.png) [j](javascript:alert(1)) <ac:structured-macro/>

## Acceptance criteria

- <img src="http://e.vil/p.png"> and [l](data:text/html,x)
"""


def an_issue(description: str = DESCRIPTION, **fields: str) -> Issue:
    values = {
        "summary": "Show allergies when dosing",
        "priority": "High",
        "link": "https://jira.test/browse/BED-7",
    }
    return Issue(
        key="BED-7", id="7", project="BED", issue_type="Story", description=description,
        status="Open", is_open=True, version="1", **{**values, **fields},
    )  # fmt: skip


def test_the_title_names_key_and_summary_in_one_line():
    assert page.title(an_issue(summary="Show\n allergies")) == "BED-7: Show allergies"


def test_it_has_all_that_a_reader_wants_in_order():
    issue = an_issue()
    text = page.markdown(issue)
    headings = [line for line in text.splitlines() if line.startswith("## ")]
    assert headings == ["## Business value", "## Acceptance criteria", "## INVEST"]
    assert text.startswith("- **Issue**: [BED-7](https://jira.test/browse/BED-7)\n")
    assert "- **Priority**: High\n" in text
    assert "- [ ] A red banner names the drug\n- [ ] Confirm is off within 2 seconds\n" in text
    assert "Last year 14 wrong doses.\n\nEach costs *two* hours." in text
    assert "- Independent: yes. Needs nothing else." in text


def test_it_ends_with_what_the_issue_scored_last():
    scored = Scored("1", "BED-7", "2026-11-28", 63.6, {"priority_clarity": 80.0})
    text = page.markdown(an_issue(), scored)
    assert text.endswith("| --- | ---: |\n| Priority clarity | 80 |")
    assert "## Maturity: 64 out of 100" in text


def test_what_is_empty_is_left_out():
    issue = an_issue("", priority="", summary="Fix it", link="")
    text = page.markdown(issue)
    for absent in ("Priority**", "## Business value", "## Acceptance", "## INVEST"):
        assert absent not in text
    assert text.startswith("- **Issue**: BED-7\n")


@pytest.mark.parametrize(
    ("description", "headings"),
    [
        ("## Valor de negocio\n\nAhorra 3 horas a las enfermeras.",
         ["## Valor de negocio", "- **Incidencia**"]),
        ("## 业务价值\n\n每周为护士节省3小时。", ["## 业务价值", "- **事项**"]),
    ],
)  # fmt: skip
def test_it_is_in_the_issues_language(description, headings):
    issue = an_issue(description, summary="-")
    text = page.markdown(issue)
    for heading in headings:
        assert heading in text


def test_what_an_issue_says_fetches_nothing_and_makes_no_markup_of_the_wiki() -> None:
    issue = an_issue(HOSTILE, summary="<b>x</b>", priority="[p](javascript:alert(1))")
    stored = storage(page.markdown(issue))
    for absent in ("<script", "<img", "<b>", "<ac:image", "<ac:structured", 'href="j', 'href="d'):
        assert absent not in stored


def test_what_an_issue_has_in_bold_or_in_a_table_is_so_on_its_page() -> None:
    issue = an_issue("**Decision:** 12 hours.\n\n| a | b |\n|---|---|\n| 1 | 2 |")
    stored = storage(page.markdown(issue))
    assert "<strong>Decision:</strong>" in stored
    assert stored.count("<table") == 1
