"""What the wiki that comes with the app promises beyond the port."""

from contextlib import closing

import pytest

from agent.adapters.wiki import EmbeddedWiki, open_wiki
from agent.errors import Refused
from agent.ports.work_items import NewPage
from agent.settings import Settings
from agent.store import Ledger

PLAIN = NewPage("PROJ", "PROJ-1: Sign in", "<p>With a password.</p>")


@pytest.fixture
def wiki(tmp_path):
    with closing(Ledger(tmp_path)) as ledger:
        yield EmbeddedWiki(ledger.db, space="PROJ")


def test_each_version_is_kept(wiki) -> None:
    wiki.create(PLAIN)
    wiki.update("1", NewPage("PROJ", "PROJ-1: Enter", "<p>By letter.</p>"), version=1)
    told = [(each.version, each.title, each.text) for each in wiki.history("1")]
    assert told == [
        (1, "PROJ-1: Sign in", "With a password."),
        (2, "PROJ-1: Enter", "By letter."),
    ]


def test_a_refused_change_leaves_nothing(wiki) -> None:
    wiki.create(PLAIN)
    wiki.create(NewPage("PROJ", "Taken", "<p>x</p>"))
    with pytest.raises(Refused):
        wiki.update("1", NewPage("PROJ", "Taken", "<p>y</p>"), version=1)
    assert len(wiki.history("1")) == 1
    assert wiki.page("1").title == "PROJ-1: Sign in"


def test_pages_outlive_the_ledger(tmp_path) -> None:
    with closing(Ledger(tmp_path)) as ledger:
        EmbeddedWiki(ledger.db, space="PROJ").create(PLAIN)
    with closing(Ledger(tmp_path)) as ledger:
        assert EmbeddedWiki(ledger.db, space="PROJ").page("1").title == PLAIN.title


def test_chosen_by_settings(wiki) -> None:
    chosen = open_wiki(Settings(interlude_embedded_project="SHOP"), wiki._db)
    assert isinstance(chosen, EmbeddedWiki)
    assert chosen.space == "SHOP"
    assert open_wiki(Settings(interlude_wiki="none"), wiki._db) is None
    kept = Settings(interlude_wiki="embedded", confluence_url="https://wiki.example")
    assert isinstance(open_wiki(kept, wiki._db), EmbeddedWiki)
