"""Mistral."""

from math import ceil
from typing import Any
from weakref import finalize

from langchain_core.language_models import BaseChatModel

from agent.adapters.llm.failures import explain
from agent.errors import ProviderError
from agent.ports import ModelChoice, Provider, Timeouts

LABEL = "Mistral"
BASE_URL = "https://api.mistral.ai/v1"
_USUAL = 0.7  # the client sends a temperature always; this is its own


def json_schema(name: str, schema: dict[str, Any]) -> dict[str, Any]:
    wanted = {"name": name, "schema": _closed(schema), "strict": True}
    return {"response_format": {"type": "json_schema", "json_schema": wanted}}


def _closed(schema: Any) -> Any:
    """A strict schema has to say that there are no other keys."""
    match schema:
        case dict():
            inner = {key: _closed(value) for key, value in schema.items()}
            return {"additionalProperties": False, **inner} if "properties" in schema else inner
        case list():
            return [_closed(entry) for entry in schema]
    return schema


def connect(choice: ModelChoice, timeouts: Timeouts) -> BaseChatModel:
    from langchain_mistralai import ChatMistralAI

    model = ChatMistralAI(
        model_name=choice.model,
        api_key=choice.key,
        base_url=choice.base_url or BASE_URL,
        timeout=max(1, ceil(timeouts.model)),
        max_retries=1,
        temperature=_USUAL if choice.temperature is None else min(choice.temperature, 1.0),
    )
    # Nothing else closes its connections.
    finalize(model, model.client.close)
    return model


def explain_mistral(error: Exception) -> ProviderError | None:
    return explain(error, LABEL, modules=("langchain_mistralai", "httpx_sse"))


PROVIDER = Provider(
    name="mistral",
    label=LABEL,
    connect=connect,
    explain=explain_mistral,
    models=("mistral-medium-2604", "mistral-small-2603", "mistral-large-2512"),
    prices={
        "mistral-medium-2604": (1.5, 7.5),
        "mistral-small-2603": (0.15, 0.6),
        "mistral-large-2512": (0.5, 1.5),
    },
    structured=json_schema,
    reads_schema=True,
)
