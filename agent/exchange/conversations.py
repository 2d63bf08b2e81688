"""A conversation as Markdown, HTML or JSON, with its questions, decisions and citations."""

import html
import json
from collections.abc import Iterator
from dataclasses import asdict
from typing import Any, Literal, assert_never

from agent.exchange.in_words import in_words
from agent.language.catalogs import N_, catalog
from agent.language.conversation import spoken
from agent.questions import DECIDED
from agent.store.records import Entry, Thread, Turn

Plain = dict[str, Any]

_PAGE = """<!doctype html><html lang="{language}"><head><meta charset="utf-8"><title>{title}</title>
<style>body{{font:16px/1.6 system-ui,sans-serif;max-width:46rem}}
body{{margin:3rem auto;padding:0 1rem}}
pre{{white-space:pre-wrap;font:inherit}}
.user{{background:#f4f6f5;padding:.5rem 1rem;border-radius:12px}}
.meta{{color:#5b6b68;font-size:.875rem}}</style></head><body><h1>{title}</h1>{body}</body></html>"""

STATUSES = {
    "new": N_("new"),
    "running": N_("running"),
    "waiting": N_("waits for you"),
    "done": N_("done"),
    "failed": N_("failed"),
    "stopped": N_("stopped"),
    "cut_off": N_("cut off"),
}


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
    _ = catalog(_language(turns)).gettext
    begun = _("{workflow}, begun {when}").format(workflow=thread.workflow, when=thread.created)
    parts, you = [f"# {thread.title}", begun], _("You")
    for turn in turns:
        answer = _("Answer ({model}, {status})").format(model=turn.model, status=_status(turn))
        parts.append(f"## {turn.n}. {you}\n\n{turn.text}")
        parts.append(f"## {turn.n}. {answer}")
        parts += [text for entry in turn.entries for _css, text in _lines(entry, spoken(turn))]
        if turn.rating is not None:
            parts.append(_rating(turn))
    return "\n\n".join(parts) + "\n"


def _html(thread: Thread, turns: list[Turn]) -> str:
    """Everything escaped: the file runs nothing and fetches nothing."""
    parts = []
    for turn in turns:
        parts.append(f'<div class="user"><pre>{html.escape(turn.text)}</pre></div>')
        parts.append(f'<p class="meta">{html.escape(turn.model)}, {_status(turn)}</p>')
        for entry in turn.entries:
            for css, text in _lines(entry, spoken(turn)):
                parts.append(f'<pre class="{css}">{html.escape(text)}</pre>')
        if turn.rating is not None:
            parts.append(f'<p class="meta">{html.escape(_rating(turn))}</p>')
    return _PAGE.format(
        language=_language(turns), title=html.escape(thread.title), body="".join(parts)
    )


def _language(turns: list[Turn]) -> str:
    return spoken(turns[-1]) if turns else "en"


def _status(turn: Turn) -> str:
    return catalog(spoken(turn)).gettext(STATUSES[turn.status])


def _rating(turn: Turn) -> str:
    _ = catalog(spoken(turn)).gettext
    said = _("Rated good") if (turn.rating or 0) > 0 else _("Rated not good")
    return f"{said}: {turn.rating_reason}" if turn.rating_reason else said


def _lines(entry: Entry, language: str) -> Iterator[tuple[str, str]]:
    data = entry.data
    match entry.kind:
        case "text":
            yield "text", data["text"]
            if data.get("model"):
                yield "meta", f"({data['model']})"
        case "notice":
            yield "meta", catalog(language).gettext("Note: {note}").format(note=data["text"])
        case "question":
            yield "question", _question(data)
        case "citations" | "support" | "replaced":
            yield from _evidence(entry, language)
        case "trace" | "difficulty" | "route" | "coach_call" | "coach_goal" | "coach_quiz":
            pass
        case kind if text := in_words(kind, data, language):
            yield "text", text.strip()
        case "guardrails":
            pass
        case kind:
            yield "meta", f"{kind}: {json.dumps(data, ensure_ascii=False)}"


def _evidence(entry: Entry, language: str) -> Iterator[tuple[str, str]]:
    """Yield what an answer cites, and the problems that its check found."""
    for source in entry.data.get("sources", []):
        yield "meta", f"[{source['mark']}] {source['title']}, {source['heading']}"
    for judged in entry.data.get("sentences", []):
        if judged["verdict"] == "unsupported":
            yield "meta", f"“{judged['text']}”: {judged['reason']}"
    if entry.kind == "replaced":
        said = catalog(language).gettext("The first answer was replaced: {reason}")
        yield "meta", said.format(reason=entry.data["why"])


def _question(data: Plain) -> str:
    _ = catalog(data.get("language", "en")).gettext
    options = "".join(f"\n- {option['label']}" for option in data.get("options", []))
    asked = f"{data['title']}\n{data['body']}{options}"
    if "status" not in data:
        return asked + "\n(" + _("not answered yet") + ")"
    reply = data["reply"]
    labels = {o["id"]: o["label"] for o in [*data.get("options", []), *data.get("others", [])]}
    decided = {"": "", **{decision: _(name) for decision, name in DECIDED.items()}}
    said = labels.get(reply["option"]) or decided[reply["decision"]]
    said = said or reply["text"] or reply["values"]
    if reply["cancelled"]:
        said = _("Cancelled")
    answered = _("{who}, {when}: {reply}").format(who=data["who"], when=data["at"], reply=said)
    lines = [asked, answered]
    if reply["comment"]:
        lines.append(_("Comment: {comment}").format(comment=reply["comment"]))
    return "\n".join(lines)
