"""What every wiki promises, the fake one too. Nothing here relies on an empty space."""

from contextlib import ExitStack, closing
from uuid import uuid4

import pytest

from agent.adapters.wiki import EmbeddedWiki
from agent.adapters.wiki.confluence import open_confluence
from agent.errors import NotFound, Refused
from agent.exchange.wiki_markup import storage
from agent.ports.work_items import NewPage
from agent.store import Ledger
from tests.fakes_tickets import FakeWiki
from tests.servers.atlassian import settings_for
from tests.servers.confluence_server import confluence_server
from tests.waiting import wait_until

MARKDOWN = """# Score

| Criterion | Score |
| --- | --- |
| Value | 80 |

- [ ] Ask José & 王
- [x] Done"""


def opened(name, stack, folder):
    match name:
        case "fake":
            return FakeWiki()
        case "embedded":
            return EmbeddedWiki(stack.enter_context(closing(Ledger(folder))).db, space="PROJ")
    server = stack.enter_context(confluence_server(lag=0.05))
    more = {} if name == "confluence" else {"interlude_atlassian_command": ""}
    settings = settings_for(confluence=server, **more)
    return stack.enter_context(closing(open_confluence(settings)))


@pytest.fixture(scope="module", params=["fake", "embedded", "confluence", "confluence_over_rest"])
def wiki(request, tmp_path_factory):
    """One for all tests: a tool server takes seconds to start."""
    with ExitStack() as stack:
        yield opened(request.param, stack, tmp_path_factory.mktemp("ledger"))


def title(about="Sign in"):
    return f"PROJ-{uuid4().int % 10**9}: {about}"


def new(wiki, name="", text=MARKDOWN):
    return NewPage(space=wiki.space, title=name or title(), body=storage(text))


def test_a_page_is_read_back_as_it_was_made(wiki) -> None:
    assert wiki.check().is_ok
    sent = new(wiki)
    made = wiki.create(sent)
    read = wiki.page(made.id)
    assert (read.id, read.title, read.space) == (made.id, sent.title, wiki.space)
    assert (read.version, read.text) == (1, MARKDOWN)
    assert read.id in read.link


def test_found_by_its_exact_title_which_is_given_once(wiki) -> None:
    name = title('"A" & <b>')
    made = wiki.create(new(wiki, name))
    assert getattr(wiki.titled(name), "id", None) == made.id
    assert wiki.titled(f"{name} more") is None
    with pytest.raises(Refused):
        wiki.create(new(wiki, name))


def test_no_such_page(wiki) -> None:
    with pytest.raises(NotFound):
        wiki.page("987654321")
    with pytest.raises(Refused):
        wiki.update("987654321", new(wiki), version=1)


@pytest.mark.parametrize("wrong", ["space", "title", "long", "body"])
def test_what_cannot_be_made_is_refused(wiki, wrong) -> None:
    name = title()
    page = {
        "space": NewPage("ELSEWHERE", name, "<p>x</p>"),
        "title": NewPage(wiki.space, " ", "<p>x</p>"),
        "long": NewPage(wiki.space, name + "x" * 255, "<p>x</p>"),
        "body": NewPage(wiki.space, name, "<p>x</b>"),
    }[wrong]
    with pytest.raises(Refused):
        wiki.create(page)
    assert wiki.titled(name) is None


def test_a_change_makes_a_version_and_overwrites_no_newer_one(wiki) -> None:
    made, renamed = wiki.create(new(wiki)), title("Signing in")
    assert wiki.update(made.id, new(wiki, renamed, "Another text"), version=1).version == 2
    read = wiki.page(made.id)
    assert (read.version, read.title, read.text) == (2, renamed, "Another text")
    assert getattr(wiki.titled(renamed), "id", None) == made.id
    assert wiki.titled(made.title) is None
    if wiki.checks_version:
        with pytest.raises(Refused):
            wiki.update(made.id, new(wiki, renamed, "Third"), version=1)
        assert wiki.page(made.id) == read


@pytest.mark.parametrize(
    ("text", "asked"),
    [
        ("The wombat ledger is exported.", "export the wombat ledgers"),
        ("La exportación de facturas trimestrales.", "exportar facturas trimestrales"),
        ("订单可以批量导出。", "批量导出"),
    ],
)
def test_found_by_its_words(wiki, text, asked) -> None:
    made = wiki.create(new(wiki, text=text))
    wait_until(lambda: made.id in {page.id for page in wiki.search(asked)})


def test_nothing_for_nothing(wiki) -> None:
    wiki.create(new(wiki))
    assert wiki.search("xyzzyplugh") == []
    assert wiki.search("") == []
    assert isinstance(wiki.search('"( AND *'), list)
