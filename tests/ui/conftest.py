"""The app as a script, without server and browser."""

import functools
from collections.abc import Iterator
from pathlib import Path

import pytest
import streamlit as st
from streamlit.components.v2 import manifest_scanner
from streamlit.testing.v1 import AppTest

from ui import session

SECONDS = 20


@pytest.fixture(scope="session", autouse=True)
def _one_scan() -> Iterator[None]:
    """Each `AppTest` would read the metadata of every installed package again."""
    scan = functools.cache(manifest_scanner.scan_component_manifests)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(manifest_scanner, "scan_component_manifests", scan)
        yield


@pytest.fixture
def app(filled_folder: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[AppTest]:
    """The app over a data folder that holds the samples and nothing else, at Home."""
    monkeypatch.setenv("INTERLUDE_DATA", str(filled_folder))
    monkeypatch.setenv("INTERLUDE_EMBEDDER", "none")
    session.settings.cache_clear()
    yield AppTest.from_file("../../ui/shell.py", default_timeout=SECONDS).run()
    st.cache_resource.clear()
    session.settings.cache_clear()
