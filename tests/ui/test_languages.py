"""A card is in its conversation's language, and a page in its browser's."""

import re
from typing import Any

import pytest
from streamlit.testing.v1 import AppTest

from agent import Approval, Choice, Field, Form, FreeText, ModelChoice, Question
from agent.facade import UserAgent
from agent.intents import Guess
from agent.questions import Option
from agent.store.records import Asked
from tests.ui.conftest import SECONDS
from ui import session

COMMON: dict[str, Any] = {"id": "q1", "workflow": "infra", "step": "s", "title": "1"}
SOON, PAST = "2999-01-01T00:00:00+00:00", "2020-01-01T00:00:00+00:00"
FIELDS = (Field("a", "2", required=False), Field("b", "3", "flag"))
CARDS: dict[str, Question] = {
    "choice": Choice(**COMMON, options=(Option("a", "4"),), confidence=True, language="zh"),
    "approval": Approval(
        **COMMON,
        digest="5",
        allowed=("approve", "edit", "reject"),
        fields=FIELDS,
        must_type="6",
        expires=SOON,
        language="zh",
    ),
    "blocked": Approval(
        **COMMON, digest="5", allowed=("edit", "reject"), risks=("7",), fields=FIELDS, language="zh"
    ),
    "form": Form(**COMMON, fields=FIELDS, language="zh"),
    "text": FreeText(**COMMON, language="zh"),
    "expired": Form(**COMMON, fields=FIELDS, expires=PAST, language="zh"),
}
IN_EVERY_LANGUAGE = {"UTC"}


def words_of(page: AppTest) -> list[str]:
    """All that is to be read: texts and labels, placeholders and helps, without icons."""
    found: list[str] = []
    for each in page:
        proto = getattr(each, "proto", None)
        for name in ("label", "placeholder", "help", "body", "value"):
            said = getattr(proto, name, None)
            if isinstance(said, str) and not hasattr(getattr(proto, "value", None), "data"):
                found.append(re.sub(r":material/\w+:", "", said))
    return found


@pytest.mark.parametrize("name", CARDS)
def test_a_chinese_card_has_no_word_of_english(name: str) -> None:
    app = AppTest.from_file("card_page.py", default_timeout=SECONDS)
    app.session_state["asked"] = Asked(CARDS[name], "thread", "turn", "interrupt", "pending")
    app.session_state["pressed"] = []
    page = app.run()
    assert not page.exception
    said = " ".join(words_of(page))
    assert len(re.findall(r"[\u4e00-\u9fff]", said)) > 4
    assert set(re.findall(r"[A-Za-z]{2,}", said)) <= IN_EVERY_LANGUAGE


def test_a_spanish_conversation_shows_a_spanish_card(app: AppTest) -> None:
    """Of the browser's language nothing is in it, and a short message keeps the conversation's."""
    run = session.agent().ask(
        "tutor",
        None,
        "Hazme un test de 2 preguntas sobre claves foráneas",
        model=ModelChoice(),
        asignatura="databases",
    )
    for _event in run.events():
        pass
    [asked] = session.agent().pending(run.thread)
    assert asked.question.language == "es"
    app.query_params["thread"] = run.thread
    page = app.switch_page("../pages/tutor.py").run()
    assert not page.exception
    of_card = [b.label for b in page.button if (b.key or "").endswith(asked.question.id)]
    assert "Cancelar" in of_card
    assert not {"Answer", "Cancel", "Skip", "Finish now"} & set(of_card)


@pytest.mark.parametrize(("locale", "box"), [("zh-CN", "需求"), ("es-MX", "pregunta")])
def test_home_is_in_the_browsers_language(app: AppTest, locale: str, box: str) -> None:
    app.context["locale"] = locale
    page = app.run()
    assert not page.exception
    assert box in page.chat_input[0].placeholder
    headings = [each.value for each in [*page.title, *page.markdown] if "#####" in each.value]
    assert headings
    assert not [each for each in headings if re.search("Waiting|workflow$|Recent", each)]


def test_the_question_where_a_message_goes_is_in_the_browsers_language(
    app: AppTest, monkeypatch: pytest.MonkeyPatch
) -> None:
    guess = Guess(("tutor", "coach"), 0.1, is_sure=False)
    monkeypatch.setattr(UserAgent, "choose_workflow", lambda *_a, **_k: guess)
    app.context["locale"] = "zh-CN"
    page = app.run().chat_input[0].set_value("hm, well").run()
    assert page.button(key="place-cancel").label == "取消"
    assert not [each for each in page.markdown if "Where" in each.value]
