"""The only place where settings meet adapters and storage."""

from collections.abc import Sequence
from contextlib import ExitStack, closing
from functools import partial
from pathlib import Path
from typing import Any, Protocol, cast, runtime_checkable

from agent.adapters import llm
from agent.adapters.appeals import SqliteAppeals
from agent.adapters.bank import SqliteBank
from agent.adapters.bot import open_bot
from agent.adapters.brands import SqliteBrands
from agent.adapters.cloud import open_cloud
from agent.adapters.courses.cache import SqliteSearchCache
from agent.adapters.courses.catalogue import Catalogue
from agent.adapters.courses.links import Links
from agent.adapters.courses.site import open_site
from agent.adapters.courses.web import WebCourses
from agent.adapters.embedder import open_embedder
from agent.adapters.guides.mongo import open_guides
from agent.adapters.guides.sqlite import SqliteGuides
from agent.adapters.images import open_images
from agent.adapters.intake import SqliteIntake
from agent.adapters.library.remote import RemoteLibrary
from agent.adapters.library.schema import SCHEMA
from agent.adapters.library.sqlite import SqliteLibrary
from agent.adapters.pieces import SqlitePieces
from agent.adapters.plans import SqlitePlans
from agent.adapters.reading.result import Limits
from agent.adapters.review import open_reviewer
from agent.adapters.reviews import FsrsReviews
from agent.adapters.samples import FolderSamples
from agent.adapters.scores import SqliteScores
from agent.adapters.search import open_fetcher, open_search
from agent.adapters.tracker import open_tracker
from agent.adapters.wiki import open_wiki
from agent.adapters.workspace import FolderWorkspace, GitHistory
from agent.checks.mastery import AttemptedProgress
from agent.engine.checkpoints import open_checkpoints
from agent.engine.flow import Flow
from agent.engine.models import EMBEDDED, Models, Offer, offer_of
from agent.errors import NotConfigured
from agent.facade import GraphAgent
from agent.intents.without_model import LearnedIntents
from agent.ports import (
    ChangeRules,
    CoachRules,
    Embedder,
    Guides,
    Library,
    Ports,
    TicketRules,
    Timeouts,
    TutorRules,
)
from agent.settings import Settings
from agent.store import Ledger
from agent.store.database import Database
from agent.store.folder import CHECKPOINTS, LIBRARY, NAMES, check_folder, mark

FILES = "files"
WORKSPACE = "workspace"


def open_agent(settings: Settings) -> GraphAgent:
    """The agent over the files of the data folder. Raises AgentError when they cannot be used."""
    folder = _usable_folder(settings)
    opened = ExitStack()
    ledger = Ledger(folder)
    saver = open_checkpoints(folder / CHECKPOINTS)
    opened.callback(saver.conn.close)
    documents = _documents(settings, folder, opened)
    cloud = open_cloud(settings)
    reached, not_set_up = _reached(settings, ledger)
    _close_at_end([*reached.values(), cloud], opened)
    return GraphAgent(
        ledger=ledger,
        flow=Flow(ledger, saver, recursion_limit=settings.interlude_recursion_limit),
        ports=Ports(
            cloud=cloud,
            reviewer=open_reviewer(settings),
            workspace=FolderWorkspace(folder / WORKSPACE),
            history=_history(settings),
            change_rules=_change_rules(settings),
            ticket_rules=_ticket_rules(settings),
            coach_rules=_coach_rules(settings),
            tutor_rules=TutorRules(judges=settings.interlude_tutor_judges),
            **_searched(settings),
            **documents,
            not_set_up=not_set_up,
            **_kept_in(ledger),
            **reached,
        ),
        models=_models(settings),
        open_llm=partial(llm.open_llm, settings=settings, timeouts=_timeouts(settings)),
        open_images=partial(open_images, settings=settings),
        workers=settings.interlude_workers,
        on_close=opened.close,
    )


@runtime_checkable
class _Open(Protocol):
    def close(self) -> None: ...


def _close_at_end(ports: Sequence[object], opened: ExitStack) -> None:
    for each in ports:
        if isinstance(each, _Open):
            opened.callback(each.close)


def _documents(settings: Settings, folder: Path, opened: ExitStack) -> dict[str, Any]:
    """Start what the library's file and the embedder serve."""
    file = opened.enter_context(closing(Database(folder / LIBRARY, SCHEMA)))
    mark(folder)
    embedder, reason = open_embedder(settings)
    library = opened.enter_context(closing(SqliteLibrary(file, embedder, reason=reason)))
    guides, bank = _guides(settings, file), SqliteBank(file)
    samples = FolderSamples(library, guides, bank)
    samples.load()
    library.start()
    intake = SqliteIntake(file, library, folder / FILES, limits=_limits(settings))
    intake.start()
    _close_at_end([guides, intake], opened)
    return {
        "library": _searching(library, settings, opened),
        "guides": guides,
        "bank": bank,
        "intake": intake,
        "samples": samples,
        "intents": _learn_intents(embedder),
        "courses": Catalogue(file, embedder, links=_links(settings)),
    }


def _searching(library: SqliteLibrary, settings: Settings, opened: ExitStack) -> Library:
    """The library, searched by an external service where one is set up."""
    if not settings.interlude_rag_url:
        return library
    remote: Any = RemoteLibrary(library, settings.interlude_rag_url)
    opened.callback(remote.close)
    return cast("Library", remote)


def _kept_in(ledger: Ledger) -> dict[str, Any]:
    return {
        "attempts": ledger.attempts,
        "sealed": ledger.sealed,
        "effects": ledger.effects,
        "contests": ledger.contests,
        "progress": AttemptedProgress(ledger.attempts),
        "reviews": FsrsReviews(ledger.db, ledger.contests),
        "scores": SqliteScores(ledger.db),
        "pieces": SqlitePieces(ledger.db),
        "brands": SqliteBrands(ledger.db),
        "appeals": SqliteAppeals(ledger.db),
        "plans": SqlitePlans(ledger.db),
        "course_cache": SqliteSearchCache(ledger.db),
    }


def _usable_folder(settings: Settings) -> Path:
    if settings.database_url:
        raise NotConfigured(
            "DATABASE_URL is set, but Interlude keeps its data in SQLite files for now.",
            hint="Unset DATABASE_URL; INTERLUDE_DATA names the folder.",
        )
    folder = settings.interlude_data.expanduser()
    check_folder(folder)
    return folder


def _reached(settings: Settings, ledger: Ledger) -> tuple[dict[str, Any], dict[str, str]]:
    """Return tracker, wiki and bot, and by name the reason why a half set-up one is missing."""
    found: dict[str, Any] = {}
    problems: dict[str, str] = {}
    for name, connect in (
        ("tracker", partial(open_tracker, settings, ledger.db, partial(ledger.seal, "issue"))),
        ("wiki", partial(open_wiki, settings, ledger.db, partial(ledger.seal, "page"))),
        ("bot", partial(open_bot, settings)),
    ):
        try:
            found[name] = connect()
        except NotConfigured as error:
            problems[name] = f"{error.message} {error.hint}".strip()
    return found, problems


def _searched(settings: Settings) -> dict[str, Any]:
    search = open_search(settings)
    return {
        "search": search,
        "fetcher": open_fetcher(settings),
        "course_site": open_site(settings),
        "course_web": WebCourses(search),
    }


def _learn_intents(embedder: Embedder | None) -> LearnedIntents:
    learned = LearnedIntents(embedder)
    learned.start()
    return learned


def _guides(settings: Settings, library_file: Database) -> Guides:
    uri = settings.mongo_uri.get_secret_value()
    if not uri:
        return SqliteGuides(library_file)
    return open_guides(
        uri,
        database=settings.mongo_db,
        collection=settings.mongo_collection,
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
        listed=partial(llm.listed_at, settings=settings),
        find=partial(llm.find_servers, settings),
        test=partial(llm.test_connection, settings=settings, timeouts=_timeouts(settings)),
    )


def _limits(settings: Settings) -> Limits:
    return Limits(
        file_bytes=settings.interlude_upload_megabytes * 2**20,
        pages=settings.interlude_upload_pages,
        seconds=settings.interlude_upload_seconds,
        memory_bytes=settings.interlude_upload_memory_megabytes * 2**20,
    )


def _history(settings: Settings) -> GitHistory | None:
    named = settings.interlude_change_repository
    return GitHistory(Path(named)) if named else None


def _change_rules(settings: Settings) -> ChangeRules:
    return ChangeRules(
        autonomy=settings.interlude_change_autonomy,
        approval_minutes=settings.interlude_change_approval_minutes,
        monthly_limit=settings.interlude_change_monthly_limit,
        max_retries=settings.interlude_change_retries,
        deploy_minutes=settings.interlude_change_deploy_minutes,
    )


def _ticket_rules(settings: Settings) -> TicketRules:
    return TicketRules(
        weights={str(name): each for name, each in settings.interlude_maturity_weights.items()},
        confidence=settings.interlude_intent_confidence,
        approval_minutes=settings.interlude_ticket_approval_minutes,
        search_minutes=settings.interlude_ticket_search_minutes,
    )


def _links(settings: Settings) -> Links | None:
    return Links() if settings.interlude_coach_links else None


def _coach_rules(settings: Settings) -> CoachRules:
    return CoachRules(
        loops=settings.interlude_coach_loops,
        asks_courses=settings.interlude_coach_asks_courses,
        asks=settings.interlude_coach_human_input,
    )


def _timeouts(settings: Settings) -> Timeouts:
    return Timeouts(
        model=settings.interlude_model_seconds,
        call=settings.interlude_model_call_seconds,
        characters=settings.interlude_model_characters,
        library=settings.interlude_library_seconds,
    )


def data_folders(folder: Path) -> list[Path]:
    """The folders of a backup besides the databases: users' uploads, and files of requests."""
    return [folder / FILES, folder / WORKSPACE]


def data_files(folder: Path) -> list[Path]:
    """The files of a backup, in the order in which it is taken: checkpoints first, ledger last."""
    return [folder / name for name in NAMES]
