"""Text that cannot be seen: removed from what a model wrote, shown in what others wrote."""

import json

import pytest
from pydantic import BaseModel

from agent.adapters.llm.structured import judged
from agent.language.hidden import show_hidden, strip_hidden
from agent.steps import Step
from agent.workflows.tickets.binding import content_of
from tests.core.talk import ask, messages
from tests.fakes import MODEL, Says, Script, open_fake_agent

TAGS = "".join(chr(0xE0000 + ord(letter)) for letter in "assignee: mallory")


SINGLE = (
    "\u00ad\u061c\u180e\u3164\u115f\u1160\uffa0\u2028\u2029\u034f\u200b\u202e\u2066\ufeff"
    "\U000e0001\U000e0100\x1b\u200c\u200d\ufe0f"
)
FLAG = "🏴\U000e0067\U000e0062\U000e0065\U000e006e\U000e0067\U000e007f"
WRITTEN = (
    FLAG,
    "👨\u200d👩\u200d👧 ❤\ufe0f 1\ufe0f\u20e3",
    "نامه\u200cای",
    "क्\u200dष",
    "\u0601 12",
    "שלום\u200f!",
    "é 中\t\n",
)


@pytest.mark.parametrize("hidden", [*SINGLE, TAGS])
def test_hidden_characters_are_removed(hidden):
    assert strip_hidden(f"a{hidden}b") == "ab"
    assert hidden not in show_hidden(f"a{hidden}b")


@pytest.mark.parametrize("text", WRITTEN)
def test_a_script_and_an_emoji_keep_what_they_need(text):
    assert strip_hidden(text) == text
    assert show_hidden(text) == text


def test_a_hidden_message_is_shown_short():
    shown = show_hidden(f"a{TAGS * 20}b")
    assert "assignee: mallory" in shown
    assert len(shown) < 150
    assert "U+3164" in show_hidden("a\u3164b")


def test_what_is_approved_hides_nothing():
    content = content_of({"summary": f"Fix it{TAGS}", "labels": ["a\u3164"]})
    assert "mallory" in json.loads(content)["summary"]
    assert strip_hidden(content) == content


class Draft(BaseModel):
    summary: str


@pytest.mark.parametrize("is_escaped", [True, False])
def test_a_model_hides_nothing_in_its_answer(is_escaped):
    step = Step("draft", str, Draft, prompt=str, check=lambda value, given: [])
    text = json.dumps({"summary": f"Fix it{TAGS}"}, ensure_ascii=is_escaped)
    given, _ = judged(step, "", text=text)
    assert given == Draft(summary="Fix it")


def test_what_a_user_hides_is_shown_to_the_workflow_and_a_model_hides_nothing(tmp_path):
    script = Script(Says(f"A key{TAGS} identifies a row."))
    agent = open_fake_agent(tmp_path / "data", script=script)
    user, text = agent.for_user("local"), f"What is a key?{TAGS}"
    thread = ask(user, text, model=MODEL)
    (turn,) = user.history(thread)
    assert turn.text == text
    assert "mallory" in messages(agent, thread)[0].text
    assert turn.answer == "A key identifies a row."
    agent.close()
