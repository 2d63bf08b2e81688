"""What holds for every test: no network, no keys, no settings of whoever runs it.

It happens at import, before any module of ours reads the environment, and
children inherit it.
"""

import gc
import ipaddress
import os
import shutil
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import hypothesis
import pytest

from agent import GraphAgent, Settings, open_agent, settings
from tests.stores import copy_new_ledgers

TESTS = Path(__file__).parent
MARKED_FOLDERS = {"browser", "interop"}
TAKE_LONG = ("browser", "slow")
LOOPBACK = "127.0.0.1,localhost,::1"
NOT_OURS = ("_API_KEY", "_PROXY", "_proxy")
TRACING = ("LANGSMITH_", "LANGCHAIN_")
REQUIRE_BROWSER = "INTERLUDE_REQUIRE_BROWSER"
MEMORY = Path("/dev/shm")  # noqa: S108 - pytest makes a folder of its own in it
MEMORY_BYTES = 4 * 2**30
TEMPORARY = "PYTEST_DEBUG_TEMPROOT"

refused: list[str] = []


def _clean_environment() -> None:
    for name in list(os.environ):
        is_setting = name.lower() in Settings.model_fields
        if is_setting or name.endswith(NOT_OURS) or name.startswith(TRACING):
            del os.environ[name]
    os.environ.update(NO_PROXY=LOOPBACK, no_proxy=LOOPBACK, INTERLUDE_COACH_LINKS="false")
    os.environ.update(INTERLUDE_MODEL_PORTS="{}", INTERLUDE_EMBEDDER="none")


def _keep_folders_in_memory() -> None:
    """Processes are killed here, but no power is cut: no test has to wait for a disk."""
    is_large = MEMORY.is_dir() and shutil.disk_usage(MEMORY).free > MEMORY_BYTES
    if is_large and TEMPORARY not in os.environ:
        os.environ[TEMPORARY] = str(MEMORY)


def _is_loopback(host: Any) -> bool:
    name = host.decode() if isinstance(host, bytes) else host
    if name in (None, "", "localhost"):
        return True
    try:
        return ipaddress.ip_address(str(name).partition("%")[0]).is_loopback
    except ValueError:
        return False


def _guard(event: str, args: tuple[Any, ...]) -> None:
    """Refuse everything that would leave this machine, whichever library tries."""
    match event:
        case "socket.connect" | "socket.sendto" if isinstance(args[1], tuple):
            host = args[1][0]
        case "socket.getaddrinfo" | "socket.gethostbyname":
            host = args[0]
        case _:
            return
    if not _is_loopback(host):
        refused.append(f"{event} to {host}")
        raise RuntimeError(f"A test tried to reach {host}. Tests talk to this machine only.")


_clean_environment()
_keep_folders_in_memory()
sys.addaudithook(_guard)
hypothesis.settings.register_profile("interlude", deadline=None, max_examples=30)
hypothesis.settings.load_profile("interlude")


@pytest.fixture(autouse=True)
def _no_network():
    """Also when the code under test has turned the refusal into a sentence of its own."""
    refused.clear()
    yield
    assert not refused, f"refused by tests/conftest.py: {refused}"


@pytest.fixture(scope="session", autouse=True)
def _no_settings_files():
    """The checkout's own `.env` and secrets stay out of the tests."""
    read = settings._secrets
    here = TESTS.parent
    with pytest.MonkeyPatch.context() as patch:
        patch.setitem(Settings.model_config, "env_file", None)
        patch.setattr(settings, "_secrets", lambda: {} if Path.cwd() == here else read())
        yield


@pytest.fixture(scope="session", autouse=True)
def _new_ledgers_are_copies(tmp_path_factory):
    with pytest.MonkeyPatch.context() as patch:
        copy_new_ledgers(patch, tmp_path_factory.mktemp("tables") / "ledger.db")
        yield


def _open(folder: Path) -> GraphAgent:
    return open_agent(Settings(interlude_data=folder, interlude_embedder="none"))


@pytest.fixture(scope="session")
def started_once(tmp_path_factory):
    """A data folder as a first start leaves it. To copy it is cheaper than to load the samples."""
    folder = tmp_path_factory.mktemp("started") / "data"
    _open(folder).close()
    return folder


@pytest.fixture
def data_folder(tmp_path):
    return tmp_path / "data"


@pytest.fixture
def filled_folder(data_folder, started_once):
    """The same folder, with the samples in it."""
    return Path(shutil.copytree(started_once, data_folder))


@pytest.fixture
def agent(filled_folder):
    """A whole agent that holds the samples and nothing else, searched by words alone."""
    opened = _open(filled_folder)
    yield opened
    opened.close()


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """A test in the folder `browser` or `interop` carries that marker.

    Files that take long come first, lest one begins when all others are done.
    """
    for item in items:
        folder = item.path.relative_to(TESTS).parts[0]
        if folder in MARKED_FOLDERS:
            item.add_marker(folder)
    long = {item.path for item in items if any(map(item.get_closest_marker, TAKE_LONG))}
    items.sort(key=lambda item: item.path not in long)


def pytest_collection_finish() -> None:
    """Keep the collector from going through all modules and tests again and again."""
    gc.collect()
    gc.freeze()


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(item: pytest.Item) -> Iterator[None]:
    """Where a browser is promised, a browser test that is skipped has failed."""
    report: pytest.TestReport = yield
    is_browser = item.get_closest_marker("browser") is not None
    if report.skipped and is_browser and os.environ.get(REQUIRE_BROWSER):
        report.outcome = "failed"
        report.longrepr = f"{REQUIRE_BROWSER} is set, but: {report.longrepr}"
    return report
