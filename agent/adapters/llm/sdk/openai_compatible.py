"""ChatOpenAI for every server that speaks OpenAI's protocol, with the reasoning it drops."""

from typing import Any

from langchain_core.language_models import LanguageModelInput
from langchain_core.messages import AIMessage
from langchain_core.outputs import ChatGenerationChunk
from langchain_openai import ChatOpenAI

Plain = dict[str, Any]


class OpenAICompatible(ChatOpenAI):
    """Keeps `reasoning_content`, `reasoning` and `refusal` of a delta in additional_kwargs.

    `echo_reasoning` sends it back with each message that called tools, as
    DeepSeek demands; the field has to be there even when it is empty.
    """

    echo_reasoning: bool = False

    def _convert_chunk_to_generation_chunk(
        self, chunk: Plain, default_chunk_class: type, base_generation_info: Plain | None
    ) -> ChatGenerationChunk | None:
        converted = super()._convert_chunk_to_generation_chunk(
            chunk, default_chunk_class, base_generation_info
        )
        delta = (chunk.get("choices") or [{}])[0].get("delta") or {}
        reasoning = delta.get("reasoning_content") or delta.get("reasoning")
        if converted and isinstance(reasoning, str):
            converted.message.additional_kwargs["reasoning_content"] = reasoning
        if converted and delta.get("refusal"):
            converted.message.additional_kwargs["refusal"] = str(delta["refusal"])
        return converted

    def _get_request_payload(
        self, input_: LanguageModelInput, *, stop: list[str] | None = None, **kwargs: Any
    ) -> Plain:
        payload: Plain = super()._get_request_payload(input_, stop=stop, **kwargs)
        if "response_format" in payload:
            # As a plain parameter the client parses the whole answer again for each token.
            extra = payload.get("extra_body") or {}
            wanted = {"response_format": payload.pop("response_format")}
            payload["extra_body"] = {**extra, **wanted}
        if "input" in payload:
            _loosen(payload)
        elif self.echo_reasoning:
            self._echo(payload, self._convert_input(input_).to_messages())
        return payload

    def _echo(self, payload: Plain, messages: list[Any]) -> None:
        for message, sent in zip(messages, payload["messages"], strict=True):
            if isinstance(message, AIMessage) and message.tool_calls:
                sent["reasoning_content"] = message.additional_kwargs.get("thinking", "")


def _loosen(payload: Plain) -> None:
    # The Responses API takes a tool without the flag for a strict one and rejects its defaults.
    for tool in payload.get("tools", []):
        tool.setdefault("strict", False)
