"""A piece is held against the platform, the facts and the brand before anybody decides on it."""

import hashlib
import json
import re
from collections.abc import Sequence
from typing import cast

from langgraph.runtime import Runtime

from agent.checks.content import Report
from agent.checks.guardrails import Verdict
from agent.engine.conversation import gettext_of, spoken_in
from agent.language.catalogs import N_, catalog
from agent.ports import WHY, Context, Version
from agent.ports.content import Why
from agent.ports.images import RATIOS
from agent.questions import Approval, Field, Option
from agent.questions import to_json as stored
from agent.workflows.studio.artifacts import (
    new_version,
    sentences_of,
    show,
    standing,
    text_of_piece,
)
from agent.workflows.studio.content import arranging, pictures
from agent.workflows.studio.content.contracts import RESEARCHED, Piece
from agent.workflows.studio.content.measuring import brief_of, report_on
from agent.workflows.studio.nodes import guarding
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
    """The rules' report, one repair through the writer where something blocks, and the card."""
    context, brief, language = runtime.context, brief_of(state), spoken_in(state)
    piece = Piece.model_validate(state["piece"])
    report, why = report_on(piece, brief, language), state.get("why") or "drafted"
    if not state.get("repaired") and why != "edited":
        mended = repaired(piece, report)
        if mended != piece:
            piece, report, why = mended, report_on(mended, brief, language), "repaired"
    piece = _noted(piece)
    verdict = guarding.judge_draft(text_of_piece(piece), context)
    if not verdict.passed and piece.origin == "model" and why != "edited":
        return guarding.stopped_draft(verdict, text_of_piece(piece), context, language)
    version = new_version(
        piece,
        cast("Why", why),
        runtime,
        of=state.get("piece_id") or "",
        comment=state.get("comment") or "",
    )
    blocking = _blocking(report, verdict, language)
    before = str((state.get("before") or {}).get("text", ""))
    show(version, report, context, blocking=blocking, before=before)
    acts = arranging.acts_on(piece, brief.model_copy(update={"kind": piece.kind}))
    others = [Option(act, gettext_of(state)(arranging.ACTS[act])) for act in acts]
    if context.llm.is_model:
        others += _fixes(report, state)
    card = _card(piece, version, blocking, others, state, context)
    return {
        "repaired": True,
        "before": None,
        "report": report.model_dump(mode="json"),
        "generated_content": piece.text,
        **standing(version, brief),
        "drafted": stored(card),
        "decision": None,
        "edited": None,
        "comment": None,
    }


def _noted(piece: Piece) -> Piece:
    """With a remark where it scores well and still tells nothing that was found."""
    if piece.kind not in RESEARCHED or piece.claims:
        return piece
    notes = (*(note for note in piece.notes if note != NO_FACTS), NO_FACTS)
    return piece.model_copy(update={"notes": notes})


def _blocking(report: Report, verdict: Verdict, language: str) -> list[str]:
    found = sentences_of(report)
    return found if verdict.passed else [catalog(language).gettext(verdict.message), *found]


def _card(
    piece: Piece,
    version: Version,
    blocking: list[str],
    others: Sequence[Option],
    state: AgentState,
    context: Context,
) -> Approval:
    _, number, is_model = gettext_of(state), version.number, context.llm.is_model
    body = [_("Version {number}.").format(number=number)]
    return Approval(
        id=version.id,
        workflow="studio",
        step="content_approval",
        language=spoken_in(state),
        title=_(KEEP.get(piece.kind, N_("Keep this?"))),
        body=" ".join([*body, *([_(NO_FACTS)] * (NO_FACTS in piece.notes))]),
        how=" ".join([_(HOW), *([_(REARRANGED)] if others and not is_model else [])]),
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


def _fixes(report: Report, state: AgentState) -> list[Option]:
    """A button for each remark, which has the model see to it."""
    label = gettext_of(state)(FIX)
    remarks = list(dict.fromkeys(each.sentence for each in report.findings))
    return [
        Option(f"fix:{place}", label.format(remark=remark))
        for place, remark in enumerate(remarks[:MOST_FIXES])
    ]


def remark_of(option: str, report: Plain | None) -> str:
    """What the button of a remark asks for; nothing for another one."""
    if report is None or not option.startswith("fix:"):
        return ""
    findings = Report.model_validate(report).findings
    sentence = list(dict.fromkeys(each.sentence for each in findings))[int(option[4:])]
    quotes = [f"“{each.quote}”" for each in findings if each.sentence == sentence and each.quote]
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
        found.append(
            Field(
                "meta_description",
                _("Meta description"),
                required=False,
                default=piece.meta_description,
                help=_("150 to 160 characters"),
            )
        )
    if piece.kind in ("instagram", "image"):
        found.append(Field("alt", _("Text for people who cannot see it"), default=piece.alt))
    if piece.kind == "image":
        styles = tuple(
            filter(None, dict.fromkeys((*pictures.styles_of(piece.language), piece.style)))
        )
        ratio = piece.ratio if piece.ratio in RATIOS else RATIOS[0]
        for name, label, held, chosen in (
            ("ratio", _("Ratio"), RATIOS, ratio),
            ("style", _("Style"), styles, piece.style or styles[0]),
        ):
            options = tuple(Option(each, each) for each in held)
            found.append(Field(name, label, "choice", options=options, default=chosen))
    return tuple(found)


# Formalities that code puts right

_LINKED = re.compile(r"!?\[([^\[\]\n]{1,200})\]\(([^()\s]{1,300})[^()\n]{0,100}\)")
_PLAIN: tuple[tuple[re.Pattern[str], str], ...] = (
    (re.compile(r"^ {0,3}#{1,6}[ \t]+(?=\S)", re.MULTILINE), ""),
    (re.compile(r"^>[ \t]+", re.MULTILINE), ""),
    (re.compile(r"^([ \t]*)\*[ \t]+(?=\S)", re.MULTILINE), r"\1• "),
    (re.compile(r"(\*\*|__)(?=\S)([^\n]{1,200}?)(?<=\S)\1"), r"\2"),
    (re.compile(r"(?<![\w*])\*(?=[^\s*])([^*\n]{1,200}?)(?<=[^\s*])\*(?![\w*])"), r"\1"),
    (_LINKED, r"\1 (\2)"),
    (re.compile(r"```[^\n]*\n?|`"), ""),
)


def repaired(piece: Piece, report: Report) -> Piece:
    """Without what no reader would decide otherwise; no word of the text changes.

    Of too many hashtags the last ones go, and Markdown where it is shown as typed.
    """
    text = piece.text
    refused = [each for each in report.blocking if each.check == "hashtags"]
    for finding in sorted(refused, key=lambda each: -each.start):
        text = text[: finding.start].rstrip(" ") + text[finding.end :]
    if any(each.check == "markdown" for each in report.findings):
        for pattern, plain in _PLAIN:
            text = pattern.sub(plain, text)
    return piece if text == piece.text else piece.model_copy(update={"text": text.rstrip()})
