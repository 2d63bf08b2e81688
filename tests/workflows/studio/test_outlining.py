"""An outline changed by a comment, with no model."""

import pytest

from agent.workflows.studio.contracts import Outline, Section
from agent.workflows.studio.outlining import NOT_UNDERSTOOD, changes, revised

OUTLINE = Outline(
    title="Home staging",
    sections=tuple(
        Section(heading=each, gist=f"{each}.", claims=("C1",))
        for each in ("Clear surfaces", "Lighting and paint", "What it costs")
    ),
)


def headings(comment: str) -> list[str]:
    return [section.heading for section in revised(OUTLINE, comment)[0].sections]


@pytest.mark.parametrize(
    ("comment", "left"),
    [
        ("Drop the section on lighting", ["Clear surfaces", "What it costs"]),
        ("please remove “What it costs”", ["Clear surfaces", "Lighting and paint"]),
        (
            "Add a section about curb appeal",
            [*headings(""), "Curb appeal"],
        ),
        ("without lighting, and add mistakes", ["Clear surfaces", "What it costs", "Mistakes"]),
        ("make it sing", [*headings("")]),
        ("drop everything about taxes", [*headings("")]),
    ],
)
def test_sections_are_dropped_and_added(comment: str, left: list[str]) -> None:
    assert headings(comment) == left


def test_sections_keep_what_they_rest_on() -> None:
    outline, said = revised(OUTLINE, "drop the lighting")
    assert outline.sections == (OUTLINE.sections[0], OUTLINE.sections[2])
    assert said == ["“Lighting and paint” is gone."]


def test_the_last_section_stays() -> None:
    one = OUTLINE.model_copy(update={"sections": OUTLINE.sections[:1]})
    assert revised(one, "drop clear surfaces")[0] == one


def test_a_title_in_quotation_marks_is_taken() -> None:
    assert revised(OUTLINE, "call it “Ready to show”")[0].title == "Ready to show"


def test_what_is_not_understood_is_said() -> None:
    assert revised(OUTLINE, "make it sing") == (OUTLINE, [NOT_UNDERSTOOD])


def test_changes_name_order_and_gist() -> None:
    turned = OUTLINE.model_copy(update={"sections": OUTLINE.sections[::-1]})
    assert changes(OUTLINE, turned) == ["The order is another one."]
    first = OUTLINE.sections[0].model_copy(update={"gist": "Anew."})
    other = OUTLINE.model_copy(update={"sections": (first, *OUTLINE.sections[1:])})
    assert changes(OUTLINE, other) == ["“Clear surfaces” says: Anew."]
    assert changes(OUTLINE, OUTLINE) == []
