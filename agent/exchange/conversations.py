"""A conversation as Markdown, HTML or JSON, with its questions, decisions and citations."""

import html
import json
from collections.abc import Iterator
from dataclasses import asdict
from typing import Any, Literal, assert_never

from agent.exchange.in_words import in_words
from agent.language.conversation import spoken
from agent.store.records import Entry, Thread, Turn

Plain = dict[str, Any]

_PAGE = """<!doctype html><html lang="en"><head><meta charset="utf-8"><title>{title}</title>
<style>body{{font:16px/1.6 system-ui,sans-serif;max-width:46rem}}
body{{margin:3rem auto;padding:0 1rem}}
pre{{white-space:pre-wrap;font:inherit}}
.user{{background:#f4f6f5;padding:.5rem 1rem;border-radius:12px}}
.meta{{color:#5b6b68;font-size:.875rem}}</style></head><body><h1>{title}</h1>{body}</body></html>"""


def render(thread: Thread, turns: list[Turn], kind: Literal["md", "html", "json"]) -> str:
    match kind:
        case "md":
            return _markdown(thread, turns)
        case "html":
            return _html(thread, turns)
        case "json":
            return json.dumps(
                {"thread": asdict(thread), "turns": [asdict(turn) for turn in turns]},
                ensure_ascii=False,
                indent=2,
            )
        case _:
            assert_never(kind)


def _markdown(thread: Thread, turns: list[Turn]) -> str:
    parts = [f"# {thread.title}", f"{thread.workflow}, begun {thread.created}"]
    for turn in turns:
        parts.append(f"## {turn.n}. You\n\n{turn.text}")
        parts.append(f"## {turn.n}. Answer ({turn.model}, {turn.status})")
        parts += [text for entry in turn.entries for _, text in _lines(entry, spoken(turn))]
        if turn.rating is not None:
            parts.append(_rating(turn))
    return "\n\n".join(parts) + "\n"


def _html(thread: Thread, turns: list[Turn]) -> str:
    """Everything escaped: the file runs nothing and fetches nothing."""
    parts = []
    for turn in turns:
        parts.append(f'<div class="user"><pre>{html.escape(turn.text)}</pre></div>')
        parts.append(f'<p class="meta">{html.escape(turn.model)}, {turn.status}</p>')
        for entry in turn.entries:
            for css, text in _lines(entry, spoken(turn)):
                parts.append(f'<pre class="{css}">{html.escape(text)}</pre>')
        if turn.rating is not None:
            parts.append(f'<p class="meta">{html.escape(_rating(turn))}</p>')
    return _PAGE.format(title=html.escape(thread.title), body="".join(parts))


def _rating(turn: Turn) -> str:
    word = "good" if (turn.rating or 0) > 0 else "not good"
    return f"Rated {word}{': ' + turn.rating_reason if turn.rating_reason else ''}"


def _lines(entry: Entry, language: str) -> Iterator[tuple[str, str]]:
    data = entry.data
    match entry.kind:
        case "text":
            yield "text", data["text"]
            if data.get("model"):
                yield "meta", f"({data['model']})"
        case "notice":
            yield "meta", f"Note: {data['text']}"
        case "question":
            yield "question", _question(data)
        case "citations" | "support" | "replaced":
            yield from _evidence(entry)
        case "trace" | "difficulty" | "route" | "coach_call" | "coach_goal" | "coach_quiz":
            pass
        case kind if text := in_words(kind, data, language=language):
            yield "text", text.strip()
        case "guardrails":
            pass
        case kind:
            yield "meta", f"{kind}: {json.dumps(data, ensure_ascii=False)}"


def _evidence(entry: Entry) -> Iterator[tuple[str, str]]:
    """What an answer cites, and what the check of it found amiss."""
    for source in entry.data.get("sources", []):
        yield "meta", f"[{source['mark']}] {source['title']}, {source['heading']}"
    for judged in entry.data.get("sentences", []):
        if judged["verdict"] == "unsupported":
            yield "meta", f"“{judged['text']}”: {judged['reason']}"
    if entry.kind == "replaced":
        yield "meta", f"The first answer was replaced: {entry.data['why']}"


def _question(data: Plain) -> str:
    options = "".join(f"\n- {option['label']}" for option in data.get("options", []))
    asked = f"{data['title']}\n{data['body']}{options}"
    if "status" not in data:
        return f"{asked}\n(not answered yet)"
    reply = data["reply"]
    labels = {o["id"]: o["label"] for o in [*data.get("options", []), *data.get("others", [])]}
    said = labels.get(reply["option"]) or reply["decision"] or reply["text"] or reply["values"]
    if reply["cancelled"]:
        said = "cancelled"
    comment = f"\nComment: {reply['comment']}" if reply["comment"] else ""
    return f"{asked}\n{data['status']} by {data['who']} at {data['at']}: {said}{comment}"
