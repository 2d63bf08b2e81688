"""What every bot promises, the fake one too."""

import pytest

from agent.errors import ProviderError
from tests.adapters.bot.conftest import Scene

PIECES = ("Here is ", "the **news**:\n", "- 星期三", "。")


def never() -> bool:
    return False


def test_it_has_a_name_and_answers_its_test(scene: Scene) -> None:
    assert scene.bot.name
    connection = scene.bot.check()
    assert connection.is_ok
    assert connection.message
    assert connection.missing == ()


def test_an_answer_comes_piece_by_piece_and_as_a_whole(scene: Scene) -> None:
    scene.will_say(*PIECES)
    told: list[str] = []
    answer = scene.bot.ask("What is new?", user="ana", on_text=told.append, is_stopped=never)
    assert tuple(told) == PIECES
    assert answer.text == "".join(PIECES)
    assert answer.conversation
    assert answer.tokens
    assert not answer.stopped


def test_it_says_nothing_once_it_is_stopped(scene: Scene) -> None:
    scene.will_say(*PIECES)
    told: list[str] = []
    answer = scene.bot.ask(
        "What is new?", user="ana", on_text=told.append, is_stopped=lambda: len(told) == 2
    )
    assert answer.stopped
    assert answer.text == "".join(told) == "".join(PIECES[:2])


def test_what_came_before_a_break_was_told(scene: Scene) -> None:
    scene.will_break_after(*PIECES[:2])
    told: list[str] = []
    with pytest.raises(ProviderError) as caught:
        scene.bot.ask("What is new?", user="ana", on_text=told.append, is_stopped=never)
    assert caught.value.problem == "cut"
    assert tuple(told) == PIECES[:2]


def test_what_is_done_with_the_text_may_fail(scene: Scene) -> None:
    scene.will_say(*PIECES)

    def refuse(_piece: str) -> None:
        raise ValueError("no")

    with pytest.raises(ValueError, match="no"):
        scene.bot.ask("What is new?", user="ana", on_text=refuse, is_stopped=never)
