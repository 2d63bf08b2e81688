"""Bucket properties that the engine has an API for and its CloudFormation does not apply.

The table is private to the engine: hence the exact version, and the test that reads every
property back (tests/adapters/cloud/test_modelled.py).
"""

from collections.abc import Callable
from typing import Any
from xml.etree.ElementTree import Element, SubElement, tostring

from ministack.services import s3  # type: ignore[import-untyped]
from ministack.services.cloudformation import provisioners  # type: ignore[import-untyped]

Plain = dict[str, Any]
Row = tuple[str, Callable[[Any], bytes], Callable[..., Any], Callable[..., Any]]


def extend() -> None:
    known = {row[0] for row in provisioners._S3_BUCKET_CONFIGURATIONS}  # noqa: SLF001
    more = tuple(row for row in _rows() if row[0] not in known)
    provisioners._S3_BUCKET_CONFIGURATIONS += more  # noqa: SLF001


def _rows() -> tuple[Row, ...]:
    return (
        (
            "BucketEncryption",
            _encryption,
            _checked(s3._put_bucket_encryption),  # noqa: SLF001
            s3._delete_bucket_encryption,  # noqa: SLF001
        ),
        (
            "LifecycleConfiguration",
            _lifecycle,
            _checked(s3._put_bucket_lifecycle),  # noqa: SLF001
            s3._delete_bucket_lifecycle,  # noqa: SLF001
        ),
        (
            "VersioningConfiguration",
            _versioning,
            _checked(s3._put_bucket_versioning),  # noqa: SLF001
            _suspend,
        ),
        (
            "Tags",
            _tags,
            _checked(s3._put_bucket_tagging),  # noqa: SLF001
            s3._delete_bucket_tagging,  # noqa: SLF001
        ),
    )


def _checked(put: Callable[..., Any]) -> Callable[..., Any]:
    def apply(name: str, body: bytes) -> None:
        status, _, answer = put(name, body)
        if status >= 400:
            raise ValueError(f"AWS::S3::Bucket {name}: {answer!r}")

    return apply


def _root(tag: str) -> Element:
    return Element(tag, xmlns=s3.S3_NS)


def _written(root: Element) -> bytes:
    body: bytes = tostring(root, encoding="utf-8")
    return body


def _texts(parent: Element, source: Plain, names: dict[str, str]) -> None:
    for name, tag in names.items():
        value = source.get(name)
        if value is not None:
            SubElement(parent, tag).text = (
                str(value).lower() if value in (True, False) else str(value)
            )


def _encryption(value: Plain) -> bytes:
    root = _root("ServerSideEncryptionConfiguration")
    for rule in value.get("ServerSideEncryptionConfiguration") or []:
        element = SubElement(root, "Rule")
        default = rule.get("ServerSideEncryptionByDefault")
        if default:
            by_default = SubElement(element, "ApplyServerSideEncryptionByDefault")
            _texts(
                by_default,
                default,
                {"SSEAlgorithm": "SSEAlgorithm", "KMSMasterKeyID": "KMSMasterKeyID"},
            )
        _texts(element, rule, {"BucketKeyEnabled": "BucketKeyEnabled"})
    return _written(root)


def _lifecycle(value: Plain) -> bytes:
    root = _root("LifecycleConfiguration")
    for rule in value.get("Rules") or []:
        element = SubElement(root, "Rule")
        _texts(element, rule, {"Id": "ID"})
        SubElement(SubElement(element, "Filter"), "Prefix").text = str(rule.get("Prefix") or "")
        _texts(element, rule, {"Status": "Status"})
        days = {"ExpirationInDays": "Days", "ExpirationDate": "Date"}
        if any(name in rule for name in days):
            _texts(SubElement(element, "Expiration"), rule, days)
        for transition in rule.get("Transitions") or []:
            _texts(
                SubElement(element, "Transition"),
                transition,
                {"TransitionInDays": "Days", "StorageClass": "StorageClass"},
            )
        _noncurrent(element, rule)
        aborted = rule.get("AbortIncompleteMultipartUpload")
        if aborted:
            _texts(
                SubElement(element, "AbortIncompleteMultipartUpload"),
                aborted,
                {"DaysAfterInitiation": "DaysAfterInitiation"},
            )
    return _written(root)


def _noncurrent(element: Element, rule: Plain) -> None:
    expiration = dict(rule.get("NoncurrentVersionExpiration") or {})
    if "NoncurrentVersionExpirationInDays" in rule:
        expiration.setdefault("NoncurrentDays", rule["NoncurrentVersionExpirationInDays"])
    if expiration:
        _texts(
            SubElement(element, "NoncurrentVersionExpiration"),
            expiration,
            {"NoncurrentDays": "NoncurrentDays"},
        )


def _versioning(value: Plain) -> bytes:
    root = _root("VersioningConfiguration")
    _texts(root, value, {"Status": "Status"})
    return _written(root)


def _suspend(name: str) -> None:
    s3._put_bucket_versioning(name, _versioning({"Status": "Suspended"}))  # noqa: SLF001


def _tags(value: list[Plain]) -> bytes:
    root = _root("Tagging")
    tags = SubElement(root, "TagSet")
    for tag in value or []:
        # Those that CloudFormation adds itself are not the bucket's own.
        if not str(tag.get("Key", "")).startswith("aws:"):
            _texts(SubElement(tags, "Tag"), tag, {"Key": "Key", "Value": "Value"})
    return _written(root)
