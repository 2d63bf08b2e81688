"""Pictures that go with a text, made by a model or composed here."""

from dataclasses import dataclass
from typing import Literal, Protocol, get_args

Ratio = Literal["1:1", "16:9", "9:16", "4:3", "3:4"]
RATIOS: tuple[Ratio, ...] = get_args(Ratio)


@dataclass(frozen=True)
class ImageBrief:
    """The description of a picture. Without `alt`, its text for the blind, none is made.

    `colours` are the brand's, as "#rrggbb", the leading one first.
    """

    title: str
    alt: str
    subtitle: str = ""
    prompt: str = ""
    style: str = ""
    ratio: Ratio = "1:1"
    colours: tuple[str, ...] = ()


@dataclass(frozen=True)
class Picture:
    """`svg` is empty for what a model drew; `is_card` tells a composed card from such a picture.

    `alt` is the brief's, but for a card: there the words are what is to be seen.
    """

    png: bytes
    svg: str
    width: int
    height: int
    alt: str
    is_card: bool
    model: str = ""
    notice: str = ""
    """A sentence for what could not be shown as asked for; empty when all was."""


class Images(Protocol):
    @property
    def name(self) -> str: ...

    def make(self, brief: ImageBrief) -> Picture:
        """Raises ProviderError, or AgentError for a brief that cannot be drawn."""
        ...
