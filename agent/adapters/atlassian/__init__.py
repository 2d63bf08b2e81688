"""Jira and Confluence through the Model Context Protocol: one process for both."""

from agent.adapters.atlassian.session import Session, Tools
from agent.adapters.atlassian.setup import open_session

__all__ = ["Session", "Tools", "open_session"]
