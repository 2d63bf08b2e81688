"""Wikis: the one that comes with the app, or Confluence."""

from agent.adapters.wiki.embedded import EmbeddedWiki
from agent.ports.work_items import Wiki
from agent.settings import Settings
from agent.store.database import Database, Seal, unsealed

__all__ = ["EmbeddedWiki", "open_wiki"]


def open_wiki(settings: Settings, database: Database, seal: Seal = unsealed) -> Wiki | None:
    """As INTERLUDE_WIKI says; unset, Confluence when CONFLUENCE_URL is set, else the embedded one.

    The database is the ledger's, as for `open_tracker`.
    """
    match settings.interlude_wiki or ("confluence" if settings.confluence_url else "embedded"):
        case "confluence":
            # Its packages are slow to import.
            from agent.adapters.wiki.confluence import open_confluence  # noqa: PLC0415

            return open_confluence(settings)
        case "embedded":
            return EmbeddedWiki(database, space=settings.interlude_embedded_project, seal=seal)
    return None
