"""The library file: documents, their passages and vectors, guides, quiz items."""

from pathlib import Path

from agent.store.schema import read_migrations

SCHEMA = read_migrations(Path(__file__).with_name("migrations"))
