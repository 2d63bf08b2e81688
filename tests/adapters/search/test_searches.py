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
    connection = search.check()
    assert not connection.is_ok
    assert connection.hint
    return error


# Which one


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
    settings = Settings(interlude_search=said, tavily_api_key=SecretStr(key))
    search = open_search(settings)
    assert isinstance(search, kind)
    assert search.is_set_up == (kind is not NoSearch)


@pytest.mark.parametrize("said", ["tavily", "none"])
def test_what_is_not_set_up_says_what_a_user_can_do(said) -> None:
    search = open_search(Settings(interlude_search=said))
    assert not search.check().is_ok
    with pytest.raises(NotConfigured) as caught:
        search.search("home staging")
    for hint in (search.check().hint, caught.value.hint):
        assert "Library" in hint
        assert "INTERLUDE_" not in hint


# DuckDuckGo


def duck(site, seconds=20):
    return DuckDuckGo(seconds=seconds, url=site.url)


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
    ],
)
def test_each_refusal_of_duckduckgo_is_told_apart(duckduckgo, reply, problem) -> None:
    duckduckgo.reply = reply
    error = failing(duck(duckduckgo))
    assert error.problem == problem
    assert error.retryable


def test_duckduckgo_may_not_take_its_time(duckduckgo) -> None:
    duckduckgo.reply = Reply("x" * 10_000, drip=0.02)
    with pytest.raises(ProviderError) as caught:
        duck(duckduckgo, seconds=1).search("x")
    assert caught.value.problem == "timeout"


# Tavily


def tav(site, key=KEY, seconds=20):
    return Tavily(key, seconds=seconds, base_url=site.url)


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


@pytest.mark.parametrize(
    ("status", "problem", "retryable"),
    [
        (400, "rejected", False),
        (429, "quota", True),
        (432, "quota", False),
        (500, "unavailable", True),
    ],
)
def test_each_refusal_of_tavily_is_told_apart(tavily, status, problem, retryable) -> None:
    tavily.fail("POST", "/search", Fault(status=status, body=refusal(status)))
    tavily.fail("GET", "/usage", Fault(status=status, body=refusal(status)))
    error = failing(tav(tavily))
    assert (error.problem, error.retryable) == (problem, retryable)


@pytest.mark.parametrize(
    ("fault", "problem"),
    [
        (Fault(200, "<html>a proxy</html>"), "cut"),
        (Fault(200, {"results": "none"}), "cut"),
        (Fault(200, {"oops": 1}), "cut"),
        (Fault(delay=1.5), "timeout"),
        (Fault(drop="before"), "refused"),
    ],
)
def test_what_is_no_answer_of_tavily_is_told(tavily, fault, problem) -> None:
    tavily.fail("POST", "/search", fault)
    with pytest.raises(ProviderError) as caught:
        tav(tavily, seconds=0.3).search("x")
    assert caught.value.problem == problem


def test_the_key_follows_no_redirect(tavily) -> None:
    elsewhere = {"Location": f"{tavily.url}/elsewhere"}
    tavily.fail("POST", "/search", Fault(status=302, body="", headers=elsewhere))
    with pytest.raises(ProviderError):
        tav(tavily).search("x")
    assert [request.path for request in tavily.requests] == ["/search"]


def test_without_a_network_both_say_so() -> None:
    with refusing_url() as url:
        for search in (DuckDuckGo(seconds=5, url=url), Tavily(KEY, seconds=5, base_url=url)):
            assert failing(search).problem == "refused"
