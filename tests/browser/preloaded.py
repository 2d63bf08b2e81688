"""What the app imports before it is ready, for the process that servers are forked from."""

import functools
import gc
import importlib

from streamlit.components.v2 import manifest_scanner
from streamlit.web import cli

from agent import known_workflows
from agent.intents.examples import NAMES
from agent.intents.without_model import fit_by_words
from ui import headers, routes, session, stylesheet, warmup

__all__ = ["cli", "headers", "routes", "session", "stylesheet"]

SERVING = (
    "itsdangerous",
    "starlette.applications",
    "starlette.middleware.sessions",
    "starlette.staticfiles",
    "streamlit.web.server.app_discovery",
    "streamlit.web.server.starlette.starlette_agent_routes",
    "ui.api.app",
    "uvicorn.logging",
    "uvicorn.lifespan.on",
    "uvicorn.loops.uvloop",
    "uvicorn.protocols.http.h11_impl",
    "uvicorn.protocols.websockets.websockets_sansio_impl",
)

for module in (*warmup.HEAVY, *SERVING):
    importlib.import_module(module)
known_workflows()
# Each server would read the metadata of every installed package again.
scan = functools.cache(manifest_scanner.scan_component_manifests)
scan()
manifest_scanner.scan_component_manifests = scan
for name in NAMES:
    fit_by_words(name).least_margin  # noqa: B018 - computed here
# A server's own collections pass over what it was forked with.
gc.collect()
gc.freeze()
