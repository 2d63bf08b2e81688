"""The ledger's tables, as SQL scripts in `migrations/`, which `Database` applies in order.

The library has scripts of its own in `agent/adapters/library/migrations`; the checkpoints'
tables are LangGraph's, and `agent/engine/checkpoints.py` extends them.
"""

from pathlib import Path


def read_migrations(folder: Path) -> tuple[str, ...]:
    """Return the scripts of a folder in their order.

    A file that has shipped never changes: a change is the next file.
    """
    return tuple(path.read_text(encoding="utf-8") for path in sorted(folder.glob("*.sql")))


SCRIPTS = read_migrations(Path(__file__).with_name("migrations"))
