"""Whether addresses answer: on a website of our own, briefly, and never inside a network."""

from contextlib import closing
from datetime import date

import pytest

from agent.adapters.courses.catalogue import Catalogue
from agent.adapters.courses.links import REST_SECONDS, Links
from agent.adapters.library.schema import SCHEMA
from agent.store.database import Database
from tests.servers.scripted import refusing_url
from tests.servers.website import Sends, page, website


@pytest.fixture
def site():
    pages = {"/there": page("A course."), "/large": Sends(b"x" * 5_000_000)}
    pages |= {f"/slow/{n}": Sends(how="hang") for n in range(20)}
    with website(pages) as opened:
        yield opened


def links_of(site, **more):
    given = {"seconds_each": 5.0, "seconds_all": 20.0, "allow": ("127.0.0.1", site.port)}
    return Links(**{**given, **more})


def test_the_page_itself_is_asked_for_only_where_its_head_is_not_given(site) -> None:
    links_of(site).states([f"{site.url}/large"])
    assert (site.heads, site.requests) == (["/large"], [])
    site.knows_head = False
    assert links_of(site).states([f"{site.url}/there"]) == {f"{site.url}/there": "there"}
    assert site.paths == ["/there"]


def test_what_hangs_does_not_hold_up_the_others_and_all_together_have_a_limit(site) -> None:
    slow, there = [f"{site.url}/slow/{n}" for n in range(20)], f"{site.url}/there"
    assert links_of(site, seconds_each=0.5).states([slow[0], there]) == {there: "there"}
    assert links_of(site, seconds_each=30, seconds_all=0.5).states(slow) == {}
    assert len(site.heads) <= 10


@pytest.mark.parametrize(
    "url", ["http://127.0.0.1/", "http://10.0.0.1/x", "http://[::1]/", "http://inside.example/x"]
)
def test_nothing_inside_a_network_is_asked(site, url) -> None:
    links = links_of(site, allow=None, resolve=lambda _host, _port: ["192.168.1.1"])
    assert links.states([url]) == {}
    assert site.heads == []


def test_one_that_cannot_be_reached_is_gone_only_where_another_answers(site) -> None:
    def resolve(host, _port):
        if host == "a.example":
            return ["127.0.0.1"]
        raise OSError("no such host")

    gone, there = "http://gone.example/", f"http://a.example:{site.port}/there"
    assert links_of(site, resolve=resolve).states([gone]) == {}
    assert links_of(site, resolve=resolve).states([gone, there]) == {gone: "gone", there: "there"}
    with refusing_url() as url:
        port = int(url.rpartition(":")[2])
        assert Links(allow=("127.0.0.1", port)).states([url]) == {}


def test_without_a_network_nobody_waits_for_it_again_and_again() -> None:
    asked, now = list[str](), [0.0]

    def resolve(host, _port):
        asked.append(host)
        raise OSError("no network")

    links = Links(resolve=resolve, clock=lambda: now[0])
    for _ in range(3):
        assert links.states(["https://a.example/"]) == {}
    assert asked == ["a.example"]
    now[0] = REST_SECONDS + 1
    links.states(["https://a.example/"])
    assert len(asked) == 2


def test_the_catalogue_keeps_the_day_a_course_was_seen_and_tries_once_a_day(site, tmp_path) -> None:
    day = [date(2026, 3, 1)]
    with closing(Database(tmp_path / "library.db", SCHEMA)) as database:
        catalogue = Catalogue(database, links=links_of(site), today=lambda: day[0])
        catalogue.import_csv(f"title,url\nThere,{site.url}/there\n")
        id_ = next(course.id for course in catalogue.all() if site.url in course.url)

        def checked():
            found = catalogue.check_links([id_])[id_]
            assert Catalogue(database).course(id_) == found
            return found.checked, found.is_gone

        assert checked() == ("2026-03-01", False)
        site.heads.clear()
        assert checked() == ("2026-03-01", False)
        assert site.heads == []
        day[0] = date(2026, 3, 2)
        kept = site.pages.pop("/there")
        assert checked() == ("2026-03-01", True)
        site.pages["/there"] = kept
        assert checked() == ("2026-03-02", False)
