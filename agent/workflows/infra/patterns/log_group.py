"""A log group."""

import re
from collections.abc import Iterator

from agent.workflows.infra import reading
from agent.workflows.infra.patterns import Draft, Options, Pattern, Place, Plain, Want, check

# What the engine takes; the next longer one is chosen, so that nothing is kept shorter than asked.
RETENTIONS = (
    1,
    3,
    5,
    7,
    14,
    30,
    60,
    90,
    120,
    150,
    180,
    365,
    400,
    545,
    731,
    1096,
    1827,
    2192,
    2557,
    2922,
    3288,
    3653,
)
_PATH = re.compile(r"\blog[ -]?group\s+[\"'“`]?((?:/[\w.-]*\w)+)", re.IGNORECASE)


class LogGroupOptions(Options):
    days: int | None = None


class LogGroup(Pattern):
    id, title, suffix = "log_group", "CloudWatch log group", "Logs"
    main = "AWS::Logs::LogGroup"
    example = "Create a log group for the shop that keeps lines for 30 days"
    words = re.compile(r"\blog[ -]?groups?\b|\bgrupos? de (?:logs|registros?)\b|日志组")
    options = LogGroupOptions
    rollback = "Lines that have expired cannot be put back."

    def read(self, text: str) -> Plain:
        found: Plain = {}
        if days := reading.days(text):
            found["days"] = next((d for d in RETENTIONS if d >= days), RETENTIONS[-1])
        if path := _PATH.search(text):
            found["name"] = path[1]
        return found

    def draft(self, options: LogGroupOptions, place: Place) -> Draft:
        draft, name = Draft(), place.main
        days = draft.parameter(f"{name}Days", options.days, about="Days that lines are kept")
        draft.add(name, self.main, {"LogGroupName": options.name, "RetentionInDays": days})
        draft.output(f"{name}Name", {"Ref": name}, about="Name of the log group")
        return draft

    def wants(self, options: LogGroupOptions, place: Place) -> Iterator[Want]:
        if options.days:
            proof = check("log_group_retention", place.main, days=options.days)
            yield Want(
                f"Lines are kept for {options.days} days.",
                proof,
                "compliance",
                "medium",
                ("AU-11",),
            )


PATTERN = LogGroup()
