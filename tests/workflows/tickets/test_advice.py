"""What would make an issue better by rules, and the user's words put where they belong."""

import json
from pathlib import Path

import pytest

from agent.ports.work_items import CRITERIA
from agent.workflows.tickets.contracts import Advice, IssueText
from agent.workflows.tickets.maturity import scoring as maturity

DATA = Path(__file__).parents[2] / "data" / "tickets"
ISSUES = {
    entry["id"]: IssueText(**{k: v for k, v in entry.items() if k not in ("id", "language")})
    for entry in json.loads((DATA / "issues.json").read_text(encoding="utf-8"))
}


def advice_for(issue: IssueText) -> list[Advice]:
    return maturity.evaluate(issue, {}).advice


def carried_out(issue: IssueText, advice: Advice, answer: str = "") -> IssueText:
    return issue.model_copy(update={advice.field: maturity.with_answer(issue, advice, answer)})


@pytest.mark.parametrize("key", ISSUES)
def test_it_is_sorted_by_gain_named_and_at_most_six(key: str) -> None:
    found = advice_for(ISSUES[key])
    assert len(found) <= 6
    assert [advice.gain for advice in found] == sorted((a.gain for a in found), reverse=True)
    assert all(advice.text and advice.asks for advice in found)
    assert len({advice.id for advice in found}) == len(found)


def test_a_weight_of_nothing_makes_its_advice_worth_nothing() -> None:
    weights = dict.fromkeys(CRITERIA, 0.0) | {"dependencies": 1.0}
    (found,) = maturity.evaluate(ISSUES["i16"], weights).advice
    assert found.criterion == "dependencies"


def test_it_speaks_the_language_of_the_issue() -> None:
    told = [advice_for(ISSUES[key])[0].asks for key in ("i06", "i20", "i23")]
    assert len(set(told)) == 3


def advice(criterion: str, field: str = "description") -> Advice:
    return Advice(id=criterion, criterion=criterion, text="-", gain=1, field=field)


TEXT = "Nurses see no allergies.\n\n## Dependencies\n\n- The drug list.\n\n## Scope\n\nAll."


@pytest.mark.parametrize(
    ("criterion", "wanted"),
    [
        ("dependencies", TEXT.replace("list.\n", "list.\n\nMore.\n")),
        ("acceptance_criteria", f"{TEXT}\n\n## Acceptance criteria\n\nMore."),
        ("user_story", f"More.\n\n{TEXT}"),
    ],
)
def test_an_answer_is_put_in_its_section_and_nothing_else_changes(
    criterion: str, wanted: str
) -> None:
    issue = IssueText(summary="Allergies", description=TEXT)
    assert carried_out(issue, advice(criterion), "More.").description == wanted


def test_lines_of_an_answer_are_entries() -> None:
    issue = IssueText(summary="Allergies", description="Nurses see none.")
    after = carried_out(issue, advice("acceptance_criteria"), "One\nTwo").description
    assert after.endswith("- One\n- Two")


def test_with_no_answer_nothing_is_made_up() -> None:
    issue = IssueText(summary="Allergies", description=TEXT)
    assert carried_out(issue, advice("dependencies")) == issue
