"""Keeps the sandbox from leaving this machine and from running programs."""

import ipaddress
import socket
import sys
from typing import Any

_STARTS = ("subprocess.Popen", "os.system", "os.exec", "os.posix_spawn", "os.spawn", "os.startfile")


def fence() -> None:
    """For good and for the whole process: an audit hook cannot be removed."""
    sys.addaudithook(_refuse)


def _refuse(event: str, args: tuple[Any, ...]) -> None:
    match event:
        case "socket.connect" | "socket.bind" | "socket.sendto":
            _refuse_address(args[0], args[1])
        case "socket.getaddrinfo" | "socket.gethostbyname" if not _is_loopback(args[0]):
            raise PermissionError(f"The sandbox looks up nothing beyond this machine: {args[0]}")
        case _ if event in _STARTS:
            raise PermissionError("The sandbox starts no programs.")


def _refuse_address(sock: Any, address: Any) -> None:
    if sock.family == socket.AF_UNIX:
        raise PermissionError("The sandbox uses no socket files.")
    if sock.family in {socket.AF_INET, socket.AF_INET6} and not _is_loopback(address[0]):
        raise PermissionError(f"The sandbox does not leave this machine: {address[0]}")


def _is_loopback(host: Any) -> bool:
    name = host.decode() if isinstance(host, bytes) else host
    if name == "localhost":
        return True
    try:
        return ipaddress.ip_address(str(name)).is_loopback
    except ValueError:
        return False
