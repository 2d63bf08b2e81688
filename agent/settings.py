"""Settings: the environment, `.env` and `.streamlit/secrets.toml`, read once at start."""

import tomllib
from pathlib import Path
from typing import Any, Literal

from pydantic import SecretStr
from pydantic_settings import (
    BaseSettings,
    InitSettingsSource,
    PydanticBaseSettingsSource,
    SettingsConfigDict,
)

SECRETS = Path(".streamlit/secrets.toml")


class Settings(BaseSettings):
    """Field names are the environment's names in lower case; the README lists them all."""

    model_config = SettingsConfigDict(env_file=".env", extra="ignore", env_ignore_empty=True)

    interlude_data: Path = Path("data")
    interlude_provider: str = "embedded"
    interlude_shared: bool = False
    interlude_public_url: str = ""
    interlude_api_tokens: SecretStr = SecretStr("")
    interlude_header_seconds: float = 15
    interlude_embedder: str = "fusenc"
    interlude_workers: int = 32
    interlude_recursion_limit: int = 120
    interlude_model_seconds: float = 60
    interlude_model_call_seconds: float = 600
    interlude_model_characters: int = 100_000
    interlude_model_ports: dict[str, int] = {
        "Ollama": 11434,
        "llama.cpp": 8080,
        "LM Studio": 1234,
        "vLLM": 8000,
    }
    interlude_library_seconds: float = 15
    interlude_rag_url: str = ""
    interlude_tutor_judges: bool = False
    interlude_image_seconds: float = 120
    interlude_upload_megabytes: int = 50
    interlude_upload_pages: int = 2_000
    interlude_upload_seconds: float = 180
    interlude_upload_memory_megabytes: int = 1_024
    interlude_cloud_dev: str = "sandbox"
    interlude_cloud_tst: str = "sandbox"
    interlude_cloud_prd: str = "sandbox"
    interlude_cloud_dev_prefix: str = "dev-"
    interlude_cloud_tst_prefix: str = "tst-"
    interlude_cloud_prd_prefix: str = "prd-"
    interlude_cloud_region: str = "us-east-1"
    interlude_cloud_seconds: float = 30
    interlude_checkov: str = ""
    interlude_change_repository: str = ""
    interlude_change_autonomy: Literal["always", "by risk"] = "by risk"
    interlude_change_approval_minutes: float = 30
    interlude_change_monthly_limit: float = 100
    interlude_change_retries: int = 3
    interlude_change_deploy_minutes: float = 60
    interlude_tracker: Literal["", "embedded", "jira", "none"] = ""
    interlude_wiki: Literal["", "embedded", "confluence", "none"] = ""
    interlude_embedded_project: str = "PROJ"
    interlude_tool_seconds: float = 60
    interlude_atlassian_command: str = ""
    interlude_atlassian_url: str = ""
    interlude_bot_seconds: float = 300
    interlude_intent_confidence: float = 0.6
    interlude_maturity_weights: dict[str, float] = {}
    interlude_ticket_approval_minutes: float = 60
    interlude_ticket_search_minutes: float = 10
    interlude_search: Literal["", "ddgs", "tavily", "none"] = ""
    interlude_fetch_seconds: float = 15
    interlude_fetch_megabytes: float = 5
    interlude_coach_loops: int = 10
    interlude_coach_asks_courses: bool = True
    interlude_coach_human_input: bool = True
    interlude_coach_links: bool = True
    interlude_course_site: str = ""
    interlude_course_site_seconds: float = 45
    interlude_course_browser: str = ""
    database_url: str = ""

    mongo_uri: SecretStr = SecretStr("")
    mongo_db: str = "interlude"
    mongo_collection: str = "guides"

    jira_url: str = ""
    jira_username: str = ""
    jira_api_token: SecretStr = SecretStr("")
    jira_personal_token: SecretStr = SecretStr("")
    jira_project_key: str = ""
    confluence_url: str = ""
    confluence_username: str = ""
    confluence_api_token: SecretStr = SecretStr("")
    confluence_personal_token: SecretStr = SecretStr("")
    confluence_space_key: str = ""
    coze_api_token: SecretStr = SecretStr("")
    coze_bot_id: str = ""
    coze_api_base_url: str = "https://api.coze.com"
    tavily_api_key: SecretStr = SecretStr("")

    gemini_api_key: SecretStr | None = None
    gemini_model: str = ""
    gemini_image_model: str = ""
    gemini_base_url: str = ""
    mistral_api_key: SecretStr | None = None
    mistral_model: str = ""
    mistral_base_url: str = ""
    vllm_api_key: SecretStr | None = None
    vllm_model: str = ""
    vllm_base_url: str = ""
    openai_api_key: SecretStr | None = None
    openai_model: str = ""
    openai_base_url: str = ""
    deepseek_api_key: SecretStr | None = None
    deepseek_model: str = ""
    deepseek_base_url: str = ""

    @classmethod
    def settings_customise_sources(
        cls,
        settings_cls: type[BaseSettings],
        init_settings: PydanticBaseSettingsSource,
        env_settings: PydanticBaseSettingsSource,
        dotenv_settings: PydanticBaseSettingsSource,
        file_secret_settings: PydanticBaseSettingsSource,
    ) -> tuple[PydanticBaseSettingsSource, ...]:
        secrets = InitSettingsSource(settings_cls, _secrets())
        return init_settings, env_settings, dotenv_settings, secrets, file_secret_settings

    def key(self, provider: str) -> SecretStr | None:
        key: SecretStr | None = getattr(self, f"{provider}_api_key", None)
        return key

    def model(self, provider: str) -> str:
        return str(getattr(self, f"{provider}_model", ""))

    def base_url(self, provider: str) -> str:
        return str(getattr(self, f"{provider}_base_url", ""))


def _secrets() -> dict[str, Any]:
    """The top level of Streamlit's secrets file, where there is one."""
    if not SECRETS.is_file():
        return {}
    values = tomllib.loads(SECRETS.read_text(encoding="utf-8"))
    known = Settings.model_fields.keys()
    return {name.lower(): value for name, value in values.items() if name.lower() in known}
