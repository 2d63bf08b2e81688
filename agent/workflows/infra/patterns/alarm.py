"""An alarm on a metric."""

import re
from collections.abc import Iterator

from pydantic import Field

from agent.text import fold
from agent.workflows.infra import reading
from agent.workflows.infra.patterns import Draft, Options, Pattern, Place, Plain, Want, check

USUAL_THRESHOLD, USUAL_PERIOD = 1, 300
ABOVE, BELOW = "GreaterThanThreshold", "LessThanThreshold"
QUEUES, FUNCTIONS = "AWS/SQS", "AWS/Lambda"
METRICS = (
    (r"\bdead[ -]?letter|\bdlq\b|\bqueue (?:depth|length)|\bmessages?\b|\bbacklog\b|\bqueues?\b", QUEUES, "ApproximateNumberOfMessagesVisible"),
    (r"\bthrottl\w*", FUNCTIONS, "Throttles"),
    (r"\bduration\b|\bslow\b", FUNCTIONS, "Duration"),
    (r"\berrors?\b|\bfail\w*|\blambda\b|\bfunction\b|错误", FUNCTIONS, "Errors"),
)  # fmt: skip


class AlarmOptions(Options):
    namespace: str | None = None
    metric: str | None = None
    threshold: int | None = Field(None, ge=0)
    comparison: str | None = Field(None, pattern=f"^({ABOVE}|{BELOW})$")
    period: int | None = Field(None, gt=0)
    existing: str | None = Field(None, pattern=r"^[A-Za-z0-9][\w.-]*$")
    """The function or the queue to watch, by its name; none for the one beside it."""


class Alarm(Pattern):
    id, title, suffix = "alarm", "CloudWatch alarm", "Alarm"
    main = "AWS::CloudWatch::Alarm"
    example = (
        "Create a CloudWatch alarm for orders when a Lambda has more than 5 errors in 5 minutes"
    )
    words = re.compile(r"\balarms?\b|\balarmas?\b|告警|警报")
    options = AlarmOptions

    def read(self, text: str) -> Plain:
        found: Plain = {}
        folded = fold(text)
        for words, namespace, metric in METRICS:
            if re.search(words, folded):
                found |= {"namespace": namespace, "metric": metric}
                break
        limit = re.search(
            r"\b(?:more than|over|above|exceeds?|at least|>|mas de)\s*(\d+)|(?:超过)\s*(\d+)",
            folded,
        )
        if limit:
            found |= {"threshold": int(limit[1] or limit[2]), "comparison": ABOVE}
        elif limit := re.search(r"\b(?:less than|below|under|<|menos de)\s*(\d+)", folded):
            found |= {"threshold": int(limit[1]), "comparison": BELOW}
        elif (limit_number := reading.number(text, r"\bthreshold\b[^\d.]{0,60}?(\d+)")) is not None:
            found["threshold"] = limit_number
        if seconds := reading.seconds(
            reading.after(text, r"\b(?:in|within|per|for|every|en)\b \d")
        ):
            found["period"] = seconds
        things = reading.QUEUE if found.get("namespace") == QUEUES else reading.FUNCTION
        if existing := reading.existing(text, things):
            found["existing"] = existing
        return found

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
