"""Chooses the module that reads a file, and bounds the length of every reading."""

import importlib
from dataclasses import replace

from agent.adapters.reading.result import Limits, Reading, Tell, Unreadable, counted
from agent.adapters.reading.sniffing import NAMES, SUFFIXES, Kind, kind_of, suffix_of
from agent.adapters.reading.unseen import without_unseen
from agent.language.catalogs import LANGUAGES
from agent.language.text import language_of, plain, well_formed

MOST_CHARACTERS = 10_000_000
WEB: dict[Kind, str] = {"html": "webpage", "pdf": "pdf", "text": "text"}
"""Kinds that are read from the web, and the module for each."""
OTHER_SUFFIXES = ("doc", "odt", "rtf", "tex", "dvi", "ppt", "indd")
"""Suffixes of files that PDFs are made from."""
_DAMAGED = "The file is damaged, or not made as {what} should be."
_SAVE = "Open it in the program it was made with, save it again, and upload that."


def read(data: bytes, name: str, *, limits: Limits, tell: Tell, from_web: bool = False) -> Reading:
    """Raises Unreadable, and nothing else that has to do with the file.

    From the web only pages, PDFs and plain texts are read, and only what can be seen of them.
    """
    kind = kind_of(data, name)
    if from_web and kind not in WEB:
        raise Unreadable(f"It is {NAMES[kind]}, and no page.")
    # The libraries behind the formats take long to import, and one is needed.
    try:
        named = WEB[kind] if from_web else kind
        module = importlib.import_module(f"agent.adapters.reading.{named}")
        reading: Reading = module.read(data, limits=limits, tell=tell)
    except (Unreadable, MemoryError):
        raise
    except ImportError as error:
        # What is installed and cannot be loaded does not fit into the memory that is left.
        raise MemoryError from error
    except RecursionError as error:
        raise Unreadable("The file is nested too deeply.", hint=_SAVE) from error
    except Exception as error:  # whatever a library makes of a file that is not what it claims
        raise Unreadable(_DAMAGED.format(what=NAMES[kind]), hint=_SAVE) from error
    if from_web:
        reading = _without_unseen(reading)
    if not any(c.isalnum() for c in reading.text):
        raise Unreadable("The file contains no text.", hint="Choose another file.")
    if len(reading.text) > MOST_CHARACTERS:
        raise Unreadable(
            f"The file contains {len(reading.text):,} characters of text;"
            f" at most {MOST_CHARACTERS:,} are read.",
            hint="Split it and upload the parts.",
        )
    expected = SUFFIXES.get(suffix_of(name), kind)
    if expected != kind and "text" not in {expected, kind}:
        note = f"Its name ends in .{suffix_of(name)}, but it is {NAMES[kind]} and was read as that."
        reading = replace(reading, notes=(note, *reading.notes))
    return _well_formed(reading)


def _without_unseen(reading: Reading) -> Reading:
    text, removed = without_unseen(reading.text)
    notes = reading.notes
    if removed:
        notes = (*notes, f"{counted(removed, 'invisible character')} removed.")
    return replace(reading, text=text, title=without_unseen(reading.title).text, notes=notes)


def _well_formed(reading: Reading) -> Reading:
    stated = reading.language[:2].lower()
    return replace(
        reading,
        text=well_formed(reading.text),
        title=_title(reading),
        author=_short(reading.author),
        date=_short(reading.date),
        language=stated if stated in LANGUAGES else _language(reading.text),
        notes=tuple(map(well_formed, reading.notes)),
    )


def _title(reading: Reading) -> str:
    """The stated one, else the heading that the text begins with; no name of a file."""
    title = _short(reading.title)
    if title and suffix_of(title) not in (*SUFFIXES, *OTHER_SUFFIXES):
        return title
    first = next((line for line in reading.text.splitlines() if line.strip()), "")
    marks, _, heading = first.partition(" ")
    return _short(heading) if marks and not marks.strip("#") else ""


def _language(text: str) -> str:
    """Detect the language in the middle: titles and tables of contents say little."""
    middle = max(0, len(text) // 2 - 1_000)
    return language_of(plain(text[middle : middle + 2_000]))


def _short(text: str) -> str:
    return " ".join(well_formed(text).split())[:300]
