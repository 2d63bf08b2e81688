"""What a message wants: a table written without sight of the rules, and their traps."""

import json
from pathlib import Path

import pytest

from agent.workflows.tickets.understanding import (
    INTENT,
    IntentFor,
    IntentGuess,
    by_rules,
    default,
    key_in,
    names_page,
    page_in,
    small_talk,
)

DATA = Path(__file__).parents[2] / "data/tickets"
THRESHOLD = 0.6
PRECISION, ANSWERED = 0.95, 0.8


def understood(text: str, *, last_issue: str = "") -> str:
    found = by_rules(text, last_issue=last_issue)
    sure = found is not None and found.confidence >= THRESHOLD and not found.close
    return found.intent if found and sure else "ask"


@pytest.mark.parametrize("name", ["phrasings.json", "phrasings_held_out.json"])
def test_confident_answers_are_right(name: str) -> None:
    """In three languages; tests/data/tickets/README.md tells how the first runs went."""
    rows = json.loads((DATA / name).read_text(encoding="utf-8"))
    told = [(understood(row["text"]), row["expected"]) for row in rows]
    confident = [pair for pair in told if pair[0] != "ask"]
    right = sum(got == expected for got, expected in confident)
    assert right / len(confident) >= PRECISION
    assert len(confident) / len(told) >= ANSWERED


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("this machine which history", "ask"),
        ("hi", "general_chat"),
        ("Hi, please create a ticket for the login page", "jira_creation"),
        ("How do I create a Jira issue?", "general_chat"),
        ("who created PROJ-4?", "look_up"),
        ("what did we decide in PROJ-12?", "rag_query"),
        ("PROJ-12", "look_up"),
        ("Is UTF-8 our standard?", "rag_query"),
        ("Create a Jira issue about the Confluence page of PROJ-3", "jira_creation"),
        ("Create a ticket to evaluate the new search engine", "jira_creation"),
        ("Score PROJ-7", "evaluation"),
        ("¿Cómo creo una incidencia en Jira?", "general_chat"),
        ("Crea una incidencia para el inicio de sesión", "jira_creation"),
        ("给PROJ-15打分", "evaluation"),
        ("创建一个登录功能的工单", "jira_creation"),
        ("怎么在 Jira 创建工单？", "general_chat"),
    ],
)
def test_whole_words_and_phrases(text: str, expected: str) -> None:
    assert understood(text) == expected


def test_it_means_the_issue_of_the_conversation() -> None:
    assert understood("score it", last_issue="PROJ-3") == "evaluation"
    assert understood("score it") == "ask"


@pytest.mark.parametrize(
    ("text", "key"),
    [("see proj-12 please", "PROJ-12"), ("UTF-8 and ISO-8601", ""), ("看一下PROJ-66", "PROJ-66")],
)
def test_a_key_is_found_whatever_its_case(text: str, key: str) -> None:
    assert key_in(text) == key


@pytest.mark.parametrize(
    ("text", "page"),
    [
        ("open page 123456", "123456"),
        ('show me the page "Release checklist"', "Release checklist"),
        ("open the confluence page Onboarding guide", "Onboarding guide"),
        ("abre la página “Guía de estilo”", "Guía de estilo"),
        ("show the page of PROJ-3", ""),
        ("show PROJ-3", ""),
    ],
)
def test_a_page_is_named_by_id_or_title(text: str, page: str) -> None:
    assert page_in(text) == page
    assert names_page(text) == ("PROJ-3" not in text or "page" in text)


def test_nothing_is_guessed_when_no_rule_knows_the_words() -> None:
    assert by_rules("bananas forever", last_issue="") is None
    assert default("bananas forever").confidence < THRESHOLD


def test_small_talk_is_answered_in_its_language() -> None:
    assert small_talk("hola") != small_talk("hello") != small_talk("你好")
    assert "incidencia" in small_talk("¿qué puedes hacer?")


def test_a_model_names_a_reason_and_another_runner_up() -> None:
    guess = IntentGuess(intent="page", confidence=0.9, reason=" ", runner_up="page")
    assert len(INTENT.check(IntentFor(text="x"), guess)) == 2
