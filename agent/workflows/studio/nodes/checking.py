"""A piece is held against the platform, the facts and the brand before anybody decides on it."""

import hashlib
import json
from collections.abc import Sequence
from typing import cast

from langgraph.runtime import Runtime

from agent.checks.content import Report
from agent.engine.conversation import gettext_of, spoken_in
from agent.language.catalogs import N_, catalog
from agent.ports import WHY, Context, Version
from agent.ports.content import Why
from agent.ports.images import RATIOS
from agent.questions import Approval, Field, Option
from agent.questions import to_json as stored
from agent.workflows.studio.artifacts import (
    add_version,
    brief_of,
    report_on,
    sentences_of,
    text_of_piece,
)
from agent.workflows.studio.content import assembly
from agent.workflows.studio.content.assembly import styles_of
from agent.workflows.studio.content.contracts import RESEARCHED, Piece
from agent.workflows.studio.nodes import guarding
from agent.workflows.studio.nodes.imaging import CARD
from agent.workflows.studio.state import AgentState, Plain


def digest_of(content: str) -> str:
    return hashlib.sha256(content.encode()).hexdigest()


KEEP = {
    "blog": N_("Keep this blog post?"),
    "linkedin": N_("Keep this LinkedIn post?"),
    "instagram": N_("Keep this Instagram post?"),
    "strategy": N_("Keep this strategy?"),
    "image": N_("Keep this image?"),
}
MOST_RESTORES = 5
FIX, MOST_FIXES = N_("Fix: {remark}"), 3
ASK_FOR_CHANGES, WHAT_TO_CHANGE = N_("Ask for changes"), N_("What should change?")
HOW = N_("Approve saves it to your pieces; nothing is published.")
REARRANGED = N_("The buttons rearrange the quotes, and every word can be edited.")
NO_FACTS = N_("This text uses no facts from sources.")


def digest_of_piece(piece: Piece) -> str:
    """Of what is published: a layout only tells how it came about."""
    plain = piece.model_dump(mode="json", exclude={"layout"})
    return digest_of(json.dumps(plain, sort_keys=True))


def check_piece(state: AgentState, runtime: Runtime[Context]) -> Plain:
    """The rules' report, formalities put right once, and the card."""
    context, brief, language = runtime.context, brief_of(state), spoken_in(state)
    piece = Piece.model_validate(state["piece"])
    report, why = report_on(piece, brief, language), state.get("why") or "drafted"
    if piece.kind in RESEARCHED and not piece.claims and NO_FACTS not in piece.notes:
        piece = piece.model_copy(update={"notes": (*piece.notes, NO_FACTS)})
    verdict = guarding.judge_draft(text_of_piece(piece), context)
    if not verdict.passed and piece.origin == "model" and why != "edited":
        stopped = guarding.stopped_draft(verdict, text_of_piece(piece), context, language)
        return {**stopped, "piece": None}
    result = guarding.result_of(verdict, language)
    blocking = [*([result["message"]] * (not verdict.passed)), *sentences_of(report)]
    kept = add_version(piece, cast("Why", why), report, state, runtime, blocking=blocking)
    version, standing = kept
    acts = assembly.acts_on(piece, brief.model_copy(update={"kind": piece.kind}))
    others = [Option(act, gettext_of(state)(assembly.ACTS[act])) for act in acts]
    others += _fixes(report, state) if context.llm.is_model else []
    return {
        "before": None,
        "report": report.model_dump(mode="json"),
        "generated_content": piece.text,
        "guardrails_result": result,
        **standing,
        "drafted": stored(_card(piece, version, blocking, others, state, context)),
        **dict.fromkeys(("decision", "edited", "comment")),
    }


def _card(
    piece: Piece,
    version: Version,
    blocking: list[str],
    others: Sequence[Option],
    state: AgentState,
    context: Context,
) -> Approval:
    _, is_model = gettext_of(state), context.llm.is_model
    body = [_("Version {number}.").format(number=version.number)]
    body += [_(note) for note in (NO_FACTS, CARD) if note in piece.notes]
    how = [_(HOW), _(REARRANGED)] if others and not is_model else [_(HOW)]
    return Approval(
        id=version.id,
        workflow="studio",
        step="content_approval",
        language=spoken_in(state),
        title=_(KEEP.get(piece.kind, N_("Keep this?"))),
        body=" ".join(body),
        how=" ".join(how),
        digest=digest_of_piece(piece),
        risks=tuple(blocking),
        allowed=(
            *(() if blocking else ("approve",)),
            "edit",
            *(("reject",) if is_model else ()),
        ),
        labels={"approve": _("Approve and keep"), "reject": _(ASK_FOR_CHANGES)},
        comment=_(WHAT_TO_CHANGE),
        fields=_fields(piece, spoken_in(state)),
        others=(*others, *_restores(version, context, spoken_in(state))),
    )


def _remarks(report: Report) -> list[str]:
    return list(dict.fromkeys(each.sentence for each in report.findings))


def _fixes(report: Report, state: AgentState) -> list[Option]:
    """A button for each remark, which has the model see to it."""
    label = gettext_of(state)(FIX)
    remarks = _remarks(report)[:MOST_FIXES]
    return [Option(f"fix:{n}", label.format(remark=remark)) for n, remark in enumerate(remarks)]


def remark_of(option: str, report: Plain | None) -> str:
    """What the button of a remark asks for; nothing for another one."""
    if report is None or not option.startswith("fix:"):
        return ""
    found = Report.model_validate(report)
    sentence = _remarks(found)[int(option[4:])]
    quotes = [f"“{e.quote}”" for e in found.findings if e.sentence == sentence and e.quote]
    return " ".join([sentence, *quotes])


def _restores(version: Version, context: Context, language: str) -> list[Option]:
    _ = catalog(language).gettext
    versions = context.ports.pieces.versions(context.user, version.piece)
    earlier = [each for each in versions if each.number < version.number][-MOST_RESTORES:]
    label = _("Back to version {number}")
    return [
        Option(f"restore:{v.number}", label.format(number=v.number), _(WHY.get(v.why, v.why)))
        for v in reversed(earlier)
    ]


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
        styles = filter(None, dict.fromkeys((*styles_of(piece.language), piece.style)))
        found += [
            _choice("ratio", _("Ratio"), RATIOS, piece.ratio),
            _choice("style", _("Style"), tuple(styles), piece.style),
        ]
    return tuple(found)


def _choice(name: str, label: str, held: Sequence[str], chosen: str) -> Field:
    options = tuple(Option(each, each) for each in held)
    default = chosen if chosen in held else held[0]
    return Field(name, label, "choice", options=options, default=default)
