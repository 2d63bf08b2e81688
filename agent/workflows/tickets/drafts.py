"""A draft from the user's own words, and as the fields of a form or card say it."""

import re
from collections.abc import Mapping, Sequence
from typing import Any

from pydantic import ValidationError

from agent.events import Notice
from agent.language.catalogs import N_
from agent.language.text import Language, language_of, sentences
from agent.ports import Context
from agent.workflows.tickets.contracts import Backlog, DraftFor
from agent.workflows.tickets.description import LISTS, items_of
from agent.workflows.tickets.state import Plain
from agent.workflows.tickets.words import key_in, read_data, without_keys

LONGEST_SUMMARY = 70


def plain_draft(value: DraftFor, message: str = "") -> Backlog:
    """An item in the user's own words; only what is certain is filled in."""
    said = message or value.request
    language = language_of(said)
    kind = named_type(said, value.issue_types)
    return Backlog(
        summary=summary_of(said),
        description=said.strip()[:8_000],
        acceptance_criteria=criteria_of(said, kind, language),
        priority=middle(value.priorities),
        issue_type=kind,
        language=language,
    )


def summary_of(said: str) -> str:
    """The first clause, cut between words at 70 characters."""
    clause = re.split(r"(?<=\w)[.!?;](?:\s|$)|[。！？；\n]", said.strip(), maxsplit=1)[0]
    clause = " ".join(clause.split())
    if len(clause) <= LONGEST_SUMMARY:
        return clause
    cut = clause[: LONGEST_SUMMARY - 1]
    return f"{cut[: cut.rfind(' ')] if ' ' in cut else cut}…"


def named_type(said: str, types: Sequence[str]) -> str:
    """The tracker's type that the words name, else its first."""
    for name in types:
        edge = r"(?<![a-z])" if name.isascii() else ""
        if re.search(f"{edge}{re.escape(name.casefold())}{edge.replace('<', '')}", said.casefold()):
            return name
    return types[0] if types else "Story"


def middle(priorities: Sequence[str]) -> str:
    if "Medium" in priorities or not priorities:
        return "Medium"
    return priorities[len(priorities) // 2]


def criteria_of(said: str, issue_type: str, language: Language) -> list[str]:
    """The user's own sentences of what must be, then a short checklist for the type."""
    told = "|".join(re.escape(word) for word in read_data("words")["demands"])
    edge = r"(?<![^\W\d_])" if language != "zh" else ""
    demands = re.compile(f"{edge}(?:{told}){edge.replace('<', '')}", re.IGNORECASE)
    own = [each for each in sentences(said, language) if demands.search(each)]
    lists = read_data("checklists")
    found = next((each for each in lists.values() if issue_type.casefold() in each["names"]), None)
    return [*dict.fromkeys([*own, *(found or lists["other"])[language]])][:20]


# What fields hold


def prefix_of(number: int, count: int) -> str:
    """What the ids of the fields of one of several drafts or changes begin with."""
    return f"{number}." if count > 1 else ""


def without_prefix(values: Mapping[str, Any], prefix: str) -> Plain:
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


def with_edits(before: Sequence[Backlog], edited: Plain, context: Context) -> list[Backlog]:
    """The drafts as the card's fields hold them now."""
    return [
        with_fields(draft, without_prefix(edited, prefix_of(n, len(before))), context)
        for n, draft in enumerate(before)
    ]


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
