"""What all answers to a question tell."""

import pytest

from agent.checks.item_statistics import item_statistics
from tests import fakes
from tests.test_mastery import attempt

BANK = [fakes.item(n) for n in (1, 2, 3)]


def test_answers_and_the_share_that_is_right():
    found = item_statistics(
        [
            attempt("q1", "a", "a", items=BANK),
            attempt("q2", "b", "a", items=BANK, user="bob"),
        ]
    )
    assert (found["normalisation-1"].answers, found["normalisation-1"].right) == (2, 1)
    assert found["normalisation-1"].facility == 0.5
    assert found["normalisation-2"].facility == 1.0
    assert "normalisation-3" not in found


def test_an_item_that_the_better_ones_get_right_discriminates():
    strong = [attempt(f"s{n}", "a", "a", "a", items=BANK) for n in range(6)]
    weak = [attempt(f"w{n}", "b", "b", "b", items=BANK) for n in range(6)]
    found = item_statistics([*strong, *weak])
    assert found["normalisation-1"].discrimination == pytest.approx(1.0)
    # The first item right only where the others are wrong.
    odd = [attempt(f"o{n}", "a", "b", "b", items=BANK) for n in range(6)]
    odder = [attempt(f"p{n}", "b", "a", "a", items=BANK) for n in range(6)]
    assert item_statistics([*odd, *odder])["normalisation-1"].discrimination == pytest.approx(-1)
