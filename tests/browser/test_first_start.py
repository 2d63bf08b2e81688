"""The first minutes: no key, no settings, an answer that shows where it comes from."""

import json
import re

import pytest
from playwright.sync_api import expect

from tests.browser.visitor import Visitor

pytestmark = pytest.mark.browser

FOREIGN_KEY = "What is a foreign key?"


def test_a_starter_on_home_leads_to_a_cited_answer(visitor: Visitor) -> None:
    visitor.open("/")
    expect(visitor.page.get_by_role("heading", name="What should we work on?")).to_be_visible()
    visitor.page.locator(".st-key-home-tutor").get_by_role("button").click()
    expect(visitor.answers).to_have_count(1)
    expect(visitor.said.first).to_contain_text(FOREIGN_KEY)
    expect(visitor.last).to_contain_text(re.compile(r"A foreign key is .+ \[\d\]"))
    assert "/tutor" in visitor.page.url
    assert visitor.thread


def test_a_citation_opens_the_passage_with_the_quoted_sentence(visitor: Visitor) -> None:
    answer = visitor.open_tutor().ask(FOREIGN_KEY).inner_text()
    marks = set(re.findall(r"\[(\d)\]", answer))
    assert visitor.sources.count() == len(marks)
    for source in visitor.sources.all():
        expect(source).to_have_accessible_name(re.compile(rf"^[{''.join(marks)}] Foreign keys: "))
        source.click()
        quoted = visitor.popover.locator(".stMarkdownColoredBackground").all_inner_texts()
        assert quoted
        assert all(sentence.rstrip(".") in answer for sentence in quoted)
        visitor.page.keyboard.press("Escape")
        expect(visitor.popover).to_have_count(0)


def test_the_teaching_guide_answers_questions_about_the_course(visitor: Visitor) -> None:
    answer = visitor.open_tutor().ask("When is the exam and how is it graded?")
    expect(answer).to_contain_text("14 January 2027")
    expect(answer).to_contain_text("50%")
    expect(answer).to_contain_text("[G")


def test_the_panels_tell_what_happened(visitor: Visitor) -> None:
    visitor.open_tutor().ask("Why would one denormalise a schema?")
    expect(visitor.panel("Thinking")).to_contain_text(re.compile("Basic|Intermediate|Advanced"))
    expect(visitor.panel("Thinking")).to_contain_text(
        re.compile(r"Searching the documents: \d+ found")
    )
    expect(visitor.panel("Next")).to_contain_text(re.compile("more simply|deeper"))
    expect(visitor.panel("State")).to_contain_text("Level of the answer")
    expect(visitor.panel("State")).to_contain_text("rag_search")


def test_the_graph_is_drawn_under_the_real_headers(visitor: Visitor) -> None:
    visitor.open_tutor().ask(FOREIGN_KEY)
    drawn = visitor.panel("Graph").get_by_role("img", name="The steps of the workflow tutor")
    expect(drawn).to_be_visible()
    drawing = drawn.evaluate("image => fetch(image.src).then(reply => reply.text())")
    assert "<svg" in drawing
    assert all(step in drawing for step in ("think", "rag_search", "answer_question"))
    assert drawn.evaluate("image => image.naturalWidth") > 50
    box = drawn.bounding_box()
    assert box is not None
    assert min(box["width"], box["height"]) > 50


def test_a_recommendation_does_its_act_in_one_click(visitor: Visitor) -> None:
    visitor.open_tutor().ask(FOREIGN_KEY)
    visitor.panel("Next").get_by_role("button", name="Quiz me on foreign keys").click()
    visitor.expect_question(1, 3)


def test_the_whole_conversation_can_be_taken_along(visitor: Visitor) -> None:
    visitor.open_tutor().ask(FOREIGN_KEY)
    menu = visitor.thread_menu()
    exported = {}
    for kind, name in (("md", "Markdown"), ("html", "HTML"), ("json", "JSON")):
        with visitor.page.expect_download() as download:
            menu.get_by_role("button", name=f"Export {name}").click()
        assert download.value.suggested_filename.endswith(f".{kind}")
        exported[kind] = download.value.path().read_text(encoding="utf-8")
    assert all(FOREIGN_KEY in text for text in exported.values())
    assert "referenced table" in exported["md"]
    assert json.loads(exported["json"])


def test_going_back_to_a_link_without_a_page_does_not_lead_forward_again(visitor: Visitor) -> None:
    visitor.open_tutor().ask(FOREIGN_KEY)
    thread = visitor.thread
    visitor.open("/")
    visitor.open(f"/?thread={thread}")
    expect(visitor.answers).to_have_count(1)
    visitor.settle()
    visitor.page.go_back()
    expect(visitor.page.get_by_role("heading", name="What should we work on?")).to_be_visible()


def test_going_back_from_a_conversation_is_possible(visitor: Visitor) -> None:
    visitor.open("/")
    visitor.page.locator(".st-key-home-tutor").get_by_role("button").click()
    expect(visitor.answers).to_have_count(1)
    visitor.settle()
    visitor.page.go_back()
    expect(visitor.page.get_by_role("heading", name="What should we work on?")).to_be_visible()
    visitor.page.locator(".st-key-sidebar-threads .stButton button").first.click()
    expect(visitor.answers).to_have_count(1)
    visitor.settle()
    visitor.page.go_back()
    expect(visitor.page.get_by_role("heading", name="What should we work on?")).to_be_visible()
