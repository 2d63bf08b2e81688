"""The one short form: what the piece is about, for whom, how long, and whose voice speaks."""

import re
from collections.abc import Sequence
from typing import Any, Literal

from agent.checks.content import Voice
from agent.language.catalogs import N_, catalog
from agent.language.text import Language, content_words, sentences
from agent.ports import Context
from agent.ports.brand import EXAMPLE, NO_BRAND, BrandProfile
from agent.questions import Field, Form, Option
from agent.workflows.studio.content.contracts import LABELS, Brief, ContentType, Plain

DOCUMENTS, WEB = "documents", "web"
VOICES = {
    "none": N_("No particular voice"),
    "own": N_("My own"),
    "sample": N_("The sample realtor, to try it out"),
}


Part = Literal["brief", "queries", "voice"]
"""What the form can ask for, in this order."""


def form(parts: Sequence[Part], brief: Brief, *, task: str, language: str) -> Form:
    """One press accepts it as it is filled in."""
    _ = catalog(language).gettext
    title, body = {
        "brief": (
            _("What should I write?"),
            _("Check this, change what you like, then continue."),
        ),
        "queries": (
            _("Search the web for this?"),
            _("The search would include the name of a private person."),
        ),
        "voice": (_("Whose voice?"), _("I ask once; you can change it later under Brand.")),
    }[parts[0]]
    fields_of = {"brief": _of_brief, "queries": _of_queries, "voice": _of_voice}
    return Form(
        id=task,
        workflow="studio",
        step="ask_topic",
        title=title,
        body=body,
        language=language,
        fields=tuple(field for part in parts for field in fields_of[part](brief, language)),
        send=_("Continue"),
    )


def _of_brief(brief: Brief, language: str) -> list[Field]:
    _, details = catalog(language).gettext, brief.details
    kinds = [Option(kind, _(label)) for kind, (label, _caption) in LABELS.items()]
    pieces = tuple(kind for kind in kinds if kind.id != "general")
    words = float(details.words) if details.words else None
    return [
        Field("topic", _("Topic"), default=brief.topic),
        Field("kind", _("Format"), "choice", options=pieces, default=brief.kind),
        Field("audience", _("Audience"), required=False, default=details.audience),
        Field("tone", _("Tone"), required=False, default=details.tone),
        Field("words", _("Length in words"), "number", required=False, default=words),
        Field(
            "notes",
            _("Your own facts, one per line"),
            "longtext",
            required=False,
            default="\n".join(brief.notes),
            help=_("Used word for word, beside what your documents and the web say"),
        ),
    ]


def _of_queries(brief: Brief, language: str) -> list[Field]:
    _ = catalog(language).gettext
    where = (
        Option(DOCUMENTS, _("Search my documents only")),
        Option(WEB, _("Search the web as well")),
    )
    lines = "\n".join(brief.queries or (brief.topic,))
    return [
        Field("queries", _("Searches, one per line"), "longtext", default=lines),
        Field("search", _("Where"), "choice", options=where, default=DOCUMENTS),
    ]


def _of_voice(_brief: Brief, language: str) -> list[Field]:
    _ = catalog(language).gettext
    voices = tuple(Option(id_, _(label)) for id_, label in VOICES.items())
    return [
        Field("voice", _("Whose voice?"), "choice", options=voices, default="none"),
        Field("voice_name", _("Name of the brand"), required=False, shown_with="voice=own"),
        Field(
            "voice_sentence", _("A sentence in its voice"), required=False, shown_with="voice=own"
        ),
    ]


def filled(brief: dict[str, Any], values: dict[str, Any]) -> dict[str, Any]:
    """The brief as the form has it. An empty field was cleared."""
    more: dict[str, Any] = {}
    if "kind" in values:
        words = values.get("words")
        said = {name: values.get(name) or "" for name in ("audience", "tone")}
        said["words"] = min(5000, max(10, int(words))) if words else None
        more = {
            "kind": ContentType(values["kind"]).value,
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
    sentence = str(values.get("voice_sentence") or "").strip()
    match values.get("voice"):
        case None:
            return None
        case "sample":
            return EXAMPLE
        case "none" if not (name or sentence):
            return NO_BRAND
        case _:
            return BrandProfile(name=name, voice=Voice(sample=sentence))


# What a typed message says without a model

PARTS = ("request", "command", "wish", "fact")
"""What a sentence can be; a command names no topic."""
LONGEST_TOPIC, MOST_NOTES, MOST_JUDGED = 200, 40, 12
_ABOUT = re.compile(r"\b(?:about|sobre|acerca de)\s+|关于", re.IGNORECASE)
_ON, _OF = re.compile(r"\bon\s+", re.IGNORECASE), re.compile(r"\b(?:of|de)\s+", re.IGNORECASE)
_CLAUSE = re.compile(r"[,;.]\s+|[，；。]|\s[-–—]\s")
_DETAILS = re.compile(r":\s+|：\s*")
_EDGES = " \t.,;:!?。！？，：“”\"'"


class Heard(Plain):
    """The user sees and edits it in the form before anything happens."""

    topic: str = ""
    """Empty where the message says nothing but what to make."""
    wishes: str = ""
    notes: tuple[str, ...] = ()
    """Sentences that are neither the request nor a wish: the user's own facts."""


def read_request(message: str, kind: str, language: Language, context: Context) -> Heard:
    """Examples tell what each sentence is; in doubt the first is the request, others are facts.

    A command such as "Now an Instagram post" names no topic.
    """
    said: dict[str, list[str]] = {part: [] for part in PARTS}
    for place, words in enumerate(sentences(message, language)):
        part = _part_of(words, context) if place < MOST_JUDGED else ""
        said[part if part in PARTS else "fact" if place else "request"].append(words)
    if not (said["request"] or said["command"]) and said["fact"]:
        said["request"].append(said["fact"].pop(0))
    request = next(iter(said["request"]), "")
    mark = _ABOUT.search(request) or (_OF if kind == "image" else _ON).search(request)
    topic, *details = _DETAILS.split(request[mark.end() :] if mark else request, maxsplit=1)
    topic, manner = _without_wishes(topic, context)
    return Heard(
        topic=_without_kind(topic, language).strip(_EDGES)[:LONGEST_TOPIC],
        wishes=", ".join(wish.strip(_EDGES) for wish in (*manner, *said["wish"]))[:LONGEST_TOPIC],
        notes=tuple((*details, *said["fact"])[:MOST_NOTES]),
    )


def _part_of(words: str, context: Context) -> str:
    guess = context.ports.intents.guess("studio_part", words)
    return guess.intent if guess.is_sure else ""


def _without_wishes(topic: str, context: Context) -> tuple[str, list[str]]:
    """What is said of the manner at the end of it, as in "…, keep it punchy", is no topic."""
    wishes: list[str] = []
    while places := list(_CLAUSE.finditer(topic.rstrip(_EDGES))):
        manner = topic[places[-1].end() :].strip(_EDGES)
        if _part_of(manner, context) != "wish":
            break
        wishes.insert(0, manner)
        topic = topic[: places[-1].start()]
    return topic, wishes


def _without_kind(topic: str, language: Language) -> str:
    """Chinese names the kind of piece after the topic: "…的领英帖子"."""
    of, _mark, kind = topic.strip(_EDGES).rpartition("的")
    _ = catalog(language).gettext
    kinds = content_words("\n".join(_(label) for label, _caption in LABELS.values()))
    return of if of and set(content_words(kind)) <= set(kinds) else topic
