"""Items: 40 quiz items made without a model, as two readers judge them.

Sources are texts in three languages that were written for this bench (`bench/data/items`); the
rules were tuned on other texts. Of the items made of them 40 are drawn by a fixed seed into
`items_40.json` for readers who have not seen the code; what they wrote is in
`items_40_verdicts.json`, one entry per item with `flawed`, `wrong_key` and `why`. Verdicts on items
that have changed since are not used.
"""

import hashlib
import json
import random
import re
from itertools import islice
from pathlib import Path
from typing import Any

from agent.language.text import language_of
from agent.ports import Document, Item
from agent.workflows.tutor.quiz.gaps import make_items
from bench.figures import Figure, Measured

DATA = Path(__file__).parent / "data" / "items"
SHOWN = DATA / "items_40.json"
VERDICTS = DATA / "items_40_verdicts.json"
SEED = "items, thirteenth reading"
OF_EACH, READ = 12, 40

Plain = dict[str, Any]


def measure(*, quick: bool) -> Measured:
    del quick  # seconds in all, and fewer items would be another figure
    made = [(item, document.id) for document in sources() for item in _make(document)]
    shown = _to_read(made)
    SHOWN.write_text(json.dumps(shown, ensure_ascii=False, indent=1) + "\n", encoding="utf-8")
    return Measured(
        _verdicts(shown), [f"{len(made)} items made, {len(shown)} of them drawn for readers."]
    )


def _make(document: Document) -> list[Item]:
    return list(islice(make_items([document], subject=document.id, seed=SEED), OF_EACH))


def sources() -> list[Document]:
    return [_read(path) for path in sorted(DATA.glob("*.md")) if path.stem != "LICENCE"]


def _read(path: Path) -> Document:
    text = re.sub(r"\A---.*?\n---\n", "", path.read_text("utf-8"), flags=re.DOTALL)
    title = re.search(r"^# (.+)", text, re.MULTILINE)
    name = title[1] if title else path.stem
    return Document(path.stem, name, path.stem, text, language=language_of(text))


def _to_read(made: list[tuple[Item, str]]) -> list[Plain]:
    random.Random(SEED).shuffle(made)  # noqa: S311 - repeatable, and no secret
    return [_plain(item, name) for item, name in made[:READ]]


def _plain(item: Item, source: str) -> Plain:
    """As a reader sees it; `digest` ties a verdict to exactly this item."""
    texts = [text for _, text in item.options]
    key = dict(item.options)[item.key]
    digest = hashlib.sha256("\0".join([item.question_text, *texts, key]).encode()).hexdigest()
    return {
        "digest": digest[:16],
        "source": source,
        "language": item.language,
        "question": item.question_text,
        "options": texts,
        "key": key,
        "evidence": item.evidence,
    }


def _verdicts(shown: list[Plain]) -> list[Figure]:
    """Figures of the items that a person has judged; none before."""
    if not VERDICTS.exists():
        return []
    verdicts = {each["digest"]: each for each in json.loads(VERDICTS.read_text("utf-8"))}
    read = [verdicts[item["digest"]] for item in shown if item["digest"] in verdicts]
    text = f"of {len(read)} read; {len(shown) - len(read)} have changed since"
    return [
        Figure(
            "Items: flawed, read blind",
            sum(bool(each["flawed"]) for each in read),
            unit="",
            n=len(read),
            most=3,
            shown=text,
        ),
        Figure(
            "Items: wrong key, read blind",
            sum(bool(each["wrong_key"]) for each in read),
            unit="",
            n=len(read),
            most=0,
            shown=text,
        ),
    ]
