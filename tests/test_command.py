"""The `interlude` command, as a checkout and a wheel have it."""

import subprocess
import sys
from pathlib import Path

from interlude.cli import main

ROOT = Path(__file__).parent.parent


def test_the_command_reaches_the_operators_commands(capsys, monkeypatch):
    monkeypatch.setattr(sys, "path", sys.path.copy())
    assert main(["settings"]) == 0
    assert "INTERLUDE_DATA" in capsys.readouterr().out


def test_the_command_works_from_any_folder(tmp_path):
    done = subprocess.run(
        [sys.executable, str(ROOT / "interlude" / "cli.py"), "threads"],
        cwd=tmp_path,
        capture_output=True,
        text=True,
        check=False,
        timeout=60,
    )
    assert done.returncode == 0, done.stderr
    assert (tmp_path / "data" / "ledger.db").exists()
