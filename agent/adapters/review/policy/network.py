"""Rules on network access from outside."""

from collections.abc import Iterator
from typing import Any

from agent.adapters.review.policy.rules import Problem, Resource, listed, rule
from agent.checks.cfn import truth
from agent.language.catalogs import N_

GROUP = "AWS::EC2::SecurityGroup"
INGRESS = "AWS::EC2::SecurityGroupIngress"
ROUTE = "AWS::ApiGatewayV2::Route"
_WEB = {80, 443}


def _rules(resource: Resource) -> list[Any]:
    if resource.type == INGRESS:
        return [resource.properties]
    return [
        r for r in listed(resource.properties.get("SecurityGroupIngress")) if isinstance(r, dict)
    ]


def _is_open(ingress: Any) -> bool:
    """However it is written: the engine takes 10.0.0.1/0 and 0::/0 for everybody, too."""
    return any(str(ingress.get(name)).endswith("/0") for name in ("CidrIp", "CidrIpv6"))


def _is_every_port(ingress: Any) -> bool:
    """Then the engine does not look at the ports."""
    return str(ingress.get("IpProtocol")) == "-1" or ingress.get("FromPort") is None


def _is_web(ingress: Any) -> bool:
    ports = (str(ingress.get("FromPort")), str(ingress.get("ToPort")))
    is_one = ports[0] == ports[1] and not _is_every_port(ingress)
    return is_one and ports[0].isdigit() and int(ports[0]) in _WEB


def _describe_ports(ingress: Any) -> str:
    first, last = ingress.get("FromPort"), ingress.get("ToPort")
    if _is_every_port(ingress):
        return "all ports are"
    return f"port {first} is" if first == last else f"ports {first} to {last} are"


@rule(
    "POL011",
    N_("a port is open to everyone"),
    remedy="Name the addresses that may come in, in CidrIp.",
    severities=("warning", "warning", "error"),
    types=(GROUP, INGRESS),
)
def open_ports(resource: Resource) -> Iterator[Problem]:
    for ingress in _rules(resource):
        if _is_open(ingress) and not _is_web(ingress):
            yield Problem(
                f"{_describe_ports(ingress)} open to everyone", "Properties.SecurityGroupIngress"
            )


@rule(
    "POL017",
    N_("a port of the web is open to everyone"),
    remedy="Keep it if the public is to come in; else name the addresses.",
    severities=("info", "warning", "warning"),
    types=(GROUP, INGRESS),
)
def open_web_ports(resource: Resource) -> Iterator[Problem]:
    for ingress in _rules(resource):
        if _is_open(ingress) and _is_web(ingress):
            yield Problem(
                f"{_describe_ports(ingress)} open to everyone", "Properties.SecurityGroupIngress"
            )


@rule(
    "POL020",
    N_("anybody may call the route"),
    remedy="Set AuthorizationType to AWS_IAM or JWT, or keep it public on purpose.",
    severities=("info", "warning", "warning"),
    types=(ROUTE,),
)
def open_routes(resource: Resource) -> Iterator[Problem]:
    if str(resource.properties.get("AuthorizationType", "NONE")) == "NONE":
        yield Problem(path="Properties.AuthorizationType")


@rule(
    "POL021",
    N_("the database can be reached from outside"),
    remedy="Set PubliclyAccessible to false.",
    severities=("error", "error", "error"),
    types=("AWS::RDS::DBInstance",),
)
def public_databases(resource: Resource) -> Iterator[Problem]:
    if truth(resource.properties.get("PubliclyAccessible")):
        name = "Properties.PubliclyAccessible"
        yield Problem(path=name, fix={name: False})
