"""What the rules say of an issue, in its language."""

from agent.language.catalogs import catalog
from agent.ports.work_items import CRITERIA, Criterion
from agent.workflows.tickets.contracts import Language
from agent.workflows.tickets.words import read_data


def title(criterion: Criterion, language: Language) -> str:
    return catalog(language).gettext(CRITERIA[criterion])


def why(key: str, language: Language, *, word: str = "") -> str:
    said = read_data("sayings")["reasons"][key]
    return catalog(language).gettext(said).replace("{word}", word)


_LONGEST_QUOTE = 120


def quoted(text: str, language: Language) -> str:
    """In quotation marks on one line, its end cut when it is long."""
    line = " ".join(text.split()).rstrip(".。")
    if len(line) > _LONGEST_QUOTE:
        line = line[:_LONGEST_QUOTE].rsplit(" ", 1)[0] + "…"
    before, after = ("«", "»") if language == "es" else ("“", "”")
    return f"{before}{line}{after}" if line else ""


def sentence(criterion: Criterion, said: str, quote: str, language: Language) -> str:
    """Such as “Dependencies: nothing says what it depends on.”, with the words behind it."""
    name, words = title(criterion, language), quoted(quote, language)
    if language == "zh":
        return f"{name}：{said.rstrip('。')}{f'：{words}' if words else ''}。"
    first = said[:1].lower() + said[1:].rstrip(".")
    return f"{name}: {first}{f': {words}' if words else ''}."
