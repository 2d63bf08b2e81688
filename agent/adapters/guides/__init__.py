"""Teaching guides, kept in the library file."""

from agent.adapters.guides.sqlite import SqliteGuides

__all__ = ["SqliteGuides"]
