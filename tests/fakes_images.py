"""A stand-in for whoever makes pictures."""

import io

from PIL import Image

from agent.errors import AgentError, ProviderError
from agent.ports import ImageBrief, Picture


class FakeImages:
    """Draws one pixel; with `fails` set, nothing. Remembers what it was asked for."""

    name = "fake"

    def __init__(self, fails: ProviderError | None = None) -> None:
        self.fails = fails
        self.briefs: list[ImageBrief] = []

    def make(self, brief: ImageBrief) -> Picture:
        if not brief.alt.strip():
            raise AgentError("An image needs an alternative text.", hint="Write one.")
        self.briefs.append(brief)
        if self.fails:
            raise self.fails
        kept = io.BytesIO()
        Image.new("RGB", (1, 1)).save(kept, "PNG")
        return Picture(
            kept.getvalue(), "", 1, 1, brief.alt.strip(), is_card=False, model="fake-image"
        )
