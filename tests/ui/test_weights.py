"""The weights of the maturity criteria: what the form gives to the next message."""

from collections.abc import Mapping
from types import SimpleNamespace
from typing import Any

from streamlit.testing.v1 import AppTest

from agent import MATURITY_CRITERIA

USUAL = dict.fromkeys(MATURITY_CRITERIA, 1.0)


def page(set_up: Mapping[str, float] | None = None, *, is_open: bool = True) -> AppTest:
    app = AppTest.from_file("connections_page.py")
    app.session_state["ports"] = SimpleNamespace(tracker=None, wiki=None, bot=None)
    app.session_state["set_up"] = set_up or {}
    app.session_state["weights"] = is_open
    return run(app)


def run(app: AppTest) -> AppTest:
    app.run()
    assert not app.exception
    assert not app.warning
    return app


def weigh(app: AppTest, name: str, weight: float) -> AppTest:
    app.number_input(key=f"weight-{name}").set_value(weight)
    return run(app)


def given(app: AppTest) -> Any:
    return app.session_state["given"]


def shown(app: AppTest) -> dict[str, float]:
    return {each.label: each.value for each in app.number_input}


def test_all_eight_are_offered_and_count_alike() -> None:
    app = page()
    assert shown(app) == dict.fromkeys(MATURITY_CRITERIA.values(), 1)
    assert given(app) is None


def test_what_is_not_usual_is_given_whole() -> None:
    app = weigh(page(), "business_value", 2.5)
    assert given(app) == {**USUAL, "business_value": 2.5}


def test_the_operators_weights_are_the_usual_ones() -> None:
    app = page({"dependencies": 0, "user_story": 12})
    assert shown(app)["Dependencies"] == 0
    assert shown(app)["User story form"] == 12
    assert given(app) is None
    changed = weigh(app, "dependencies", 1)
    assert given(changed) == {**USUAL, "user_story": 12}


def test_going_back_gives_nothing() -> None:
    assert given(weigh(weigh(page(), "dependencies", 3), "dependencies", 1)) is None


def test_reset_brings_the_usual_ones_back() -> None:
    app = weigh(weigh(page({"dependencies": 2}), "dependencies", 5), "user_story", 0)
    app.button(key="weights-reset").click()
    run(app)
    assert given(app) is None
    assert shown(app)["Dependencies"] == 2
    assert shown(app)["User story form"] == 1


def test_they_hold_while_the_form_is_closed() -> None:
    app = weigh(page(), "dependencies", 3)
    app.session_state["weights"] = False
    run(app)
    assert not app.number_input
    assert given(app) == {**USUAL, "dependencies": 3}
    app.session_state["weights"] = True
    run(app)
    assert shown(app)["Dependencies"] == 3
    assert given(app) == {**USUAL, "dependencies": 3}


def test_all_of_them_zero_is_said_and_not_given() -> None:
    app = page()
    for name in MATURITY_CRITERIA:
        weigh(app, name, 0)
    assert given(app) is None
    assert any("above 0" in caption.value for caption in app.caption)


def test_closed_from_the_first_it_gives_nothing() -> None:
    app = page(is_open=False)
    assert not app.number_input
    assert given(app) is None
