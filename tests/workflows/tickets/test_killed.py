"""Killed around an effect, there is one issue and one page, and each points to the other once."""

import pytest

from tests.core.children import Zygote
from tests.workflows.killing import kill_points
from tests.workflows.tickets.talk import REQUEST

pytestmark = [pytest.mark.slow, pytest.mark.timeout(600)]


def test_killed_anywhere_one_issue_and_one_page_are_made(
    tmp_path_factory: pytest.TempPathFactory,
) -> None:
    with Zygote("tests.workflows.tickets.driver") as zygote:

        def job() -> dict[str, str]:
            return {"folder": str(tmp_path_factory.mktemp("run")), "text": REQUEST}

        undisturbed = zygote.do_first("create", **job())
        points = kill_points(undisturbed["points"])
        assert ("EmbeddedTracker.create:return", 1) in points
        for at, nth in points:
            work = job()
            assert zygote.do("create", **work, kill=(at, nth)) == {"signal": 9}, at
            told = zygote.do("create", **work)
            made = {name: told.get(name) for name in ("issues", "pages", "links")}
            assert made == {"issues": ["PROJ-1"], "pages": [1], "links": [1]}, (at, told)
            assert "PROJ-1" in told["answer"], (at, told)


def test_killed_anywhere_a_change_and_its_comment_are_written_once(
    tmp_path_factory: pytest.TempPathFactory,
) -> None:
    with Zygote("tests.workflows.tickets.driver") as zygote:

        def job() -> dict[str, str]:
            return {"folder": str(tmp_path_factory.mktemp("run"))}

        undisturbed = zygote.do_first("change", **job())
        points = kill_points(undisturbed["points"])
        assert ("EmbeddedTracker.update:return", 1) in points
        assert ("EmbeddedTracker.relate:return", 1) in points
        assert ("EmbeddedTracker.comment:return", 1) in points
        for at, nth in points:
            work = job()
            assert zygote.do("change", **work, kill=(at, nth)) == {"signal": 9}, at
            told = zygote.do("change", **work)
            made = {name: told.get(name) for name in ("version", "priority", "due", "comments")}
            wanted = {"version": "2", "priority": "High", "due": "2027-01-31"}
            assert made == {**wanted, "comments": ["Agreed."]}, (at, told)
            assert told["relations"] == ["blocks PROJ-2"], (at, told)
            assert "PROJ-1" in told["answer"], (at, told)


def test_killed_anywhere_several_approved_together_are_each_made_once(
    tmp_path_factory: pytest.TempPathFactory,
) -> None:
    with Zygote("tests.workflows.tickets.driver") as zygote:

        def job() -> dict[str, str]:
            return {"folder": str(tmp_path_factory.mktemp("run"))}

        undisturbed = zygote.do_first("create_several", **job())
        points = kill_points(undisturbed["points"])
        assert ("EmbeddedTracker.create:return", 2) in points
        for at, nth in points:
            work = job()
            assert zygote.do("create_several", **work, kill=(at, nth)) == {"signal": 9}, at
            told = zygote.do("create_several", **work)
            assert told.get("issues") == ["One", "Two"], (at, told)
            assert all(key in told["answer"] for key in ("PROJ-1", "PROJ-2")), (at, told)
