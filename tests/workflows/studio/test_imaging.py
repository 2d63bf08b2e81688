"""Pictures: what is asked for is drawn or put on a card, and a failure never fails the text."""

import io
from dataclasses import replace
from types import SimpleNamespace
from typing import Any, cast

import pytest
from PIL import Image

from agent.adapters.images import CardImages, OrCard
from agent.errors import ProviderError, Stopped
from agent.ports import RATIOS, Images
from agent.ports.brand import EXAMPLE
from agent.workflows.studio.artifacts import report_on
from agent.workflows.studio.content.contracts import Brief, Details, ImageWish, Piece
from agent.workflows.studio.content.written import Changes, changed, follow_comment
from agent.workflows.studio.nodes.imaging import (
    IMAGE,
    add_picture,
    illustrate,
    image,
    styles_of,
)
from tests.fakes import Gives, Line
from tests.fakes_images import FakeImages
from tests.stores import example_brands
from tests.workflows.studio import desk
from tests.workflows.studio.desk import Desk, Plain

GIVEN = {
    "title": "Set the table first",
    "prompt": "A set dining table beside a tall window in soft morning light, seen at eye level,"
    " calm and warm, nobody in the room.",
    "alt": "A set dining table in morning light",
    "style": "watercolour",
    "ratio": "1:1",
}
WISH = ImageWish(
    title="Stage one room", alt="A bright room", prompt="A bright room with a plant", ratio="1:1"
)
POST = Piece(kind="instagram", title="Stage it", text="Stage it. #home", alt="A room", wish=WISH)


class Easel(Desk):
    def __init__(self, *lines: Line, images: Images | None = None) -> None:
        super().__init__(*lines)
        self.brands = example_brands(self.tables)
        ports: Any = SimpleNamespace(pieces=self.pieces, brands=self.brands)
        self.context = replace(self.context, ports=ports, images=images or CardImages())

    def made(self, request: str, **more: Any) -> Plain:
        told = {key: more.pop(key) for key in ("picked", "last_piece") if key in more}
        state = desk.state(brief(request, **more), **told)
        update = image(state, self.runtime)
        done = illustrate({**state, **update}, self.runtime) if update["piece"] else {}
        return {**update, **done}

    def picture(self, piece: Piece) -> tuple[Image.Image, Plain]:
        kept = self.pieces.picture("ada", piece.picture)
        with Image.open(io.BytesIO(kept.png)) as opened:
            return opened.convert("RGB"), self.shown("studio_picture")[-1]


def brief(request: str = "A picture about home staging", **more: Any) -> Brief:
    return desk.brief("image", request=request, **more)


def piece_in(update: Plain) -> Piece:
    return Piece.model_validate(update["piece"])


# Without a model


@pytest.mark.parametrize("ratio", RATIOS)
def test_the_card_has_the_ratio_that_was_asked_for(ratio: str) -> None:
    easel = Easel()
    piece = piece_in(easel.made(f"A picture about home staging in {ratio}"))
    opened, shown = easel.picture(piece)
    width, height = map(int, ratio.split(":"))
    assert piece.ratio == ratio
    assert opened.width * height == opened.height * width
    assert (shown["width"], shown["height"]) == opened.size
    assert (shown["is_card"], shown["model"], shown["notice"]) == (True, "", "")


def test_the_card_is_small_in_the_brands_colours_and_says_its_words() -> None:
    easel = Easel()
    easel.brands.put("ada", EXAMPLE.model_copy(update={"colours": ("#123456",)}))
    piece = piece_in(easel.made("A picture about home staging"))
    opened, shown = easel.picture(piece)
    assert opened.getpixel((2, opened.height - 2)) == (0x12, 0x34, 0x56)
    assert len(easel.pieces.picture("ada", piece.picture).png) < 300_000
    assert shown["alt"] == f"{piece.title} · {EXAMPLE.name}"


def test_the_piece_is_the_prompt_and_nothing_blocks_it() -> None:
    of = brief("A picture about home staging", details=Details(location="Bilbao"))
    piece = piece_in(Easel().made(of.request, details=of.details))
    assert (piece.kind, piece.origin, piece.style) == ("image", "rules", "photograph")
    assert piece.alt
    assert "Bilbao" in piece.text
    assert report_on(piece, of).blocking == ()


@pytest.mark.parametrize("language", ["en", "es", "zh"])
def test_there_are_eight_styles(language: Any) -> None:
    assert len(set(styles_of(language))) == 8


# With a model


def test_what_the_model_says_is_drawn() -> None:
    images = FakeImages()
    easel = Easel(Gives("image", GIVEN), images=images)
    piece = piece_in(easel.made("A square watercolour about home staging"))
    (drawn,) = images.briefs
    assert (drawn.prompt, drawn.style, drawn.ratio) == (piece.text, "watercolour", "1:1")
    assert drawn.colours == EXAMPLE.colours
    assert (piece.title, piece.alt, piece.origin) == (GIVEN["title"], GIVEN["alt"], "model")
    shown = easel.shown("studio_picture")[0]
    assert (shown["is_card"], shown["model"]) == (False, "fake-image")
    assert shown["picture_id"] == piece.picture


def test_what_may_not_be_shown_is_told_to_the_model() -> None:
    wanted = brief()
    assert IMAGE.check(wanted, ImageWish(**GIVEN)) == []
    wrong = {**GIVEN, "prompt": "Taylor Swift at a set table in the morning"}
    assert "taylor swift" in IMAGE.check(wanted, ImageWish(**wrong))[0]


def test_where_a_model_gives_nothing_usable_the_topic_is_shown() -> None:
    easel = Easel(Gives("image", GIVEN))
    fallen_back = SimpleNamespace(is_model=True, run=lambda step, value: step.without_model(value))
    easel.context = replace(easel.context, llm=cast("Any", fallen_back))
    piece = piece_in(easel.made("A picture about home staging"))
    assert piece.origin == "rules"
    assert "home staging" in piece.text
    assert piece.picture


def test_the_request_is_in_the_prompt_and_facts_are_fenced() -> None:
    told = IMAGE.prompt(brief("A picture in 9:16 of a garden"))
    assert "A picture in 9:16 of a garden" in told
    assert "<data-" in told


# What may not be shown


@pytest.mark.parametrize(
    ("request_", "more"),
    [
        ("A picture of Taylor Swift in a staged home", {}),
        ("A picture of a staged home", {"details": Details(features=("a corpse on the sofa",))}),
    ],
)
def test_what_may_not_be_asked_for_is_refused_before_any_model(request_: str, more: Plain) -> None:
    images = FakeImages()
    easel = Easel(images=images)
    update = easel.made(request_, **more)
    assert (update["ended"], update["content_type"]) == ("blocked", "image_blocked")
    assert update["piece"] is None
    assert update["guardrails_result"]["blocked_by"] == "image_safety"
    assert easel.shown("guardrails")[0]["details"]["quote"]
    assert images.briefs == []


def test_a_prompt_that_was_changed_is_looked_at_again() -> None:
    images = FakeImages()
    easel = Easel(images=images)
    piece = piece_in(easel.made("A picture about home staging"))
    changed = piece.model_copy(update={"text": "A naked man on a sofa", "picture": ""})
    drawn = add_picture(changed, easel.context, task="t")
    assert drawn.picture == ""
    assert drawn.notes[-1].startswith("No picture was made.")
    assert len(images.briefs) == 1


# The picture of a piece


def test_a_post_gets_the_picture_it_wishes() -> None:
    easel = Easel(images=(images := FakeImages()))
    piece = add_picture(POST, easel.context, task="t")
    assert piece.picture.startswith("t-")
    assert piece.notes == ()
    (drawn,) = images.briefs
    assert (drawn.title, drawn.alt, drawn.prompt) == ("Stage it", "A room", WISH.prompt)
    assert drawn.subtitle == EXAMPLE.name


def test_a_card_says_its_own_words_and_is_made_anew_for_new_ones() -> None:
    easel = Easel()
    first = add_picture(POST, easel.context, task="t")
    assert first.alt == easel.shown("studio_picture")[-1]["alt"] == f"Stage it · {EXAMPLE.name}"
    given = Changes(title="A check-up", whole="See the vet. #pets", picture="A guinea pig")
    again = add_picture(changed(first, given, brief()), easel.context, task="later")
    assert again.picture != first.picture
    assert again.alt == f"A check-up · {EXAMPLE.name}"
    assert again.wish == WISH.model_copy(update={"prompt": "A guinea pig"})


def test_what_it_shows_already_is_not_drawn_again() -> None:
    easel = Easel(images=(images := FakeImages()))
    first = add_picture(POST, easel.context, task="t")
    again = first.model_copy(update={"text": "Another caption. #home"})
    assert add_picture(again, easel.context, task="later") == again
    assert len(images.briefs) == 1
    wider = again.model_copy(update={"wish": WISH.model_copy(update={"prompt": "A garden"})})
    assert add_picture(wider, easel.context, task="later").picture not in ("", first.picture)
    assert len(images.briefs) == 2


def test_a_step_that_is_repeated_does_not_pay_twice() -> None:
    easel = Easel(images=(images := FakeImages()))
    one, other = (add_picture(POST, easel.context, task="t") for _ in range(2))
    assert one == other
    assert len(images.briefs) == 1


def test_what_a_person_changed_is_what_is_drawn() -> None:
    easel = Easel(images=(images := FakeImages()))
    piece = piece_in(easel.made("A picture about home staging"))
    edited = piece.model_copy(
        update={"title": "New", "text": "A garden with a pond and a bench", "alt": "A garden"}
    )
    add_picture(edited, easel.context, task="later")
    drawn = images.briefs[-1]
    assert (drawn.title, drawn.prompt, drawn.alt) == ("New", edited.text, "A garden")


def test_a_model_changes_the_frame() -> None:
    easel = Easel(Gives("rewrite", {"ratio": "16:9", "style": "vintage"}))
    piece = Piece(kind="image", title="A", text="A set table", alt="A table", wish=WISH)
    given = follow_comment(brief(), piece, "wide, and as if it were old", easel.context)
    wide = changed(piece, given, brief())
    assert (wide.ratio, wide.style, wide.text) == ("16:9", "vintage", piece.text)


# What fails


def failure() -> ProviderError:
    return ProviderError("It is down.", problem="unavailable", hint="Try again later.")


def test_a_picture_that_fails_is_a_card_that_says_why() -> None:
    easel = Easel(images=OrCard(FakeImages(failure()), CardImages()))
    piece = piece_in(easel.made("A picture about home staging"))
    shown = easel.shown("studio_picture")[0]
    assert shown["is_card"]
    assert shown["notice"].startswith("It is down. This card replaces the image.")
    assert "Try again later." in shown["notice"]
    assert shown["notice"] in piece.notes


def test_where_nothing_can_be_made_the_text_stands() -> None:
    easel = Easel(images=FakeImages(failure()))
    piece = piece_in(easel.made("A picture about home staging"))
    assert piece.picture == ""
    assert piece.text
    assert piece.notes == ("No picture was made. It is down. Try again later.",)
    assert easel.notices == list(piece.notes)
    assert easel.shown("studio_picture") == []


def test_a_stop_is_no_failure() -> None:
    class Stopping(FakeImages):
        def make(self, brief: Any) -> Any:
            raise Stopped("Stopped.")

    with pytest.raises(Stopped):
        Easel(images=Stopping()).made("A picture about home staging")
