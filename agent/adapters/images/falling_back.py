"""A card instead of a picture that could not be made."""

from dataclasses import replace

from agent.errors import ProviderError
from agent.ports.images import ImageBrief, Images, Picture


class OrCard:
    """Uses `first`; if it fails, makes the card with the reason as its notice."""

    def __init__(self, first: Images, card: Images) -> None:
        self._first, self._card = first, card
        self.name = first.name

    def make(self, brief: ImageBrief) -> Picture:
        try:
            return self._first.make(brief)
        except ProviderError as error:
            return _instead(self._card.make(brief), error)


def _instead(card: Picture, error: ProviderError) -> Picture:
    said = (error.message, "This card replaces the image.", error.hint, card.notice)
    return replace(card, notice=" ".join(filter(None, said)))
