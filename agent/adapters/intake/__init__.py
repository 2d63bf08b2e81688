"""Users' files on their way into the library."""

from agent.adapters.intake.sqlite import SqliteIntake

__all__ = ["SqliteIntake"]
