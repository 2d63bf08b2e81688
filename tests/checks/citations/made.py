"""A passage as an answer cites it."""

from typing import Any


def passage(
    text: str, *, mark: str = "1", heading: str = "Definition", **more: Any
) -> dict[str, Any]:
    return {
        "kind": "passage",
        "mark": mark,
        "id": mark,
        "title": "Foreign keys",
        "heading": heading,
        "text": text,
        "language": "en",
        "similarity": None,
        "near": False,
        "score": 0.03,
        "terms": [],
        "topic": "foreign-keys",
        "source": "",
        "page": None,
        **more,
    }


DEFINES = "A foreign key is a column whose values must exist as a key elsewhere."
MENTIONS = "Many systems do not index a foreign key by themselves."
