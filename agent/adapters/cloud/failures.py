"""The vendor's errors in our words."""

import re
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from agent.errors import CloudError, CloudProblem

_CODES: dict[str, CloudProblem] = {
    "AccessDenied": "denied",
    "AccessDeniedException": "denied",
    "AuthorizationError": "denied",
    "AlreadyExistsException": "name_taken",
    "ChangeSetNotFound": "no_change_set",
    "ChangeSetNotFoundException": "no_change_set",
    "ExpiredToken": "expired",
    "ExpiredTokenException": "expired",
    "InternalFailure": "unavailable",
    "InvalidChangeSetStatus": "state",
    "InvalidAccessKeyId": "credentials",
    "InvalidClientTokenId": "credentials",
    "LimitExceededException": "limit",
    "OperationInProgressException": "state",
    "RequestExpired": "expired",
    "RequestLimitExceeded": "throttled",
    "ServiceUnavailable": "unavailable",
    "SignatureDoesNotMatch": "credentials",
    "Throttling": "throttled",
    "ThrottlingException": "throttled",
    "TooManyRequestsException": "throttled",
    "UnauthorizedOperation": "denied",
    "UnrecognizedClientException": "credentials",
}

_MESSAGES: tuple[tuple[str, CloudProblem], ...] = (
    (r"No updates are to be performed|didn't contain changes", "no_change"),
    (r"TerminationProtection", "protected"),
    (r"ROLLBACK_IN_PROGRESS", "rolling_back"),
    (r"is in \S+ (state|status)|cannot be (updated|deleted|cancelled)|_IN_PROGRESS", "state"),
    (r"[Ss]tack.* does not exist|[Ss]tack .*not found", "no_stack"),
    (r"already exists", "name_taken"),
)

_SENTENCES: dict[CloudProblem, tuple[str, str, bool]] = {
    "throttled": (
        "The cloud asked for fewer requests.",
        "Wait a minute and try again.",
        True,
    ),
    "denied": (
        "The account does not allow this.",
        "Ask for the permission, or choose an environment whose profile has it.",
        False,
    ),
    "expired": (
        "The credentials of this environment have expired.",
        "Sign in again with the tool that made them, then try again.",
        True,
    ),
    "credentials": (
        "The credentials of this environment are not accepted.",
        "Check the AWS profile that the settings name for it.",
        False,
    ),
    "state": (
        "The stack is in a state that does not allow this.",
        "Look at its events; wait until the operation ends, or roll it back.",
        True,
    ),
    "rolling_back": (
        "The stack is being rolled back.",
        "Wait until that has ended, then try again.",
        True,
    ),
    "name_taken": (
        "A stack or a resource of that name is there already.",
        "Choose another name, or change the one that is there.",
        False,
    ),
    "unavailable": (
        "The cloud does not answer.",
        "Try again later. What may have arrived is asked for before anything is sent again.",
        True,
    ),
    "no_stack": ("There is no such stack.", "List the stacks of this environment.", False),
    "no_change": (
        "The template and parameters are those that the stack has already.",
        "Nothing needs to be done.",
        False,
    ),
    "no_change_set": (
        "That change set is gone: it was deleted, or the stack has changed since.",
        "Prepare the change again.",
        False,
    ),
    "protected": (
        "The stack is protected against deletion.",
        "Turn its termination protection off first, where you have the right to.",
        False,
    ),
    "limit": ("A limit of the account is reached.", "Remove what is not used, or raise it.", False),
    "refused": ("The cloud refused this.", "Correct the template or its parameters.", False),
}

_NOT_THE_CLOUD = "Something answered in the cloud's place, such as a proxy of your network."
_MOST = 400


def cloud_error(problem: CloudProblem, detail: str = "", *, message: str = "") -> CloudError:
    sentence, hint, retryable = _SENTENCES[problem]
    said = re.sub(r"\s+", " ", detail).strip()[:_MOST]
    whole = f"{message or sentence} {said}".strip()
    return CloudError(whole, problem=problem, hint=hint, retryable=retryable)


@contextmanager
def explained() -> Iterator[None]:
    """Turn what the vendor's package raises into CloudError."""
    from botocore import exceptions as boto  # type: ignore[import-untyped]  # noqa: PLC0415 - slow
    from botocore.parsers import (  # type: ignore[import-untyped]  # noqa: PLC0415 - as above
        ResponseParserError,
    )

    try:
        yield
    except boto.ClientError as error:
        raise _of_client(error) from error
    except boto.BotoCoreError as error:
        raise _of_botocore(error) from error
    except ResponseParserError as error:
        raise cloud_error("unavailable", message=_NOT_THE_CLOUD) from error


def _of_client(error: Any) -> CloudError:
    told = error.response.get("Error", {})
    code, message = str(told.get("Code", "")), str(told.get("Message", ""))
    status = error.response.get("ResponseMetadata", {}).get("HTTPStatusCode", 0)
    if code in _CODES:
        return cloud_error(_CODES[code], message)
    found = (kind for pattern, kind in _MESSAGES if re.search(pattern, message))
    return cloud_error(next(found, "unavailable" if status >= 500 else "refused"), message)


def _of_botocore(error: Exception) -> CloudError:
    from botocore import exceptions as boto  # noqa: PLC0415 - as above

    match error:
        case boto.ProfileNotFound() | boto.ConfigNotFound() | boto.NoRegionError():
            return cloud_error("credentials", str(error))
        case boto.NoCredentialsError() | boto.PartialCredentialsError():
            return cloud_error("credentials", str(error))
        case boto.UnauthorizedSSOTokenError() | boto.SSOTokenLoadError():
            return cloud_error("expired")
        case boto.TokenRetrievalError() | boto.CredentialRetrievalError():
            return cloud_error("expired")
        case boto.HTTPClientError() | boto.ConnectionError() | boto.EndpointConnectionError():
            return cloud_error("unavailable")
        case boto.ParamValidationError():
            return cloud_error("refused", str(error))
        case _:
            return cloud_error("refused", str(error))
