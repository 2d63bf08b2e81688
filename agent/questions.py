"""The questions that a workflow can ask a person, when they expire, what counts as an answer.

Payloads and replies are JSON. A reply is checked against the stored question
before anything moves; text alone never decides.
"""

import hashlib
import json
import math
from dataclasses import asdict, dataclass, field, replace
from datetime import UTC, datetime, timedelta
from typing import Any, Literal, assert_never

from langgraph.types import interrupt

from agent.errors import InvalidReply
from agent.language.catalogs import N_, catalog
from agent.language.text import cap_gaps

Plain = dict[str, Any]
Decision = Literal["approve", "edit", "reject"]
DECIDED = {"approve": N_("Approved"), "reject": N_("Rejected"), "edit": N_("Edited")}
TECHNICAL = N_("Technical details")
"""The heading that identifiers are folded under."""


@dataclass(frozen=True)
class Option:
    id: str
    label: str
    caption: str = ""


@dataclass(frozen=True)
class Field:
    """One input of a form. `options` is for `kind="choice"` only."""

    id: str
    label: str
    kind: Literal["text", "longtext", "number", "date", "choice", "flag"] = "text"
    required: bool = True
    options: tuple[Option, ...] = ()
    default: str | float | bool | None = None
    help: str = ""
    group: str = ""
    """The heading that it is under, together with its neighbours of the same group."""
    shown_with: str = ""
    """"voice=own" shows it only while the choice `voice` is `own`, "voice!=own,none" unless it
    is one of these; "" always. What is not shown is not required."""

    def is_shown(self, values: Plain) -> bool:
        other, _, listed = self.shown_with.partition("=")
        is_listed = values.get(other.removesuffix("!")) in listed.split(",")
        return not other or is_listed != other.endswith("!")


@dataclass(frozen=True, kw_only=True)
class Asking:
    """The fields of every question. Times are ISO 8601 in UTC, made by the node that drafts."""

    id: str
    workflow: str
    step: str
    title: str
    body: str = ""
    how: str = ""
    """A hint on how to answer, shown smaller than the body."""
    context: Plain = field(default_factory=dict)
    """What the interface makes of it: with `gives_way` a new message cancels the question."""
    created: str = field(default_factory=lambda: datetime.now(UTC).isoformat())
    expires: str | None = None
    language: str = "en"
    """The language of the whole card, its buttons included."""

    @property
    def is_expired(self) -> bool:
        """True once its time is over; checked at the answer and again before an effect."""
        return self.expires is not None and self.expires < datetime.now(UTC).isoformat()

    def gettext(self, sentence: str) -> str:
        """A sentence of the app's own in the card's language."""
        return catalog(self.language).gettext(sentence) if sentence else ""


@dataclass(frozen=True, kw_only=True)
class Choice(Asking):
    """One of `options`, or one of the quieter `others` ("Skip") that are not answers proper."""

    options: tuple[Option, ...]
    others: tuple[Option, ...] = ()
    confidence: bool = False


@dataclass(frozen=True, kw_only=True)
class Approval(Asking):
    """A decision on the exact bytes that `digest` names.

    `fields` is the schema of an edit; where no edit is allowed, of what goes with
    a rejection. `must_type` is a text that has to be typed to approve. Rejecting
    needs a comment. `others` are ways on that leave the decision open ("use this
    one instead"). `parts` are things that are each approved or left: all are, but for
    those that the reply's values say False to. `labels` name the buttons, where not by
    their decisions, and `comment` is the placeholder of its field. `folded` holds
    lines by the heading that they are folded under.
    """

    digest: str
    risks: tuple[str, ...] = ()
    allowed: tuple[Decision, ...] = ("approve", "reject")
    labels: dict[Decision, str] = field(default_factory=dict)
    comment: str = N_("Why, or what to change (needed to reject)")
    folded: dict[str, list[str]] = field(default_factory=dict)
    fields: tuple[Field, ...] = ()
    must_type: str = ""
    others: tuple[Option, ...] = ()
    parts: tuple[Option, ...] = ()

    edit_decides: bool = False
    """True if an edit is used as it is, and nothing is asked again."""
    is_destructive: bool = False
    """True if approving deletes something permanently."""
    needs_reason: bool = True
    """True if a rejection has to say why; not where its fields say what to change."""

    @property
    def filled_with(self) -> Decision:
        """The decision that the fields belong to."""
        return "edit" if "edit" in self.allowed else "reject"

    def approved_parts(self, reply: "Reply") -> list[str]:
        return [part.id for part in self.parts if reply.values.get(part.id, True)]


@dataclass(frozen=True, kw_only=True)
class Form(Asking):
    """Fields to check and send, or one of the quieter `others` ("Add a resource").

    What was filled in goes along with one of the others. `unused` are words of the
    request that no field took, and `send` names the button.
    """

    fields: tuple[Field, ...]
    send: str = ""
    others: tuple[Option, ...] = ()
    unused: tuple[str, ...] = ()


@dataclass(frozen=True, kw_only=True)
class FreeText(Asking):
    """A text, or one of the quieter `others` ("Skip") in its place."""

    placeholder: str = ""
    longest: int = 4000
    others: tuple[Option, ...] = ()


Question = Choice | Approval | Form | FreeText
KINDS: dict[str, type[Question]] = {
    "choice": Choice,
    "approval": Approval,
    "form": Form,
    "free_text": FreeText,
}


@dataclass(frozen=True)
class Reply:
    """An answer as the asking node receives it. Only the facade makes a cancelled one."""

    option: str = ""
    decision: Decision | Literal[""] = ""
    values: Plain = field(default_factory=dict)
    text: str = ""
    comment: str = ""
    confidence: int | None = None
    typed: str = ""
    cancelled: bool = False
    expired: bool = False


def expiry(minutes: float) -> str:
    """Return the time at which a question that is asked now expires."""
    return (datetime.now(UTC) + timedelta(minutes=minutes)).isoformat()


def ask(question: Question) -> Reply:
    """Pause the run until `question` is answered. The only caller of `interrupt`.

    A node that asks does nothing else and asks once: it runs again from its
    top when the answer comes.
    """
    reply = Reply(**interrupt(to_json(question)))
    # Rules read both; the reply itself stays in the ledger, and values may be approved text.
    return replace(reply, text=cap_gaps(reply.text), comment=cap_gaps(reply.comment))


def to_json(question: Question) -> Plain:
    kind = next(name for name, cls in KINDS.items() if isinstance(question, cls))
    plain: Plain = json.loads(json.dumps(asdict(question)))
    _leave_out(plain, language="en")
    if kind == "approval":
        _leave_out(plain, needs_reason=True, is_destructive=False, edit_decides=False, parts=[])
    if kind == "form":
        _leave_out(plain, send="", others=[], unused=[])
    for entry in plain.get("fields", ()):
        _leave_out(entry, group="")
    return {"kind": kind, **plain}


def _leave_out(plain: Plain, **defaults: Any) -> None:
    """Take out what has its default: digests of older questions were made without it."""
    for name, default in defaults.items():
        if plain[name] == default:
            del plain[name]


def from_json(payload: Plain) -> Question:
    data = dict(payload)
    cls = KINDS[data.pop("kind")]
    for name in ("options", "others", "parts"):
        if name in data:
            data[name] = tuple(Option(**option) for option in data[name])
    if "fields" in data:
        data["fields"] = tuple(_field(entry) for entry in data["fields"])
    for name in ("risks", "allowed", "unused"):
        if name in data:
            data[name] = tuple(data[name])
    return cls(**data)


def _field(entry: Plain) -> Field:
    return Field(**{**entry, "options": tuple(Option(**o) for o in entry["options"])})


def digest(question: Question) -> str:
    """The digest for compare-and-set: SHA-256 of the payload as it was asked."""
    return payload_digest(to_json(question))


def payload_digest(payload: Plain) -> str:
    canonical = json.dumps(payload, sort_keys=True, ensure_ascii=False)
    return hashlib.sha256(canonical.encode()).hexdigest()


def check(question: Question, reply: Reply) -> Reply:
    """The reply, if it fits the question; else InvalidReply, and nothing has changed.

    Fields of an approval that are not sent keep what was proposed; those sent empty are emptied.
    """
    match question:
        case Choice():
            _check_choice(question, reply)
        case Approval():
            if reply.decision == question.filled_with:
                proposed = {entry.id: entry.default for entry in question.fields}
                reply = replace(reply, values={**proposed, **reply.values})
            _check_approval(question, reply)
        case Form():
            if reply.option:
                _check_other(question, reply.option)
                # It is sent as far as it is filled in.
                fields = tuple(replace(entry, required=False) for entry in question.fields)
                question = replace(question, fields=fields)
            _check_values(question, reply.values)
        case FreeText():
            _check_text(question, reply)
        case _:
            assert_never(question)
    return reply


def _check_choice(question: Choice, reply: Reply) -> None:
    _ = question.gettext
    known = {option.id for option in (*question.options, *question.others)}
    if reply.option not in known:
        raise InvalidReply(
            _("Nothing was chosen."), hint=_("Pick one of the options, then answer.")
        )
    proper = reply.option in {option.id for option in question.options}
    if question.confidence and proper and reply.confidence not in (1, 2, 3):
        raise InvalidReply(
            _("Say how sure you are."), hint=_("Choose 1, 2 or 3 beside your answer.")
        )


def _check_approval(question: Approval, reply: Reply) -> None:
    _ = question.gettext
    if reply.option and question.others and not reply.decision:
        _check_other(question, reply.option)
        return
    if reply.decision not in question.allowed:
        raise InvalidReply(_("No decision was made."), hint=_("Choose one of the options."))
    if reply.decision == "reject" and question.needs_reason and not reply.comment.strip():
        raise InvalidReply(_("A rejection needs a reason."), hint=_("Write what should change."))
    if reply.decision == "approve" and reply.typed.strip() != question.must_type:
        raise InvalidReply(
            _("The confirmation text does not match."),
            hint=_("Type {text} to approve.").format(text=question.must_type),
        )
    if reply.decision == "approve" and question.parts:
        _check_parts(question, reply)
    if reply.decision == question.filled_with:
        _check_values(question, reply.values)


def _check_parts(question: Approval, reply: Reply) -> None:
    _ = question.gettext
    known = {part.id for part in question.parts}
    if wrong := [
        key for key, on in reply.values.items() if key not in known or not isinstance(on, bool)
    ]:
        said = _("Unknown field: {field}.").format(field=min(wrong))
        raise InvalidReply(said, hint=_("Reload the page."))
    if not question.approved_parts(reply):
        raise InvalidReply(_("Nothing was chosen."), hint=_("Choose at least one, then approve."))


def _check_other(question: Approval | Form | FreeText, option: str) -> None:
    _ = question.gettext
    if option not in {other.id for other in question.others}:
        raise InvalidReply(_("There is no such button here."), hint=_("Reload the page."))


def _check_values(question: Approval | Form, values: Plain) -> None:
    _ = question.gettext
    known = {entry.id for entry in question.fields}
    if unknown := values.keys() - known:
        said = _("Unknown field: {field}.").format(field=min(unknown))
        raise InvalidReply(said, hint=_("Reload the page."))
    for entry in question.fields:
        is_required = entry.required and entry.is_shown(values)
        if lack := _lack(replace(entry, required=is_required), values.get(entry.id)):
            said, hint = lack
            raise InvalidReply(_(said).format(field=entry.label), hint=_(hint))


def _lack(entry: Field, value: Any) -> tuple[str, str] | None:
    """Sentences for what is wrong with a value, and what to do about it."""
    if value in (None, ""):
        empty = N_("{field} is empty."), N_("Fill it in, then send again.")
        return empty if entry.required else None
    wanted: Any = {"number": (int, float), "flag": bool}.get(entry.kind, str)
    number = entry.kind == "number"
    if not isinstance(value, wanted) or (
        number and (isinstance(value, bool) or not math.isfinite(value))
    ):
        return _OF_KIND[entry.kind], N_("Correct it, then send.")
    if entry.kind == "choice" and value not in {option.id for option in entry.options}:
        return N_("{field} has no such option."), N_("Pick one from the list.")
    if entry.kind == "date" and not _is_date(value):
        return N_("{field} is not a date."), N_("Write it as 2027-01-31.")
    return None


_OF_KIND = {
    "text": N_("{field} is not a text."),
    "longtext": N_("{field} is not a text."),
    "number": N_("{field} is not a number."),
    "date": N_("{field} is not a date."),
    "choice": N_("{field} has no such option."),
    "flag": N_("{field} must be on or off."),
}


def _is_date(text: str) -> bool:
    try:
        datetime.fromisoformat(text)
    except ValueError:
        return False
    return True


def _check_text(question: FreeText, reply: Reply) -> None:
    _ = question.gettext
    if reply.option:
        _check_other(question, reply.option)
        return
    if not reply.text.strip():
        raise InvalidReply(_("The answer is empty."), hint=_("Write something, then answer."))
    if len(reply.text) > question.longest:
        said = _("The answer is longer than {most} characters.").format(most=question.longest)
        raise InvalidReply(said, hint=_("Shorten it."))
