"""Failures of the tools as errors with a sentence, by what they leave known."""

from typing import NoReturn

from agent.adapters.atlassian.command import VERSION
from agent.adapters.atlassian.problems import Problem, ToolFailed
from agent.adapters.atlassian.session import NoAnswer
from agent.errors import AgentError, NotFound, OutcomeUnknown, Refused
from agent.language.catalogs import N_

Failure = ToolFailed | NoAnswer

# After these it is unknown whether the request took effect.
_DOUBTFUL: frozenset[Problem] = frozenset({"unavailable", "late", "dropped"})
_RETRYABLE = _DOUBTFUL | {"throttled", "unreachable"}

_SENTENCES: dict[Problem, tuple[str, str]] = {
    "key": (
        N_("{about} does not accept the login."),
        (
            "Check {prefix}_USERNAME and {prefix}_API_TOKEN, or {prefix}_PERSONAL_TOKEN; "
            "the token may have expired."
        ),
    ),
    "forbidden": (
        N_("{about} does not allow this to the account that is set up here."),
        N_("Ask for the permission in {about}, or set up another account."),
    ),
    "missing": (
        N_("{about} does not know it, or does not show it."),
        N_("Check its key or number."),
    ),
    "throttled": (N_("{about} asked for fewer requests."), N_("Wait a minute and try again.")),
    "unavailable": (
        N_("{about} failed on its own side."),
        N_("Try again in a minute; where it lasts, look at {about} itself."),
    ),
    "unreachable": (N_("{about} cannot be reached."), "Check {prefix}_URL and the network."),
    "late": (
        N_("{about} did not answer in time."),
        N_("Try again; where {about} is slow, raise INTERLUDE_TOOL_SECONDS."),
    ),
    "dropped": (N_("The connection to {about} broke."), N_("Try again.")),
    "said_no": (N_("{about} refused."), N_("Correct what it names, then try again.")),
    "no_tool": (
        N_("The tool server does not offer what {about} needs."),
        (
            f"Install mcp-atlassian {VERSION} "
            "where INTERLUDE_ATLASSIAN_COMMAND or INTERLUDE_ATLASSIAN_URL points to."
        ),
    ),
}
_BUSY = (N_("{about} is busy with other requests."), N_("Try again in a moment."))
_NO_START = (
    N_("The tool server for Jira and Confluence does not start."),
    (
        N_(
            "Run the command of INTERLUDE_ATLASSIAN_COMMAND in a terminal to see why. "
            "Without a command Jira and Confluence are asked over REST."
        )
    ),
)
_STARTING = (
    N_("The tool server for Jira and Confluence is still being installed."),
    N_("Its first start downloads it. Try again in a minute."),
)
_AWAY = (
    N_("The tool server for Jira and Confluence does not answer at its address."),
    N_("Start it there as docs/operations.md says, or correct INTERLUDE_ATLASSIAN_URL."),
)
_LOST = (N_("The tool server for Jira and Confluence ended during the request."), N_("Try again."))
_LOOK = N_("It may have happened: look in {about} before it is sent again.")


def explain(service: str, failure: Failure) -> AgentError:
    """What happened, the way out, and whether the same may work when it is tried again."""
    if isinstance(failure, NoAnswer):
        found = {
            "busy": _BUSY,
            "start": _NO_START,
            "starting": _STARTING,
            "away": _AWAY,
            "lost": _LOST,
        }
        sentence, hint = found.get(failure.how, _SENTENCES["late"])
        return AgentError(sentence, hint=hint, retryable=True, about=service)
    sentence, hint = _SENTENCES[failure.problem]
    hint = hint.replace("{prefix}", service.upper())
    if failure.wait:
        hint = f"Wait {failure.wait} seconds and try again."
    if failure.problem == "said_no" and failure.words:
        # What it says itself may hold braces.
        sentence, service = f"{service} refused: {failure.words}", ""
    is_retryable = failure.problem in _RETRYABLE
    return AgentError(sentence, hint=hint, retryable=is_retryable, about=service)


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
        raise OutcomeUnknown(told.template, hint=_LOOK, retryable=True, about=service) from failure
    raise refused(told) from failure


def refused(error: AgentError) -> Refused:
    """The same failure where something was to be written, and was not."""
    return Refused(
        error.template, hint=error.hint_template, retryable=error.retryable, about=error.about
    )
