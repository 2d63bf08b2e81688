"""Pictures: what one shows, and the picture itself. One that fails never fails the text."""

import json
from contextlib import suppress
from dataclasses import asdict

from langgraph.runtime import Runtime

from agent.checks.guardrails import check_image
from agent.engine.conversation import spoken_in, task_of
from agent.errors import AgentError, NotFound, Stopped
from agent.events import Artifact, Notice
from agent.language.catalogs import N_, catalog
from agent.language.text import shorten
from agent.ports import Context, ImageBrief, Picture
from agent.ports.images import RATIOS
from agent.steps import Step
from agent.workflows.studio import steps
from agent.workflows.studio.artifacts import brief_of, drafted
from agent.workflows.studio.content.assembly import CARD, LONGEST_TITLE, picture, styles_of
from agent.workflows.studio.content.contracts import Brief, ImageWish, Piece
from agent.workflows.studio.nodes import checking
from agent.workflows.studio.state import AgentState, Plain


def image(state: AgentState, runtime: Runtime[Context]) -> Plain:
    """Say what the picture shows; where a model gives nothing usable, it shows the topic."""
    context, brief = runtime.context, brief_of(state)
    told = (*brief.details.lines(str), brief.details.tone)
    asked = "\n".join((brief.request, brief.topic, *told))
    verdict = check_image(asked)
    if not verdict.passed:
        ended = checking.stopped_by(verdict, asked, context, spoken_in(state))
        said = ended["guardrails_result"]["message"]
        return {**ended, "generated_content": said, "content_type": "image_blocked", "piece": None}
    given = context.llm.run(IMAGE, brief)
    piece = Piece(
        kind="image",
        title=given.title,
        text=given.prompt,
        alt=given.alt,
        ratio=given.ratio,
        style=given.style,
        language=brief.language,
        wish=given.model_copy(update={"subtitle": brief.brand.name}),
        origin="rules" if given == picture(brief) else "model",
    )
    return drafted(piece)


def illustrate(state: AgentState, runtime: Runtime[Context]) -> Plain:
    """Make the picture of a piece."""
    piece, task = Piece.model_validate(state["piece"]), task_of(runtime)
    made = add_picture(piece, runtime.context, task=task, language=spoken_in(state))
    return {"piece": made.model_dump(mode="json")}


# What it shows

_TASK = """Say what one picture for {whom} shows. You draw nothing yourself.
- title: at most {longest} characters in {language}; a card shows it where no picture is drawn.
- prompt: 20 to 80 words in {language} that name subject, place, light, framing and mood. One scene
  that a camera or a pencil could show, and no words, figures, logos or characters in it. People are
  not identifiable, and never a known person.
- alt: for those who do not see it, in {language}: what is to be seen, at most 150 characters, not
  beginning with “image of”, and not the prompt again.
- style: {styles}.
- ratio: {ratios}.
The picture promises nothing that the request and the claims do not say."""


def _prompt(brief: Brief) -> str:
    which = "the one of {} that the request or its use asks for, else the one that suits"
    task = _TASK.format(
        whom=steps.whom(brief.brand),
        language=brief.spoken,
        longest=LONGEST_TITLE,
        styles=which.format(", ".join(styles_of(brief.language))),
        ratios=which.format(", ".join(RATIOS)),
    )
    return f"{task}\n\n{steps.material(brief)}"


def _problems(_brief: Brief, given: ImageWish) -> list[str]:
    verdict = check_image(f"{given.title}\n{given.prompt}\n{given.alt}")
    quote = verdict.details.get("quote", "")
    return [] if verdict.passed else [f"“{quote}” may not be shown. {verdict.message}"]


IMAGE = Step(
    "image",
    Brief,
    ImageWish,
    prompt=_prompt,
    without_model=picture,
    check=_problems,
    temperature=0.7,
    longest=4_000,
)


# The picture itself

FAILED = N_("No picture was made.")


def add_picture(piece: Piece, context: Context, *, task: str, language: str = "en") -> Piece:
    """Return the piece with its picture, or a note on why there is none; a fitting one stays."""
    wanted = _brief_of(piece, context)
    shown = json.dumps([{**asdict(wanted), "alt": ""}, context.images.name], sort_keys=True)
    digest = checking.digest_of(shown)[:12]
    picture_id = piece.picture if piece.picture.endswith(digest) else f"{task}-{digest}"
    try:
        made = _make_once(wanted, picture_id, context)
    except Stopped:
        raise
    except AgentError as error:
        notice = f"{catalog(language).gettext(FAILED)} {error.message} {error.hint}".strip()
        context.report.emit(Notice(notice, "warning"))
        return piece.model_copy(update={"picture": "", "notes": (*piece.notes, notice)})
    if picture_id != piece.picture:
        names = ("alt", "is_card", "model", "width", "height", "notice")
        data = {"picture_id": picture_id, "title": wanted.title}
        data |= {name: getattr(made, name) for name in names}
        context.report.emit(Artifact("studio_picture", f"picture:{picture_id}", data))
    said = made.notice or (CARD if made.is_card and piece.kind == "image" else "")
    notes = tuple(filter(None, dict.fromkeys((*piece.notes, said))))
    # Of a card its words are what is to be seen; what was typed beside it since stays.
    alt = made.alt if made.is_card and picture_id != piece.picture else piece.alt
    return piece.model_copy(update={"picture": picture_id, "notes": notes, "alt": alt})


def _make_once(wanted: ImageBrief, picture_id: str, context: Context) -> Picture:
    pieces, user = context.ports.pieces, context.user
    # What this very step made before it was cut off is not paid for twice.
    with suppress(NotFound):
        return pieces.picture(user, picture_id)
    shown = (wanted.title, wanted.subtitle, wanted.prompt, wanted.alt)
    verdict = check_image("\n".join(shown))
    if not verdict.passed:
        raise AgentError(verdict.message)
    picture = context.images.make(wanted)
    pieces.put_picture(user, picture_id, picture, thread=context.thread)
    return picture


def _brief_of(piece: Piece, context: Context) -> ImageBrief:
    """The image's brief for the piece's present version, in the colours of the brand."""
    brand = context.ports.brands.profile(context.user)
    wish = piece.wish or ImageWish(title=piece.title, alt=piece.title)
    ratio = piece.ratio or wish.ratio
    return ImageBrief(
        title=shorten(piece.title, LONGEST_TITLE - 2),
        alt=piece.alt or wish.alt,
        subtitle=wish.subtitle or brand.name,
        prompt=piece.text if piece.kind == "image" else wish.prompt,
        style=piece.style or wish.style,
        ratio=next((known for known in RATIOS if known == ratio), "1:1"),
        colours=brand.colours,
    )
