"""A key to encrypt with."""

import re
from collections.abc import Iterator

from pydantic import Field

from agent.workflows.infra import reading
from agent.workflows.infra.patterns import Draft, Options, Pattern, Place, Plain, Want, check

_ALIAS = re.compile(
    r"\balias(?:/|\s+)(?:(?:is|named|called)\s+)?[\"'“`]?(?:alias/)?"
    r"(?!(?:for|and|with|to|of|in|on|that|which)\b)([A-Za-z0-9][\w/-]*)",
    re.IGNORECASE,
)


class KeyOptions(Options):
    rotation: bool | None = None
    enabled: bool | None = None
    waiting_days: int | None = Field(None, ge=7, le=30)


class Key(Pattern):
    id, title, suffix = "key", "KMS key", "Key"
    main = "AWS::KMS::Key"
    example = "Create a KMS key for invoices with rotation"
    words = re.compile(
        r"(?<!with )(?<!with a )(?<!by )(?<!by a )(?<!using )(?<!using a )\bkms keys?\b|\bencryption keys?\b|\bclaves? kms\b|加密密钥"
    )
    options = KeyOptions
    rollback = "A key that is deleted waits for days; what it encrypted cannot be read after that."

    def read(self, text: str) -> Plain:
        found: Plain = {}
        if (on := reading.said(text, r"\brotat\w*", r"\brotacion", "轮换")) is not None:
            found["rotation"] = on
        if re.search(r"\bdisable (?:the |it|this )|\bdisabled key\b", text, re.IGNORECASE):
            found["enabled"] = False
        elif re.search(r"\b(?:re-?)?enable (?:the )?(?:key|it)\b", text, re.IGNORECASE):
            found["enabled"] = True
        if alias := _ALIAS.search(text):
            found["name"] = alias[1]
        days = reading.days(text)
        if days and re.search(r"\bwait\w*|\bpending\b|\bdeletion\b", text, re.IGNORECASE):
            found["waiting_days"] = days
        return found

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
