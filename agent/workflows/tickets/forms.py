"""The form that takes a draft's place where no model writes: the user's words and more."""

import re
from collections.abc import Mapping, Sequence
from typing import Any

from pydantic import ValidationError

from agent.language.catalogs import catalog
from agent.questions import Field, Form, Option
from agent.text import Language, language_of, sentences
from agent.workflows.tickets.contracts import Backlog, DraftFor
from agent.workflows.tickets.description import items_of
from agent.workflows.tickets.words import read_data

ASKS = "draft"
LONGEST_SUMMARY = 70
LONGEST_OPENING = 40
"""Characters before a colon that only announce what follows."""
_TELLING = ("summary", "description", "issue_type", "priority", "who", "how_often", "where")


def draft_form(
    task: str, value: DraftFor, *, language: str, message: str = "", problem: str = ""
) -> Form:
    """Ask for the item: as it was drafted before, else with what the message says in its words."""
    _ = catalog(language).gettext
    now = value.previous[0] if value.previous else plain_draft(value, message)
    body = [problem, _("You asked for: {comment}").format(comment=value.comment)]
    criteria = "\n".join(now.acceptance_criteria)
    return Form(
        id=task,
        workflow="tickets",
        step="ask_fields",
        language=language,
        context={"asks": ASKS, "type": now.issue_type, "criteria": criteria},
        title=_("What should the issue say?"),
        body="\n\n".join(body[: 2 if value.comment else 1]).strip()
        or _("These are your own words. Change what is not right and fill in what you know."),
        fields=(
            _choice("issue_type", _("Type"), value.issue_types, now.issue_type),
            Field("summary", _("Summary"), default=now.summary),
            Field("description", _("Description"), "longtext", default=now.description),
            Field("who", _("Who is affected"), required=False, default=now.who),
            Field("how_often", _("How often"), required=False, default=now.how_often),
            Field("where", _("Where"), required=False, default=now.where),
            Field(
                "acceptance_criteria",
                _("Acceptance criteria"),
                "longtext",
                required=False,
                default=criteria,
                help=_("One per line"),
            ),
            _choice("priority", _("Priority"), value.priorities, now.priority),
        ),
        send=_("Show the draft"),
    )


def _choice(name: str, label: str, values: Sequence[str], now: str) -> Field:
    known = values if now in values else (*values, now)
    options = tuple(Option(value, value) for value in known)
    return Field(name, label, "choice", options=options, default=now)


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
    text = said.strip()
    opening, colon, rest = re.sub("：", ":", text).partition(":")
    if colon and len(opening) <= LONGEST_OPENING and re.match(r"\s*\w", rest):
        text = rest.strip()
    clause = re.split(r"(?<=\w)[.!?;](?:\s|$)|[。！？；\n]", text, maxsplit=1)[0]
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
    return [*dict.fromkeys(own), *_checklist(issue_type, language)][:20]


def _checklist(issue_type: str, language: Language) -> list[str]:
    lists = read_data("checklists").values()
    found = next((each for each in lists if issue_type.casefold() in each["names"]), None)
    entries: list[str] = (found or read_data("checklists")["other"])[language]
    return entries


def read_draft(values: Mapping[str, Any], form: Mapping[str, Any], value: DraftFor) -> Backlog:
    """The item that the filled form holds. Raises ValueError with a sentence."""
    before = value.previous[0] if value.previous else Backlog(summary="", description="")
    told = {name: str(values.get(name) or "").strip() for name in _TELLING}
    language = language_of(told["description"])
    criteria = items_of(str(values.get("acceptance_criteria") or ""))
    is_untouched = criteria == items_of(str(form.get("criteria") or ""))
    if is_untouched and told["issue_type"] != form.get("type") and not value.previous:
        criteria = criteria_of(told["description"], told["issue_type"], language)
    changed = {**told, "acceptance_criteria": criteria, "language": language}
    try:
        return Backlog.model_validate({**before.model_dump(), **changed})
    except ValidationError as error:
        first = error.errors()[0]
        name = str(first["loc"][0]).replace("_", " ").capitalize()
        raise ValueError(f"{name}: {first['msg']}") from error
