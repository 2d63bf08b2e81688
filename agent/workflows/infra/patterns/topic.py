"""A topic, with a subscription where the words name who gets it."""

from collections.abc import Iterator
from typing import Annotated, Literal

from pydantic import Field

from agent.language.catalogs import N_
from agent.workflows.infra.patterns import (
    EMAIL,
    URL,
    Draft,
    Like,
    Options,
    Pattern,
    Place,
    Plain,
    Want,
    check,
)


class TopicOptions(Options):
    encryption: Literal["kms"] | None = Field(None, title=N_("Encryption"))
    protocol: Literal["email", "https", "sqs"] | None = Field(None, title=N_("Deliver by"))
    endpoint: Annotated[str | None, Like(rf"{EMAIL}|{URL}")] = Field(
        None,
        title=N_("Deliver to"),
        description=N_("An address; empty for the queue beside it."),
    )


class Topic(Pattern):
    id, title, suffix = "topic", "SNS topic with a subscription", "Topic"
    main = "AWS::SNS::Topic"
    example = "Create an encrypted SNS topic for alerts that mails ops@example.org"
    words = ("sns", "topic", "topics", "主题")
    nist = ("IR-6",)
    options = TopicOptions

    def complete(self, options: Plain) -> Plain:
        """An address tells how it is reached."""
        if options.get("protocol") or not options.get("endpoint"):
            return options
        return {**options, "protocol": "email" if "@" in options["endpoint"] else "https"}

    def is_whole(self, options: TopicOptions, place: Place) -> bool:
        return bool(options.endpoint or (options.protocol == "sqs" and place.others.get("queue")))

    def draft(self, options: TopicOptions, place: Place) -> Draft:
        draft, name = Draft(), place.main
        key = "alias/aws/sns" if options.encryption else None
        draft.add(name, self.main, {"TopicName": options.name, "KmsMasterKeyId": key})
        queue = place.others.get("queue")
        if options.protocol == "sqs" and queue:
            self._subscribe(draft, name, protocol="sqs", endpoint={"Fn::GetAtt": [queue, "Arn"]})
            draft.add(f"{name}MaySend", "AWS::SQS::QueuePolicy", _may_send(name, queue))
        elif options.protocol and options.endpoint:
            self._subscribe(draft, name, protocol=options.protocol, endpoint=options.endpoint)
        draft.output(f"{name}Arn", {"Ref": name}, about="ARN of the topic")
        return draft

    def _subscribe(self, draft: Draft, name: str, *, protocol: str, endpoint: Plain | str) -> None:
        draft.add(
            f"{name}Subscription",
            "AWS::SNS::Subscription",
            {"TopicArn": {"Ref": name}, "Protocol": protocol, "Endpoint": endpoint},
        )

    def wants(self, options: TopicOptions, place: Place) -> Iterator[Want]:
        name = place.main
        if options.encryption:
            yield Want(
                "Messages are encrypted.",
                check("topic_encrypted", name),
                "security",
                "high",
                ("SC-28",),
            )
        queue = place.others.get("queue")
        endpoint = queue if options.protocol == "sqs" else options.endpoint
        if options.protocol and endpoint:
            proof = check("topic_subscription", name, protocol=options.protocol, endpoint=endpoint)
            yield Want(f"What is published goes to {endpoint} by {options.protocol}.", proof)


def _may_send(topic: str, queue: str) -> Plain:
    return {
        "Queues": [{"Ref": queue}],
        "PolicyDocument": {
            "Version": "2012-10-17",
            "Statement": [
                {
                    "Effect": "Allow",
                    "Principal": {"Service": "sns.amazonaws.com"},
                    "Action": "sqs:SendMessage",
                    "Resource": {"Fn::GetAtt": [queue, "Arn"]},
                    "Condition": {"ArnEquals": {"aws:SourceArn": {"Ref": topic}}},
                }
            ],
        },
    }


PATTERN = Topic()
