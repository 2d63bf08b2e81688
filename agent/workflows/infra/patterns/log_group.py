"""A log group."""

from collections.abc import Iterator

from pydantic import Field

from agent.language.catalogs import N_
from agent.workflows.infra.patterns import Draft, Options, Pattern, Place, Want, check

# What the engine takes, in days.
RETENTIONS = (
    *(1, 3, 5, 7, 14, 30, 60, 90, 120, 150, 180, 365, 400, 545, 731, 1096, 1827, 2192, 2557),
    *(2922, 3288, 3653),
)


class LogGroupOptions(Options):
    days: int | None = Field(None, title=N_("Keep lines for (days)"))


class LogGroup(Pattern):
    id, title, suffix = "log_group", "CloudWatch log group", "Logs"
    main = "AWS::Logs::LogGroup"
    example = "Create a log group for the shop that keeps lines for 30 days"
    words = ("log group", "log groups", "grupo de logs", "日志组")
    nist = ("AU-11",)
    options = LogGroupOptions
    rollback = "Lines that have expired cannot be put back."

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
