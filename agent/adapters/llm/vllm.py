"""A self-hosted server with OpenAI's protocol: vLLM, llama.cpp, Ollama, LM Studio."""

from langchain_core.language_models import BaseChatModel
from pydantic import SecretStr

from agent.adapters.llm.failures import explain
from agent.adapters.llm.openai import json_schema
from agent.adapters.llm.servers import learn
from agent.errors import ProviderError
from agent.language.catalogs import N_
from agent.ports import ModelChoice, Provider, Timeouts

LABEL = N_("Own server")


def connect(choice: ModelChoice, timeouts: Timeouts) -> BaseChatModel:
    from agent.adapters.llm.sdk.openai_compatible import OpenAICompatible

    return OpenAICompatible(
        model=choice.model,
        # Never None: the client would take OpenAI's key from the environment.
        api_key=choice.key or SecretStr("EMPTY"),
        base_url=choice.base_url,
        temperature=choice.temperature,
        timeout=timeouts.model,
        max_retries=0,
        stream_usage=True,
        use_responses_api=False,
    )


def explain_vllm(error: Exception) -> ProviderError | None:
    return explain(error, LABEL, modules=("openai", "langchain_openai"))


PROVIDER = Provider(
    name="vllm",
    label=LABEL,
    connect=connect,
    explain=explain_vllm,
    needs_key=False,
    needs_url=True,
    learn=learn,
    structured=json_schema,
)
