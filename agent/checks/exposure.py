"""Which resources of a template everyone can reach, as the template itself says it."""

from collections.abc import Iterator, Mapping
from typing import Any

Plain = dict[str, Any]

ANYWHERE = frozenset(("0.0.0.0/0", "::/0"))
EVERYONE = ("*", {"AWS": "*"}, {"AWS": ["*"]})
ENTRANCES = frozenset(
    ("AWS::ApiGateway::RestApi", "AWS::ApiGatewayV2::Api", "AWS::CloudFront::Distribution")
)
"""Types that are there to be reached from the internet."""


def find_exposed(resources: Mapping[str, Plain]) -> list[str]:
    """The logical ids of what everyone can reach; `resources` have their parameters put in."""
    return [name for name, body in resources.items() if _is_exposed(body)]


def _is_exposed(body: Plain) -> bool:
    kind, properties = body.get("Type"), body.get("Properties") or {}
    if kind == "AWS::Lambda::Url":
        return bool(properties.get("AuthType") == "NONE")
    if kind == "AWS::ElasticLoadBalancingV2::LoadBalancer":
        return bool(properties.get("Scheme", "internet-facing") == "internet-facing")
    return kind in ENTRANCES or any(_lets_everyone_in(each) for each in _dicts(properties))


def _lets_everyone_in(value: Plain) -> bool:
    """A rule for all addresses that come in, or a statement for all without a condition."""
    is_rule = not ANYWHERE.isdisjoint(map(str, (value.get("CidrIp"), value.get("CidrIpv6"))))
    is_open = value.get("Principal") in EVERYONE and not value.get("Condition")
    return is_rule or (is_open and value.get("Effect") == "Allow")


def _dicts(value: Any, key: str = "") -> Iterator[Plain]:
    """All mappings in a value, without the rules for what goes out."""
    if key == "SecurityGroupEgress":
        return
    if isinstance(value, dict):
        yield value
        for name, inner in value.items():
            yield from _dicts(inner, name)
    if isinstance(value, list):
        for inner in value:
            yield from _dicts(inner)
