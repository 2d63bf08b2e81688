"""The form that sets up a quiz: what it offers, and what it sends."""

from streamlit.testing.v1 import AppTest

SETUP = {
    "num_questions": 3,
    "topics": ["foreign-keys"],
    "objectives": ["LO2"],
    "difficulty": "basic",
    "source": "generate",
    "kinds": ["choice", "free"],
    "exam_minutes": 12,
}
USUAL = {
    "num_questions": 1,
    "topics": [],
    "objectives": [],
    "difficulty": "mixed",
    "source": "bank",
    "kinds": ["choice"],
    "exam_minutes": 0,
}


def test_what_was_set_a_moment_before_start_counts(app: AppTest) -> None:
    """A slow page has not been drawn again when the next thing is pressed."""
    page = app.switch_page("../pages/tutor.py").run()
    page.session_state["quiz-setup"] = True
    page.run()
    page.number_input(key="quiz-number-databases").set_value(3)
    page.segmented_control(key="quiz-rule-databases").set_value("exam")
    page.button(key="quiz-start-databases").click().run()
    assert not page.exception
    said = "Give me a quiz of 3 questions, as an exam of 6 minutes"
    assert said in [each.value for each in page.markdown]


def test_a_quiz_of_no_kind_is_not_started(app: AppTest) -> None:
    page = app.switch_page("../pages/tutor.py").run()
    page.session_state["quiz-setup"] = True
    page.run()
    page.pills(key="quiz-kinds-databases").set_value([])
    page.button(key="quiz-start-databases").click().run()
    assert not page.exception
    assert not page.chat_message
    assert page.button(key="quiz-start-databases").disabled
