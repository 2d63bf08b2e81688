"""The labelled examples in `agent/data/intents`."""

import json
from pathlib import Path

from agent.intents.ridge import Example

FOLDER = Path(__file__).parents[1] / "data" / "intents"
NAMES = tuple(sorted(path.stem for path in FOLDER.glob("*.jsonl")))


def read_examples(name: str) -> list[Example]:
    """The examples of a workflow, of `home`, or of `tutor_depth`."""
    lines = (FOLDER / f"{name}.jsonl").read_text(encoding="utf-8").splitlines()
    rows = map(json.loads, lines)
    return [Example(row["text"], row["intent"], is_hard=row.get("hard", False)) for row in rows]
