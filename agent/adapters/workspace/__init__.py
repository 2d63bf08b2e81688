"""Keeps a request's files while it is worked on, and after."""

from agent.adapters.workspace.folder import FolderWorkspace
from agent.adapters.workspace.history import GitHistory

__all__ = ["FolderWorkspace", "GitHistory"]
