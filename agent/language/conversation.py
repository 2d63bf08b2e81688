"""The language of a conversation: that of its messages."""

from collections.abc import Iterable

from langchain_core.messages import AnyMessage, HumanMessage

from agent.language.text import HAN_CHARACTER, Language, language_of, plain_words
from agent.store.records import Turn

ENOUGH_WORDS = 3


def conversation_language(messages: Iterable[AnyMessage], default: Language = "en") -> Language:
    """The language of the latest message that is long enough to tell; a short one keeps it."""
    said = [str(message.text) for message in messages if isinstance(message, HumanMessage)]
    telling = (text for text in reversed(said) if tells_language(text))
    latest = next(telling, said[-1] if said else "")
    return language_of(latest) if latest.strip() else default


def spoken(turn: Turn) -> Language:
    """The language of one turn: that of its answer where its message is too short to tell."""
    return language_of(turn.text if tells_language(turn.text) else turn.answer or turn.text)


def tells_language(text: str) -> bool:
    """Tell whether a text is long enough; a Chinese character tells at once."""
    return bool(HAN_CHARACTER.search(text)) or len(plain_words(text)) >= ENOUGH_WORDS
