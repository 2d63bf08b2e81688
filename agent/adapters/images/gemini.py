"""Pictures drawn by Gemini's image models, with a key that lives as long as this object."""

import base64
import binascii
import io
import time
from contextlib import ExitStack, closing
from typing import Any

from langchain_core.messages import AIMessage
from PIL import Image, UnidentifiedImageError
from pydantic import SecretStr

from agent.adapters.images.card import required
from agent.adapters.llm.failures import explained, provider_error
from agent.adapters.llm.gemini import BASE_URL, LABEL, PROVIDER
from agent.adapters.llm.retrying import Patience, Stream, Waiting
from agent.errors import ProviderError
from agent.ports import Reporter
from agent.ports.images import ImageBrief, Picture
from agent.steps import Usage

MODELS = ("gemini-3.1-flash-image", "gemini-3-pro-image", "gemini-2.5-flash-image")
LARGEST = 40_000_000
"""Pixels. A picture says its size before it is unpacked."""
_PACKED = 40_000_000
"""Bytes."""
_NO_PICTURE = (
    UnidentifiedImageError,
    Image.DecompressionBombError,
    OSError,
    ValueError,
    SyntaxError,
)
_REFUSALS = ("SAFETY", "PROHIBITED", "BLOCK", "RECITATION", "SPII", "IMAGE_OTHER")


class GeminiImages:
    """For one run. A stop of its reporter is heeded at once, with Stopped."""

    name = "gemini"

    def __init__(
        self,
        key: SecretStr,
        *,
        report: Reporter,
        model: str = "",
        base_url: str = "",
        timeout: float = 120,
        patience: Patience = Patience(),
    ) -> None:
        self._key, self._report = key, report
        self._model, self._base_url = model or MODELS[0], base_url or BASE_URL
        self._timeout, self._patience = timeout, patience

    def make(self, brief: ImageBrief) -> Picture:
        required(brief)
        image = _unpack(_picture_of(self._answer(brief)))
        kept = io.BytesIO()
        image.save(kept, "PNG")
        return Picture(
            png=kept.getvalue(),
            svg="",
            width=image.width,
            height=image.height,
            alt=brief.alt.strip(),
            is_card=False,
            model=self._model,
        )

    def _answer(self, brief: ImageBrief) -> AIMessage:
        started = time.perf_counter()
        waiting = Waiting(
            stopped=lambda: self._report.stopped,
            seconds=self._timeout,
            too_late=lambda: provider_error("timeout", LABEL),
            patience=self._patience,
        )
        with closing(waiting.opened(lambda: self._stream(brief))) as stream:
            message = next(stream)
        used = message.usage_metadata or {"input_tokens": 0, "output_tokens": 0}
        label, seconds = f"{LABEL} · {self._model}", time.perf_counter() - started
        # What a picture costs is in no table of ours.
        self._report.used(Usage(used["input_tokens"], used["output_tokens"], None, label, seconds))
        return message

    def _stream(self, brief: ImageBrief) -> Stream[AIMessage]:
        with explained(PROVIDER.explain, key=self._key):
            yield self._ask(brief)

    def _ask(self, brief: ImageBrief) -> AIMessage:
        from langchain_google_genai import ChatGoogleGenerativeAI, Modality  # noqa: PLC0415, slow

        model = ChatGoogleGenerativeAI(
            model=self._model,
            google_api_key=self._key,
            base_url=self._base_url,
            response_modalities=[Modality.TEXT, Modality.IMAGE],
            image_config={"aspect_ratio": brief.ratio},
            timeout=self._timeout,
            max_retries=1,  # 0 would mean the client's own default
            vertexai=False,
        )
        with ExitStack() as stack:
            if model.client:
                stack.callback(model.client.close)
            return model.invoke(prompt_of(brief))


def prompt_of(brief: ImageBrief) -> str:
    """The prompt for the picture; the title is the subject, and never lettering."""
    lines = [
        brief.prompt.strip() or f"An illustration for an article: {brief.title.strip()}",
        f"Style: {brief.style.strip()}." if brief.style.strip() else "",
        f"Colours of the brand, used with restraint: {', '.join(brief.colours)}."
        if brief.colours
        else "",
        f"Aspect ratio {brief.ratio}. No lettering, logos or watermarks.",
    ]
    return "\n".join(filter(None, lines))


def _picture_of(message: AIMessage) -> bytes:
    blocks: list[Any] = list(message.content_blocks)
    pictures = [block["base64"] for block in blocks if block.get("base64")]
    if not pictures:
        raise _without_picture(message, blocks)
    try:
        return base64.b64decode(pictures[-1], validate=True)
    except (binascii.Error, ValueError) as error:
        raise _broken() from error


def _without_picture(message: AIMessage, blocks: list[Any]) -> ProviderError:
    told = message.response_metadata
    reason = f"{told.get('finish_reason', '')} {told.get('prompt_feedback', '')}".upper()
    if any(refusal in reason for refusal in _REFUSALS):
        return ProviderError(
            f"{LABEL} withheld the image because of its content rules.",
            problem="filtered",
            hint="Describe the image in other words, or use the designed card.",
        )
    answered = any(block.get("text", "").strip() for block in blocks)
    return ProviderError(
        f"{LABEL} answered in words and drew no image."
        if answered
        else f"{LABEL} returned an empty answer without an image.",
        problem="rejected",
        hint="Describe the image in other words, choose an image model, or use the designed card.",
        retryable=True,
    )


def _unpack(data: bytes) -> Image.Image:
    """The picture unpacked, which also shows that it is one and is whole."""
    if len(data) > _PACKED:
        raise _broken()
    try:
        with Image.open(io.BytesIO(data), formats=("PNG", "JPEG", "WEBP")) as image:
            if image.width * image.height > LARGEST:
                raise _broken()
            return image.convert("RGB")
    except _NO_PICTURE as error:
        raise _broken() from error


def _broken() -> ProviderError:
    return ProviderError(
        f"{LABEL} sent an image that cannot be opened.",
        problem="cut",
        hint="Try again, or use the designed card.",
        retryable=True,
    )
