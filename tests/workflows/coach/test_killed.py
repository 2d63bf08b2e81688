"""Killed around an effect, one plan is approved and kept, and no question is asked twice."""

import pytest

from tests.core.children import Zygote
from tests.workflows.killing import kill_points

pytestmark = [pytest.mark.slow, pytest.mark.timeout(600)]
TEXT = "I want to learn SQL and Python, 6 hours a week"


def test_killed_anywhere_one_plan_is_approved(tmp_path_factory: pytest.TempPathFactory) -> None:
    with Zygote("tests.workflows.coach.driver") as zygote:

        def job() -> dict[str, str]:
            return {"folder": str(tmp_path_factory.mktemp("run")), "text": TEXT}

        undisturbed = zygote.do_first("plan", **job())
        points = kill_points(undisturbed.pop("points"))
        assert ("SqlitePlans.put:return", 1) in points
        assert undisturbed == {
            "plans": ["approved"],
            "asked": ["goal", "courses", "approve"],
            "outcomes": ["approved"],
            "loops": 5,
        }
        for at, nth in points:
            work = job()
            assert zygote.do("plan", **work, kill=(at, nth)) == {"signal": 9}, at
            told = zygote.do("plan", **work)
            del told["points"]
            assert told == undisturbed, (at, nth)
