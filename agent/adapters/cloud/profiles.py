"""An environment is an AWS profile and the beginning of its stacks' names: nothing else differs."""

import threading
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from agent.adapters.cloud.failures import explained
from agent.adapters.cloud.sandbox import PROFILE, Sandbox
from agent.ports import CloudIdentity, Environment


@dataclass(frozen=True)
class Profile:
    name: str = PROFILE
    prefix: str = ""


class Profiles:
    """Clients per environment, made on first use and again when the sandbox was restarted."""

    def __init__(
        self, profiles: Mapping[Environment, Profile], *, sandbox: Sandbox, seconds: float
    ) -> None:
        self._profiles = dict(profiles)
        self._sandbox = sandbox
        self._lock = threading.Lock()
        self._sessions: dict[str, tuple[str, Any]] = {}
        self._clients: dict[tuple[str, str], tuple[str, Any]] = {}
        self._seconds = seconds

    def prefix(self, environment: Environment) -> str:
        return self._profiles[environment].prefix

    def client(self, environment: Environment, service: str) -> Any:
        """Safe to use from several threads."""
        profile = self._profiles[environment].name
        stamp = self._sandbox.ensure().token if profile == PROFILE else ""
        with self._lock, explained():
            held, client = self._clients.get((profile, service), ("", None))
            if client is None or held != stamp:
                client = self._make_client(self._session(profile, stamp), service)
                self._clients[profile, service] = (stamp, client)
            return client

    def forget(self, environment: Environment) -> None:
        """Drop the cached credentials of this environment; the next use reads them again."""
        profile = self._profiles[environment].name
        with self._lock:
            self._sessions.pop(profile, None)
            for key in [key for key in self._clients if key[0] == profile]:
                del self._clients[key]

    def identity(self, environment: Environment) -> CloudIdentity:
        profile = self._profiles[environment]
        sts = self.client(environment, "sts")
        engine = self.client(environment, "cloudformation")
        with explained():
            caller = sts.get_caller_identity()
        endpoint = str(engine.meta.endpoint_url)
        return CloudIdentity(
            environment=environment,
            profile=profile.name,
            account=str(caller["Account"]),
            principal=str(caller["Arn"]),
            region=str(engine.meta.region_name),
            endpoint=endpoint,
            prefix=profile.prefix,
            is_sandbox=self._is_sandbox(engine, sts),
        )

    def is_sandbox(self, environment: Environment) -> bool:
        return self._is_sandbox(self.client(environment, "cloudformation"))

    def close(self) -> None:
        self._sandbox.close()

    def _is_sandbox(self, *clients: Any) -> bool:
        return all(self._sandbox.is_ours(str(client.meta.endpoint_url)) for client in clients)

    def _make_client(self, session: Any, service: str) -> Any:
        from botocore.config import Config  # type: ignore[import-untyped]  # noqa: PLC0415 - slow
        from botocore.handlers import (  # type: ignore[import-untyped]  # noqa: PLC0415 - slow
            json_decode_template_body,
        )

        config = Config(
            connect_timeout=min(self._seconds, 10),
            read_timeout=self._seconds,
            retries={"mode": "standard", "total_max_attempts": 3},
        )
        client = session.client(service, config=config)
        if service == "cloudformation":
            # Templates are compared byte by byte, so they stay text.
            client.meta.events.unregister(
                "after-call.cloudformation.GetTemplate", json_decode_template_body
            )
        return client

    def _session(self, profile: str, stamp: str) -> Any:
        import boto3  # type: ignore[import-untyped]  # noqa: PLC0415 - slow
        from botocore.session import Session  # type: ignore[import-untyped]  # noqa: PLC0415 - slow

        held, session = self._sessions.get(profile, ("", None))
        if session is None or held != stamp:
            # A named profile: keys in this process's environment do not override it.
            inner = Session(profile=profile)
            if profile == PROFILE:
                inner.set_config_variable("config_file", str(self._sandbox.config_file))
            session = boto3.Session(botocore_session=inner)
            self._sessions[profile] = (stamp, session)
        return session
