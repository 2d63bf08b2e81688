"""A network with subnets and a security group."""

import ipaddress
from collections.abc import Iterator
from typing import Annotated

from pydantic import Field

from agent.language.catalogs import N_
from agent.workflows.infra.patterns import Draft, Like, Options, Pattern, Place, Plain, Want, check

USUAL_CIDR, USUAL_SUBNETS = "10.0.0.0/16", 2
EVERYWHERE = "0.0.0.0/0"
_CIDR = r"^\d{1,3}(\.\d{1,3}){3}/\d{1,2}$"
_Range = Annotated[str | None, Like(r"\b\d{1,3}(?:\.\d{1,3}){3}/\d{1,2}\b")]


class NetworkOptions(Options):
    cidr: _Range = Field(None, pattern=_CIDR, title=N_("Address range"), description=USUAL_CIDR)
    subnets: int | None = Field(None, ge=1, le=6, title=N_("Subnets"))
    port: int | None = Field(None, ge=1, le=65535, title=N_("Open port"))
    source: _Range = Field(None, pattern=_CIDR, title=N_("Open to"), description="10.0.0.0/8")
    dns_names: bool | None = Field(None, title=N_("DNS names"))


class Network(Pattern):
    id, title, suffix = "network", "VPC with subnets and a security group", "Vpc"
    main = "AWS::EC2::VPC"
    example = (
        "Create a VPC 10.20.0.0/16 for the shop with 2 subnets that lets https in from 10.0.0.0/8"
    )
    words = ("vpc", "vpcs", "subnet", "subnets", "security group", "network", "网络", "子网")
    nist = ("SC-7",)
    options = NetworkOptions
    rollback = "Whatever was started in the network must end before it can be removed."

    def draft(self, options: NetworkOptions, place: Place) -> Draft:
        draft, name = Draft(), place.main
        cidr = options.cidr or USUAL_CIDR
        dns = options.dns_names
        draft.add(
            name,
            self.main,
            {
                "CidrBlock": cidr,
                "EnableDnsSupport": True if dns else None,
                "EnableDnsHostnames": dns,
            },
        )
        for number, block in enumerate(_blocks(options), start=1):
            draft.add(
                f"{name}Subnet{number}",
                "AWS::EC2::Subnet",
                {"VpcId": {"Ref": name}, "CidrBlock": block},
            )
        draft.add(
            f"{name}Group",
            "AWS::EC2::SecurityGroup",
            {
                "GroupDescription": "What may come in",
                "VpcId": {"Ref": name},
                "SecurityGroupIngress": [_let_in(options, cidr)] if options.port else None,
            },
        )
        draft.output(f"{name}Id", {"Ref": name}, about="Id of the network")
        return draft

    def wants(self, options: NetworkOptions, place: Place) -> Iterator[Want]:
        name, cidr = place.main, options.cidr or USUAL_CIDR
        if options.cidr:
            yield Want(
                f"Its addresses are {cidr}.", check("vpc_cidr", name, cidr=cidr), priority="high"
            )
        if options.cidr or options.subnets:
            blocks = list(_blocks(options))
            yield Want(
                f"It has {len(blocks)} subnets.",
                check("vpc_subnets", name, cidrs=blocks),
                priority="high",
            )
        if not (options.port and options.source == EVERYWHERE):
            proof = check("security_group_no_open_ingress", f"{name}Group")
            yield Want("Nobody comes in from everywhere.", proof, "security", "critical", ("SC-7",))
        if options.port:
            source = options.source or cidr
            proof = check("security_group_ingress", f"{name}Group", port=options.port, cidr=source)
            yield Want(f"{source} comes in on port {options.port}.", proof)
        if options.dns_names:
            yield Want("Machines in it get names.", check("vpc_dns_names", name))


def _blocks(options: NetworkOptions) -> Iterator[str]:
    """The first blocks of a size that leaves room for as many again."""
    network = ipaddress.ip_network(options.cidr or USUAL_CIDR, strict=False)
    count = options.subnets or USUAL_SUBNETS
    size = min(28, max(24, network.prefixlen + count.bit_length()))
    for number, block in enumerate(network.subnets(new_prefix=size)):
        if number == count:
            return
        yield str(block)


def _let_in(options: NetworkOptions, cidr: str) -> Plain:
    return {
        "IpProtocol": "tcp",
        "FromPort": options.port,
        "ToPort": options.port,
        "CidrIp": options.source or cidr,
        "Description": f"Port {options.port}",
    }


PATTERN = Network()
