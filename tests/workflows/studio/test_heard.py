"""What a typed message fills into the form without a model: topic and the user's own facts."""

import pytest

from agent.language.catalogs import LANGUAGES, catalog
from agent.questions import Form
from agent.workflows.studio.forms import STARTERS, read_request
from tests.workflows.studio.talk import Marketer, last

OPEN_HOUSE = (
    "Write a LinkedIn post about our open house: Saturday 10 to 2, 14 Elm Street."
    " The kitchen was redone in 2023."
)
OWN = ["Saturday 10 to 2, 14 Elm Street.", "The kitchen was redone in 2023."]


def form_for(marketer: Marketer, text: str) -> dict[str, object]:
    marketer.accepts = False
    marketer.ask(text)
    assert isinstance(marketer.question, Form)
    return {each.id: each.default for each in marketer.question.fields}


def test_the_users_own_facts_are_in_the_form_and_in_the_piece(marketer: Marketer) -> None:
    held = form_for(marketer, OPEN_HOUSE)
    assert (held["topic"], held["notes"]) == ("our open house", "\n".join(OWN))
    for piece in last(marketer.accept(), "studio_variants")["pieces"]:
        assert all(f"\n{fact}" in piece["text"] for fact in OWN)


def test_facts_that_were_changed_in_the_form_are_the_ones_that_are_used(
    marketer: Marketer,
) -> None:
    form_for(marketer, OPEN_HOUSE)
    text = last(marketer.accept(notes="Sunday at noon."), "studio_variants")["pieces"][0]["text"]
    assert "Sunday at noon." in text
    assert "Saturday" not in text


def test_facts_of_another_topic_are_looked_for_anew(marketer: Marketer) -> None:
    marketer.ask("Research home staging")
    form_for(marketer, "A LinkedIn post on home staging")
    assert last(marketer.accept(topic="open houses"), "research")["topic"] == "open houses"


def test_the_topic_of_a_picture_is_what_it_is_a_picture_of(marketer: Marketer) -> None:
    held = form_for(marketer, "Create an image of a bright living room")
    assert (held["topic"], held["kind"]) == ("a bright living room", "image")


def test_a_topic_ends_with_its_clause_and_the_rest_is_named(marketer: Marketer) -> None:
    held = form_for(marketer, "linkedin post on pricing a home, keep it punchy")
    assert held["topic"] == "pricing a home"
    assert isinstance(marketer.question, Form)
    assert marketer.question.unused == ("keep it punchy",)


@pytest.mark.parametrize(
    ("asked", "topic"),
    [
        ("Write a linkedin post announcing our new product", "announcing our new product"),
        ("Escribe un artículo de blog sobre el pan casero", "el pan casero"),
        ("A LinkedIn post, please", ""),
    ],
)
def test_without_such_a_word_the_topic_is_what_follows_the_format(asked: str, topic: str) -> None:
    assert read_request(asked, "linkedin") == (topic, (), ())


def test_a_plan_has_as_many_weeks_as_were_asked_for(marketer: Marketer) -> None:
    held = form_for(marketer, "Plan a content strategy for my workshop, 2 weeks")
    assert (held["kind"], held["weeks"]) == ("strategy", 2)
    piece = last(marketer.accept(topic="home staging"), "studio_draft")["piece"]
    assert {slot["week"] for slot in piece["slots"]} == {1, 2}


def test_a_search_that_fails_is_told_once_in_a_conversation(marketer: Marketer) -> None:
    first = last(marketer.ask("Research closing costs"), "research")
    again = last(marketer.ask("Research open houses"), "research")
    assert not set(first["notices"]) & set(again["notices"])


def test_what_follows_a_colon_is_the_topic_and_words_before_it_are_named(
    marketer: Marketer,
) -> None:
    held = form_for(marketer, "Make an image for my bee post: a hive on a roof at sunset")
    assert held["topic"] == "a hive on a roof at sunset"
    assert isinstance(marketer.question, Form)
    assert marketer.question.unused == ("bee",)


def test_weeks_in_words_are_named_as_not_used(marketer: Marketer) -> None:
    form_for(marketer, "Plan two weeks of content about city bees, LinkedIn and Instagram")
    assert isinstance(marketer.question, Form)
    assert marketer.question.unused == ("two weeks", "LinkedIn and Instagram")


@pytest.mark.parametrize("starter", STARTERS)
@pytest.mark.parametrize("language", LANGUAGES)
def test_the_apps_own_requests_leave_nothing_unused(starter: str, language: str) -> None:
    said = catalog(language).gettext(starter)
    assert not read_request(said, "blog").unused
