"""Choosing a model, and looking after conversations."""

from typing import Any

import pytest
import streamlit as st
from streamlit.testing.v1 import AppTest

from tests.servers import Says, openai_server
from ui import session

KEY = "sk-canary-42"


def open_settings(app: AppTest) -> AppTest:
    return app.sidebar.button(key="model-status").click().run()


def choose(app: AppTest, provider: str) -> AppTest:
    return open_settings(app).sidebar.selectbox(key="provider").set_value(provider).run()


def said(app: AppTest) -> str:
    return "\n".join(caption.value for caption in app.sidebar.caption)


def status(app: AppTest) -> str:
    return str(app.sidebar.button(key="model-status").label)


def chosen(app: AppTest) -> Any:
    return app.session_state["model"]


def tutor(app: AppTest) -> AppTest:
    return app.switch_page("../pages/tutor.py").run()


def ask(app: AppTest, text: str) -> AppTest:
    return app.chat_input[0].set_value(text).run()


def open_menu(app: AppTest, thread: str) -> AppTest:
    app.session_state[f"icon-thread-{thread}"] = True
    return app.run()


def coach(app: AppTest) -> AppTest:
    app.query_params.clear()
    return app.switch_page("../pages/coach.py").run()


def thread_titles(app: AppTest) -> list[str]:
    ours = ("thread-more", "thread-new", "thread-undo", "thread-undo-dismiss")
    buttons = [b for b in app.sidebar.button if (b.key or "").startswith("thread-")]
    return [button.label for button in buttons if button.key not in ours]


def test_a_typed_key_makes_a_provider_ready_and_is_never_shown(app: AppTest) -> None:
    app = choose(app, "mistral")
    assert "not set up" in status(app)
    app = app.sidebar.text_input(key="model-key-mistral").set_value(KEY).run()
    assert "not tried yet" in status(app)
    assert chosen(app).key.get_secret_value() == KEY
    assert KEY not in repr(chosen(app))
    assert KEY not in said(app) + status(app)


def test_a_server_of_ones_own_is_asked_for_its_models_name_even_if_it_does_not_answer(
    app: AppTest,
) -> None:
    app = choose(app, "vllm")
    assert "Own server needs the address of a server." in said(app)
    app = app.sidebar.text_input(key="model-url-vllm").set_value("127.0.0.1:9").run()
    assert chosen(app).base_url == "http://127.0.0.1:9"
    keys = [field.key for field in app.sidebar.text_input]
    assert "No server answers at this address." in said(app)
    assert "model-name-vllm" in keys
    with openai_server(lambda _body: Says("Hello."), flavour="vllm") as server:
        app = app.sidebar.text_input(key="model-url-vllm").set_value(server.url).run()
        assert "Own server needs the name of a model." in said(app)
        app = app.sidebar.text_input(key="model-name-vllm").set_value(" some-model ").run()
    assert "some-model, not tried yet" in status(app)


def test_another_address_is_asked_for_only_where_it_is_wanted(app: AppTest) -> None:
    app = choose(app, "openai")
    keys = [field.key for field in app.sidebar.text_input]
    assert "model-url-openai" not in keys
    app = app.sidebar.toggle(key="model-own-url-openai").set_value(True).run()
    app = app.sidebar.text_input(key="model-url-openai").set_value("http://127.0.0.1:1/v1").run()
    assert chosen(app).base_url == "http://127.0.0.1:1/v1"


def test_a_model_that_cannot_be_reached_is_said_by_the_test(app: AppTest) -> None:
    app = choose(app, "mistral")
    assert "Mistral needs an API key." in said(app)
    app = app.sidebar.text_input(key="model-key-mistral").set_value(KEY).run()
    app = app.sidebar.toggle(key="model-own-url-mistral").set_value(True).run()
    app = app.sidebar.text_input(key="model-url-mistral").set_value("http://127.0.0.1:9/v1").run()
    app = app.sidebar.button(key="model-test-mistral").click().run()
    assert "could not be reached" in app.sidebar.error[0].value
    assert "not reached" in status(app.run())


def test_the_choice_holds_on_every_page(app: AppTest) -> None:
    app = choose(app, "mistral")
    app = app.sidebar.text_input(key="model-key-mistral").set_value(KEY).run()
    app.session_state["icon-model"] = False
    assert "not tried yet" in status(tutor(app.run()))


def test_conversations_stand_in_the_list_by_their_first_words(app: AppTest) -> None:
    page = ask(tutor(app), "What is a foreign key?")
    # The list is drawn by the next run of the whole page.
    assert thread_titles(page.run()) == ["What is a foreign key?"]


def test_new_leaves_the_conversation(app: AppTest) -> None:
    page = ask(tutor(app), "What is a foreign key?")
    page = page.sidebar.button(key="thread-new").click().run()
    assert "thread" not in page.query_params
    assert not page.chat_message


def test_delete_and_undo(app: AppTest) -> None:
    page = ask(tutor(app), "What is a foreign key?").run()
    thread = page.query_params["thread"]
    page = open_menu(page, thread).sidebar.button(key=f"delete-{thread}").click().run()
    assert thread_titles(page) == []
    assert "Deleted “What is a foreign key?”" in said(page)
    page = page.sidebar.button(key="thread-undo").click().run()
    assert thread_titles(page) == ["What is a foreign key?"]
    assert page.query_params["thread"] == thread


def test_conversations_of_other_workflows_are_listed_and_found_by_their_answers(
    app: AppTest,
) -> None:
    ask(tutor(app), "What is a foreign key?")
    page = coach(app)
    assert thread_titles(page) == ["What is a foreign key?"]
    search = page.sidebar.text_input(key="thread-search")
    assert thread_titles(search.set_value("varroa").run()) == []
    search = page.sidebar.text_input(key="thread-search")
    assert thread_titles(search.set_value("is a column").run()) != []


def test_the_menu_of_any_row_renames_its_conversation(app: AppTest) -> None:
    page = ask(tutor(app), "What is a foreign key?").run()
    thread = page.query_params["thread"]
    page = open_menu(coach(app), thread)
    page = page.sidebar.text_input(key=f"title-{thread}").set_value("Keys").run()
    assert thread_titles(page) == ["Keys"]


def test_a_session_begins_with_the_operators_choice(
    app: AppTest, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("INTERLUDE_PROVIDER", "mistral")
    monkeypatch.setenv("MISTRAL_API_KEY", KEY)
    session.settings.cache_clear()
    st.cache_resource.clear()
    fresh = AppTest.from_file("../../ui/shell.py", default_timeout=20).run()
    assert "not tried yet" in status(fresh)
    assert chosen(fresh).key is None


def test_another_model_can_take_over_where_a_key_is_there(app: AppTest) -> None:
    app = choose(app, "openai")
    app.sidebar.text_input(key="model-key-openai").set_value(KEY).run()
    app = choose(app, "mistral")
    app = app.sidebar.selectbox(key="model-fallback-mistral").select("openai").run()
    fallback = chosen(app).fallback
    assert fallback is not None
    assert (fallback.provider, fallback.key.get_secret_value()) == ("openai", KEY)
    assert KEY not in repr(chosen(app))


def test_a_missing_key_is_one_click_away(app: AppTest) -> None:
    app = choose(app, "openai")
    app.session_state["icon-model"] = False
    page = ask(tutor(app), "What is a foreign key?")
    page = page.button(key="failed-model-settings").click().run()
    page = page.sidebar.text_input(key="model-key-openai").set_value(KEY).run()
    assert "not tried yet" in status(page)
