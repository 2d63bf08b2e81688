"""The application that `streamlit run app.py` serves: the pages, our routes, our headers."""

import asyncio
import gc
import logging
import signal
import sys
import threading
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import asynccontextmanager, contextmanager
from types import FrameType

import streamlit as st
from starlette.middleware import Middleware
from uvicorn.protocols.http.auto import AutoHTTPProtocol

from agent import AgentError, check_folder
from ui import session, stylesheet
from ui.api.inner import InnerRoutes
from ui.headers import Origin, SecurityHeaders, public_origins
from ui.routes import ENDING, ROUTES, tokens
from ui.sockets import limit_header_time, raise_file_limit
from ui.warmup import warm_up

settings = session.settings()


@asynccontextmanager
async def lifespan(_app: st.App) -> AsyncIterator[None]:
    _log_to_stderr()
    raise_file_limit()
    limit_header_time(AutoHTTPProtocol, seconds=settings.interlude_header_seconds)
    try:
        await asyncio.to_thread(warm_up)
    except AgentError as error:
        print(f"{error.message} {error.hint}", file=sys.stderr)  # noqa: T201 - for the operator
    gc.collect()
    gc.freeze()
    with _before_signals(ENDING.begin):
        yield
    session.graph_agent.clear()


@contextmanager
def _before_signals(tell: Callable[[], None]) -> Iterator[None]:
    """Run this when a signal arrives, before the server: it waits for all responses to complete."""
    before = {each: signal.getsignal(each) for each in (signal.SIGINT, signal.SIGTERM)}

    def end(number: int, frame: FrameType | None) -> None:
        tell()
        if callable(known := before[signal.Signals(number)]):
            known(number, frame)

    # Only the main thread may set signal handlers, and only a server there has requests to end.
    is_server = threading.current_thread() is threading.main_thread()
    ours = [each for each, known in before.items() if is_server and callable(known)]
    for each in ours:
        signal.signal(each, end)
    try:
        yield
    finally:
        for each in ours:
            signal.signal(each, before[each])


def _refuse_open_doors() -> None:
    address = st.get_option("server.address") or "0.0.0.0"  # noqa: S104 - Streamlit's default
    if address not in ("127.0.0.1", "localhost", "::1") and not settings.interlude_shared:
        raise SystemExit(
            f"Interlude has no sign-in, so it does not serve {address}."
            " Set INTERLUDE_SHARED=1 if everybody who can reach it may use it."
        )


def _refuse_unreadable_settings() -> frozenset[Origin]:
    """The public addresses, when these and the tokens can be read."""
    try:
        tokens()
        return public_origins(settings.interlude_public_url)
    except AgentError as error:
        raise SystemExit(f"{error.message} {error.hint}") from None


def _refuse_unusable_data() -> None:
    try:
        check_folder(settings.interlude_data.expanduser())
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
public = _refuse_unreadable_settings()
_refuse_unusable_data()

app = st.App(
    "ui/shell.py",
    routes=[*ROUTES, stylesheet.ROUTE],
    middleware=[
        Middleware(SecurityHeaders, shared=settings.interlude_shared, public=public),
        Middleware(InnerRoutes, tokens=tokens),
        Middleware(stylesheet.LinkStylesheet),
    ],
    lifespan=lifespan,
)
