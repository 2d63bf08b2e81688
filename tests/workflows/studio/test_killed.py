"""Killed at any step, there is one post, one picture and one version of each, as undisturbed."""

import pytest

from tests.core.children import Zygote

pytestmark = [pytest.mark.slow, pytest.mark.timeout(900)]

REQUEST = "Write a blog post about home staging and an Instagram post"


def test_killed_anywhere_the_same_pieces_are_kept_once(
    tmp_path_factory: pytest.TempPathFactory,
) -> None:
    with Zygote("tests.workflows.studio.driver") as zygote:

        def job() -> dict[str, str]:
            return {"folder": str(tmp_path_factory.mktemp("run")), "text": REQUEST}

        undisturbed = zygote.do_first("write", **job())
        assert undisturbed["came"]["kinds"] == ["blog", "instagram"]
        assert undisturbed["came"]["versions"] == [[1], [1]]
        assert undisturbed["came"]["pictured"]
        assert undisturbed["came"]["made"] == ["blog", "instagram"]
        points = [tuple(point) for point in undisturbed["points"] if point[0].endswith(":return")]
        assert ("SqlitePieces.keep:return", 2) in points
        for at, nth in points:
            work = job()
            assert zygote.do("write", **work, kill=(at, nth)) == {"signal": 9}, at
            assert zygote.do("write", **work)["came"] == undisturbed["came"], (at, nth)
