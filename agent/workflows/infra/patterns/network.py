"""A network with subnets and a security group."""

import ipaddress
import re
from collections.abc import Iterator

from pydantic import Field

from agent.text import fold
from agent.workflows.infra import reading
from agent.workflows.infra.patterns import Draft, Options, Pattern, Place, Plain, Want, check

USUAL_CIDR, USUAL_SUBNETS = "10.0.0.0/16", 2
EVERYWHERE = "0.0.0.0/0"
_NUMBERS = {"one": 1, "two": 2, "three": 3, "four": 4, "dos": 2, "tres": 3, "两": 2, "三": 3}
_COUNT = rf"(\d|{'|'.join(_NUMBERS)})"
_SUBNETS = re.compile(rf"\b{_COUNT}\s+(?:\w+\s+)?(?:and\s+{_COUNT}\s+\w+\s+)?subnets?\b")
_PORT = r"\b(?:ports?|allow\w*|let\w*(?: in)?|open\w*|tcp) (?:ports? )?(\d{1,5})\b(?![./])"
PORTS = {"https": 443, "http": 80, "ssh": 22, "postgres": 5432, "mysql": 3306}


class NetworkOptions(Options):
    cidr: str | None = Field(None, pattern=r"^\d{1,3}(\.\d{1,3}){3}/\d{1,2}$")
    subnets: int | None = Field(None, ge=1, le=6)
    port: int | None = Field(None, ge=1, le=65535)
    source: str | None = Field(None, pattern=r"^\d{1,3}(\.\d{1,3}){3}/\d{1,2}$")
    dns_names: bool | None = None


class Network(Pattern):
    id, title, suffix = "network", "VPC with subnets and a security group", "Vpc"
    main = "AWS::EC2::VPC"
    example = (
        "Create a VPC 10.20.0.0/16 for the shop with 2 subnets that lets https in from 10.0.0.0/8"
    )
    words = re.compile(
        r"\bvpcs?\b|\bsubnets?\b|\bsecurity groups?\b|\bnetworks?\b|\bred privada\b|网络|子网"
    )
    options = NetworkOptions
    rollback = "Whatever was started in the network must end before it can be removed."

    def read(self, text: str) -> Plain:
        found: Plain = {}
        folded = fold(text)
        ranges = reading.cidrs(text)
        source = re.search(r"\b(?:from|desde|to|for)\s+(\d{1,3}(?:\.\d{1,3}){3}/\d{1,2})", text)
        if re.search(r"\bfrom (?:anywhere|everywhere|the internet)\b", folded):
            found["source"] = EVERYWHERE
        elif source and re.search(r"\bfrom|desde", source[0]):
            found["source"] = source[1]
        own = [r for r in ranges if r != found.get("source")]
        if own:
            found["cidr"] = own[0]
        if counts := _SUBNETS.search(folded):
            given = re.findall(rf"\b{_COUNT}\b", counts[0])
            found["subnets"] = sum(int(_NUMBERS.get(count, 0) or count) for count in given)
        named = [number for word, number in PORTS.items() if re.search(rf"\b{word}\b", folded)]
        if port := reading.number(text, _PORT) or next(iter(named), None):
            found["port"] = port
        if (on := reading.said(text, r"\bdns\b")) is not None:
            found["dns_names"] = on
        return found

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
