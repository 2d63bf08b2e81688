"""Where settings come from, and which of two wins."""

import os
from pathlib import Path

import pytest

from agent import Settings


@pytest.fixture
def elsewhere(tmp_path):
    """A working folder of its own."""
    before = Path.cwd()
    os.chdir(tmp_path)
    yield tmp_path
    os.chdir(before)


def test_a_key_can_stand_in_streamlits_secrets_file(elsewhere):
    (elsewhere / ".streamlit").mkdir()
    (elsewhere / ".streamlit" / "secrets.toml").write_text('GEMINI_API_KEY = "canary"\n[x]\na=1')
    settings = Settings()
    key = settings.key("gemini")
    assert key is not None
    assert key.get_secret_value() == "canary"
    assert "canary" not in repr(settings)


def test_the_environment_goes_before_the_secrets_file(elsewhere, monkeypatch):
    (elsewhere / ".streamlit").mkdir()
    (elsewhere / ".streamlit" / "secrets.toml").write_text('GEMINI_MODEL = "from the file"')
    monkeypatch.setenv("GEMINI_MODEL", "from the environment")
    assert Settings().model("gemini") == "from the environment"


def test_an_empty_variable_is_no_setting(monkeypatch):
    monkeypatch.setenv("INTERLUDE_PROVIDER", "")
    assert Settings().interlude_provider == "embedded"
