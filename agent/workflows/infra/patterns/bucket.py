"""A bucket for files."""

import re
from collections.abc import Iterator
from typing import Any, Literal

from pydantic import Field

from agent.text import fold
from agent.workflows.infra import reading
from agent.workflows.infra.patterns import Draft, Options, Pattern, Place, Plain, Want, check


class BucketOptions(Options):
    encryption: Literal["AES256", "aws:kms"] | None = None
    versioning: bool | None = None
    expire_days: int | None = Field(None, gt=0)
    block_public: bool | None = None


class Bucket(Pattern):
    id, title, suffix = "bucket", "S3 bucket", "Bucket"
    main = "AWS::S3::Bucket"
    example = "Create an encrypted S3 bucket for audit logs with versioning and a 90 day lifecycle"
    words = re.compile(r"\bs3\b|\bbuckets?\b|存储桶")
    options = BucketOptions
    rollback = "Earlier settings can be put back; objects that a lifecycle has expired cannot."

    def read(self, text: str) -> Plain:
        found: Plain = {}
        folded = fold(text)
        if reading.said(text, r"\bencrypt\w*", r"\bcifrad\w*", "加密"):
            found["encryption"] = "aws:kms" if re.search(r"\bkms\b", folded) else "AES256"
        if (
            on := reading.said(text, r"\bversion(?:ing|ed|s)\b", r"\bversionad\w*", "版本")
        ) is not None:
            found["versioning"] = on
        about = reading.near(
            text,
            r"lifecycle",
            r"expir\w*",
            r"retention",
            r"\bdelete\b.*\bafter\b",
            r"ciclo de vida",
            "生命周期",
            r"\bkeep\b",
        )
        if (days := reading.days(about)) is not None:
            found["expire_days"] = days
        if re.search(r"\b(?:private|block\w* (?:all )?public|no public|privado)\b", folded):
            found["block_public"] = True
        return found

    def draft(self, options: BucketOptions, place: Place) -> Draft:
        draft, name = Draft(), place.main
        days = draft.parameter(
            f"{name}ExpireDays", options.expire_days, about="Days until an object is deleted"
        )
        draft.add(
            name,
            self.main,
            {
                "BucketName": options.name,
                "BucketEncryption": options.encryption and encryption(options.encryption),
                "VersioningConfiguration": versioning(options.versioning),
                "LifecycleConfiguration": days and lifecycle(days),
                "PublicAccessBlockConfiguration": all_blocked() if options.block_public else None,
            },
        )
        draft.output(f"{name}Name", {"Ref": name}, about="Name of the bucket")
        return draft

    def wants(self, options: BucketOptions, place: Place) -> Iterator[Want]:
        name = place.main
        if options.encryption:
            proof = check("bucket_encrypted", name, algorithm=options.encryption)
            yield Want(
                "Everything in the bucket is encrypted.", proof, "security", "high", ("SC-28",)
            )
        if options.versioning is not None:
            status = "Enabled" if options.versioning else "Suspended"
            said = "keeps" if options.versioning else "does not keep"
            yield Want(
                f"The bucket {said} earlier versions.",
                check("bucket_versioning", name, status=status),
            )
        if options.expire_days:
            proof = check("bucket_lifecycle_days", name, days=options.expire_days)
            yield Want(f"Objects are deleted after {options.expire_days} days.", proof)
        if options.block_public:
            proof = check("bucket_public_access_blocked", name)
            yield Want(
                "Nobody reaches the bucket from outside.", proof, "security", "high", ("AC-3",)
            )


def encryption(algorithm: str) -> Plain:
    rule = {"ServerSideEncryptionByDefault": {"SSEAlgorithm": algorithm}}
    return {"ServerSideEncryptionConfiguration": [rule]}


def versioning(on: object) -> Plain | None:
    return None if on is None else {"Status": "Enabled" if on else "Suspended"}


def lifecycle(days: Any) -> Plain:
    return {"Rules": [{"Id": "expire", "Status": "Enabled", "ExpirationInDays": days}]}


def all_blocked() -> dict[str, bool]:
    ways = ("BlockPublicAcls", "BlockPublicPolicy", "IgnorePublicAcls", "RestrictPublicBuckets")
    return dict.fromkeys(ways, True)


PATTERN = Bucket()
