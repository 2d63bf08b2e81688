"""A conversation begun by any provider goes on with any other, since histories are adapted."""

from itertools import product

import pytest
from langchain_core.messages import AIMessage, HumanMessage, SystemMessage, ToolMessage

from agent.adapters.llm.adapt import NOT_ANSWERED, adapt
from agent.engine.messages import text_of
from tests.servers import Calls, Says
from tests.servers.vendors import VENDORS, chat, talking

OPENING = HumanMessage("What is a key?")
EMBEDDED = "embedded"


def begun_by(name):
    """A question, two calls of the maker's, their answers, and what it made of them."""
    # Gemini knows its calls by what they say, so each maker's are its own.
    calls = [Calls("search", {"query": f"{word} {name}"}) for word in ("key", "row")]
    if name == EMBEDDED:
        made = [{"name": each.tool, "args": each.arguments, "id": each.text} for each in calls]
        asked = AIMessage("I look it up.", tool_calls=made, response_metadata={"provider": name})
        return [OPENING, asked, *answers(asked), AIMessage("A key identifies a row.")]
    script = [
        Says(thinking="They ask for keys.", text="I look it up.", calls=tuple(calls)),
        Says(thinking="Found.", text="A key identifies a row."),
    ]
    with talking(name, script) as (llm, _, server):
        asked = llm.reply(chat(OPENING))
        talk = [OPENING, asked, *answers(asked)]
        talk.append(llm.reply(chat(*talk)))
        assert server.refusals == []
    return talk


def answers(message):
    assert len(message.tool_calls) == 2
    return [ToolMessage("A key is ...", tool_call_id=call["id"]) for call in message.tool_calls]


@pytest.fixture(scope="module")
def conversations():
    return {name: begun_by(name) for name in (*VENDORS, EMBEDDED)}


@pytest.mark.parametrize(("maker", "heir"), list(product((*VENDORS, EMBEDDED), VENDORS)))
def test_any_provider_goes_on_also_in_the_middle_of_a_call(maker, heir, conversations) -> None:
    """The model is changed while a tool works, and one of two calls stays unanswered."""
    script = [
        Says(text="A key it is."),
        Says(text="Yes."),
        Says(thinking="Well.", calls=(Calls("search", {"query": "row"}),)),
        Says(text="And so on."),
        Says(text="Bye."),
    ]
    opening, asked, answered, *_ = conversations[maker]
    with talking(heir, script) as (llm, _, server):
        llm.reply(chat(opening, asked, answered))
        llm.reply(chat(opening, asked, answered, HumanMessage("Are you sure?")))
        talk = [*conversations[maker], HumanMessage("And a row?")]
        talk.append(llm.reply(chat(*talk)))
        talk.append(ToolMessage("A row is ...", tool_call_id=talk[-1].tool_calls[0]["id"]))
        talk.append(llm.reply(chat(*talk)))
        talk.append(HumanMessage("Thanks."))
        assert text_of(llm.reply(chat(*talk))) == "Bye."
        assert server.refusals == []


@pytest.mark.parametrize("name", VENDORS)
def test_a_stopped_answer_is_a_good_history(name) -> None:
    with talking(name, [Says(text="One two three four.")], stop_at=2) as (llm, _, _):
        partial = llm.reply(chat(OPENING))
    for heir in VENDORS:
        with talking(heir, [Says(text="Five.")]) as (llm, _, server):
            llm.reply(chat(OPENING, partial, HumanMessage("Go on")))
            assert server.refusals == []


def calling(*ids):
    calls = [{"name": "search", "args": {"query": each}, "id": each} for each in ids]
    return AIMessage("", tool_calls=calls, response_metadata={"provider": "other"})


def adapted(*messages):
    return [(message.type, str(message.text)) for message in adapt(messages, "gemini")]


def test_system_messages_become_one_at_the_front() -> None:
    talk = [HumanMessage("Hi"), SystemMessage("Later."), AIMessage("Yes"), HumanMessage("So?")]
    assert adapted(SystemMessage("First."), *talk)[0] == ("system", "First.\n\nLater.")
    assert adapted(SystemMessage(""), HumanMessage("Hi")) == [("human", "Hi")]


def test_empty_pieces_of_its_own_messages_are_dropped() -> None:
    block = {"type": "text", "text": "Yes."}
    own = AIMessage(["", block], response_metadata={"provider": "gemini"})
    assert adapt([HumanMessage("?"), own, HumanMessage("So?")], "gemini")[1].content == [block]


def test_answers_without_a_call_are_dropped_and_calls_without_an_answer_answered() -> None:
    answers = [ToolMessage(text, tool_call_id="2") for text in ("two", "again")]
    orphan = ToolMessage("orphan", tool_call_id="0")
    talk = [HumanMessage("Hi"), orphan, calling("1", "2"), *answers, HumanMessage("So?")]
    told = ["", NOT_ANSWERED, "two", "I have the result."]
    assert [text for _, text in adapted(*talk)] == ["Hi", *told, "So?"]


def test_what_one_side_said_is_joined_and_a_user_begins_and_ends() -> None:
    empty = AIMessage("", response_metadata={"provider": "gemini"})
    assert adapted(HumanMessage("One"), empty, HumanMessage("Two")) == [("human", "One\n\nTwo")]
    talk = [HumanMessage("Hi"), AIMessage("I look."), calling("1")]
    assert adapted(*talk, ToolMessage("x", tool_call_id="1"))[1] == ("ai", "I look.")
    assert adapted() == [("human", "Please go on.")]
    assert adapted(AIMessage("A"), AIMessage("B")) == [
        ("human", "Hello."),
        ("ai", "A\n\nB"),
        ("human", "Please go on."),
    ]
    assert adapted(HumanMessage("")) == [("human", "(empty)")]
