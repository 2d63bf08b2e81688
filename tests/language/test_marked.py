"""Every text that the pages hand to Streamlit goes through the catalogs."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

from agent.language.extract import ROOT

_TEXTS = """
    badge button caption chat_input checkbox color_picker date_input dialog download_button error
    expander file_uploader form_submit_button header info markdown menu_button metric multiselect
    number_input page_link pills popover progress radio segmented_control selectbox slider spinner
    subheader success tabs text text_area text_input time_input title toast toggle warning write
    TextColumn ProgressColumn NumberColumn
"""
TEXTS = frozenset(_TEXTS.split())
"""Calls whose first argument people read; of a metric also the second."""
LABELS = frozenset({"alt", "delta_description", "help", "label", "placeholder", "text"})
"""Arguments by name that people read."""
MARKS = frozenset({"_", "N_", "ngettext", "gettext"})
_SAME = {"PNG", "SVG", "CSV", "JSON", "UTC", "ms", "min"}
ALLOWED = {*_SAME, "http://127.0.0.1:8000/v1", "your-site.example › blog ›"}
_MARKUP = re.compile(r":material/\w*:?|:[a-z]+-(?:badge|background)\[|:(?:small|gray|primary)\[")


def test_every_text_of_the_pages_is_marked():
    files = [file for folder in ("ui", "pages") for file in (ROOT / folder).rglob("*.py")]
    assert [found for file in files for found in unmarked(file)] == []


def unmarked(file: Path) -> Iterator[str]:
    for call in ast.walk(ast.parse(file.read_text("utf-8"))):
        if isinstance(call, ast.Call) and name_of(call) not in MARKS:
            for argument in texts_of(call):
                yield from (f"{file}:{call.lineno} {text}" for text in literals(argument))


def texts_of(call: ast.Call) -> Iterator[ast.expr]:
    """The arguments of a call that people read."""
    place = getattr(getattr(call.func, "value", None), "id", "")
    is_drawn = isinstance(call.func, ast.Attribute) and name_of(call) in TEXTS
    if is_drawn and place not in ("safe", "log"):
        yield from call.args[: 2 if name_of(call) == "metric" else 1]
    yield from (k.value for k in call.keywords if k.arg in LABELS and is_drawn)


def literals(value: ast.expr) -> Iterator[str]:
    """The words in an expression that no catalog has seen."""
    match value:
        case ast.Constant(value=str(text)) if words := words_of(text):
            yield words
        case ast.JoinedStr(values=parts) | ast.List(elts=parts) | ast.Tuple(elts=parts):
            for part in parts:
                yield from literals(part)
        case ast.FormattedValue(value=inner) | ast.Starred(value=inner):
            yield from literals(inner)
        case ast.IfExp(body=one, orelse=other) | ast.BinOp(left=one, right=other):
            yield from literals(one)
            yield from literals(other)
        case ast.BoolOp(values=parts):
            for part in parts:
                yield from literals(part)
        case ast.Call(args=arguments) if name_of(value) in ("plain", "label", "markdown", "text"):
            for argument in arguments:
                yield from literals(argument)


def words_of(text: str) -> str:
    """A text without Streamlit's markup; empty where no letters are left."""
    bare = _MARKUP.sub("", text).strip(" *#[]\n·,:;-–()“”")
    return bare if re.search(r"[^\W\d_]{2}", bare) and bare not in ALLOWED else ""


def name_of(call: ast.Call) -> str:
    return getattr(call.func, "attr", "") or getattr(call.func, "id", "")
