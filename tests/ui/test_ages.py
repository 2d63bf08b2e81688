"""Times as they are where the browser is."""

from datetime import UTC, datetime, timedelta
from types import SimpleNamespace

import pytest

from ui import ages


@pytest.fixture
def zone(monkeypatch: pytest.MonkeyPatch) -> SimpleNamespace:
    context = SimpleNamespace(timezone="Europe/Madrid", locale="en-GB")
    monkeypatch.setattr("streamlit.context", context)
    return context


def test_a_time_is_that_of_the_browsers_zone(zone: SimpleNamespace) -> None:
    assert ages.clock("2026-11-28T23:48:00+00:00").endswith("00:48")
    assert ages.moment("2026-11-28T23:48:00+00:00") == "29 Nov 2026 00:48"
    for unknown in (None, "Not/A_Zone"):
        zone.timezone = unknown
        assert "23:48 UTC" in ages.clock("2026-11-28T23:48:00+00:00")


def test_of_today_only_the_time_is_named(zone: SimpleNamespace) -> None:
    soon = datetime.now(UTC)
    assert len(ages.until(soon.isoformat())) == len("00:48")
    later = soon + timedelta(days=3)
    assert len(ages.until(later.isoformat())) > len("00:48")
