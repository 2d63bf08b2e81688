"""The library and the web: who is asked for what, and what becomes of what fails."""

import threading
from types import SimpleNamespace
from typing import Any

import pytest

from agent.errors import AgentError, ProviderError, Stopped
from agent.ports import Hit
from agent.ports.brand import NO_BRAND
from agent.workflows.studio.content import gathering
from agent.workflows.studio.content.gathering import ONLY_DOCUMENTS, from_library, from_web
from tests.fakes_content import FakeWeb, web_page
from tests.workflows.studio.content.scene import Scene, brief, document

QUERIES = ("home staging", "home staging costs")
FACT = "Home staging makes a small home look larger in every photograph."


def _page(host: str, path: str = "a") -> Any:
    return web_page(f"https://{host}/{path}", f"Home staging by {host}", f"# Staging\n\n{FACT}\n")


# The library


def test_the_subjects_of_the_brand_are_read() -> None:
    other = document("other", "Home staging elsewhere", FACT, subject="databases")
    scene = Scene(documents=(document("one", "Home staging", FACT), other))
    found = from_library(QUERIES, brief(), scene.context)
    assert [text.source.document for text in found.texts] == ["one"]
    asked = sorted((c.arguments for c in scene.called("library")), key=lambda a: a["query"])
    assert asked == [{"query": query, "subject": "real-estate"} for query in QUERIES]


def test_without_them_whatever_the_user_has_is_read() -> None:
    other = document("other", "Home staging elsewhere", FACT, subject="databases")
    scene = Scene(documents=(other,))
    assert len(from_library(QUERIES, brief(), scene.context).texts) == 1


def _with_own(title: str, text: str) -> Scene:
    own = document("u/1", title, text, owner="ada")
    scene = Scene(documents=(document("sample", "Home staging", FACT), own))
    scene.uploads = [SimpleNamespace(id="u/1")]
    return scene


def test_own_documents_go_before_the_samples() -> None:
    scene = _with_own("Home staging of mine", FACT)
    found = from_library(QUERIES, brief(brand=NO_BRAND), scene.context)
    assert [text.source.document for text in found.texts] == ["u/1"]
    assert [source.document for source in scene.research(brief(brand=NO_BRAND)).sources] == ["u/1"]


@pytest.mark.parametrize(
    "text", ["Bees swarm in May, when a colony is strong.", "Is home staging for bees? See below."]
)
def test_samples_are_read_where_own_documents_hold_nothing_to_quote(text: str) -> None:
    done = _with_own("Bees", text).research(brief(brand=NO_BRAND))
    assert [source.document for source in done.sources] == ["sample"]


def test_research_tells_whether_the_web_was_read() -> None:
    scene = Scene()
    assert scene.research().is_web_read
    scene.search = _Unreachable()
    assert not scene.research().is_web_read


@pytest.mark.parametrize(("topic", "found"), [("index of house prices", 0), ("index", 1)])
def test_a_sample_course_is_read_only_for_a_topic_of_its_own(topic: str, found: int) -> None:
    course = document("indexes", "Indexes", "An index finds rows fast.", subject="databases")
    scene = Scene(documents=(course,))
    scene.samples.append(SimpleNamespace(id="databases", items=9))
    assert len(from_library((topic,), brief(topic, brand=NO_BRAND), scene.context).texts) == found


def test_documents_of_others_are_not_found() -> None:
    scene = Scene(documents=(document("theirs", "Home staging", FACT, owner="bob"),))
    assert from_library(QUERIES, brief(), scene.context).texts == ()


def test_what_is_about_something_else_is_no_text() -> None:
    scene = Scene(documents=(document("keys", "Keys", "Boxes are what a key opens."),))
    found = from_library(QUERIES, brief(), scene.context)
    assert found.texts == ()


def test_a_library_that_fails_is_told_once_and_the_rest_goes_on() -> None:
    scene = Scene()
    scene.library.fails = [AgentError("The disk is full.")]
    found = from_library(QUERIES, brief(), scene.context)
    assert found.notices == ("Your documents could not be searched: The disk is full.",)
    outcomes = sorted(call.outcome for call in scene.called("library"))
    assert outcomes == ["3 found", "The disk is full."]
    assert len(found.texts) == 1


# The web


def test_pages_of_different_sites_are_fetched_each_once() -> None:
    pages = [_page("a.example"), _page("a.example", "b"), _page("b.example")]
    scene = Scene(pages=pages)
    found = from_web(QUERIES, brief(), scene.context)
    assert sorted(scene.fetcher.fetches) == ["https://a.example/a", "https://b.example/a"]
    assert [text.source.url for text in found.texts] == sorted(scene.fetcher.fetches)
    assert found.notices == ()
    assert sorted(scene.search.searches) == sorted(QUERIES)


def test_never_more_than_eight() -> None:
    scene = Scene(pages=[_page(f"site{n}.example") for n in range(12)])
    from_web(QUERIES, brief(), scene.context)
    assert len(scene.fetcher.fetches) == 8


def test_a_page_that_fails_is_told_and_the_others_stay() -> None:
    scene = Scene(pages=[_page("a.example"), _page("b.example")])
    scene.fetcher.raising = AgentError("a.example took longer than 15 seconds.")
    found = from_web(QUERIES, brief(), scene.context)
    assert len(found.texts) == 1
    (notice,) = found.notices
    assert "a.example took longer than 15 seconds." in notice
    outcomes = {call.outcome for call in scene.called("fetch")}
    assert "a.example took longer than 15 seconds." in outcomes


def test_a_failure_that_does_not_name_the_site_is_told_with_it() -> None:
    scene = Scene(pages=[_page("a.example")])
    scene.fetcher.web = FakeWeb()
    found = from_web(QUERIES, brief(), scene.context)
    assert found.notices == (
        "A page of a.example could not be read: The site does not have this page.",
    )


class _Unreachable:
    name, is_set_up = "A search", True

    def search(self, query: str, *, count: int = 8, language: str = "") -> list[Hit]:
        raise ProviderError("DuckDuckGo cannot be reached.", problem="unavailable")


def test_a_search_that_cannot_be_reached_is_one_sentence() -> None:
    scene = Scene()
    scene.search = _Unreachable()
    assert from_web(QUERIES, brief(), scene.context).notices == (
        "The web could not be searched: DuckDuckGo cannot be reached.",
        ONLY_DOCUMENTS,
    )
    assert scene.fetcher.fetches == []


def test_one_search_of_two_that_fails_is_told() -> None:
    scene = Scene(pages=[_page("a.example")])
    scene.search.raising = ProviderError("Too many requests.", problem="quota")
    found = from_web(QUERIES, brief(), scene.context)
    assert found.notices == ("The web could not be searched: Too many requests.",)
    assert len(found.texts) == 1


def test_a_search_that_is_switched_off_is_not_tried() -> None:
    scene = Scene()
    scene.search.is_set_up = False
    assert from_web(QUERIES, brief(), scene.context).notices == (f"{ONLY_DOCUMENTS} Off.",)
    assert scene.search.searches == []


def test_ports_that_are_not_there_are_not_set_up() -> None:
    scene = Scene()
    scene.search = None
    assert from_web(QUERIES, brief(), scene.context).notices == (ONLY_DOCUMENTS,)


class _Hangs:
    """A fetcher that comes to no end before the test lets it."""

    def __init__(self) -> None:
        self.reached, self.released = threading.Event(), threading.Event()

    def fetch(self, url: str) -> Any:
        self.reached.set()
        self.released.wait(10)
        return _page(url.split("/")[2])


@pytest.fixture
def hanging() -> Any:
    fetcher = _Hangs()
    yield fetcher
    fetcher.released.set()


def test_what_comes_too_late_has_failed(hanging: _Hangs, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(gathering, "SECONDS", 0.2)
    scene = Scene(pages=[_page("a.example")])
    scene.fetcher = hanging
    found = from_web(QUERIES, brief(), scene.context)
    assert found.texts == ()
    assert found.notices == ("A page of a.example could not be read: It took too long.",)


def test_when_the_user_stops_nobody_waits_and_nothing_more_is_fetched(hanging: _Hangs) -> None:
    scene = Scene(pages=[_page(f"site{n}.example") for n in range(8)])
    scene.fetcher = hanging

    def stop() -> None:
        hanging.reached.wait(10)
        scene.report.stopped = True

    presses = threading.Thread(target=stop)
    presses.start()
    with pytest.raises(Stopped):
        from_web(QUERIES, brief(), scene.context)
    presses.join()
    assert not hanging.released.is_set()
