"""Conversations by the client's own names."""

from fastapi import APIRouter

from agent import NotFound, Thread, UserAgent, known_workflows
from ui.api.answers import ChatOut
from ui.api.asking import choose_model, collect_inputs, request_key
from ui.api.bodies import Chat, Resume
from ui.api.dependencies import Key, User
from ui.api.guarding import Guarded
from ui.api.openapi import RUN, refusals
from ui.api.problems import Problem
from ui.api.questions import answer_question
from ui.api.replies import reply_of
from ui.api.started import Started

router = APIRouter(route_class=Guarded)


@router.post("/chat", operation_id="chat_as_before", response_model=ChatOut, responses=RUN)
@router.post("/api/chat", response_model=ChatOut, responses=RUN)
def chat(body: Chat, user: User, key: Key = "") -> Started:
    """Say something in a conversation, or begin one."""
    known = user.named(body.id)
    workflow = body.workflow or (known.workflow if known else next(iter(known_workflows())))
    if known and known.workflow != workflow:
        raise Problem(
            409,
            "other-workflow",
            f"The conversation of this id is with {known.workflow}.",
            hint="Leave `workflow` out to continue it, or take another id.",
        )
    inputs = collect_inputs(user, workflow, body, is_new=known is None)
    run = user.ask(
        workflow,
        None,
        body.query,
        model=choose_model(user, body),
        named=body.id,
        key=request_key(key, body),
        **inputs,
    )
    return Started(user, run, wait=body.wait, name=body.id)


RESUMED = {**RUN, **refusals(404, 410)}


@router.post(
    "/resume_chat",
    operation_id="resume_chat_as_before",
    response_model=ChatOut,
    responses=RESUMED,
)
@router.post("/api/resume_chat", response_model=ChatOut, responses=RESUMED)
def resume_chat(body: Resume, user: User) -> Started:
    """Answer what a conversation asks."""
    thread = user.named(body.id)
    if thread is None:
        raise NotFound("There is no conversation of this id.")
    asked = user.question(body.question_id or _only_question(user, thread), thread.id)
    run = answer_question(user, asked, reply_of(asked.question, body), body)
    return Started(user, run, wait=body.wait, name=body.id)


def _only_question(user: UserAgent, thread: Thread) -> str:
    waiting = [asked.question.id for asked in user.pending(thread.id)]
    if len(waiting) == 1:
        return waiting[0]
    if not waiting:
        raise Problem(
            409,
            "no-question",
            "This conversation asks nothing at the moment.",
            hint="Continue with POST /api/chat.",
        )
    raise Problem(
        409,
        "which-question",
        "More than one question is open.",
        hint="Say which one is meant with `question_id`.",
        allowed=[{"id": each} for each in waiting],
    )
