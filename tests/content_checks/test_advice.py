"""Structure, readability, search and tone: advice with its place."""

import pytest

from agent.content_checks import Draft, Measure, Voice
from agent.content_checks.readability import ease
from agent.content_checks.reading import Reading
from agent.content_checks.syllables import syllables
from tests.content_checks.drafts import BLOG, draft, found, names, quotes

LONG = "One may say that " + "the room is light and " * 12 + "quiet."


def only(text: str, check: str, measure: Measure | None = None, **more: str) -> list[str]:
    piece = Draft.model_validate({"kind": "blog", "text": text, **more})
    return [finding.quote for finding in found(piece, measure) if finding.check == check]


STRUCTURE = [
    ("# A\n\n### B\n\nText.", "skipped_rank", ["B"]),
    ("# A\n\n## B\n\n## C\n\nText.", "empty_section", ["B"]),
    ("# A\n\n## B\n\n### C\n\nText.", "empty_section", []),
    ("# A\n\n## B\n\nText.\n\n## b\n\nMore.", "repeated_heading", ["b"]),
    ("[insert name], sales rose XX % (TODO).", "placeholder", ["[insert name]", "XX %", "TODO"]),
    ("A [link](https://example.org) and [1] stay.", "placeholder", []),
    ("Gastar todo el ahorro es un error.", "placeholder", []),
    ("A clear room looks larger than a full one. A clear room looks larger than a full one!",
     "repeated_sentence", ["A clear room looks larger than a full one!"]),
    ("This is how a text that stops in the middle of", "cut_off",
     ["This is how a text that stops in the middle of"]),
    ("This is how a text ends that is whole.", "cut_off", []),
    ("word " * 151 + ".", "long_paragraph", [("word " * 151 + ".")]),
    ("# A\n\n## B\n\n" + "Some words here. " * 140, "long_section", ["B"]),
]  # fmt: skip


@pytest.mark.parametrize(("text", "check", "expected"), STRUCTURE)
def test_structure(text: str, check: str, expected: list[str]) -> None:
    assert only(text, check) == expected


def test_a_placeholder_is_found() -> None:
    piece = draft("linkedin", "Hello [your name].")
    levels = {f.level for f in found(piece) if f.check == "placeholder"}
    assert levels == {"advises"}


# Readability


SYLLABLES = {
    "en": {"house": 1, "staging": 2, "idea": 3, "created": 3, "walked": 1, "table": 2, "rhythm": 2,
           "buyers": 2, "valuation": 4, "estate": 2, "prices": 2, "kitchen": 2},
    "es": {"país": 2, "ciudad": 2, "guerra": 2, "queso": 2, "pingüino": 3, "aéreo": 4, "rey": 1,
           "vivienda": 3, "inmobiliaria": 5, "lingüística": 4, "baúl": 2, "hipoteca": 4},
}  # fmt: skip


@pytest.mark.parametrize("language", SYLLABLES)
def test_syllables(language: str) -> None:
    counted = {word: syllables(word, language) for word in SYLLABLES[language]}
    wrong = {word for word, count in counted.items() if count != SYLLABLES[language][word]}
    assert len(wrong) <= len(counted) // 10, wrong


EASY = "The room is light. The sun comes in. We like it a lot. It has a big door. " * 3
HARD = (
    "Notwithstanding considerable institutional uncertainty, contemporary residential"
    " revitalisation necessitates interdisciplinary collaboration among municipal authorities,"
    " financial intermediaries and neighbourhood representatives, particularly concerning"
    " long-established infrastructural interdependencies and environmental sustainability. "
) * 2
FACIL = "La sala es clara. Entra el sol. Nos gusta mucho. La puerta es grande. Hay luz. " * 3
DIFICIL = (
    "La revitalización residencial contemporánea exige necesariamente una colaboración"
    " interdisciplinaria entre administraciones municipales, intermediarios financieros y"
    " representantes vecinales, particularmente respecto a las interdependencias"
    " infraestructurales históricamente consolidadas y la sostenibilidad medioambiental. "
) * 2


@pytest.mark.parametrize(("easy", "hard"), [(EASY, HARD), (FACIL, DIFICIL)])
def test_plain_texts_read_more_easily(easy: str, hard: str) -> None:
    plain = Measure(voice=Voice(reading_level="plain"))
    assert (ease(Reading(easy)) or 0) > 80
    assert (ease(Reading(hard)) or 99) < 10
    assert only(easy, "hard_to_read", plain) == []
    assert only(hard, "hard_to_read", plain) == [""]


def test_flesch_of_a_counted_text() -> None:
    """Ten sentences of three words of one syllable: 206.835 - 84.6 - 1.015 * 3."""
    assert ease(Reading("The cat sat. " * 10, "en")) == pytest.approx(119.19)


def test_the_longest_sentences_are_shown() -> None:
    assert only(f"Short one. {LONG} Short again.", "long_sentence") == [LONG]


def test_chinese_is_measured_by_its_sentences() -> None:
    long = "这间客厅" + "宽敞明亮采光充足" * 8 + "。"
    assert only(f"短句。{long}", "long_sentence") == [long]
    assert ease(Reading("客厅很亮。" * 20)) == 4


def test_too_few_words_are_not_measured() -> None:
    assert ease(Reading("Notwithstanding institutional interdependencies.")) is None


# Search


SEO = [
    ("# Flats\n\nText.", "title_length", ["Flats"]),
    ("# " + "Home staging " * 6 + "\n\nText.", "title_length", [("Home staging " * 6).strip()]),
    ("[here](https://a.org) and [our guide](https://b.org)", "link_text", ["[here](https://a.org)"]),
    ("[aquí](https://a.org)", "link_text", ["[aquí](https://a.org)"]),
    ("[点击这里](https://a.org)", "link_text", ["[点击这里](https://a.org)"]),
    ("[guide](http://a.org)", "insecure_link", ["[guide](http://a.org)"]),
    ("![](https://a.org/x.png)", "image_alt", ["![](https://a.org/x.png)"]),
]  # fmt: skip


@pytest.mark.parametrize(("text", "check", "expected"), SEO)
def test_search(text: str, check: str, expected: list[str]) -> None:
    assert only(text, check) == expected


def test_a_keyword_is_found_in_all_its_forms() -> None:
    assert names(
        draft("blog"), Measure(words=290, keywords=("home staging tip",)), group="seo"
    ) == {"keyword_in_heading"}
    assert (
        names(draft("blog"), Measure(words=290, keywords=("HOME STAGING",)), group="seo") == set()
    )


def test_where_a_keyword_is_wanting_is_said() -> None:
    absent = names(draft("blog"), Measure(words=290, keywords=("mortgage",)), group="seo")
    assert absent == {"keyword_absent"}
    late = names(draft("blog"), Measure(words=290, keywords=("kitchen",)), group="seo")
    assert late == {"keyword_in_title", "keyword_in_meta", "keyword_late"}


def test_a_chinese_keyword_is_found() -> None:
    text = "# 二手房出售前的软装布置技巧\n\n软装布置很重要。"
    measure = Measure(keywords=("软装布置",))
    assert not names(Draft(kind="blog", text=text), measure) & {
        "keyword_absent",
        "keyword_in_title",
    }


def test_a_keyword_said_too_often_is_named() -> None:
    text = BLOG.replace("room", "home staging").replace("flat", "home staging")
    assert "keyword_stuffing" in names(draft("blog", text), Measure(keywords=("home staging",)))


# Tone


def tone(text: str, **voice: object) -> list[tuple[str, str]]:
    measure = Measure(voice=Voice.model_validate(voice))
    piece = Draft(kind="general", text=text)
    return [(finding.check, finding.quote) for finding in found(piece, measure, group="tone")]


TONE = [
    ("A cheap, cheaply built flat.", {"banned": ["Cheap"]}, [("banned_word", "cheap")]),
    ("No brainer? A no-brainer.", {"banned": ["no brainer"]}, [("banned_word", "No brainer")]),
    ("Una ganga única.", {"banned": ["unica"]}, [("banned_word", "única")]),
    ("这是最便宜的房子", {"banned": ["便宜"]}, [("banned_word", "便宜")]),
    ("The glass class passed.", {"banned": ["ass"]}, []),
    ("I think we should.", {"person": "first_plural"}, [("person", "I")]),
    ("We think our buyers know.", {"person": "third"}, [("person", "We"), ("person", "our")]),
    ("“I love it,” says a buyer. We agree.", {"person": "first_plural"}, []),
    ("Yo creo que tu casa gusta.", {"person": "third"}, [("person", "Yo"), ("person", "tu")]),
    ("我认为我们很好，自我介绍。", {"person": "first_plural"}, [("person", "我")]),
    ("The US market.", {"person": "third"}, []),
    ("Sold!! BEST OFFER for a KPI", {}, [("exclamation", "!!"), ("capitals", "BEST OFFER")]),
]  # fmt: skip


@pytest.mark.parametrize(("text", "voice", "expected"), TONE)
def test_tone(text: str, voice: dict[str, object], expected: list[tuple[str, str]]) -> None:
    assert tone(text, **voice) == expected


def test_a_banned_word_is_found() -> None:
    measure = Measure(voice=Voice(banned=("cheap",)))
    piece = Draft(kind="general", text="So cheap.")
    assert [f.level for f in found(piece, measure, group="tone")] == ["advises"]


def test_a_voice_that_never_speaks_is_missed() -> None:
    voice = {"person": "second"}
    assert tone("The room is light and it is quiet. " * 8, **voice) == [("person_missing", "")]
    assert tone("Your room is light and it is quiet. " * 8, **voice) == []


def test_sentences_much_longer_than_the_sample_are_named() -> None:
    sample = "We sell flats. We know the town. Ask us. " * 5
    assert tone(" ".join([LONG] * 4), sample=sample)[-1][0] == "unlike_sample"
    assert tone(sample, sample=sample) == []


def test_quotes_helper_sees_what_it_should() -> None:
    assert quotes("Sold!!", group="tone") == ["!!"]
