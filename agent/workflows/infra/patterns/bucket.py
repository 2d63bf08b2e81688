"""A bucket for files."""

from collections.abc import Iterator
from typing import Any, Literal

from pydantic import Field

from agent.language.catalogs import N_
from agent.workflows.infra.patterns import Draft, Options, Pattern, Place, Plain, Want, check


class BucketOptions(Options):
    encryption: Literal["AES256", "aws:kms"] | None = Field(None, title=N_("Encryption"))
    versioning: bool | None = Field(None, title=N_("Keep earlier versions"))
    expire_days: int | None = Field(None, gt=0, title=N_("Delete objects after (days)"))
    block_public: bool | None = Field(None, title=N_("Block public access"))


class Bucket(Pattern):
    id, title, suffix = "bucket", "S3 bucket", "Bucket"
    main = "AWS::S3::Bucket"
    example = "Create an encrypted S3 bucket for audit logs with versioning and a 90 day lifecycle"
    words = ("s3", "bucket", "buckets", "存储桶")
    nist = ("SI-12",)
    options = BucketOptions
    rollback = "Earlier settings can be put back; objects that a lifecycle has expired cannot."

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
