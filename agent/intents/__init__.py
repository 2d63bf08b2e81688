"""What a message wants, learned from labelled examples in `agent/data/intents`."""

from agent.intents.asking import choice
from agent.intents.classifier import Classifier, Example, Guess
from agent.intents.examples import NAMES, read_examples

__all__ = ["NAMES", "Classifier", "Example", "Guess", "choice", "read_examples"]
