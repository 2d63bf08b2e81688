"""DuckDuckGo through the real package, Tavily over REST: what is sent, and each failure."""

import pytest
from pydantic import SecretStr

from agent.adapters.search import open_search
from agent.adapters.search.ddgs import DuckDuckGo
from agent.adapters.search.none import NoSearch
from agent.adapters.search.tavily import Tavily
from agent.errors import NotConfigured, ProviderError
from agent.settings import Settings
from tests.servers.duckduckgo_server import PUZZLE, Reply
from tests.servers.rest import Fault
from tests.servers.scripted import refusing_url
from tests.servers.tavily_server import KEY, refusal

CANARY = "canary-0123456789"


def failing(search):
    with pytest.raises(ProviderError) as caught:
        search.search("home staging")
    error = caught.value
    assert error.hint
    assert CANARY not in f"{error.message} {error.hint}"
    return error


def duck(site, seconds=20):
    return DuckDuckGo(seconds=seconds, url=site.url)


def tav(site, key=KEY, seconds=20):
    return Tavily(key, seconds=seconds, base_url=site.url)


@pytest.mark.parametrize(
    ("said", "key", "kind"),
    [
        ("", "", DuckDuckGo),
        ("", KEY, Tavily),
        ("ddgs", KEY, DuckDuckGo),
        ("tavily", KEY, Tavily),
        ("tavily", "", NoSearch),
        ("none", KEY, NoSearch),
    ],
)
def test_the_settings_say_what_is_searched(said, key, kind) -> None:
    search = open_search(Settings(interlude_search=said, tavily_api_key=SecretStr(key)))
    assert isinstance(search, kind)
    assert search.is_set_up == (kind is not NoSearch)
    if kind is NoSearch:
        assert not search.check().is_ok
        with pytest.raises(NotConfigured) as caught:
            search.search("home staging")
        for hint in (search.check().hint, caught.value.hint):
            assert "Library" in hint, "a user can do something"
            assert "INTERLUDE_" not in hint


@pytest.mark.parametrize(
    ("language", "region"), [("en", "us-en"), ("es", "es-es"), ("zh", "cn-zh"), ("", "wt-wt")]
)
def test_the_query_is_posted_for_its_region(duckduckgo, language, region) -> None:
    duck(duckduckgo).search("  home \n staging ¿cuánto? 家 ", language=language)
    assert duckduckgo.searches == [{"q": "home staging ¿cuánto? 家", "b": "", "l": region}]


@pytest.mark.parametrize(
    ("reply", "problem"),
    [
        (Reply(PUZZLE), "quota"),
        (Reply(CANARY, status=403), "quota"),
        (Reply(CANARY, status=500), "unavailable"),
        (Reply(f"<html><body><p>{CANARY}</p></body></html>"), "cut"),
        (Reply(""), "cut"),
        (Reply("x" * 10_000, drip=0.02), "timeout"),
    ],
)
def test_each_refusal_of_duckduckgo_is_told_apart(duckduckgo, reply, problem) -> None:
    duckduckgo.reply = reply
    search = duck(duckduckgo, seconds=1)
    error = failing(search)
    assert (error.problem, error.retryable) == (problem, True)
    assert not search.check().is_ok


def test_the_search_is_sent_as_tavily_wants_it(tavily) -> None:
    tav(tavily).search("home staging", count=50)
    (request,) = tavily.requests
    assert (request.method, request.path) == ("POST", "/search")
    asked = {"query": "home staging", "max_results": 20, "search_depth": "basic"}
    assert request.body == asked


@pytest.mark.parametrize("key", ["tvly-other", "tvly-ключ", "tvly-\n"])
def test_a_wrong_key_is_told(tavily, key) -> None:
    error = failing(tav(tavily, key=key))
    assert error.problem == "key"
    assert "Library" in error.hint
    assert not tav(tavily, key=key).check().is_ok


@pytest.mark.parametrize(
    ("fault", "problem", "retryable"),
    [
        (Fault(400, refusal(400)), "rejected", False),
        (Fault(429, refusal(429)), "quota", True),
        (Fault(432, refusal(432)), "quota", False),
        (Fault(500, refusal(500)), "unavailable", True),
        (Fault(200, "<html>a proxy</html>"), "cut", True),
        (Fault(200, {"results": "none"}), "cut", True),
        (Fault(200, {"oops": 1}), "cut", True),
        (Fault(302, "", {"Location": "/elsewhere"}), "cut", True),
        (Fault(delay=1.5), "timeout", True),
        (Fault(drop="before"), "refused", True),
    ],
)
def test_each_refusal_of_tavily_is_told_apart(tavily, fault, problem, retryable) -> None:
    tavily.fail("POST", "/search", fault)
    error = failing(tav(tavily, seconds=0.3))
    assert (error.problem, error.retryable) == (problem, retryable)
    assert [request.path for request in tavily.requests] == ["/search"], "no redirect is followed"


def test_without_a_network_both_say_so() -> None:
    with refusing_url() as url:
        for search in (DuckDuckGo(seconds=5, url=url), Tavily(KEY, seconds=5, base_url=url)):
            assert failing(search).problem == "refused"
            assert not search.check().is_ok
