"""A draft: from the user's own words, as fields hold it, and as one Markdown text."""

import re
from collections.abc import Mapping, Sequence
from typing import Any

from pydantic import ValidationError

from agent.engine.conversation import today
from agent.events import Notice
from agent.language.catalogs import N_, catalog
from agent.language.dates import find_day
from agent.language.text import STOP_WORDS, Language, fold, language_of, sentences, shorten
from agent.ports import Context
from agent.workflows.tickets.contracts import Backlog, DraftFor
from agent.workflows.tickets.state import Plain
from agent.workflows.tickets.words import (
    is_named,
    key_in,
    read_data,
    type_named,
    usual_for,
    without_keys,
)

NAMES = {
    "who": N_("Who is affected"),
    "how_often": N_("How often"),
    "where": N_("Where"),
    "business_value": N_("Business value"),
    "acceptance_criteria": N_("Acceptance criteria"),
    "invest": "INVEST",
    "assumptions": N_("Assumptions"),
    "open_questions": N_("Open questions"),
}
"""The sections of a description, in their order."""
LISTS = ("acceptance_criteria", "assumptions", "open_questions")
"""Fields with an entry a line."""
_SIGNS = {True: N_("yes"), False: N_("no"), None: N_("open")}
INVEST = (
    *(N_("Independent"), N_("Negotiable"), N_("Valuable")),
    *(N_("Estimable"), N_("Small"), N_("Testable")),
)
HEADINGS = (*NAMES.values(), *_SIGNS.values(), *INVEST)
"""What a draft in a language without a catalog brings along itself."""


def markdown_of(backlog: Backlog) -> str:
    """The description as it is sent: the narrative, then each section that has something in it."""
    _ = catalog(backlog.language).gettext
    own = dict(zip(HEADINGS, backlog.headings, strict=False))
    said = {word: own.get(word) or _(word) for word in HEADINGS}
    note = _("{letter}: {sign}. {note}")
    held: dict[str, str | list[str]] = backlog.model_dump(include=set(NAMES))
    held["invest"] = [
        note.format(letter=said[n.letter], sign=said[_SIGNS[n.holds]], note=n.note)
        for n in backlog.invest
    ]
    parts = [backlog.description.strip()]
    for section, name in NAMES.items():
        text = held[section]
        body = text.strip() if isinstance(text, str) else list_of(text)
        parts += [f"## {said[name]}\n\n{body}"] if body else []
    return "\n\n".join(part for part in parts if part)


def items_of(text: str) -> list[str]:
    """Return the entries of a list; text without list markers gives one entry per line."""
    lines = [
        re.sub(r"^\s*(?:[-*•]|\d+[.)])\s+(?:\[[ xX]\]\s+)?", "", ln) for ln in text.split("\n")
    ]
    return [line.strip() for line in lines if line.strip()]


def list_of(items: Sequence[str], *, mark: str = "-") -> str:
    # Only "- " is turned into Jira's own lists without loss.
    return "\n".join(f"{mark} {' '.join(item.split())}" for item in items if item.strip())


def differences(before: Plain, after: Plain) -> list[dict[str, str]]:
    """The fields that differ, as texts."""
    return [
        {"field": name, "before": as_text(name, before[name]), "after": as_text(name, value)}
        for name, value in after.items()
        if before[name] != value
    ]


def as_text(name: str, held: Any) -> str:
    """The text of a field that holds this."""
    if name == "invest":
        held = [f"{note['letter']}: {note['note']}" for note in held]
    if not isinstance(held, list | tuple):
        return str(held)
    texts = (" ".join(each) if isinstance(each, list | tuple) else each for each in held)
    return ("\n" if name in (*LISTS, "invest") else ", ").join(texts)


LONGEST_SUMMARY, LONGEST_REQUEST = 100, 40
_ITEM = re.compile(r"(?:^|\s)\d{1,2}[.)]\s+|^[ \t]*[-*•]\s+", re.MULTILINE)
"""Where an entry of a list begins."""


def plain_draft(value: DraftFor, message: str = "") -> Backlog:
    """An item in the user's own words; only what is certain is filled in."""
    said = message or value.request
    language = language_of(said)
    request, rest = split_request(said)
    named = (name for name in value.issue_types if is_named(name, said))
    kind = next(named, type_named(request, value.issue_types) or value.stated.get("issue_type", ""))
    held: Plain = {
        "priority": middle(value.priorities),
        "due": find_day(said, language, today=today()),
        **value.stated,
        "issue_type": kind,
    }
    return Backlog(
        summary=summary_of(said),
        description=rest.strip()[:8_000],
        acceptance_criteria=criteria_of(rest, kind, language),
        language=language,
        **held,
    )


def split_request(said: str) -> tuple[str, str]:
    """What asks for an issue before a colon, if anything does, and what it is about."""
    request, _, rest = re.sub("[:：]", ":", said, count=1).partition(":")
    names = read_data("words")["requests"][language_of(said)]
    is_request = len(request) <= LONGEST_REQUEST and re.search(names, fold(request))
    return (request, rest) if rest.strip() and is_request else ("", said)


def summary_of(said: str) -> str:
    """The first clause, of a list its first entry, without the request for an issue."""
    text = split_request(said)[1]
    first, *more = [part for part in _ITEM.split(text)[1:] if part.strip()] or [text]
    text = first if more else text
    clause = re.split(r"(?<=\w)[.!?;](?:\s|$)|[。！？；\n]", text.strip(), maxsplit=1)[0]
    return _cut(" ".join(clause.split()))


def _cut(clause: str) -> str:
    """Its clauses or words that fit; none that says nothing ends it."""
    if len(clause) <= LONGEST_SUMMARY:
        return clause
    cut = shorten(clause, LONGEST_SUMMARY).removesuffix(" …")
    if (end := max(map(cut.rfind, ",;，、"))) >= LONGEST_SUMMARY * 2 // 3:
        return cut[:end]
    words = cut.split(" ")
    while words[1:] and fold(words[-1]) in STOP_WORDS:
        words.pop()
    return " ".join(words)


def middle(priorities: Sequence[str]) -> str:
    if "Medium" in priorities or not priorities:
        return "Medium"
    return priorities[len(priorities) // 2]


def criteria_of(said: str, issue_type: str, language: Language) -> list[str]:
    """The user's own sentences of what must be, then a short checklist where its type is known."""
    words = "|".join(re.escape(word) for word in read_data("words")["demands"])
    edge = r"(?<![^\W\d_])" if language != "zh" else ""
    demands = re.compile(f"{edge}(?:{words}){edge.replace('<', '')}", re.IGNORECASE)
    told = sentences(said, language)
    # One alone is the issue itself.
    own = [each for each in told if told[1:] and demands.search(each)]
    usual = usual_for(issue_type)[language] if issue_type else []
    return [*dict.fromkeys([*own, *usual])][:20]


# What fields hold


def prefix_of(number: int, count: int) -> str:
    """What the ids of the fields of one of several drafts or changes begin with."""
    return f"{number}." if count > 1 else ""


def values_of(values: Mapping[str, Any], number: int, count: int) -> Plain:
    """What the fields of that one hold."""
    prefix = prefix_of(number, count)
    return {n.removeprefix(prefix): v for n, v in values.items() if n.startswith(prefix)}


def labels_in(text: str) -> list[str]:
    """Labels between commas; those of Jira have no spaces."""
    labels = text.replace("，", ",").split(",")
    return ["-".join(label.split()) for label in labels if label.strip()]


def link_in(text: str, relations: Sequence[str]) -> list[str]:
    """Relation and key, where both are known."""
    key, relation = key_in(text), without_keys(text).strip()
    return [relation, key] if key and relation in relations else []


def held_in(name: str, text: str) -> str | list[str]:
    """What a field holds whose text this is."""
    if name == "labels":
        return labels_in(text)
    if name == "links":
        return [link.strip() for link in text.split(",") if link.strip()]
    return items_of(text) if name in LISTS else text.strip()


def with_fields(before: Backlog, held: Mapping[str, Any], context: Context) -> Backlog:
    """The draft with what fields hold; one that holds too much stays as it was."""
    known = {name: str(text or "") for name, text in held.items() if name in Backlog.model_fields}
    values = {name: held_in(name, text) for name, text in known.items()}
    try:
        return Backlog.model_validate(before.model_dump() | values)
    except ValidationError as error:
        too_much = dict.fromkeys(str(each["loc"][0]) for each in error.errors())
    names = ", ".join(too_much).replace("_", " ")
    text = N_("Left as before, because it is too long or has too many entries: {names}.")
    context.report.emit(Notice(text, "warning", values={"names": names}))
    kept = {name: value for name, value in values.items() if name not in too_much}
    return Backlog.model_validate(before.model_dump() | kept)
