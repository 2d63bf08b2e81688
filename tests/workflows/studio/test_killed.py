"""Killed around an effect, there is one post, one picture and one version, as undisturbed."""

import pytest

from tests.core.children import Zygote
from tests.workflows.killing import kill_points

pytestmark = [pytest.mark.slow, pytest.mark.timeout(900)]

REQUESTS = {
    "blog": "Write a blog post about home staging",
    "instagram": "Create an Instagram post about home staging",
}


@pytest.mark.parametrize("kind", REQUESTS)
def test_killed_anywhere_the_same_piece_is_kept_once(
    tmp_path_factory: pytest.TempPathFactory, kind: str
) -> None:
    with Zygote("tests.workflows.studio.driver") as zygote:

        def job() -> dict[str, str]:
            return {"folder": str(tmp_path_factory.mktemp("run")), "text": REQUESTS[kind]}

        undisturbed = zygote.do_first("write", **job())
        assert undisturbed["came"]["kinds"] == [kind]
        assert undisturbed["came"]["versions"] == [[1]]
        assert undisturbed["came"]["pictured"] == (kind == "instagram")
        points = kill_points(undisturbed["points"])
        assert ("SqlitePieces.keep:return", 1) in points
        for at, nth in points:
            work = job()
            assert zygote.do("write", **work, kill=(at, nth)) == {"signal": 9}, at
            assert zygote.do("write", **work)["came"] == undisturbed["came"], (at, nth)
