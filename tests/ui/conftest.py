"""The app as a script, without server and browser."""

from collections.abc import Iterator
from pathlib import Path

import pytest
import streamlit as st
from streamlit.testing.v1 import AppTest

from ui import session

SECONDS = 20


@pytest.fixture
def app(data_folder: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[AppTest]:
    """The app over an empty data folder, at Home."""
    monkeypatch.setenv("INTERLUDE_DATA", str(data_folder))
    monkeypatch.setenv("INTERLUDE_EMBEDDER", "none")
    session.settings.cache_clear()
    yield AppTest.from_file("../../ui/shell.py", default_timeout=SECONDS).run()
    st.cache_resource.clear()
    session.settings.cache_clear()
