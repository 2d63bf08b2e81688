"""The Coach's page: the plan beside the conversation, ticks that become messages, Home."""

import csv
import io
from typing import Any

import pytest
from streamlit.testing.v1 import AppTest

from agent.exchange.plans import Options, write_csv
from agent.questions import FreeText
from tests.ui.coach_turns import (
    call,
    keep,
    milestone,
    on,
    outcome,
    plan,
    planned,
    progress,
    store,
)
from ui import session
from ui.views import plan_pane

Plain = dict[str, Any]


@pytest.fixture
def coach(app: AppTest) -> AppTest:
    return app.switch_page("../pages/coach.py")


def open_thread(page: AppTest, thread: str) -> AppTest:
    page.query_params["thread"] = thread
    page = page.run()
    assert not page.exception
    return page


def pane(page: AppTest, name: str = "Plan") -> Any:
    return next(tab for tab in page.tabs if tab.label == name)


def texts(block: Any) -> str:
    kinds = (block.markdown, block.caption)
    return "\n".join(each.value for kind in kinds for each in kind)


def approved(status: str = "in_progress") -> str:
    thread = keep([("coach_plan", planned(plan()))])
    store(plan(), thread, status=status)
    return thread


@pytest.fixture
def sent(monkeypatch: pytest.MonkeyPatch) -> list[tuple[str, Plain]]:
    """What the pane's buttons say to the workflow."""
    found: list[tuple[str, Plain]] = []
    monkeypatch.setattr(session, "send", lambda text, **inputs: found.append((text, inputs)))
    return found


# The pane


def test_plans_of_other_conversations_can_be_gone_on_with(coach: AppTest) -> None:
    thread = approved()
    shown = coach.run()
    assert "1 of 3 milestones" in texts(shown)
    assert any(thread in link.proto.query_string for link in shown.get("page_link"))


def test_the_pane_holds_the_plan_in_time_as_a_table_and_by_milestone(coach: AppTest) -> None:
    shown = pane(open_thread(coach, approved()))
    [chart] = shown.get("vega_lite_chart")
    assert "M1 Statistics from data, done" in chart.proto.alt
    assert "M2 First models, next" in chart.proto.alt
    said = texts(shown)
    assert "| M1 | Statistics from data | done | 24 |" in said
    assert "Made by rules" in said
    assert "Shown by: My notebook" in said
    assert "Own work: None is free." in said
    assert "After M1" in said
    assert "12 weeks · 6 h a week · " in said


def test_a_draft_can_be_read_and_not_ticked(coach: AppTest) -> None:
    shown = pane(open_thread(coach, keep([("coach_plan", planned(plan()))])))
    assert "A draft." in texts(shown)
    assert [box.disabled for box in shown.checkbox] == [True, True, True]
    assert not shown.get("progress")
    assert not any(_has(shown, label) for label in ("Log", "Propose new dates", "Keep"))


def _has(block: Any, label: str) -> bool:
    return label in [button.label for button in block.button]


def test_the_plan_as_it_is_kept_goes_before_the_draft_of_the_conversation(coach: AppTest) -> None:
    thread = approved()
    moved = plan(milestone(1, title="Moved", start=on(1), due=on(9)))
    keep([("coach_plan", planned(moved, number=2))], thread=thread, text="Later")
    shown = pane(open_thread(coach, thread))
    assert shown.checkbox[0].label == "**M1** Statistics from data"
    assert [box.value for box in shown.checkbox] == [True, False, False]


def test_a_tick_is_a_message_and_the_box_waits_for_the_plan(
    coach: AppTest, sent: list[tuple[str, Plain]]
) -> None:
    page = open_thread(coach, approved())
    pane(page).checkbox[1].check().run()
    picked = {"act": "done", "plan": "p1", "milestone": "M2", "value": ""}
    assert sent == [("I finished milestone M2", {"picked": picked})]
    assert [box.value for box in pane(page).checkbox] == [True, False, False]
    pane(page).checkbox[0].uncheck().run()
    assert sent[1][1]["picked"]["act"] == "undone"
    assert [box.value for box in pane(page).checkbox] == [True, False, False]


def test_a_proof_goes_with_the_tick_or_alone(coach: AppTest, sent: list[tuple[str, Plain]]) -> None:
    page = open_thread(coach, approved())
    field = next(f for f in pane(page).text_input if "M2" in f.key and "proof" in f.key)
    field.set_value("https://me.example/notebook").run()
    _button(pane(page), "Keep", "M2").click().run()
    assert sent[0][1]["picked"] == {
        "act": "proof",
        "plan": "p1",
        "milestone": "M2",
        "value": "https://me.example/notebook",
    }
    pane(page).checkbox[1].check().run()
    assert sent[1][1]["picked"]["value"] == "https://me.example/notebook"


def _button(block: Any, label: str, key: str = "") -> Any:
    return next(b for b in block.button if b.label == label and key in b.key)


def test_one_milestone_is_asked_to_be_changed(
    coach: AppTest, sent: list[tuple[str, Plain]]
) -> None:
    page = open_thread(coach, approved())
    assert not [b for b in pane(page).button if "edit-" in b.key and "M1" in b.key]
    offered = {b.label for b in pane(page).button if "edit-" in b.key and "-M3" in b.key}
    assert offered.isdisjoint({"Start earlier", "Merge it with the next one"}), "it is the last"
    _button(pane(page), "Start a week later", "M3").click().run()
    picked = sent[0][1]["picked"]
    assert (picked["act"], picked["milestone"], picked["value"]) == ("edit", "M3", "later")


def test_hours_and_missed_weeks_are_messages(coach: AppTest, sent: list[tuple[str, Plain]]) -> None:
    page = open_thread(coach, approved())
    assert list(pane(page).selectbox[0].options) == [
        "M2 First models",
        "M3 Models that hold up in use",
    ]
    hours, weeks = pane(page).number_input
    hours.set_value(2.5).run()
    _button(pane(page), "Log").click().run()
    weeks.set_value(2).run()
    _button(pane(page), "Propose new dates").click().run()
    picks = [each["picked"] for _, each in sent]
    assert [(p["act"], p["milestone"], p["value"]) for p in picks] == [
        ("hours", "M2", "2.5"),
        ("missed", "", "2"),
    ]


def test_while_a_question_waits_nothing_can_be_ticked(coach: AppTest) -> None:
    thread = approved()
    ledger = session.graph_agent().ledger
    turn = ledger.turns.append(thread, "Go on", inputs={}, model="embedded")
    asked = FreeText(id="q1", workflow="coach", step="human_input", title="What else?")
    ledger.questions.put(asked, thread=thread, turn=turn, interrupt="i1")
    ledger.turns.set_status(turn, "waiting")
    ledger.threads.set_status(thread, "waiting")
    shown = pane(open_thread(coach, thread))
    assert "Answer the question in the conversation first." in texts(shown)
    assert all(box.disabled for box in shown.checkbox)
    assert all(_button(shown, name).disabled for name in ("Keep", "Drop it", "Log"))


def test_several_plans_of_a_conversation_can_be_chosen(coach: AppTest) -> None:
    thread = approved()
    other = plan(id="p2")
    other["goal"]["text"] = "Learn to weave"
    keep([("coach_plan", planned(other))], thread=thread, text="Another goal")
    shown = pane(open_thread(coach, thread))
    assert "Learn to weave" in texts(shown)
    choice = shown.selectbox[0]
    assert choice.options == ["Learn to weave", "I want to move into machine learning"]
    choice.set_value(1).run()
    assert "A draft." not in texts(pane(coach))


# Exports


def test_a_plan_is_exported(coach: AppTest) -> None:
    thread = approved()
    coach.session_state["export-plan-p1"] = True
    page = open_thread(coach, thread)
    buttons = {each.proto.label: each for each in pane(page).get("download_button")}
    assert set(buttons) == {"Calendar (iCalendar)", "Markdown", "CSV table"}
    shown = plan_pane.plans_of(thread)[0]
    assert shown.stored is not None
    rows = csv.DictReader(io.StringIO(write_csv(shown.stored, Options()).decode("utf-8-sig")))
    assert [row["id"] for row in rows] == ["M1", "M2", "M3"]


# A quiz


def test_a_milestone_leads_into_a_quiz_of_the_tutor(
    coach: AppTest, sent: list[tuple[str, Plain]]
) -> None:
    coach.session_state["quiz-p1-M2"] = True
    page = open_thread(coach, approved())
    start = next(b for b in pane(page).button if b.label == "Start the quiz")
    page = start.click().run()
    assert sent == [("Give me a quiz on Statistics", {"asignatura": "statistics"})]
    assert page.session_state["subject-chosen"] == "statistics"
    assert not page.exception


# Thinking


def test_thinking_tells_who_was_called_and_why(coach: AppTest) -> None:
    calls = [
        ("coach_call", call(agent="coordinator", why="a new goal", loop=1)),
        ("coach_call", call(source="model")),
    ]
    page = open_thread(coach, keep(calls))
    page.session_state["panel-coach"] = "Thinking"
    said = texts(pane(page.run(), "Thinking"))
    assert "**Coordinator** · find courses" in said
    assert "a new goal · found by rules · pass 1 of 10" in said
    assert "the goal is complete · judged by the model · pass 2 of 10" in said


def test_an_answer_names_its_agent_and_time(coach: AppTest) -> None:
    said = outcome(text="Your plan is ready.", at="2026-11-22T10:05:00+00:00")
    page = open_thread(coach, keep([("coach_progress", progress()), ("outcome", said)]))
    told = texts(page)
    assert ":material/check_circle: Your plan is ready." in told
    assert "Learning planner · 10:05 UTC" in told


# Home


def test_home_shows_the_next_milestone_of_a_plan_under_way(app: AppTest) -> None:
    approved()
    page = app.switch_page("../pages/home.py").run()
    said = texts(page)
    assert "First models**" in said
    page = page.button(key="open-plan-p1").click().run()
    assert not page.exception
    assert "Plan" in [tab.label for tab in page.tabs]
