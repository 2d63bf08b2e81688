"""Typed answers: asked for by schema, read, checked, repaired, given up."""

import json
from dataclasses import replace

import pytest
from pydantic import BaseModel, Field

from agent.errors import ProviderError, StepFailed
from agent.events import Notice
from agent.steps import Step
from tests.servers import Fails, Says
from tests.servers.vendors import VENDORS, talking

EVERY_VENDOR = pytest.mark.parametrize("name", VENDORS)


class Topic(BaseModel):
    topic: str


class Part(BaseModel):
    title: str
    minutes: int = Field(ge=1, le=60)


class Plan(BaseModel):
    parts: list[Part]
    note: str = ""


def too_long(taken, given):
    total = sum(part.minutes for part in given.parts)
    return [f"{taken.topic} may take 60 minutes, not {total}."] if total > 60 else []


STEP = Step(
    "draft_plan",
    Topic,
    Plan,
    prompt=lambda given: f"Plan a lesson on {given.topic}.",
    check=too_long,
    temperature=0.2,
)
KEYS = Topic(topic="keys")
GOOD = Plan(parts=[Part(title="Why", minutes=20), Part(title="How", minutes=30)])


def plan(*minutes):
    return json.dumps({"parts": [{"title": "x", "minutes": each} for each in minutes]})


@EVERY_VENDOR
def test_a_typed_answer_by_the_vendors_own_means(name) -> None:
    script = [Says(text=GOOD.model_dump_json(), thinking="Hm.")]
    with talking(name, script) as (llm, watcher, server):
        assert llm.run(STEP, KEYS) == GOOD
    assert server.refusals == []
    assert (watcher.text, watcher.thinking, len(watcher.usage)) == ("", "Hm.", 1)
    (body,) = server.requests
    assert "Plan a lesson on keys." in json.dumps(body)
    match name:
        case "gemini":
            assert body["generationConfig"]["responseMimeType"] == "application/json"
            assert "Part" in body["generationConfig"]["responseJsonSchema"]["$defs"]
        case "deepseek":
            assert body["response_format"] == {"type": "json_object"}
        case "openai-responses":
            assert body["text"]["format"]["name"] == "draft_plan"
        case _:
            assert body["response_format"]["json_schema"]["name"] == "draft_plan"


@EVERY_VENDOR
def test_an_answer_is_repaired(name) -> None:
    script = [Says(text=plan(40, 50)), Says(text=plan(0)), Says(text=plan(20, 30))]
    with talking(name, script) as (llm, watcher, server):
        assert [part.minutes for part in llm.run(STEP, KEYS).parts] == [20, 30]
    assert server.refusals == []
    second, third = (json.dumps(body) for body in server.requests[1:])
    assert "keys may take 60 minutes, not 90." in second
    assert "parts.0.minutes" in third
    assert len(watcher.usage) == 3


@EVERY_VENDOR
def test_a_step_is_given_up_after_its_repairs(name) -> None:
    script = [Says(text=text) for text in (plan(0), plan(70), "No.")]
    with talking(name, script) as (llm, _, server):
        with pytest.raises(StepFailed) as raised:
            llm.run(STEP, KEYS)
    assert server.left == 0
    assert llm.label in raised.value.message
    assert raised.value.hint


def test_an_unusable_answer_is_replaced_by_the_one_without_a_model() -> None:
    step = replace(STEP, without_model=lambda _taken: GOOD)
    with talking("vllm", [Says(text=plan(70))] * 2) as (llm, watcher, _):
        assert llm.run(step, KEYS) == GOOD
    [notice] = [each for each in watcher.events if isinstance(each, Notice)]
    assert llm.label in notice.translate(str).text


def test_formalities_are_mended_before_the_check() -> None:
    def shorten(_taken, given):
        return given.model_copy(update={"parts": given.parts[:1]})

    with talking("vllm", [Says(text=plan(40, 50))]) as (llm, _, _):
        assert len(llm.run(replace(STEP, mend=shorten), KEYS).parts) == 1


def test_an_answer_at_the_limit_is_asked_to_be_shorter() -> None:
    script = [Says(text='{"parts": [', finish="length"), Says(text=plan(10))]
    with talking("openai", script) as (llm, _, server):
        llm.run(STEP, KEYS)
    assert "be shorter" in json.dumps(server.requests[1])


ENDLESS = Says(pieces=('{"parts": [', *["1, " * 10_000] * 10))


def test_an_object_that_does_not_end_is_not_asked_for_again() -> None:
    """Each time would be paid for."""
    step = replace(STEP, longest=1_000, without_model=lambda _taken: GOOD)
    with talking("vllm", [ENDLESS]) as (llm, report, server):
        assert llm.run(step, KEYS) == GOOD
    assert any(isinstance(event, Notice) for event in report.events)
    assert len(server.requests) == 1
    with talking("vllm", [ENDLESS]) as (llm, _, server), pytest.raises(StepFailed) as raised:
        llm.run(STEP, KEYS)
    assert raised.value.hint
    assert len(server.requests) == 1


def test_a_slow_model_is_not_asked_to_repair_its_answer() -> None:
    with talking("vllm", [Says(text="{}", ttft=0.25)], whole=0.4) as (llm, _, server):
        with pytest.raises(StepFailed):
            llm.run(STEP, KEYS)
    assert len(server.requests) == 1


@EVERY_VENDOR
def test_a_server_without_schemas_is_asked_in_words(name) -> None:
    script = [Fails("rejected"), Says(text=plan(10)), Says(text=plan(20))]
    with talking(name, script) as (llm, _, server):
        assert llm.run(STEP, KEYS).parts[0].minutes == 10
        assert llm.run(STEP, KEYS).parts[0].minutes == 20
    for body in server.requests[1:]:
        asked = json.dumps(body)
        assert "minutes" in asked
        assert "response_format" not in asked
        assert "responseJsonSchema" not in asked


def test_a_request_that_is_wrong_in_itself_is_rejected_all_the_same() -> None:
    script = [Fails("rejected")] * 2
    with talking("vllm", script) as (llm, _, _), pytest.raises(ProviderError) as raised:
        llm.run(STEP, KEYS)
    assert raised.value.problem == "rejected"
