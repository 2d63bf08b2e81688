"""Decides which addresses may be fetched: those of the public web, never of a private network."""

import ipaddress
import re
import socket
from collections.abc import Callable
from typing import NamedTuple

import httpx

from agent.adapters.failures import PAGES

Resolve = Callable[[str, int], list[str]]
"""The addresses of a name, as numbers. Raises OSError."""
Numbers = ipaddress.IPv4Address | ipaddress.IPv6Address

LONGEST = 2_000
PORTS = {"http": 80, "https": 443}

_NOT_IN_URLS = re.compile(r"[\x00-\x20\x7f\\]")
_HOST = re.compile(r"(?:[a-z0-9_](?:[a-z0-9_-]*[a-z0-9_])?\.)+[a-z0-9-]*[a-z][a-z0-9-]*")
_NAT64 = ipaddress.IPv6Network("64:ff9b::/96")
_WEB_V6 = ipaddress.IPv6Network("2000::/3")
# Public by number, and inside of a cloud all the same.
_INSIDE = (ipaddress.IPv4Network("168.63.129.16/32"), ipaddress.IPv4Network("192.0.0.0/24"))


class Place(NamedTuple):
    """An address that may be asked, once its host is known to be public."""

    url: httpx.URL
    host: str
    port: int
    is_number: bool

    @property
    def origin(self) -> str:
        return f"{self.url.scheme}://{self.named}"

    @property
    def named(self) -> str:
        """Host and port, as the Host header has them."""
        host = f"[{self.host}]" if ":" in self.host else self.host
        return host if self.port == PORTS[self.url.scheme] else f"{host}:{self.port}"

    def at(self, numbers: str) -> httpx.URL:
        """The address with these numbers in place of the host."""
        return self.url.copy_with(host=numbers)


def place_of(text: str) -> Place:
    """Raises AgentError for what is no address of a web page, whatever its host."""
    text = text.strip()
    if not text or len(text) > LONGEST or _NOT_IN_URLS.search(text):
        raise PAGES.failure("address")
    try:
        url = httpx.URL(text).copy_with(fragment=None)
        host = url.raw_host.decode("ascii").lower().rstrip(".")
    except (httpx.InvalidURL, ValueError) as error:
        raise PAGES.failure("address") from error
    if url.scheme not in PORTS:
        raise PAGES.failure("scheme" if url.scheme and host else "address")
    if url.userinfo:
        raise PAGES.failure("login")
    if not host:
        raise PAGES.failure("address")
    numbers = _numbers(host)
    if numbers is None and not _HOST.fullmatch(host):
        # Also 2130706433, 0x7f.1 and 127.1, which some resolvers take for numbers.
        raise PAGES.failure("private" if re.fullmatch(r"[\w.-]+", host) else "address", about=host)
    port = PORTS[url.scheme] if url.port is None else url.port
    if not 0 < port < 2**16:
        raise PAGES.failure("address")
    return Place(url.copy_with(host=host), host, port, numbers is not None)


def resolved(host: str, port: int) -> list[str]:
    found = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)
    return list(dict.fromkeys(str(entry[4][0]) for entry in found))


def is_public(numbers: str) -> bool:
    """Tell whether this is a machine of the public web, seen through whatever wraps its address."""
    found = _numbers(numbers)
    if found is None:
        return False
    if isinstance(found, ipaddress.IPv6Address):
        inner = _wrapped(found)
        return is_public(str(inner)) if inner else found.is_global and found in _WEB_V6
    is_special = found.is_multicast or found.is_reserved or any(found in net for net in _INSIDE)
    return found.is_global and not is_special


def _wrapped(found: ipaddress.IPv6Address) -> ipaddress.IPv4Address | None:
    if found.teredo:
        return found.teredo[1]
    if found in _NAT64:
        return ipaddress.IPv4Address(int(found) & 0xFFFFFFFF)
    return found.ipv4_mapped or found.sixtofour


def _numbers(host: str) -> Numbers | None:
    try:
        return ipaddress.ip_address(host)
    except ValueError:
        return None
