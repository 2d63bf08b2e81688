"""/health says that the process answers, /ready that it can do its work; and why not."""

import os
import signal
import sqlite3
import subprocess
import sys
from contextlib import closing
from pathlib import Path

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import NewVisitor
from tests.browser.serving import ROOT, START_SECONDS, Server
from tests.waiting import wait_until

TRACES = ("Traceback", 'File "', "sqlite3.", "Errno")


def assert_not_ready(server: Server, why: str) -> None:
    status, answer = server.ready()
    assert status == 503
    assert answer["status"] == "not ready"
    assert why in answer["why"]
    assert not any(trace in answer["why"] for trace in TRACES)
    assert server.get("/health")[0] == 200


def test_the_command_serves_and_ends_in_order(tmp_path: Path) -> None:
    """By itself and from nothing: the servers of other tests are forked from a warm process."""
    server = Server(tmp_path / "data")
    environment = {**os.environ, "INTERLUDE_DATA": str(server.data)}
    environment["INTERLUDE_EMBEDDER"] = "none"
    command = [sys.executable, "-m", "streamlit", "run", "app.py", "--server.port"]
    with subprocess.Popen([*command, str(server.port)], cwd=ROOT, env=environment) as process:
        try:
            wait_until(lambda: server.get("/ready")[0] == 200, START_SECONDS)
            process.send_signal(signal.SIGTERM)
            process.wait(20)
        finally:
            process.kill()


def test_a_data_folder_that_is_a_file_ends_the_start(tmp_path: Path) -> None:
    (tmp_path / "data").write_text("not a folder")
    server = Server(tmp_path / "data")
    with pytest.raises(AssertionError, match="has ended"):
        server.start(until="/health")
    assert "INTERLUDE_DATA" in server.log
    assert not any(trace in server.log for trace in TRACES)


@pytest.mark.browser
def test_a_ledger_that_cannot_be_opened_is_said_on_the_page_too(
    new_visitor: NewVisitor, tmp_path: Path
) -> None:
    (tmp_path / "data" / "ledger.db").mkdir(parents=True)
    server = Server(tmp_path / "data")
    server.start(until="/health")
    try:
        assert_not_ready(server, "cannot be opened")
        visitor = new_visitor(server).open("/")
        expect(visitor.page.get_by_test_id("stAlert")).to_contain_text("cannot be opened")
        assert not any(trace in visitor.page.content() for trace in TRACES)
    finally:
        server.kill()


@pytest.mark.browser
def test_a_full_disk_is_said_and_gets_over(new_visitor: NewVisitor, own_server: Server) -> None:
    visitor = new_visitor(own_server).open_tutor()
    visitor.ask("What is a foreign key?")
    own_server.fill_disk()
    assert_not_ready(own_server, "ledger.db")
    visitor.send("What is a view?")
    expect(visitor.alert).to_contain_text("ledger.db")
    assert not any(trace in visitor.page.content() for trace in TRACES)
    own_server.free_disk()
    assert own_server.ready()[0] == 200
    visitor.reload()
    visitor.ask("What is a view?")
    expect(visitor.answers).to_have_count(2)
    with closing(sqlite3.connect(own_server.data / "ledger.db")) as ledger:
        assert ledger.execute("pragma integrity_check").fetchone() == ("ok",)
