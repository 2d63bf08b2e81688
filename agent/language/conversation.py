"""The language of a conversation: that of its messages."""

from collections.abc import Iterable

from langchain_core.messages import AnyMessage, HumanMessage

from agent.language.names import without_names
from agent.language.text import HAN_CHARACTER, Language, language_of, plain_words, told_language
from agent.store.records import Turn

ENOUGH_WORDS = 3


def conversation_language(messages: Iterable[AnyMessage], default: Language = "en") -> Language:
    """The language of the latest message that is long enough to tell; a short one keeps it."""
    said = [str(message.text) for message in messages if isinstance(message, HumanMessage)]
    latest = next(filter(tells_language, reversed(said)), "\n".join(said))
    return language_of(latest) if latest.strip() else default


def spoken(turn: Turn) -> Language:
    """The language of one turn: that of its answer where its message is too short to tell."""
    return language_of(turn.text if tells_language(turn.text) else turn.answer or turn.text)


def tells_language(text: str) -> bool:
    """Tell whether it has enough words and not only names; a Chinese character tells at once."""
    if HAN_CHARACTER.search(text):
        return True
    is_long = len(plain_words(text)) >= ENOUGH_WORDS
    return is_long and told_language(without_names(text)) is not None
