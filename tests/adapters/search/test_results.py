"""One page is one hit, under an address that follows nobody."""

import pytest

from agent.adapters.search.results import clean_url, hits
from agent.ports.content import Hit


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
def test_what_is_no_page_is_no_hit(url: str) -> None:
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
