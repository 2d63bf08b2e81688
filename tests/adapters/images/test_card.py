"""Cards: what is on them, in every ratio, language and colour."""

import io
import xml.etree.ElementTree as ET

import pytest
from hypothesis import given
from hypothesis import strategies as st
from PIL import Image, ImageChops

from agent.adapters.images import CardImages
from agent.adapters.images.palette import contrast, palette, parse
from agent.adapters.images.typesetting import font, script_of, showable
from agent.errors import AgentError
from agent.ports import RATIOS, ImageBrief

CARDS = CardImages()
TITLES = {
    "english": "How to prepare your family home for a spring sale without spending a fortune",
    "spanish": "Cómo vender tu piso en 90 días: guía para dueños con poco tiempo (desde 1.200 €)",
    "chinese": "二手房装修前必须知道的十件事：从预算、合同到验收，一步一步看清楚",
    "japanese": "はじめての家の売り方ガイド",
    "russian": "Рынок жилья: итоги года и прогнозы на следующий сезон",
    "mixed": "2026年 Home Staging 指南：用 €500 卖得更快",
    "one long word": "Donaudampfschifffahrtsgesellschaftskapitänsmützenabzeichen",
    "very long": "A title that never ends because nobody stopped the person who wrote it " * 6,
}


def card(title="Home staging tips", **more):
    return CARDS.make(ImageBrief(title=title, alt="A card", **more))


def opened(picture):
    with Image.open(io.BytesIO(picture.png)) as image:
        return image.convert("RGB")


def extent(picture, colour):
    """The box of what has a colour."""
    blank = Image.new("RGB", (picture.width, picture.height), colour)
    grey = ImageChops.difference(opened(picture), blank).convert("L")
    box = grey.point([255 if value < 8 else 0 for value in range(256)]).getbbox()
    assert box
    return box


@pytest.mark.parametrize("ratio", RATIOS)
@pytest.mark.parametrize("name", TITLES)
def test_text_keeps_its_distance_from_the_edges(name, ratio) -> None:
    made = card(TITLES[name], subtitle=TITLES[name], ratio=ratio, colours=("#123456",))
    left, top, right, bottom = extent(made, "white")
    margin = min(made.width, made.height) * 0.06
    assert margin < left < right < made.width - margin
    assert margin < top < bottom < made.height - margin


@pytest.mark.parametrize("name", TITLES)
def test_the_svg_has_the_lines_where_the_png_has_them(name) -> None:
    made = card(TITLES[name], colours=("#123456",))
    assert made == card(TITLES[name], colours=("#123456",)), "the same brief, the same bytes"
    left, top, right, bottom = extent(made, "white")
    texts = [each for each in ET.fromstring(made.svg) if each.tag.endswith("text")]  # noqa: S314, ours
    longest = max(float(each.attrib["textLength"]) for each in texts)
    size = float(texts[0].attrib["font-size"])
    assert left == pytest.approx(float(texts[0].attrib["x"]), abs=size * 0.15)
    assert right - left == pytest.approx(longest, abs=size * 0.6)
    assert top < float(texts[0].attrib["y"])
    assert bottom >= float(texts[-1].attrib["y"]) - 3


ALPHABETS = {
    "spanish": "áéíóúüñÁÉÍÓÚÜÑ¿¡ªº",
    "european": "àâäãåæçèêëìîïòôöõøœùûÿýžčšřďťňłżźśąęőűßğışţđ",
    "money": "€$£¥¢₽₹",
    "marks": "“”‘’«»–—…•·°±×÷%‰§№✓→",
    "cyrillic": "абвгдеёжзийклмнопрстуфхцчшщъыьэюяАБВЯіїєґ",
    "greek": "αβγδεζηθικλμνξοπρστυφχψωΩ",
    "chinese": "中文房屋装修销售价格市场投资必须知道的十件事贷款",
    "traditional": "買賣裝潢價錢貸款臺灣",
    "kana": "あいうえおアイウエオ",
    "wide": "，。！？：；（）《》「」、％￥",
}


@pytest.mark.parametrize("weight", ["bold", "regular"])
@pytest.mark.parametrize("name", ALPHABETS)
def test_every_character_has_a_glyph_of_its_own(name, weight) -> None:
    scripts = {c: script_of(c, weight) for c in ALPHABETS[name]}
    assert all(scripts.values()), scripts
    drawn = {c: bytes(font(scripts[c], weight, 200).getmask(c)) for c in ALPHABETS[name]}
    assert all(drawn.values())
    assert len(set(drawn.values())) > len(drawn) * 0.9, "the same box for many"


hexes = st.integers(0, 0xFFFFFF).map(lambda value: f"#{value:06x}")


@given(colours=st.lists(hexes, max_size=3), is_light=st.booleans())
def test_text_is_read_on_the_ground_and_on_every_shape(colours, is_light) -> None:
    chosen = palette(colours, is_light=is_light)
    for behind in (chosen.ground, *chosen.shapes):
        assert contrast(chosen.title, behind) >= 4.5
        assert contrast(chosen.subtitle, behind) >= 4.5
    assert contrast(chosen.accent, chosen.ground) >= 3
    assert parse(" #0a7 ") == parse("#00aa77")


def test_nothing_of_the_brief_becomes_markup() -> None:
    evil = '</title><script>alert(1)</script>"\x00'
    made = CARDS.make(ImageBrief(title=evil, alt=evil, subtitle=evil, colours=(evil,)))
    tree = ET.fromstring(made.svg)  # noqa: S314, ours
    assert {child.tag.rpartition("}")[2] for child in tree.iter()} <= {
        "svg", "title", "rect", "circle", "text",
    }  # fmt: skip
    assert "href" not in made.svg


@given(title=st.text(max_size=80), subtitle=st.text(max_size=80), ratio=st.sampled_from(RATIOS))
def test_any_text_gives_a_card_or_a_sentence(title, subtitle, ratio) -> None:
    if not showable(title, "bold").text:
        with pytest.raises(AgentError):
            card(title, subtitle=subtitle, ratio=ratio)
        return
    made = card(title, subtitle=subtitle, ratio=ratio)
    assert opened(made).size == (made.width, made.height)
    ET.fromstring(made.svg)  # noqa: S314, ours
