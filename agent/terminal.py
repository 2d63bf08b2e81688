"""A conversation in the terminal: the same threads and questions as on the pages."""

import sys
from collections.abc import Callable, Sequence
from typing import Any, assert_never

from rich.console import Console
from rich.markdown import Markdown
from rich.panel import Panel
from rich.text import Text

from agent.engine.runs import Run
from agent.engine.workflow import known_workflows
from agent.errors import AgentError
from agent.events import Artifact, Done, Event, Failed, Notice, Token
from agent.exchange.in_words import in_words
from agent.facade import GraphAgent
from agent.language.conversation import spoken
from agent.language.hidden import show_hidden
from agent.ports import ModelChoice
from agent.ports.subjects import offered
from agent.questions import (
    Approval,
    Choice,
    Decision,
    Field,
    Form,
    FreeText,
    Option,
    Question,
    Reply,
)
from agent.store.records import Asked

USER = "local"
HELP = "/cancel withdraws a question, /continue retries a failed turn, /leave dismisses it, /quit."

Prompt = Callable[[str], str]


class Leaving(Exception):
    """The user has typed /quit, Ctrl-D or Ctrl-C."""


class Cancelling(Exception):
    """The user has typed /cancel in place of an answer."""


class Terminal:
    def __init__(
        self,
        agent: GraphAgent,
        *,
        workflow: str,
        thread: str | None = None,
        inputs: dict[str, Any] | None = None,
    ) -> None:
        self._user = agent.for_user(USER)
        self._model = ModelChoice(provider=agent.models.first())
        self._label = agent.models.offered()[self._model.provider].label
        self._thread = thread
        self._given = inputs or {}
        self._workflow = self._user.thread(thread).workflow if thread else workflow

    def talk(self) -> None:
        """Until the user leaves. Raises AgentError only before the first line."""
        show(f"{known_workflows()[self._workflow].title}. {self._label}. {HELP}")
        run = self._user.run(self._thread) if self._thread else None
        if run is not None and not run.done:
            self._follow(run)
        try:
            while True:
                if run := self._next():
                    self._follow(run)
        except Leaving:
            if self._thread:
                show(f"To continue later: python -m agent chat --thread={self._thread}")

    def _next(self) -> Run | None:
        """Ask what the user does next; return its run, None when it started nothing."""
        asked = self._pending()
        try:
            if asked is None:
                return self._say(prompted("> "))
            return self._decide(asked)
        except Cancelling:
            show("There is no question to cancel.")
        except AgentError as error:
            complain(error)
        return None

    def _pending(self) -> Asked | None:
        asked = self._user.pending(self._thread) if self._thread else []
        return asked[0] if asked else None

    def _say(self, text: str) -> Run | None:
        match text.split():
            case []:
                return None
            case ["/continue"] if self._thread:
                return self._user.resume(self._thread, model=self._model)
            case ["/leave"] if self._thread:
                self._user.stop(self._thread)
                return None
            case [word, *_] if word.startswith("/"):
                show(HELP)
                return None
        run = self._user.ask(
            self._workflow, self._thread, text, model=self._model, **self._inputs()
        )
        self._thread = run.thread
        return run

    def _inputs(self) -> dict[str, Any]:
        """A new conversation is about the first subject; an old one keeps its own."""
        if self._thread or "asignatura" not in known_workflows()[self._workflow].inputs:
            return self._given
        subjects = offered(self._user.ports, self._user.user)
        return {**({"asignatura": subjects[0].id} if subjects else {}), **self._given}

    def _decide(self, asked: Asked) -> Run:
        draw(asked.question)
        try:
            if asked.question.is_expired:
                prompted("This question has expired. Press Enter to have it asked again: ")
                return self._user.ask_again(asked.question.id, model=self._model)
            reply = reply_to(asked.question, prompted)
        except Cancelling:
            return self._user.cancel(asked.question.id, model=self._model)
        return self._user.answer(asked.thread, asked.question.id, reply, model=self._model)

    def _follow(self, run: Run) -> None:
        """Print the run as it goes; Ctrl-C stops it."""
        seen, shown = 0, False
        language = spoken(self._user.turn(run.turn))
        while True:
            try:
                for event in run.events(after=seen):
                    seen = event.number
                    shown = print_event(event, language) or shown
                break
            except KeyboardInterrupt:
                self._user.stop(run.thread)
        if not shown:
            # It ran in another process, which has printed it; here it is read from the ledger.
            show(self._user.turn(run.turn).answer)


# Printing


def visible(text: str) -> str:
    """The text without what could move the cursor, change colours or hide text."""
    return show_hidden(text.replace("\r", ""))


def show(text: str, *, end: str = "\n") -> None:
    print(visible(text), end=end, flush=True)


def _screen() -> Console:
    return Console(markup=False, emoji=False, highlight=False)


def complain(error: AgentError) -> None:
    print(visible(f"{error.message} {error.hint}"), file=sys.stderr, flush=True)


def print_event(event: Event, language: str) -> bool:
    """Tell whether there was something to print."""
    match event:
        case Token():
            # A piece of a document is printed with the whole of it, in its latest state.
            if not event.to:
                show(event.text, end="")
        case Notice():
            show(f"\n({event.text})")
        case Artifact():
            text = in_words(event.kind, event.data, language)
            show(text)
            return bool(text)
        case Failed():
            complain(AgentError(event.message, hint=f"{event.hint} /continue tries again."))
        case Done():
            show("")
            return event.outcome == "waiting"
        case _:
            return False
    return True


def draw(question: Question) -> None:
    told = "\n\n".join(filter(None, (question.body, question.how)))
    title, body = (visible(text) for text in (question.title, told))
    card = Panel(Markdown(body, hyperlinks=False), title=Text(title), title_align="left")
    _screen().print(card)
    match question:
        case Choice():
            numbered([*question.options, *question.others])
        case Approval():
            for risk in question.risks:
                show(f"Risk: {risk}")
            for heading, lines in question.folded.items():
                show("\n  ".join([f"{heading}:", *lines]))
            if known_workflows()[question.workflow].acts:
                show(f"Digest {question.digest}")
            decisions = [
                Option(decision, question.labels.get(decision, decision.capitalize()))
                for decision in question.allowed
            ]
            for part in question.parts:
                show(f"- {_line(part)}")
            for option in (*decisions, *question.others):
                show(f"  {option.id}  {_line(option)}")
        case FreeText():
            numbered(question.others)
        case Form():
            pass
        case _:
            assert_never(question)


def numbered(options: Sequence[Option]) -> None:
    for number, option in enumerate(options, start=1):
        show(f"  {number}  {_line(option)}")


def _line(option: Option) -> str:
    return f"{option.label}  {option.caption}" if option.caption else option.label


# Reading


def prompted(text: str) -> str:
    try:
        line = _screen().input(Text(visible(text), style="bold")).strip()
    except (EOFError, KeyboardInterrupt):
        show("")
        raise Leaving from None
    if line == "/quit":
        raise Leaving
    if line == "/cancel":
        raise Cancelling
    return line


def reply_to(question: Question, prompt: Prompt) -> Reply:
    """Read the user's answer. The facade checks whether it fits."""
    match question:
        case Choice():
            return _choose(question, prompt)
        case Approval():
            return _approve(question, prompt)
        case Form():
            return Reply(values={field.id: _fill(field, prompt) for field in question.fields})
        case FreeText():
            return _written(question, prompt)
        case _:
            assert_never(question)


def _choose(question: Choice, prompt: Prompt) -> Reply:
    ids = [option.id for option in (*question.options, *question.others)]
    chosen = picked(ids, prompt("Number: "))
    proper = chosen in {option.id for option in question.options}
    sure = prompt("How sure are you, 1 to 3? ") if question.confidence and proper else ""
    return Reply(option=chosen, confidence=int(sure) if sure.isdecimal() else None)


def _written(question: FreeText, prompt: Prompt) -> Reply:
    if not question.others:
        return Reply(text=prompt("Your answer: "))
    text = prompt("Your answer, or a number: ")
    other = picked([option.id for option in question.others], text)
    return Reply(option=other) if other else Reply(text=text)


def _approve(question: Approval, prompt: Prompt) -> Reply:
    word = _word(question, prompt)
    if word in [other.id for other in question.others]:
        return Reply(option=word)
    # The text that a card demands approves by itself.
    decision: Decision = next((each for each in question.allowed if each == word), "approve")
    if decision == "approve" and question.must_type and word != question.must_type:
        word = prompt(f"Type {question.must_type} to approve: ")
    return Reply(
        decision=decision,
        typed=word if decision == "approve" and question.must_type else "",
        comment=prompt("Why, or what to change: ") if decision == "reject" else "",
        values=_approved_values(question, decision, prompt),
    )


def _approved_values(question: Approval, decision: Decision, prompt: Prompt) -> dict[str, Any]:
    if decision == question.filled_with:
        return {field.id: _edited(field, prompt) for field in question.fields}
    if decision != "approve":
        return {}
    asked = "Type no to leave it out: "
    return {part.id: prompt(f"{part.label}. {asked}").strip() != "no" for part in question.parts}


def _word(question: Approval, prompt: Prompt) -> str:
    """A number would be typed by mistake too easily: what is approved is done."""
    words = [*question.allowed, *(other.id for other in question.others)]
    if question.must_type and "approve" in words:
        words.append(question.must_type)
    while (word := prompt("Type the word of your choice: ")) not in words:
        show(f"Nothing was decided. Type one of these in full: {', '.join(words)}.")
    return word


def _edited(field: Field, prompt: Prompt) -> Any:
    """Read a line; an empty one keeps the value shown before."""
    show(f"{field.label} is now: {field.default}")
    return _fill(field, prompt) or field.default


def _fill(field: Field, prompt: Prompt) -> Any:
    """Read a field; an empty line keeps its value."""
    if field.default not in (None, ""):
        show(f"  {field.label} is now: {field.default}")
    if field.kind == "choice":
        numbered(field.options)
        chosen = picked([o.id for o in field.options], prompt(f"{field.label}, number: "))
        return chosen or field.default or ""
    text = prompt(f"{field.label}{'' if field.required else ' (optional)'}: ")
    if not text and field.default not in (None, ""):
        return field.default
    match field.kind:
        case "flag":
            return text.lower() in ("y", "yes", "true", "1")
        case "number":
            return number_in(text)
        case "text" | "longtext" | "date":
            return text
        case _:
            assert_never(field.kind)


def picked(ids: Sequence[str], text: str) -> str:
    """Return the id at that number, counted from 1; empty if the number is out of range."""
    number = int(text) if text.isdecimal() else 0
    return ids[number - 1] if 1 <= number <= len(ids) else ""


def number_in(text: str) -> float | str:
    try:
        return float(text)
    except ValueError:
        return text
