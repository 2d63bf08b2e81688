"""Decides what a message wants when there is no model: `without_model.LearnedIntents.guess`.

It fits the classifier of `ridge` on the labelled examples in `agent/data/intents`; where it
is not sure, `asking.choice` makes the card that asks. With a model, each workflow's own step
decides, and `workflow.choose_workflow` for Home.
"""

from agent.intents.asking import choice
from agent.intents.examples import NAMES, read_examples
from agent.intents.ridge import Classifier, Example, Guess

__all__ = ["NAMES", "Classifier", "Example", "Guess", "choice", "read_examples"]
