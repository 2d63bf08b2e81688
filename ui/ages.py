"""When something was, and how long ago."""

from datetime import UTC, datetime


def age(since: str) -> str:
    minutes = int((datetime.now(UTC) - datetime.fromisoformat(since)).total_seconds() // 60)
    if minutes < 1:
        return "just now"
    if minutes < 60:
        return f"{minutes} min"
    return f"{minutes // 60} h" if minutes < 48 * 60 else f"{minutes // 1440} days"


def clock(at: str) -> str:
    return datetime.fromisoformat(at).strftime("%d %b %H:%M UTC")


def day(at: str) -> str:
    """A date as people write it; what is none stays as it is."""
    try:
        found = datetime.fromisoformat(at)
    except ValueError:
        return at
    return f"{found.day} {found:%b %Y}"
