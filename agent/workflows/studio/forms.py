"""The one short form: what the piece is about, for whom, how long, and whose voice speaks."""

import re
from collections.abc import Sequence
from itertools import chain
from typing import Any, Literal, NamedTuple

from langgraph.runtime import Runtime

from agent.checks.content import Kind, Voice
from agent.engine.conversation import spoken_in, task_of
from agent.language.catalogs import N_, catalog
from agent.language.quantities import find_quantities
from agent.language.text import STOP_WORDS, fold, language_of, sentences, stems
from agent.ports import Context
from agent.ports.brand import EXAMPLE, NO_BRAND, BrandProfile
from agent.questions import Field, Form, Option
from agent.workflows.studio.content.contracts import KINDS, LABELS, MOST_WEEKS, WEEKS, Brief
from agent.workflows.studio.state import AgentState

STARTERS = (
    N_("Write a blog post about home staging tips"),
    N_("Write a LinkedIn post about saving energy at home"),
    N_("Create an Instagram post about moving house"),
    N_("Plan a month of content about buying a first home"),
)
DOCUMENTS, WEB = "documents", "web"
VOICES = {
    "none": N_("No particular voice"),
    "own": N_("My own"),
    "sample": N_("The sample realtor, to try it out"),
}

Part = Literal["brief", "queries", "voice"]
"""The parts that the form can ask for, in this order."""


TITLES: dict[Part, tuple[str, str]] = {
    "brief": (N_("What should I make?"), N_("Check this, change what you like, then continue.")),
    "queries": (
        N_("Search the web for this?"),
        N_("The search would include the name of a private person."),
    ),
    "voice": (N_("Whose voice?"), N_("I ask once; you can change it later under Brand.")),
}


def card(step: str, state: AgentState, runtime: Runtime[Context]) -> dict[str, Any]:
    """The fields of every card, whatever it asks."""
    task, language = task_of(runtime), spoken_in(state)
    return {"id": task, "workflow": "studio", "step": step, "language": language}


def form(
    parts: Sequence[Part], brief: Brief, of_card: dict[str, Any], unused: tuple[str, ...] = ()
) -> Form:
    """One press accepts it as it is filled in."""
    _ = catalog(language := of_card["language"]).gettext
    title, body = map(_, TITLES[parts[0]])
    if not brief.topic:
        body = _("Say in a few words what it is about, then continue.")
    fields_of = {"brief": _of_brief, "queries": _of_queries, "voice": _of_voice}
    fields = tuple(field for part in parts for field in fields_of[part](brief, language))
    return Form(**of_card, title=title, body=body, fields=fields, send=_("Continue"), unused=unused)


def _of_brief(brief: Brief, language: str) -> list[Field]:
    _, details = catalog(language).gettext, brief.details
    kinds = [Option(kind, _(label)) for kind, (label, _caption) in LABELS.items()]
    pieces = tuple(kind for kind in kinds if kind.id != "general")
    weeks, own = details.weeks or _weeks_in(brief) or WEEKS, _("Your own facts, one per line")
    planned: dict[str, Any] = {"required": False, "shown_with": "kind=strategy"}
    written: dict[str, Any] = {"required": False, "shown_with": "kind!=image,research"}
    why = _("Used word for word, beside what your documents and the web say")
    return [
        Field("topic", _("Topic"), default=brief.topic),
        Field("kind", _("Format"), "choice", options=pieces, default=brief.kind),
        Field("words", _("Length in words"), "number", default=details.words, **written),
        Field("weeks", _("Weeks"), "number", default=weeks, **planned),
        Field("notes", own, "longtext", default="\n".join(brief.notes), help=why, **written),
    ]


def _of_queries(brief: Brief, language: str) -> list[Field]:
    _ = catalog(language).gettext
    places = {DOCUMENTS: _("Search my documents only"), WEB: _("Search the web as well")}
    where = tuple(Option(id_, label) for id_, label in places.items())
    lines = "\n".join(brief.queries or (brief.topic,))
    return [
        Field("queries", _("Searches, one per line"), "longtext", default=lines),
        Field("search", _("Where"), "choice", options=where, default=DOCUMENTS),
    ]


def _of_voice(_brief: Brief, language: str) -> list[Field]:
    _ = catalog(language).gettext
    voices = tuple(Option(id_, _(label)) for id_, label in VOICES.items())
    own: dict[str, Any] = {"required": False, "shown_with": "voice=own"}
    return [
        Field("voice", _("Whose voice?"), "choice", options=voices, default="none"),
        Field("voice_name", _("Name of the brand"), **own),
        Field("voice_sentence", _("A sentence in its voice"), **own),
    ]


def filled(brief: dict[str, Any], values: dict[str, Any]) -> dict[str, Any]:
    """The brief as the form has it. An empty field was cleared."""
    more: dict[str, Any] = {}
    if "kind" in values:
        words = values.get("words")
        weeks = values.get("weeks")
        said = {
            "words": min(5000, max(10, int(words))) if words else None,
            "weeks": min(MOST_WEEKS, max(1, int(weeks))) if weeks else None,
        }
        more = {
            "kind": values["kind"],
            "details": {**(brief.get("details") or {}), **said},
            "notes": _lines(values.get("notes")),
        }
    if values.get("topic"):
        more["topic"] = str(values["topic"]).strip()
    if "search" in values:
        queries = _lines(values.get("queries"))[:4]
        more |= {"queries": queries, "searches_web": values["search"] == WEB}
    return {**brief, **more}


def _lines(text: Any) -> list[str]:
    return [line for each in str(text or "").splitlines() if (line := each.strip())]


def brand_of(values: dict[str, Any]) -> BrandProfile | None:
    """The brand that the form chose; nothing where it did not ask."""
    name = str(values.get("voice_name") or "").strip()[:80]
    own = BrandProfile(name=name, voice=Voice(sample=str(values.get("voice_sentence") or "")))
    known = {None: None, "sample": EXAMPLE, "none": NO_BRAND}
    return known.get(values.get("voice"), own)


# What fills it in without a model

LONGEST_TOPIC, MOST_NOTES, WEEK = 200, 40, 604_800
_ABOUT = re.compile(r"\b(?:about|sobre|acerca de)\s+|关于", re.IGNORECASE)
_OF = re.compile(rf"\b(?:of|de)\s+|{_ABOUT.pattern}", re.IGNORECASE)
_ON = re.compile(r"\bon\s+", re.IGNORECASE)
_RESEARCH = re.compile(r"\b(?:research|investiga)\s+(?:on\s+)?|研究(?:一下)?", re.IGNORECASE)
_MARKS: dict[Kind, tuple[re.Pattern[str], ...]] = {"image": (_OF,), "research": (_ABOUT, _RESEARCH)}
_DETAILS = re.compile(r":\s+|：\s*")
_CLAUSE = re.compile(r"[,;，；]\s*|\s[-–—(]\s*|\s\(")
_EDGES = " \t.,;:!?。！？，：“”\"'()"


class Read(NamedTuple):
    """What a message says, for the user to see and edit; `unused` is what no field took."""

    topic: str
    notes: tuple[str, ...]
    unused: tuple[str, ...]


def read_request(message: str, kind: Kind) -> Read:
    """The clause after a word such as "about", or a colon; else what follows the format."""
    said = sentences(message, language_of(message)) or [message]
    marks = [
        (place, found)
        for pattern in (*_MARKS.get(kind, (_ABOUT,)), _DETAILS, _ON)
        for place, each in enumerate(said)
        if (found := pattern.search(each))
    ]
    if not marks:
        topic = _strange(said[0]).strip(_EDGES)
        return Read(topic[:LONGEST_TOPIC], tuple(said[1:][:MOST_NOTES]), ())
    place, mark = marks[0]
    mark = _DETAILS.search(said[place], 0, mark.start()) or mark
    before, after = said[place][: mark.start()], said[place][mark.end() :]
    about, *details = _DETAILS.split(after, maxsplit=1)
    topic, *rest = _CLAUSE.split(about, maxsplit=1)
    notes = (*details, *said[place + 1 :])[:MOST_NOTES]
    left = (*said[:place], _strange(before), *rest, *(notes if kind == "image" else ()))
    unused = filter(None, (part.strip(_EDGES) for part in left))
    return Read(topic.strip(_EDGES)[:LONGEST_TOPIC], notes, tuple(unused))


def _strange(before: str) -> str:
    """The words in it that name neither a format nor what to do, which its first word is."""
    own = (*STARTERS, *chain.from_iterable(LABELS.values()))
    named = map(catalog(language_of(before)).gettext, own)
    known = stems(" ".join((*KINDS.values(), *(_ABOUT.split(each)[0] for each in named))))
    words = before.split()
    telling = [n for n, word in enumerate(words) if fold(word) not in STOP_WORDS][1:]
    strange = [n for n in telling if not stems(words[n]) <= known]
    return " ".join(words[strange[0] : strange[-1] + 1]) if strange else ""


def says_all(message: str) -> bool:
    """Tell whether it is one sentence about a topic, without a figure or a format after it."""
    read = read_request(message, "blog")
    formats = (kind for kind in LABELS if kind in fold(read.topic))
    left_open = [*read.notes, *read.unused, *filter(str.isdigit, message), *formats]
    return bool(_ABOUT.search(message)) and not (left_open or language_of(message) == "zh")


def _weeks_in(brief: Brief) -> float | None:
    """The only time that the request names, where it is of whole weeks."""
    times = [each.value for each in find_quantities(brief.request) if each.dimension == "time"]
    return times[0] // WEEK if len(times) == 1 and times[0] % WEEK == 0 else None
