"""What every search and every fetcher promises, the fake ones too."""

import hashlib
from datetime import datetime

import pytest

from agent.errors import AgentError, NotFound
from agent.ports.content import Hit
from tests.adapters.search.conftest import FACT, TITLE

HITS = tuple(
    Hit(f"Home staging {n}", f"https://site{n}.example/staging", f"Home staging, tip {n}.")
    for n in range(1, 7)
)


def test_what_is_there_is_found(search_scene) -> None:
    search_scene.has(*HITS)
    assert search_scene.search.name
    assert search_scene.search.is_set_up
    assert search_scene.search.check().is_ok
    found = search_scene.search.search("home staging", language="en", count=2)
    assert [(hit.title, hit.url, hit.snippet) for hit in found] == [
        (hit.title, hit.url, hit.snippet) for hit in HITS[:2]
    ]


def test_nothing_is_not_searched_for(search_scene) -> None:
    with pytest.raises(AgentError) as caught:
        search_scene.search.search(" ?! \u200b")
    assert caught.value.hint


def test_a_page_comes_as_text_with_its_facts(fetch_scene) -> None:
    page = fetch_scene.fetcher.fetch(fetch_scene.url)
    assert page.url == fetch_scene.url
    assert page.title == TITLE
    assert FACT in page.text
    assert page.language == "en"
    assert page.published == ""
    assert datetime.fromisoformat(page.fetched).tzinfo is not None
    assert len(bytes.fromhex(page.sha256)) == hashlib.sha256().digest_size
    assert page.notices == ()


def test_what_is_gone_and_what_is_no_web_is_not_fetched(fetch_scene) -> None:
    with pytest.raises(NotFound) as caught:
        fetch_scene.fetcher.fetch(fetch_scene.url.replace("/page", "/gone"))
    assert caught.value.hint
    with pytest.raises(AgentError) as refused:
        fetch_scene.fetcher.fetch("file:///etc/passwd")
    assert refused.value.hint
