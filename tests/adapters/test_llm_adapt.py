"""Histories made acceptable for anybody."""

import re

from langchain_core.messages import AIMessage, HumanMessage, SystemMessage, ToolMessage

from agent.adapters.llm.adapt import NOT_ANSWERED, adapt


def calling(*ids):
    calls = [{"name": "search", "args": {"query": each}, "id": each} for each in ids]
    return AIMessage("", tool_calls=calls, response_metadata={"provider": "other"})


def adapted(*messages):
    return [(message.type, str(message.text)) for message in adapt(messages, "gemini")]


def test_system_messages_become_one_at_the_front() -> None:
    talk = [HumanMessage("Hi"), SystemMessage("Later."), AIMessage("Yes"), HumanMessage("So?")]
    assert adapted(SystemMessage("First."), *talk)[0] == ("system", "First.\n\nLater.")
    assert adapted(SystemMessage(""), HumanMessage("Hi")) == [("human", "Hi")]


def test_a_foreign_message_is_reduced_to_text_and_calls() -> None:
    thinking = {"type": "thinking", "thinking": "hm", "signature": "abc"}
    foreign = AIMessage(
        [thinking, {"type": "text", "text": "Here."}],
        tool_calls=[{"name": "search", "args": {"query": "x"}, "id": "call_1"}],
        additional_kwargs={"thinking": "hm", "signatures": {"call_1": "abc"}},
        response_metadata={"provider": "mistral", "model_provider": "mistralai"},
    )
    talk = [HumanMessage("Hi"), foreign, ToolMessage("Found", tool_call_id="call_1")]
    _, plain, answer = adapt(talk, "gemini")
    assert (plain.content, plain.additional_kwargs, plain.response_metadata) == ("Here.", {}, {})
    assert plain.tool_calls[0]["args"] == {"query": "x"}
    assert plain.tool_calls[0]["id"] == answer.tool_call_id
    assert answer.name == "search"


def test_empty_pieces_of_its_own_messages_are_dropped() -> None:
    block = {"type": "text", "text": "Yes."}
    own = AIMessage(["", block], response_metadata={"provider": "gemini"})
    assert adapt([HumanMessage("?"), own, HumanMessage("So?")], "gemini")[1].content == [block]


def test_foreign_ids_are_nine_letters_and_digits_and_never_the_same() -> None:
    talk = [HumanMessage("Hi")]
    for _ in range(3):
        talk += [calling("1", "1b"), *(ToolMessage("a", tool_call_id=id_) for id_ in ("1", "1b"))]
    messages = adapt(talk, "mistral")
    asked = [call["id"] for m in messages if isinstance(m, AIMessage) for call in m.tool_calls]
    assert asked == [m.tool_call_id for m in messages if isinstance(m, ToolMessage)]
    assert len(set(asked)) == 6
    assert all(re.fullmatch("[a-zA-Z0-9]{9}", str(each)) for each in asked)
    assert adapt(talk, "mistral") == messages


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
