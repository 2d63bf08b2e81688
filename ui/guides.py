"""A subject's teaching guide: as a form, brought in from a file or a page, given out as JSON."""

from dataclasses import dataclass, field
from functools import partial
from typing import Any

import streamlit as st

from agent import AgentError, NotFound
from agent.exchange.guide_page import read_page
from agent.exchange.teaching_guide import LARGEST_FILE, InvalidGuide, checked, from_json, to_json
from ui import safe, session, subjects

Plain = dict[str, Any]

NAMES = {
    "asignatura": "Name of the subject",
    "url": "Address of the guide",
    "grado": "Degree",
    "rama": "Branch",
    "modulo": "Module",
    "materia": "Subject area",
    "curso": "Year",
    "semestre": "Semester",
    "creditos": "Credits",
    "tipo": "Type",
    "profesorado_y_tutorias": "Teachers and office hours",
    "fechas": "Dates",
    "breve_descripcion": "Description",
    "prerrequisitos": "Prerequisites",
    "resultados_de_aprendizaje": "Learning outcomes",
    "competencias": "Competences",
    "programa": "Programme",
    "programa.teorico": "Programme: theory",
    "programa.practico": "Programme: practical",
    "metodologia": "Methodology",
    "evaluacion": "Assessment",
    "evaluacion.ordinaria": "Assessment: ordinary",
    "evaluacion.extraordinaria": "Assessment: resit",
    "evaluacion.unica_final": "Assessment: single final",
    "bibliografia": "Bibliography",
    "bibliografia.fundamental": "Core reading",
    "bibliografia.complementaria": "Further reading",
    "enlaces": "Links",
    "software_libre": "Software",
}
ROWS = {
    "profesorado_y_tutorias": {"nombre": "Name", "tutorias": "Office hours"},
    "fechas": {"que": "What", "cuando": "When", "donde": "Where"},
    "resultados_de_aprendizaje": {"id": "Id", "text": "The student can …"},
}
_FACTS = ("asignatura", "url", "grado", "rama", "modulo", "materia")
_MORE_FACTS = ("curso", "semestre", "creditos", "tipo")
_TEXTS = ("breve_descripcion", "prerrequisitos", "metodologia")
_ASSESSMENT = ("evaluacion.ordinaria", "evaluacion.extraordinaria", "evaluacion.unica_final")
_LISTS = (
    "programa.teorico",
    "programa.practico",
    "bibliografia.fundamental",
    "bibliografia.complementaria",
    "competencias",
    "enlaces",
    "software_libre",
)

TOP, BELOW = "top", "below"
"""Where news are shown: what Save has done is said beside it, at the end of a long form."""


@dataclass
class Draft:
    """What the form starts from. A new `number` gives its widgets new keys, and so new values."""

    guide: Plain
    number: int
    is_new: bool = False
    told: list[str] = field(default_factory=list)


def draw(subject: str) -> None:
    """The guide of a subject, for reading and for changing."""
    try:
        _draw(subject)
    except AgentError as error:
        st.error(
            f"{safe.markdown(error.message)} {safe.markdown(error.hint)}", icon=":material/error:"
        )


def _draw(subject: str) -> None:
    # Always there: what stands below must not move, and close, when the news are gone.
    with st.container():
        _show_news(subject)
    draft = _draft(subject)
    if draft is None:
        _empty(subject)
        return
    with st.container(horizontal=True, gap="small", vertical_alignment="center"):
        _tools(subject, draft)
    if draft.told:
        st.info("\n\n".join(map(safe.markdown, draft.told)), icon=":material/info:")
    _form(subject, draft)


# The draft


def _draft(subject: str) -> Draft | None:
    """What is being edited, else the stored guide, else None."""
    held: Draft | None = st.session_state.get(_key(subject))
    stored = _guides().guide(subject)
    if held is not None and (held.is_new or held.guide == stored):
        return held
    return _start(subject, stored) if stored is not None else None


def _start(
    subject: str, guide: Plain, *, is_new: bool = False, told: list[str] | None = None
) -> Draft:
    number = st.session_state.get("guide-number", 0) + 1
    st.session_state["guide-number"] = number
    draft = Draft(guide, number, is_new=is_new, told=told or [])
    st.session_state[_key(subject)] = draft
    return draft


def _key(subject: str) -> str:
    return f"guide-draft-{subject}"


# Above the form


def _empty(subject: str) -> None:
    with st.container(border=True):
        st.markdown("#### :material/menu_book: No teaching guide yet")
        st.caption(
            "With one the Tutor answers when the exam is, how it is marked, who teaches and what"
            " to read, and cites the guide."
        )
        with st.container(horizontal=True, gap="small"):
            st.button(
                "Write one",
                type="primary",
                icon=":material/edit:",
                key=f"guide-write-{subject}",
                on_click=_write,
                args=(subject,),
            )
            _undo_button(subject)
    _import(subject, is_open=True)


def _write(subject: str) -> None:
    _start(subject, {"asignatura": subjects.titles().get(subject, "")}, is_new=True)


def _tools(subject: str, draft: Draft) -> None:
    if draft.is_new:
        st.button(
            "Discard the draft",
            icon=":material/close:",
            key=f"guide-discard-{subject}",
            on_click=st.session_state.pop,
            args=(_key(subject), None),
        )
        return
    with st.popover("Import", icon=":material/upload:"):
        _import(subject, is_open=False)
    st.download_button(
        "Download",
        to_json(draft.guide),
        file_name=f"guide-{subject}.json",
        mime="application/json",
        icon=":material/download:",
        key=f"guide-download-{subject}",
        on_click="ignore",
    )
    _undo_button(subject)
    _sample_button(subject, draft)
    st.button(
        "Remove",
        icon=":material/delete:",
        key=f"guide-remove-{subject}",
        on_click=_act,
        args=(
            subject,
            partial(_guides().remove, subject),
            "The guide is removed. You can undo it.",
        ),
    )


def _undo_button(subject: str) -> None:
    if _guides().can_undo(subject):
        st.button(
            "Undo the last change",
            icon=":material/undo:",
            key=f"guide-undo-{subject}",
            help="The version before comes back. Press it again to go forth.",
            on_click=_act,
            args=(subject, partial(_guides().undo, subject), "The version before is back."),
        )


def _sample_button(subject: str, draft: Draft) -> None:
    try:
        sample = session.agent().ports.samples.guide(subject)
    except NotFound:
        return
    if sample != draft.guide:
        st.button(
            "Back to the sample's",
            icon=":material/restart_alt:",
            key=f"guide-sample-{subject}",
            on_click=_act,
            args=(
                subject,
                partial(_guides().put, subject, sample),
                "The guide is as it came with the sample. You can undo it.",
            ),
        )


def _act(subject: str, change: Any, said: str) -> None:
    """A change of the stored guide, and what came of it."""
    try:
        change()
    except AgentError as error:
        _tell(subject, f"{error.message} {error.hint}", is_bad=True)
        return
    st.session_state.pop(_key(subject), None)
    _tell(subject, said)


def _tell(subject: str, sentence: str, *, is_bad: bool = False, place: str = TOP) -> None:
    st.session_state[f"guide-news-{place}-{subject}"] = (sentence, is_bad)


def _show_news(subject: str, place: str = TOP) -> None:
    sentence, is_bad = st.session_state.pop(f"guide-news-{place}-{subject}", ("", False))
    if sentence and is_bad:
        st.error(safe.markdown(sentence), icon=":material/error:")
    elif sentence:
        st.success(safe.markdown(sentence), icon=":material/check:")


# Bringing one in


def _import(subject: str, *, is_open: bool) -> None:
    number = st.session_state.get("guide-number", 0)
    with st.container(border=is_open, key=f"guide-import-{subject}"):
        if is_open:
            st.markdown("##### Bring one in")
        st.caption(
            "A guide downloaded here as JSON, or the page of a university: copy all of it, or save"
            " it as HTML. Headings in Spanish and English are understood. Nothing is fetched."
        )
        st.text_area(
            "Paste JSON, text or HTML",
            key=f"guide-pasted-{subject}-{number}",
            height=140,
            max_chars=LARGEST_FILE,
        )
        st.file_uploader(
            "Or choose a file",
            type=["json", "html", "htm", "txt", "md"],
            key=f"guide-file-{subject}-{number}",
            max_upload_size=4,
        )
        st.button(
            "Read it",
            icon=":material/find_in_page:",
            key=f"guide-read-{subject}",
            on_click=_read,
            args=(subject, number),
        )


def _read(subject: str, number: int) -> None:
    file = st.session_state.get(f"guide-file-{subject}-{number}")
    pasted = st.session_state.get(f"guide-pasted-{subject}-{number}") or ""
    text = file.getvalue().decode("utf-8", "replace") if file else pasted
    if not text.strip():
        _tell(subject, "There is nothing to read. Paste a guide, or choose a file.", is_bad=True)
        return
    try:
        guide, told = _understood(text)
    except InvalidGuide as error:
        _tell(subject, f"{error.message} {_by_name(error.problems)}", is_bad=True)
        return
    except AgentError as error:
        _tell(subject, f"{error.message} {error.hint}", is_bad=True)
        return
    guide.setdefault("asignatura", subjects.titles().get(subject, ""))
    _start(subject, guide, is_new=True, told=[*told, "Nothing is saved until you press Save."])


def _understood(text: str) -> tuple[Plain, list[str]]:
    if text.lstrip("\ufeff \n\r\t")[:1] == "{":
        return from_json(text.lstrip("\ufeff")), ["The guide has been read from JSON."]
    reading = read_page(text)
    told = [f"Found: {_listed(reading.found)}."]
    if reading.missing:
        told.append(f"Not found: {_listed(reading.missing)}.")
    if reading.unread:
        noun = "line" if reading.unread == 1 else "lines"
        told.append(f"{reading.unread} {noun} under no known heading were left out.")
    return reading.guide, told


def _by_name(problems: dict[str, str]) -> str:
    return " ".join(f"{NAMES.get(name, name)}: {problem}" for name, problem in problems.items())


def _listed(names: list[str]) -> str:
    return ", ".join(NAMES[name].lower() for name in names)


# The form


def _form(subject: str, draft: Draft) -> None:
    form = _Form(draft)
    with st.form(f"guide-form-{subject}-{draft.number}", border=False, enter_to_submit=False):
        given = form.draw()
        refused = st.container()
        saved = st.form_submit_button("Save", type="primary", icon=":material/save:")
    with st.container():
        _show_news(subject, BELOW)
    if not saved:
        return
    try:
        guide = checked(given)
        _guides().put(subject, guide)
    except InvalidGuide as error:
        form.show(error.problems)
        with refused:
            st.error(
                f"{error.message} Nothing is saved yet, and nothing that you wrote is lost."
                " Each is said at its field.",
                icon=":material/error:",
            )
    else:
        st.session_state.pop(_key(subject), None)
        said = "The guide is saved. The Tutor answers from it at once."
        _tell(subject, said, place=BELOW)
        st.rerun()


class _Form:
    """The fields of one draft, and a place under each for what is wrong with it."""

    def __init__(self, draft: Draft) -> None:
        self._draft = draft
        self._places: dict[str, Any] = {}

    def draw(self) -> Plain:
        given: Plain = {}
        for pair in _pairs(_FACTS):
            for name, column in zip(pair, st.columns(2), strict=False):
                with column:
                    given[name] = self._line(name)
        for name, column in zip(_MORE_FACTS, st.columns(4), strict=True):
            with column:
                given[name] = self._line(name)
        for name in ("profesorado_y_tutorias", "fechas"):
            given[name] = self._rows(name)
        for name in _ASSESSMENT:
            self._put(given, name, self._text(name))
        for name in _TEXTS:
            given[name] = self._text(name)
        given["resultados_de_aprendizaje"] = self._rows("resultados_de_aprendizaje")
        st.caption("In the fields that follow, each line is one entry.")
        for pair in _pairs(_LISTS):
            for name, column in zip(pair, st.columns(2), strict=False):
                with column:
                    self._put(given, name, self._lines(name))
        return given

    def show(self, problems: dict[str, str]) -> None:
        for name, sentence in problems.items():
            place = self._places.get(name) or self._places.get(name.partition(".")[0])
            if place is not None:
                place.error(safe.markdown(sentence), icon=":material/error:")
            else:
                st.error(f"{safe.plain(name)}: {safe.markdown(sentence)}")

    def _line(self, name: str) -> str:
        value = st.text_input(NAMES[name], value=str(self._value(name)), key=self._key(name))
        return self._given(name, value)

    def _text(self, name: str) -> str:
        value = st.text_area(
            NAMES[name], value=str(self._value(name)), key=self._key(name), height=110
        )
        return self._given(name, value)

    def _lines(self, name: str) -> list[str]:
        lines = "\n".join(self._value(name) or [])
        value = st.text_area(NAMES[name], value=lines, key=self._key(name), height=140)
        return self._given(name, [line for line in (value or "").splitlines() if line.strip()])

    def _rows(self, name: str) -> list[Plain]:
        columns = ROWS[name]
        # An empty row where there is none: a table without rows is taken for one of numbers.
        rows = self._value(name) or [{}]
        table: Any = {column: [row.get(column, "") for row in rows] for column in columns}
        st.markdown(f"**{NAMES[name]}**")
        edited = st.data_editor(
            table,
            num_rows="dynamic",
            key=self._key(name),
            hide_index=True,
            column_config={
                column: st.column_config.TextColumn(title) for column, title in columns.items()
            },
        )
        cells = zip(*(edited[column] for column in columns), strict=True)
        filled = [dict(zip(columns, map(_said, row), strict=True)) for row in cells]
        return self._given(name, [row for row in filled if any(row.values())])

    def _given(self, name: str, value: Any) -> Any:
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


def _said(cell: Any) -> str:
    return "" if cell is None else str(cell).strip()


def _guides() -> Any:
    return session.agent().ports.guides
