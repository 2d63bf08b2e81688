"""The tables of words: the same keys and places in every language."""

import re

import pytest

from agent.workflows.coach.words import LEVELS, TABLES, level_name, told

PLACE = re.compile(r"\{(\w+)\}")


@pytest.mark.parametrize("language", ["es", "zh"])
def test_every_language_has_every_sentence_with_the_same_places(language: str) -> None:
    english, other = TABLES["en"], TABLES[language]  # type: ignore[index]
    assert other.keys() == english.keys()
    assert {k for k in english if places(english[k]) != places(other[k])} == set()


def places(sentence: str) -> set[str]:
    return set(PLACE.findall(sentence))


def test_no_sentence_is_that_of_another_language() -> None:
    same = {key for key, sentence in TABLES["en"].items() if sentence == TABLES["zh"][key]}
    assert same == set()


def test_levels_have_names_in_each_language() -> None:
    names = {language: [level_name(n, language) for n in range(len(LEVELS))] for language in TABLES}
    assert all(len(set(each)) == len(LEVELS) for each in names.values())


def test_values_are_put_in() -> None:
    assert "7" in told("limit.body", "zh", loop=7)
