"""A rule that fires by a clock or by events of the account."""

import re
from collections.abc import Iterator
from typing import Literal

from pydantic import Field

from agent.text import fold
from agent.workflows.infra import reading
from agent.workflows.infra.patterns import Draft, Options, Pattern, Place, Plain, Want, check

USUAL_SCHEDULE = "rate(1 day)"
_EVERY = re.compile(
    r"\b(?:every|each|cada)\s+(?:(\d+)\s+)?(minute|minuto|hour|hora|day|dia)s?\b|\b(hourly|daily)\b|每(天|小时|分钟)"
)
_CRON = re.compile(r"\b(?:cron|rate)\([^)]+\)")
_UNITS = {
    "minuto": "minute",
    "hora": "hour",
    "dia": "day",
    "hourly": "hour",
    "daily": "day",
    "天": "day",
    "小时": "hour",
    "分钟": "minute",
}
_FUNCTION_ARN = re.compile(r"\barn:[\w-]+:lambda:[\w-]+:\d{12}:function:[\w-]+(?::[\w$-]+)?")
_SOURCE = re.compile(
    r"\bevents? (?:from|of) (?:the )?(aws\.)?(s3|ec2|ecs|lambda|health|codepipeline|guardduty)\b"
)


class EventRuleOptions(Options):
    schedule: str | None = None
    source: str | None = None
    state: Literal["ENABLED", "DISABLED"] | None = None
    existing: str | None = Field(None, pattern=r"^[A-Za-z0-9][\w.:$-]*$")
    """The function to run, by its name or ARN; none for the one beside it."""


class EventRule(Pattern):
    id, title, suffix = "event_rule", "EventBridge rule", "Rule"
    main = "AWS::Events::Rule"
    example = "Create an EventBridge rule for cleaning up every 5 minutes"
    words = re.compile(
        r"\beventbridge\b|\b(?:event|schedule|scheduled) rules?\b|\brules? (?:that )?(?:fires|runs|every)\b|\bcron\b|\bregla de eventos\b|定时规则|事件规则"
    )
    options = EventRuleOptions

    def read(self, text: str) -> Plain:
        found: Plain = {}
        folded = fold(text)
        if given := _CRON.search(text):
            found["schedule"] = given[0]
        elif every := _EVERY.search(folded):
            count, unit = int(every[1] or 1), every[2] or every[3] or every[4]
            unit = _UNITS.get(unit, unit)
            found["schedule"] = f"rate({count} {unit}{'s' if count != 1 else ''})"
        elif source := _SOURCE.search(folded):
            found["source"] = f"aws.{source[2]}"
        if re.search(r"\bdisabled?\b|\bturn(?:ed)? off\b|\bpaused?\b|禁用", folded):
            found["state"] = "DISABLED"
        elif re.search(r"\benabled?\b|\bturn(?:ed)? on\b|启用", folded):
            found["state"] = "ENABLED"
        arn = _FUNCTION_ARN.search(text)
        if existing := arn[0] if arn else reading.existing(text, reading.FUNCTION):
            found["existing"] = existing
        return found

    def points_at(self, options: EventRuleOptions) -> str:
        return "" if (options.existing or "").startswith("arn:") else "function"

    def notices(self, options: EventRuleOptions, place: Place) -> Iterator[str]:
        if not _target(options, place):
            yield (
                f"{place.main} reaches nothing when it fires: name the function that it runs, or"
                " ask for a function or a queue beside it."
            )

    def draft(self, options: EventRuleOptions, place: Place) -> Draft:
        draft, name = Draft(), place.main
        schedule = options.schedule or (None if options.source else USUAL_SCHEDULE)
        target = _target(options, place)
        draft.add(
            name,
            self.main,
            {
                "Name": options.name,
                "ScheduleExpression": schedule,
                "EventPattern": {"source": [options.source]} if options.source else None,
                "State": options.state,
                "Targets": [{"Id": "first", "Arn": target}] if target else None,
            },
        )
        function = place.others.get("function")
        if called := options.existing or (function and {"Ref": function}):
            draft.add(f"{name}MayCall", "AWS::Lambda::Permission", _may_call(name, called))
        elif queue := place.others.get("queue"):
            draft.add(f"{name}MaySend", "AWS::SQS::QueuePolicy", _may_send(name, queue))
        return draft

    def wants(self, options: EventRuleOptions, place: Place) -> Iterator[Want]:
        name = place.main
        if options.schedule:
            yield Want(
                f"It fires by {options.schedule}.",
                check("event_rule_schedule", name, expression=options.schedule),
                priority="high",
            )
        if options.source:
            yield Want(
                f"It fires for events of {options.source}.",
                check("event_rule_source", name, source=options.source),
                priority="high",
            )
        if options.state:
            yield Want(
                f"It is {options.state.lower()}.",
                check("event_rule_state", name, state=options.state),
            )
        if options.existing:
            yield Want(f"It runs the function {options.existing}.", priority="high")
        elif target := place.others.get("function") or place.others.get("queue"):
            yield Want(f"It sends to {target}.", check("event_rule_target", name, target=target))


def _target(options: EventRuleOptions, place: Place) -> Plain | str | None:
    """The ARN of what is named, or of what stands beside it."""
    if (named := options.existing) and named.startswith("arn:"):
        return named
    if named:
        account = "arn:${AWS::Partition}:lambda:${AWS::Region}:${AWS::AccountId}"
        return {"Fn::Sub": f"{account}:function:{named}"}
    beside = place.others.get("function") or place.others.get("queue")
    return {"Fn::GetAtt": [beside, "Arn"]} if beside else None


def _may_call(rule: str, function: Plain | str) -> Plain:
    return {
        "FunctionName": function,
        "Action": "lambda:InvokeFunction",
        "Principal": "events.amazonaws.com",
        "SourceArn": {"Fn::GetAtt": [rule, "Arn"]},
    }


def _may_send(rule: str, queue: str) -> Plain:
    allowed = {
        "Effect": "Allow",
        "Principal": {"Service": "events.amazonaws.com"},
        "Action": "sqs:SendMessage",
        "Resource": {"Fn::GetAtt": [queue, "Arn"]},
        "Condition": {"ArnEquals": {"aws:SourceArn": {"Fn::GetAtt": [rule, "Arn"]}}},
    }
    document = {"Version": "2012-10-17", "Statement": [allowed]}
    return {"Queues": [{"Ref": queue}], "PolicyDocument": document}


PATTERN = EventRule()
