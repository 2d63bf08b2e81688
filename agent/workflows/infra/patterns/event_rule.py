"""A rule that fires by a clock or by events of the account."""

from collections.abc import Iterator
from typing import Annotated, Literal

from pydantic import Field

from agent.language.catalogs import N_
from agent.workflows.infra.patterns import Draft, Like, Options, Pattern, Place, Plain, Want, check

USUAL_SCHEDULE = "rate(1 day)"
FUNCTION_ARN = r"\barn:[\w-]+:lambda:[\w-]+:\d{12}:function:[\w-]+(?::[\w$-]+)?"


class EventRuleOptions(Options):
    schedule: Annotated[str | None, Like(r"\b(?:cron|rate)\([^)]+\)")] = Field(
        None, title=N_("Schedule"), description="rate(5 minutes), cron(0 6 * * ? *)"
    )
    source: str | None = Field(None, title=N_("Or events from"), description="aws.s3")
    state: Literal["ENABLED", "DISABLED"] | None = Field(None, title=N_("State"))
    existing: Annotated[str | None, Like(FUNCTION_ARN)] = Field(
        None,
        pattern=r"^[A-Za-z0-9][\w.:$-]*$",
        title=N_("Function to run"),
        description=N_("Name or ARN; empty for the one beside it."),
    )
    """The function to run, by its name or ARN; none for the one beside it."""


class EventRule(Pattern):
    id, title, suffix = "event_rule", "EventBridge rule", "Rule"
    main = "AWS::Events::Rule"
    example = "Create an EventBridge rule for cleaning up every 5 minutes"
    words = ("eventbridge", "event rule", "event rules", "schedule", "cron", "定时规则", "事件规则")
    nist = ("SI-4",)
    options = EventRuleOptions

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
