"""A conversation begun by any provider goes on with any other."""

from itertools import product

import pytest
from langchain_core.messages import AIMessage, AnyMessage, HumanMessage, ToolMessage

from agent.adapters.llm.embedded import EmbeddedLlm
from agent.engine.messages import text_of
from agent.steps import Chat
from tests.servers import Calls, Says
from tests.servers.vendors import SEARCH, VENDORS, Watcher, chat, talking

OPENING = HumanMessage("What is a key?")
EMBEDDED = "embedded"
PAIRS = list(product((*VENDORS, EMBEDDED), VENDORS))


def calls_of(name: str) -> tuple[Calls, Calls]:
    """Gemini knows its calls by what they say, so each maker's are its own."""
    return Calls("search", {"query": f"key {name}"}), Calls("search", {"query": f"row {name}"})


def begun_by(name: str) -> list[AnyMessage]:
    """A question, two calls of the maker's, their answers, and what it made of them."""
    if name == EMBEDDED:
        return begun_by_rules()
    script = [
        Says(thinking="They ask for keys.", text="I look it up.", calls=calls_of(name)),
        Says(thinking="Found.", text="A key identifies a row."),
    ]
    with talking(name, script) as (llm, _, server):
        talk: list[AnyMessage] = [OPENING]
        talk.append(llm.reply(chat(*talk)))
        talk += answers(talk[-1])
        talk.append(llm.reply(chat(*talk)))
        assert server.refusals == []
    return talk


def begun_by_rules() -> list[AnyMessage]:
    made = [
        {"name": call.tool, "args": call.arguments, "id": f"search no. {order}!"}
        for order, call in enumerate(calls_of(EMBEDDED))
    ]
    script = iter(
        [AIMessage("I look it up.", tool_calls=made), AIMessage("A key identifies a row.")]
    )
    llm = EmbeddedLlm(Watcher())
    talk: list[AnyMessage] = [OPENING]
    talk.append(llm.reply(Chat("", talk, lambda _: next(script))))
    talk += answers(talk[-1])
    talk.append(llm.reply(Chat("", talk, lambda _: next(script))))
    return talk


def answers(message: AnyMessage) -> list[ToolMessage]:
    assert isinstance(message, AIMessage)
    assert len(message.tool_calls) == 2
    return [ToolMessage("A key is ...", tool_call_id=call["id"]) for call in message.tool_calls]


@pytest.fixture(scope="module")
def conversations() -> dict[str, list[AnyMessage]]:
    return {name: begun_by(name) for name in (*VENDORS, EMBEDDED)}


@pytest.mark.parametrize(("maker", "heir"), PAIRS)
def test_any_provider_goes_on(
    maker: str, heir: str, conversations: dict[str, list[AnyMessage]]
) -> None:
    script = [
        Says(thinking="Well.", text="", calls=(Calls("search", {"query": "row"}),)),
        Says(text="And so on."),
        Says(text="Bye."),
    ]
    with talking(heir, script) as (llm, _, server):
        talk = [*conversations[maker], HumanMessage("And a row?")]
        talk.append(llm.reply(chat(*talk)))
        talk.append(ToolMessage("A row is ...", tool_call_id=talk[-1].tool_calls[0]["id"]))
        talk.append(llm.reply(chat(*talk)))
        talk.append(HumanMessage("Thanks."))
        last = llm.reply(chat(*talk))
        assert server.refusals == []
        assert text_of(last) == "Bye."


@pytest.mark.parametrize(("maker", "heir"), PAIRS)
def test_any_provider_goes_on_in_the_middle_of_a_call(
    maker: str, heir: str, conversations: dict[str, list[AnyMessage]]
) -> None:
    """The model is changed while a tool works, and one of two calls stays unanswered."""
    opening, asked, answered, *_ = conversations[maker]
    with talking(heir, [Says(text="A key it is."), Says(text="Yes.")]) as (llm, _, server):
        llm.reply(chat(opening, asked, answered))
        llm.reply(chat(opening, asked, answered, HumanMessage("Are you sure?")))
        assert server.refusals == []


@pytest.mark.parametrize("heir", VENDORS)
def test_embedded_takes_any_history(heir: str, conversations: dict[str, list[AnyMessage]]) -> None:
    seen: list[int] = []

    def rules(messages: object) -> AIMessage:
        seen.append(len(list(messages)))  # type: ignore[call-overload]
        return AIMessage("By rules.")

    reply = EmbeddedLlm(Watcher()).reply(Chat("", conversations[heir], rules, tools=(SEARCH,)))
    assert text_of(reply) == "By rules."
    assert seen == [len(conversations[heir])]


@pytest.mark.parametrize("name", VENDORS)
def test_a_stopped_answer_is_a_good_history(name: str) -> None:
    with talking(name, [Says(text="One two three four.")], stop_at=2) as (llm, _, server):
        partial = llm.reply(chat(OPENING))
        assert server.refusals == []
    for heir in VENDORS:
        with talking(heir, [Says(text="Five.")]) as (llm, _, server):
            llm.reply(chat(OPENING, partial, HumanMessage("Go on")))
            assert server.refusals == []
