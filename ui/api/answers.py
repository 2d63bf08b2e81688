"""Answers to clients: plain data of the ledger's rows."""

from collections.abc import Sequence
from typing import Annotated, Any

from pydantic import AfterValidator, BaseModel, ConfigDict, Field

from agent import Asked, Entry, Run, Thread, Turn, UserAgent, kind_of, without_replaced
from agent.events import Failed
from agent.exchange.in_words import in_words
from agent.language.catalogs import catalog
from agent.language.conversation import spoken
from agent.questions import Choice, FreeText, Question, to_json

Plain = dict[str, Any]


class Option(BaseModel):
    id: str
    label: str
    caption: str = ""


class QuestionOut(BaseModel):
    """A question that waits. Which members there are besides depends on its kind."""

    model_config = ConfigDict(extra="allow")

    id: str
    thread: str
    turn: str
    kind: str = Field(description="choice, approval, form or free_text")
    workflow: str
    step: str
    title: str
    body: str
    created: str
    expires: str | None
    options: list[Option] = Field(default_factory=list)
    others: list[Option] = Field(default_factory=list)


class QuestionsOut(BaseModel):
    questions: list[QuestionOut]


class InterruptInfo(BaseModel):
    """The question as text, for clients that know only texts."""

    action: str
    question_num: int | None
    total_questions: int | None
    question_text: str


class FailureOut(BaseModel):
    message: str
    hint: str = ""
    retryable: bool = False
    kind: str = Field(
        "other",
        description="model (another one may succeed), lost (it cannot continue) or other",
    )


class UsageOut(BaseModel):
    """Calls of models and their tokens, and what the steps took in seconds."""

    calls: int
    tokens_in: int
    tokens_out: int
    seconds: Annotated[float, AfterValidator(lambda seconds: round(seconds, 3))]
    words_after: float | None


class ChatOut(BaseModel):
    """The results of a message or an answer so far."""

    message: str
    interrupted: bool
    interrupt_info: InterruptInfo | None
    id: str | None = Field(description="The client's own name of the conversation, if it has one.")
    thread: str
    turn: str
    run: str
    workflow: str
    status: str = Field(description="running, waiting, done, stopped, failed or cut_off")
    model: str = Field(description="Who answered.")
    question: QuestionOut | None
    citations: list[Plain]
    error: FailureOut | None
    usage: UsageOut


class EntryOut(BaseModel):
    key: str
    kind: str
    data: Plain
    n: int


class TurnOut(BaseModel):
    id: str
    n: int
    text: str
    status: str
    model: str
    created: str
    finished: str | None
    message: str
    error: FailureOut | None
    entries: list[EntryOut]
    usage: UsageOut


class TurnsOut(BaseModel):
    """Oldest first. `before` is what to ask for next, null at the beginning."""

    turns: list[TurnOut]
    before: int | None


class ThreadOut(BaseModel):
    id: str
    workflow: str
    title: str
    status: str
    pinned: bool
    created: str
    updated: str


class ThreadsOut(BaseModel):
    """`next` is the cursor to ask for next, null at the end."""

    threads: list[ThreadOut]
    next: str | None


class ThreadDetail(ThreadOut):
    last: TurnOut | None
    questions: list[QuestionOut]


class WorkflowOut(BaseModel):
    name: str
    title: str
    summary: str
    inputs: list[str]
    starters: list[str]


class WorkflowsOut(BaseModel):
    workflows: list[WorkflowOut]


class ProviderOut(BaseModel):
    name: str
    label: str
    is_model: bool
    ready: bool
    first: bool


class ProvidersOut(BaseModel):
    providers: list[ProviderOut]


class ErrorItem(BaseModel):
    pointer: str
    detail: str


class ProblemOut(BaseModel):
    """RFC 9457. `hint` says the way out."""

    model_config = ConfigDict(extra="allow")

    type: str
    title: str
    status: int
    detail: str
    hint: str
    errors: list[ErrorItem] = Field(default_factory=list)
    allowed: list[Plain] = Field(default_factory=list)


# From the facade's rows


def thread_detail(user: UserAgent, thread: Thread) -> Plain:
    last = user.history(thread.id, limit=1)
    return {
        **vars(thread),
        "last": turn_out(last[0]) if last else None,
        "questions": [question_out(asked) for asked in user.pending(thread.id)],
    }


def turn_out(turn: Turn) -> Plain:
    return {**vars(turn), "message": message_of(turn.entries, spoken(turn)), "usage": turn}


def question_out(asked: Asked) -> Plain:
    return {**to_json(asked.question), "thread": asked.thread, "turn": asked.turn}


def chat_out(user: UserAgent, run: Run, *, name: str | None) -> Plain:
    """The turn from the ledger; `message` says only what this run has added."""
    turn = user.turn(run.turn)
    error = _failure(run, turn)
    asked = next((a for a in user.pending(run.thread) if a.turn == run.turn), None)
    new = [entry for entry in turn.entries if entry.n > run.known_entries]
    out = {
        "message": message_of(new, spoken(turn)),
        "interrupted": asked is not None,
        "interrupt_info": _interrupt_info(asked.question) if asked else None,
        "id": name,
        "thread": run.thread,
        "turn": run.turn,
        "run": run.id,
        "workflow": turn.workflow,
        "status": "failed" if error else turn.status,
        "model": turn.model,
        "question": question_out(asked) if asked else None,
        "citations": [s for e in new if e.kind == "citations" for s in e.data["sources"]],
        "error": error,
        "usage": turn,
    }
    return ChatOut.model_validate(out, from_attributes=True).model_dump()


def _failure(run: Run, turn: Turn) -> Failed | Plain | None:
    """Prefer what the run says: one that lost its thread leaves no error in the turn."""
    failed = next((event for event in run.missed() if isinstance(event, Failed)), None)
    return failed or (turn.error if run.done else None)


def message_of(entries: Sequence[Entry], language: str = "en") -> str:
    """Texts and the newest of artifacts in words, and then the notices."""
    last = {_thing(entry): entry.n for entry in entries if kind_of(entry.kind).earlier}
    newest = (e for e in without_replaced(entries) if last.get(_thing(e), e.n) == e.n)
    ordered = sorted(newest, key=lambda entry: entry.kind == "notice")
    return "\n\n".join(filter(None, (_in_words(entry, language) for entry in ordered)))


def _thing(entry: Entry) -> tuple[str, str]:
    return entry.kind, str(entry.data.get("piece_id", ""))


def _in_words(entry: Entry, language: str) -> str:
    data = entry.data
    match entry.kind:
        case "text":
            return str(data["text"])
        case "notice":
            return catalog(language).gettext("Note: {note}").format(note=data["text"])
        case "citations":
            return ""  # a member of its own
        case kind:
            return in_words(kind, data, language).strip()


def _interrupt_info(question: Question) -> Plain:
    return {
        "action": question.step,
        "question_num": _count(question, "number"),
        "total_questions": _count(question, "total"),
        "question_text": question_text(question),
    }


def _count(question: Question, name: str) -> int | None:
    count = question.context.get(name)
    return count if isinstance(count, int) else None


def question_text(question: Question) -> str:
    """Everything that is needed to answer it: a client of two fields has nothing else."""
    text = question.body or question.title
    if not isinstance(question, Choice | FreeText):
        return text
    choices = question.options if isinstance(question, Choice) else ()
    letters = marks(question) if isinstance(question, Choice) else []
    options = (f"{mark}) {option.label}" for mark, option in zip(letters, choices, strict=True))
    others = (f"{other.id}) {other.label}" for other in question.others)
    return "\n".join([text, *options, *others])


def marks(question: Choice) -> list[str]:
    """The letter of each option: its id if that is a letter, in any order."""
    ids = [option.id for option in question.options]
    if all(len(each) == 1 and each.isalpha() for each in ids):
        return [each.upper() for each in ids]
    return [chr(ord("A") + n) if n < 26 else str(n + 1) for n in range(len(ids))]
