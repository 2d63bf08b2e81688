"""An answer on the page with its unsupported sentences marked, its text unchanged."""

from typing import Any

from streamlit.testing.v1 import AppTest

from ui.events import checked_markdown


def judged(text: str, verdict: str, reason: str) -> dict[str, Any]:
    return {"text": text, "marks": ["1"], "verdict": verdict, "reason": reason, "similarity": None}


def support(*sentences: dict[str, Any]) -> dict[str, Any]:
    right = sum(each["verdict"] == "supported" for each in sentences)
    return {"supported": right, "cited": len(sentences), "sentences": list(sentences)}


RIGHT = judged("A key is a column [1].", "supported", "100% of its words are in [1]")
WRONG = judged("It is from 1970 [1].", "unsupported", "1970 is not in [1]")


def test_a_badge_with_the_reason_stands_behind_an_unsupported_sentence() -> None:
    drawn = checked_markdown("A key is a column [1]. It is from 1970 [1].", support(RIGHT, WRONG))
    assert drawn.count(":orange-badge[") == 1
    assert drawn.endswith(r":orange-badge[:material/warning: 1970 is not in \[1\]] ")


def test_a_reason_cannot_draw_anything() -> None:
    evil = judged("So [1].", "unsupported", "![x](http://evil/) is not in [1]")
    drawn = checked_markdown("So [1].", support(evil))
    assert "\\!\\[x\\](http\\:\u2060//evil/)" in drawn


def test_a_text_cannot_bring_its_own_badge() -> None:
    drawn = checked_markdown("So \U00012470 it is [1].", support(WRONG))
    assert "badge" not in drawn
    assert "\U00012470" not in drawn


def test_a_link_that_holds_a_badge_shows_its_host() -> None:
    text = "See [this is 1970 [1].](http://evil/x)"
    cut = judged("See [this is 1970 [1].", "unsupported", "1970 is not in [1]")
    assert "](http://evil/x) (evil)" in checked_markdown(text, support(cut))


def page() -> None:
    from agent import Entry  # noqa: PLC0415 - the function is a script of its own
    from ui.events import draw_entries  # noqa: PLC0415

    wrong = {"text": "It is from 1970 [1].", "marks": ["1"], "verdict": "unsupported"}
    support = {
        "supported": 0,
        "cited": 1,
        "sentences": [{**wrong, "reason": "1970 is not in [1]", "similarity": None}],
    }
    draw_entries(
        (
            Entry("text:a", "text", {"text": "The first answer [1]."}),
            Entry("text:b", "text", {"text": "It is from 1970 [1]."}),
            Entry("replaced", "replaced", {"text": "The first answer [1].", "why": "it failed"}),
            Entry("support", "support", support),
        ),
        turn="t",
    )


def test_a_replaced_answer_is_folded_away_and_failures_are_told_below() -> None:
    drawn = AppTest.from_function(page).run()
    assert not drawn.exception
    labels = [expander.label for expander in drawn.expander]
    assert labels == [
        "The first answer, which this one replaces",
        "1 cited sentence was not found in the source",
    ]
    outside = [element.value for element in drawn.markdown if "first answer" in element.value]
    assert outside == [r"The first answer \[1\]."]
    assert drawn.expander[0].markdown[0].value.replace("\\", "") == "The first answer [1]."
    assert "1970 is not in" in drawn.expander[1].caption[0].value


def cited_page(source: str) -> None:
    from ui.views.citations import draw_source  # noqa: PLC0415 - a script of its own

    passage = {"kind": "passage", "id": "issue-A-1#0", "title": "A-1: Sign in"}
    told = {"heading": "A-1: Sign in", "text": "By passkey.", "source": source}
    draw_source({**passage, **told})


def test_a_citation_leads_to_its_issue_and_shows_the_host() -> None:
    drawn = AppTest.from_function(cited_page, args=("https://jira.example/A-1",)).run()
    assert not drawn.exception
    assert "(https://jira.example/A-1) (jira.example)" in drawn.markdown[-1].value
    assert not drawn.caption


def panel() -> None:
    from ui.views import support  # noqa: PLC0415 - the function is a script of its own

    sentences = [
        {"verdict": "uncited", "reason": "cites nothing", "text": "- **A key** is `a**b`"},
        {"verdict": "unsupported", "reason": "1970 is not in [1]", "text": "## *It* is from 1970"},
        {"verdict": "uncited", "reason": "cites nothing", "text": "2 * 3 and snake_case **stay"},
    ]
    support.draw_table(
        {
            "supported": 0,
            "cited": 1,
            "sentences": [{**each, "marks": [], "similarity": None} for each in sentences],
        }
    )


def test_the_panel_says_each_verdict_once_and_no_sign_of_markup() -> None:
    _, first, second, third = (each.value for each in AppTest.from_function(panel).run().caption)
    assert first == ":material/remove: **Cites nothing**  \nA key is `a**b`"
    assert second.endswith(
        r"**Not found in its source**\: 1970 is not in \[1\]  " + "\nIt is from 1970"
    )
    assert third.endswith("\n" + r"2 \* 3 and snake\_case stay")
