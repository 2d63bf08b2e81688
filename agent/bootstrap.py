"""The only place where settings meet adapters and storage."""

from functools import partial
from pathlib import Path

from agent.adapters import llm
from agent.adapters.bank import SqliteBank
from agent.adapters.embedder import open_embedder
from agent.adapters.guides.sqlite import SqliteGuides
from agent.adapters.library.schema import SCHEMA
from agent.adapters.library.sqlite import SqliteLibrary
from agent.errors import NotConfigured
from agent.flow import Flow
from agent.graph_agent import GraphAgent
from agent.ledger import Ledger
from agent.models import EMBEDDED, Models, Offer, offer_of
from agent.ports import Ports, Timeouts
from agent.samples import load_samples
from agent.settings import Settings
from agent.storage import Database, open_checkpoints


def open_agent(settings: Settings) -> GraphAgent:
    """The agent over the files of the data folder. Raises AgentError when they cannot be used."""
    _refuse_what_is_not_built(settings)
    folder = settings.interlude_data.expanduser()
    ledger = Ledger(folder)
    saver = open_checkpoints(folder / "checkpoints.db")
    library_file = Database(folder / "library.db", SCHEMA)
    embedder, reason = open_embedder(settings)
    library = SqliteLibrary(library_file, embedder, reason=reason)
    guides, bank = SqliteGuides(library_file), SqliteBank(library_file)
    load_samples(library, guides=guides, bank=bank)
    library.start()

    def close() -> None:
        library.close()
        library_file.close()
        saver.conn.close()

    return GraphAgent(
        ledger=ledger,
        flow=Flow(ledger, saver, recursion_limit=settings.interlude_recursion_limit),
        ports=Ports(
            library=library,
            guides=guides,
            bank=bank,
            attempts=ledger.attempts,
            sealed=ledger.sealed,
        ),
        models=_models(settings),
        open_llm=partial(llm.open_llm, settings=settings, timeouts=_timeouts(settings)),
        workers=settings.interlude_workers,
        on_close=close,
    )


def _refuse_what_is_not_built(settings: Settings) -> None:
    if settings.database_url:
        raise NotConfigured(
            "DATABASE_URL is set, but Interlude keeps its data in SQLite files for now.",
            hint="Unset DATABASE_URL; INTERLUDE_DATA names the folder.",
        )


def _models(settings: Settings) -> Models:
    offers = {EMBEDDED: Offer(llm.LABEL, is_model=False)}
    for name, provider in llm.providers().items():
        offers[name] = offer_of(
            provider,
            model=settings.model(name),
            has_key=settings.key(name) is not None,
            base_url=settings.base_url(name),
        )
    return Models(
        offers,
        first=settings.interlude_provider,
        resolve=partial(llm.resolve, settings=settings),
        prepare=partial(llm.prepare, settings=settings, timeouts=_timeouts(settings)),
        test=partial(llm.test_connection, settings=settings, timeouts=_timeouts(settings)),
    )


def _timeouts(settings: Settings) -> Timeouts:
    return Timeouts(
        model=settings.interlude_model_seconds,
        library=settings.interlude_library_seconds,
    )


def data_files(folder: Path) -> list[Path]:
    """What a backup holds, in the order in which it is taken: checkpoints first, ledger last."""
    return [folder / name for name in ("checkpoints.db", "library.db", "ledger.db")]
