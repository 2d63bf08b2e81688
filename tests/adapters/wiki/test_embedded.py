"""What the wiki that comes with the app promises beyond the port."""

from contextlib import closing
from pathlib import Path

import pytest

from agent.adapters.wiki import EmbeddedWiki, open_wiki
from agent.errors import NotFound, Refused
from agent.ports.work_items import NewPage
from agent.settings import Settings
from agent.store import Ledger

PLAIN = NewPage("PROJ", "PROJ-1: Sign in", "<p>With a password.</p>")


@pytest.fixture
def wiki(embedded_wiki: EmbeddedWiki) -> EmbeddedWiki:
    return embedded_wiki


def test_the_first_page(wiki: EmbeddedWiki) -> None:
    made = wiki.create(PLAIN)
    assert (made.id, made.link, made.version) == ("1", "/issues?page=1", 1)
    assert made.text == "With a password."
    assert wiki.check().message == "Ready. Pages in PROJ: 1."
    assert wiki.pages() == [made]


def test_each_version_is_kept(wiki: EmbeddedWiki) -> None:
    wiki.create(PLAIN)
    wiki.update("1", NewPage("PROJ", "PROJ-1: Enter", "<p>By letter.</p>"), version=1)
    told = [(each.version, each.title, each.text) for each in wiki.history("1")]
    assert told == [
        (1, "PROJ-1: Sign in", "With a password."),
        (2, "PROJ-1: Enter", "By letter."),
    ]


def test_a_refused_change_leaves_nothing(wiki: EmbeddedWiki) -> None:
    wiki.create(PLAIN)
    wiki.create(NewPage("PROJ", "Taken", "<p>x</p>"))
    with pytest.raises(Refused):
        wiki.update("1", NewPage("PROJ", "Taken", "<p>y</p>"), version=1)
    assert len(wiki.history("1")) == 1
    assert wiki.page("1").title == "PROJ-1: Sign in"


def test_old_words_find_it_no_more(wiki: EmbeddedWiki) -> None:
    wiki.create(PLAIN)
    wiki.update("1", NewPage("PROJ", PLAIN.title, "<p>By letter.</p>"), version=1)
    assert wiki.search("password") == []
    assert [page.id for page in wiki.search("letters")] == ["1"]


@pytest.mark.parametrize("name", ["", "x", "0", "-1", "1.5", "²", "9" * 30])
def test_what_is_no_number_of_a_page(wiki: EmbeddedWiki, name: str) -> None:
    with pytest.raises(NotFound):
        wiki.page(name)


def test_pages_outlive_the_ledger(tmp_path: Path) -> None:
    with closing(Ledger(tmp_path)) as ledger:
        EmbeddedWiki(ledger.db, space="PROJ").create(PLAIN)
    with closing(Ledger(tmp_path)) as ledger:
        assert EmbeddedWiki(ledger.db, space="PROJ").page("1").title == PLAIN.title


def test_chosen_by_settings(wiki: EmbeddedWiki) -> None:
    chosen = open_wiki(Settings(interlude_embedded_project="SHOP"), wiki._db)
    assert isinstance(chosen, EmbeddedWiki)
    assert chosen.space == "SHOP"
    assert open_wiki(Settings(interlude_wiki="none"), wiki._db) is None
    kept = Settings(interlude_wiki="embedded", confluence_url="https://wiki.example")
    assert isinstance(open_wiki(kept, wiki._db), EmbeddedWiki)
