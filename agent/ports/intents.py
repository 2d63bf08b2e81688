"""The port that guesses what a message wants, learned from examples."""

from typing import Protocol

from agent.intents.ridge import Guess


class Intents(Protocol):
    def guess(self, name: str, text: str) -> Guess:
        """Guess what a message wants; `name` is a file in `agent/data/intents`."""
        ...
