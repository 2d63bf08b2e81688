"""The labels and headings of a teaching guide's page, in Spanish and English, by field."""

import re

# Fields of one line, with the labels that stand before them.
_LABELS: tuple[tuple[str, str], ...] = (
    ("asignatura", r"(?:nombre de la )?asignatura|(?:subject|course)(?: name| title)?"),
    ("grado", r"grado(?: en)?|titulacion|degree|bachelor.?s degree"),
    ("rama", r"rama(?: de conocimiento)?|branch(?: of knowledge)?"),
    ("modulo", r"modulo|module"),
    ("materia", r"materia|matter|subject matter|subject area"),
    ("curso", r"curso(?: academico)?|year(?: of study)?|course year|academic year"),
    ("semestre", r"semestre|cuatrimestre|semester|term"),
    ("creditos", r"creditos(?: ects)?|(?:ects )?credits|ects"),
    ("tipo", r"tipo|caracter|type|character"),
    ("url", r"url|enlace a la guia|web ?page|web"),
)

# Longer names first: "extraordinaria" holds "ordinaria", and "teórico" is also said of teachers.
_HEADINGS: tuple[tuple[str, str], ...] = (
    (
        "evaluacion.extraordinaria",
        (
            r"(?:evaluacion |convocatoria )?extraordinaria"
            r"|extraordinary (?:assessment|session|exam)"
            r"|resit(?: assessment| exam| session)?"
        ),
    ),
    (
        "evaluacion.unica_final",
        (
            r"(?:evaluacion )?(?:por )?unica final|evaluacion unica"
            r"|(?:single|sole) final (?:assessment|exam\w*|evaluation)"
        ),
    ),
    (
        "evaluacion.ordinaria",
        (
            r"(?:evaluacion |convocatoria )?ordinaria|evaluacion continua"
            r"|(?:ordinary|continuous) (?:assessment|session)"
        ),
    ),
    (
        "evaluacion",
        r"(?:sistema de |criterios de )?evaluacion|assessment(?: methods?)?|evaluation|grading",
    ),
    (
        "programa.teorico",
        (
            r"(?:programa |temario |contenidos? )?teoric[oa]s?"
            r"|theory|(?:theory|theoretical) (?:contents?|programme|units)"
        ),
    ),
    (
        "programa.practico",
        (
            r"(?:programa |temario |contenidos? )?practic[oa]s?|practicals?"
            r"|practical (?:contents?|programme|work)|lab(?:s|oratory)?(?: programme| sessions)?"
        ),
    ),
    (
        "programa",
        (
            r"programa(?: de contenidos)?(?: teoricos y practicos)?|temario|contenidos"
            r"|syllabus|programme|course (?:contents?|outline|programme)|contents?"
        ),
    ),
    (
        "bibliografia.fundamental",
        (
            r"bibliografia (?:fundamental|basica|recomendada)"
            r"|(?:core|basic|essential|recommended|fundamental) (?:reading|bibliography)"
        ),
    ),
    (
        "bibliografia.complementaria",
        (
            r"bibliografia complementaria"
            r"|(?:further|additional|complementary) (?:reading|bibliography)"
        ),
    ),
    ("bibliografia", r"bibliografia|bibliography|reading list|references"),
    (
        "profesorado_y_tutorias",
        (
            r"profesorado(?: y tutorias)?|profesores|(?:horario de )?tutorias"
            r"|teaching staff|teachers(?: and office hours)?|lecturers|instructors|office hours"
        ),
    ),
    (
        "prerrequisitos",
        (
            r"prerrequisitos(?: y/?o| o)?(?: recomendaciones)?|requisitos previos"
            r"|prerequisites(?: (?:and/?or|and|or) recommendations)?"
        ),
    ),
    (
        "breve_descripcion",
        (
            r"breve descripcion(?: de (?:los )?contenidos)?|descripcion"
            r"|(?:brief |short )?(?:course )?description(?: of (?:the )?contents?)?|summary"
        ),
    ),
    ("competencias", r"competencias(?: \w+){0,3}|competenc(?:es|ies)|skills(?: and competences)?"),
    (
        "resultados_de_aprendizaje",
        (
            r"resultados de aprendizaje|objetivos(?: de aprendizaje)?"
            r"|learning (?:outcomes|objectives)|objectives"
        ),
    ),
    ("enlaces", r"enlaces(?: recomendados| de interes)?|(?:recommended |useful )?links"),
    ("metodologia", r"metodologia(?: docente)?|(?:teaching )?method(?:ology|s)"),
    ("software_libre", r"software(?: libre)?|(?:free |open.source )software"),
    (
        "fechas",
        r"fechas(?: importantes| de examen\w*)?|calendario|(?:key |important )?dates|calendar",
    ),
)
_ASIDE = r"(?:\s*\([^()]*\))?\s*:?"
LABELLED = tuple(
    (key, re.compile(rf"(?:{pattern})\s*(?::\s*(?P<value>.+)|:?)")) for key, pattern in _LABELS
)
HEADED = tuple((key, re.compile(rf"(?:{pattern}){_ASIDE}")) for key, pattern in _HEADINGS)
