"""What every bot promises, the fake one too."""

import pytest

from agent.errors import ProviderError

PIECES = ("Here is ", "the **news**:\n", "- 星期三", "。")


def ask(scene, told, is_stopped=lambda: False):
    return scene.bot.ask("What is new?", user="ana", on_text=told, is_stopped=is_stopped)


def test_an_answer_comes_piece_by_piece_and_as_a_whole(scene) -> None:
    assert scene.bot.name
    assert scene.bot.check().is_ok
    scene.will_say(*PIECES)
    told = []
    answer = ask(scene, told.append)
    assert tuple(told) == PIECES
    assert answer.text == "".join(PIECES)
    assert answer.conversation
    assert answer.tokens
    assert not answer.stopped


def test_it_says_nothing_once_it_is_stopped(scene) -> None:
    scene.will_say(*PIECES)
    told = []
    answer = ask(scene, told.append, lambda: len(told) == 2)
    assert answer.stopped
    assert answer.text == "".join(told) == "".join(PIECES[:2])


def test_what_came_before_a_break_was_told(scene) -> None:
    scene.will_break_after(*PIECES[:2])
    told = []
    with pytest.raises(ProviderError) as caught:
        ask(scene, told.append)
    assert caught.value.problem == "cut"
    assert tuple(told) == PIECES[:2]


def test_what_is_done_with_the_text_may_fail(scene) -> None:
    def refuse(_piece) -> None:
        raise ValueError("no")

    scene.will_say(*PIECES)
    with pytest.raises(ValueError, match="no"):
        ask(scene, refuse)
