"""Guides read from pages that somebody copied: what is found stands where it belongs."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from agent.errors import AgentError
from agent.exchange.guide_page import read_page
from agent.exchange.teaching_guide import checked

SPANISH = """<!doctype html><html><head><title>x</title>
<script>var x = "Evaluación ordinaria";</script></head><body>
<h1>Guía docente de Fundamentos de Redes (2951234)</h1>
<table>
 <tr><th>Grado</th><td>Grado en Telecomunicaciones</td></tr>
 <tr><td>Curso</td><td>2.º</td><td>Semestre</td><td>1.º</td></tr>
 <tr><td>Créditos</td><td>6</td></tr>
</table>
<h3>Profesorado</h3><h5>Teórico</h5><ul><li>Ana Ruiz del Campo. Grupo: A</li></ul>
<h3>Tutorías</h3><h5>Ana Ruiz del Campo</h5><ul><li>Lunes de 10:00 a 12:00 (Despacho 3)</li></ul>
<h3>Programa de contenidos Teóricos y Prácticos</h3>
<h4>Teórico</h4><ol><li>Tema 1. Capas</li><li>Tema 2. Evaluación de enlaces</li></ol>
<h4>Práctico</h4><ul><li>Práctica 1</li></ul>
<h3>Evaluación (instrumentos, criterios y porcentaje sobre la calificación final)</h3>
<h4>Evaluación Ordinaria</h4><p>Examen 60 %.</p><p>Prácticas 40 %.</p>
<h4>Evaluación Extraordinaria</h4><p>Examen 100 %.</p>
<h3>Información adicional</h3><p>Nada que leer aquí.</p>
<h3>Software Libre</h3><p>Wireshark</p>
</body></html>"""

ENGLISH = """Teaching guide: Introduction to Statistics
Degree: Bachelor in Economics
ECTS credits
6

Teachers
Jane Doe: Mondays 10-12, office 3
John van Smith

Assessment
Extraordinary assessment
Exam 100 %.
Ordinary assessment
Final exam 60 %.
Coursework 40 %.

Syllabus
Theory
- Unit 1
- Unit 2
Practical
1. Lab 1

Dates
Final exam: 14 January 2027, 9:00, room 0.3
Resit: 3 March 2027
To be announced
"""


def test_a_page_in_spanish():
    reading = read_page(SPANISH)
    assert checked(reading.guide) == {
        "asignatura": "Fundamentos de Redes",
        "grado": "Grado en Telecomunicaciones",
        "curso": "2.º",
        "semestre": "1.º",
        "creditos": "6",
        "profesorado_y_tutorias": [
            {"nombre": "Ana Ruiz del Campo", "tutorias": "Lunes de 10:00 a 12:00 (Despacho 3)"},
        ],
        "programa": {
            "teorico": ["Tema 1. Capas", "Tema 2. Evaluación de enlaces"],
            "practico": ["Práctica 1"],
        },
        "evaluacion": {
            "ordinaria": "Examen 60 %.\nPrácticas 40 %.",
            "extraordinaria": "Examen 100 %.",
            "unica_final": "",
        },
        "software_libre": ["Wireshark"],
    }
    assert "bibliografia" in reading.missing
    assert reading.unread == 1


def test_a_text_in_english():
    reading = read_page(ENGLISH)
    guide = checked(reading.guide)
    assert (guide["asignatura"], guide["creditos"]) == ("Introduction to Statistics", "6")
    assert guide["profesorado_y_tutorias"] == [
        {"nombre": "Jane Doe", "tutorias": "Mondays 10-12, office 3"},
        {"nombre": "John van Smith", "tutorias": ""},
    ]
    assert guide["evaluacion"]["ordinaria"] == "Final exam 60 %.\nCoursework 40 %."
    assert guide["evaluacion"]["extraordinaria"] == "Exam 100 %."
    assert guide["programa"] == {"teorico": ["Unit 1", "Unit 2"], "practico": ["Lab 1"]}
    assert guide["fechas"] == [
        {"que": "Final exam", "cuando": "14 January 2027, 9:00", "donde": "room 0.3"},
        {"que": "Resit", "cuando": "3 March 2027", "donde": ""},
    ]
    assert reading.unread == 1


COPIED = """University of Somewhere    Search    Log in
Course guide: Volcanology (EARTH201)

Teaching staff
Dr Maria Stone (module leader), office hours Tuesday 14:00-16:00, room 3.12
Prof. John O'Hara, room 2
to be confirmed for the labs

Learning outcomes
By the end of the course you will be able to:
1. Read a hazard map.

Reading list
Further reading
Parfitt (2008) Volcanology.

Accessibility statement | Cookies | © University of Somewhere
"""


def test_what_a_copied_page_has_around_the_guide_does_not_get_into_it():
    reading = read_page(COPIED)
    guide = checked(reading.guide)
    assert guide["asignatura"] == "Volcanology"
    assert guide["profesorado_y_tutorias"] == [
        {
            "nombre": "Dr Maria Stone",
            "tutorias": "module leader, office hours Tuesday 14:00-16:00, room 3.12",
        },
        {"nombre": "Prof. John O'Hara", "tutorias": "room 2"},
    ]
    assert [each["text"] for each in guide["resultados_de_aprendizaje"]] == ["Read a hazard map."]
    assert guide["bibliografia"]["complementaria"] == ["Parfitt (2008) Volcanology."]
    assert reading.unread == 3
    page = "<h2>Software libre</h2><p>QGIS</p><footer><p>Universidad</p></footer>"
    assert read_page(page).guide["software_libre"] == ["QGIS"]


@pytest.mark.parametrize("text", ["", "A shopping list\n- milk", "<p>Hello</p>", "x" * 2_000_000])
def test_what_is_no_guide_is_refused(text):
    with pytest.raises(AgentError) as told:
        read_page(text)
    assert told.value.hint


@given(st.text(max_size=400), st.sampled_from(["", "<table><tr><td>", "Evaluación\n", "Fechas\n"]))
def test_whatever_is_read_can_be_kept(text, before):
    try:
        reading = read_page(f"{before}{text}")
    except AgentError:
        return
    checked({"asignatura": "x", **reading.guide})
