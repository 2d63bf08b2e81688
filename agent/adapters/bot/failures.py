"""Coze's errors, whose own text never gets into ours."""

from agent.adapters.failures import BOT, LONGEST_WAIT
from agent.errors import ProviderError


def failure_of_code(code: int) -> ProviderError:
    """The error of an answer that had begun; without a known code, one of Coze's own."""
    return _failure(BOT.find(code=code) or ("rejected" if code else "unavailable"), code)


def failure_of_reply(status: int, code: int, *, retry_after: str = "") -> ProviderError:
    """The error of a reply that is no answer: `code` is Coze's own, 0 where it has none."""
    problem = BOT.find(code=code, status=status) or ("rejected" if code else "address")
    is_asked = problem == "throttled" and retry_after.isdecimal()
    return _failure(problem, code, wait=min(float(retry_after), LONGEST_WAIT) if is_asked else 0)


def _failure(problem: str, code: int, *, wait: float = 0) -> ProviderError:
    if code and problem == "rejected":
        return BOT.failure("rejected_by_code", code=code)
    return BOT.failure(problem, wait=wait)
