"""What a picture is to show, in words: for the model that draws it and for who cannot see it."""

import re
from typing import get_args

from agent.content_checks.platform import ALT_LENGTH
from agent.ports.images import Ratio
from agent.workflows.studio.composing.blog import title_of
from agent.workflows.studio.composing.frame import Frame, capital
from agent.workflows.studio.composing.voice import breaks
from agent.workflows.studio.contracts import Brief, ImageWish, Piece
from agent.workflows.studio.wishes import title_in

LONGEST_TITLE = 60


def image(brief: Brief) -> Piece:
    """A prompt with its alternative text, ratio and style: those asked for, else sensible ones."""
    picture = wish(brief, ratio=ratio_of(brief.request, Frame(brief)) or "1:1")
    return Piece(
        kind="image",
        title=picture.title,
        text=picture.prompt,
        alt=picture.alt,
        ratio=picture.ratio,
        style=picture.style,
        language=brief.language,
        wish=picture,
    )


def wish(brief: Brief, *, ratio: Ratio = "1:1", turn: int = 0) -> ImageWish:
    """A scene for the topic; another turn shows another one."""
    frame = Frame(brief, turn=turn)
    known = frame.phrases.images
    scene = _scene(frame)
    light = frame.say(known.lights, "light")
    framing = frame.say(known.framings, "framing")
    bounds = frame.say(known.bounds, "bounds")
    prompt = frame.say(
        known.prompts,
        "prompt",
        scene=_small(scene),
        Scene=capital(scene),
        light=_small(light),
        Light=capital(light),
        framing=_small(framing),
        Framing=capital(framing),
        bounds=_small(bounds),
        details=_details(frame),
    )
    return ImageWish(
        title=_title(frame),
        alt=_short(known.alt.format(Scene=capital(scene), scene=scene, light=_small(light)), frame),
        prompt=prompt or capital(scene),
        subtitle=brief.brand.name,
        style=style_of(brief.request, frame) or known.default_style,
        ratio=ratio,
    )


def _scene(frame: Frame) -> str:
    """By what the request itself is about; a theme that nobody thought of gets a still life."""
    known = frame.phrases.images
    said = f"{frame.brief.topic} {frame.brief.details.property_type}"
    scenes = next((texts for cue, texts in known.scenes if cue.search(said)), known.elsewhere)
    return frame.say(scenes, "scene") or known.elsewhere[0].format(topic=frame.topic)


def _small(text: str) -> str:
    return text[:1].lower() + text[1:]


def _details(frame: Frame) -> str:
    """What the form says is to be seen, as far as the brand can say it."""
    details, known = frame.brief.details, frame.phrases.images
    features = [" ".join(each.split()) for each in details.features[:3] if each.strip()]
    said = [each for each in features if not breaks(each, frame.brief)]
    place = " ".join(details.location.split())
    shown = known.features.format(features=frame.listed(said)) if said else ""
    is_named = place and not breaks(place, frame.brief)
    return shown + (known.place.format(place=place) if is_named else "")


def _title(frame: Frame) -> str:
    if frame.brief.kind == "image":
        return title_in(frame.brief.request) or frame.label
    title = title_of(frame)
    return title if len(title) <= LONGEST_TITLE else frame.label


def _short(alt: str, frame: Frame) -> str:
    """What is to be seen, with what the form names, where there is room."""
    told = f"{alt}{_details(frame)}"
    return (told if len(told) <= ALT_LENGTH else alt)[:ALT_LENGTH]


def ratio_of(said: str, frame: Frame) -> Ratio | None:
    """The one that the words ask for."""
    known: tuple[Ratio, ...] = get_args(Ratio)
    found = (r for pattern, r in frame.phrases.images.ratio.items() if _in(pattern, said))
    named = next(found, None)
    return next((ratio for ratio in known if ratio == named), None)


def style_of(said: str, frame: Frame) -> str:
    """The one that the words ask for, else nothing."""
    styles = frame.phrases.images.styles.items()
    return next((style for pattern, style in styles if _in(pattern, said)), "")


def _in(pattern: str, said: str) -> bool:
    return re.search(pattern, said, re.IGNORECASE) is not None
