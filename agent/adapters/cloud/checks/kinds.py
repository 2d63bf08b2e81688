"""Checks of deployed resources: typed arguments, a sentence, and calls that change nothing."""

from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any, TypeVar

from pydantic import BaseModel, ConfigDict, Field

from agent.language.catalogs import N_
from agent.ports import Stack, StackResource

Pair = tuple[str, str]
_READS = ("get_", "list_", "describe_", "head_")
_SECRETS = ("get_secret_value", "get_parameter", "get_object", "get_session_token")


class Arguments(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True)


class OnResource(Arguments):
    resource: str = Field(description="The logical id of a resource of the stack.")


@dataclass(frozen=True)
class Reading:
    expected: str
    actual: str
    passed: bool


class Missing(Exception):
    """The resource that the check is about does not exist, so the check fails."""


class Unbound(Exception):
    """The check cannot be asked of what the stack has by that name, so it says nothing of it."""


@dataclass
class Look:
    """The one way in which a check sees the account."""

    stack: Stack
    resources: Mapping[str, StackResource]
    client: Callable[[str], Any]
    evidence: list[str] = field(default_factory=list)

    def physical(self, logical_id: str) -> str:
        resource = self.resources.get(logical_id)
        if resource is None or resource.status in {"DELETE_COMPLETE", ""}:
            raise Unbound(f"The stack has no resource {logical_id}.")
        return resource.physical_id

    def type(self, logical_id: str) -> str:
        self.physical(logical_id)
        return self.resources[logical_id].type

    def call(
        self, service: str, operation: str, *, absent: tuple[str, ...] = (), **arguments: Any
    ) -> Any:
        """Return the answer; empty for an error code in `absent`, which means there is nothing."""
        with self._asking(service, operation, absent=absent) as client:
            return getattr(client, operation)(**arguments)
        return {}

    def entries(self, service: str, operation: str, of: str, **arguments: Any) -> list[Any]:
        """All entries of a list, which an account gives in pages."""
        with self._asking(service, operation) as client:
            pages = client.get_paginator(operation).paginate(**arguments)
            return [entry for page in pages for entry in page.get(of, [])]
        return []

    @contextmanager
    def _asking(
        self, service: str, operation: str, *, absent: tuple[str, ...] = ()
    ) -> Iterator[Any]:
        """Swallows the errors in `absent`, which mean that there is nothing."""
        if not operation.startswith(_READS) or operation in _SECRETS:
            raise ValueError(f"{service}.{operation} is no question that a check may ask.")
        from botocore.exceptions import ClientError  # type: ignore[import-untyped]  # noqa: PLC0415 - slow

        self.evidence.append(f"{service}:{operation}")
        try:
            yield self.client(service)
        except ClientError as error:
            code = str(error.response.get("Error", {}).get("Code", ""))
            if code in absent:
                return
            if code in _NOT_FOUND or code.startswith(("NoSuch", "ResourceNotFound")):
                raise Missing(N_("It is not there.")) from error
            raise


_NOT_FOUND = {
    "404",
    "AWS.SimpleQueueService.NonExistentQueue",
    "InvalidGroup.NotFound",
    "InvalidVpcID.NotFound",
    "NotFound",
    "NotFoundException",
    "QueueDoesNotExist",
}

A = TypeVar("A", bound=Arguments)
Read = Callable[[Look, A], Reading]


@dataclass(frozen=True)
class Kind:
    id: str
    about: str
    types: tuple[str, ...]
    arguments: type[Arguments]
    proves: tuple[Pair, ...]
    said: str
    """The sentence, with the arguments in braces."""
    read: Callable[[Look, Any], Reading]


KINDS: dict[str, Kind] = {}


def kind(
    name: str,
    about: str,
    *,
    said: str,
    arguments: type[A],
    proves: tuple[Pair, ...] = (),
    types: tuple[str, ...] = (),
) -> Callable[[Read[A]], Read[A]]:
    """Enter a reading into the catalogue. It is asked of the type it proves first, if not told."""

    def enter(read: Read[A]) -> Read[A]:
        asked_of = types or tuple(pair[0] for pair in proves[:1])
        KINDS[name] = Kind(name, about, asked_of, arguments, proves, said, read)
        return read

    return enter


def equal(expected: Any, actual: Any) -> Reading:
    # A tag whose value is the word "nothing" is not the same as none.
    is_same = shown(expected) == shown(actual) and _is_none(expected) == _is_none(actual)
    return Reading(shown(expected), shown(actual), passed=is_same)


def _is_none(value: Any) -> bool:
    return value is None or value in ("", [], ())


def shown(value: Any) -> str:
    match value:
        case None | "":
            return N_("nothing")
        case bool():
            return N_("on") if value else N_("off")
        case float() if value.is_integer():
            return str(int(value))
        case list() | tuple() | set():
            return ", ".join(sorted(shown(item) for item in value)) or N_("nothing")
        case _:
            return str(value)
