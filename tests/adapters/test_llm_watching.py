"""Replies that are watched while they stream, and replies for a document."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from langchain_core.messages import AIMessage, HumanMessage

from agent.adapters.llm import EMBEDDED, open_llm
from agent.adapters.llm.streamed_text import LONGEST_HAN, StreamedText
from agent.engine.messages import text_of
from agent.errors import AgentError
from agent.events import Token
from agent.ports import ModelChoice
from agent.steps import Chat
from tests.servers import Says
from tests.servers.vendors import NO_ENVIRONMENT, VENDORS, Watcher, chat, talking
from tests.waiting import wait_until

QUESTION = HumanMessage("Write.")
EVERY_VENDOR = pytest.mark.parametrize("name", VENDORS)


class Objection(AgentError):
    pass


def objects_to(word: str, seen: list[str]) -> object:
    def watch(text: str) -> None:
        seen.append(text)
        if word in text.split():
            raise Objection(f"{word} was said.")

    return watch


@EVERY_VENDOR
def test_what_the_watcher_raises_ends_the_reply_and_the_connection(name: str) -> None:
    says = Says(text="The glass is foul and it goes on " + "and on " * 300, rate=100)
    watch = objects_to("foul", [])
    with talking(name, [says]) as (llm, watcher, server):
        with pytest.raises(Objection):
            llm.reply(chat(QUESTION, tools=(), watch=watch))
        wait_until(lambda: server.hung_up == 1)
        assert len(server.requests) == 1, "nothing is tried again"
    assert watcher.text.strip() == "The glass is"
    assert len(watcher.usage) == 1


@EVERY_VENDOR
def test_words_are_watched_whole_however_they_arrive(name: str) -> None:
    """Half of "assessment" is another word."""
    says = Says(pieces=("The ass", "essment of a cl", "ass A off", "ice. ", "D", "one"))
    seen: list[str] = []
    with talking(name, [says]) as (llm, watcher, _):
        message = llm.reply(chat(QUESTION, tools=(), watch=objects_to("ass", seen)))
    whole = "The assessment of a class A office. Done"
    assert watcher.text == text_of(message) == whole == seen[-1]
    assert seen == sorted(seen, key=len)
    assert "The assessment of a cl" not in seen


def test_rules_are_watched_alike() -> None:
    watcher = Watcher()
    llm = open_llm(ModelChoice(EMBEDDED), watcher, settings=NO_ENVIRONMENT)
    text = "one two three four " * 5 + "foul " + "more " * 9
    asked = Chat(
        "", [QUESTION], lambda _: AIMessage(text), watch=objects_to("foul", []), to="document"
    )  # type: ignore[arg-type]
    with pytest.raises(Objection):
        llm.reply(asked)
    assert "foul" not in watcher.text
    assert watcher.text.startswith("one two three four")
    assert {event.to for event in watcher.events if isinstance(event, Token)} == {"document"}


# What is held back


def told_of(*pieces: str, end: bool = False) -> str:
    telling = StreamedText(Watcher(), watch=lambda _: None)
    for piece in pieces:
        telling.say(piece)
    if end:
        telling.end()
    return telling.told


def test_half_a_word_is_held_back_until_it_ends() -> None:
    assert told_of("Half a wo") == "Half a "
    assert told_of("Half a wo", "rd\nand") == "Half a word\n"
    assert told_of("Half a wo", end=True) == "Half a wo"


def test_chinese_without_a_mark_is_not_held_back_for_ever() -> None:
    assert told_of("房" * (LONGEST_HAN - 1)) == ""
    assert told_of("房" * LONGEST_HAN) == "房" * LONGEST_HAN
    assert told_of("房" * LONGEST_HAN + "Lond") == "房" * LONGEST_HAN, "but half a word is"


def test_what_is_held_back_comes_with_what_clears_it() -> None:
    watcher = Watcher()
    telling = StreamedText(watcher, watch=lambda text: text.count("(") == text.count(")"))
    told = []
    for piece in ("One (two ", "three ", "four) five ", "(six"):
        telling.say(piece)
        told.append(watcher.text)
    telling.end()
    assert told == ["", "", "One (two three four) five ", "One (two three four) five "]
    assert telling.told == watcher.text == told[-1], "and what nothing clears is never told"


@given(st.lists(st.text(max_size=30), max_size=20))
def test_nothing_is_lost_or_told_before_it_is_watched(pieces: list[str]) -> None:
    watcher, seen = Watcher(), [""]
    telling = StreamedText(watcher, watch=seen.append)
    for piece in pieces:
        telling.say(piece)
        assert watcher.text == telling.told == seen[-1]
    telling.end()
    assert watcher.text == "".join(pieces)
