"""What the claims come to, and as a text."""

from agent.workflows.studio.content.contracts import Claim, Research, Source
from agent.workflows.studio.nodes.researching import markdown, report_by_rules
from tests.workflows.studio.content.scene import brief

CLAIMS = tuple(
    Claim(id=f"C{n}", text=f"Fact {n} is so.", source="S1", quote="q", verdict="supported")
    for n in range(1, 9)
)
VALUE = brief().model_copy(update={"research": Research(topic="staging", claims=CLAIMS)})


def test_without_a_model_the_strongest_claims_are_the_findings() -> None:
    given = report_by_rules(VALUE)
    assert given.summary == ""
    assert given.key_findings == [f"C{n}" for n in range(1, 9)]


def test_each_statement_bears_the_mark_of_its_source() -> None:
    sources = (Source(id="S1", title="A [study]", where="web", url="https://a.example"),)
    text = markdown(
        Research(
            topic="home staging",
            summary="So it is [C1].",
            key_findings=("Fact 2 is so. [C2]",),
            sources=sources,
            claims=CLAIMS[:3],
            notices=("The web was not searched.",),
        )
    )
    assert text.startswith("# Home staging")
    assert "So it is [S1]." in text
    assert "[A study](https://a.example)" in text
