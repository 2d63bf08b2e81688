"""What `streamlit run app.py` serves: the pages, our routes, our headers."""

import asyncio
import gc
import logging
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import streamlit as st
from starlette.middleware import Middleware

from agent import AgentError
from ui import session, stylesheet
from ui.headers import SecurityHeaders
from ui.routes import ROUTES, tokens
from ui.warmup import warm_up

settings = session.settings()


@asynccontextmanager
async def lifespan(_app: st.App) -> AsyncIterator[None]:
    _log_to_stderr()
    try:
        await asyncio.to_thread(warm_up)
    except AgentError as error:
        print(f"{error.message} {error.hint}", file=sys.stderr)  # noqa: T201 - for the operator
    gc.collect()
    gc.freeze()
    yield
    session.graph_agent.clear()


def _refuse_open_doors() -> None:
    address = st.get_option("server.address") or "0.0.0.0"  # noqa: S104 - Streamlit's default
    if address not in ("127.0.0.1", "localhost", "::1") and not settings.interlude_shared:
        raise SystemExit(
            f"Interlude has no sign-in, so it does not serve {address}."
            " Set INTERLUDE_SHARED=1 if everybody who can reach it may use it."
        )


def _refuse_unreadable_tokens() -> None:
    try:
        tokens()
    except AgentError as error:
        raise SystemExit(f"{error.message} {error.hint}") from None


def _log_to_stderr() -> None:
    log = logging.getLogger("interlude")
    log.setLevel(logging.INFO)
    if not log.handlers:
        log.addHandler(logging.StreamHandler())
        log.propagate = False


# Before the server starts: there it would be a traceback.
_refuse_open_doors()
_refuse_unreadable_tokens()

app = st.App(
    "ui/shell.py",
    routes=[*ROUTES, stylesheet.ROUTE],
    middleware=[
        Middleware(SecurityHeaders, shared=settings.interlude_shared),
        Middleware(stylesheet.LinkStylesheet),
    ],
    lifespan=lifespan,
)
