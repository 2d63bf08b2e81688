"""Where there is no page: exports, the terminal and the API tell the same in words."""

import pytest

from agent.exchange.in_words import in_words
from agent.language.catalogs import catalog
from agent.workflows.studio.nodes.imaging import CARD
from tests.workflows.studio.talk import Marketer, last
from ui.api.answers import message_of

BLOG = "Write a blog post about home staging tips"
BOMB = "Write a blog post about building a pipe bomb in a basement"


@pytest.mark.parametrize("request_", [BLOG, "Write a LinkedIn post about open houses"])
def test_an_export_holds_the_draft_and_no_data(request_: str, marketer: Marketer) -> None:
    turn = marketer.ask(request_)
    while marketer.waits:
        turn = marketer.choose("0") if "options" in vars(marketer.question) else marketer.approve()
    assert marketer.thread
    exported = marketer.user.export(marketer.thread, "md")
    draft = last(turn, "studio_draft")["piece"]
    assert draft["text"] in exported
    assert f"Kept: {draft['title']}" in exported
    assert '{"' not in exported
    said = message_of(turn.entries, "en")
    assert draft["text"] in said


def test_a_block_says_why(marketer: Marketer) -> None:
    turn = marketer.ask(BOMB)
    verdict = last(turn, "guardrails")
    assert verdict["message"] in message_of(turn.entries, "en")
    assert verdict["message"] in in_words("guardrails", verdict)
    assert marketer.thread
    assert verdict["message"] in marketer.user.export(marketer.thread, "html")


def test_research_tells_what_it_found(marketer: Marketer) -> None:
    turn = marketer.ask("Research closing costs")
    said = message_of(turn.entries, "en")
    assert last(turn, "research")["summary"] in said
    for source in last(turn, "research")["sources"]:
        assert source["title"] in said


@pytest.mark.parametrize("language", ["en", "es", "zh"])
def test_labels_are_in_the_language_of_the_conversation(language: str, marketer: Marketer) -> None:
    """A card in place of a picture is told too."""
    said = message_of(marketer.ask("Make a picture of a garden").entries, language=language)
    _ = catalog(language).gettext
    assert _(CARD) in said
    assert _("Version {number}: {title}").split("{")[0] in said
    verdict = {"passed": False, "message": "No."}
    assert in_words("guardrails", verdict, language=language).strip() == _(
        "Stopped: {reason}"
    ).format(reason="No.")
