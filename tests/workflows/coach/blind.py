"""Goals that somebody wrote without sight of the rules, and what they told a reader of them."""

import json
from dataclasses import dataclass
from pathlib import Path
from typing import Any

GOALS = Path(__file__).parents[2] / "data" / "coach" / "goals.json"


@dataclass(frozen=True)
class Row:
    id: str
    text: str
    language: str
    covered: bool
    expects: dict[str, Any]


def rows() -> list[Row]:
    return [Row(**each) for each in json.loads(GOALS.read_text())]
