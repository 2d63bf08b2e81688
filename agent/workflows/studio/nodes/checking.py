"""Checks requests, texts before they are shown, and pieces before they are kept."""

import hashlib
import json
from collections.abc import Mapping
from dataclasses import asdict, replace
from functools import wraps
from typing import Any, Literal, cast

from langchain_core.messages import AIMessage, HumanMessage
from langgraph.runtime import Runtime

from agent.checks.content import Report
from agent.checks.guardrails import (
    JUDGE_DRAFT,
    JUDGE_REQUEST,
    PASSED,
    BrandTopics,
    Draft,
    Verdict,
    check_output,
    check_wish,
    judge,
    request_of,
    verdict_of,
    verdict_of_draft,
)
from agent.engine.conversation import gettext_of, history_of, spoken_in, task_of, words_of
from agent.engine.workflow import Node
from agent.errors import AgentError, ProviderError, StepFailed
from agent.events import Artifact
from agent.language.catalogs import N_, catalog
from agent.ports import WHY, Context, Version
from agent.ports.brand import EXAMPLE, NO_BRAND
from agent.ports.content import Why
from agent.ports.images import RATIOS
from agent.questions import Approval, Field, Option, to_json
from agent.workflows.studio import forms
from agent.workflows.studio.artifacts import (
    add_version,
    brief_of,
    noted,
    report_on,
    sentences_of,
    text_of_piece,
)
from agent.workflows.studio.content import assembly
from agent.workflows.studio.content.contracts import Piece
from agent.workflows.studio.state import AgentState, Plain

BLOCKED, REFUSED = "guardrails_blocked", N_("(A request that was refused)")
TYPED = ("topic", "audience", "tone", "queries", "notes", "voice_name", "voice_sentence")
_BROKEN = N_("The draft broke this rule, so it was stopped. Ask for it in other words.")


class Blocked(AgentError):
    """A text that the guardrails do not let out."""

    def __init__(self, verdict: Verdict, text: str) -> None:
        super().__init__(verdict.message, hint="Ask for it in other words.")
        self.verdict = verdict
        self.text = text


def guardrails(state: AgentState, runtime: Runtime[Context]) -> Plain:
    """Look at the request before anything else does."""
    context, language = runtime.context, spoken_in(state)
    text = looked_at = words_of(state)
    judged = judge(text, topics_of(context))
    # A model that reads it anyway, to understand it, judges what is doubtful.
    is_read = context.llm.is_model and not state.get("picked")
    verdict = PASSED if is_read and judged.clearness == "doubtful" else judged.verdict
    if verdict.passed and (details := _as_lines(state.get("context") or {})):
        verdict = check_wish(details)
        looked_at = text if verdict.passed else details
    return {
        "user_input": text,
        "conversation_history": history_of(state),
        "guardrails_result": shown(context, verdict, looked_at, language),
        "error": None,
        "ended": None,
    }


def judge_request(text: str, context: Context) -> Verdict:
    """Word lists settle the clear cases, and a model the doubtful ones."""
    topics = topics_of(context)
    judged = judge(text, topics)
    if judged.clearness != "doubtful" or not context.llm.is_model:
        return judged.verdict
    try:
        return verdict_of(context.llm.run(JUDGE_REQUEST, request_of(text, topics)), topics)
    except (StepFailed, ProviderError):
        return judged.verdict


def topics_of(context: Context) -> BrandTopics | None:
    """They count only once the user has set a brand of their own."""
    brand = context.ports.brands.profile(context.user)
    return brand.topics if brand.terms and brand != EXAMPLE else None


def _as_lines(values: Mapping[str, Any]) -> str:
    """The values of a form's fields, a line each."""
    return "\n".join(str(value) for value in values.values() if value)


def after_guardrails(state: AgentState) -> Literal["route", "refuse"]:
    return "route" if (state.get("guardrails_result") or {}).get("passed") else "refuse"


def refuse(state: AgentState, _runtime: Runtime[Context]) -> Plain:
    """End here: the card's message is the answer. Later calls to models see it, not the request."""
    said = (state.get("guardrails_result") or {}).get("message", "")
    asked = [each.id for each in state["messages"] if isinstance(each, HumanMessage)]
    return {
        "generated_content": said,
        "content_type": BLOCKED,
        "messages": [HumanMessage(gettext_of(state)(REFUSED), id=asked[-1]), AIMessage(said)],
        "picked": None,
        "queue": [],
    }


def judge_draft(text: str, context: Context, *, is_typed: bool = False) -> Verdict:
    """Find what may not be published; a model judges what the word lists doubt or a user typed."""
    found = check_output(text)
    if found.is_certain or not context.llm.is_model or (found.passed and not is_typed):
        return found
    try:
        draft = Draft(text=text, quote=found.details.get("quote", ""))
        return verdict_of_draft(context.llm.run(JUDGE_DRAFT, draft), found)
    except (StepFailed, ProviderError):
        return found


def must_be_publishable(text: str, context: Context) -> None:
    """Check a written text. Raises Blocked."""
    verdict = judge_draft(text, context)
    if not verdict.passed:
        raise Blocked(verdict, text)


def guard_node(node: Node) -> Node:
    """Make a node give the verdict in place of a draft that may not be shown."""

    @wraps(node)
    def run(state: AgentState, runtime: Runtime[Context]) -> Any:
        try:
            return node(state, runtime)
        except Blocked as error:
            verdict, _ = error.verdict, gettext_of(state)
            if verdict.blocked_by != "failure":
                verdict = replace(verdict, message=f"{_(verdict.message)} {_(_BROKEN)}")
            return stopped_by(verdict, error.text, runtime.context, spoken_in(state))

    return run


def stopped_by(verdict: Verdict, text: str, context: Context, language: str) -> Plain:
    """A node's update in place of its work."""
    return {
        "ended": "blocked",
        "guardrails_result": shown(context, verdict, text, language),
        "content_type": BLOCKED,
        **dict.fromkeys(("comment", "edited", "drafted")),
    }


def result_of(verdict: Verdict, language: str) -> Plain:
    """The verdict as the state keeps it."""
    message = catalog(language).gettext(verdict.message) if verdict.message else ""
    return {**asdict(verdict), "message": message, "details": dict(verdict.details)}


def shown(context: Context, verdict: Verdict, text: str, language: str) -> Plain:
    """Emit the verdict for the page, and return it as the state keeps it."""
    result = result_of(verdict, language)
    context.report.emit(Artifact("guardrails", "guardrails", {**result, "text": text}))
    return result


def guard_topic(state: AgentState, runtime: Runtime[Context]) -> Plain:
    """Look at what a form holds like at a request, and keep whose voice it chose."""
    context, brief = runtime.context, dict(state.get("brief") or {})
    voice, read = state.get("voice") or {}, state.get("understood") or {}
    told = {**voice, **brief, **{n: v for n, v in brief.get("details", {}).items() if v}}
    typed = {name: told[name] for name in TYPED if told.get(name)}
    # What a model has read of the request was judged then.
    is_new = any(value != read.get(name) for name, value in typed.items())
    text = _as_lines(typed)
    verdict = judge_request(text, context) if is_new else PASSED
    result = {"guardrails_result": shown(context, verdict, text, spoken_in(state))}
    if not verdict.passed:
        # What does not pass is not what later requests are about.
        return {**result, "brief": None}
    brands, chosen = context.ports.brands, forms.brand_of(voice)
    # The form of another conversation may have been answered meanwhile.
    if chosen and (chosen != NO_BRAND or not brands.is_known(context.user)):
        brands.put(context.user, chosen)
    if chosen:
        brief["brand"] = brands.profile(context.user).model_dump(mode="json")
        result["voice"] = {"is_asked": True}
    return {**result, "brief": brief}


def tell_unchanged(text: str, runtime: Runtime[Context]) -> None:
    """Say, where it happened, why what was asked for on a card is not done: the card stays."""
    told = Artifact("outcome", f"left:{task_of(runtime)}", {"text": text, "status": "left"})
    runtime.context.report.emit(told)


# While a text is being written

REACH = 60
"""Characters before what is new that are looked at again, back to the beginning of a sentence."""
_ENDS = "\n.!?。！？"


class Watch:
    """For `Chat.watch`: stops one reply at what no sentence excuses; the whole is judged later."""

    _passed = 0

    def __call__(self, text: str) -> bool:
        """Tell whether it may be shown. Raises Blocked."""
        seen = max(0, self._passed - REACH)
        new = text[max(text.rfind(mark, 0, seen) for mark in _ENDS) + 1 :]
        verdict = check_output(new)
        if verdict.is_certain:
            raise Blocked(verdict, new)
        self._passed = len(text)
        return True


# A piece, before anybody decides on it


def digest_of(content: str) -> str:
    return hashlib.sha256(content.encode()).hexdigest()


FIX, MOST_FIXES = N_("Fix: {remark}"), 3
ASK_FOR_CHANGES, WHAT_TO_CHANGE = N_("Ask for changes"), N_("What should change?")
HOW = N_("Approve saves it to your pieces; nothing is published.")
VERSION = N_("Version {number}.")
SAVED = N_("Your edit was saved as version {number}. Approve it now.")
NEEDS_MODEL = N_(
    "Only an AI model can rewrite it as you describe: connect one in the sidebar, cancel here, then"
    " write what should change."
)


def digest_of_piece(piece: Piece) -> str:
    """The digest of what is published, without its history."""
    plain = piece.model_dump(mode="json", exclude={"layout", "ordered"})
    return digest_of(json.dumps(plain, sort_keys=True))


@guard_node
def check_piece(state: AgentState, runtime: Runtime[Context]) -> Plain:
    """The rules' report, and the card."""
    context, brief, language = runtime.context, brief_of(state), spoken_in(state)
    variants = state.get("variants")
    chosen = variants[int(state["decision"] or 0)] if variants else state["piece"]
    piece = noted(Piece.model_validate(chosen), brief)
    report, why = report_on(piece, brief, language), state.get("why") or "drafted"
    before = (state.get("before") or {}) if why == "rewritten" else {}
    is_typed = "user" in (piece.origin, before.get("origin"))
    text, is_judged = text_of_piece(piece), why == "drafted"
    verdict = PASSED if is_judged else judge_draft(text, context, is_typed=is_typed)
    if not verdict.passed and piece.origin == "model":
        raise Blocked(verdict, text)
    result = result_of(verdict, language)
    blocking = [*([result["message"]] * (not verdict.passed)), *sentences_of(report.blocking)]
    version, standing = add_version(
        piece, cast("Why", why), report, state, runtime, blocking=blocking
    )
    return {
        "piece": piece.model_dump(mode="json"),
        "before": None,
        "report": report.model_dump(mode="json"),
        "generated_content": piece.text,
        "guardrails_result": result,
        **standing,
        "drafted": to_json(_card(piece, version, report, blocking, state, runtime)),
        **dict.fromkeys(("decision", "edited", "comment", "variants")),
    }


def _card(
    piece: Piece,
    version: Version,
    report: Report,
    blocking: list[str],
    state: AgentState,
    runtime: Runtime[Context],
) -> Approval:
    _, is_model = gettext_of(state), runtime.context.llm.is_model
    body = SAVED if version.why == "edited" else VERSION
    return Approval(
        **forms.card("content_approval", state, runtime),
        title=_("Keep this?"),
        body=_(body).format(number=version.number),
        how=_(HOW) if is_model else f"{_(HOW)} {_(NEEDS_MODEL)}",
        digest=digest_of_piece(piece),
        risks=tuple(blocking),
        allowed=(*(() if blocking else ("approve",)), "edit", *(("reject",) if is_model else ())),
        labels={"approve": _("Approve and keep"), "reject": _(ASK_FOR_CHANGES)},
        comment=_(WHAT_TO_CHANGE),
        fields=_fields(piece, spoken_in(state)),
        others=tuple(_others(piece, report, version, state, runtime.context)),
    )


def _others(
    piece: Piece, report: Report, version: Version, state: AgentState, context: Context
) -> list[Option]:
    """Buttons for remarks (with a model) or orders (without), then for earlier versions."""
    _, brief = gettext_of(state), brief_of(state).model_copy(update={"kind": piece.kind})
    others = [Option(act, _(assembly.ACTS[act])) for act in assembly.acts_on(piece, brief)]
    if context.llm.is_model:
        remarks = enumerate(sentences_of(report.findings)[:MOST_FIXES])
        others += [Option(f"fix:{n}", _(FIX).format(remark=remark)) for n, remark in remarks]
    versions = context.ports.pieces.versions(context.user, version.piece)
    earlier = [each for each in versions if each.number < version.number][-5:]
    label = _("Back to version {number}")
    return others + [
        Option(f"restore:{v.number}", label.format(number=v.number), _(WHY.get(v.why, v.why)))
        for v in reversed(earlier)
    ]


def remark_of(option: str, report: Plain | None) -> str:
    """The request behind the button of a remark; nothing for another one."""
    if report is None or not option.startswith("fix:"):
        return ""
    found = Report.model_validate(report)
    sentence = sentences_of(found.findings)[int(option[4:])]
    quotes = [f"“{e.quote}”" for e in found.findings if e.sentence == sentence and e.quote]
    return " ".join([sentence, *quotes])


def _fields(piece: Piece, language: str) -> tuple[Field, ...]:
    _ = catalog(language).gettext
    found = [
        Field("title", _("Title"), default=piece.title),
        Field("text", _("Text"), "longtext", default=piece.text),
    ]
    if piece.kind == "blog":
        label, usual = _("Meta description"), _("150 to 160 characters")
        held = piece.meta_description
        found.append(Field("meta_description", label, required=False, default=held, help=usual))
    if piece.kind in ("instagram", "image"):
        found.append(Field("alt", _("Text for people who cannot see it"), default=piece.alt))
    if piece.kind == "image":
        styles = filter(None, dict.fromkeys((*assembly.styles_of(piece.language), piece.style)))
        for name, label, names, chosen in (
            ("ratio", _("Ratio"), RATIOS, piece.ratio),
            ("style", _("Style"), tuple(styles), piece.style),
        ):
            options = tuple(Option(each, each) for each in names)
            default = chosen if chosen in names else names[0]
            found.append(Field(name, label, "choice", options=options, default=default))
    return tuple(found)
