"""Teaching guides, kept in the library file or in MongoDB."""

from agent.adapters.guides.sqlite import SqliteGuides

__all__ = ["SqliteGuides"]
