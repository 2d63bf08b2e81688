"""A queue, with a second one for messages that fail."""

import re
from collections.abc import Iterator
from typing import Literal

from pydantic import Field

from agent.text import fold
from agent.workflows.infra import reading
from agent.workflows.infra.patterns import Draft, Options, Pattern, Place, Plain, Want, check

USUAL_RECEIPTS = 5


class QueueOptions(Options):
    encryption: Literal["sqs", "kms"] | None = None
    fifo: bool | None = None
    visibility_seconds: int | None = Field(None, ge=0, le=43200)
    retention_seconds: int | None = Field(None, ge=60, le=1209600)
    dead_letter: bool | None = None
    receipts: int | None = Field(None, gt=0, le=1000)


class Queue(Pattern):
    id, title, suffix = "queue", "SQS queue with a dead-letter queue", "Queue"
    main = "AWS::SQS::Queue"
    example = "Create an encrypted SQS queue for orders with a dead-letter queue after 3 attempts"
    words = re.compile(r"\bsqs\b|(?<!dead-letter )(?<!dead letter )\b(?:queues?|colas?)\b|队列")
    options = QueueOptions
    rollback = "Deleting the stack removes the queue and the messages that are in it."

    def read(self, text: str) -> Plain:
        found: Plain = {}
        folded = fold(text)
        if reading.said(text, r"\bencrypt\w*", r"\bcifrad\w*", "加密"):
            found["encryption"] = "kms" if re.search(r"\bkms\b", folded) else "sqs"
        if re.search(r"\bfifo\b|\bin order\b|\bordered\b", folded):
            found["fifo"] = True
        if (on := reading.said(text, r"dead[ -]?letter", r"\bdlq\b", "死信")) is not None:
            found["dead_letter"] = on
        tries = reading.number(
            text, r"(\d+) (?:attempts?|tries|receipts?|receives?|retries|times|intentos)"
        )
        if tries:
            found |= {"receipts": tries, "dead_letter": True}
        if seconds := reading.seconds(reading.after(text, r"visib\w*", "可见")):
            found["visibility_seconds"] = seconds
        if seconds := reading.seconds(
            reading.near(text, r"retain\w*", r"retention", r"\bkeep\w*", "保留")
        ):
            found["retention_seconds"] = seconds
        return found

    def is_whole(self, options: QueueOptions, _place: Place) -> bool:
        return bool(options.dead_letter)

    def draft(self, options: QueueOptions, place: Place) -> Draft:
        draft, name = Draft(), place.main
        dead = f"{name}DeadLetter"
        properties = encryption(options.encryption)
        if options.fifo:
            properties["FifoQueue"] = True
        redrive = None
        if options.dead_letter:
            draft.add(dead, self.main, dict(properties))
            redrive = {
                "deadLetterTargetArn": {"Fn::GetAtt": [dead, "Arn"]},
                "maxReceiveCount": options.receipts or USUAL_RECEIPTS,
            }
        draft.add(
            name,
            self.main,
            {
                "QueueName": _named(options),
                **properties,
                "VisibilityTimeout": draft.parameter(
                    f"{name}Visibility",
                    options.visibility_seconds,
                    about="Seconds a received message is hidden",
                ),
                "MessageRetentionPeriod": draft.parameter(
                    f"{name}Retention", options.retention_seconds, about="Seconds a message is kept"
                ),
                "RedrivePolicy": redrive,
            },
        )
        draft.output(f"{name}Url", {"Ref": name}, about="Address of the queue")
        return draft

    def wants(self, options: QueueOptions, place: Place) -> Iterator[Want]:
        name = place.main
        if options.encryption:
            yield Want(
                "Messages are encrypted.",
                check("queue_encrypted", name),
                "security",
                "high",
                ("SC-28",),
            )
        if options.fifo:
            yield Want("Messages keep their order.", check("queue_fifo", name))
        if options.dead_letter:
            after = options.receipts or USUAL_RECEIPTS
            proof = check("queue_redrive", name, target=f"{name}DeadLetter", after=after)
            yield Want(
                f"A message that fails {after} times is put aside.", proof, "non-functional", "high"
            )
        if options.visibility_seconds is not None:
            proof = check("queue_visibility", name, seconds=options.visibility_seconds)
            yield Want(
                f"A received message is hidden for {reading.span(options.visibility_seconds)}.",
                proof,
            )
        if options.retention_seconds is not None:
            proof = check("queue_retention", name, seconds=options.retention_seconds)
            yield Want(f"Messages are kept for {reading.span(options.retention_seconds)}.", proof)


def encryption(kind: str | None) -> Plain:
    match kind:
        case "sqs":
            return {"SqsManagedSseEnabled": True}
        case "kms":
            return {"KmsMasterKeyId": "alias/aws/sqs"}
        case _:
            return {}


def _named(options: QueueOptions) -> str | None:
    """The engine wants the names of FIFO queues to end like this."""
    if options.name and options.fifo and not options.name.endswith(".fifo"):
        return f"{options.name}.fifo"
    return options.name


PATTERN = Queue()
