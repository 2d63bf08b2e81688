"""Reads the events of a Coze answer."""

import json
from collections.abc import Callable

from pydantic import BaseModel, ValidationError

from agent.adapters.bot.failures import failure_of_code
from agent.adapters.failures import BOT

PARAGRAPH = "\n\n"


class _Message(BaseModel):
    id: str = ""
    type: str = ""
    content: str | None = None
    content_type: str | None = None


class _Usage(BaseModel):
    token_count: int | None = None


class _Error(BaseModel):
    code: int | None = None


class _Chat(BaseModel):
    conversation_id: str = ""
    usage: _Usage | None = None
    last_error: _Error | None = None


class Reading:
    """An answer as it arrives. Only what the bot says to the user counts, and only its text."""

    def __init__(self, on_text: Callable[[str], None]) -> None:
        self.text = ""
        self.conversation = ""
        self.tokens: int | None = None
        self.is_over = False
        self._on_text = on_text
        self._said: dict[str, str] = {}

    def take(self, event: str, data: str) -> None:
        """Raises ProviderError when the event says that the answer failed, or cannot be read."""
        try:
            self._take(event, data)
        except ValidationError as error:
            raise BOT.failure("garbled") from error

    def _take(self, event: str, data: str) -> None:
        match event:
            case "conversation.message.delta":
                self._piece(_Message.model_validate_json(data))
            case "conversation.message.completed":
                self._rest(_Message.model_validate_json(data))
            case "conversation.chat.created":
                self.conversation = _Chat.model_validate_json(data).conversation_id
            case "conversation.chat.completed":
                chat = _Chat.model_validate_json(data)
                self.tokens = chat.usage.token_count if chat.usage else None
                self.is_over = True
            case "conversation.chat.failed":
                error = _Chat.model_validate_json(data).last_error
                raise failure_of_code(error.code or 0 if error else 0)
            case "conversation.chat.requires_action":
                raise BOT.failure("asks_back")
            case "error":
                raise failure_of_code(_Error.model_validate_json(data).code or 0)
            case "done":
                self.is_over = True

    def _piece(self, message: _Message) -> None:
        if message.type == "answer" and message.content_type in ("text", None):
            self._say(message.id, message.content or "")

    def _rest(self, message: _Message) -> None:
        """A message as a whole, of which all, a part or nothing has come in pieces."""
        if message.type != "answer":
            return
        whole, said = _text_of(message), self._said.get(message.id, "")
        if whole.startswith(said):
            self._say(message.id, whole[len(said) :])

    def _say(self, message: str, piece: str) -> None:
        if not piece:
            return
        begins = message not in self._said
        self._said[message] = self._said.get(message, "") + piece
        if begins and self.text:
            piece = PARAGRAPH + piece
        self.text += piece
        self._on_text(piece)


def _text_of(message: _Message) -> str:
    """Without pictures, files and cards."""
    match message.content_type:
        case "text" | None:
            return message.content or ""
        case "object_string":
            return _joined(message.content or "")
    return ""


def _joined(content: str) -> str:
    try:
        parts = json.loads(content)
    except ValueError as error:
        raise BOT.failure("garbled") from error
    if not isinstance(parts, list):
        return ""
    texts = (part.get("text") for part in parts if isinstance(part, dict))
    return PARAGRAPH.join(text for text in texts if isinstance(text, str) and text)
