"""A key to encrypt with."""

from collections.abc import Iterator

from pydantic import Field

from agent.language.catalogs import N_
from agent.workflows.infra.patterns import Draft, Options, Pattern, Place, Plain, Want, check


class KeyOptions(Options):
    rotation: bool | None = Field(None, title=N_("Renew it every year"))
    enabled: bool | None = Field(None, title=N_("Enabled"))
    waiting_days: int | None = Field(
        None, ge=7, le=30, title=N_("Days between a request to delete it and its end")
    )


class Key(Pattern):
    id, title, suffix = "key", "KMS key", "Key"
    main = "AWS::KMS::Key"
    example = "Create a KMS key for invoices with rotation"
    words = ("kms key", "kms keys", "encryption key", "clave kms", "加密密钥")
    nist = ("SC-12",)
    options = KeyOptions
    rollback = "A key that is deleted waits for days; what it encrypted cannot be read after that."

    def draft(self, options: KeyOptions, place: Place) -> Draft:
        draft, name = Draft(), place.main
        draft.add(
            name,
            self.main,
            {
                "EnableKeyRotation": options.rotation,
                "Enabled": options.enabled,
                "PendingWindowInDays": options.waiting_days,
                "KeyPolicy": _policy(),
            },
        )
        if options.name:
            properties = {"AliasName": f"alias/{options.name}", "TargetKeyId": {"Ref": name}}
            draft.add(f"{name}Alias", "AWS::KMS::Alias", properties)
        draft.output(f"{name}Arn", {"Fn::GetAtt": [name, "Arn"]}, about="ARN of the key")
        return draft

    def wants(self, options: KeyOptions, place: Place) -> Iterator[Want]:
        if options.rotation:
            yield Want(
                "It is renewed every year.",
                check("key_rotation", place.main),
                "security",
                "high",
                ("SC-12",),
            )
        if options.enabled is not False:
            yield Want(
                "It can be used.",
                check("key_enabled", place.main),
                "functional",
                "medium",
                ("SC-12",),
            )


def _policy() -> Plain:
    """The account decides by its own policies; in a key's policy "*" means this key."""
    allowed = {
        "Sid": "Account",
        "Effect": "Allow",
        "Principal": {"AWS": {"Fn::Sub": "arn:${AWS::Partition}:iam::${AWS::AccountId}:root"}},
        "Action": "kms:*",
        "Resource": "*",
    }
    return {"Version": "2012-10-17", "Statement": [allowed]}


PATTERN = Key()
