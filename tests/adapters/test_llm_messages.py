"""Text and thinking told apart, whole and in pieces."""

import pytest
from langchain_core.messages import AIMessage

from agent.engine.messages import Splitter, native_pieces, text_of

TAGGED = [
    ("<thinking>hm</thinking><answer>Yes.</answer>", "Yes.", "hm"),
    ("<think>\nhm\n</think>\n\nYes.", "Yes.", "hm\n"),
    ("  Yes.", "Yes.", ""),
    ("<THINKING>hm</Thinking> Yes.", "Yes.", "hm"),
    ("<thinking>never closed", "", "never closed"),
    ("<thinking>hm<answer>Yes.", "Yes.", "hm"),
    ("Yes.</answer>", "Yes.", ""),
    ("stray</think> tag", "stray tag", ""),
    ("a < b and <b>bold</b> <thin", "a < b and <b>bold</b> <thin", ""),
    ("the `<think>` tag", "the `<think>` tag", ""),
    ("One. <think>two</think> Three.", "One. Three.", "two"),
    ("<", "<", ""),
]


def split(pieces):
    splitter = Splitter()
    said = []
    for piece in pieces:
        said += splitter.split([("text", piece)])
    said += splitter.rest()
    return tuple("".join(t for kind, t in said if kind == k) for k in ("text", "thinking"))


@pytest.mark.parametrize(("text", "answer", "thought"), TAGGED)
def test_tags_are_taken_out_wherever_they_are_cut(text, answer, thought) -> None:
    assert split(list(text)) == (answer, thought)
    for at in range(len(text)):
        assert split([text[:at], text[at:]]) == (answer, thought)


YES = {"type": "text", "text": "Yes."}
GEMINI = [
    {"type": "thinking", "thinking": "hm", "index": 0},
    {"type": "text", "text": "Y", "extras": {"signature": "x"}},
    "es.",
    {"type": "image_url", "image_url": {"url": "data:"}},
]
MISTRAL = {"type": "thinking", "thinking": [{"type": "text", "text": "hm"}]}
RESPONSES = {"type": "reasoning", "summary": [{"type": "summary_text", "text": "hm"}]}


@pytest.mark.parametrize(
    ("message", "reasoning"),
    [
        (AIMessage("<think>hm</think>Yes."), ""),
        (AIMessage(GEMINI), "hm"),
        (AIMessage([MISTRAL, YES]), "hm"),
        (AIMessage([RESPONSES, YES]), "hm"),
        (AIMessage("Yes.", additional_kwargs={"reasoning_content": "hm"}), "hm"),
        (AIMessage("Yes.", additional_kwargs={"thinking": "hm"}), ""),
        (AIMessage([{"type": "reasoning"}, YES]), ""),
    ],
)
def test_the_text_of_any_message_and_what_its_vendor_calls_reasoning(message, reasoning) -> None:
    assert text_of(message) == "Yes."
    told = (text for kind, text in native_pieces(message) if kind == "thinking")
    assert "".join(told) == reasoning
