"""The typed answer of whoever says what a picture shows, and what is wrong with one."""

from pydantic import BaseModel, Field

from agent.guardrails import check_image
from agent.ports.images import RATIOS, Ratio
from agent.steps import Step
from agent.workflows.studio import composing, prompts
from agent.workflows.studio.composing.frame import Frame
from agent.workflows.studio.composing.picture import LONGEST_TITLE
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
    """Asked for, and so is the style."""
    style: str = ""


class ImageText(BaseModel):
    title: str = Field(min_length=1)
    prompt: str = Field(min_length=1)
    alt: str = Field(min_length=1)
    style: str
    ratio: Ratio


def styles_of(brief: Brief) -> tuple[str, ...]:
    """The eight presets, in the brief's language."""
    return tuple(Frame(brief).phrases.images.styles.values())


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
    made = composing.image(value.brief)
    return ImageText(
        title=made.title,
        prompt=made.text,
        alt=made.alt,
        style=value.style or made.style,
        ratio=value.ratio or (made.wish.ratio if made.wish else "1:1"),
    )


def _prompt(value: ImageFor) -> str:
    brief = value.brief
    styles = f"one of {', '.join(styles_of(brief))}"
    task = _TASK.format(
        name=brief.brand.name,
        language=prompts.LANGUAGES[brief.language],
        longest=LONGEST_TITLE,
        styles=f"“{value.style}”" if value.style else styles,
        ratios=value.ratio or f"the one of {', '.join(RATIOS)} that suits the use",
    )
    return f"{task}\n\n{prompts.material(brief)}"


def _problems(value: ImageFor, given: ImageText) -> list[str]:
    brief, found = value.brief, []
    if len(given.title) > LONGEST_TITLE:
        found.append(f"The title has {len(given.title)} characters, not at most {LONGEST_TITLE}.")
    if given.style not in styles_of(brief):
        found.append(f"The style is none of {', '.join(styles_of(brief))}.")
    for name, asked, got in (
        ("style", value.style, given.style),
        ("ratio", value.ratio, given.ratio),
    ):
        if asked and asked != got:
            found.append(f"The {name} that was asked for is {asked}, not {got}.")
    verdict = check_image(f"{given.title}\n{given.prompt}\n{given.alt}")
    if not verdict.passed:
        found.append(f"“{verdict.details.get('quote', '')}” may not be shown. {verdict.message}")
    return found


IMAGE = Step(
    "image",
    ImageFor,
    ImageText,
    prompt=_prompt,
    without_model=by_rules,
    check=_problems,
    temperature=TEMPERATURE,
)
