"""The browser, and the tool server that drives it: Playwright's, which comes in its package."""

import importlib.util
import json
import os
import shutil
import sys
from pathlib import Path
from urllib.parse import urlsplit

from agent.adapters.courses.browsing.description import Site
from agent.errors import NotConfigured

_INSTALLED = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
_FOLDERS = {"darwin": "Library/Caches/ms-playwright", "win32": "AppData/Local/ms-playwright"}
_FOLDER = ".cache/ms-playwright"
# Where `playwright install chromium` puts it, by system.
_PLACES = (
    "chromium-*/chrome-linux*/chrome",
    "chromium-*/chrome-mac*/*.app/Contents/MacOS/*",
    "chromium-*/chrome-win*/chrome.exe",
)
_PROXIES = ("HTTP_PROXY", "HTTPS_PROXY", "http_proxy", "https_proxy")
# What a way out through a proxy needs.
_HANDED_ON = (*_PROXIES, "NO_PROXY", "no_proxy")


def need_browser(named: str = "") -> Path:
    """The one that is named, installed, or Playwright's own. Raises NotConfigured."""
    if importlib.util.find_spec("playwright") is None:
        raise NotConfigured(
            "Course sites are browsed by Playwright, which is not installed.",
            hint="Run `pip install playwright`, then `playwright install chromium`.",
        )
    if named:
        found = shutil.which(Path(named).expanduser())
    else:
        found = next(filter(None, map(shutil.which, _INSTALLED)), None) or _of_playwright()
    if found is None:
        raise NotConfigured(
            "There is no Chromium here to browse course sites with.",
            hint="Run `playwright install chromium`, or name one in INTERLUDE_COURSE_BROWSER.",
        )
    return Path(found)


def _of_playwright() -> str | None:
    """The newest."""
    named = os.environ.get("PLAYWRIGHT_BROWSERS_PATH")
    folder = Path(named) if named else Path.home() / _FOLDERS.get(sys.platform, _FOLDER)
    found = [path for place in _PLACES for path in folder.glob(place) if shutil.which(path)]
    return str(max(found, key=_number)) if found else None


def _number(path: Path) -> int:
    folder = next(part for part in path.parts if part.startswith("chromium-"))
    number = folder.removeprefix("chromium-")
    return int(number) if number.isdigit() else 0


def command(site: Site, *, browser: Path, folder: Path, seconds: float) -> list[str]:
    """It writes its configuration into `folder`."""
    configured = folder / "config.json"
    configured.write_text(json.dumps(_configuration(site)), encoding="utf-8")
    milliseconds = str(int(seconds * 1000))
    given = [sys.executable, "-P", "-m", "playwright", "mcp", "--headless", "--isolated"]
    given += ["--executable-path", str(browser), "--output-dir", str(folder)]
    given += ["--config", str(configured)]
    # This one does not hold for redirects, as its help says.
    given += ["--allowed-origins", ";".join(site.allowed), "--block-service-workers"]
    given += ["--timeout-navigation", milliseconds, "--image-responses", "omit", "--no-webmcp"]
    # Chromium refuses its sandbox to root only.
    is_root = hasattr(os, "geteuid") and os.geteuid() == 0
    return [*given, "--no-sandbox"] if is_root else given


def _configuration(site: Site) -> dict[str, object]:
    """The browser knows no other host, so that nothing can lead it into the network here."""
    proxies = (os.environ.get(name, "") for name in _PROXIES)
    known = (urlsplit(url).hostname for url in (*site.allowed, *proxies))
    hosts = dict.fromkeys(host for host in known if host)
    rules = ", ".join(["MAP * ~NOTFOUND", *(f"EXCLUDE {host}" for host in hosts)])
    return {"browser": {"launchOptions": {"args": [f"--host-resolver-rules={rules}"]}}}


def environment(folder: Path) -> dict[str, str]:
    """The browser's environment variables; its files stay in `folder`."""
    found = {name: os.environ[name] for name in _HANDED_ON if os.environ.get(name)}
    return {**found, "HOME": str(folder), "TMPDIR": str(folder)}
