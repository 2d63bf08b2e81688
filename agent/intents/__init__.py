"""What a message wants, learned from labelled examples in `agent/data/intents`."""

import json
from pathlib import Path

from agent.intents.classifier import Classifier, Example, Guess

__all__ = ["Classifier", "Example", "Guess", "read_examples"]

FOLDER = Path(__file__).parents[1] / "data" / "intents"


def read_examples(name: str) -> list[Example]:
    """Those of a workflow, of `home`, or of `tutor_depth`."""
    lines = (FOLDER / f"{name}.jsonl").read_text(encoding="utf-8").splitlines()
    rows = map(json.loads, lines)
    return [Example(row["text"], row["intent"], is_hard=row.get("hard", False)) for row in rows]
