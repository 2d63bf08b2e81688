"""Catalogs: every sentence of the code has its translation, and the compiled files are current."""

import ast
import functools
import string
from io import BytesIO

import pytest
from babel.messages.mofile import write_mo

from agent.errors import StepFailed
from agent.events import Notice
from agent.language import extract
from agent.language.catalogs import FOLDERS, catalog
from agent.language.extract import KEYWORDS, ROOT, SOURCES, missing, po_file, read_catalog


def test_every_sentence_is_translated(monkeypatch):
    monkeypatch.setattr(extract, "extract", functools.cache(extract.extract))
    assert [sentence for language in FOLDERS for sentence in missing(language)] == []


@pytest.mark.parametrize("language", FOLDERS)
def test_what_is_compiled_is_what_is_written(language):
    compiled = BytesIO()
    write_mo(compiled, read_catalog(language))
    assert po_file(language).with_suffix(".mo").read_bytes() == compiled.getvalue()


@pytest.mark.parametrize("language", FOLDERS)
def test_translations_fill_the_same_places(language):
    for entry in read_catalog(language):
        ids = entry.id if isinstance(entry.id, tuple | list) else (entry.id,)
        strings = entry.string if isinstance(entry.string, tuple | list) else (entry.string,)
        known = set().union(*map(places, ids))
        assert all(places(each) <= known for each in strings if entry.id), entry.id


def test_no_sentence_is_marked_inside_an_f_string():
    files = [file for folder in SOURCES for file in (ROOT / folder).rglob("*.py")]
    assert [f"{file}:{line}" for file in files for line in hidden_marks(file.read_text())] == []


def test_a_language_without_a_catalog_is_english():
    assert catalog("fr").gettext("Anything") == "Anything"


def places(sentence: str) -> set[str]:
    return {name for _, name, _, _ in string.Formatter().parse(sentence) if name}


def hidden_marks(source: str) -> list[int]:
    inside = [part for part in ast.walk(ast.parse(source)) if isinstance(part, ast.JoinedStr)]
    calls = [call for part in inside for call in ast.walk(part) if isinstance(call, ast.Call)]
    return [call.lineno for call in calls if is_mark(call)]


def is_mark(call: ast.Call) -> bool:
    name = getattr(call.func, "id", None) or getattr(call.func, "attr", None)
    return name in KEYWORDS and bool(call.args) and isinstance(call.args[0], ast.Constant)


def test_a_notice_is_translated_with_the_error_it_names():
    error = StepFailed("{about} gave no usable answer.", about="Vega")
    notice = Notice(
        "{error} Continuing with {model}.", "warning", {"error": error, "model": "Rigel"}
    )
    said = notice.translate(catalog("es").gettext)
    assert said.values == {}
    assert said.text != notice.translate(str).text
    assert "Vega" in said.text
    assert said.text.endswith("Sigue Rigel.")
