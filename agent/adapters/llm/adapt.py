"""A history that any provider accepts, made of messages by any other.

The rules are the strictest of the vendors', so one form serves all: a user
begins, users and assistant alternate, a user never speaks right after a tool,
every call is answered at once and only once, what another vendor added is
reduced to text and calls, and ids have the nine letters or digits that
Mistral insists on.
"""

import hashlib
from collections.abc import Iterable, Iterator, Sequence

from langchain_core.messages import (
    AIMessage,
    AnyMessage,
    BaseMessage,
    HumanMessage,
    SystemMessage,
    ToolMessage,
)
from langchain_core.messages.tool import ToolCall

from agent.engine.messages import text_of

NOT_ANSWERED = "This call was not answered."
_EMPTY = "(empty)"
_BETWEEN = "I have the result."
_HELLO = "Hello."
_GO_ON = "Please go on."
_ID_LENGTH = 9


def adapt(messages: Sequence[AnyMessage], provider: str) -> list[BaseMessage]:
    """The conversation in the form that `provider` takes; its own messages stay unchanged."""
    system = "\n\n".join(filter(None, map(text_of, _only(SystemMessage, messages))))
    talk = _joined(_with_answers(messages, provider))
    spoken = list(_apart(talk))
    if spoken and isinstance(spoken[0], AIMessage):
        spoken.insert(0, HumanMessage(_HELLO))
    if not spoken or isinstance(spoken[-1], AIMessage):
        spoken.append(HumanMessage(_GO_ON))
    return [SystemMessage(system), *spoken] if system else spoken


def tool_call_id(*parts: object) -> str:
    """Nine letters and digits, the same for the same parts."""
    digest = hashlib.sha256(repr(parts).encode()).hexdigest()
    return digest[:_ID_LENGTH]


def _only(kind: type[BaseMessage], messages: Iterable[BaseMessage]) -> list[BaseMessage]:
    return [message for message in messages if isinstance(message, kind)]


def _with_answers(messages: Sequence[AnyMessage], provider: str) -> Iterator[BaseMessage]:
    """Messages in the target's form; each call followed by its answer, no answer without a call."""
    for place, message in enumerate(messages):
        match message:
            case AIMessage():
                native = message.response_metadata.get("provider") == provider
                said = _native(message) if native else _plain(message, place)
                if said.tool_calls or text_of(said):
                    yield said
                    yield from _answers(message, said, _tools_after(messages, place))
            case HumanMessage():
                yield message if message.content else HumanMessage(_EMPTY)
            case _:
                continue


def _native(message: AIMessage) -> AIMessage:
    if not isinstance(message.content, list) or "" not in message.content:
        return message
    return message.model_copy(update={"content": [part for part in message.content if part]})


def _plain(message: AIMessage, place: int) -> AIMessage:
    turn = message.id or place
    calls = [
        ToolCall(name=call["name"], args=call["args"], id=tool_call_id(turn, order, call["id"]))
        for order, call in enumerate(message.tool_calls)
    ]
    return AIMessage(text_of(message), tool_calls=calls, id=message.id)


def _tools_after(messages: Sequence[AnyMessage], place: int) -> Iterator[ToolMessage]:
    for message in messages[place + 1 :]:
        if not isinstance(message, ToolMessage):
            return
        yield message


def _answers(
    asked: AIMessage, said: AIMessage, answers: Iterable[ToolMessage]
) -> Iterator[ToolMessage]:
    given: dict[str | None, ToolMessage] = {}
    for candidate in answers:
        given.setdefault(candidate.tool_call_id, candidate)
    for before, now in zip(asked.tool_calls, said.tool_calls, strict=True):
        answer = given.get(before["id"])
        yield ToolMessage(
            (answer.content or _EMPTY) if answer else NOT_ANSWERED,
            tool_call_id=now["id"] or "",
            name=now["name"],
        )


def _joined(messages: Iterable[BaseMessage]) -> Iterator[BaseMessage]:
    """Join one side's consecutive messages: some servers want the roles to alternate."""
    before: BaseMessage | None = None
    for message in messages:
        both = _merged(before, message) if before else None
        if before and both is None:
            yield before
        before = both or message
    if before:
        yield before


def _merged(first: BaseMessage, second: BaseMessage) -> BaseMessage | None:
    if not (isinstance(first.content, str) and isinstance(second.content, str)):
        return None
    text = "\n\n".join(filter(None, (first.content, second.content)))
    match first, second:
        case HumanMessage(), HumanMessage():
            return HumanMessage(text)
        case AIMessage(), AIMessage() if not first.tool_calls:
            return second.model_copy(update={"content": text})
    return None


def _apart(messages: Iterable[BaseMessage]) -> Iterator[BaseMessage]:
    """A word of the assistant between a tool and a user."""
    before: BaseMessage | None = None
    for message in messages:
        if isinstance(before, ToolMessage) and isinstance(message, HumanMessage):
            yield AIMessage(_BETWEEN)
        yield message
        before = message
