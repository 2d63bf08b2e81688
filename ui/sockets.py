"""Limits of the server's connections: enough open files, and limited time for a header."""

import asyncio
import logging
import sys
from typing import Any

if sys.platform != "win32":
    import resource

log = logging.getLogger("interlude.sockets")

MOST_ON_MACOS = 10_240


def raise_file_limit() -> None:
    """Each open tab holds several descriptors, and the usual limit is reached at about 150 tabs."""
    if sys.platform == "win32":  # it has no such limit
        return
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    for wish in (hard, MOST_ON_MACOS):
        try:
            resource.setrlimit(resource.RLIMIT_NOFILE, (wish, hard))
        except (ValueError, OSError):
            continue
        return
    log.warning("The limit of %s open files cannot be raised: few tabs can be open at once.", soft)


def limit_header_time(protocol: type[Any], *, seconds: float) -> None:
    """Have connections of this class closed when a request's header does not end in time.

    uvicorn has no setting for it, and Streamlit chooses the class; only the methods that
    asyncio calls are wrapped.
    """
    if "header_timer" in vars(protocol):
        return
    made, received = protocol.connection_made, protocol.data_received

    def connection_made(self: Any, transport: asyncio.Transport) -> None:
        made(self, transport)
        _watch(self, seconds)

    def data_received(self: Any, data: bytes) -> None:
        received(self, data)
        _watch(self, seconds)

    protocol.header_timer = None
    protocol.connection_made = connection_made
    protocol.data_received = data_received


def _watch(connection: Any, seconds: float) -> None:
    """One timer from the first byte on, so that single bytes win no time."""
    timer = connection.header_timer
    if timer is not None and not _awaits_header(connection):
        timer.cancel()
        connection.header_timer = None
    elif timer is None and _awaits_header(connection):
        loop = asyncio.get_running_loop()
        connection.header_timer = loop.call_later(seconds, _give_up, connection)


def _give_up(connection: Any) -> None:
    connection.header_timer = None
    if _awaits_header(connection):
        connection.transport.abort()


def _awaits_header(connection: Any) -> bool:
    """Not while a request is answered, and not after the change to a WebSocket."""
    if connection.transport.get_protocol() is not connection:
        return False
    return connection.cycle is None or connection.cycle.response_complete
