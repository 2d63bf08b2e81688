"""What is said of a draft that the guardrails stop, wherever they do."""

from typing import Any

from agent.checks.guardrails import BlockedBy, Verdict
from agent.workflows.studio.content.contracts import Piece
from agent.workflows.studio.nodes import checking
from tests.workflows.studio.desk import Desk, brief, state


def test_a_finished_draft_is_stopped_in_the_words_for_drafts() -> None:
    desk = Desk()
    piece = Piece(
        kind="linkedin", title="", text="A street with no Black families.", origin="model"
    )
    given = state(brief("linkedin"), piece=piece.model_dump(mode="json"), why="rewritten")
    update = checking.check_piece(given, desk.runtime)
    assert update["ended"] == "blocked"
    assert "draft" in update["guardrails_result"]["message"]


def test_a_guardrail_that_failed_says_so_of_a_draft_too() -> None:
    failed: BlockedBy = "failure"
    verdict = Verdict(passed=False, message="They could not check this.", blocked_by=failed)

    def node(_state: Any, _runtime: Any) -> Any:
        raise checking.Blocked(verdict, "A text.")

    update = checking.guard_node(node)(state(brief("linkedin")), Desk().runtime)
    assert update["guardrails_result"]["message"] == verdict.message
