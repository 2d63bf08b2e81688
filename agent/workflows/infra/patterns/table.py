"""A table of items found by a key."""

from collections.abc import Iterator
from typing import Literal

from pydantic import Field

from agent.language.catalogs import N_
from agent.workflows.infra.patterns import Draft, Options, Pattern, Place, Plain, Want, check

USUAL_KEY = "id"


class TableOptions(Options):
    partition: str | None = Field(None, title=N_("Partition key"))
    sort: str | None = Field(None, title=N_("Sort key"))
    billing: Literal["PAY_PER_REQUEST", "PROVISIONED"] | None = Field(None, title=N_("Billing"))
    encryption: Literal["kms"] | None = Field(None, title=N_("Encryption"))
    recovery: bool | None = Field(None, title=N_("Point-in-time recovery"))
    protected: bool | None = Field(None, title=N_("Protect against deletion"))
    ttl: str | None = Field(None, title=N_("Attribute that holds the expiry time (TTL)"))


class Table(Pattern):
    id, title, suffix = "table", "DynamoDB table", "Table"
    main = "AWS::DynamoDB::Table"
    example = "Create a DynamoDB table for sessions with partition key user_id and sort key started"
    words = ("dynamodb", "dynamo", "table", "tables", "tabla", "tablas", "数据表")
    nist = ("CP-9",)
    options = TableOptions
    rollback = (
        "A table that is replaced or deleted loses its items, unless it is retained or backed up."
    )

    def draft(self, options: TableOptions, place: Place) -> Draft:
        draft, name = Draft(), place.main
        keys = [(options.partition or USUAL_KEY, "HASH")]
        if options.sort:
            keys.append((options.sort, "RANGE"))
        billing = options.billing or "PAY_PER_REQUEST"
        provisioned = {"ReadCapacityUnits": 1, "WriteCapacityUnits": 1}
        draft.add(
            name,
            self.main,
            {
                "TableName": options.name,
                "AttributeDefinitions": [
                    {"AttributeName": key, "AttributeType": "S"} for key, _ in keys
                ],
                "KeySchema": [{"AttributeName": key, "KeyType": kind} for key, kind in keys],
                "BillingMode": billing,
                "ProvisionedThroughput": provisioned if billing == "PROVISIONED" else None,
                "SSESpecification": {"SSEEnabled": True, "SSEType": "KMS"}
                if options.encryption
                else None,
                "PointInTimeRecoverySpecification": _recovery(options.recovery),
                "DeletionProtectionEnabled": options.protected,
                "TimeToLiveSpecification": {"AttributeName": options.ttl, "Enabled": True}
                if options.ttl
                else None,
            },
        )
        draft.output(f"{name}Name", {"Ref": name}, about="Name of the table")
        return draft

    def wants(self, options: TableOptions, place: Place) -> Iterator[Want]:
        name = place.main
        if options.partition or options.sort:
            keys = {"partition": options.partition or USUAL_KEY, "sort": options.sort or ""}
            said = " and ".join(filter(None, keys.values()))
            yield Want(
                f"Items are found by {said}.", check("table_keys", name, **keys), priority="high"
            )
        if options.billing:
            yield Want(
                f"It is billed {options.billing}.",
                check("table_billing", name, mode=options.billing),
                "non-functional",
            )
        if options.encryption:
            yield Want(
                "Items are encrypted with a key.",
                check("table_encrypted", name),
                "security",
                "high",
                ("SC-28",),
            )
        if options.recovery:
            yield Want(
                "It can be restored to any point in time.",
                check("table_recovery", name),
                "non-functional",
                "high",
                ("CP-9",),
            )
        if options.protected:
            yield Want(
                "It is protected against deletion.",
                check("table_protected", name),
                "non-functional",
                "high",
            )
        if options.ttl:
            yield Want(
                f"Items expire by {options.ttl}.", check("table_ttl", name, attribute=options.ttl)
            )


def _recovery(on: object) -> Plain | None:
    return None if on is None else {"PointInTimeRecoveryEnabled": on}


PATTERN = Table()
