"""A designed card: the title in the brand's colours. It is a card and says so, no picture."""

from agent.errors import AgentError
from agent.ports.images import ImageBrief, Picture, Ratio

SIZES: dict[Ratio, tuple[int, int]] = {
    "1:1": (1080, 1080),
    "16:9": (1600, 900),
    "9:16": (1080, 1920),
    "4:3": (1440, 1080),
    "3:4": (1080, 1440),
}


class CardImages:
    """Instant, without a model or a network; the same brief gives the same bytes."""

    name = "card"

    def make(self, brief: ImageBrief) -> Picture:
        # Fonts and drawing are slow to import, and few runs make a picture.
        from agent.adapters.images.drawing import png_of, svg_of  # noqa: PLC0415
        from agent.adapters.images.layout import composed  # noqa: PLC0415

        required(brief)
        width, height = SIZES[brief.ratio]
        card = composed(brief, width=width, height=height)
        return Picture(
            png=png_of(card.drawing),
            svg=svg_of(card.drawing, alt=card.words),
            width=width,
            height=height,
            alt=card.words,
            is_card=True,
            notice=card.notice,
        )


def required(brief: ImageBrief) -> None:
    """What every picture needs before anything is drawn."""
    if not brief.alt.strip():
        raise AgentError(
            "An image needs a text for those who do not see it.",
            hint="Describe in one sentence what the image shows.",
        )
    if brief.ratio not in SIZES:
        raise AgentError(
            "That ratio of width to height is not known.", hint=f"Choose {', '.join(SIZES)}."
        )
