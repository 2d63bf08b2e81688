"""The library of acceptance checks: typed, read-only, and honest about what a sandbox proves."""

from collections.abc import Callable, Mapping
from functools import cache
from typing import Any

from pydantic import ValidationError

from agent.adapters.cloud.checks import described, network, roles, rows, stacks
from agent.adapters.cloud.checks.kinds import (
    KINDS,
    Arguments,
    Kind,
    Look,
    Missing,
    Reading,
    Unbound,
)
from agent.adapters.cloud.failures import explained
from agent.adapters.cloud.modelled import MODELLED
from agent.errors import AgentError, CloudError
from agent.language.catalogs import phrase
from agent.ports import Check, CheckKind, CheckOutcome, CheckResult, Stack, StackResource

__all__ = ["catalogue", "run_check", "sentence_of"]

MODULES = (described, network, roles, rows, stacks)


@cache
def catalogue() -> tuple[CheckKind, ...]:
    return tuple(
        CheckKind(
            id=kind.id,
            about=kind.about,
            types=kind.types,
            arguments=kind.arguments.model_json_schema(),
            proves=kind.proves,
        )
        for kind in KINDS.values()
    )


def sentence_of(check: Check, language: str = "en") -> str:
    kind, arguments = _understood(check)
    return _sentence(kind, arguments, language)


def run_check(
    check: Check,
    *,
    stack: Stack,
    resources: Mapping[str, StackResource],
    client: Callable[[str], Any],
    is_sandbox: bool,
) -> CheckResult:
    if check.kind not in KINDS:
        # Of a plan of an older release.
        return CheckResult(check, check.kind, "unknown", "", f"There is no check {check.kind}.")
    kind, arguments = _understood(check)
    look = Look(stack, resources, client)
    sentence = _sentence(kind, arguments)
    try:
        with explained():
            reading = kind.read(look, arguments)
    except Missing as missing:
        reading = Reading(sentence, str(missing), passed=False)
    except (CloudError, Unbound) as error:
        return CheckResult(check, sentence, "unknown", sentence, str(error), _evidence_of(look))
    outcome: CheckOutcome = "passed" if reading.passed else "failed"
    if is_sandbox and _is_unmodelled(kind, arguments, resources):
        outcome = "set, not tried" if reading.passed else "not modelled by the sandbox"
    return CheckResult(
        check, sentence, outcome, reading.expected, reading.actual, _evidence_of(look)
    )


def _understood(check: Check) -> tuple[Kind, Arguments]:
    kind = KINDS.get(check.kind)
    if kind is None:
        raise AgentError(f"There is no check {check.kind}.", hint="Choose one of the catalogue.")
    try:
        return kind, kind.arguments.model_validate(check.arguments)
    except ValidationError as error:
        first = error.errors()[0]
        where = ".".join(str(part) for part in first["loc"]) or "arguments"
        raise AgentError(
            f"The check {check.kind} cannot be made: {where}: {first['msg']}.",
            hint="Correct its arguments.",
        ) from error


def _sentence(kind: Kind, arguments: Arguments, language: str = "en") -> str:
    values = {name: _in_words(value) for name, value in arguments.model_dump().items()}
    said = phrase(kind.said, language, **values)
    # What is optional may be empty.
    return said.replace(" .", ".").replace(" 。", "。")


def _in_words(value: Any) -> str:
    match value:
        case list() | tuple():
            return ", ".join(str(item) for item in value)
        case float():
            return f"{value:g}"
        case _:
            return str(value)


def _is_unmodelled(
    kind: Kind, arguments: Arguments, resources: Mapping[str, StackResource]
) -> bool:
    """Tell whether the sandbox is not proven to apply all that the check is about."""
    resource = resources.get(str(getattr(arguments, "resource", "")))
    pairs = kind.proves
    if isinstance(arguments, described.Described) and resource is not None:
        # Without the property nothing says that the sandbox applies it.
        pairs = ((resource.type, arguments.property),)
    elif resource is not None and len(kind.types) > 1:
        pairs = tuple(pair for pair in pairs if pair[0] == resource.type)
    return any(pair not in MODELLED for pair in pairs)


def _evidence_of(look: Look) -> tuple[str, ...]:
    return tuple(dict.fromkeys(look.evidence))
