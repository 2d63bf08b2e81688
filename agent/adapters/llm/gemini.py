"""Google Gemini."""

import re
import ssl
from functools import cache
from typing import Any
from weakref import finalize

from langchain_core.language_models import BaseChatModel

from agent.adapters.llm.failures import explain
from agent.errors import ProviderError
from agent.ports import ModelChoice, Provider, Timeouts

LABEL = "Gemini"
BASE_URL = "https://generativelanguage.googleapis.com"

# These ignore a temperature, and the client warns of each one it is given.
_NO_TEMPERATURE = re.compile(r"gemini-(3\.[6-9]|3\.5-flash-lite|[4-9])")
_NO_THOUGHTS = re.compile(r"gemini-[12]\.[0-4]|gemma-[123]\b")


def json_schema(_name: str, schema: dict[str, Any]) -> dict[str, Any]:
    return {"response_mime_type": "application/json", "response_json_schema": schema}


def connect(choice: ModelChoice, timeouts: Timeouts) -> BaseChatModel:
    from langchain_google_genai import ChatGoogleGenerativeAI

    model = ChatGoogleGenerativeAI(
        model=choice.model,
        google_api_key=choice.key,
        base_url=choice.base_url or BASE_URL,
        temperature=None if _NO_TEMPERATURE.match(choice.model) else choice.temperature,
        timeout=timeouts.model,
        max_retries=1,  # 0 would mean the client's own default
        include_thoughts=None if _NO_THOUGHTS.match(choice.model) else True,
        vertexai=False,
        client_args={"verify": _certificates(), "ssl": _certificates()},
    )
    if model.client:
        # The model closes its connections as well, but too late when an error's frames hold it.
        finalize(model, model.client.close)
    return model


@cache
def _certificates() -> ssl.SSLContext:
    """Read once: the client reads them three times for each model, 80 ms together."""
    import certifi

    return ssl.create_default_context(cafile=certifi.where())


def explain_gemini(error: Exception) -> ProviderError | None:
    return explain(error, LABEL, modules=("google", "langchain_google_genai"))


PROVIDER = Provider(
    name="gemini",
    label=LABEL,
    connect=connect,
    explain=explain_gemini,
    models=("gemini-3.8-flash", "gemini-3.5-flash-lite", "gemini-4-argon"),
    prices={
        # Others have introductory prices that end with the year.
        "gemini-3.5-flash-lite": (0.3, 2.5),
        "gemini-3.1-flash-lite": (0.25, 1.5),
        "gemini-3.1-pro-preview": (2.0, 12.0),
        "gemini-2.5-pro": (1.25, 10.0),
        "gemini-2.5-flash": (0.3, 2.5),
        "gemini-2.5-flash-lite": (0.1, 0.4),
    },
    structured=json_schema,
    reads_schema=True,
)
