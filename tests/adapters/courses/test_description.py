"""The file that describes a course site, and the browser that visits it."""

import json
import stat
from pathlib import Path

import pytest

from agent.adapters.courses.browsing import browser as browsers
from agent.adapters.courses.browsing.browser import command, environment, need_browser
from agent.adapters.courses.browsing.description import load
from agent.adapters.courses.site import open_site
from agent.errors import NotConfigured
from agent.settings import Settings
from tests.adapters.courses.descriptions import SEARCHED_BY_FORM, told


@pytest.mark.parametrize(
    ("more", "says"),
    [
        ({"address": "ftp://courses.example/"}, "address"),
        ({"address": "http://me@courses.example/"}, "address"),
        ({"origins": ["courses.example"]}, "origins"),
        ({"results": {"course": "(", "nothing": "x"}}, "results.course"),
        ({"results": {"course": "x"}}, "results.nothing"),
        ({"steps": []}, "one step types"),
        ({"address": "http://courses.example/?q={words}"}, "one step types"),
        ({"run": "rm"}, "run"),
    ],
)
def test_a_file_that_cannot_be_used_says_where(tmp_path, more, says) -> None:
    file = tmp_path / "site.json"
    file.write_text(json.dumps(SEARCHED_BY_FORM | more), encoding="utf-8")
    with pytest.raises(NotConfigured) as raised:
        load(str(file))
    assert says in raised.value.message
    assert "site.json" in raised.value.hint


@pytest.mark.parametrize(
    ("name", "hint"), [("nowhere", "geektime"), ("geektime", "playwright install chromium")]
)
def test_a_site_that_is_set_wrongly_or_has_no_browser_finds_nothing(name, hint) -> None:
    site = open_site(
        Settings(interlude_course_site=name, interlude_course_browser="/nowhere/chromium")
    )
    assert not site.is_set_up
    assert hint in site.check().hint
    with pytest.raises(NotConfigured):
        site.search("python")


def test_playwrights_own_is_found_and_the_newest_taken(tmp_path, monkeypatch) -> None:
    with pytest.raises(NotConfigured, match="no Chromium"):
        need_browser(str(tmp_path / "chromium"))
    for number in ("999", "1200"):
        place = tmp_path / f"chromium-{number}" / "chrome-linux64" / "chrome"
        place.parent.mkdir(parents=True)
        place.touch()
        place.chmod(stat.S_IRWXU)
    monkeypatch.setenv("PLAYWRIGHT_BROWSERS_PATH", str(tmp_path))
    monkeypatch.setenv("PATH", str(tmp_path))
    assert "chromium-1200" in str(need_browser())


def test_it_knows_the_hosts_of_the_site_and_no_other_and_no_key_of_this_process(
    tmp_path, monkeypatch
) -> None:
    monkeypatch.setenv("HTTPS_PROXY", "http://proxy.example:3128")
    monkeypatch.setenv("OPENAI_API_KEY", "canary")
    site = told("http://courses.example", origins=["https://cdn.example"])
    line = command(site, browser=Path("/b"), folder=tmp_path, seconds=2)
    configured = json.loads((tmp_path / "config.json").read_text(encoding="utf-8"))
    (rules,) = configured["browser"]["launchOptions"]["args"]
    known = "EXCLUDE courses.example, EXCLUDE cdn.example, EXCLUDE proxy.example"
    assert rules == f"--host-resolver-rules=MAP * ~NOTFOUND, {known}"
    at = line.index("--allowed-origins")
    assert line[at + 1] == "http://courses.example;https://cdn.example"
    assert "canary" not in str(environment(tmp_path))


@pytest.mark.parametrize(("user", "is_without"), [(0, True), (1000, False)])
def test_the_sandbox_is_given_up_for_root_only(tmp_path, monkeypatch, user, *, is_without) -> None:
    monkeypatch.setattr(browsers.os, "geteuid", lambda: user)
    line = command(told("http://a.example"), browser=Path("/b"), folder=tmp_path, seconds=2)
    assert ("--no-sandbox" in line) is is_without
