"""Translation catalogs: English sentences in the code, Spanish and Chinese in gettext files."""

import gettext
from functools import cache
from pathlib import Path

from babel.numbers import format_decimal

LOCALES = Path(__file__).parents[1] / "data" / "locales"
DOMAIN = "interlude"
FOLDERS = {"es": "es", "zh": "zh_Hans"}
"""The catalogs' folders, which are named as Babel names locales; English needs none."""


def N_(sentence: str) -> str:  # noqa: N802 - gettext's own name
    """Mark a sentence for the catalogs where it is defined; translate it where it is used."""
    return sentence


LANGUAGES = {"en": N_("English"), "es": N_("Spanish"), "zh": N_("Chinese")}
"""The languages of texts and of the interface; docs/extending.md says how to add one."""


@cache
def catalog(language: str) -> gettext.NullTranslations:
    """The sentences of a language; English for one without a catalog."""
    folder = FOLDERS.get(language)
    if folder is None:
        return gettext.NullTranslations()
    return gettext.translation(DOMAIN, LOCALES, [folder])


def phrase(sentence: str, language: str, **values: object) -> str:
    """The sentence in that language, with its values put in."""
    return catalog(language).gettext(sentence).format(**values)


def number(value: float, language: str) -> str:
    """Write a number with the language's marks between thousands."""
    return format_decimal(value, locale=FOLDERS.get(language, "en"))
