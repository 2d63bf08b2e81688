"""The teaching guide: the names of its fields, which of them a message names, how they read."""

import json
from collections.abc import Sequence
from functools import cache
from pathlib import Path
from typing import Any

from agent.errors import AgentError
from agent.language.catalogs import N_, catalog
from agent.ports import Context
from agent.teaching_guide import PARTS
from agent.text import content_words, fold, is_han, stems

Plain = dict[str, Any]

# Stored name -> (what a model calls it, what the user reads), in the order of an answer.
FIELDS: dict[str, tuple[str, str]] = {
    "fechas": ("dates", N_("Dates")),
    "evaluacion": ("assessment", N_("Assessment")),
    "profesorado_y_tutorias": ("teachers", N_("Teachers and office hours")),
    "bibliografia": ("reading", N_("Bibliography")),
    "programa": ("programme", N_("Programme")),
    "prerrequisitos": ("prerequisites", N_("Prerequisites")),
    "creditos": ("credits", N_("Credits")),
    "resultados_de_aprendizaje": ("outcomes", N_("Learning outcomes")),
    "software_libre": ("software", N_("Software")),
    "metodologia": ("methods", N_("Teaching methods")),
    "competencias": ("competences", N_("Competences")),
    "curso": ("year", N_("Year")),
    "semestre": ("semester", N_("Semester")),
    "enlaces": ("links", N_("Links")),
    "grado": ("degree", N_("Degree")),
    "tipo": ("type", N_("Type")),
    "breve_descripcion": ("description", N_("Description")),
}
_PARTS: dict[str, tuple[str, str]] = {
    "ordinaria": ("ordinary", N_("ordinary")),
    "extraordinaria": ("resit", N_("resit")),
    "unica_final": ("single", N_("single final assessment")),
    "teorico": ("theory", N_("theory")),
    "practico": ("practical", N_("practical")),
    "fundamental": ("core", N_("core reading")),
    "complementaria": ("further", N_("further reading")),
}
SUMMARY = ("grado", "curso", "semestre", "creditos", "breve_descripcion")
MOST_FIELDS = 3
_WORDS = Path(__file__).parents[2] / "data" / "guide_words.json"


def _dotted() -> list[str]:
    return [f"{field}.{part}" for field, parts in PARTS.items() for part in parts]


def _spoken(key: str) -> str:
    field, _, part = key.partition(".")
    return f"{FIELDS[field][0]}.{_PARTS[part][0]}" if part else FIELDS[field][0]


SPOKEN = {_spoken(key): key for key in (*FIELDS, *_dotted())}
"""The fields and their parts as a model names them, and as they are stored."""


def held(subject: str, context: Context) -> Plain:
    """The guide; empty when there is none, or none that can be reached.

    For what is better with a guide and does without. Whoever asks for a fact is told.
    """
    try:
        return context.ports.guides.guide(subject) or {}
    except AgentError:
        return {}


def outcomes(subject: str, context: Context) -> dict[str, str]:
    """The texts of the guide's learning outcomes, by their ids."""
    found = held(subject, context).get("resultados_de_aprendizaje") or []
    return {o["id"]: str(o["text"]) for o in found if isinstance(o, dict) and "id" in o}


def fields_named(message: str) -> list[str]:
    """The fields a message names by their own words, the likeliest first; a part before its whole."""
    folded, said = fold(message), stems(message)
    found = {key: sum(_is_in(w, folded, said) for w in words) for key, words in _words().items()}
    best = sorted((key for key in found if found[key]), key=lambda key: -found[key])
    whole = {key.partition(".")[0] for key in best if "." in key}
    return [key for key in best if key not in whole][:MOST_FIELDS]


@cache
def _words() -> dict[str, list[str]]:
    read: dict[str, list[str]] = json.loads(_WORDS.read_text(encoding="utf-8"))
    return {key: [fold(word) for word in words] for key, words in read.items()}


def _is_in(word: str, folded: str, said: frozenset[str]) -> bool:
    return word in folded if is_han(word[:1]) or " " in word else stems(word) <= said


def lines(guide: Plain, keys: Sequence[str], *, language: str = "en") -> list[Plain]:
    """The fields, or parts of them as "a.b", as citable lines, exactly as the guide has them."""
    return [
        _entry(guide, field, part, text, language)
        for key in keys
        for field, _, wanted in [key.partition(".")]
        for part, text in _parts(guide.get(field))
        if wanted in ("", part)
    ]


def _entry(guide: Plain, field: str, part: str, text: str, language: str) -> Plain:
    _ = catalog(language).gettext
    name = _(FIELDS[field][1])
    return {
        "kind": "guide",
        "id": f"guide:{field}:{part}",
        "field": field,
        "title": _("Teaching guide"),
        "heading": f"{name} · {_(_PARTS[part][1]) if part in _PARTS else part}" if part else name,
        "text": text,
        "source": str(guide.get("url", "")),
    }


def lines_asked(text: str, question: str) -> str:
    """Of a list the lines that share the question's words, where there are some.

    A line gives way to one that shares all the words that it shares, and more.
    """
    if not text.startswith("- "):
        return text
    wanted = set(content_words(question))
    shared = {line: wanted & set(content_words(line)) for line in text.split("\n")}
    asked = [
        line
        for line, words in shared.items()
        if words and not any(words < other for other in shared.values())
    ]
    return "\n".join(asked or shared)


def _parts(value: Any) -> list[tuple[str, str]]:
    """(name of the part, text), the name empty for a field without parts."""
    if not value:
        return []
    match value:
        case dict():
            return [(str(key), _text(entry)) for key, entry in value.items() if entry]
        case _:
            return [("", _text(value))]


def _text(value: Any) -> str:
    match value:
        case list():
            return "\n".join(f"- {_text(entry)}" for entry in value)
        case {"nombre": name, "tutorias": hours}:
            return _colon(name, hours)
        case {"que": what, "cuando": when, "donde": where}:
            comma = "，" if _is_chinese(what) else ", "
            return _colon(what, f"{when}{comma}{where}" if where else when)
        case {"text": text}:
            return str(text)
        case dict():
            return "; ".join(f"{key}: {entry}" for key, entry in value.items())
        case _:
            return str(value)


def _colon(before: str, after: str) -> str:
    if not after:
        return before
    return f"{before}：{after}" if _is_chinese(before) else f"{before}: {after}"


def _is_chinese(text: str) -> bool:
    return is_han(text[-1:]) or text.endswith("）")
