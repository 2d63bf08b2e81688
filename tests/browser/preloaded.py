"""What the app imports before it is ready, for the process that servers are forked from."""

import importlib

from streamlit.web import cli

from agent import known_workflows
from ui import headers, routes, session, stylesheet, warmup

__all__ = ["cli", "headers", "routes", "session", "stylesheet"]

for module in warmup.HEAVY:
    importlib.import_module(module)
known_workflows()
