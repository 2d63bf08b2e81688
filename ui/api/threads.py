"""Conversations: what was said, what to say, stopping and continuing."""

from typing import Annotated, Any

from fastapi import APIRouter, Header, Query
from sse_starlette import EventSourceResponse

from agent import NotFound
from agent.engine.runs import ended_run
from ui.api import answers, bodies
from ui.api.asking import choose_model, collect_inputs, request_key
from ui.api.cursors import cursor_at, place_of
from ui.api.dependencies import AliveThread, Key, User
from ui.api.guarding import Guarded
from ui.api.openapi import BODY, EVENTS, RUN, refusals
from ui.api.started import Started

Plain = dict[str, Any]

all_threads = APIRouter(route_class=Guarded)
router = APIRouter(prefix="/api/threads/{thread}", route_class=Guarded, responses=refusals(404))


@all_threads.get("/api/threads", response_model=answers.ThreadsOut)
def threads(
    user: User,
    workflow: Annotated[str | None, Query(max_length=200)] = None,
    search: Annotated[
        str | None, Query(max_length=200, description="Words of the title or the messages.")
    ] = None,
    limit: Annotated[int, Query(ge=1, le=200)] = 200,
    cursor: Annotated[str, Query(max_length=400, description="`next` of the page before.")] = "",
) -> Plain:
    """Your conversations, the newest first."""
    after = place_of(cursor) if cursor else None
    # One more than asked for tells whether there are others.
    found = user.threads(workflow, search, limit=limit + 1, after=after)
    shown = found[:limit]
    return {"threads": shown, "next": cursor_at(shown[-1]) if len(found) > limit else None}


@router.get("", response_model=answers.ThreadDetail)
def thread(thread: AliveThread, user: User) -> Plain:
    """The status of a conversation: its last turn and what it asks."""
    return answers.thread_detail(user, thread)


@router.delete("", status_code=204, responses=refusals(409))
def delete(thread: AliveThread, user: User) -> None:
    """Stop and delete a conversation; for 24 hours it can be restored."""
    user.delete(thread.id)


@router.post("/restore", response_model=answers.ThreadOut, responses=BODY)
def restore(thread: str, _body: bodies.Nothing, user: User) -> Any:
    """Bring a deleted conversation back."""
    user.restore(thread)
    return user.thread(thread)


@router.get("/turns", response_model=answers.TurnsOut)
def turns(
    thread: AliveThread,
    user: User,
    before: Annotated[
        int | None, Query(ge=1, le=1 << 53, description="Only turns numbered below this.")
    ] = None,
    limit: Annotated[int, Query(ge=1, le=100)] = 20,
) -> Plain:
    """What was said, answered and found, oldest first."""
    page = user.history(thread.id, before, limit + 1)
    shown = page[-limit:]
    return {
        "turns": [answers.turn_out(turn) for turn in shown],
        "before": shown[0].n if len(page) > limit else None,
    }


@router.post("/turns", response_model=answers.ChatOut, responses=RUN)
def message(thread: AliveThread, body: bodies.Message, user: User, key: Key = "") -> Started:
    """Say something in a thread."""
    inputs = collect_inputs(user, thread.workflow, body, is_new=False)
    run = user.ask(
        thread.workflow,
        thread.id,
        body.query,
        model=choose_model(user, body),
        key=request_key(key, body, thread=thread.id),
        **inputs,
    )
    return Started(user, run, wait=body.wait)


@router.get("/events", response_class=EventSourceResponse, responses=EVENTS)
def events(
    thread: AliveThread,
    user: User,
    after: Annotated[
        int,
        Query(
            ge=0,
            le=1 << 53,
            description="The number of the last event that was seen, of this run."
            " The header Last-Event-ID goes before it.",
        ),
    ] = 0,
    _last_event_id: Annotated[str, Header(alias="Last-Event-ID")] = "",
) -> Started:
    """The events of its latest run, from the first or from where you left off."""
    run = user.run(thread.id)
    if run is None:
        last = user.history(thread.id, limit=1)
        if not last:
            raise NotFound("Nothing has been said in this conversation yet.")
        turn = last[0]
        run = ended_run(turn.id, thread.id, turn.id, status=turn.status, seconds=turn.seconds)
    return Started(user, run, after=after)


@router.post(
    "/stop",
    status_code=202,
    response_model=answers.ThreadOut,
    responses=BODY,
)
def stop(thread: AliveThread, _body: bodies.Nothing, user: User) -> Any:
    """End the run at its next word or step, or leave what failed."""
    user.stop(thread.id)
    return user.thread(thread.id)


@router.post("/resume", response_model=answers.ChatOut, responses=RUN)
def resume(thread: AliveThread, body: bodies.Going, user: User) -> Started:
    """Continue a turn that was cut off, or retry one that failed."""
    run = user.resume(thread.id, model=choose_model(user, body))
    return Started(user, run, wait=body.wait)
