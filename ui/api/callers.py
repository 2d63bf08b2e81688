"""Identifies the caller: the user of a token, or, without tokens, this machine's own user."""

import hashlib
import hmac
import logging
import re
from dataclasses import dataclass

from pydantic import SecretStr
from starlette.requests import Request

from agent import AgentError
from agent.errors import NotConfigured
from ui.api.problems import Problem
from ui.headers import LOOPBACK, is_loopback, is_same_origin

log = logging.getLogger("interlude.api")

LOCAL = "local"
SHORTEST_TOKEN = 16

_NAME = re.compile(r"[A-Za-z0-9_-]{1,40}")
_TOKEN = re.compile(rf"[!-+\--~]{{{SHORTEST_TOKEN},}}")


@dataclass(frozen=True)
class Caller:
    user: str
    has_token: bool


class Tokens:
    """The tokens of `INTERLUDE_API_TOKENS`, of which memory holds digests only."""

    def __init__(self, setting: SecretStr) -> None:
        """Raises NotConfigured for a setting that is not `name:token,name:token`."""
        self._digests: dict[str, bytes] = {}
        for entry in filter(None, (part.strip() for part in setting.get_secret_value().split(","))):
            name, _, token = entry.partition(":")
            self._add(name.strip(), token.strip())

    def _add(self, name: str, token: str) -> None:
        if not _NAME.fullmatch(name) or not _TOKEN.fullmatch(token):
            raise _malformed("holds an entry that is not a name, a colon and a token")
        digest = _digest(token)
        if name in self._digests or digest in self._digests.values():
            raise _malformed("holds a name or a token twice")
        self._digests[name] = digest

    def __bool__(self) -> bool:
        return bool(self._digests)

    def user(self, token: str) -> str | None:
        """Takes as long for a wrong token as for a right one."""
        given, found = _digest(token), None
        for name, digest in self._digests.items():
            if hmac.compare_digest(digest, given):
                found = f"token:{name}"
        return found


def _malformed(what: str) -> AgentError:
    return NotConfigured(
        f"INTERLUDE_API_TOKENS {what}.",
        hint=f"Write it as name:token,name:token, each token {SHORTEST_TOKEN} characters"
        " or longer, without spaces and commas.",
    )


def _digest(token: str) -> bytes:
    return hashlib.sha256(token.encode()).digest()


def caller_of(request: Request, tokens: Tokens, *, route: str) -> Caller:
    """Return the caller. Raises Problem if the request is not authorized."""
    if tokens:
        return _with_token(request, tokens, route=route)
    _refuse_strangers(request)
    return Caller(LOCAL, has_token=False)


def _with_token(request: Request, tokens: Tokens, *, route: str) -> Caller:
    scheme, _, token = request.headers.get("authorization", "").partition(" ")
    user = tokens.user(token.strip()) if scheme.lower() == "bearer" else None
    if user is None:
        if token:
            peer = request.client.host if request.client else "an unknown address"
            log.warning("A wrong token came from %s for %s.", peer, route)
        raise Problem(
            401,
            "no-token",
            "This request carries no valid token.",
            hint="Send the header Authorization: Bearer, with a token of INTERLUDE_API_TOKENS.",
            headers={"www-authenticate": 'Bearer realm="Interlude"'},
        )
    return Caller(user, has_token=True)


def _refuse_strangers(request: Request) -> None:
    """Without tokens a web page elsewhere, a foreign name and another machine are refused."""
    host = request.headers.get("host", "")
    peer = request.client.host if request.client else ""
    if not is_loopback(host) or peer not in LOOPBACK:
        raise _forbidden("Without tokens the API answers to this machine only.")
    origin = request.headers.get("origin")
    if origin is not None and not is_same_origin(origin, host):
        raise _forbidden("A web page of another origin may not use the API.")
    if request.headers.get("sec-fetch-site", "none") not in ("none", "same-origin"):
        raise _forbidden("A web page of another origin may not use the API.")


def _forbidden(detail: str) -> Problem:
    return Problem(403, "forbidden", detail, hint="Set INTERLUDE_API_TOKENS, and send a token.")
