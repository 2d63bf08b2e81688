"""How mature an issue is by rules: explained to the point, and in the order people put issues in."""

import json
from itertools import pairwise
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from agent.errors import AgentError
from agent.ports.work_items import CRITERIA
from agent.workflows.tickets.contracts import IssueText
from agent.workflows.tickets.maturity import scoring as maturity
from agent.workflows.tickets.maturity.reading import read
from agent.workflows.tickets.maturity.scoring import JUDGE, Judged, JudgedAdvice, JudgedCriterion

DATA = Path(__file__).parents[2] / "data" / "tickets"
ISSUES = {
    entry["id"]: IssueText(**{k: v for k, v in entry.items() if k not in ("id", "language")})
    for entry in json.loads((DATA / "issues.json").read_text(encoding="utf-8"))
}

WAFFLE = """## User story
As a user, I want a better experience, so that my experience is better.

## Business value
This feature will improve customer satisfaction and drive value for all stakeholders.

## Acceptance criteria
- The system should be fast and user-friendly
- The feature works correctly as expected
- The solution is robust and scalable

## Dependencies
- All relevant teams and systems

## Technical notes
The solution should use modern technologies and follow best practices.
"""
PROSE = """Nurses on the night shift give drugs from the dosing screen, but allergies stand only in the
patient's chart. Last year that led to 14 wrong doses. The dosing screen should show the allergies
of the patient in red above the list of drugs. When a drug contains one of them, the Confirm button
must be off until a doctor enters a reason. Nothing changes on the chart itself. The allergies come
from the chart API, which already serves them."""


def scores(issue: IssueText) -> dict[str, int]:
    return {each.criterion: each.score for each in maturity.by_rules(issue)}


def overall(summary: str, description: str, **fields: str) -> float:
    issue = IssueText(summary=summary, description=description, **fields)
    return maturity.evaluate(issue, {}).overall


# Against people


def spearman(order: list[str], by_score: dict[str, float]) -> float:
    """Rank correlation of an order, best first, with scores; ties share their mean rank."""
    ranked = sorted(by_score.values(), reverse=True)
    ours = [ranked.index(by_score[key]) + (ranked.count(by_score[key]) - 1) / 2 for key in order]
    middle = (len(order) - 1) / 2
    products = sum((i - middle) * (rank - middle) for i, rank in enumerate(ours))
    spread = sum((i - middle) ** 2 for i in range(len(order)))
    return products / (spread * sum((rank - middle) ** 2 for rank in ours)) ** 0.5


@pytest.mark.parametrize("name", ["ranking_a", "ranking_b"])
def test_the_rules_order_issues_as_people_did_who_had_not_seen_them(name):
    order = json.loads((DATA / f"{name}.json").read_text(encoding="utf-8"))
    assert sorted(order) == sorted(ISSUES)
    ours = {key: maturity.evaluate(issue, {}).overall for key, issue in ISSUES.items()}
    assert spearman(order, ours) >= 0.8


# Explained to the point


@pytest.mark.parametrize("key", ISSUES)
def test_every_point_stands_in_the_issue_and_the_points_are_the_score(key):
    assert_explained(ISSUES[key])


PIECES = st.sampled_from([
    "## Acceptance criteria", "**Dependencies**", "Priority: high", "- [ ] TBD", "- The page must load within 2 s",
    "As a **nurse**\nI want to see `allergies`\nso that nobody is hurt", "```\ntrace\n```", "| a | b |",
    "> quoted 14 times", "必须在2秒内显示结果。", "Cuando falta la fecha, se rechaza.", "h2. Scope", "None", "n/a?",
    "Given a cart\nWhen I pay\nThen “Thanks” is shown", "It should be fast. It should be fast.", "", "  \t", "—\r\n-",
    "<role> <!-- x -->", "İstanbul ﬁx ①½ 𝟚", "*bold*: [link](http://a.b) \\_",
])  # fmt: skip


@settings(max_examples=60, deadline=None)
@given(
    st.text(max_size=60), st.lists(PIECES | st.text(max_size=80), max_size=12), st.text(max_size=8)
)
def test_whatever_is_written_every_point_stands_in_it(summary, pieces, priority):
    issue = IssueText(summary=summary, description="\n".join(pieces), priority=priority)
    assert_explained(issue)
    assert maturity.by_rules(issue) == maturity.by_rules(issue.model_copy())


def assert_explained(issue: IssueText) -> None:
    found = maturity.by_rules(issue)
    assert [each.criterion for each in found] == list(CRITERIA)
    for each in found:
        assert each.score == max(0, min(100, sum(point.points for point in each.points)))
        for point in each.points:
            assert point.why
            assert point.quote in issue.summary or point.quote in issue.description
            named_field = each.criterion == "priority_clarity" and issue.priority in point.why
            assert point.quote or point.points == 0 or named_field


# What counts


def test_plain_prose_beats_fine_headings_with_nothing_under_them():
    prose = overall("Nurses cannot see allergies when dosing", PROSE)
    assert prose > overall("Improve the user experience", WAFFLE) + 40


def test_the_same_said_under_headings_and_in_prose_counts_nearly_alike():
    said = [
        "The table `orders` gets one column, at most 200 rows per call; the existing job is reused.",
        "It depends on the address service of the platform team (CORE-7), live since 3 March.",
        "Support answers 40 complaints a month because of this, about 10 hours.",
    ]
    headed = "\n\n".join(
        f"## {heading}\n\n{text}"
        for heading, text in zip(
            ("Technical notes", "Dependencies", "Business value"), said, strict=True
        )
    )
    issue = {"summary": "Show the delivery address in the list of orders"}
    plain = scores(IssueText(**issue, description=" ".join(said)))
    under = scores(IssueText(**issue, description=headed))
    for criterion in ("technical_feasibility", "dependencies", "business_value"):
        assert abs(plain[criterion] - under[criterion]) <= 15
        assert plain[criterion] >= 60


@pytest.mark.parametrize("description", [PROSE, WAFFLE, "It must be good.\n"])
def test_length_alone_earns_nothing(description):
    once = overall("Nurses cannot see allergies when dosing", description)
    for padded in (
        "\n\n".join([description] * 6),
        description + "\n\n" + "The system should be good and improve the experience. " * 30,
        description + "\n" + "\n" * 200 + "-" * 500,
    ):
        assert overall("Nurses cannot see allergies when dosing", padded) <= once


@pytest.mark.parametrize(
    "text",
    [
        "\n\n".join(f"## {name}" for name in CRITERIA.values()),
        "## INVEST\n\n- Independent: yes. It depends on nothing.\n- Valuable: saves 3 hours",
        "```\nThe nurse must see 14 allergies within 2 seconds.\n```",
    ],
)
def test_headings_an_authors_own_judgement_and_code_earn_nothing(text):
    assert overall("Fix it", text) == overall("Fix it", "")


@pytest.mark.parametrize(
    ("poor", "good", "criterion"),
    [
        ("- It is fast", "- The list is shown within 2 seconds", "acceptance_criteria"),
        ("- Works as expected", "- A wrong PIN shows “Try again”", "acceptance_criteria"),
        ("- Funciona correctamente", "- Un PIN erróneo muestra «Repita»", "acceptance_criteria"),
        ("- 系统快速友好", "- 密码错误时显示“请重试”", "acceptance_criteria"),
    ],
)
def test_a_criterion_that_can_be_tested_beats_one_that_cannot(poor, good, criterion):
    def score(entry: str) -> int:
        text = f"## Acceptance criteria\n\n{entry}"
        return scores(IssueText(summary="Block the card", description=text))[criterion]

    assert score(poor) == 0
    assert score(good) >= 25


@pytest.mark.parametrize(
    ("text", "criterion", "least"),
    [
        ("As a nurse I want to see allergies so that no patient is hurt", "user_story", 100),
        ("Como enfermera quiero ver las alergias para no dañar a un paciente", "user_story", 100),
        ("作为护士，我希望看到过敏史，以便不伤害病人", "user_story", 95),
        ("**As a** nurse\n**I want to** see allergies\n**so that** no patient is hurt", "user_story", 100),
        ("As a user I want to export data so that I can export data", "user_story", 0),
        ("Blocked by CORE-7, which the platform team releases on 3 March", "dependencies", 85),
        ("Bloqueado por CORE-7, que el equipo de plataforma entrega el 3 de marzo", "dependencies", 85),
        ("依赖平台组提供的CORE-7接口，预计3月3日完成", "dependencies", 85),
        ("No dependencies: only the settings page changes", "dependencies", 85),
        ("It saves the 12 nurses 3 hours a week", "business_value", 75),
        ("Ahorra 3 horas por semana a las 12 enfermeras", "business_value", 75),
        ("每周为12名护士节省3小时", "business_value", 75),
        ("Estimate: 5 story points", "estimation_readiness", 20),
        ("Estimación: 5 puntos", "estimation_readiness", 20),
        ("工作量：5人天", "estimation_readiness", 20),
    ],
)  # fmt: skip
def test_it_is_seen_in_three_languages(text, criterion, least):
    found = scores(IssueText(summary="-", description=text))[criterion]
    assert found >= least
    assert found > 0 or least == 0


def test_a_story_that_only_repeats_itself_earns_less():
    circular = "As a user I want to export reports so that I can export reports"
    told = "As a controller I want to export reports so that the auditors have them the same day"
    assert scores(IssueText(summary="-", description=told))["user_story"] == 100
    assert scores(IssueText(summary="-", description=circular))["user_story"] < 50


def test_a_priority_against_its_own_words_loses():
    text = (
        "Twelve customers complained about the wrong totals last month. {} stands on each report."
    )
    pressing = IssueText(summary="Totals", priority="High", description=text.format("It"))
    waiting = IssueText(
        summary="Totals", priority="High", description=text.format("It can wait, it")
    )
    assert scores(waiting)["priority_clarity"] < scores(pressing)["priority_clarity"]


def test_open_points_and_too_big_a_task_cost_readiness():
    text = "Nurses see red banners above the dosing list. Doctors sign overrides. Alarms ring."
    ready = scores(IssueText(summary="Red banner", description=text))["estimation_readiness"]
    open_ = f"{text} The colours are to be decided."
    whole = f"{text} Rewrite the whole system along the way."
    for worse in (open_, whole):
        found = scores(IssueText(summary="Red banner", description=worse))
        assert found["estimation_readiness"] < ready


def test_a_scenario_is_one_criterion_wherever_its_lines_break():
    lines = [
        "Given a patient with an allergy",
        "When I open the chart",
        "Then a red banner is shown",
    ]
    for text in (
        "\n".join(lines),
        "\n".join(f"- {line}" for line in lines),
    ):
        issue = IssueText(summary="-", description=f"## Acceptance criteria\n\n{text}")
        told = read(issue).sentences
        assert len(told) == 1
        assert told[0].text.endswith("banner is shown")


def test_what_is_assumed_or_asked_gives_a_priority_no_reason():
    text = "## Assumptions\n\n- Medium priority: no urgency was stated\n\n## Open questions\n\n- Who pays for the outage?"
    issue = IssueText(summary="Block expired cards", priority="Medium", description=text)
    assert scores(issue)["priority_clarity"] == 10


@pytest.mark.parametrize(
    "text",
    ["As a " + "x " * 8_000, "a" * 30_000, "- " * 9_000, "> " * 9_000, "As a nurse, " * 2_000, "needs the " * 3_000],
)  # fmt: skip
def test_no_text_takes_long(text):
    maturity.by_rules(IssueText(summary="Fix it", description=text))


test_no_text_takes_long = pytest.mark.timeout(10)(test_no_text_takes_long)


# Weights


def test_the_overall_score_is_the_weighted_mean_of_the_rules_scores():
    issue = ISSUES["i02"]
    by_rules = scores(issue)
    found = maturity.evaluate(issue, {"user_story": 3, "dependencies": 0.5})
    weights = dict.fromkeys(CRITERIA, 1.0) | {"user_story": 3.0, "dependencies": 0.5}
    expected = sum(by_rules[c] * w for c, w in weights.items()) / sum(weights.values())
    assert found.overall == round(expected, 2)
    assert found.weights == weights
    only = maturity.evaluate(issue, dict.fromkeys(CRITERIA, 0.0) | {"user_story": 1.0})
    assert only.overall == by_rules["user_story"]


def test_weights_that_are_all_nothing_are_refused():
    with pytest.raises(AgentError):
        maturity.evaluate(IssueText(summary="Fix it"), dict.fromkeys(CRITERIA, 0))


# A model beside the rules


def judged(issue: IssueText, score: int = 50, **reasons: str) -> Judged:
    return Judged(
        scores=[
            JudgedCriterion(criterion=c, score=score, reason=reasons.get(c, f"“{issue.summary}” says it."))
            for c in CRITERIA
        ]
    )  # fmt: skip


def test_a_models_judgement_leads_and_the_rules_stand_beside_it():
    issue = ISSUES["i13"]
    alone, judgement = maturity.evaluate(issue, {}), judged(issue, 70)
    judgement.advice.append(JudgedAdvice(criterion="user_story", text="Name the clerk.", gain=20))
    beside = maturity.evaluate(issue, {}, judgement)
    assert (beside.overall, beside.rules_overall) == (70, alone.overall)
    assert [each.score for each in beside.scores] == [each.score for each in alone.scores]
    assert all(each.value == 70 and each.reason for each in beside.scores)
    (advice,) = beside.advice
    assert (advice.text, advice.gain) == ("Name the clerk.", 2.5)
    assert {each.criterion for each in beside.scores if each.disagrees} == {
        each.criterion for each in alone.scores if abs(each.score - 70) > 25
    }


def test_the_judge_is_not_told_what_the_rules_found():
    issue = ISSUES["i13"]
    prompt = JUDGE.prompt(issue)
    assert issue.description in prompt
    for each in maturity.by_rules(issue):
        assert each.points[0].why not in prompt
    assert JUDGE.without_model is None


def test_a_judgement_names_all_criteria_once():
    issue = IssueText(summary="Refill reminder by SMS", description="Patients forget their pills.")
    assert JUDGE.check(issue, judged(issue)) == []
    missing = Judged(scores=judged(issue).scores[1:])
    assert JUDGE.check(issue, missing) == ["description_completeness has 0 scores, not one."]
    twice = Judged(scores=[*judged(issue).scores, judged(issue).scores[0]])
    assert JUDGE.check(issue, twice) == ["description_completeness has 2 scores, not one."]


# In sentences


def test_what_costs_most_comes_first():
    issue = ISSUES["i16"]
    weights = dict.fromkeys(CRITERIA, 1.0) | {"dependencies": 50.0}
    assert maturity.evaluate(issue, weights).weaknesses[0].startswith("Dependencies")
    without = maturity.evaluate(issue, weights | {"dependencies": 0.0}).weaknesses
    assert not any(each.startswith("Dependencies") for each in without)


def test_better_versions_of_one_issue_score_better_step_by_step():
    steps = [
        "",
        "Nurses on the night shift cannot see allergies on the dosing screen.",
        PROSE,
        f"{PROSE}\n\n## Priority\n\nHigh: the insurer ends the contract on 30 June otherwise.",
    ]
    scored = [overall("Show allergies when dosing", text) for text in steps]
    assert all(worse <= better for worse, better in pairwise(scored))
    assert scored[-1] > scored[0] + 50
