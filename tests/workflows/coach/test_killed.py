"""Killed at any step, one plan is approved and kept, and no question is asked twice."""

import pytest

from tests.core.children import Zygote

pytestmark = [pytest.mark.slow, pytest.mark.timeout(600)]
TEXT = "I want to learn SQL and Python, 6 hours a week"


def test_killed_anywhere_one_plan_is_approved(tmp_path_factory: pytest.TempPathFactory) -> None:
    with Zygote("tests.workflows.coach.driver") as zygote:

        def job() -> dict[str, str]:
            return {"folder": str(tmp_path_factory.mktemp("run")), "text": TEXT}

        undisturbed = zygote.do_first("plan", **job())
        points = [tuple(each) for each in undisturbed.pop("points") if each[0].endswith(":return")]
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
