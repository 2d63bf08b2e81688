"""A subject's teaching guide: its fields, their names elsewhere, and what a guide must be."""

import json
import re
from typing import Annotated, Any

from pydantic import BaseModel, BeforeValidator, ConfigDict, Field, ValidationError

from agent.errors import AgentError
from agent.language.catalogs import N_
from agent.language.text import fold, well_formed

Plain = dict[str, Any]

LONGEST_LINE = 1_000
LONGEST_TEXT = 20_000
MOST_ROWS = 200
LARGEST_FILE = 1_000_000
"""Characters of a guide as JSON."""

NAMES = {
    "asignatura": N_("Name of the subject"),
    "url": N_("Address of the guide"),
    "grado": N_("Degree"),
    "rama": N_("Branch"),
    "modulo": N_("Module"),
    "materia": N_("Subject area"),
    "curso": N_("Year"),
    "semestre": N_("Semester"),
    "creditos": N_("Credits"),
    "tipo": N_("Type"),
    "profesorado_y_tutorias": N_("Teachers and office hours"),
    "fechas": N_("Dates"),
    "breve_descripcion": N_("Description"),
    "prerrequisitos": N_("Prerequisites"),
    "resultados_de_aprendizaje": N_("Learning outcomes"),
    "competencias": N_("Competences"),
    "programa": N_("Programme"),
    "programa.teorico": N_("Programme: theory"),
    "programa.practico": N_("Programme: practical"),
    "metodologia": N_("Methodology"),
    "evaluacion": N_("Assessment"),
    "evaluacion.ordinaria": N_("Assessment: first attempt"),
    "evaluacion.extraordinaria": N_("Assessment: resit"),
    "evaluacion.unica_final": N_("Assessment: single final"),
    "bibliografia": N_("Bibliography"),
    "bibliografia.fundamental": N_("Core reading"),
    "bibliografia.complementaria": N_("Further reading"),
    "enlaces": N_("Links"),
    "software_libre": N_("Software"),
}
"""Labels of fields for people and models."""
# What other sources call our fields, the university's own pages and exports among them. Folded.
_ALIASES = {
    "prerrequisitos_o_recomendaciones": "prerrequisitos",
    "prerrequisitos_y_o_recomendaciones": "prerrequisitos",
    "breve_descripcion_de_contenidos": "breve_descripcion",
    "programa_de_contenidos_teoricos_y_practicos": "programa",
    "enlaces_recomendados": "enlaces",
    "metodologia_docente": "metodologia",
    "bibliografia_fundamental": "fundamental",
    "bibliografia_complementaria": "complementaria",
    "evaluacion_ordinaria": "ordinaria",
    "evaluacion_extraordinaria": "extraordinaria",
    "evaluacion_unica_final": "unica_final",
    "general_competences": "generales",
}


def field_name(name: str) -> str:
    """A field as we call it, "a.b" for a part: accents, case and longer names do not matter."""
    parts = [re.sub(r"[\W_]+", "_", fold(part)).strip("_") for part in name.split(".")]
    return ".".join(_ALIASES.get(part, part) for part in parts)


def _renamed(value: Any, depth: int = 0) -> Any:
    match value:
        case dict() if depth < 3:
            return {
                field_name(str(name)): _renamed(each, depth + 1) for name, each in value.items()
            }
        case list() if depth < 3:
            return [_renamed(each, depth + 1) for each in value]
        case _:
            return value


# What may stand where one line, one text or a list of lines is meant


def _line(value: Any) -> Any:
    value = str(value) if isinstance(value, int | float) else _text(value)
    return " ".join(value.split()) if isinstance(value, str) else value


def _text(value: Any) -> Any:
    match value:
        case None:
            return ""
        case str():
            return well_formed(value).strip()
        case list() if all(isinstance(each, str) for each in value):
            return "\n".join(filter(None, (well_formed(each).strip() for each in value)))
        case _:
            return value


def _lines(value: Any) -> Any:
    match value:
        case None:
            return []
        case str():
            return [line for line in map(_line, value.splitlines()) if line]
        case list():
            return [line for line in map(_line, value) if line != ""]
        case dict() if all(isinstance(each, list) for each in value.values()):
            return [line for each in value.values() for line in _lines(each)]
        case _:
            return value


def _outcomes(value: Any) -> Any:
    """Outcomes without an id get one that no other has."""
    if isinstance(value, str | dict) or value is None:
        value = _lines(value)
    if not isinstance(value, list):
        return value
    rows = [{"text": each} if isinstance(each, str) else each for each in value]
    taken = {row.get("id") for row in rows if isinstance(row, dict)}
    free = (f"LO{n}" for n in range(1, 2 * len(rows) + 2) if f"LO{n}" not in taken)
    return [
        {**row, "id": row.get("id") or next(free)} if isinstance(row, dict) else row for row in rows
    ]


def _rows(value: Any) -> Any:
    return [] if value in (None, "") else value


def _parts(value: Any) -> Any:
    return {} if value in (None, "", []) else value


Line = Annotated[str, BeforeValidator(_line), Field(max_length=LONGEST_LINE)]
Text = Annotated[str, BeforeValidator(_text), Field(max_length=LONGEST_TEXT)]
Lines = Annotated[list[Line], BeforeValidator(_lines), Field(max_length=MOST_ROWS)]


class _Part(BaseModel):
    model_config = ConfigDict(extra="forbid")


class Teacher(_Part):
    nombre: Annotated[Line, Field(min_length=1)]
    tutorias: Line = ""


class Outcome(_Part):
    id: Annotated[Line, Field(min_length=1, max_length=40)]
    text: Annotated[Line, Field(min_length=1)]


class Date(_Part):
    que: Annotated[Line, Field(min_length=1)]
    cuando: Annotated[Line, Field(min_length=1)]
    donde: Line = ""


class Programme(_Part):
    teorico: Lines = []
    practico: Lines = []


class Bibliography(_Part):
    fundamental: Lines = []
    complementaria: Lines = []


class Assessment(_Part):
    ordinaria: Text = ""
    extraordinaria: Text = ""
    unica_final: Text = ""


class TeachingGuide(_Part):
    """Field names are the seed's, without accents. Only the name must be there."""

    url: Line = ""
    asignatura: Annotated[Line, Field(min_length=1, max_length=200)]
    grado: Line = ""
    rama: Line = ""
    modulo: Line = ""
    materia: Line = ""
    curso: Line = ""
    semestre: Line = ""
    creditos: Line = ""
    tipo: Line = ""
    profesorado_y_tutorias: Annotated[
        list[Teacher], BeforeValidator(_rows), Field(max_length=MOST_ROWS)
    ] = []
    prerrequisitos: Text = ""
    breve_descripcion: Text = ""
    competencias: Lines = []
    resultados_de_aprendizaje: Annotated[
        list[Outcome], BeforeValidator(_outcomes), Field(max_length=MOST_ROWS)
    ] = []
    programa: Annotated[Programme, BeforeValidator(_parts)] = Programme()
    bibliografia: Annotated[Bibliography, BeforeValidator(_parts)] = Bibliography()
    enlaces: Lines = []
    metodologia: Text = ""
    evaluacion: Annotated[Assessment, BeforeValidator(_parts)] = Assessment()
    software_libre: Lines = []
    fechas: Annotated[list[Date], BeforeValidator(_rows), Field(max_length=MOST_ROWS)] = []


FIELDS = tuple(TeachingGuide.model_fields)
PARTS: dict[str, tuple[str, ...]] = {
    "programa": tuple(Programme.model_fields),
    "bibliografia": tuple(Bibliography.model_fields),
    "evaluacion": tuple(Assessment.model_fields),
}


class InvalidGuide(AgentError):
    """`problems` holds a sentence per field, "a.b" for a part."""

    def __init__(self, problems: dict[str, str]) -> None:
        count = len(problems)
        super().__init__(
            f"The guide has {count} {'problem' if count == 1 else 'problems'}.",
            hint=" ".join(f"{name}: {problem}" for name, problem in problems.items()),
        )
        self.problems = problems


def checked(data: Plain) -> Plain:
    """The guide as it is kept, from whatever its source called the fields. Raises InvalidGuide."""
    try:
        guide = TeachingGuide.model_validate(_renamed(data))
    except ValidationError as error:
        problems: dict[str, str] = {}
        for each in error.errors():
            problems.setdefault(_place(each["loc"]), _sentence(each))
        raise InvalidGuide(problems) from error
    _must_be_an_address(guide.url)
    return {name: value for name, value in guide.model_dump(mode="json").items() if _says(value)}


def from_json(text: str) -> Plain:
    """The guide that a JSON text holds. Raises AgentError."""
    if len(text) > LARGEST_FILE:
        raise AgentError("This file is too large for a teaching guide.", hint="Choose another.")
    try:
        data = json.loads(text)
    except (ValueError, RecursionError) as error:
        where = f" in line {error.lineno}" if isinstance(error, json.JSONDecodeError) else ""
        raise AgentError(
            f"This is not valid JSON{where}.", hint="A downloaded guide shows the form."
        ) from error
    if not isinstance(data, dict):
        raise AgentError("A teaching guide is one JSON object.", hint="It begins with “{”.")
    return checked(data)


def to_json(guide: Plain) -> str:
    return json.dumps(guide, ensure_ascii=False, indent=2) + "\n"


def _says(value: Any) -> bool:
    return any(map(_says, value.values())) if isinstance(value, dict) else bool(value)


def _place(location: tuple[Any, ...]) -> str:
    names = [part for part in location if isinstance(part, str)]
    field = names[0] if names else ""
    return f"{field}.{names[1]}" if names[1:] and names[1] in PARTS.get(field, ()) else field


def _sentence(error: Any) -> str:
    numbers = [part for part in error["loc"] if isinstance(part, int)]
    row = f"Row {numbers[0] + 1}: " if numbers else ""
    limit = error.get("ctx", {}).get("max_length")
    match error["type"]:
        case "missing" | "string_too_short" | "too_short":
            inner = error["loc"][-1] if numbers else ""
            empty = {"nombre": "the name", "que": "what it is", "cuando": "the date"}
            what = empty.get(inner, "the text" if row else "This")
            return f"{row}{what} must not be empty."
        case "string_too_long" | "too_long" if isinstance(error["input"], str):
            return _capital(f"{row}this is longer than {limit:,} characters.")
        case "too_long":
            return f"There are more than {limit} rows."
        case "extra_forbidden":
            return "A teaching guide has no such field."
        case "string_type" | "list_type" | "model_type" | "dict_type" | "model_attributes_type":
            return _capital(f"{row}this must be text or a list of texts.")
        case _:
            return _capital(f"{row}this does not fit.")


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]


def _must_be_an_address(url: str) -> None:
    if url and not re.match(r"https?://[^\s/]+", url):
        raise InvalidGuide({"url": "An address starts with https:// or http://."})
