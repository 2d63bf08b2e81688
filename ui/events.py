"""The one renderer of events: a run as it happens, and a turn from the ledger."""

from collections.abc import Iterator
from contextlib import nullcontext
from itertools import groupby, zip_longest
from typing import Any, assert_never

import streamlit as st
from streamlit.delta_generator import DeltaGenerator

from agent import Entry, Turn, collect_declared, events, kind_of, without_replaced
from agent.engine.runs import Run
from ui import records, safe, thinking_words, views
from ui.language import _

Plain = dict[str, Any]

HZ = 12
AVATARS = {"user": ":material/person:", "assistant": ":material/forum:"}


def words_for(step: str) -> str:
    """Return what the page says while a step runs."""
    label = collect_declared("steps").get(step)
    return _(label) if label else safe.plain(step.replace("_", " ").capitalize())


def draw_question_of(turn: Turn) -> None:
    """Draw the user's message."""
    with st.chat_message("user", avatar=AVATARS["user"]):
        st.markdown(safe.markdown(turn.text))


def draw_entries(entries: tuple[Entry, ...], *, turn: str, live: bool = False) -> None:
    """Draw the entries of a turn, in order. Their keys are unique within their turn only.

    What a later one has replaced is folded; unsupported sentences are marked.
    """
    last = {_thing(entry): entry.key for entry in entries}
    support = next((entry.data for entry in entries if entry.kind == "support"), None)
    for entry in without_replaced(entries):
        is_earlier = last[_thing(entry)] != entry.key
        name = (is_earlier and kind_of(entry.kind).earlier) or _decided(entry, entries)
        with _folded(_(name)) if name else nullcontext():
            if entry.kind == "question":
                records.draw_record(entry.data, right=_right(entry, entries))
            else:
                draw_entry(entry, turn=turn, support=support, live=live)


def _right(question: Entry, entries: tuple[Entry, ...]) -> str:
    """The right answer that a quiz question's feedback gives; an exam gives none."""
    after = (e for e in entries if e.n > question.n and e.kind in ("question", "feedback"))
    told = next(after, question)
    return str(told.data["right"]) if told.kind == "feedback" else ""


def _decided(entry: Entry, entries: tuple[Entry, ...]) -> str:
    """Its title once the question about it has its answer."""
    step, name = kind_of(entry.kind).decided
    after = (e.data for e in entries if e.kind == "question" and e.n > entry.n)
    return name if any("status" in data and data.get("step") == step for data in after) else ""


def _thing(entry: Entry) -> tuple[str, str]:
    """The thing it shows: a turn may make several pieces, each in several versions."""
    return entry.kind, str(entry.data.get("piece_id", ""))


def _folded(name: str) -> DeltaGenerator:
    return st.expander(name, icon=":material/history:")


def is_visible(entry: Entry) -> bool:
    """Tell whether the conversation shows it: panels show some kinds, the card an open question."""
    if entry.kind == "question":
        return "status" in entry.data
    return not views.is_quiet(entry.kind, entry.data)


def draw_entry(
    entry: Entry, *, turn: str, support: Plain | None = None, live: bool = False
) -> None:
    match entry.kind:
        case "text":
            st.markdown(checked_markdown(entry.data["text"], support))
            _speaker(entry)
        case "notice":
            _notice(entry.data["text"], entry.data["level"])
        case _:
            # During a run, the same is drawn once more at its end.
            key = f"known-{turn}-{entry.key}" if live else f"{turn}-{entry.key}"
            views.draw(entry.kind, entry.data, key=key, live=live)


_SPOT = "\U00012470"
"""The place of a badge: punctuation of an unused script, so that bold text ends before it."""


def answer_markdown(text: str) -> str:
    """An answer, with its citation marks in the accent colour."""
    return safe.markdown(text, cites=True)


def checked_markdown(text: str, support: Plain | None) -> str:
    """An answer with a badge behind each sentence that its passages do not say."""
    parts, end, badges = [], 0, []
    text = text.replace(_SPOT, "")
    for at, reason in views.support.marked(text, support):
        parts.append(text[end:at] + _SPOT)
        badges.append(f" :orange-badge[:material/warning: {safe.plain(reason)}] ")
        end = at
    drawn = answer_markdown("".join([*parts, text[end:]])).split(_SPOT)
    if len(drawn) != len(badges) + 1:  # One was where nothing is drawn, as in an address.
        drawn = [answer_markdown(text)]
    return "".join(part + badge for part, badge in zip_longest(drawn, badges, fillvalue=""))


def _speaker(entry: Entry) -> None:
    said = [_("Stopped here.")] if entry.data.get("partial") else []
    if entry.data.get("is_model"):
        # That there is no model is said in the sidebar, not under every answer.
        said.append(safe.plain(entry.data["model"]))
        st.caption(f":material/neurology: {' '.join(said)}")
    elif said:
        st.caption(f":material/stop_circle: {said[0]}")


def _notice(text: str, level: str) -> None:
    icon = ":material/warning:" if level == "warning" else ":material/info:"
    st.caption(f"{icon} {safe.markdown(text)}")


class Growing:
    """A text that grows: finished paragraphs are frozen and never sent again."""

    def __init__(self, body: DeltaGenerator) -> None:
        self._body = body
        self._slot: DeltaGenerator | None = None
        self._text = ""

    def add(self, text: str) -> None:
        frozen, self._text = split_frozen(self._text + text)
        for part in frozen:
            self._place().markdown(answer_markdown(part))
            self._slot = None
        if self._text.strip():
            self._place().markdown(answer_markdown(closed_fence(self._text)))

    def close(self) -> None:
        """Begin a new paragraph with the next text."""
        self._slot, self._text = None, ""

    def _place(self) -> DeltaGenerator:
        if self._slot is None:
            self._slot = self._body.empty()
        return self._slot


class Document:
    """A document that is being written: in the panel's place, on a phone in the conversation."""

    def __init__(self, body: DeltaGenerator) -> None:
        self._body = body
        self._text: Growing | None = None
        self._drawn = 0

    def add(self, text: str) -> None:
        if self._text is None:
            self._drawn += 1
            # The outer one scrolls, and stays at its end.
            with self._body, st.container(key=f"growing-{self._drawn}"), st.container():
                st.caption(":material/edit_document: " + _("Being written"))
                self._text = Growing(st.container(key=f"article-growing-{self._drawn}"))
        self._text.add(text)

    def close(self) -> None:
        self._text = None


class Live:
    """A run drawn while it happens: the answer here, reasoning and steps in `panel`."""

    def __init__(self, panel: DeltaGenerator) -> None:
        self._status = st.empty()
        self._is_said = False
        self._body = st.container()
        self._answer = Growing(self._body)
        self._document = Document(self._body)
        self._panel = panel.container()
        self._places: dict[str, DeltaGenerator] = {}
        self._drawn = 0
        self._reasoning = Growing(self._panel.container())

    def follow(self, run: Run) -> events.Done:
        """Draw until the run ends; returns how it ended."""
        for batch in run.batches(HZ):
            for event in _joined(batch):
                if isinstance(event, events.Done):
                    self._hush()
                    return event
                self._draw(event)
        raise AssertionError("a run ends with Done")

    def _draw(self, event: events.Event) -> None:
        match event:
            case events.Token(to=to) if to:
                self._document.add(event.text)
            case events.Token():
                self._hush()
                self._answer.add(event.text)
            case events.Thinking():
                self._reasoning.add(event.text)
            case events.StepStarted():
                self._answer.close()
                self._document.close()
                self._reasoning.close()
                self._say(words_for(event.step))
            case events.ToolCalled():
                words = thinking_words.tool(event.tool, event.outcome)
                self._panel.caption(f":material/build: {words}")
            case events.Notice():
                with self._body:
                    _notice(event.text, event.level)
            case events.Artifact():
                self._answer.close()
                self._artifact(event)
            case events.StepFinished() | events.Asked() | events.Failed():
                pass
            case events.Done():
                raise AssertionError("Done is handled by follow")
            case _:
                assert_never(event)

    def _artifact(self, event: events.Artifact) -> None:
        """Every state of a thing that changes takes the place of the one before."""
        place = self._places.get(event.key)
        if event.kind in views.PROGRESS:
            if place is None:
                place = self._places[event.key] = self._body.empty()
            views.PROGRESS[event.kind](place, event.data)
            return
        # A later round of the same is drawn below, whole: what is filled twice leaves ghosts.
        self._drawn += 1
        with self._body:
            views.draw(event.kind, event.data, key=f"live-{self._drawn}-{event.key}", live=True)

    def _say(self, what: str) -> None:
        self._status.caption(f":material/progress_activity: {what} …")
        self._is_said = True
        self._panel.caption(f":material/chevron_right: {what}")

    def _hush(self) -> None:
        if self._is_said:
            self._status.empty()
            self._is_said = False


LONGEST_OPEN_BLOCK = 40
"""Lines of a code block, table or list that may be sent again with every batch."""
FENCES = ("```", "~~~")


def split_frozen(text: str) -> tuple[list[str], str]:
    """Finished paragraphs, and the one that still grows.

    A block that goes on without a blank line is cut after so many lines, and
    its fence or its table head is repeated: it would otherwise be sent again,
    whole, with every batch.
    """
    frozen: list[str] = []
    while (cut := _next_cut(text)) is not None:
        position, closing, opening = cut
        frozen.append(text[:position] + closing)
        text = opening + text[position:]
    return frozen, text


def _next_cut(text: str) -> tuple[int, str, str] | None:
    """The place where the first finished part ends, what closes it, and what opens the rest."""
    fence, lines, position = "", 0, 0
    head: list[str] = []
    for line in text.splitlines(keepends=True):
        position, lines, bare = position + len(line), lines + 1, line.strip()
        if bare[:3] in FENCES:
            fence, lines = ("" if fence else line.rstrip("\n")), 0
        head = [*head, line][:2] if bare.startswith("|") else []
        if not line.endswith("\n"):
            break
        if not bare and not fence and position > len(line):
            return position, "", ""
        if lines >= LONGEST_OPEN_BLOCK and position < len(text):
            opening = f"{fence}\n" if fence else "".join(head)
            return position, f"{fence.strip()[:3]}\n" if fence else "", opening
    return None


def closed_fence(text: str) -> str:
    """The text with its open code block closed, so that what follows is not drawn as code."""
    marks = [line.strip()[:3] for line in text.splitlines() if line.strip()[:3] in FENCES]
    return f"{text}\n{marks[-1]}" if len(marks) % 2 else text


def _joined(batch: list[events.Event]) -> Iterator[events.Event]:
    """Neighbouring pieces of text as one, so that a batch is one message to the browser."""
    for (kind, to), group in groupby(batch, key=_stream):
        if kind not in (events.Token, events.Thinking):
            yield from group
            continue
        text = "".join(e.text for e in group if isinstance(e, events.Token | events.Thinking))
        yield events.Token(text, to=to) if kind is events.Token else events.Thinking(text)


def _stream(event: events.Event) -> tuple[type, str]:
    """The paragraph or block that a piece of text is in."""
    return type(event), event.to if isinstance(event, events.Token) else ""
