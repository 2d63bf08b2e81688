"""Failures of the tools as errors with a sentence, by what they leave known."""

from typing import NoReturn, TypeVar

from agent.adapters.atlassian.command import VERSION
from agent.adapters.atlassian.problems import ToolFailed
from agent.adapters.atlassian.session import NoAnswer
from agent.adapters.failures import ATLASSIAN
from agent.errors import AgentError, NotFound, OutcomeUnknown, Refused
from agent.language.catalogs import N_

E = TypeVar("E", bound=AgentError)
Failure = ToolFailed | NoAnswer

# After these it is unknown whether the request took effect.
_DOUBTFUL = {"unavailable", "late", "dropped"}
_LOOK = N_("It may have happened: look in {about} before it is sent again.")


def explain(service: str, failure: Failure) -> AgentError:
    """What happened, the way out, and whether the same may work when it is tried again."""
    if isinstance(failure, NoAnswer):
        return ATLASSIAN.failure(failure.how, about=service)
    problem = failure.problem
    if problem == "said_no" and failure.words:
        problem = "said_why"
    return ATLASSIAN.failure(
        problem,
        about=service,
        wait=failure.wait,
        words=failure.words,
        prefix=service.upper(),
        version=VERSION,
    )


def raise_read(service: str, failure: Failure, *, missing: str) -> NoReturn:
    """`missing` says what is not there, when that is the failure."""
    if isinstance(failure, ToolFailed) and failure.problem == "missing":
        raise NotFound(missing, hint=f"Check it in {service}; it may be hidden from the account.")
    raise explain(service, failure) from failure


def is_doubtful(failure: Failure) -> bool:
    if isinstance(failure, NoAnswer):
        return failure.how in {"late", "lost"}
    return failure.problem in _DOUBTFUL


def raise_write(service: str, failure: Failure, *, doubtful: bool | None = None) -> NoReturn:
    """`doubtful` where the caller knows more than the words tell."""
    told = explain(service, failure)
    if is_doubtful(failure) if doubtful is None else doubtful:
        told.hint, told.retryable = _LOOK, True
        raise _retold(told, OutcomeUnknown) from failure
    raise refused(told) from failure


def refused(error: AgentError) -> Refused:
    """The same failure where something was to be written, and was not."""
    return _retold(error, Refused)


def _retold(error: AgentError, kind: type[E]) -> E:
    return kind(
        error.template,
        hint=error.hint_template,
        retryable=error.retryable,
        about=error.about,
        detail=error.detail,
        values=error.values,
    )
