"""Documents to search, kept in SQLite."""

from agent.adapters.library.schema import SCHEMA
from agent.adapters.library.sqlite import SqliteLibrary

__all__ = ["SCHEMA", "SqliteLibrary"]
