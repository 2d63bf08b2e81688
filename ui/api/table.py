"""The one table of operations, from which come both the routes and the document."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from pydantic import BaseModel

from ui.api import answers, operations, requests
from ui.api.operations import Call, Started

Plain = dict[str, Any]


@dataclass(frozen=True)
class Operation:
    """`act` runs in a worker thread. A Started is waited for, or followed as events."""

    method: str
    path: str
    act: Callable[[Call], Plain | Started | None]
    summary: str
    body: type[BaseModel] | None = None
    query: type[BaseModel] | None = None
    answer: type[BaseModel] | None = None
    status: int = 200
    refusals: tuple[int, ...] = ()
    """Statuses of refusals besides those that its path and body imply."""
    also: tuple[str, ...] = ()
    """Older paths that lead here too."""
    only_stream: bool = False
    keyed: bool = False
    """True if a repeated request is known by its Idempotency-Key."""

    @property
    def is_run(self) -> bool:
        return self.answer is answers.ChatOut


_QUESTION = "/api/questions/{question}"
_THREAD = "/api/threads/{thread}"

OPERATIONS = (
    Operation(
        "POST",
        "/api/chat",
        operations.chat,
        "Say something in a conversation, or begin one.",
        body=requests.Chat,
        answer=answers.ChatOut,
        also=("/chat",),
        keyed=True,
    ),
    Operation(
        "POST",
        "/api/resume_chat",
        operations.resume_chat,
        "Answer what a conversation asks.",
        body=requests.Resume,
        answer=answers.ChatOut,
        refusals=(404, 410),
        also=("/resume_chat",),
    ),
    Operation(
        "GET",
        "/api/questions",
        operations.questions,
        "What waits for an answer, oldest first.",
        query=requests.QuestionsQuery,
        answer=answers.QuestionsOut,
        refusals=(404,),
    ),
    Operation(
        "GET",
        _QUESTION,
        operations.question,
        "A question that is open.",
        answer=answers.QuestionOut,
        refusals=(409,),
    ),
    Operation(
        "POST",
        f"{_QUESTION}/answer",
        operations.answer,
        "Answer a question of any kind. An approval needs a token.",
        body=requests.Answer,
        answer=answers.ChatOut,
        refusals=(410,),
    ),
    Operation(
        "POST",
        f"{_QUESTION}/cancel",
        operations.cancel,
        "Withdraw a question; what asked it comes to its end.",
        body=requests.Going,
        answer=answers.ChatOut,
    ),
    Operation(
        "POST",
        f"{_QUESTION}/ask_again",
        operations.ask_again,
        "Have an expired question asked again.",
        body=requests.Going,
        answer=answers.ChatOut,
    ),
    Operation(
        "GET",
        "/api/threads",
        operations.threads,
        "Your conversations, the newest first.",
        query=requests.ThreadsQuery,
        answer=answers.ThreadsOut,
    ),
    Operation(
        "GET",
        _THREAD,
        operations.thread,
        "The status of a conversation: its last turn and what it asks.",
        answer=answers.ThreadDetail,
    ),
    Operation(
        "DELETE",
        _THREAD,
        operations.delete,
        "Stop and delete a conversation; for 24 hours it can be restored.",
        status=204,
        refusals=(409,),
    ),
    Operation(
        "POST",
        f"{_THREAD}/restore",
        operations.restore,
        "Bring a deleted conversation back.",
        body=requests.Nothing,
        answer=answers.ThreadOut,
    ),
    Operation(
        "GET",
        f"{_THREAD}/turns",
        operations.turns,
        "What was said, answered and found, oldest first.",
        query=requests.TurnsQuery,
        answer=answers.TurnsOut,
    ),
    Operation(
        "POST",
        f"{_THREAD}/turns",
        operations.message,
        "Say something in a thread.",
        body=requests.Message,
        answer=answers.ChatOut,
        keyed=True,
    ),
    Operation(
        "GET",
        f"{_THREAD}/events",
        operations.events,
        "The events of its latest run, from the first or from where you left off.",
        query=requests.EventsQuery,
        only_stream=True,
    ),
    Operation(
        "POST",
        f"{_THREAD}/stop",
        operations.stop,
        "End the run at its next word or step, or leave what failed.",
        body=requests.Nothing,
        answer=answers.ThreadOut,
        status=202,
        refusals=(409,),
    ),
    Operation(
        "POST",
        f"{_THREAD}/resume",
        operations.resume,
        "Continue a turn that was cut off, or retry one that failed.",
        body=requests.Going,
        answer=answers.ChatOut,
    ),
    Operation(
        "GET",
        "/api/workflows",
        operations.workflows,
        "The workflows and what they take.",
        answer=answers.WorkflowsOut,
    ),
    Operation(
        "GET",
        "/api/providers",
        operations.providers,
        "The models of this server, for `provider`.",
        answer=answers.ProvidersOut,
    ),
)
