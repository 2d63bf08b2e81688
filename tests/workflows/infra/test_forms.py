"""The forms that ask where no model reads: filled with what is certain, and with nothing else."""

from typing import Any, cast

import pytest

from agent.ports import CloudIdentity
from agent.questions import Choice, Form
from agent.workflows.infra import forms
from agent.workflows.infra.patterns import patterns, prefill

SANDBOX = CloudIdentity(
    "dev", "sandbox", "0", "root", "us-east-1", "http://127.0.0.1", "dev-", is_sandbox=True
)


def filled(text: str) -> tuple[dict[str, Any], tuple[str, ...]]:
    return prefill.prefill(text, prefill.kinds_in(text))


@pytest.mark.parametrize(
    ("text", "values"),
    [
        ("an S3 bucket whose files go after 180 days", {"bucket.expire_days": 180}),
        ("un bucket que borre todo a los 90 días", {"bucket.expire_days": 90}),
        ("创建一个存储桶，90天后删除", {"bucket.expire_days": 90}),
        ("a bucket without versioning", {}),
        ("a bucket that keeps files 30 days, and logs for 90 days", {}),
        ("an SQS queue that keeps messages for 4 days", {}),
        (
            "a Lambda with 512 MB and 30 seconds, STAGE=test",
            {"function.memory": 512, "function.timeout": 30, "function.variables": "STAGE=test"},
        ),
        ("an SNS topic for ops@example.org", {"topic.endpoint": "ops@example.org"}),
        ("an SNS topic for a@example.org and b@example.org", {}),
        ("an HTTP API with GET /items and POST /items", {"api.routes": "GET /items\nPOST /items"}),
    ],
)
def test_only_what_is_certain_is_filled_in(text: str, values: dict[str, Any]) -> None:
    assert filled(text)[0] == values


def asked(state: dict[str, Any]) -> Any:
    """The card that asks where nothing was sent yet."""
    given: Any = {"wish": "create", **state}
    return forms.FormPlan(given, "task", cast("Any", None), SANDBOX, []).draft()


def test_words_that_no_field_took_are_named() -> None:
    unused = filled("Create a dynamodb table with key session_id that expires after 1 day")[1]
    assert unused == ("with key session_id that expires after 1 day",)


def test_what_is_no_pattern_is_refused_by_name_and_the_closest_comes_first() -> None:
    card = asked({"request": "Postgres on RDS, and Kubernetes"})
    assert isinstance(card, Choice)
    assert card.title == "I can't build RDS, Postgres, or Kubernetes without a model"
    assert "Kubernetes" in card.body
    assert [option.id for option in card.options[:2]] == ["table", "function"]
    assert len(card.options) == len(patterns())


@pytest.mark.parametrize(
    ("text", "kinds"),
    [
        ("sqs queue and a lambda", ["function", "queue"]),
        ("un bucket y una tabla", ["bucket", "table"]),
        ("创建队列", ["queue"]),
        ("something for photographs", []),
    ],
)
def test_resources_are_known_by_their_names(text: str, kinds: list[str]) -> None:
    assert [pattern.id for pattern in prefill.kinds_in(text)] == kinds


def test_a_form_asks_for_every_option_that_has_a_title() -> None:
    kinds = list(patterns().values())
    form = asked({"request": "all", "kinds": [kind.id for kind in kinds]})
    assert isinstance(form, Form)
    ids = {field.id for field in form.fields}
    assert len(ids) == len(form.fields) > 50
    assert not any(field.required for field in form.fields if field.id != forms.STACK)


def test_what_is_filled_in_becomes_typed_options() -> None:
    kinds = [patterns()[kind] for kind in ("queue", "function", "topic")]
    parts = forms.read_parts(
        {
            "queue.receipts": 3.0,
            "queue.fifo": "no",
            "function.variables": "A=1\nB=x=y",
            "topic.endpoint": "ops@example.org",
            "topic.name": "",
        },
        kinds,
        str,
    )
    assert [part.options for part in parts] == [
        {"receipts": 3, "fifo": False},
        {"variables": {"A": "1", "B": "x=y"}},
        {"endpoint": "ops@example.org"},
    ]


def test_a_value_that_cannot_be_is_named_by_its_field() -> None:
    with pytest.raises(ValueError, match="Memory"):
        forms.read_parts({"function.memory": 5}, [patterns()["function"]], str)


TEMPLATE = """AWSTemplateFormatVersion: '2010-09-09'
Resources:
  Jobs: {Type: AWS::SQS::Queue}
"""


@pytest.mark.parametrize("text", ["{}", "Deploy this\n{}", "Deploy this\n```yaml\n{}```\nthanks"])
def test_a_template_in_the_message_is_in_the_form(text: str) -> None:
    form = asked({"request": text.format(TEMPLATE)})
    assert isinstance(form, Form)
    assert {entry.id: entry.default for entry in form.fields}[forms.TEMPLATE] == TEMPLATE
