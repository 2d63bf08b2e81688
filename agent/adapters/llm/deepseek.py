"""DeepSeek."""

from typing import Any

from langchain_core.language_models import BaseChatModel

from agent.adapters.llm.failures import explain
from agent.errors import ProviderError
from agent.ports import ModelChoice, Provider, Timeouts

LABEL = "DeepSeek"
BASE_URL = "https://api.deepseek.com"


def json_object(_name: str, _schema: dict[str, Any]) -> dict[str, Any]:
    """JSON without a schema is all it offers; the prompt holds the schema."""
    return {"response_format": {"type": "json_object"}}


def connect(choice: ModelChoice, timeouts: Timeouts) -> BaseChatModel:
    from agent.adapters.llm.sdk.openai_compatible import OpenAICompatible

    return OpenAICompatible(
        model=choice.model,
        api_key=choice.key,
        base_url=choice.base_url or BASE_URL,
        temperature=choice.temperature,
        timeout=timeouts.model,
        max_retries=0,
        stream_usage=True,
        use_responses_api=False,
        echo_reasoning=True,
    )


def explain_deepseek(error: Exception) -> ProviderError | None:
    return explain(error, LABEL, modules=("openai", "langchain_openai"))


PROVIDER = Provider(
    name="deepseek",
    label=LABEL,
    connect=connect,
    explain=explain_deepseek,
    # No prices: they double at certain hours of the day.
    models=("deepseek-flash", "deepseek-v4-pro"),
    structured=json_object,
)
