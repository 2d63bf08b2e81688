"""A piece is held against the platform, the facts and the brand before anybody decides on it."""

import hashlib
import json
import re
from collections.abc import Callable, Sequence
from typing import Literal

from langgraph.runtime import Runtime

from agent.content_checks import Finding, Report
from agent.conversation import gettext_of, moment, spoken_in, task_of
from agent.guardrails import Verdict, check_output
from agent.language.catalogs import N_, catalog
from agent.ports import WHY, Context, Version
from agent.ports.content import Why
from agent.ports.images import RATIOS
from agent.questions import Approval, Field, Option
from agent.questions import to_json as stored
from agent.workflows.studio.artifacts import sentences_of, show, standing
from agent.workflows.studio.content import arranging, pictures
from agent.workflows.studio.content.contracts import Piece
from agent.workflows.studio.content.measuring import brief_of, report_on
from agent.workflows.studio.nodes import guarding
from agent.workflows.studio.nodes.preparing import FACTUAL
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
HOW = N_(
    "Approve saves it to your pieces; nothing is published. Reject with a comment to get a rewrite."
)
HOW_WITHOUT = N_(
    "Approve saves it to your pieces; nothing is published. The buttons rearrange the quotes, and"
    " every word can be edited."
)
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
        if mended is not None:
            piece, report, why = mended, report_on(mended, brief, language), "repaired"
    piece = _noted(piece)
    verdict = check_output(_all_of(piece))
    if not verdict.passed and piece.origin == "model" and why != "edited":
        result = guarding.shown(context, guarding.of_draft(verdict), _all_of(piece), language)
        return {
            "piece": None,
            "guardrails_result": result,
            "content_type": guarding.BLOCKED,
            "ended": "blocked",
            "drafted": None,
        }
    task = task_of(runtime)
    version = _added(piece, why, state, context, task=task)
    blocking = _blocking(report, verdict, language)
    before = str((state.get("before") or {}).get("text", ""))
    show(version, report, context, blocking=blocking, before=before)
    acts = arranging.acts_on(piece, brief.model_copy(update={"kind": piece.kind}))
    card = _card(piece, version, blocking, acts, state, context, task=task)
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
    if piece.kind not in FACTUAL or piece.claims:
        return piece
    notes = (*(note for note in piece.notes if note != NO_FACTS), NO_FACTS)
    return piece.model_copy(update={"notes": notes})


def _added(piece: Piece, why: str, state: AgentState, context: Context, *, task: str) -> Version:
    version = Version(
        id=task,
        piece=state.get("piece_id") or task,
        thread=context.thread,
        number=0,
        at=moment(),
        why=_as_why(why),
        content=piece.model_dump(mode="json"),
        comment=state.get("comment") or "",
    )
    return context.ports.pieces.add_version(context.user, version)


def _as_why(why: str) -> Why:
    match why:
        case "rewritten" | "repaired" | "edited" | "restored":
            return why
        case _:
            return "drafted"


def _all_of(piece: Piece) -> str:
    return "\n\n".join(filter(None, (piece.title, piece.text, piece.meta_description, piece.alt)))


def _blocking(report: Report, verdict: Verdict, language: str) -> list[str]:
    found = sentences_of(report)
    return found if verdict.passed else [catalog(language).gettext(verdict.message), *found]


def _card(
    piece: Piece,
    version: Version,
    blocking: list[str],
    acts: Sequence[arranging.Act],
    state: AgentState,
    context: Context,
    *,
    task: str,
) -> Approval:
    _, number, is_model = gettext_of(state), version.number, context.llm.is_model
    body = [_("Version {number}.").format(number=number)]
    return Approval(
        id=task,
        workflow="studio",
        step="content_approval",
        language=spoken_in(state),
        title=_(KEEP.get(piece.kind, N_("Keep this?"))),
        body=" ".join([*body, *([_(NO_FACTS)] * (NO_FACTS in piece.notes))]),
        how=_(HOW if is_model else HOW_WITHOUT),
        digest=digest_of_piece(piece),
        risks=tuple(blocking),
        allowed=(
            *(() if blocking else ("approve",)),
            "edit",
            *(("reject",) if is_model else ()),
        ),
        labels={"approve": _("Approve and keep")},
        fields=_fields(piece, spoken_in(state)),
        others=(
            *(Option(act, _(arranging.ACTS[act])) for act in acts),
            *_restores(version, context, spoken_in(state)),
        ),
    )


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
        found.append(Field("alt", _("Text for those who do not see it"), default=piece.alt))
    if piece.kind == "image":
        ratios = tuple(Option(ratio, ratio) for ratio in RATIOS)
        names = dict.fromkeys(filter(None, (*pictures.styles_of(piece.language), piece.style)))
        styles = tuple(Option(name, name) for name in names)
        ratio = piece.ratio if piece.ratio in RATIOS else RATIOS[0]
        found.append(Field("ratio", _("Ratio"), "choice", options=ratios, default=ratio))
        style = piece.style or styles[0].id
        found.append(Field("style", _("Style"), "choice", options=styles, default=style))
    return tuple(found)


def after_check_piece(state: AgentState) -> Literal["content_approval", "finish"]:
    return "finish" if state.get("ended") else "content_approval"


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


def repaired(piece: Piece, report: Report) -> Piece | None:
    """Without what no reader would decide otherwise, or None. No word of the text changes."""
    mended = piece
    for check, mend in _MENDS.items():
        found = [each for each in report.findings if each.check == check]
        if found:
            mended = mend(mended, found)
    return mended if mended != piece else None


def _without_too_many_hashtags(piece: Piece, found: list[Finding]) -> Piece:
    """Without those that the platform refuses: the last ones go."""
    text = piece.text
    for finding in sorted(found, key=lambda each: -each.start):
        is_refused = finding.level == "blocks"
        if is_refused and finding.quote and text[finding.start : finding.end] == finding.quote:
            text = text[: finding.start].rstrip(" ") + text[finding.end :]
    return piece.model_copy(update={"text": text.rstrip()})


def _without_markdown(piece: Piece, _: list[Finding]) -> Piece:
    text = piece.text
    for pattern, plain in _PLAIN:
        text = pattern.sub(plain, text)
    return piece.model_copy(update={"text": text})


_MENDS: dict[str, Callable[[Piece, list[Finding]], Piece]] = {
    "hashtags": _without_too_many_hashtags,
    "markdown": _without_markdown,
}
