"""Approved pieces as files: as the golden files have them, and as other parsers read them."""

import base64
import json
from dataclasses import replace
from typing import Any

import pytest
import yaml
from bs4 import BeautifulSoup
from lxml import etree

from agent.exchange import pieces
from agent.ports import KeptPiece, Picture
from tests.exchange.test_exports import expect_golden

TEXT = """# Staging a home: what pays

Staged homes sold **9 days** faster [C1]. <script>alert("x")</script>

## Light & air

- Open the curtains
- Take down what hides a window

| Room | Cost |
| --- | --- |
| Hall | 40 € |

![A house](https://pictures.example/track.png) and [a guide](https://guide.example/a?b=1&c=2),
not [this](javascript:alert(1)).
"""
BLOG = KeptPiece(
    id="p1",
    kind="blog",
    title='Staging: "what pays" & what does not',
    content={
        "kind": "blog",
        "title": "Staging a home",
        "text": TEXT,
        "meta_description": "What staging costs & what it brings: “light first”.",
        "alt": 'A hall with "open" curtains',
        "language": "en",
        "claims": ["C1"],
        "picture": "x",
    },
    research={
        "topic": "home staging",
        "claims": [
            {"id": "C1", "text": "Staged homes sold 9 days faster.", "source": "S1"},
            {"id": "C2", "text": "Something else.", "source": "S2"},
        ],
        "sources": [
            {
                "id": "S1",
                "title": "Market <report> 2026",
                "url": "https://report.example/q1?a=1&b=2",
                "published": "2026-02-01",
            },
            {"id": "S2", "title": "Not used", "url": "", "published": ""},
        ],
    },
    thread="talk",
    at="2026-03-01T10:00:00+00:00",
)
CAPTION = "#Open house on Sunday <3\nBring *your* friends.\n\n看房日 50 %"
POST = replace(
    BLOG,
    kind="instagram",
    title="Open house",
    content={"kind": "instagram", "text": CAPTION, "language": "zh", "claims": []},
    research=None,
)
PICTURE = Picture(
    png=b"\x89PNG picture", svg="", width=800, height=800, alt="A house", is_card=True
)


def page(piece: KeptPiece, picture: Picture | None = None) -> BeautifulSoup:
    data = pieces.write_html(piece, picture)
    etree.fromstring(data, etree.XMLParser(resolve_entities=False))
    return BeautifulSoup(data, "html.parser")


@pytest.mark.parametrize("name", ["markdown", "html", "json"])
def test_the_file_is_the_golden_one(name):
    kind = next(each for each in pieces.FORMATS if each.name == name)
    expect_golden(f"piece{kind.suffix}", kind.write(BLOG, PICTURE))


def front_matter(data: bytes) -> tuple[dict[str, Any], str]:
    _, head, body = data.decode().split("---\n", 2)
    return yaml.safe_load(head), body


@pytest.mark.parametrize("title", ["yes", "--- a\n- b: [c", "2026-01-01", "#", "- {a}"])
def test_no_title_breaks_the_front_matter(title):
    head, body = front_matter(pieces.write_markdown(replace(POST, title=title)))
    assert head["title"] == title
    assert body.strip() == CAPTION


def test_the_page_runs_nothing_and_fetches_nothing():
    soup = page(BLOG, PICTURE)
    assert not soup.find_all(["script", "iframe", "link"])
    assert 'alert("x")' in soup.get_text()
    assert all(a["href"].startswith("https://") for a in soup.find_all("a"))
    (image,) = soup.find_all("img")
    scheme, data = image["src"].split(",")
    assert (scheme, base64.b64decode(data)) == ("data:image/png;base64", PICTURE.png)
    assert image["alt"] == BLOG.content["alt"]
    bare = page(POST, PICTURE)
    assert bare.find("img")["alt"] == "A house"
    assert bare.footer is None


@pytest.mark.parametrize("text", ["a\0b\x08\ufffe", "\ud800 half", "<p>&nbsp;</b>", "]]>", "&#0;"])
@pytest.mark.parametrize("kind", ["blog", "linkedin"])
def test_whatever_the_text_every_file_can_be_read(text, kind):
    content = {**BLOG.content, "text": text, "meta_description": text, "language": '"><x>'}
    piece = replace(BLOG, kind=kind, title=text, content=content)
    page(piece, replace(PICTURE, alt=text))
    head, _ = front_matter(pieces.write_markdown(piece))
    assert head["kind"] == kind
    assert json.loads(pieces.write_json(piece))["kind"] == kind
