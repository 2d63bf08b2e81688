"""A guardrail that goes along with a text while it is being written."""

from agent.guardrails import check_output
from agent.workflows.studio.guarding import Blocked

REACH = 60
"""Characters before what is new that are looked at again, back to the beginning of a sentence."""
_ENDS = "\n.!?。！？"


class Watch:
    """For `Chat.watch`, with the texts of one reply.

    What an unfinished sentence seems to say may turn round before its end ("... is illegal"), so
    it is held back until then, and only then blocked.
    """

    def __init__(self) -> None:
        self._passed = 0

    def __call__(self, text: str) -> bool:
        """Whether it may be shown. Raises Blocked."""
        start = _end_of_sentence(text, max(0, self._passed - REACH))
        whole = max(start, _end_of_sentence(text, len(text)))
        if check_output(text[start:]).passed:
            self._passed = len(text)
            return True
        verdict = check_output(text[start:whole])
        if not verdict.passed:
            raise Blocked(verdict, text[start:whole])
        return False


def _end_of_sentence(text: str, before: int) -> int:
    return max(text.rfind(mark, 0, before) for mark in _ENDS) + 1
