"""The teaching guide: the names of its fields, which of them a message names, how they read."""

import json
from collections.abc import Sequence
from functools import cache
from pathlib import Path
from typing import Any

from agent.errors import AgentError
from agent.exchange.teaching_guide import NAMES
from agent.language.catalogs import catalog
from agent.language.text import fold, is_han, stems
from agent.ports import Context, Ports
from agent.workflows.tutor.state import Plain

SUMMARY = ("grado", "curso", "semestre", "creditos", "breve_descripcion")
MOST_FIELDS = 3
_WORDS = Path(__file__).parents[2] / "data" / "guide_words.json"


def held(subject: str, ports: Ports) -> Plain:
    """Return the guide; empty if there is none or it cannot be reached.

    For callers to whom the guide is optional. A question about a fact reports the error instead.
    """
    try:
        return ports.guides.guide(subject) or {}
    except AgentError:
        return {}


def outcomes(subject: str, context: Context) -> dict[str, str]:
    """The texts of the guide's learning outcomes, by their ids."""
    found = held(subject, context.ports).get("resultados_de_aprendizaje") or []
    return {o["id"]: str(o["text"]) for o in found if isinstance(o, dict) and "id" in o}


def fields_named(message: str) -> list[str]:
    """Return the fields that a message names, the likeliest first; a part before its whole."""
    folded, said = fold(message), stems(message)
    found = {key: sum(_is_in(w, folded, said) for w in words) for key, words in _words().items()}
    least = max(found.values()) / 2
    best = sorted((key for key in found if found[key] >= max(1, least)), key=lambda k: -found[k])
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
    _ = catalog(language).gettext
    found: list[Plain] = []
    for key in keys:
        field, _dot, wanted = key.partition(".")
        value = guide.get(field)
        for part, entry in (value if isinstance(value, dict) else {"": value}).items():
            if entry and wanted in ("", part):
                name = NAMES.get(f"{field}.{part}") or NAMES[field]
                line = {
                    "kind": "guide",
                    "id": f"guide:{field}:{part}",
                    "field": field,
                    "title": _("Teaching guide"),
                    "heading": _(name),
                    "text": _text(entry),
                    "source": str(guide.get("url", "")),
                }
                found.append(line)
    return found


def _text(value: Any) -> str:
    match value:
        case list():
            return "\n".join(f"- {_text(entry)}" for entry in value)
        case dict():
            first, *rest = [_text(entry) for entry in value.values() if entry] or [""]
            return ": ".join(filter(None, (first, ", ".join(rest))))
        case _:
            return str(value)
