"""OpenAI."""

import re
from typing import Any

from langchain_core.language_models import BaseChatModel

from agent.adapters.llm.failures import explain, provider_error
from agent.errors import ProviderError
from agent.ports import ModelChoice, Provider, Timeouts

LABEL = "OpenAI"
BASE_URL = "https://api.openai.com/v1"

# These call tools only through the Responses API while they reason.
_RESPONSES = re.compile(r"gpt-(5\.[4-9]|[6-9])|(gpt-5|o\d).*-pro|.*codex")
# These reason and refuse a temperature.
_NO_TEMPERATURE = re.compile(r"o\d|gpt-[5-9](?!.*chat)")


def json_schema(name: str, schema: dict[str, Any]) -> dict[str, Any]:
    """Not strict: a strict schema may hold neither defaults nor free keys, and ours are checked."""
    wanted = {"name": name, "schema": schema, "strict": False}
    return {"response_format": {"type": "json_schema", "json_schema": wanted}}


def connect(choice: ModelChoice, timeouts: Timeouts) -> BaseChatModel:
    from agent.adapters.llm.sdk.openai_compatible import OpenAICompatible

    fixed = _NO_TEMPERATURE.match(choice.model) is not None
    responses = _RESPONSES.match(choice.model) is not None
    return OpenAICompatible(
        model=choice.model,
        api_key=choice.key,
        base_url=choice.base_url or BASE_URL,
        temperature=None if fixed else choice.temperature,
        timeout=timeouts.model,
        max_retries=0,
        stream_usage=True,
        use_responses_api=responses,
        store=False if responses else None,
    )


def explain_openai(error: Exception) -> ProviderError | None:
    ours = explain(error, LABEL, modules=("openai", "langchain_openai"))
    if ours is None and isinstance(error, ValueError):
        return provider_error("unavailable", LABEL)  # a "failed" event of the Responses API
    return ours


PROVIDER = Provider(
    name="openai",
    label=LABEL,
    connect=connect,
    explain=explain_openai,
    models=("gpt-6.1-terra", "gpt-6-luna", "gpt-6.1-sol", "gpt-4.1", "gpt-4.1-mini"),
    prices={
        "gpt-6.1-terra": (1.0, 5.0),
        "gpt-6.1-sol": (2.0, 10.0),
        "gpt-6-luna": (0.1, 0.5),
        "gpt-6-sol": (2.0, 10.0),
        "gpt-6-astra": (10.0, 50.0),
        "gpt-5.4-mini": (0.75, 4.5),
        "gpt-5.4-nano": (0.2, 1.25),
        "gpt-5": (1.25, 10.0),
        "gpt-5-mini": (0.25, 2.0),
        "gpt-5-nano": (0.05, 0.4),
        "gpt-4.1": (2.0, 8.0),
        "gpt-4.1-mini": (0.4, 1.6),
        "gpt-4o": (2.5, 10.0),
        "gpt-4o-mini": (0.15, 0.6),
    },
    structured=json_schema,
    reads_schema=True,
)
