"""What somebody wants, told by words alone."""

import pytest

from agent.workflows.infra import requests
from agent.workflows.infra.patterns import Place, patterns

STACKS = ["dev-audit-logs", "dev-shop"]


@pytest.mark.parametrize(
    ("text", "intent"),
    [
        ("How do I delete a bucket?", "conversation"),
        ("show me how to delete a queue", "conversation"),
        ("Could I delete the bucket?", "conversation"),
        ("What is SQS?", "conversation"),
        ("hello", "conversation"),
        ("¿Cómo borro un bucket?", "conversation"),
        ("如何删除存储桶？", "conversation"),
        ("which stacks are there?", "query"),
        ("list stacks", "query"),
        ("what is the status of dev-audit-logs", "query"),
        ("Is there a bucket?", "query"),
        ("what happened to my stack", "query"),
        ("Can you delete dev-audit-logs?", "change"),
        ("Create an encrypted S3 bucket for audit logs", "change"),
        ("I need a queue", "change"),
        ("Alarm me when the queue has more than 100 messages", "change"),
        ("what alarms are there", "query"),
        ("Provision a Kubernetes cluster", "change"),
        ("set the retention to 30 days", "change"),
        ("turn off versioning", "change"),
        ("Crea un bucket cifrado para registros", "change"),
        ("创建一个加密的S3存储桶用于审计日志", "change"),
        ("add a joke", None),
        ("make me a sandwich", None),
        ("an encrypted S3 bucket for audit logs", None),
    ],
)
def test_a_question_is_no_change_and_what_words_do_not_tell_is_not_guessed(text, intent):
    assert requests.intent_of(text, stacks=STACKS) == intent


@pytest.mark.parametrize(
    ("text", "kind", "stack"),
    [
        ("Create an S3 bucket for invoices", "create", "dev-invoices"),
        ("Create an S3 bucket for audit logs", "create", "dev-audit-logs-2"),
        ("Create a queue named orders", "create", "dev-orders"),
        ("Create a queue in a stack called billing", "create", "dev-billing"),
        ("Set the lifecycle of dev-audit-logs to 30 days", "update", "dev-audit-logs"),
        ("Set the lifecycle of audit-logs to 30 days", "update", "dev-audit-logs"),
        ("Set the retention to 30 days", "update", ""),
        ("Delete the stack dev-shop", "delete", "dev-shop"),
        ("delete the audit logs bucket", "delete", "dev-audit-logs"),
        ("delete the bucket", "delete", ""),
        ("Remove the topic from dev-shop", "update", "dev-shop"),
    ],
)
def test_which_stack_is_meant(text, kind, stack):
    found = requests.request_of(text, stacks=STACKS, prefix="dev-")
    assert (found.kind, found.stack) == (kind, stack)


@pytest.mark.parametrize("text", ["now keep them 30 days", "make it versioned", "delete it"])
def test_what_it_means_is_told_by_the_conversation_so_far(text):
    assert requests.intent_of(text, last="dev-audit-logs") == "change"
    assert requests.intent_of(text) != "change"


def test_something_to_keep_in_what_is_there_is_no_new_stack():
    found = requests.request_of(
        "now keep them 30 days", stacks=STACKS, prefix="dev-", last="dev-audit-logs"
    )
    assert (found.kind, found.stack) == ("update", "dev-audit-logs")


@pytest.mark.parametrize(
    ("text", "kind", "stack"),
    [
        ("Create a role that may read the bucket audit-logs", "create", "dev-role"),
        ("I need a queue for mails, keep messages for 4 days", "create", "dev-mails"),
        ("Add a topic to audit-logs", "update", "dev-audit-logs"),
    ],
)
def test_what_is_new_is_put_into_a_stack_only_where_the_words_say_so(text, kind, stack):
    found = requests.request_of(text, stacks=STACKS, prefix="dev-", last="dev-shop")
    assert (found.kind, found.stack) == (kind, stack)


def test_a_name_gives_no_rights():
    (part,) = requests.parts_in("Create a role that may read the bucket x-1. Name it audit-writer")
    assert part.options["actions"] == ["s3:GetObject"]
    assert part.options["name"] == "audit-writer"


def test_the_last_stack_of_the_thread_is_meant_where_none_is_named():
    found = requests.request_of(
        "Set the retention to 30 days", stacks=STACKS, prefix="dev-", last="dev-shop"
    )
    assert (found.kind, found.stack) == ("update", "dev-shop")


def test_several_things_each_have_their_own_options():
    text = (
        "Create an encrypted SQS queue for orders with a dead-letter queue after 3 attempts, an SNS"
        " topic that mails ops@example.org, and a log group that keeps lines for 30 days"
    )
    parts = requests.request_of(text, stacks=[], prefix="dev-").parts
    assert [(part.pattern, part.options) for part in parts] == [
        ("queue", {"encryption": "sqs", "dead_letter": True, "receipts": 3}),
        ("topic", {"protocol": "email", "endpoint": "ops@example.org"}),
        ("log_group", {"days": 30}),
    ]


def test_removing_takes_options_away_and_marks_the_part():
    (part,) = requests.request_of(
        "Remove the encrypted topic from dev-shop", stacks=STACKS, prefix="dev-"
    ).parts
    assert (part.pattern, part.remove, part.options) == ("topic", True, {})


@pytest.mark.parametrize(
    ("text", "options"),
    [
        ("a bucket, keep files for a year", {"expire_days": 365}),
        ("a queue, retry 7 times", {"receipts": 7, "dead_letter": True}),
        (
            "a VPC 10.1.0.0/16, 2 public and two private subnets, allow 443 from 10.0.0.0/8",
            {"cidr": "10.1.0.0/16", "source": "10.0.0.0/8", "subnets": 4, "port": 443},
        ),
    ],
)
def test_options_are_read_as_people_say_them(text, options):
    (part,) = requests.parts_in(text)
    assert part.options == options


@pytest.mark.parametrize(
    ("text", "schedule"),
    [
        ("Run a Lambda every 15 minutes", "rate(15 minutes)"),
        ("Every hour run a Lambda function with 512 MB", "rate(1 hour)"),
        ("Create a function for cleaning up that runs daily, with 512 MB", "rate(1 day)"),
        ("Schedule a Lambda function by cron(0 3 * * ? *)", "cron(0 3 * * ? *)"),
        ("Create an EventBridge rule that runs a Lambda every 15 minutes", "rate(15 minutes)"),
    ],
)
def test_a_function_that_runs_by_the_clock_is_two_things(text: str, schedule: str) -> None:
    """A rule without a function, and a function without a clock, stay one."""
    function, rule = requests.parts_in(text)
    assert (function.pattern, rule.pattern) == ("function", "event_rule")
    assert rule.options == {"schedule": schedule}
    assert function.options == ({"memory": 512} if "512" in text else {})


@pytest.mark.parametrize(
    "text",
    [
        "Create a Lambda function for resizing images with a 30 second timeout",
        "Create a Lambda function. Its report is read every day",
    ],
)
def test_a_function_alone_stays_alone(text: str) -> None:
    assert [part.pattern for part in requests.parts_in(text)] == ["function"]


@pytest.mark.parametrize(
    "text",
    [
        "Create an SNS topic for fanout that delivers to an SQS queue",
        "Create an SNS topic for alerts with an SQS subscription",
        "Create a topic for news and a queue subscribed to it",
    ],
)
def test_a_topic_delivers_to_the_queue_that_is_said_to_be_subscribed(text: str) -> None:
    topic, queue = requests.parts_in(text)
    assert (topic.pattern, queue.pattern) == ("topic", "queue")
    assert topic.options == {"protocol": "sqs"}


@pytest.mark.parametrize(
    "text",
    [
        "Create an SNS topic for alerts and an SQS queue for orders",
        "Create a topic for news, and a queue that sends failed messages to a dead-letter queue",
    ],
)
def test_a_topic_beside_a_queue_is_not_connected_unasked(text: str) -> None:
    topic, _queue = requests.parts_in(text)
    assert "protocol" not in topic.options


@pytest.mark.parametrize(
    ("text", "kinds"),
    [
        ("Create an HTTP API with the route GET /items without a Lambda", ["api"]),
        ("Create an S3 bucket for drafts without a KMS key", ["bucket"]),
        ("Create a topic without a queue, and a queue for orders", ["topic", "queue"]),
    ],
)
def test_what_is_not_wanted_is_not_built(text: str, kinds: list[str]) -> None:
    assert [part.pattern for part in requests.parts_in(text)] == kinds


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("Create a log group /apps/shop with 30 days retention", "/apps/shop"),
        ("Create a KMS key for backups with rotation and an alias backups", "backups"),
        ("Create a KMS key with the alias alias/shop-backups", "shop-backups"),
        ("Create a KMS key with an alias for backups", None),
        ("Create a log group for GET /items", None),
    ],
)
def test_names_of_a_things_own_kind_are_read(text: str, name: str | None) -> None:
    (part,) = requests.parts_in(text)
    assert part.options.get("name") == name


def test_who_is_let_in_from_everywhere_is_not_asserted_to_stay_out() -> None:
    """A plan that contradicts itself could never be proven."""

    def wanted(text: str) -> list[str]:
        (part,) = requests.parts_in(text)
        network = patterns()["network"]
        wants = network.wants(network.parsed(part.options), Place("Vpc"))
        return [want.description for want in wants]

    assert wanted("Create a VPC that allows https from anywhere") == [
        "0.0.0.0/0 comes in on port 443."
    ]
    assert wanted("Create a VPC that allows https from 10.0.0.0/8") == [
        "Nobody comes in from everywhere.",
        "10.0.0.0/8 comes in on port 443.",
    ]


def test_a_stack_is_not_named_after_what_is_left_out() -> None:
    text = "Create an HTTP API for ideas without a Lambda"
    assert requests.slug(text, requests.parts_in(text)) == "ideas"


@pytest.mark.parametrize(
    ("text", "kinds", "existing"),
    [
        ("Create an alarm for errors of the function called resize", ["alarm"], "resize"),
        ("When the function resize-images fails, alarm me", ["alarm"], "resize-images"),
        ("Create an alarm on the SQS queue mails_2 over 9 messages", ["alarm"], "mails_2"),
        ("Schedule the Lambda clean-up daily by an EventBridge rule", ["event_rule"], "clean-up"),
        ("Run the function clean-up every 15 minutes", ["event_rule"], "clean-up"),
        ("Create an alarm for when the function has more than 5 errors", ["alarm"], None),
        ("Create an alarm for the queue dead-letter messages over 3", ["alarm"], None),
        ("Create a Lambda function clean-up that runs daily", ["function", "event_rule"], None),
        ("Create the function clean-up that runs daily", ["function", "event_rule"], None),
        ("Create a Lambda function clean-up with an alarm", ["function", "alarm"], None),
        ("Run a Lambda called clean-up every hour", ["function", "event_rule"], None),
    ],
)
def test_what_is_there_already_is_pointed_at_and_not_built(
    text: str, kinds: list[str], existing: str | None
) -> None:
    parts = requests.parts_in(text)
    assert [part.pattern for part in parts] == kinds
    assert parts[-1].options.get("existing") == existing
    assert parts[-1].options.get("name") is None or existing is None
