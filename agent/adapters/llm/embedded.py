"""No model: the rules of the workflows, behind the same port."""

import re
import time
from collections.abc import Iterator

from langchain_core.messages import AIMessage
from pydantic import ValidationError

from agent.adapters.llm.streamed_text import StreamedText
from agent.engine.messages import text_of
from agent.errors import StepFailed, Stopped
from agent.language.catalogs import N_
from agent.ports import Reporter
from agent.steps import Chat, I, O, Step, Usage

EMBEDDED = "embedded"
LABEL = N_("Built-in (no AI model)")

_PIECE = re.compile(r"\s*\S{1,40}\s*(?:\S{1,40}\s*){0,3}")


class EmbeddedLlm:
    """Answers by rules: the same input gives the same answer, at once and for nothing."""

    is_model = False
    label = LABEL

    def __init__(self, report: Reporter) -> None:
        self._report = report

    def run(self, step: Step[I, O], value: I) -> O:
        if self._report.stopped:
            raise Stopped("Stopped.")
        name = step.name.replace("_", " ")
        if step.without_model is None:
            raise StepFailed(
                f"“{name}” needs an AI model, and none is chosen.",
                hint="Choose a model in the sidebar and enter its key, then try again.",
            )
        started = time.perf_counter()
        try:
            given = step.gives.model_validate(step.without_model(value))
        except ValidationError as error:
            raise _no_answer(name) from error
        if step.check(value, given):
            raise _no_answer(name)
        self._count(started)
        return given

    def reply(self, chat: Chat) -> AIMessage:
        started = time.perf_counter()
        message = chat.rules(chat.messages)
        made_by = {"provider": EMBEDDED, "model": EMBEDDED}
        made = chat.sift() if chat.sift else None
        streamed = StreamedText(self._report, to=chat.to, watch=chat.watch, filter=made)
        for piece in _pieces(text_of(message)):
            if self._report.stopped:
                stopped = {**made_by, "stopped": True}
                return AIMessage(streamed.told, response_metadata=stopped)
            streamed.say(piece)
        streamed.end()
        self._count(started)
        metadata = {**message.response_metadata, **made_by}
        return message.model_copy(update={"response_metadata": metadata})

    def _count(self, started: float) -> None:
        self._report.used(Usage(0, 0, 0.0, LABEL, time.perf_counter() - started, calls=0))


def _pieces(text: str) -> Iterator[str]:
    return (piece[0] for piece in _PIECE.finditer(text))


def _no_answer(name: str) -> StepFailed:
    return StepFailed(
        f"The built-in rules found no sound answer for “{name}”.",
        hint="Say it in other words, or choose a model in the sidebar.",
    )
