"""Pictures: what one shows, and the picture itself. One that fails never fails the text."""

import json
from dataclasses import asdict, replace
from hashlib import sha256

from langgraph.runtime import Runtime

from agent.conversation import spoken_in, task_of
from agent.errors import AgentError, NotFound, StepFailed, Stopped
from agent.events import Artifact, Notice
from agent.guardrails import check_image
from agent.language.catalogs import N_, catalog
from agent.ports import Context, ImageBrief, Picture, Ratio
from agent.ports.images import RATIOS
from agent.workflows.studio import guarding
from agent.workflows.studio.contracts import Brief, Piece
from agent.workflows.studio.image_step import IMAGE, ImageFor, by_rules, piece_of
from agent.workflows.studio.measuring import brief_of
from agent.workflows.studio.state import AgentState, Plain

BLOCKED = "image_blocked"
RATIO_BESIDE: dict[str, Ratio] = {"blog": "16:9", "linkedin": "16:9", "instagram": "1:1"}
"""Of a picture that follows a piece."""
FAILED = N_("No picture was made.")
BY_RULES = N_("The model gave no usable description of a picture, so it shows the topic.")


def image(state: AgentState, runtime: Runtime[Context]) -> Plain:
    """Say what the picture shows, and make it."""
    context, brief = runtime.context, brief_of(state)
    for asked in _said(brief):
        verdict = check_image(asked)
        if not verdict.passed:
            shown = guarding.shown(context, verdict, asked, spoken_in(state))
            return {
                "ended": "blocked",
                "guardrails_result": shown,
                "generated_content": shown["message"],
                "content_type": BLOCKED,
                "piece": None,
                "drafted": None,
            }
    piece = _described(_wanted(brief, state), context)
    drawn = pictured(piece, context, task=task_of(runtime))
    return {
        "piece": drawn.model_dump(mode="json"),
        "before": None,
        "why": "drafted",
        "content_type": "image",
    }


def _said(brief: Brief) -> tuple[str, ...]:
    """All that a user can ask for a picture with."""
    details = brief.details
    told = (*details.features, details.property_type, details.location, details.tone)
    return brief.request, brief.topic, "\n".join(told)


def _wanted(brief: Brief, state: AgentState) -> ImageFor:
    """A ratio that stands in the request as it is, else that of the piece it goes beside."""
    last = state.get("last_piece") if state.get("picked") else None
    named = next((ratio for ratio in RATIOS if ratio in brief.request), None)
    return ImageFor(brief=brief, ratio=named or RATIO_BESIDE.get(str((last or {}).get("kind"))))


def _described(wanted: ImageFor, context: Context) -> Piece:
    is_model = context.llm.is_model
    try:
        return piece_of(wanted.brief, context.llm.run(IMAGE, wanted), is_model=is_model)
    except StepFailed:
        if not is_model:
            raise
    context.report.emit(Notice(catalog(wanted.brief.language).gettext(BY_RULES), "warning"))
    composed = piece_of(wanted.brief, by_rules(wanted), is_model=False)
    return composed.model_copy(update={"notes": (BY_RULES,)})


# The picture itself


def pictured(piece: Piece, context: Context, *, task: str, keeps_alt: bool = False) -> Piece:
    """With its picture. A card shows words and no scene, so the text for it says these words."""
    picture_id, notice = picture_for(piece, context, task=task)
    earlier = tuple(note for note in piece.notes if not note.startswith(FAILED))
    update: Plain = {
        "picture": picture_id,
        "notes": (*earlier, notice) if notice else earlier,
    }
    made = _kept(picture_id, context) if picture_id else None
    if made and made.is_card and not keeps_alt:
        update["alt"] = made.alt
    return piece.model_copy(update=update)


def picture_for(piece: Piece, context: Context, *, task: str) -> tuple[str, str]:
    """The id of its picture, and a sentence for the user or nothing.

    The id is empty when none could be made. A picture that shows what it would show now stays.
    """
    wanted = _brief_of(piece, context)
    digest = _digest_of(wanted, context)
    if piece.picture.endswith(digest):
        return piece.picture, ""
    picture_id = f"{task}-{digest}"
    try:
        picture = _kept(picture_id, context) or _made(wanted, picture_id, context)
    except Stopped:
        raise
    except AgentError as error:
        notice = f"{FAILED} {error.message} {error.hint}".strip()
        context.report.emit(Notice(notice, "warning"))
        return "", notice
    data = {
        "picture_id": picture_id,
        "title": wanted.title,
        "alt": picture.alt,
        "is_card": picture.is_card,
        "model": picture.model,
        "width": picture.width,
        "height": picture.height,
        "notice": picture.notice,
    }
    context.report.emit(Artifact("studio_picture", f"picture:{picture_id}", data))
    return picture_id, picture.notice


def _kept(picture_id: str, context: Context) -> Picture | None:
    """What this very step made before it was cut off: a picture is not paid for twice."""
    try:
        return context.ports.pieces.picture(context.user, picture_id)
    except NotFound:
        return None


def _made(wanted: ImageBrief, picture_id: str, context: Context) -> Picture:
    shown = (wanted.title, wanted.subtitle, wanted.prompt, wanted.alt)
    verdict = check_image("\n".join(shown))
    if not verdict.passed:
        raise AgentError(verdict.message)
    picture = context.images.make(wanted)
    context.ports.pieces.put_picture(context.user, picture_id, picture, thread=context.thread)
    return picture


def _brief_of(piece: Piece, context: Context) -> ImageBrief:
    """As the piece stands now, in the colours of the brand."""
    brand, wish = context.ports.brands.profile(context.user), piece.wish
    ratio = piece.ratio or (wish.ratio if wish else "")
    wanted = ImageBrief(
        title=wish.title if wish else piece.title,
        alt=piece.alt or (wish.alt if wish else "") or piece.title,
        subtitle=(wish.subtitle if wish else "") or brand.name,
        prompt=wish.prompt if wish else "",
        style=piece.style or (wish.style if wish else ""),
        ratio=next((known for known in RATIOS if known == ratio), "1:1"),
        colours=brand.colours,
    )
    # What an image piece says is its prompt and its title, also after somebody changed them.
    return (
        replace(wanted, title=piece.title, prompt=piece.text) if piece.kind == "image" else wanted
    )


def _digest_of(wanted: ImageBrief, context: Context) -> str:
    plain = json.dumps([{**asdict(wanted), "alt": ""}, context.images.name], sort_keys=True)
    return sha256(plain.encode()).hexdigest()[:12]
