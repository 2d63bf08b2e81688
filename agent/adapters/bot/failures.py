"""Turns Coze's errors into sentences: one sentence and one way out per kind."""

from typing import Literal, NamedTuple

from agent.errors import ProviderError, ProviderProblem

Kind = Literal[
    "token",
    "forbidden",
    "unknown_bot",
    "unpublished",
    "unpaid",
    "limit",
    "throttled",
    "too_long",
    "filtered",
    "late",
    "unreachable",
    "address",
    "cut",
    "garbled",
    "unavailable",
    "asks_back",
    "no_text",
    "rejected",
]


class _Said(NamedTuple):
    problem: ProviderProblem
    message: str
    hint: str
    retryable: bool = False


# Coze's own text never gets in.
_SAID: dict[Kind, _Said] = {
    "token": _Said(
        "key",
        "Coze did not accept the token.",
        "Check COZE_API_TOKEN, which may have expired, and COZE_API_BASE_URL: a token of coze.com"
        " does not work at coze.cn.",
    ),
    "forbidden": _Said(
        "key",
        "The token is not allowed to use this Coze bot.",
        "In Coze, give the token the permission to chat in the space of the bot.",
    ),
    "unknown_bot": _Said(
        "rejected",
        "Coze does not know this bot.",
        "Check COZE_BOT_ID: the number behind /bot/ in the address of the bot's page in Coze.",
    ),
    "unpublished": _Said(
        "rejected",
        "The Coze bot is not published for the API.",
        "In Coze, publish it to the channel API, then try again.",
    ),
    "unpaid": _Said(
        "quota",
        "The quota of the Coze account is used up.",
        "Look at the plan and the balance in Coze.",
    ),
    "limit": _Said("quota", "The Coze bot has reached its limit for today.", "Try again tomorrow."),
    "throttled": _Said(
        "quota", "Coze asked for fewer requests.", "Wait a minute and try again.", retryable=True
    ),
    "too_long": _Said(
        "too_long", "The message is too long for the Coze bot.", "Shorten it and ask again."
    ),
    "filtered": _Said("filtered", "The Coze bot does not answer this.", "Ask in other words."),
    "late": _Said(
        "timeout",
        "The Coze bot did not finish its answer in time.",
        "Try again; where the bot is slow, raise INTERLUDE_BOT_SECONDS.",
        retryable=True,
    ),
    "unreachable": _Said(
        "refused",
        "Coze could not be reached.",
        "Check the network and COZE_API_BASE_URL, then try again.",
        retryable=True,
    ),
    "address": _Said(
        "refused",
        "What answers at the address of Coze is not its API.",
        "Check COZE_API_BASE_URL: https://api.coze.com or https://api.coze.cn.",
    ),
    "cut": _Said(
        "cut",
        "The connection to Coze broke before the answer was complete.",
        "What came until then is kept. Try again.",
        retryable=True,
    ),
    "garbled": _Said(
        "cut",
        "Coze sent something that cannot be read.",
        "What came until then is kept. Try again.",
        retryable=True,
    ),
    "unavailable": _Said(
        "unavailable", "Coze failed on its own side.", "Try again in a moment.", retryable=True
    ),
    "asks_back": _Said(
        "rejected",
        "The Coze bot waits for a tool or a reply, which it cannot be given from here.",
        "Say everything in one message, or take that step out of the bot.",
    ),
    "no_text": _Said(
        "rejected",
        "The Coze bot answered without any text.",
        "Ask in other words; cards and files are not shown here.",
    ),
    "rejected": _Said(
        "rejected",
        "Coze refused the request.",
        "Ask in other words; where it lasts, look up the code in Coze's list of error codes.",
    ),
}

# https://www.coze.com/docs/developer_guides/coze_error_codes
_BY_CODE: dict[int, Kind] = {
    4006: "unknown_bot",
    4008: "limit",
    4009: "throttled",
    4010: "too_long",
    4011: "unpaid",
    4012: "unavailable",
    4013: "unavailable",
    4014: "filtered",
    4015: "unpublished",
    4019: "unpaid",
    4020: "throttled",
    4022: "unpaid",
    4028: "unpaid",
    4100: "token",
    4101: "forbidden",
    4200: "unknown_bot",
    5000: "unavailable",
    700012006: "token",
}
_BY_STATUS: dict[int, Kind] = {
    400: "rejected",
    401: "token",
    402: "unpaid",
    403: "forbidden",
    408: "late",
    413: "too_long",
    429: "throttled",
}
LONGEST_WAIT = 3_600


def failure(kind: Kind, *, code: int = 0, wait: float = 0) -> ProviderError:
    said = _SAID[kind]
    named = f" (code {code})" if code and kind == "rejected" else ""
    return ProviderError(
        said.message.removesuffix(".") + f"{named}.",
        problem=said.problem,
        hint=f"Wait {wait:.0f} seconds and try again." if wait >= 1 else said.hint,
        retryable=said.retryable,
        wait=wait,
    )


def failure_of_code(code: int) -> ProviderError:
    """The error of an answer that had begun; without a known code, one of Coze's own."""
    return failure(_BY_CODE.get(code, "rejected" if code else "unavailable"), code=code)


def failure_of_reply(status: int, code: int, *, retry_after: str = "") -> ProviderError:
    """The error of a reply that is no answer: `code` is Coze's own, 0 where it has none."""
    kind = _BY_CODE.get(code) or _BY_STATUS.get(status)
    if kind is None and status >= 500:
        kind = "unavailable"
    if kind is None:
        kind = "rejected" if code else "address"
    is_asked = kind == "throttled" and retry_after.isdecimal()
    return failure(kind, code=code, wait=min(float(retry_after), LONGEST_WAIT) if is_asked else 0)
