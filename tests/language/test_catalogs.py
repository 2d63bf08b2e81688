"""Catalogs: every sentence of the code has its translation, and the compiled files are current."""

import string
from io import BytesIO

import pytest
from babel.messages.mofile import write_mo

from agent.language.catalogs import FOLDERS, catalog
from agent.language.extract import missing, po_file, read_catalog


@pytest.mark.parametrize("language", FOLDERS)
def test_every_sentence_is_translated(language: str) -> None:
    assert missing(language) == []


@pytest.mark.parametrize("language", FOLDERS)
def test_what_is_compiled_is_what_is_written(language: str) -> None:
    compiled = BytesIO()
    write_mo(compiled, read_catalog(language))
    assert po_file(language).with_suffix(".mo").read_bytes() == compiled.getvalue()


@pytest.mark.parametrize("language", FOLDERS)
def test_translations_fill_the_same_places(language: str) -> None:
    for entry in read_catalog(language):
        ids = entry.id if isinstance(entry.id, tuple | list) else (entry.id,)
        strings = entry.string if isinstance(entry.string, tuple | list) else (entry.string,)
        known = set().union(*map(places, ids))
        assert all(places(each) <= known for each in strings if entry.id), entry.id


def test_a_language_without_a_catalog_is_english() -> None:
    assert catalog("fr").gettext("Anything") == "Anything"


def places(sentence: str) -> set[str]:
    return {name for _, name, _, _ in string.Formatter().parse(sentence) if name}
