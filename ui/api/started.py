"""The answer to a request that started a run, or that follows one."""

from typing import Any

from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import Response

from agent import AgentError, Run, UserAgent
from ui.api import answers, following
from ui.api.bodies import USUAL_WAIT
from ui.api.ending import Ending
from ui.api.problems import Json, Problem, problem_of
from ui.headers import Receive, Scope, Send

Plain = dict[str, Any]


class Started(Response):
    """Waits for a run, or sends its events if the client accepts them or `after` is given.

    `name` is the client's own of the thread.
    """

    def __init__(
        self,
        user: UserAgent,
        run: Run,
        *,
        wait: float = USUAL_WAIT,
        name: str | None = None,
        after: int | None = None,
    ) -> None:
        super().__init__()
        self._user = user
        self._run = run
        self._wait = wait
        self._name = name
        self._after = after

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        request = Request(scope)
        ending: Ending = request.app.state.ending
        accepted = request.headers.get("accept", "").lower()
        if self._after is not None or "text/event-stream" in accepted:
            response = self._follow(request.headers.get("last-event-id", ""), ending)
        else:
            response = await self._wait_for_end(ending)
        await response(scope, receive, send)

    def _outcome(self) -> Plain:
        return answers.chat_out(self._user, self._run, name=self._name)

    async def _wait_for_end(self, ending: Ending) -> Response:
        """Answer 202 with a link to the rest when it takes longer; the run continues anyway."""
        has_ended = await following.ended(self._run, within=self._wait, ending=ending)
        came = await run_in_threadpool(self._outcome)
        if came["status"] == "failed" and has_ended:
            raise _failed(came)
        if has_ended:
            return Json(came)
        return Json(came, 202, {"location": f"/api/threads/{self._run.thread}"})

    def _follow(self, last_event_id: str, ending: Ending) -> Response:
        """204 tells a reader that has seen the end not to come again."""
        seen = following.seen(self._run, last_event_id, after=self._after or 0)
        if self._run.done and not self._run.missed(seen):
            return Response(status_code=204, headers={"cache-control": "no-store"})

        async def outcome() -> Plain:
            try:
                return await run_in_threadpool(self._outcome)
            except AgentError as error:  # the answer has begun: its status can say nothing more
                return problem_of(error).body()

        return following.event_source(self._run, after=seen, outcome=outcome, ending=ending)


def _failed(came: Plain) -> Problem:
    error, thread = came["error"], f"/api/threads/{came['thread']}"
    way_on = "stop leaves it" if error["kind"] == "lost" else "resume tries again"
    return Problem(
        502,
        "run-failed",
        error["message"],
        hint=f"{error['hint']} POST {thread}/{way_on}.".strip(),
        retryable=error["retryable"],
        message=came["message"],
        **{name: came[name] for name in ("id", "thread", "turn", "run", "workflow")},
    )
