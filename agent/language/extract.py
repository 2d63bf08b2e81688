"""Bring the catalogs up to date with the code: `make catalogs`."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import IO, Any

import yaml  # type: ignore[import-untyped]
from babel.messages.catalog import Catalog
from babel.messages.extract import extract_from_dir
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po, write_po

from agent.language.catalogs import DOMAIN, FOLDERS, LOCALES

ROOT = Path(__file__).parents[2]
SOURCES = ("agent", "ui", "pages")
PARTS = LOCALES / "parts"
"""New translations, a file for each piece of work: {sentence: {language: translation}}.

Of a sentence that counts, the singular is named and its translations are a list.
"""
KEYWORDS = {"_": None, "N_": None, "ngettext": (1, 2), "gettext": None}


def sentences_of_pattern(
    file: IO[bytes], *_how: Any, **_options: Any
) -> Iterator[tuple[int, None, str, list[str]]]:
    """Yield the sentences for people in a file of `agent/data/patterns`."""
    data = yaml.safe_load(file)
    said = [data.get(name) for name in ("title", "noun", "deletion")]
    options = data["options"].values()
    said += [option.get(word) for option in options for word in ("title", "description")]
    said += [entry["says"] for name in ("wants", "refuses") for entry in data.get(name, ())]
    for sentence in filter(None, said):
        yield 1, None, sentence, []


def sentences_of_checks(
    file: IO[bytes], *_how: Any, **_options: Any
) -> Iterator[tuple[int, None, str, list[str]]]:
    """Yield the sentences of checks on deployed resources."""
    for check in yaml.safe_load(file)["checks"].values():
        yield 1, None, check["says"], []


def sentences_of_sayings(
    file: IO[bytes], *_how: Any, **_options: Any
) -> Iterator[tuple[int, None, str, list[str]]]:
    """Yield the rules' sentences on an issue."""
    data = yaml.safe_load(file)
    said = [*data["reasons"].values()]
    said += [sentence for each in data["advice"].values() for sentence in each.values()]
    said += [each["heading"] for each in data["places"].values()]
    for sentence in said:
        yield 1, None, sentence, []


def sentences_of_failures(
    file: IO[bytes], *_how: Any, **_options: Any
) -> Iterator[tuple[int, None, str, list[str]]]:
    """Yield the sentences on failures of other systems."""
    for problems in yaml.safe_load(file).values():
        for problem in problems.values():
            yield 1, None, problem["says"], []
            yield 1, None, problem["hint"], []


METHODS = [
    ("**.py", "python"),
    ("data/patterns/*.yaml", "agent.language.extract:sentences_of_pattern"),
    ("data/checks/cloud.yaml", "agent.language.extract:sentences_of_checks"),
    ("data/tickets/sayings.json", "agent.language.extract:sentences_of_sayings"),
    ("data/failures.yaml", "agent.language.extract:sentences_of_failures"),
]


def extract() -> Catalog:
    """Every marked sentence of the code and of the patterns."""
    found = Catalog(charset="utf-8")
    for folder in SOURCES:
        for entry in extract_from_dir(str(ROOT / folder), METHODS, keywords=KEYWORDS):
            found.add(entry[2])
    return found


def read_catalog(language: str) -> Catalog:
    with po_file(language).open("rb") as file:
        return read_po(file, locale=FOLDERS[language], charset="utf-8")


def missing(language: str) -> list[str]:
    """Sentences of the code without a translation."""
    known = read_catalog(language)
    return [
        str(each.id)
        for each in extract()
        if each.id and ((entry := known.get(each.id)) is None or not _is_translated(entry.string))
    ]


def update(language: str) -> None:
    """Add new sentences with their translations, drop those that are gone, and compile."""
    current = read_catalog(language) if po_file(language).exists() else new_catalog(language)
    current.update(extract(), no_fuzzy_matching=True)
    current.obsolete.clear()
    for sentence, translations in new_translations(language).items():
        if entry := current.get(sentence):
            entry.string = translations
    write(current, language)


def new_translations(language: str) -> dict[str, str | tuple[str, ...]]:
    found = {}
    for file in sorted(PARTS.glob("*.json")):
        for sentence, by_language in json.loads(file.read_text("utf-8")).items():
            said = by_language[language]
            found[sentence] = said if isinstance(said, str) else tuple(said)
    return found


def new_catalog(language: str) -> Catalog:
    return Catalog(FOLDERS[language], project="Interlude", charset="utf-8", fuzzy=False)


def write(entries: Catalog, language: str) -> None:
    po_file(language).parent.mkdir(parents=True, exist_ok=True)
    with po_file(language).open("wb") as file:
        write_po(file, entries, sort_output=True, omit_header=False, width=100)
    with po_file(language).with_suffix(".mo").open("wb") as file:
        write_mo(file, entries)


def po_file(language: str) -> Path:
    return LOCALES / FOLDERS[language] / "LC_MESSAGES" / f"{DOMAIN}.po"


def _is_translated(string: str | tuple[str, ...] | list[str] | None) -> bool:
    return all(string or [""]) if not isinstance(string, str) else bool(string)


if __name__ == "__main__":
    for each in FOLDERS:
        update(each)
