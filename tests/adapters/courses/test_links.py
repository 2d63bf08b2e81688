"""Whether addresses answer: on a website of our own, briefly, and never inside a network."""

from collections.abc import Iterator
from contextlib import closing
from datetime import date
from pathlib import Path
from typing import Any

import pytest

from agent.adapters.courses.catalogue import Catalogue
from agent.adapters.courses.links import REST_SECONDS, Links
from agent.adapters.library.schema import SCHEMA
from agent.store.database import Database
from tests.servers.scripted import refusing_url
from tests.servers.website import Sends, Site, leads_to, page, website

DAY, NEXT_DAY = date(2026, 3, 1), date(2026, 3, 2)


@pytest.fixture
def site() -> Iterator[Site]:
    pages = {
        "/there": page("A course."),
        "/moved": leads_to("/there"),
        "/away": leads_to("/nowhere"),
        "/busy": Sends(status=503),
        "/members": Sends(status=403),
        "/slow": Sends(how="hang"),
        "/large": Sends(b"x" * 5_000_000),
    }
    with website(pages) as opened:
        yield opened


def links_of(site: Site, **more: Any) -> Links:
    given = {"seconds_each": 5.0, "seconds_all": 20.0, "allow": ("127.0.0.1", site.port)}
    return Links(**{**given, **more})


def test_the_page_itself_is_asked_for_only_where_its_head_is_not_given(site: Site) -> None:
    links_of(site).states([f"{site.url}/large"])
    assert (site.heads, site.requests) == (["/large"], [])
    site.knows_head = False
    assert links_of(site).states([f"{site.url}/there"]) == {f"{site.url}/there": "there"}
    assert site.paths == ["/there"]


def test_one_that_hangs_does_not_hold_up_the_others(site: Site) -> None:
    urls = [f"{site.url}/slow", f"{site.url}/there"]
    assert links_of(site, seconds_each=0.5).states(urls) == {urls[1]: "there"}


def test_all_of_them_together_have_a_limit(site: Site) -> None:
    site.pages |= {f"/slow/{n}": Sends(how="hang") for n in range(20)}
    urls = [f"{site.url}/slow/{n}" for n in range(20)]
    assert links_of(site, seconds_each=30, seconds_all=0.5).states(urls) == {}
    assert len(site.heads) <= 8


@pytest.mark.parametrize(
    "url", ["http://127.0.0.1/", "http://10.0.0.1/x", "http://[::1]/", "http://inside.example/x"]
)
def test_nothing_inside_a_network_is_asked(site: Site, url: str) -> None:
    links = links_of(site, allow=None, resolve=lambda _host, _port: ["192.168.1.1"])
    assert links.states([url]) == {}
    assert site.heads == []


def test_one_that_cannot_be_reached_is_gone_only_where_another_answers(site: Site) -> None:
    def resolve(host: str, _port: int) -> list[str]:
        if host == "a.example":
            return ["127.0.0.1"]
        raise OSError("no such host")

    gone, there = "http://gone.example/", f"http://a.example:{site.port}/there"
    assert links_of(site, resolve=resolve).states([gone]) == {}
    assert links_of(site, resolve=resolve).states([gone, there]) == {gone: "gone", there: "there"}


def test_without_a_network_nobody_waits_for_it_again_and_again() -> None:
    asked: list[str] = []
    now = [0.0]

    def resolve(host: str, _port: int) -> list[str]:
        asked.append(host)
        raise OSError("no network")

    links = Links(resolve=resolve, clock=lambda: now[0])
    for _ in range(3):
        assert links.states(["https://a.example/"]) == {}
    assert asked == ["a.example"]
    now[0] = REST_SECONDS + 1
    links.states(["https://a.example/"])
    assert len(asked) == 2


def test_a_port_where_nobody_listens_raises_nothing() -> None:
    with refusing_url() as url:
        port = int(url.split(":")[2].split("/")[0])
        assert Links(allow=("127.0.0.1", port)).states([url]) == {}


# In the catalogue


@pytest.fixture
def database(tmp_path: Path) -> Iterator[Database]:
    with closing(Database(tmp_path / "library.db", SCHEMA)) as opened:
        yield opened


def test_the_date_is_kept_and_a_day_is_tried_once(site: Site, database: Database) -> None:
    day = [DAY]
    catalogue = Catalogue(database, links=links_of(site), today=lambda: day[0])
    catalogue.import_csv(f"title,url\nThere,{site.url}/there\nNone,{site.url}/none\n")
    there, none = (course for course in catalogue.all() if site.url in course.url)
    found = catalogue.check_links([there.id, none.id])
    assert {id_: (c.checked, c.is_gone) for id_, c in found.items()} == {
        there.id: ("2026-03-01", False),
        none.id: ("", True),
    }
    assert Catalogue(database).course(there.id) == found[there.id]
    site.heads.clear()
    assert catalogue.check_links([there.id]) == {there.id: found[there.id]}
    assert site.heads == []
    day[0] = NEXT_DAY
    assert catalogue.check_links([there.id])[there.id].checked == "2026-03-02"


def test_one_that_is_gone_keeps_the_day_it_was_seen_and_may_come_back(
    site: Site, database: Database
) -> None:
    day = [DAY]
    catalogue = Catalogue(database, links=links_of(site), today=lambda: day[0])
    catalogue.import_csv(f"title,url\nThere,{site.url}/there\n")
    id_ = next(course.id for course in catalogue.all() if site.url in course.url)
    catalogue.check_links([id_])
    kept = site.pages.pop("/there")
    day[0] = NEXT_DAY
    gone = catalogue.check_links([id_])[id_]
    assert (gone.checked, gone.is_gone) == ("2026-03-01", True)
    site.pages["/there"] = kept
    back = catalogue.check_links([id_])[id_]
    assert (back.checked, back.is_gone) == ("2026-03-02", False)
