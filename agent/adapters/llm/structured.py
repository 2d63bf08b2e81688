"""A step's typed answer: how it is asked for, read, and what is wrong with it."""

import json
from collections.abc import Sequence
from typing import Any

from langchain_core.messages import HumanMessage
from pydantic import ValidationError

from agent.language.hidden import everywhere, strip_hidden
from agent.steps import I, O, Step

Plain = dict[str, Any]


def asked(step: Step[I, O], value: I, *, with_schema: bool) -> HumanMessage:
    """The prompt; with the schema written out where the model sees none beside it."""
    if not with_schema:
        return HumanMessage(
            f"{step.prompt(value)}\n\nAnswer with one JSON object and nothing else."
        )
    return HumanMessage(
        f"{step.prompt(value)}\n\n"
        "Answer with one JSON object that fits this JSON schema, and with nothing else:\n"
        f"{_written(step, value)}"
    )


def _written(step: Step[I, O], value: I) -> str:
    return json.dumps(step.schema(value), ensure_ascii=False)


def judged(step: Step[I, O], value: I, *, text: str) -> tuple[O | None, list[str]]:
    """The answer, or None, and every problem of it in words the model can act on."""
    try:
        given = step.mend(value, step.gives.model_validate_json(_json_in(text)))
    except ValidationError as error:
        return None, _problems(error)
    return given, step.check(value, given)


def repair(problems: Sequence[str]) -> HumanMessage:
    listed = "\n".join(f"- {problem}" for problem in problems)
    return HumanMessage(
        f"That answer has problems:\n{listed}\n\n"
        "Answer again with the whole corrected JSON object, and with nothing else."
    )


def _json_in(text: str) -> str:
    """The first JSON object, whatever a talkative model wrote around it or hid inside."""
    start = max(text.find("{"), 0)
    try:
        value, _ = json.JSONDecoder().raw_decode(text, start)
        return json.dumps(everywhere(strip_hidden, value))
    except (json.JSONDecodeError, RecursionError):
        return text[start:]


def _problems(error: ValidationError) -> list[str]:
    return [
        f"{'.'.join(map(str, problem['loc'])) or 'the answer'}: {problem['msg']}"
        for problem in error.errors(include_url=False, include_input=False)
    ]
