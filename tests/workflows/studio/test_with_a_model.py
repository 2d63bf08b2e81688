"""The same way with a model: it drafts, is checked, and rewrites what is asked."""

from typing import Any

import pytest

from agent.events import Token
from agent.facade import GraphAgent
from agent.ports import Pieces
from agent.questions import Approval, Reply
from tests.fakes import MODEL, Gives, Pause, Says, Script
from tests.fakes_content import FakeSearch
from tests.workflows.studio.talk import Marketer, last
from tests.workflows.studio.test_writing import BLOG, FOUR, outline

Plain = dict[str, Any]
INVENTED = "Staged homes sold 11 days sooner than others in 2025."
DETAILS = {"words": 150, "keywords": ["home staging"]}


@pytest.fixture
def modelled(agent: GraphAgent) -> Marketer:
    """Somebody who has the facts already, by rules, and now chooses a model."""
    marketer = Marketer(agent)
    turn = marketer.ask("Research home staging")
    assert len(last(turn, "research")["claims"]) >= 3
    marketer.model = MODEL
    return marketer


def outlined(marketer: Marketer, script: Script) -> None:
    script.add(Gives("draft_outline", outline(*FOUR[:3])))
    marketer.inputs = {"context": DETAILS}
    turn = marketer.follow("make-blog")
    assert last(turn, "studio_outline")["origin"] == "model"


def test_a_post_is_drafted_rewritten_and_kept(
    modelled: Marketer, script: Script, pieces: Pieces
) -> None:
    outlined(modelled, script)
    script.add(Says(BLOG))
    turn = modelled.approve()
    draft = last(turn, "studio_draft")
    assert (draft["number"], draft["why"], draft["blocking"]) == (1, "drafted", [])
    assert draft["piece"]["origin"] == "model"

    change = {"before": "Clear, paint, open the windows", "after": "Clear, then paint"}
    script.add(Gives("rewrite", {"changes": [change]}))
    turn = modelled.reject("no windows in the last sentence")
    second = last(turn, "studio_draft")
    assert (second["number"], second["why"]) == (2, "rewritten")
    assert second["before"] == draft["piece"]["text"]
    assert second["piece"]["text"] == draft["piece"]["text"].replace(*change.values())
    modelled.approve()
    (kept,) = pieces.kept("local")
    assert kept.content == second["piece"]


def test_a_figure_that_no_source_has_is_marked_and_does_not_block(
    modelled: Marketer, script: Script
) -> None:
    outlined(modelled, script)
    script.add(Says(BLOG))
    draft = last(modelled.approve(), "studio_draft")
    assert INVENTED in draft["piece"]["text"]
    found = [each for each in draft["report"]["findings"] if each["group"] == "figures"]
    assert {each["level"] for each in found} == {"advises"}
    question = modelled.question
    assert isinstance(question, Approval)
    assert "approve" in question.allowed


def test_a_blocked_draft_ends_the_turn_and_nothing_of_it_is_kept(
    modelled: Marketer, script: Script, pieces: Pieces
) -> None:
    outlined(modelled, script)
    script.add(Says("# Home staging\n\nA quiet start. No Black families live here. More."))
    judged = {"safety": "UNSAFE", "category": "discrimination", "reason": "It excludes people."}
    script.add(Gives("judge_draft", judged))
    turn = modelled.approve()
    assert turn.status == "done"
    assert last(turn, "guardrails")["blocked_by"] == "discrimination"
    assert last(turn, "studio_draft") == {}
    assert modelled.state["content_type"] == "guardrails_blocked"
    assert pieces.kept("local") == []
    assert not modelled.waits


def test_the_draft_streams_apart_from_the_answer_and_a_stop_keeps_it(
    modelled: Marketer, script: Script, pieces: Pieces
) -> None:
    outlined(modelled, script)
    pause = Pause()
    script.add(Says(BLOG, pause=pause))
    user, question = modelled.user, modelled.question

    run = user.answer(modelled.thread or "", question.id, Reply(decision="approve"), model=MODEL)
    pause.wait_until_reached()
    user.stop(run.thread)
    pause.go_on()
    assert run.wait(30)
    tokens = [event for event in run.events() if isinstance(event, Token)]
    assert {token.to for token in tokens} == {"document"}
    turn = user.turn(run.turn)
    assert turn.status == "stopped"
    assert turn.answer == ""
    draft = last(turn, "studio_draft")
    assert draft["is_partial"]
    assert pieces.versions("local", draft["piece_id"])[0].content == draft["piece"]


def test_new_matter_in_a_rejected_outline_is_researched_again(
    modelled: Marketer, script: Script, search: FakeSearch
) -> None:
    outlined(modelled, script)
    first = modelled.user.history(modelled.thread or "")[0]
    known = [claim["id"] for claim in last(first, "research")["claims"]]
    asked = {**outline(*FOUR[:3]), "queries": ["open houses"]}
    script.add(Gives("draft_outline", asked))
    fact = "Open houses draw neighbours as well as buyers."
    source = f"S{len(last(first, 'research')['sources']) + 1}"
    script.add(Says(f"[{source}.1] {fact}"))
    new = f"C{len(known) + 1}"
    sections = [{"heading": "Open houses", "gist": "", "claims": [new]}]
    script.add(Gives("draft_outline", {**outline(), "sections": sections}))
    turn = modelled.reject("Add a part on open houses")
    assert "open houses" in search.searches
    found = last(turn, "research")
    claims = found["claims"]
    assert [claim["id"] for claim in claims] == [*known, new]
    assert claims[-1]["text"] == fact
    assert claims[-1]["source"] == source
    assert source in [each["id"] for each in found["sources"]]
    assert last(turn, "studio_outline")["sections"][0]["claims"] == [new]
    assert modelled.waits


def test_new_matter_in_a_comment_on_a_piece_is_researched_by_its_name(
    modelled: Marketer, script: Script, search: FakeSearch
) -> None:
    outlined(modelled, script)
    script.add(Says(BLOG))
    modelled.approve()
    fact = "Open houses draw neighbours as well as buyers."
    source = (
        f"S{len(last(modelled.user.history(modelled.thread or '')[0], 'research')['sources']) + 1}"
    )
    change = {"before": "Clear, paint, open the windows", "after": f"{fact[:-1]} [C9]"}
    script.add(Gives("rewrite", {"queries": ["open houses"]}))
    script.add(Says(f"[{source}.1] {fact}"), Gives("rewrite", {"changes": [change]}))
    turn = modelled.reject("Say a word on open houses, too")
    script.finish()
    assert "open houses" in search.searches
    assert "Say a word on open houses, too" in script.chats[-1].messages[0].text
    claim = last(turn, "research")["claims"][-1]
    assert claim["text"] == fact
    assert claim["text"] in [each.text for each in script.values[-1].brief.research.claims]
    assert fact[:-1] in last(turn, "studio_draft")["piece"]["text"]
    modelled.approve()
    assert not modelled.waits


def test_without_new_matter_a_rejected_outline_takes_one_call(
    modelled: Marketer, script: Script, search: FakeSearch
) -> None:
    outlined(modelled, script)
    before = list(search.searches)
    script.add(Gives("draft_outline", outline(*FOUR[1:])))
    modelled.reject("Not the surfaces")
    script.finish()
    assert search.searches == before


def test_what_a_comment_on_the_outline_asks_for_holds_for_the_text(
    modelled: Marketer, script: Script
) -> None:
    outlined(modelled, script)
    told = {"words": 350, "language": "Spanish"}
    script.add(Gives("draft_outline", {**outline(*FOUR[1:]), **told}), Says(BLOG))
    modelled.reject("350 words is enough, and in Spanish")
    draft = last(modelled.approve(), "studio_draft")
    (chat,) = script.chats[-1:]
    assert "about 350 words" in chat.messages[0].text
    assert "350 words is enough, and in Spanish" in chat.messages[0].text
    assert "in Spanish only" in chat.system
    assert draft["piece"]["language"] == "es"
    script.add(Gives("rewrite", {"whole": "# Ein Titel\n\nKurz.", "language": "German"}))
    modelled.reject("auf Deutsch")
    value = script.values[-1]
    assert "350 words is enough, and in Spanish" in value.brief.remarks
    script.add(Gives("rewrite", {"title": "Ein Titel mehr", "words": 90, "words_at_most": True}))
    modelled.reject("ein anderer Titel, höchstens 90 Wörter")
    assert script.values[-1].brief.spoken == "German"
    _, request, *comments = script.values[-1].brief.said
    assert request == script.values[-1].brief.request
    assert comments == ["350 words is enough, and in Spanish", "auf Deutsch"]
    script.add(Gives("rewrite", {"changes": [{"before": "Kurz.", "after": "Wort " * 200}]}))
    report = last(modelled.reject("länger"), "studio_draft")["report"]
    assert [each for each in report["findings"] if each["check"] == "word_target"]
    assert script.values[-1].brief.details.words_at_most


def test_a_line_that_was_ordered_is_no_invented_quote(modelled: Marketer, script: Script) -> None:
    outlined(modelled, script)
    line = "“Good morning, I am ringing about the quiet flat in the Elm Street that you offer.”"
    script.add(Says(f"{BLOG}\n\nSay: {line} [C0]\n\nOr: {line.replace('morning', 'day')}"))
    draft = last(modelled.approve(), "studio_draft")
    quotes = [f for f in draft["report"]["findings"] if f["check"] == "unsupported_quote"]
    assert [each["quote"] for each in quotes] == [line.replace("morning", "day")]
    assert not any("C0" in note for note in draft["piece"]["notes"])


def test_a_remark_is_seen_to_with_one_press(modelled: Marketer, script: Script) -> None:
    outlined(modelled, script)
    script.add(Says(BLOG))
    remarks = last(modelled.approve(), "studio_draft")["report"]["findings"]
    question = modelled.question
    assert isinstance(question, Approval)
    fix = next(each for each in question.others if each.id == "fix:0")
    assert remarks[0]["sentence"] in fix.label
    change = {"before": "Clear, paint, open the windows", "after": "Clear, then paint"}
    script.add(Gives("rewrite", {"changes": [change]}))
    draft = last(modelled.choose("fix:0"), "studio_draft")
    assert draft["number"] == 2
    assert draft["comment"].startswith(remarks[0]["sentence"])
    assert script.values[-1].comment == draft["comment"]
