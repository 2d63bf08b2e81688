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


def filled(text: str) -> dict[str, Any]:
    return prefill.prefill(text, prefill.kinds_in(text))


@pytest.mark.parametrize(
    ("text", "values"),
    [
        ("an S3 bucket whose files go after 180 days", {"bucket.expire_days": 180}),
        ("un bucket que borre todo a los 90 días", {"bucket.expire_days": 90}),
        ("创建一个存储桶，90天后删除", {"bucket.expire_days": 90}),
        (
            "Create an SQS queue for orders with a dead-letter queue after 3 attempts",
            {"queue.receipts": 3, "queue.dead_letter": "yes"},
        ),
        ("失败3次后进入死信队列", {"queue.receipts": 3, "queue.dead_letter": "yes"}),
        ("a queue that tries 3 times, or 4 times", {}),
        ("a bucket without versioning", {}),
        ("a bucket that keeps files 30 days, and logs for 90 days", {}),
        ("an SQS queue that keeps messages for 4 days", {}),
        (
            "a Lambda with 512 MB and 30 seconds, STAGE=test",
            {"function.memory": 512, "function.timeout": 30, "function.variables": "STAGE=test"},
        ),
        ("an SNS topic for ops@example.org", {"topic.endpoint": "ops@example.org"}),
        ("an SNS topic for a@example.org and b@example.org", {}),
        (
            "a private bucket called acme-logs in eu-west-1",
            {"bucket.name": "acme-logs"},
        ),
        ('an SNS topic "alerts"', {"topic.name": "alerts"}),
        ('a bucket "Customer_Contracts"', {}),
        (
            "table web-orders with partition key orderId, queue web-jobs",
            {
                "table.name": "web-orders",
                "table.partition": "orderId",
                "queue.name": "web-jobs",
            },
        ),
        ("创建一个名为 acme-logs 的存储桶", {"bucket.name": "acme-logs"}),
        ("a table with key session_id", {"table.partition": "session_id"}),
        ("an HTTP API with GET /items and POST /items", {"api.routes": "GET /items\nPOST /items"}),
    ],
)
def test_only_what_is_certain_is_filled_in(text: str, values: dict[str, Any]) -> None:
    assert filled(text) == values


def asked(state: dict[str, Any]) -> Any:
    """The card that asks where nothing was sent yet."""
    given: Any = {"wish": "create", **state}
    return forms.FormPlan(given, "task", cast("Any", None), SANDBOX, []).draft()


@pytest.mark.parametrize(
    ("text", "words"),
    [
        (
            "Create a dynamodb table with key session_id that expires after 1 day",
            ("expires after 1 day",),
        ),
        ("I need a private, encrypted bucket that deletes objects after 30 days", ()),
        ("A queue for orders", ("orders",)),
    ],
)
def test_only_words_that_no_field_took_are_named(text: str, words: tuple[str, ...]) -> None:
    form = asked({"request": text})
    assert isinstance(form, Form)
    assert form.unused == words


def test_safe_settings_are_picked_for_what_is_new() -> None:
    form = asked({"request": "a bucket"})
    picked = {entry.id: entry.default for entry in form.fields}
    assert picked["bucket.encryption"] == "AES256"
    assert picked["bucket.block_public"] == "yes"
    assert picked["bucket.versioning"] == ""


def test_what_is_no_pattern_is_refused_by_name() -> None:
    card = asked({"request": "Postgres on RDS, and Kubernetes"})
    assert isinstance(card, Choice)
    assert card.title == "I can't build RDS, Postgres without a model"
    assert "Kubernetes" in card.body
    assert [option.id for option in card.options] == list(patterns())
    assert "Helm" in asked({"request": "a Helm chart"}).title


def test_what_serves_the_same_need_comes_first() -> None:
    assert asked({"request": "a RabbitMQ broker"}).options[0].id == "queue"


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


@pytest.mark.parametrize(
    ("field", "value", "said"),
    [
        ("function.memory", 5, "Memory"),
        ("bucket.name", "customer contracts", "For example: acme-audit-logs"),
    ],
)
def test_a_value_that_cannot_be_is_named_by_its_field(field: str, value: Any, said: str) -> None:
    with pytest.raises(ValueError, match=said):
        forms.read_parts({field: value}, [patterns()[field.partition(".")[0]]], str)


def test_what_has_a_pattern_has_an_example_that_matches_it() -> None:
    for place in prefill.places_of(list(patterns().values())):
        assert place.choices() or place.takes(place.told.get("example", "")), place.id


TEMPLATE = """AWSTemplateFormatVersion: '2010-09-09'
Resources:
  Jobs: {Type: AWS::SQS::Queue}
"""


@pytest.mark.parametrize("text", ["{}", "Deploy this\n{}", "Deploy this\n```yaml\n{}```\nthanks"])
def test_a_template_in_the_message_is_in_the_form(text: str) -> None:
    form = asked({"request": text.format(TEMPLATE)})
    assert isinstance(form, Form)
    assert {entry.id: entry.default for entry in form.fields}[forms.TEMPLATE] == TEMPLATE


def test_a_rejected_form_comes_again_with_the_comment() -> None:
    filled_in = {"kinds": ["topic"], "settings": {"stack": "dev-a"}, "settings_sent": False}
    form = asked({"request": "an SNS topic", **filled_in, "comment": "call it dev-b"})
    assert isinstance(form, Form)
    assert "call it dev-b" in form.body
    assert form.fields[0].default == "dev-a"
