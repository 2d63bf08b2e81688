"""Too few facts for a draft: said first, with what gives more, and looked for again."""

from agent.workflows.studio.content import assembly
from tests.fakes_content import FakeWeb, web_page
from tests.workflows.studio.talk import Marketer, last, said

TOPIC = "houseboat moorings"
FACTS = (
    "A houseboat mooring needs a permit from the harbour office.",
    "Houseboat moorings with electricity cost more than those without.",
)


def add_page(web: FakeWeb, *facts: str) -> None:
    text = f"# Houseboat moorings\n\n{' '.join(facts)}\n"
    web.add(web_page("https://moorings.example/guide", "Houseboat moorings", text))


def test_without_a_fact_no_outline_is_offered_and_the_ways_to_one_are_named(
    marketer: Marketer,
) -> None:
    turn = marketer.ask(f"Write a blog post about {TOPIC}")
    assert not marketer.waits
    assert "studio_outline" not in [entry.kind for entry in turn.entries]
    told = said(turn)
    for way in (TOPIC, "Details", "Library"):
        assert way in told


def test_details_alone_are_something_to_write_of(marketer: Marketer) -> None:
    given = {"property_type": "Houseboat", "price": "9 €"}
    marketer.ask(f"Write a blog post about {TOPIC}", context=given)
    turn = marketer.approve()
    piece = last(turn, "studio_draft")["piece"]
    assert "Houseboat" in piece["text"]
    assert assembly.OWN_FACTS in piece["notes"]
    assert assembly.ASSEMBLED not in piece["notes"]


def test_the_same_request_looks_again_where_nothing_was_found(
    marketer: Marketer, web: FakeWeb
) -> None:
    marketer.ask(f"Write a blog post about {TOPIC}")
    add_page(web, *FACTS)
    assert last(marketer.ask(f"Write a blog post about {TOPIC}"), "research")["claims"]


def test_in_one_request_nothing_is_looked_for_twice(marketer: Marketer, web: FakeWeb) -> None:
    turn = marketer.ask(f"Research and write a blog post about {TOPIC}")
    assert len([step for step in marketer.user.steps(turn.thread) if step.step == "research"]) == 1
