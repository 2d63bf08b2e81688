"""Pictures: what one shows, and the picture itself."""

import json
from dataclasses import asdict
from hashlib import sha256

from pydantic import BaseModel, Field

from agent.checks.guardrails import check_image
from agent.errors import AgentError, NotFound, Stopped
from agent.events import Artifact, Notice
from agent.language.catalogs import N_, catalog
from agent.language.text import fold
from agent.ports import Context, ImageBrief, Picture
from agent.ports.images import RATIOS, Ratio
from agent.steps import Step
from agent.workflows.studio import steps
from agent.workflows.studio.content.contracts import Brief, ImageWish, Piece
from agent.workflows.studio.state import Plain

TEMPERATURE = 0.7
_TASK = """Say what one picture for the brand “{name}” shows. You draw nothing yourself.
- title: at most {longest} characters in {language}; a card shows it where no picture is drawn.
- prompt: 20 to 80 words in {language} that name subject, place, light, framing and mood. One scene
  that a camera or a pencil could show, and no words, figures, logos or characters in it. People are
  not identifiable, and never a known person.
- alt: for those who do not see it, in {language}: what is to be seen, at most 150 characters, not
  beginning with “image of”, and not the prompt again.
- style: {styles}.
- ratio: {ratios}.
The picture promises nothing that the request and the claims do not say."""


LONGEST_TITLE = 60
STYLES = (
    N_("photograph"), N_("watercolour"), N_("3D render"), N_("minimalist"), N_("line drawing"),
    N_("oil painting"), N_("vintage"), N_("flat illustration"),
)  # fmt: skip


def styles_of(language: str) -> tuple[str, ...]:
    return tuple(map(catalog(language).gettext, STYLES))


def picture(brief: Brief, ratio: Ratio = "1:1", style: str = "") -> ImageWish:
    """The topic and what the form says, as they are."""
    details = brief.details
    said = (brief.topic, details.property_type, details.location, *details.features)
    title = titled(brief.topic)
    return ImageWish(
        title=title if len(title) <= LONGEST_TITLE else f"{title[: LONGEST_TITLE - 1]}…",
        alt=title,
        prompt=", ".join(filter(None, said)),
        subtitle=brief.brand.name,
        style=style or styles_of(brief.language)[0],
        ratio=ratio,
    )


def titled(text: str) -> str:
    text = " ".join(text.split())
    return text[:1].upper() + text[1:]


class ImageFor(BaseModel):
    brief: Brief
    ratio: Ratio | None = None
    """Named in the request, or that of the place it is for."""


class ImageText(BaseModel):
    title: str = Field(min_length=1)
    prompt: str = Field(min_length=1)
    alt: str = Field(min_length=1)
    style: str
    ratio: Ratio


def piece_of(brief: Brief, given: ImageText, *, is_model: bool) -> Piece:
    wish = ImageWish(**given.model_dump(), subtitle=brief.brand.name)
    return Piece(
        kind="image",
        title=wish.title,
        text=wish.prompt,
        alt=wish.alt,
        ratio=wish.ratio,
        style=wish.style,
        language=brief.language,
        wish=wish,
        origin="model" if is_model else "rules",
    )


def by_rules(value: ImageFor) -> ImageText:
    wish = picture(value.brief, value.ratio or "1:1")
    return ImageText(**wish.model_dump(exclude={"subtitle"}))


def _prompt(value: ImageFor) -> str:
    brief = value.brief
    which = "the one of {} that the request or its use asks for, else the one that suits"
    task = _TASK.format(
        name=brief.brand.name,
        language=brief.spoken,
        longest=LONGEST_TITLE,
        styles=which.format(", ".join(styles_of(brief.language))),
        ratios=value.ratio or which.format(", ".join(RATIOS)),
    )
    return f"{task}\n\n{steps.material(brief)}"


def _mend(value: ImageFor, given: ImageText) -> ImageText:
    """A title fits its card, and style and ratio are those that there are."""
    known = {fold(style): style for style in styles_of(value.brief.language)}
    update = {
        "title": given.title.strip()[:LONGEST_TITLE],
        "prompt": given.prompt.strip(),
        "alt": given.alt.strip(),
        "style": known.get(fold(given.style), next(iter(known.values()))),
        "ratio": value.ratio or given.ratio,
    }
    return given.model_copy(update=update)


def _problems(_value: ImageFor, given: ImageText) -> list[str]:
    verdict = check_image(f"{given.title}\n{given.prompt}\n{given.alt}")
    quote = verdict.details.get("quote", "")
    return [] if verdict.passed else [f"“{quote}” may not be shown. {verdict.message}"]


IMAGE = Step(
    "image",
    ImageFor,
    ImageText,
    prompt=_prompt,
    without_model=by_rules,
    mend=_mend,
    check=_problems,
    temperature=TEMPERATURE,
)


# The picture itself

FAILED = N_("No picture was made.")
CARD = N_("No image model is connected, so this is a designed card with your words.")


def pictured(piece: Piece, context: Context, *, task: str) -> Piece:
    """Return the piece with its picture. A card's words become the text of a piece by rules."""
    picture_id, notice = picture_for(piece, context, task=task)
    made = _kept(picture_id, context) if picture_id else None
    is_card = bool(made and made.is_card)
    said = notice or (CARD if is_card and piece.kind == "image" else "")
    notes = [note for note in piece.notes if note != CARD and not note.startswith(FAILED)]
    update: Plain = {"picture": picture_id, "notes": (*notes, *filter(None, [said]))}
    if made and is_card and piece.origin == "rules":
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
    shown = ("alt", "is_card", "model", "width", "height", "notice")
    data = {name: getattr(picture, name) for name in shown}
    data |= {"picture_id": picture_id, "title": wanted.title}
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
    brand = context.ports.brands.profile(context.user)
    wish = piece.wish or ImageWish(title=piece.title, alt=piece.title)
    ratio = piece.ratio or wish.ratio
    # An image piece consists of its prompt and its title, also after the user changed them.
    is_image = piece.kind == "image"
    return ImageBrief(
        title=piece.title if is_image else wish.title,
        alt=piece.alt or wish.alt,
        subtitle=wish.subtitle or brand.name,
        prompt=piece.text if is_image else wish.prompt,
        style=piece.style or wish.style,
        ratio=next((known for known in RATIOS if known == ratio), "1:1"),
        colours=brand.colours,
    )


def _digest_of(wanted: ImageBrief, context: Context) -> str:
    plain = json.dumps([{**asdict(wanted), "alt": ""}, context.images.name], sort_keys=True)
    return sha256(plain.encode()).hexdigest()[:12]
