"""Prepares what the first visitor would wait for: imports, graphs, one search."""

import importlib

from agent import known_workflows
from ui import session

HEAVY = ("pandas", "pyarrow", "streamlit.delta_generator", "altair", "ui.chat", "ui.home")


def warm_up() -> None:
    """Load what pages load. Raises AgentError when the data folder cannot be used."""
    for module in HEAVY:
        importlib.import_module(module)
    agent = session.graph_agent()
    for name in known_workflows():
        agent.flow.graph(name)
    agent.models.prepare()
    library = agent.ports.library
    for subject in library.subjects()[:1]:
        library.search("warm up", subject=subject.id, top_k=1)
