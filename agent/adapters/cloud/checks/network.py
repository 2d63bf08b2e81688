"""Checks of inbound network access."""

from typing import Any

from pydantic import Field

from agent.adapters.cloud.checks.kinds import Look, OnResource, Reading, equal, kind, shown
from agent.language.catalogs import N_

GROUP = "AWS::EC2::SecurityGroup"
ANYWHERE = {"0.0.0.0/0", "::/0"}


class Ingress(OnResource):
    port: int = Field(ge=0, le=65535)
    cidr: str


@kind(
    "security_group_no_open_ingress",
    "No security group is open to the whole internet.",
    said=N_("{resource} is not open to the internet."),
    arguments=OnResource,
    proves=((GROUP, "SecurityGroupIngress"),),
)
def security_group_no_open_ingress(look: Look, asked: OnResource) -> Reading:
    found = [f"{c} ({_ports(p)})" for p, c in _ingress(look, asked) if c in ANYWHERE]
    return equal(None, found)


@kind(
    "security_group_ingress",
    "A security group lets addresses in on a port.",
    said=N_("{resource} lets {cidr} in on port {port}."),
    arguments=Ingress,
    proves=((GROUP, "SecurityGroupIngress"),),
)
def security_group_ingress(look: Look, asked: Ingress) -> Reading:
    rules = _ingress(look, asked)
    hit = any(
        cidr == asked.cidr and (rule["IpProtocol"] == "-1" or _spans(rule, asked.port))
        for rule, cidr in rules
    )
    found = [f"{cidr} ({_ports(rule)})" for rule, cidr in rules]
    return Reading(f"{asked.cidr} ({asked.port})", shown(found), passed=hit)


def _spans(rule: Any, port: int) -> bool:
    """Tell whether the rule covers the port; not every protocol has ports."""
    return "FromPort" in rule and rule["FromPort"] <= port <= rule["ToPort"]


def _ingress(look: Look, asked: OnResource) -> list[tuple[Any, str]]:
    told = look.call("ec2", "describe_security_groups", GroupIds=[look.physical(asked.resource)])
    rules = [rule for group in told["SecurityGroups"] for rule in group["IpPermissions"]]
    four = [(rule, span["CidrIp"]) for rule in rules for span in rule.get("IpRanges", [])]
    six = [(rule, span["CidrIpv6"]) for rule in rules for span in rule.get("Ipv6Ranges", [])]
    return four + six


def _ports(rule: Any) -> str:
    if rule["IpProtocol"] == "-1":
        return "*"
    first, last = rule.get("FromPort"), rule.get("ToPort")
    return str(first) if first == last else f"{first}-{last}"
