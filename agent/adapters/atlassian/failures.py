"""Failures of the tools as errors with a sentence, by what they leave known."""

from typing import NoReturn

from agent.adapters.atlassian.command import VERSION
from agent.adapters.atlassian.problems import Problem, ToolFailed
from agent.adapters.atlassian.session import NoAnswer
from agent.errors import AgentError, NotFound, OutcomeUnknown, Refused

Failure = ToolFailed | NoAnswer

# After these it is unknown whether the request took effect.
_DOUBTFUL: frozenset[Problem] = frozenset({"unavailable", "late", "dropped"})
_RETRYABLE = _DOUBTFUL | {"throttled", "unreachable"}

_SENTENCES: dict[Problem, tuple[str, str]] = {
    "key": (
        "{service} does not accept the login.",
        (
            "Check {prefix}_USERNAME and {prefix}_API_TOKEN, or {prefix}_PERSONAL_TOKEN; "
            "the token may have expired."
        ),
    ),
    "forbidden": (
        "{service} does not allow this to the account that is set up here.",
        "Ask for the permission in {service}, or set up another account.",
    ),
    "missing": ("{service} does not know it, or does not show it.", "Check its key or number."),
    "throttled": ("{service} asked for fewer requests.", "Wait a minute and try again."),
    "unavailable": (
        "{service} failed on its own side.",
        "Try again in a minute; where it lasts, look at {service} itself.",
    ),
    "unreachable": ("{service} cannot be reached.", "Check {prefix}_URL and the network."),
    "late": (
        "{service} did not answer in time.",
        "Try again; where {service} is slow, raise INTERLUDE_TOOL_SECONDS.",
    ),
    "dropped": ("The connection to {service} broke.", "Try again."),
    "said_no": ("{service} refused.", "Correct what it names, then try again."),
    "no_tool": (
        "The tool server does not offer what {service} needs.",
        (
            f"Install mcp-atlassian {VERSION} "
            "where INTERLUDE_ATLASSIAN_COMMAND or INTERLUDE_ATLASSIAN_URL points to."
        ),
    ),
}
_BUSY = ("{service} is busy with other requests.", "Try again in a moment.")
_NO_START = (
    "The tool server for Jira and Confluence does not start.",
    (
        "Run the command of INTERLUDE_ATLASSIAN_COMMAND in a terminal to see why. "
        "Without a command Jira and Confluence are asked over REST."
    ),
)
_STARTING = (
    "The tool server for Jira and Confluence is still being installed.",
    "Its first start downloads it. Try again in a minute.",
)
_AWAY = (
    "The tool server for Jira and Confluence does not answer at its address.",
    "Start it there as docs/operations.md says, or correct INTERLUDE_ATLASSIAN_URL.",
)
_LOST = ("The tool server for Jira and Confluence ended during the request.", "Try again.")
_LOOK = "It may have happened: look in {service} before it is sent again."


def explain(service: str, failure: Failure) -> tuple[str, str, bool]:
    """Sentence, way out, and whether the same may work when it is tried again."""
    if isinstance(failure, NoAnswer):
        found = {
            "busy": _BUSY,
            "start": _NO_START,
            "starting": _STARTING,
            "away": _AWAY,
            "lost": _LOST,
        }
        sentence, hint = found.get(failure.how, _SENTENCES["late"])
        retryable = True
    else:
        sentence, hint = _SENTENCES[failure.problem]
        retryable = failure.problem in _RETRYABLE
        if failure.wait:
            hint = f"Wait {failure.wait} seconds and try again."
        if failure.problem == "said_no" and failure.words:
            sentence = f"{{service}} refused: {failure.words}"
    names = {"{service}": service, "{prefix}": service.upper()}
    for name, value in names.items():
        sentence, hint = sentence.replace(name, value), hint.replace(name, value)
    return sentence, hint, retryable


def raise_read(service: str, failure: Failure, *, missing: str) -> NoReturn:
    """`missing` says what is not there, when that is the failure."""
    if isinstance(failure, ToolFailed) and failure.problem == "missing":
        raise NotFound(missing, hint=f"Check it in {service}; it may be hidden from the account.")
    sentence, hint, retryable = explain(service, failure)
    raise AgentError(sentence, hint=hint, retryable=retryable) from failure


def is_doubtful(failure: Failure) -> bool:
    if isinstance(failure, NoAnswer):
        return failure.how in {"late", "lost"}
    return failure.problem in _DOUBTFUL


def raise_write(service: str, failure: Failure, *, doubtful: bool | None = None) -> NoReturn:
    """`doubtful` where the caller knows more than the words tell."""
    sentence, hint, retryable = explain(service, failure)
    if is_doubtful(failure) if doubtful is None else doubtful:
        look = _LOOK.replace("{service}", service)
        raise OutcomeUnknown(sentence, hint=look, retryable=True) from failure
    raise Refused(sentence, hint=hint, retryable=retryable) from failure
