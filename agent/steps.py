"""A model step: typed in, typed out, checked by rules, answerable without a model."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, Generic, Protocol, TypeVar

from langchain_core.messages import AIMessage, AnyMessage
from pydantic import BaseModel

MAX_REPAIRS = 2

I = TypeVar("I", bound=BaseModel)  # noqa: E741 - input and output, I and O
O = TypeVar("O", bound=BaseModel)  # noqa: E741 - likewise


def no_sentences(_taken: BaseModel, _given: BaseModel) -> list[str]:
    return []


def schema_as_it_is(_taken: BaseModel, schema: dict[str, Any]) -> dict[str, Any]:
    return schema


def as_given(_taken: I, given: O) -> O:
    return given


@dataclass(frozen=True)
class Step(Generic[I, O]):
    """One question to the model with a typed answer.

    `prompt` renders the input. `mend` puts formalities right. `check` names what is
    false or unusable in words the model can act on; an answer with problems is
    repaired at most `repairs` times. `remarks` are sentences to show beside the
    result, and refuse nothing. `without_model` answers when there is no model, or
    when its answer stays unusable; a step that has none needs a model.
    """

    name: str
    takes: type[I]
    gives: type[O]
    prompt: Callable[[I], str]
    without_model: Callable[[I], O] | None = None
    mend: Callable[[I, O], O] = as_given
    check: Callable[[I, O], list[str]] = no_sentences
    remarks: Callable[[I, O], list[str]] = no_sentences
    narrow: Callable[[I, dict[str, Any]], dict[str, Any]] = schema_as_it_is
    """The answer's schema with what is known of this input, such as the ids that there are."""
    temperature: float | None = None
    repairs: int = MAX_REPAIRS
    longest: int | None = None
    """Characters that an answer can need: a model that runs on is ended there, and not repaired."""
    sealed: bool = False
    """Its reasoning would give away what the user must not see yet, so it is not told."""

    def schema(self, value: I) -> dict[str, Any]:
        """Without titles, which repeat the names."""
        found: dict[str, Any] = _untitled(self.narrow(value, self.gives.model_json_schema()))
        return found


@dataclass(frozen=True)
class ToolSpec:
    """The description of a tool that a model receives."""

    name: str
    description: str
    arguments: type[BaseModel]

    @property
    def schema(self) -> dict[str, Any]:
        """The JSON schema of the arguments, without titles and repeated descriptions."""
        found: dict[str, Any] = _untitled(self.arguments.model_json_schema())
        found.pop("description", None)
        return found


def _untitled(schema: Any) -> Any:
    match schema:
        case dict():
            named = {"properties", "$defs"}
            return {
                key: {name: _untitled(each) for name, each in value.items()}
                if key in named
                else _untitled(value)
                for key, value in schema.items()
                if key != "title"
            }
        case list():
            return [_untitled(each) for each in schema]
        case _:
            return schema


class Filter(Protocol):
    """Removes what the user must not see from a text that arrives in pieces."""

    def feed(self, text: str) -> str: ...
    def rest(self) -> str: ...


@dataclass(frozen=True)
class Chat:
    """A free conversation turn for `Llm.reply`.

    `rules` is the answer without a model: from the same messages to either
    tool calls or a text with the evidence it quotes. `temperature` is the
    workflow's default; the user's choice in the sidebar goes before it.
    """

    system: str
    messages: Sequence[AnyMessage]
    rules: Callable[[Sequence[AnyMessage]], AIMessage]
    tools: tuple[ToolSpec, ...] = ()
    temperature: float | None = None
    to: str = ""
    """The document that the text is for, and not the answer: as in `Token`."""
    watch: Callable[[str], bool | None] | None = None
    """Told the text as far as it has come, in whole words, before the user sees it. False holds the
    latest words back until more has come; what it raises ends the reply, and they are not shown."""
    sift: Callable[[], Filter] | None = None
    """Makes the filter of one reply. The message that comes back holds the text as it was said."""


@dataclass(frozen=True)
class Usage:
    """The cost of one call to a model; rules that answer instead count as none."""

    tokens_in: int = 0
    tokens_out: int = 0
    usd: float | None = None
    model: str = ""
    seconds: float = 0.0
    calls: int = 1
