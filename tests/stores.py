"""The real stores over tables in memory, for tests that need no data folder."""

import os
import shutil
from collections.abc import Iterable, Mapping
from contextlib import suppress
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from agent.adapters.bank import SqliteBank
from agent.adapters.brands import SqliteBrands
from agent.adapters.guides import SqliteGuides
from agent.adapters.library import SCHEMA
from agent.adapters.library.documents import Documents
from agent.ports import Document, Item
from agent.ports.brand import EXAMPLE
from agent.store.database import Database
from agent.store.schema import SCRIPTS
from agent.store.threads import now

IN_MEMORY = Path(":memory:")


@cache
def _filled(schema: tuple[str, ...], documents: tuple[Document, ...] = ()) -> Database:
    db = Database(IN_MEMORY, schema)
    for document in documents:
        Documents(db).add(document)
    return db


def _copied(template: Database) -> Database:
    """Copy it, since to make all tables takes 60 ms."""
    db = Database(IN_MEMORY, ())
    template._connection.backup(db._connection)
    return db


def ledger_tables(*, owner: str = "ada", thread: str = "thread") -> Database:
    """The tables of a ledger with one conversation."""
    db = _copied(_filled(SCRIPTS))
    db.insert(
        "threads", id=thread, owner=owner, workflow="tutor", title="", created=now(), updated=now()
    )
    return db


def library_tables(*documents: Document) -> Database:
    return _copied(_filled(SCHEMA, documents))


def copy_new_ledgers(patch: pytest.MonkeyPatch, template: Path) -> None:
    """Let each new ledger's file begin as a copy, for the same reason."""
    Database(template, SCRIPTS).close()
    start = Database.__init__

    def started(self: Database, path: Path, schema: Any, **more: Any) -> None:
        is_file = path != IN_MEMORY and path.parent.is_dir()
        if schema is SCRIPTS and is_file and not path.exists():
            part = Path(shutil.copy(template, path.with_name(f"{path.name}.{os.urandom(4).hex()}")))
            with suppress(FileExistsError):
                os.link(part, path)
            part.unlink()
        start(self, path, schema, **more)

    patch.setattr(Database, "__init__", started)


def guides_of(guides: Mapping[str, dict[str, Any]]) -> SqliteGuides:
    held = SqliteGuides(library_tables())
    for subject, guide in guides.items():
        held.put(subject, guide)
    return held


def bank_of(items: Iterable[Item]) -> SqliteBank:
    bank = SqliteBank(library_tables())
    bank.put(list(items))
    return bank


def example_brands(db: Database) -> SqliteBrands:
    """The example is the brand of those who work in tests."""
    brands = SqliteBrands(db)
    for user in ("ada", "local"):
        brands.put(user, EXAMPLE)
    return brands
