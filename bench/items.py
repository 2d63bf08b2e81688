"""Items: 300 quiz items made by rules, with no key: how many pass, and how 60 shown ones read.

Sources are the sample subjects and two long texts of others (`bench/data/items`, with their
licences). An item that the rules set out to make is one; it passes when distractors are found
that are of its kind and with which no check names a flaw. Of those that pass, and would be shown,
60 are drawn by a fixed seed into `items_60.json` for a reader who has not seen the rules; what the
reader wrote stands in `items_60_verdicts.json`, one entry per item with `flawed`, `wrong_key` and
`why`. Verdicts on items that have changed since are counted apart and not used.
"""

import hashlib
import json
import random
import time
from collections import Counter
from pathlib import Path
from typing import Any

from agent.ports import Document, Item
from agent.samples import FOLDER, read_documents
from agent.workflows.tutor.quiz.written import attempted
from bench.figures import Figure, Measured

DATA = Path(__file__).parent / "data" / "items"
SHOWN = DATA / "items_60.json"
VERDICTS = DATA / "items_60_verdicts.json"
SEED = "items, third reading"
TRIED, READ = 300, 60

Plain = dict[str, Any]


def measure(*, quick: bool) -> Measured:
    del quick  # seconds in all, and fewer items would be another figure
    began = time.perf_counter()
    tried = [each for name, documents in sources() for each in _tried(name, documents)]
    random.Random(SEED).shuffle(tried)  # noqa: S311 - repeatable, and no secret
    tried = tried[:TRIED]
    seconds = time.perf_counter() - began
    passed = [(item, name, documents) for item, name, documents in tried if isinstance(item, Item)]
    shown = _to_read([(item, name) for item, name, _ in passed])
    SHOWN.write_text(json.dumps(shown, ensure_ascii=False, indent=1) + "\n", encoding="utf-8")
    why = Counter(item for item, _, _ in tried if isinstance(item, str))
    names = Counter(name for _, name, _ in passed)
    return Measured(
        [_share(len(passed), len(tried), seconds), *_verdicts(shown)],
        [
            f"Not made, by reason: {_counted(why)}. Made, by source: {_counted(names)}.",
            f"Read blind: {len(shown)} items, seed “{SEED}”.",
        ],
    )


def sources() -> list[tuple[str, list[Document]]]:
    """A subject each: the samples, and the long texts."""
    samples = [
        (path.parent.name, read_documents(path.parent))
        for path in sorted(FOLDER.glob("*/guide.json"))
    ]
    long = [
        (path.stem, [Document(path.stem, _title(path), path.stem, path.read_text("utf-8"))])
        for path in sorted(DATA.glob("*-en.md"))
    ]
    return [*samples, *long]


def _to_read(passed: list[tuple[Item, str]]) -> list[Plain]:
    """The first of each sentence: no quiz asks about one twice."""
    by_sentence: dict[str, Plain] = {}
    for item, name in passed:
        by_sentence.setdefault(item.evidence, _plain(item, name))
    return list(by_sentence.values())[:READ]


def _title(path: Path) -> str:
    return path.stem.removesuffix("-en").replace("-", " ").capitalize()


def _tried(name: str, documents: list[Document]) -> list[tuple[Item | str, str, list[Document]]]:
    return [(each, name, documents) for each in attempted(documents, subject=name, seed=SEED)]


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


def _share(passed: int, tried: int, seconds: float) -> Figure:
    return Figure(
        "Items: share that pass the checks",
        100 * passed / tried,
        unit=" %",
        n=tried,
        shown=f"{passed} of {tried}, {seconds:.1f} s",
    )


def _verdicts(shown: list[Plain]) -> list[Figure]:
    """Nothing before somebody has read them."""
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


def _counted(counts: Counter[str]) -> str:
    return ", ".join(f"{name} {count}" for name, count in counts.most_common()) or "none"
