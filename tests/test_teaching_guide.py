"""What a teaching guide must be, and what other sources call its fields."""

import pytest

from agent.adapters.samples import FOLDER, read_guide
from agent.errors import AgentError
from agent.exchange.teaching_guide import (
    FIELDS,
    InvalidGuide,
    checked,
    from_json,
    to_json,
)

SEED_KEYS = (
    "resultados_de_aprendizaje",
    "programa_de_contenidos_teóricos_y_prácticos",
    "metodología_docente",
    "evaluación",
    "bibliografía",
    "prerrequisitos_o_recomendaciones",
    "breve_descripción_de_contenidos",
    "competencias",
    "profesorado_y_tutorias",
    "enlaces_recomendados",
    "software_libre",
    "bibliografía.bibliografía_fundamental",
    "bibliografía.bibliografía_complementaria",
    "evaluación.evaluación_ordinaria",
    "evaluación.evaluación_extraordinaria",
    "evaluación.evaluación_única_final",
)


@pytest.mark.parametrize("course", sorted(path.parent for path in FOLDER.glob("*/guide.json")))
def test_the_samples_guides_are_kept_as_they_are(course):
    guide = read_guide(course)
    assert checked(guide) == guide
    assert set(guide) == set(FIELDS)
    assert from_json(to_json(guide)) == guide


def test_a_guide_from_the_universitys_export():
    theirs = {
        "asignatura": " Fundamentos  de redes ",
        "créditos": 6,
        "evaluación": {
            "evaluación_ordinaria": ["Examen 60 %.", "Prácticas 40 %."],
            "evaluación_extraordinaria": ["Examen 100 %."],
            "evaluación_única_final": [],
        },
        "competencias": {"general_competences": ["CG1 - Analizar"]},
        "resultados_de_aprendizaje": ["Diseñar redes", "Medirlas"],
        "metodología_docente": [],
        "profesorado_y_tutorias": [],
    }
    assert checked(theirs) == {
        "asignatura": "Fundamentos de redes",
        "creditos": "6",
        "evaluacion": {
            "ordinaria": "Examen 60 %.\nPrácticas 40 %.",
            "extraordinaria": "Examen 100 %.",
            "unica_final": "",
        },
        "competencias": ["CG1 - Analizar"],
        "resultados_de_aprendizaje": [
            {"id": "LO1", "text": "Diseñar redes"},
            {"id": "LO2", "text": "Medirlas"},
        ],
    }


@pytest.mark.parametrize(
    ("wrong", "field", "sentence"),
    [
        ({"asignatura": "  "}, "asignatura", "This must not be empty."),
        ({"precio": "3"}, "precio", "A teaching guide has no such field."),
        ({"fechas": [{"que": "Exam"}]}, "fechas", "Row 1: the date must not be empty."),
        (
            {"profesorado_y_tutorias": [{"tutorias": "Mon"}]},
            "profesorado_y_tutorias",
            "Row 1: the name must not be empty.",
        ),
        (
            {"evaluacion": {"ordinaria": "x" * 20_001}},
            "evaluacion.ordinaria",
            "This is longer than 20,000 characters.",
        ),
        ({"url": "javascript:alert(1)"}, "url", "An address starts with"),
        ({"enlaces": ["a"] * 201}, "enlaces", "There are more than 200 rows."),
        ({"programa": "all"}, "programa", "This must be text or a list of texts."),
    ],
)
def test_what_is_wrong_is_said_at_its_field(wrong, field, sentence):
    with pytest.raises(InvalidGuide) as told:
        checked({"asignatura": "x", **wrong})
    assert told.value.problems[field].startswith(sentence)


@pytest.mark.parametrize("text", ["", "{", "[]", "[" * 100_000, "1" * 1_000_001, "NaN"])
def test_what_is_no_json_object_is_refused(text):
    with pytest.raises(AgentError) as told:
        from_json(text)
    assert told.value.hint
