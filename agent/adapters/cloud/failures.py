"""The vendor's errors in our words."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from agent.adapters.failures import CLOUD
from agent.errors import CloudError
from agent.language.catalogs import N_

_NOT_THE_CLOUD = N_("Something answered in the cloud's place, such as a proxy of your network.")
_MOST = 400


def cloud_error(problem: str, detail: str = "", *, message: str = "") -> CloudError:
    said = " ".join(detail.split())[:_MOST]
    return CLOUD.failure(problem, says=message, detail=said)


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
    return cloud_error(CLOUD.find(code=code, text=message, status=status) or "refused", message)


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
