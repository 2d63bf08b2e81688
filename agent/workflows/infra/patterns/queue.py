"""A queue, with a second one for messages that fail."""

from collections.abc import Iterator
from typing import Literal

from pydantic import Field

from agent.language.catalogs import N_
from agent.language.quantities import say_time
from agent.workflows.infra.patterns import Draft, Options, Pattern, Place, Plain, Want, check

USUAL_RECEIPTS = 5


class QueueOptions(Options):
    encryption: Literal["sqs", "kms"] | None = Field(None, title=N_("Encryption"))
    fifo: bool | None = Field(None, title=N_("Keep the order (FIFO)"))
    visibility_seconds: int | None = Field(
        None, ge=0, le=43200, title=N_("Hide a received message for (seconds)")
    )
    retention_seconds: int | None = Field(
        None, ge=60, le=1209600, title=N_("Keep messages for (seconds)")
    )
    dead_letter: bool | None = Field(None, title=N_("Dead-letter queue"))
    receipts: int | None = Field(
        None, gt=0, le=1000, title=N_("Attempts before a message goes there")
    )


class Queue(Pattern):
    id, title, suffix = "queue", "SQS queue with a dead-letter queue", "Queue"
    main = "AWS::SQS::Queue"
    example = "Create an encrypted SQS queue for orders with a dead-letter queue after 3 attempts"
    words = ("sqs", "queue", "queues", "cola", "colas", "队列")
    nist = ("SC-5",)
    options = QueueOptions
    rollback = "Deleting the stack removes the queue and the messages that are in it."

    def complete(self, options: Plain) -> Plain:
        """Attempts are counted for a dead-letter queue only."""
        return {**options, "dead_letter": True} if options.get("receipts") else options

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
                f"A received message is hidden for {say_time(options.visibility_seconds)}.",
                proof,
            )
        if options.retention_seconds is not None:
            proof = check("queue_retention", name, seconds=options.retention_seconds)
            yield Want(f"Messages are kept for {say_time(options.retention_seconds)}.", proof)


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
