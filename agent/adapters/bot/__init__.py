"""Bots that can be asked: one of Coze, or none."""

from agent.ports.work_items import Bot
from agent.settings import Settings

__all__ = ["open_bot"]


def open_bot(settings: Settings) -> Bot | None:
    """None when nothing of it is set; raises NotConfigured when only a part is."""
    if not settings.coze_api_token.get_secret_value().strip() and not settings.coze_bot_id.strip():
        return None
    # Its packages are of no use to who has no bot.
    from agent.adapters.bot.coze import open_coze  # noqa: PLC0415

    return open_coze(settings)
