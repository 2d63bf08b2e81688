"""The typed answer of whoever says what a picture shows, and what is wrong with one."""

from pydantic import BaseModel, Field

from agent.guardrails import check_image
from agent.ports.images import RATIOS, Ratio
from agent.steps import Step
from agent.text import fold
from agent.workflows.studio import assembly, prompts
from agent.workflows.studio.assembly import LONGEST_TITLE, styles_of
from agent.workflows.studio.contracts import Brief, ImageWish, Piece

TEMPERATURE = 0.7
_TASK = """Say what one picture for the brand “{name}” shows. You draw nothing yourself.
- title: at most {longest} characters in {language}; a card shows it where no picture is drawn.
- prompt: 20 to 80 words in {language} that name subject, place, light, framing and mood. One scene
  that a camera or a pencil could show, and no words, figures, logos or characters in it. People are
  nobody in particular, and never a known person.
- alt: for those who do not see it, in {language}: what is to be seen, at most 150 characters, not
  beginning with “image of”, and not the prompt again.
- style: {styles}.
- ratio: {ratios}.
The picture promises nothing that the request and the claims do not say."""


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
    title, prompt, alt = given.title.strip(), given.prompt.strip(), given.alt.strip()
    return Piece(
        kind="image",
        title=title,
        text=prompt,
        alt=alt,
        ratio=given.ratio,
        style=given.style,
        language=brief.language,
        wish=ImageWish(
            title=title,
            alt=alt,
            prompt=prompt,
            subtitle=brief.brand.name,
            style=given.style,
            ratio=given.ratio,
        ),
        origin="model" if is_model else "rules",
    )


def by_rules(value: ImageFor) -> ImageText:
    wish = assembly.picture(value.brief, value.ratio or "1:1")
    return ImageText(**wish.model_dump(exclude={"subtitle"}))


def _prompt(value: ImageFor) -> str:
    brief = value.brief
    styles = ", ".join(styles_of(brief.language))
    task = _TASK.format(
        name=brief.brand.name,
        language=prompts.LANGUAGES[brief.language],
        longest=LONGEST_TITLE,
        styles=f"the one of {styles} that the request asks for, else the one that suits",
        ratios=value.ratio
        or f"the one of {', '.join(RATIOS)} that the request or its use asks for",
    )
    return f"{task}\n\n{prompts.material(brief)}"


def _mend(value: ImageFor, given: ImageText) -> ImageText:
    """A title fits its card, and style and ratio are those that there are."""
    known = {fold(style): style for style in styles_of(value.brief.language)}
    update = {
        "title": given.title.strip()[:LONGEST_TITLE],
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
