"""What is a part of the public web, and one hit of a search for each of its pages."""

import pytest

from agent.adapters.search.addresses import is_public, place_of
from agent.adapters.search.results import clean_url, hits
from agent.errors import AgentError
from agent.ports.content import Hit

INSIDE = [
    "127.0.0.1", "127.8.8.8", "10.0.0.1", "172.16.0.1", "172.31.255.255",
    "0.0.0.0",  # noqa: S104 - a number like the others
    "192.168.1.1", "169.254.169.254", "169.254.170.2", "100.64.0.1", "100.100.100.200",
    "168.63.129.16", "192.0.0.192", "192.0.2.1", "198.18.0.1", "198.51.100.1", "203.0.113.1",
    "224.0.0.1", "239.255.255.250", "240.0.0.1", "255.255.255.255",
    "::", "::1", "fe80::1", "fe80::1%eth0", "fec0::1", "fc00::1", "fd00:ec2::254", "ff02::1",
    "2001:db8::1", "100::1", "::ffff:127.0.0.1", "::ffff:10.0.0.1", "::ffff:169.254.169.254",
    "::127.0.0.1", "64:ff9b::127.0.0.1", "64:ff9b::a00:1", "64:ff9b:1::1", "2002:7f00:1::",
    "2002:a00:1::1", "2001:0:53aa:64c:0:0:f5ff:fffe", "not numbers", "",
]  # fmt: skip
OUTSIDE = ["93.184.216.34", "8.8.8.8", "2606:4700::1111", "::ffff:8.8.8.8", "64:ff9b::808:808"]


@pytest.mark.parametrize(
    ("numbers", "expected"), [*((n, False) for n in INSIDE), *((n, True) for n in OUTSIDE)]
)
def test_only_the_web_is_public(numbers, *, expected) -> None:
    assert is_public(numbers) is expected


@pytest.mark.parametrize(
    ("url", "origin", "host"),
    [
        ("https://Example.COM/a?b#c", "https://example.com", "example.com"),
        ("http://example.com:80/", "http://example.com", "example.com"),
        ("http://example.com.:443/", "http://example.com:443", "example.com"),
        ("https://münchen.example/ü", "https://xn--mnchen-3ya.example", "xn--mnchen-3ya.example"),
        ("https://[2606:4700::1111]/", "https://[2606:4700::1111]", "2606:4700::1111"),
        ("https://93.184.216.34/x", "https://93.184.216.34", "93.184.216.34"),
        ("https://a_b.c-d.example/", "https://a_b.c-d.example", "a_b.c-d.example"),
    ],
)
def test_a_place_has_an_origin_and_a_host(url, origin, host) -> None:
    place = place_of(url)
    assert (place.origin, place.host) == (origin, host)
    assert "#" not in str(place.url)


@pytest.mark.parametrize(
    "url",
    [
        # No web, no host, a login.
        "", "x", "/x", "file:///etc/passwd", "ftp://example.com/", "gopher://example.com/",
        "javascript:alert(1)", "data:text/html,x", "http://", "http:///x", "https://?x",
        "http://user@example.com/", "http://user:pw@example.com/", "http://:pw@example.com/",
        # Two readers might understand two hosts.
        "http://example.com\\@127.0.0.1/", "http://exa mple.com/", "http://example.com\r\nX: y/",
        "http://example.com\t/", "http://[::1", "http://example.com:99999/", "http://a%00b.example/",
        "http://127%2e0.0.1/", "http://example.com%2f@x/",
        # Numbers in the dress of names.
        "http://2130706433/", "http://0x7f000001/", "http://0x7f.0.0.1/", "http://0177.0.0.1/",
        "http://127.1/", "http://127.0.1/", "http://1.1.1/", "http://017700000001/",
        "http://１２７.0.0.1/", "http://①②⑦.0.0.1/", "http://1.2.3.4.5/", "http://256.1.1.1/",
        # Names of one network only.
        "http://localhost/", "http://intranet/", "http://metadata/",
        "https://example.com/" + "x" * 2_000,
    ],
)  # fmt: skip
def test_what_is_no_place_of_the_web_is_refused(url) -> None:
    with pytest.raises(AgentError) as caught:
        place_of(url)
    assert caught.value.message.endswith(".")
    assert caught.value.hint


@pytest.mark.parametrize(
    "url",
    [
        "", "javascript:alert(1)", "ftp://a.example/", "data:text/html,x", "/x",
        "mailto:a@b.example",
        "https://user:pw@a.example/", "https://a.example:99999/", "https://[::1/", "http:///x",
        "https://a.example/" + "x" * 2_000, "//duckduckgo.com/l/?rut=1",
        "//duckduckgo.com/l/?uddg=javascript%3Aalert(1)",
    ],
)  # fmt: skip
def test_what_is_no_page_is_no_hit(url) -> None:
    assert clean_url(url) == ""
    assert hits([Hit("T", url, "S")], count=5) == []


def test_a_page_is_found_once_under_the_first_of_its_addresses() -> None:
    found = hits(
        (
            Hit(str(n), url, "")
            for n, url in enumerate(
                [
                    "https://www.a.example/x/?b=2&a=1",
                    "http://a.example/x?a=1&b=2&utm_medium=y#z",
                    "https://a.example/x",
                    "https://a.example/X",
                ]
            )
        ),
        count=9,
    )
    assert [hit.title for hit in found] == ["0", "2", "3"]
