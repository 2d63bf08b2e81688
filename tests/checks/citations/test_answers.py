"""Answers made of quotes: an answer, the closest, or nothing."""

from collections.abc import Sequence
from typing import Any

import pytest

from agent.checks.citations.answers import Answer, answer_by_quotes, beginnings
from agent.checks.citations.marks import read_marks
from tests.checks.citations.made import DEFINES, MENTIONS, passage
from tests.fakes import MemoryLibrary


class ByMeaning(MemoryLibrary):
    """Means by texts that hold one of these parts what is asked."""

    def __init__(self, *near: str, meant: float = 0.9) -> None:
        super().__init__()
        self._near, self._meant = near, meant

    def strengths(self, _question: str, texts: Sequence[str]) -> list[float]:
        return [self._meant if any(p in text for p in self._near) else -0.5 for text in texts]


by_words = MemoryLibrary()


def quoted(question: str, context: list, library: MemoryLibrary = by_words, **more: Any) -> Answer:
    given = {"language": "en", "depth": "intermediate", **more}
    return answer_by_quotes(question, context, library, **given)


def test_the_sentence_with_the_words_asked_for_is_quoted_with_its_mark():
    others = passage("The sea is deep and cold.", mark="2", title="", heading="")
    found = quoted("Which systems index a foreign key?", [passage(MENTIONS), others])
    assert found.outcome == "answer"
    assert f"{MENTIONS[:-1]} [1]." in found.text
    assert read_marks(found.text) == ("1",)


def test_meaning_finds_what_other_words_say():
    context = [passage(f"{DEFINES} {MENTIONS}", title="", heading="")]
    found = quoted("Who looks after performance?", context, ByMeaning("Many systems"))
    assert (found.outcome, found.quotes[0].text) == ("answer", MENTIONS)


def test_what_is_only_near_is_the_closest_and_what_is_far_nothing():
    context = [passage(DEFINES, title="", heading="")]
    question = "What is the capital of France?"
    assert quoted(question, context, ByMeaning(DEFINES, meant=0.1)).outcome == "closest"
    assert quoted(question, context, ByMeaning(meant=0.1)) == Answer("nothing", "")
    assert quoted(question, context).outcome == "nothing"
    assert quoted(question, []).outcome == "nothing"
    code = passage("```\nforeign key\n```", heading="Foreign key")
    assert quoted("What is a foreign key?", [code]).outcome == "nothing"


def test_the_row_of_a_table_is_quoted_with_the_names_of_its_columns():
    table = "| Item | Price |\n| --- | --- |\n| Hive | 180 |\n| Smoker | 35 |"
    found = quoted("What is the price of the smoker?", [passage(table, heading="Costs")])
    assert found.outcome == "answer"
    assert found.text == "| Item | Price |\n| --- | --- |\n| Smoker | 35 [1] |"


@pytest.mark.parametrize(("depth", "most"), [("basic", 3), ("intermediate", 5), ("advanced", 7)])
def test_few_sentences_are_quoted_and_neighbours_are_joined(depth, most):
    text = " ".join(f"A foreign key has property {n}." for n in range(12))
    found = quoted("What is a foreign key?", [passage(text)], depth=depth)
    assert 1 < len(found.quotes) <= most
    assert found.has_more
    assert found.text.count("[1]") == len(found.quotes)


def test_another_language_is_quoted_as_it_is_and_said():
    found = quoted(
        "¿Qué es una foreign key?", [passage(DEFINES)], ByMeaning(DEFINES), language="es"
    )
    assert DEFINES[:-1] in found.text
    assert not found.text.startswith(DEFINES[:5])


def test_beginnings_are_few_sentences_of_each_passage_under_its_heading():
    many = " ".join(f"Sentence {n} is here." for n in range(9))
    context = [passage(many, heading="A"), passage(many, mark="2", heading="B"), passage("")]
    found = beginnings(context, said="It says:")
    assert found.startswith("It says:\n\n**A**\n\n- Sentence 0 is here [1].\n")
    assert "**B**" in found
    assert found.count("is here [") == 6
    assert beginnings([passage("")], said="It says:") == ""
    table = "| Year | A |\n|---|---|\n| 2020 | 1 |"
    assert beginnings([passage(table)], said="In brief:").endswith(f"{table}\n\n[1]")


def test_beginnings_can_be_the_first_sentence_of_every_section():
    text = "This leads. More follows."
    context = [passage(text, mark=str(n), heading=f"Part {n}") for n in range(12)]
    found = beginnings(context, said="It says:")
    assert found.count("This leads [") == 12
    assert "More follows" not in found


def test_the_definition_of_what_is_asked_comes_before_that_of_another_term():
    other = passage("Denormalisation adds redundancy to a normalised schema.", title="", heading="")
    asked = passage("Normalisation splits tables.", mark="2", title="", heading="")
    near = ByMeaning("Denormalisation", "Normalisation")
    found = quoted("Explain normalization like I'm five", [other, asked], near)
    assert found.quotes[0].mark == "2"
