"""An alarm on a metric."""

from collections.abc import Iterator
from typing import Annotated

from pydantic import Field

from agent.language.catalogs import N_
from agent.workflows.infra.patterns import Draft, Options, Pattern, Pick, Place, Plain, Want, check

USUAL_THRESHOLD, USUAL_PERIOD = 1, 300
ABOVE, BELOW = "GreaterThanThreshold", "LessThanThreshold"
QUEUES, FUNCTIONS = "AWS/SQS", "AWS/Lambda"
METRICS = {
    "ApproximateNumberOfMessagesVisible": QUEUES,
    "Errors": FUNCTIONS,
    "Throttles": FUNCTIONS,
    "Duration": FUNCTIONS,
}


class AlarmOptions(Options):
    namespace: str | None = None
    """Not asked for: it follows from the metric."""
    metric: Annotated[str | None, Pick(tuple(METRICS))] = Field(None, title=N_("Metric"))
    threshold: int | None = Field(None, ge=0, title=N_("Threshold"))
    comparison: Annotated[str | None, Pick((ABOVE, BELOW))] = Field(
        None, pattern=f"^({ABOVE}|{BELOW})$", title=N_("It rings when it is")
    )
    period: int | None = Field(None, gt=0, title=N_("Measured over (seconds)"))
    existing: str | None = Field(
        None,
        pattern=r"^[A-Za-z0-9][\w.-]*$",
        title=N_("Function or queue to watch"),
        description=N_("Its name; empty for the one beside it."),
    )
    """The function or the queue to watch, by its name; none for the one beside it."""


class Alarm(Pattern):
    id, title, suffix = "alarm", "CloudWatch alarm", "Alarm"
    main = "AWS::CloudWatch::Alarm"
    example = (
        "Create a CloudWatch alarm for orders when a Lambda has more than 5 errors in 5 minutes"
    )
    words = ("cloudwatch alarm", "alarm", "alarms", "alarma", "alarmas", "告警", "警报")
    nist = ("SI-4",)
    options = AlarmOptions

    def complete(self, options: Plain) -> Plain:
        namespace = METRICS.get(str(options.get("metric")))
        return {**options, "namespace": namespace} if namespace else options

    def points_at(self, options: AlarmOptions) -> str:
        return "queue" if options.namespace == QUEUES else "function"

    def notices(self, options: AlarmOptions, place: Place) -> Iterator[str]:
        if options.namespace == QUEUES and not _dimensions(options, place):
            yield f"{place.main} watches no queue: none was named, and none stands beside it."

    def draft(self, options: AlarmOptions, place: Place) -> Draft:
        draft, name = Draft(), place.main
        threshold = USUAL_THRESHOLD if options.threshold is None else options.threshold
        topic = place.others.get("topic")
        draft.add(
            name,
            self.main,
            {
                "AlarmName": options.name,
                "Namespace": options.namespace or FUNCTIONS,
                "MetricName": options.metric or "Errors",
                "Dimensions": _dimensions(options, place),
                "Statistic": "Sum",
                "Period": options.period or USUAL_PERIOD,
                "EvaluationPeriods": 1,
                "Threshold": draft.parameter(
                    f"{name}Threshold", threshold, about="The alarm rings beyond this"
                ),
                "ComparisonOperator": options.comparison or ABOVE,
                "TreatMissingData": "notBreaching",
                "AlarmActions": [{"Ref": topic}] if topic else None,
            },
        )
        return draft

    def wants(self, options: AlarmOptions, place: Place) -> Iterator[Want]:
        name = place.main
        if options.metric and options.namespace:
            proof = check("alarm_metric", name, metric=options.metric, namespace=options.namespace)
            is_whole = options.namespace == FUNCTIONS and not _dimensions(options, place)
            whose = " of all functions in the account" if is_whole else ""
            yield Want(f"It watches {options.metric}{whose}.", proof)
        if options.existing:
            yield Want(f"It watches {options.existing} alone.")
        if options.threshold is not None:
            comparison = options.comparison or ABOVE
            proof = check(
                "alarm_threshold", name, threshold=options.threshold, comparison=comparison
            )
            yield Want(f"It rings beyond {options.threshold}.", proof, priority="high")
        if topic := place.others.get("topic"):
            yield Want(f"It tells {topic}.", check("alarm_action", name, topic=topic))


def _dimensions(options: AlarmOptions, place: Place) -> list[Plain] | None:
    """What is named or stands beside it: an alarm without is on all of the account."""
    if options.existing:
        name = "QueueName" if options.namespace == QUEUES else "FunctionName"
        return [{"Name": name, "Value": options.existing}]
    if options.namespace == QUEUES and (queue := place.others.get("queue")):
        return [{"Name": "QueueName", "Value": {"Fn::GetAtt": [queue, "QueueName"]}}]
    if (function := place.others.get("function")) and options.namespace in (None, FUNCTIONS):
        return [{"Name": "FunctionName", "Value": {"Ref": function}}]
    return None


PATTERN = Alarm()
