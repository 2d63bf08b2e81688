"""The form of a teaching guide: its fields and their names, and what is wrong below each."""

from dataclasses import dataclass, field
from typing import Any

import streamlit as st

from agent.exchange.teaching_guide import NAMES
from agent.language.catalogs import N_
from ui import safe
from ui.language import _

Plain = dict[str, Any]

ROWS = {
    "profesorado_y_tutorias": {"nombre": N_("Name"), "tutorias": N_("Office hours")},
    "fechas": {"que": N_("What"), "cuando": N_("When"), "donde": N_("Where")},
    "resultados_de_aprendizaje": {"id": N_("Id"), "text": N_("The student can …")},
}
FACTS = ("asignatura", "url", "grado", "rama", "modulo", "materia")
_MORE_FACTS = ("curso", "semestre", "creditos", "tipo")
_TEXTS = ("prerrequisitos", "metodologia")
_ASSESSMENT = ("evaluacion.extraordinaria", "evaluacion.unica_final")
_LISTS = (
    "programa.teorico",
    "programa.practico",
    "bibliografia.complementaria",
    "competencias",
    "enlaces",
    "software_libre",
)


@dataclass
class Draft:
    """The values the form starts from. A new `number` gives its widgets new keys, so new values."""

    guide: Plain
    number: int
    is_new: bool = False
    notes: list[str] = field(default_factory=list)


class GuideForm:
    """The fields of one draft, and a place under each for what is wrong with it."""

    def __init__(self, draft: Draft) -> None:
        self._draft = draft
        self._places: dict[str, Any] = {}

    def draw(self) -> Plain:
        """Draw what is asked about most; the rest is folded, unless it was read from a page."""
        given: Plain = {}
        st.caption(_("Only the name is needed. The Tutor answers from whatever else is filled in."))
        given["asignatura"] = self._line("asignatura")
        given["breve_descripcion"] = self._text("breve_descripcion")
        self._put(given, "evaluacion.ordinaria", self._text("evaluacion.ordinaria"))
        self._put(given, "bibliografia.fundamental", self._lines("bibliografia.fundamental"))
        given["fechas"] = self._rows("fechas")
        with st.expander(_("More fields"), expanded=bool(self._draft.notes)):
            self._draw_more(given)
        return given

    def _draw_more(self, given: Plain) -> None:
        for pair in _pairs(FACTS[1:]):
            for name, column in zip(pair, st.columns(2), strict=False):
                with column:
                    given[name] = self._line(name)
        for name, column in zip(_MORE_FACTS, st.columns(4), strict=True):
            with column:
                given[name] = self._line(name)
        given["profesorado_y_tutorias"] = self._rows("profesorado_y_tutorias")
        for name in _ASSESSMENT:
            self._put(given, name, self._text(name))
        for name in _TEXTS:
            given[name] = self._text(name)
        given["resultados_de_aprendizaje"] = self._rows("resultados_de_aprendizaje")
        for pair in _pairs(_LISTS):
            for name, column in zip(pair, st.columns(2), strict=False):
                with column:
                    self._put(given, name, self._lines(name))

    def show(self, problems: dict[str, str]) -> None:
        for name, sentence in problems.items():
            place = self._places.get(name) or self._places.get(name.partition(".")[0])
            if place is not None:
                place.error(safe.markdown(sentence), icon=":material/error:")
            else:
                st.error(f"{safe.plain(name)}: {safe.markdown(sentence)}")

    def _line(self, name: str) -> str:
        value = st.text_input(_(NAMES[name]), value=str(self._value(name)), key=self._key(name))
        return self._place(name, value)

    def _text(self, name: str) -> str:
        value = st.text_area(
            _(NAMES[name]), value=str(self._value(name)), key=self._key(name), height=110
        )
        return self._place(name, value)

    def _lines(self, name: str) -> list[str]:
        lines = "\n".join(self._value(name) or [])
        each = _("Each line is one entry.")
        value = st.text_area(
            _(NAMES[name]), value=lines, key=self._key(name), height=110, help=each
        )
        return self._place(name, [line for line in (value or "").splitlines() if line.strip()])

    def _rows(self, name: str) -> list[Plain]:
        columns = ROWS[name]
        # At least one empty row: Streamlit takes a table without rows for one of numbers.
        rows = self._value(name) or [{}]
        table: Any = {column: [row.get(column, "") for row in rows] for column in columns}
        st.markdown(f"**{_(NAMES[name])}**")
        edited = st.data_editor(
            table,
            num_rows="dynamic",
            key=self._key(name),
            hide_index=True,
            column_config={
                column: st.column_config.TextColumn(_(title)) for column, title in columns.items()
            },
        )
        cells = zip(*(edited[column] for column in columns), strict=True)
        filled = [dict(zip(columns, map(_text_of, row), strict=True)) for row in cells]
        return self._place(name, [row for row in filled if any(row.values())])

    def _place(self, name: str, value: Any) -> Any:
        self._places[name] = st.empty()
        return value

    @staticmethod
    def _put(given: Plain, name: str, value: Any) -> None:
        section, _, part = name.partition(".")
        if part:
            given.setdefault(section, {})[part] = value
        else:
            given[section] = value

    def _value(self, name: str) -> Any:
        section, _, part = name.partition(".")
        value = self._draft.guide.get(section) or ""
        return (value.get(part) or "") if part and value else value

    def _key(self, name: str) -> str:
        return f"guide-{self._draft.number}-{name}"


def _pairs(names: tuple[str, ...]) -> list[tuple[str, ...]]:
    """A row each, so that a narrow screen keeps the order."""
    return [names[at : at + 2] for at in range(0, len(names), 2)]


def _text_of(cell: Any) -> str:
    return "" if cell is None else str(cell).strip()
