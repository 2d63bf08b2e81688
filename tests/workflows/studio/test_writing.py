"""The writers with a model that follows a script: what it says is read, checked and guarded."""

import threading
import time
from dataclasses import replace
from typing import Any

import pytest

from agent.checks.content import Finding
from agent.errors import ProviderError, StepFailed, Stopped
from agent.workflows.studio import steps
from agent.workflows.studio.artifacts import report_on
from agent.workflows.studio.content.contracts import Details, Outline, Piece, Research, Section
from agent.workflows.studio.nodes import writing
from tests.fakes import Breaks, Gives, Line, Pause, Says
from tests.servers import Says as Wire
from tests.servers.vendors import talking
from tests.workflows.studio.desk import Desk, Plain, brief, state

META = (
    "Home staging in plain words: what to clear, which colour to choose, and why a staged home"
    " finds its buyer sooner. Read the steps before you list yours."
)
BODY = """Home staging shows you and your buyers what a room is for. Here is where to begin, what it
asks of you, and what you can leave alone without losing a viewing.

## Clear the surfaces

Begin with what costs nothing. Clearing surfaces is the cheapest step of home staging [C2]. Put
away what you do not use each day, and let the light fall on the table.

- Kitchen counters
- Window sills

## Choose a quiet colour

A neutral wall colour makes a room look larger [C3]. Paint what is loud, and leave what is calm.

## What home staging brings

Staged homes sold 11 days sooner than others in 2025 [C1, C9]. See the
[study](https://study.example/staging), and not [this one](https://invented.example/x).

## Conclusion

Clear, paint, open the windows: that is what to remember of home staging. Talk to us before you
decide: a first conversation costs nothing."""
BLOG = (
    f"# Home staging: three steps that you can take\n\n{BODY}\n\nMeta: Too short.\nMeta: {META}\n"
)
OUTLINE = Outline(
    title="Home staging in three steps",
    sections=(Section(heading="Clear the surfaces"), Section(heading="Choose a quiet colour")),
)
ALONG = {"outline": OUTLINE.model_dump(mode="json")}


def piece_in(update: Plain) -> Piece:
    return Piece.model_validate(update["piece"])


def blocking(piece: Piece, **more: Any) -> tuple[Finding, ...]:
    return report_on(piece, brief(piece.kind, **more)).blocking


# A blog post


def test_a_post_streams_into_the_document_and_is_read_from_its_form() -> None:
    desk = Desk(Says(BLOG))
    update = writing.write(state(brief("blog", words=150), **ALONG), desk.runtime)
    piece = piece_in(update)
    assert desk.told("document").startswith("# Home staging: three steps")
    assert desk.told("") == "", "nothing of it is part of the answer"
    assert piece.title == "Home staging: three steps that you can take"
    assert piece.text.startswith("# Home staging: three steps that you can take\n\nHome staging")
    assert piece.text.endswith("a first conversation costs nothing.")
    assert piece.meta_description == META, "the proposal that has the length"
    assert piece.origin == "model"
    assert blocking(piece, words=150) == ()
    assert {key: update[key] for key in ("why", "content_type")} == {
        "why": "drafted",
        "content_type": "blog",
    }
    desk.script.finish()


def test_marks_become_claims_and_are_not_published() -> None:
    desk = Desk(Says(BLOG))
    piece = piece_in(writing.write(state(brief("blog", words=150), **ALONG), desk.runtime))
    assert piece.claims == ("C2", "C3", "C1")
    assert "[C" not in piece.text
    assert "others in 2025. See" in piece.text


def test_only_sources_are_linked() -> None:
    desk = Desk(Says(BLOG))
    piece = piece_in(writing.write(state(brief("blog", words=150), **ALONG), desk.runtime))
    assert "[study](https://study.example/staging), and not this one." in piece.text
    assert "invented.example" not in piece.text
    assert any("link" in note for note in piece.notes)


def test_a_post_without_a_title_gets_the_outlines() -> None:
    desk = Desk(Says(BODY))
    piece = piece_in(writing.write(state(brief("blog", words=150), **ALONG), desk.runtime))
    assert piece.title == "Home staging in three steps"
    assert piece.text.startswith("# Home staging in three steps\n\nHome staging shows")
    assert piece.meta_description == ""


def test_a_model_is_told_the_facts_as_data_and_nothing_that_is_unsupported() -> None:
    desk = Desk(Says(BLOG))
    writing.write(state(brief("blog", words=150), **ALONG), desk.runtime)
    (chat,) = desk.script.chats
    told = chat.messages[0].text
    assert "C1: Staged homes sold 11 days sooner" in told
    assert "doubles prices" not in told
    assert "<data-" in told
    assert "Clear the surfaces" in told
    assert "“dream home”" in chat.system or "dream home" in chat.system


def test_without_facts_a_model_is_told_so() -> None:
    desk = Desk(Says(BLOG))
    writing.write(
        state(brief("blog", words=150, research=Research(topic="")), **ALONG), desk.runtime
    )
    assert "There are no claims" in desk.script.chats[0].messages[0].text


# Guardrails while it streams


def test_what_is_blocked_is_never_shown_and_ends_the_draft() -> None:
    text = f"# Home staging\n\nA quiet start. No Black families live here. {BODY}"
    desk = Desk(Says(text), Gives("judge_draft", UNSAFE))
    update = writing.write(state(brief("blog"), **ALONG), desk.runtime)
    assert update["ended"] == "blocked"
    assert "piece" not in update
    assert update["content_type"] == "guardrails_blocked"
    assert update["guardrails_result"]["blocked_by"] == "discrimination"
    (verdict,) = desk.shown("guardrails")
    assert not verdict["passed"]
    assert verdict["message"].startswith(UNSAFE["reason"])
    desk.script.finish()


def test_general_answers_are_guarded_too() -> None:
    said = Says("Choose a home with no Black families. It is quiet.")
    desk = Desk(said, Gives("judge_draft", UNSAFE))
    update = writing.general(state(brief("general")), desk.runtime)
    assert update["ended"] == "blocked"
    assert "messages" not in update


# Cut off


def stopped_in_the_middle(text: str, **more: Any) -> tuple[Desk, Plain]:
    pause = Pause()
    desk = Desk(Says(text, pause=pause))
    updates: list[Plain] = []
    node = threading.Thread(
        target=lambda: updates.append(
            writing.write(state(brief("blog", words=150), **ALONG, **more), desk.runtime)
        )
    )
    node.start()
    pause.wait_until_reached()
    desk.report.stopped = True
    pause.go_on()
    node.join(10)
    return desk, updates[0]


def test_what_had_arrived_when_the_user_stopped_stays_as_a_version() -> None:
    desk, update = stopped_in_the_middle(f"# Home staging\n\n{BODY}")
    (draft,) = desk.shown("studio_draft")
    assert draft["is_partial"]
    assert draft["piece"]["text"].startswith("# Home staging")
    assert draft["piece"]["notes"] == [
        "A link that is in none of the sources was removed.",
        "You stopped it while it was being written.",
    ]
    (version,) = desk.pieces.versions("ada", draft["piece_id"])
    assert version.content == draft["piece"] == update["piece"]
    assert update["last_piece"]["id"] == draft["piece_id"] == update["piece_id"]


def test_a_model_that_fails_fails_the_draft() -> None:
    desk = Desk(Breaks(ProviderError("Cut.", problem="cut"), after="# Home"))
    with pytest.raises(ProviderError):
        writing.write(state(brief("blog"), **ALONG), desk.runtime)


# The outline


def outline(*headings: str, **more: Any) -> Plain:
    sections = [{"heading": each, "gist": f"About {each}.", "claims": []} for each in headings]
    return {"title": "Home staging in a few steps", "sections": sections, **more}


FOUR = ("Clear surfaces", "Choose colours", "Let light in", "What it brings")


def test_an_outline_is_drafted_on_claims() -> None:
    given = outline(*FOUR)
    given["sections"][0]["claims"] = ["C2"]
    desk = Desk(Gives("draft_outline", given))
    update = writing.draft_outline(state(brief("blog")), desk.runtime)
    assert update["outline"]["origin"] == "model"
    assert update["outline"]["sections"][0]["claims"] == ["C2"]
    assert update["drafted"] is None
    assert desk.shown("studio_outline") == [{**update["outline"], "changes": []}]


def test_a_rejected_outline_is_changed_and_says_what_changed() -> None:
    before = {**outline(*FOUR), "origin": "model"}
    desk = Desk(Gives("draft_outline", outline(*FOUR[1:], "Mistakes")))
    writing.draft_outline(
        state(brief("blog"), outline=before, comment="not the surfaces; add mistakes"), desk.runtime
    )
    assert desk.script.values[0].comment == "not the surfaces; add mistakes"
    assert desk.shown("studio_outline")[0]["changes"] == [
        "- Clear surfaces: About Clear surfaces.",
        "+ Mistakes: About Mistakes.",
    ]


@pytest.mark.parametrize(
    ("given", "problem"),
    [
        (
            {**outline(*FOUR[1:]), "sections": [{"heading": h, "claims": ["C4"]} for h in FOUR]},
            "no claim C4",
        ),
    ],
)
def test_an_unsound_outline_is_not_taken(given: Plain, problem: str) -> None:
    desk = Desk(Gives("draft_outline", given))
    with pytest.raises(StepFailed, match=problem):
        writing.draft_outline(state(brief("blog")), desk.runtime)


# LinkedIn and Instagram

HOOKS = (
    "What do buyers see first when they open your door?",
    "Staged homes sold 11 days sooner than others in 2025 [C1].",
    "Most sellers buy new cushions. The cheapest step costs nothing.",
)
_TEXT = """\
Begin with the kitchen, the hall and the bathroom, since this is where people stop and look around.
Put away what you do not use each day, and let the daylight fall on the table.

Clearing surfaces is the cheapest step of home staging [C2]. It asks for a box, an afternoon and
somebody who does not live with you, because you have stopped seeing your own things.

Then look at the walls. A neutral wall colour makes a room look larger [C3], so paint what is loud
and leave what is calm. Two tins and a weekend will do for most rooms that you show.

Last of all, walk through your home as a stranger would: from the street, through the door and into
the light. Write down where you slow down, and mend only that before the first viewing.
"""
PARAGRAPHS = [" ".join(paragraph.split()) for paragraph in _TEXT.split("\n\n")]
TAGS = ["#RealEstate", "#HomeSelling", "#HomeStaging"]
PICTURE = {
    "title": "Home staging",
    "alt": "A bright kitchen with a bare wooden table",
    "prompt": "A bright kitchen in morning light, a bare wooden table, calm and tidy",
}


ENDING = "Which room would you clear first? Tell us in the comments.\n\n" + " ".join(TAGS)
SHOWN = "## Picture\n" + "\n".join(f"{name}: {text}" for name, text in PICTURE.items())


def posts(*told: str, title: str = "Home staging", picture: str = SHOWN) -> str:
    """As a model writes them."""
    turned = (PARAGRAPHS[turn:] + PARAGRAPHS[:turn] for turn in range(3))
    usual = ("\n\n".join([h, *p, ENDING]) for h, p in zip(HOOKS, turned, strict=True))
    parts = (f"## Post {n}\n\n{text}\n" for n, text in enumerate(told or usual, start=1))
    return "\n".join([f"# {title}\n", *parts, picture])


def instagram_post(title: str = "Home staging") -> str:
    said = "Clearing surfaces is the cheapest step of home staging [C2]."
    tags = " ".join(f"#home{chr(97 + n)}" for n in range(22))
    text = f"Clear one shelf before you clear the house.\n\n{said}\n\nSave this.\n\n{tags}"
    return f"# {title}\n## Post\n{text}\n\n{SHOWN}"


def test_three_linkedin_posts_differ_in_their_hooks_and_rest_on_claims() -> None:
    desk = Desk(Says(posts()))
    update = writing.write(state(brief("linkedin")), desk.runtime)
    pieces = [Piece.model_validate(each) for each in update["variants"]]
    assert not update.get("piece")
    assert [piece.text.splitlines()[0] for piece in pieces] == [
        HOOKS[0],
        "Staged homes sold 11 days sooner than others in 2025.",
        HOOKS[2],
    ]
    assert [set(piece.claims) for piece in pieces] == [
        {"C2", "C3"},
        {"C1", "C2", "C3"},
        {"C2", "C3"},
    ]
    assert all(piece.text.endswith("#RealEstate #HomeSelling #HomeStaging") for piece in pieces)
    assert [blocking(piece) for piece in pieces] == [(), (), ()]


BAD = "Perfect for white families only"
UNSAFE = {"safety": "UNSAFE", "category": "discrimination", "reason": "It excludes people."}


@pytest.mark.parametrize(
    ("kind", "line"),
    [
        ("linkedin", Says(posts(title=BAD))),
        ("instagram", Says(instagram_post(title=BAD))),
        ("blog", Gives("draft_outline", {"title": BAD, "sections": [{"heading": "A"}]})),
    ],
)
def test_posts_and_outlines_are_guarded_too(kind: Any, line: Line) -> None:
    desk = Desk(line, Gives("judge_draft", UNSAFE))
    node = writing.draft_outline if kind == "blog" else writing.write
    update = node(state(brief(kind)), desk.runtime)
    assert update["ended"] == "blocked"
    assert desk.shown("guardrails")[0]["blocked_by"] == "discrimination"
    desk.script.finish()


def test_a_text_that_only_quotes_what_it_warns_of_is_shown() -> None:
    desk = Desk(Says(instagram_post(title=BAD)), Gives("judge_draft", {**UNSAFE, "safety": "SAFE"}))
    update = writing.write(state(brief("instagram")), desk.runtime)
    assert update["piece"]
    desk.script.finish()


def test_posts_stream_into_the_document() -> None:
    desk = Desk(Says(posts()))
    writing.write(state(brief("linkedin")), desk.runtime)
    assert HOOKS[2] in desk.told("document")


def test_whatever_posts_there_are_can_be_chosen() -> None:
    told = posts("One. #a", "Two. #b")
    update = writing.write(state(brief("linkedin")), Desk(Says(told)).runtime)
    assert [each["text"] for each in update["variants"]] == ["One. #a", "Two. #b"]


@pytest.mark.parametrize("told", ["Only this.", "# T\n\nOnly this."])
def test_a_single_post_is_not_asked_about(told: str) -> None:
    update = writing.write(state(brief("linkedin")), Desk(Says(told)).runtime)
    assert (update["piece"]["text"], writing.after_linkedin(update)) == (
        "Only this.",
        "check_piece",
    )


@pytest.mark.parametrize(("asked", "number"), [(None, 3), (1, 1), (2, 2)])
def test_as_many_variants_are_written_as_were_asked_for(asked: int | None, number: int) -> None:
    task = steps.linkedin(brief("linkedin", details=Details(variants=asked)))
    assert task.count("\n## Post") == number


def test_an_instagram_post_has_hashtags_and_a_square_picture() -> None:
    desk = Desk(Says(instagram_post()))
    update = writing.write(state(brief("instagram")), desk.runtime)
    piece = piece_in(update)
    assert piece.text.startswith("Clear one shelf")
    assert piece.text.count("#") == 22
    assert (piece.alt, piece.ratio, piece.claims) == (PICTURE["alt"], "1:1", ("C2",))
    assert piece.wish
    assert (piece.wish.ratio, piece.wish.prompt) == ("1:1", PICTURE["prompt"])
    assert blocking(piece) == ()
    assert update["content_type"] == "instagram"


def test_a_real_models_stream_is_cut_where_the_guardrail_says() -> None:
    text = f"# Home staging\n\nA quiet start. I will kill you all here. {BODY}" + " More." * 300
    with talking("vllm", [Wire(text=text, rate=400)]) as (llm, watcher, server):
        desk = Desk()
        desk.context = replace(desk.context, llm=llm, report=watcher)
        update = writing.write(state(brief("blog"), **ALONG), desk.runtime)
        deadline = time.monotonic() + 3
        while not server.hung_up and time.monotonic() < deadline:
            time.sleep(0.01)
        assert server.hung_up == 1
    assert update["ended"] == "blocked"
    assert "you all" not in watcher.text


# Strategy and general

STRATEGY = """# Content for first-time sellers

A quiet plan for home staging.

## Audience
First-time sellers who want plain words.

## Content pillars
- Prepare: what to do before a viewing
- Price: what a home is worth
- People: who helps

## Content mix
- How-to 60 %
- Stories 40 %

## Channels
Blog and LinkedIn.

## Content calendar
| Week | Day | Format | Title | Pillar |
|---|---|---|---|---|
| 1 | Monday | Blog | Clear surfaces first [C2] | Prepare |
| 1 | Thursday | Newsletter | Nothing to draft | People |
| 2 | Tuesday | LinkedIn | Which colour for which room | Prepare |

## KPIs
- 20 enquiries a month

## Roadmap
Start in December 2026, look back after 6 weeks. Talk to us.
"""


def test_the_calendar_of_a_strategy_opens_as_slots() -> None:
    desk = Desk(Says(STRATEGY))
    update = writing.write(state(brief("strategy")), desk.runtime)
    piece = piece_in(update)
    assert [(s.week, s.day, s.kind, s.title, s.pillar) for s in piece.slots] == [
        (1, "Monday", "blog", "Clear surfaces first", "Prepare"),
        (2, "Tuesday", "linkedin", "Which colour for which room", "Prepare"),
    ]
    assert blocking(piece) == (), "aims of a plan need no claim"


def test_a_figure_about_the_world_needs_a_claim_in_a_strategy_too() -> None:
    text = STRATEGY.replace("want plain words.", "want plain words. 93 % never sold before.")
    piece = piece_in(writing.write(state(brief("strategy")), Desk(Says(text)).runtime))
    report = report_on(piece, brief("strategy"))
    assert "93 %" in [finding.quote for finding in report.findings if finding.group == "figures"]


def test_a_general_answer_streams_into_the_conversation() -> None:
    desk = Desk(Says("Staging is showing a home at its best."))
    update = writing.general(state(brief("general")), desk.runtime)
    assert desk.told("") == "Staging is showing a home at its best."
    assert desk.told("document") == ""
    assert update["messages"][0].text == "Staging is showing a home at its best."
    assert not update.get("piece")


def test_a_general_answer_that_was_stopped_before_its_first_word_is_none() -> None:
    desk = Desk(Says("Hello"))
    desk.report.stopped = True
    with pytest.raises(Stopped):
        writing.general(state(brief("general")), desk.runtime)


# Without a model


def test_the_built_in_writer_streams_a_post_into_the_document() -> None:
    desk, of = Desk(), brief("blog", words=300)
    update = writing.draft_outline(state(of), desk.runtime)
    assert update["outline"]["origin"] == "rules"
    piece = piece_in(writing.write(state(of, outline=update["outline"]), desk.runtime))
    assert desk.told("document").strip() == piece.text.strip()
    assert desk.told("") == ""
    assert piece.origin == "rules"
    assert set(piece.claims) <= {"C1", "C2", "C3"}
    assert piece.claims


def test_the_built_in_writer_can_be_stopped() -> None:
    desk, of = Desk(), brief("blog", words=300)
    outline = writing.draft_outline(state(of), desk.runtime)["outline"]
    emit = desk.report.emit

    def stop_after_some(event: Any) -> None:
        emit(event)
        desk.report.stopped = len(desk.told("document")) > 80

    desk.report.emit = stop_after_some  # type: ignore[method-assign]
    update = writing.write(state(of, outline=outline), desk.runtime)
    (draft,) = desk.shown("studio_draft")
    assert draft["is_partial"]
    assert 60 < len(update["piece"]["text"]) < 200


@pytest.mark.parametrize("kind", ["instagram", "strategy"])
def test_the_built_in_writer_writes_every_kind(kind: str) -> None:
    desk = Desk()
    of = brief(kind)  # type: ignore[arg-type]
    piece = piece_in(writing.write(state(of), desk.runtime))
    assert (piece.kind, piece.origin) == (kind, "rules")
    assert bool(piece.wish) == (kind == "instagram")
    assert bool(piece.slots) == (kind == "strategy")


def test_the_built_in_writer_offers_three_variants() -> None:
    update = writing.write(state(brief("linkedin")), Desk().runtime)
    texts = [each["text"] for each in update["variants"]]
    assert len({text.splitlines()[0] for text in texts}) == 3


def test_the_built_in_writer_answers_in_the_conversation() -> None:
    desk = Desk()
    update = writing.general(state(brief("general")), desk.runtime)
    assert desk.told("") == update["messages"][0].text != ""
