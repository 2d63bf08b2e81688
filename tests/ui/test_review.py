"""Contested questions, review, the bank: the pages as scripts, without a browser."""

import json
from datetime import UTC, datetime, timedelta

import pytest
from streamlit.testing.v1 import AppTest

from agent import exchange
from agent.adapters.reviews import FsrsReviews
from agent.ports import Attempt
from ui import session

GIFT = b"::one:: Which is a colour? { =Red ~Dog ~House }\n\n::two:: True? {T}\n"


def tutor(app: AppTest) -> AppTest:
    return app.switch_page("../pages/tutor.py").run()


def review(app: AppTest, tab: str) -> AppTest:
    app.session_state["review-tab"] = tab
    return app.switch_page("../pages/review.py").run()


def button(app: AppTest, label: str, number: int = 0):
    found = [b for b in app.button if b.label == label]
    assert found, [b.label for b in app.button]
    return found[number]


def said(app: AppTest) -> str:
    """What is drawn, without the backslashes that keep it plain."""
    parts = [*app.markdown, *app.caption, *app.info, *app.success, *app.error, *app.warning]
    return "\n".join(str(part.value) for part in parts).replace("\\", "")


def take_quiz(app: AppTest, number: int = 2, *, right: int = 0) -> AppTest:
    """A quiz of the sample course, with the first `right` answers right."""
    page = tutor(app)
    page = page.chat_input[0].set_value(f"Give me a quiz of {number} questions on keys").run()
    for n in range(number):
        card = page.radio[-1]
        page = card.set_value(_option(page, is_right=n < right)).run()
        page = button(page, "Answer", -1).click().run()
    assert not page.exception
    return page


def _option(page: AppTest, *, is_right: bool):
    agent = session.agent()
    [asked] = agent.pending()
    item = next(
        i for i in agent.ports.bank.items("databases") if i.question_text == asked.question.body
    )
    key = dict(item.options)[item.key]
    options = asked.question.options
    return next(o.id for o in options if (o.label == key) == is_right)


def metrics(page: AppTest) -> dict[str, str]:
    return {metric.label: metric.value for metric in page.metric}


def test_a_question_called_wrong_is_taken_out_and_put_in_again(app: AppTest) -> None:
    page = take_quiz(app, right=1)
    assert metrics(page)["Score"] == "1 of 2"
    why = [area for area in page.text_area if area.label == "What is wrong with it?"]
    page = why[0].set_value("Two are right").run()
    page = button(page, "Take it out").click().run()
    assert metrics(page)["Score"] == "0 of 1"
    assert "It was 1 of 2 before" in said(page)
    assert "Two are right" in said(page)
    assert session.agent().ports.attempts.all("local")[0].total == 1
    page = button(page, "Undo").click().run()
    assert metrics(page)["Score"] == "1 of 2"
    assert not page.exception


def test_it_can_be_called_wrong_while_the_quiz_goes_on(app: AppTest) -> None:
    page = tutor(app)
    page = page.chat_input[0].set_value("Give me a quiz of 2 questions on keys").run()
    page = page.radio[-1].set_value(_option(page, is_right=False)).run()
    page = button(page, "Answer").click().run()
    page = button(page, "Take it out").click().run()
    assert "Contested" in said(page)
    page = page.radio[-1].set_value(_option(page, is_right=True)).run()
    page = button(page, "Answer").click().run()
    assert metrics(page)["Score"] == "1 of 1"


def test_the_reviewer_puts_it_back(app: AppTest) -> None:
    page = button(take_quiz(app), "Take it out").click().run()
    page = review(page, "Questions")
    assert "Contested questions" in said(page)
    assert len(session.agent().ports.contests.held()) == 1
    page = button(page, "Put back").click().run()
    assert session.agent().ports.contests.held() == frozenset()
    assert "Questions that users report" in said(page)
    assert not page.exception


def test_progress_tells_its_parameters_and_offers_the_weak_topics(app: AppTest) -> None:
    page = review(take_quiz(app), "Progress")
    assert "0 of 1" in said(page)
    assert any("The last 5 answers of a topic count" in each.help for each in page.markdown)
    page = button(page, "New quiz on weak topics").click().run()
    [asked] = session.agent().pending()
    assert asked.question.title == "Question 1 of 5"


def test_after_a_reload_the_subject_practised_last_is_shown(app: AppTest) -> None:
    agent = session.agent()
    made = agent.ports.library.add_subject(agent.user, "Lakes", language="en")
    result = {"answers": [], "over": "ended"}
    now = datetime.now(UTC).isoformat()
    agent.ports.attempts.put(Attempt("a", agent.user, "t", made.id, "lakes", now, 1, 2, result))
    assert review(app, "Quizzes").selectbox[0].value == made.id


def test_past_quizzes_tell_their_score_before_and_after_a_contest(app: AppTest) -> None:
    page = button(take_quiz(app, right=1), "Take it out").click().run()
    page = review(page, "Quizzes")
    assert "0 of 1" in said(page)
    assert "1 of 2 before a contest" in said(page)
    assert not page.exception


def put_due(days: int = 2, *, subject: str = "databases") -> str:
    """A question missed some days ago, through the store."""
    agent = session.agent()
    ledger = session.graph_agent().ledger
    before = datetime.now(UTC) - timedelta(days=days)
    item = agent.ports.bank.items(subject)[0]
    FsrsReviews(ledger.db, ledger.contests, lambda: before).answered(
        agent.user,
        json.loads(json.dumps(vars(item))),
        subject=subject,
        quiz="earlier",
        right=False,
    )
    return item.question_text


def test_what_is_due_stands_on_home_the_tutor_and_its_own_page(app: AppTest) -> None:
    question = put_due()
    page = app.switch_page("../pages/home.py").run()
    assert "1 question to review" in said(page)
    assert any(b.label == "1 due today" for b in tutor(page).button)
    page = review(page, "Due today")
    assert "1 question is due today." in said(page)
    page = button(page, "Start").click().run()
    [asked] = session.agent().pending()
    assert asked.question.body == question
    page.query_params["thread"] = asked.thread
    page = tutor(page)
    page = page.radio[-1].set_value(_option(page, is_right=True)).run()
    page = button(page, "Answer").click().run()
    assert session.agent().ports.reviews.due("local") == []
    page = review(page, "Due today")
    assert "Nothing is due today." in said(page)
    page = button(page, "Practise Introduction to databases").click().run()
    [asked] = session.agent().pending()
    assert asked.question.body == question
    assert not page.exception


def test_what_is_due_is_shown_of_every_subject(app: AppTest) -> None:
    put_due(subject="statistics")
    page = review(app, "Due today")
    put_due()
    page = page.run()
    assert {b.key for b in page.button if b.label == "Start"} == {
        "review-start-databases",
        "review-start-statistics",
    }


@pytest.mark.parametrize(
    ("subject", "text"),
    [("statistics", "Repasa la pregunta pendiente"), ("networks", "复习到期的 1 道题")],
)
def test_a_review_is_asked_for_in_the_subjects_language(
    app: AppTest, subject: str, text: str
) -> None:
    put_due(subject=subject)
    app.session_state["subject-chosen"] = subject
    button(review(app, "Due today"), "Start").click().run()
    agent = session.agent()
    [asked] = agent.pending()
    assert [turn.text for turn in agent.history(asked.thread)] == [text]


def test_a_bank_is_imported_after_a_look_and_the_import_undone(app: AppTest) -> None:
    page = review(app, "Questions")
    page = page.file_uploader[0].set_value([("mine.gift", GIFT, "text/plain")]).run()
    assert "1 new question, 1 left out" in said(page)
    assert "true or false" in said(page)
    assert len(session.agent().ports.bank.items("databases")) == 96
    page = button(page, "Add 1 question").click().run()
    assert len(session.agent().ports.bank.items("databases")) == 97
    page = button(page, "Undo").click().run()
    assert len(session.agent().ports.bank.items("databases")) == 96
    assert not page.exception


def test_an_imported_question_can_be_asked_at_once(app: AppTest) -> None:
    agent = session.agent()
    text = "question,option_a,option_b,option_c,option_d,key,topic\n" + "".join(
        f"Which number follows {n}?,{n + 1},{n + 2},{n + 3},{n + 4},a,counting\n" for n in range(3)
    )
    found = exchange.read("x.csv", text.encode(), subject="databases")
    agent.ports.bank.put(exchange.plan(found, agent.ports.bank).items)
    page = tutor(app).chat_input[0].set_value("Give me a quiz of 3 questions on counting").run()
    [asked] = agent.pending()
    assert asked.question.title == "Question 1 of 3"
    assert asked.question.body.startswith("Which number follows")
    assert not page.exception


@pytest.mark.parametrize("number", [0, 1])
def test_ask_about_one_question_of_the_review(app: AppTest, number: int) -> None:
    page = take_quiz(app)
    expander = next(e for e in page.expander if e.label == "Review every question")
    page.session_state[expander.key] = True
    page = page.run()
    page = button(page, "Ask about this", number).click().run()
    agent = session.agent()
    [attempt] = agent.ports.attempts.all("local")
    item = attempt.result["answers"][number]["item"]
    last = agent.history(attempt.thread)[-1]
    assert item["evidence"] in last.answer
    assert any(entry.kind == "citations" for entry in last.entries)
    assert not page.exception


def test_the_evidence_of_a_reviewed_question_opens_its_passage(app: AppTest) -> None:
    """And names its document by its title, as the feedback does."""
    page = take_quiz(app)
    agent = session.agent()
    [attempt] = agent.ports.attempts.all("local")
    item = attempt.result["answers"][0]["item"]
    title = agent.ports.library.document(item["evidence_document"]).title
    assert f"{title} · " in said(page)
    expander = next(e for e in page.expander if e.label == "Review every question")
    page.session_state[expander.key] = True
    page = page.run()
    before = said(page).count(item["evidence"])
    page.session_state[f"passage-{expander.key.removeprefix('review-')}-1"] = True
    page = page.run()
    assert not page.exception
    assert said(page).count(item["evidence"]) > before


def test_the_form_can_be_opened_once_a_quiz_is_over(app: AppTest) -> None:
    page = tutor(app).chat_input[0].set_value("Give me a quiz of 1 question on keys").run()
    page.session_state["quiz-setup"] = True
    page = page.run()
    assert "Answer the question below first, or cancel it." in said(page)
    page = page.radio[-1].set_value(_option(page, is_right=True)).run()
    page = button(page, "Answer", -1).click().run()
    page = page.run()
    assert [number.label for number in page.number_input] == ["Questions"]
