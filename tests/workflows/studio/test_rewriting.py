"""Another version: what is asked for changes, and nothing else does."""

from typing import Any

import pytest

from agent.workflows.studio.content import written
from agent.workflows.studio.content.contracts import ImageWish, Piece, Slot
from agent.workflows.studio.content.written import Change, Changes
from agent.workflows.studio.nodes import checking, writing
from tests.fakes import Gives
from tests.workflows.studio.desk import Desk, Plain, brief, state

TEXT = """# Home staging

Clear the table  first.

Paint the wall.

## Conclusion

Talk to us."""
PIECE = Piece(kind="blog", title="Home staging", text=TEXT, meta_description="Old.", claims=("C3",))


def rewrite(given: Plain, piece: Piece = PIECE, comment: str = "the second paragraph") -> Plain:
    desk = Desk(Gives("rewrite", given))
    plain = piece.model_dump(mode="json")
    update = writing.rewrite(state(brief("linkedin"), piece=plain, comment=comment), desk.runtime)
    desk.script.finish()
    return update


def change(before: str, after: str) -> Plain:
    return {"changes": [{"before": before, "after": after}]}


# Through the model


def test_only_what_is_named_changes() -> None:
    update = rewrite(change("Paint the wall.", "Paint the loud wall."))
    assert update["piece"]["text"] == TEXT.replace("the wall", "the loud wall")
    assert update["before"] == PIECE.model_dump(mode="json")
    assert update["why"] == "rewritten"
    assert update["piece"]["meta_description"] == "Old."


def test_a_new_fact_brings_its_claim_and_no_mark() -> None:
    after = "Paint the wall. Clearing surfaces is the cheapest step of home staging [C2]."
    piece = rewrite(change("Paint the wall.", after))["piece"]
    assert piece["text"] == TEXT.replace("Paint the wall.", after.replace(" [C2]", ""))
    assert piece["claims"] == ["C3", "C2"]


def test_links_are_not_invented_in_a_rewrite_either() -> None:
    after = "Paint the [wall](https://paint.example)."
    assert rewrite(change("Paint the wall.", after))["piece"]["text"] == TEXT


def test_a_paragraph_can_go() -> None:
    piece = rewrite(change("Paint the wall.", ""))["piece"]
    assert piece["text"] == TEXT.replace("Paint the wall.\n\n", "")


def test_a_new_title_stands_in_the_text_too() -> None:
    piece = rewrite({"title": "Staging"})["piece"]
    assert (piece["title"], piece["text"].splitlines()[0]) == ("Staging", "# Staging")
    piece = rewrite(change("# Home staging", "# At home"))["piece"]
    assert (piece["title"], piece["text"].splitlines()[0]) == ("At home", "# At home")


def test_of_several_meta_descriptions_the_fitting_one_is_taken() -> None:
    fits = "x" * 155
    piece = rewrite({"meta_descriptions": ["short", fits, "y" * 170]})["piece"]
    assert piece["meta_description"] == fits
    assert piece["text"] == TEXT


def test_a_picture_is_told_in_the_words_of_the_new_text() -> None:
    wish = ImageWish(title="A table", alt="A table")
    piece = Piece(kind="instagram", title="A", text="Hi #a", alt="A table", wish=wish)
    changed = rewrite({"alt": "A bare table"}, piece)["piece"]
    assert changed["alt"] == "A bare table"


def test_a_whole_new_text_takes_the_place_of_the_old_one() -> None:
    whole = TEXT.replace("Paint the wall.", "Let light in.")
    piece = rewrite({"whole": f"{whole}\n\nMeta: {'z' * 155}"})["piece"]
    assert piece["text"] == whole
    assert piece["meta_description"] == "z" * 155


def test_a_calendar_that_changes_changes_its_slots() -> None:
    row = "| 1 | Mon | Blog | Old | A |"
    head = "| Week | Day | Format | Title | Pillar |\n|---|---|---|---|---|"
    text = f"# P\n\n## Calendar\n{head}\n{row}"
    slot = Slot(week=1, day="Mon", kind="blog", title="Old", pillar="A")
    piece = Piece(kind="strategy", title="P", text=text, slots=(slot,))
    changed = rewrite(change("| Old |", "| New |"), piece)["piece"]
    assert [each["title"] for each in changed["slots"]] == ["New"]


@pytest.mark.parametrize(
    ("given", "problem"),
    [
        (change("Paint the ceiling.", "x"), "does not occur in the text"),
        (change("the", "x"), "occurs 2 times"),
        ({"changes": []}, "Nothing changes"),
        (
            {
                "changes": [
                    change("Paint the wall.", "x")["changes"][0],
                    change("wall.", "y")["changes"][0],
                ]
            },
            "lies within another",
        ),
    ],
)
def test_changes_that_do_not_fit_are_asked_for_again(given: Plain, problem: str) -> None:
    found = written.problems(PIECE.text, Changes.model_validate(given))
    assert any(problem in each for each in found)


@pytest.mark.parametrize("declined", ["It says so already.", ""])
def test_what_a_model_does_not_change_stays_and_is_said(declined: str) -> None:
    update = rewrite({"declined": declined})
    assert update["piece"] == PIECE.model_dump(mode="json")


def test_what_is_not_done_beside_a_change_is_said() -> None:
    desk = Desk(Gives("rewrite", change("Paint it.", "Do it.") | {"declined": "No slides."}))
    piece = PIECE.model_copy(update={"text": "Paint it."}).model_dump(mode="json")
    writing.rewrite(state(brief("linkedin"), piece=piece, comment="slides"), desk.runtime)
    assert [each["text"] for each in desk.shown("outcome")] == ["No slides."]


def test_a_rewrite_is_guarded() -> None:
    update = rewrite(change("Paint the wall.", "I will kill you all."))
    done = checking.check_piece({**state(brief("blog")), **update}, Desk().runtime)
    assert done["ended"] == "blocked"


# The rules of changing


def test_what_goes_leaves_no_hole() -> None:
    def without(text: str, passage: str) -> str:
        return written.applied(text, Changes(changes=[Change(before=passage)]))

    assert without("One. Two. Three.", "Two. ") == "One. Three."
    assert without("One. Two. Three.", "Two.") == "One. Three."
    assert without("One.\n\nTwo.\n\n\nThree.", "Two.") == "One.\n\nThree."
    assert without("One.\n\nTwo.", "Two.") == "One."
    assert without("One.\n\nTwo.", "One.") == "Two."


def test_a_passage_is_found_though_it_was_not_copied_to_the_letter() -> None:
    text = "Say “it’s  sold”\nwhen it is. Not (before)."
    change = Change(before='Say "it\'s sold" when it is.', after="Wait.")
    given = Changes(changes=[change])
    assert written.problems(text, given) == []
    assert written.applied(text, given) == "Wait. Not (before)."


def test_several_changes_are_made_where_they_stood() -> None:
    given: Any = {"changes": [{"before": "c", "after": "a"}, {"before": "a", "after": "cc"}]}
    assert written.applied("a b c", Changes.model_validate(given)) == "cc b a"
