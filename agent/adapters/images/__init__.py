"""Chooses who makes the pictures: a model with a key, or our own designed card."""

from agent.adapters.images.card import CardImages
from agent.adapters.images.falling_back import OrCard
from agent.adapters.images.gemini import GeminiImages
from agent.adapters.llm import resolve
from agent.adapters.llm.gemini import PROVIDER
from agent.errors import ModelNotConfigured
from agent.ports import Images, ModelChoice, Reporter
from agent.settings import Settings

__all__ = ["CardImages", "GeminiImages", "OrCard", "open_images"]


def open_images(choice: ModelChoice, report: Reporter, *, settings: Settings) -> Images:
    """For one run: the chosen provider where it draws and has a key, and else the card.

    Nothing is sent yet. A picture that fails later becomes a card that says why.
    """
    card = CardImages()
    if choice.provider != PROVIDER.name:
        return card
    try:
        ready = resolve(choice, settings)
    except ModelNotConfigured:
        return card
    if ready.key is None:
        return card
    drawing = GeminiImages(
        ready.key,
        report=report,
        model=settings.gemini_image_model.strip(),
        base_url=ready.base_url,
        timeout=settings.interlude_image_seconds,
    )
    return OrCard(drawing, card)
