"""Networks and what may come in."""

from typing import Any

from pydantic import Field

from agent.adapters.cloud.checks.kinds import Look, OnResource, Reading, equal, kind, shown

VPC = "AWS::EC2::VPC"
SUBNET = "AWS::EC2::Subnet"
GROUP = "AWS::EC2::SecurityGroup"
ANYWHERE = {"0.0.0.0/0", "::/0"}


class Cidr(OnResource):
    cidr: str


class Subnets(OnResource):
    cidrs: list[str] = Field(min_length=1)


class Ingress(OnResource):
    port: int = Field(ge=0, le=65535)
    cidr: str


@kind(
    "vpc_cidr",
    "A network has this range of addresses.",
    said="The addresses of {resource} are {cidr}.",
    arguments=Cidr,
    proves=((VPC, "CidrBlock"),),
)
def vpc_cidr(look: Look, asked: Cidr) -> Reading:
    told = look.call("ec2", "describe_vpcs", VpcIds=[look.physical(asked.resource)])
    return equal(asked.cidr, [vpc["CidrBlock"] for vpc in told["Vpcs"]])


@kind(
    "vpc_dns_names",
    "A network gives its machines names.",
    said="{resource} gives its machines names.",
    arguments=OnResource,
    proves=((VPC, "EnableDnsHostnames"),),
)
def vpc_dns_names(look: Look, asked: OnResource) -> Reading:
    vpc = look.physical(asked.resource)
    told = look.call("ec2", "describe_vpc_attribute", VpcId=vpc, Attribute="enableDnsHostnames")
    return equal(expected=True, actual=told["EnableDnsHostnames"]["Value"])


@kind(
    "vpc_subnets",
    "A network has these subnets and no others.",
    said="The subnets of {resource} are {cidrs}.",
    arguments=Subnets,
    proves=((VPC, "CidrBlock"), (SUBNET, "CidrBlock"), (SUBNET, "VpcId")),
)
def vpc_subnets(look: Look, asked: Subnets) -> Reading:
    chosen = [{"Name": "vpc-id", "Values": [look.physical(asked.resource)]}]
    subnets = look.entries("ec2", "describe_subnets", "Subnets", Filters=chosen)
    return equal(asked.cidrs, [subnet["CidrBlock"] for subnet in subnets])


@kind(
    "security_group_no_open_ingress",
    "No security group is open to the whole internet.",
    said="{resource} is not open to the internet.",
    arguments=OnResource,
    proves=((GROUP, "SecurityGroupIngress"),),
)
def security_group_no_open_ingress(look: Look, asked: OnResource) -> Reading:
    found = [f"{_ports(p)} from {c}" for p, c in _ingress(look, asked) if c in ANYWHERE]
    return equal(None, found)


@kind(
    "security_group_ingress",
    "A security group lets addresses in on a port.",
    said="{resource} lets {cidr} in on port {port}.",
    arguments=Ingress,
    proves=((GROUP, "SecurityGroupIngress"),),
)
def security_group_ingress(look: Look, asked: Ingress) -> Reading:
    rules = _ingress(look, asked)
    hit = any(
        cidr == asked.cidr and (rule["IpProtocol"] == "-1" or _spans(rule, asked.port))
        for rule, cidr in rules
    )
    found = [f"{_ports(rule)} from {cidr}" for rule, cidr in rules]
    return Reading(f"{asked.port} from {asked.cidr}", shown(found), passed=hit)


def _spans(rule: Any, port: int) -> bool:
    """Whether the rule covers the port; not every protocol has ports."""
    return "FromPort" in rule and rule["FromPort"] <= port <= rule["ToPort"]


def _ingress(look: Look, asked: OnResource) -> list[tuple[Any, str]]:
    told = look.call("ec2", "describe_security_groups", GroupIds=[look.physical(asked.resource)])
    rules = [rule for group in told["SecurityGroups"] for rule in group["IpPermissions"]]
    four = [(rule, span["CidrIp"]) for rule in rules for span in rule.get("IpRanges", [])]
    six = [(rule, span["CidrIpv6"]) for rule in rules for span in rule.get("Ipv6Ranges", [])]
    return four + six


def _ports(rule: Any) -> str:
    if rule["IpProtocol"] == "-1":
        return "everything"
    first, last = rule.get("FromPort"), rule.get("ToPort")
    return str(first) if first == last else f"{first}-{last}"
