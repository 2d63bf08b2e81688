"""What the claims come to, by rules and by a model, and as a text."""

import pytest

from agent.workflows.studio.contracts import Claim, Research, Source
from agent.workflows.studio.research.report import (
    REPORT,
    Reported,
    ReportFor,
    by_rules,
    findings,
    markdown,
)

FACTS = (
    ("What it is", "Home staging is the preparation of a home for its sale."),
    ("What it is", "Home staging uses light, furniture and order."),
    ("Costs", "A consultation with a stager costs between 150 and 400 euros."),
    ("Costs", "Rented furniture is often charged by the month."),
    ("Mistakes", "Oversized furniture makes a small room look smaller."),
)
CLAIMS = tuple(
    Claim(id=f"C{n}", text=text, source="S1", quote=text, heading=heading, verdict="supported")
    for n, (heading, text) in enumerate(FACTS, start=1)
)
VALUE = ReportFor(topic="home staging", language="en", claims=CLAIMS, related=("Open houses",))


def test_rules_sum_up_by_claims_of_different_headings_and_pass_their_own_check() -> None:
    given = by_rules(VALUE)
    assert REPORT.check(VALUE, given) == []
    assert given.summary.startswith("Home staging is the preparation of a home for its sale. [C1]")
    assert "[C5]" in given.summary
    assert given.related == ["Open houses"]
    assert not set(given.key_findings) & {"C1", "C5"}


def test_without_claims_there_is_no_summary() -> None:
    nothing = VALUE.model_copy(update={"claims": ()})
    assert by_rules(nothing) == Reported(summary="", key_findings=[], related=["Open houses"])
    assert REPORT.check(nothing, by_rules(nothing)) == []


WRONG = [
    (Reported(summary="Staging helps every seller. [C9]", key_findings=["C1"]), "no claim C9"),
    (Reported(summary="Staging helps. [C1]", key_findings=["C7"]), "no claim C7"),
    (Reported(summary="", key_findings=["C1"]), "empty"),
    (Reported(summary="Staging costs 500 euros. [C3]", key_findings=["C1"]), "500 euros"),
    (
        Reported(
            summary="Staging is preparation. [C1] Every agent loves it dearly.", key_findings=[]
        ),
        "cites no claim",
    ),
]


@pytest.mark.parametrize(("given", "said"), WRONG)
def test_a_model_is_told_what_no_claim_bears(given: Reported, said: str) -> None:
    assert said in " ".join(REPORT.check(VALUE, given))


def test_a_sound_summary_passes() -> None:
    summary = "Staging prepares a home for sale. [C1] A consultation costs 150 to 400 euros [C3]."
    assert REPORT.check(VALUE, Reported(summary=summary, key_findings=["C3", "C4", "C5"])) == []


def test_findings_are_the_claims_own_words() -> None:
    given = Reported(summary="", key_findings=["C4", "C4", "C99"])
    assert findings(given, CLAIMS) == ("Rented furniture is often charged by the month. [C4]",)


def test_the_text_names_the_source_of_every_statement() -> None:
    web = Source(
        id="S1",
        title="Staging [2025] (study)",
        where="web",
        url="https://a.example/p",
        published="2025-03-01T10:00",
    )
    unread = Source(id="S2", title="Unused", where="web", url="https://b.example/")
    text = markdown(
        Research(
            topic="home staging",
            summary=f"{FACTS[0][1]} [C1]",
            key_findings=(f"{FACTS[2][1]} [C3]",),
            sources=(web, unread),
            claims=(*CLAIMS[:4], CLAIMS[4].model_copy(update={"verdict": "unsupported"})),
            related=("Open houses",),
            notices=("A page could not be read.",),
        )
    )
    assert text == "\n\n".join(
        (
            "# Home staging",
            f"{FACTS[0][1]} [S1]",
            f"## Key findings\n\n- {FACTS[2][1]} [S1]",
            f"## What else the sources say\n\n- {FACTS[1][1]} [S1]\n- {FACTS[3][1]} [S1]",
            "## Sources\n\n- S1: [Staging 2025 study](https://a.example/p), 2025-03-01",
            "## Related topics\n\n- Open houses",
            "## Limits\n\n- A page could not be read.",
        )
    )


def test_the_text_of_nothing_says_so_in_the_topics_language() -> None:
    text = markdown(Research(topic="casas", language="es"))
    assert text == (
        "# Casas\n\nNo se ha encontrado nada sobre este tema, así que no hay nada que contar."
    )
