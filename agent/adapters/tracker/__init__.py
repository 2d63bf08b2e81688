"""Trackers: the one that comes with the app, or Jira."""

from agent.adapters.tracker.embedded import EmbeddedTracker
from agent.ports.work_items import Tracker
from agent.settings import Settings
from agent.store.database import Database, Seal, unsealed

__all__ = ["EmbeddedTracker", "open_tracker"]


def open_tracker(settings: Settings, database: Database, seal: Seal = unsealed) -> Tracker | None:
    """As INTERLUDE_TRACKER says; unset, Jira when JIRA_URL is set and else the embedded one.

    The database is the ledger's, since an issue may not be lost once it was told of.
    """
    match settings.interlude_tracker or ("jira" if settings.jira_url else "embedded"):
        case "jira":
            # Its packages are slow to import.
            from agent.adapters.tracker.jira import open_jira  # noqa: PLC0415

            return open_jira(settings)
        case "embedded":
            return EmbeddedTracker(database, project=settings.interlude_embedded_project, seal=seal)
    return None
