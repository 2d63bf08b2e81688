"""What a message wants, by what was learned from examples."""

from typing import Protocol

from agent.intents.ridge import Guess


class Intents(Protocol):
    def guess(self, name: str, text: str) -> Guess:
        """What a message most likely wants; `name` is a workflow's, `home` or `tutor_depth`."""
        ...
