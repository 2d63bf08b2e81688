"""What differs between two outlines is told."""

from agent.workflows.studio.artifacts import changes
from agent.workflows.studio.content.contracts import Outline, Section

OUTLINE = Outline(
    title="Home staging",
    sections=tuple(
        Section(heading=each, gist=f"{each}.", claims=("C1",))
        for each in ("Clear surfaces", "Lighting and paint", "What it costs")
    ),
)


def test_a_section_that_goes_or_comes_is_named() -> None:
    new = OUTLINE.model_copy(update={"sections": (*OUTLINE.sections[1:], Section(heading="Tax"))})
    gone, fresh = changes(OUTLINE, new)
    assert "Clear surfaces" in gone
    assert "Tax" in fresh


def test_order_and_gist_are_told() -> None:
    turned = OUTLINE.model_copy(update={"sections": OUTLINE.sections[::-1]})
    assert len(changes(OUTLINE, turned)) == 1
    first = OUTLINE.sections[0].model_copy(update={"gist": "Anew."})
    (said,) = changes(
        OUTLINE, OUTLINE.model_copy(update={"sections": (first, *OUTLINE.sections[1:])})
    )
    assert "Anew." in said
    assert changes(OUTLINE, OUTLINE) == []
