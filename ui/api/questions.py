"""Questions that wait, and their answers."""

from typing import Annotated, Any

from fastapi import APIRouter, Depends, Query

from agent import Approval, Asked, Reply, Run, UserAgent
from agent.errors import InvalidReply
from ui.api import bodies, replies
from ui.api.answers import ChatOut, QuestionOut, QuestionsOut, question_out
from ui.api.asking import choose_model
from ui.api.dependencies import Caller, User, find_thread
from ui.api.guarding import Guarded
from ui.api.openapi import RUN, refusals
from ui.api.problems import Problem, problem_of
from ui.api.started import Started

Plain = dict[str, Any]

router = APIRouter(prefix="/api/questions", route_class=Guarded, responses=refusals(404))


@router.get("", response_model=QuestionsOut)
def questions(user: User, thread: Annotated[str | None, Query(max_length=200)] = None) -> Plain:
    """What waits for an answer, oldest first."""
    if thread is not None:
        find_thread(thread, user)
    return {"questions": [question_out(asked) for asked in user.pending(thread)]}


def find_question(question: str, user: User) -> Asked:
    return user.question(question)


OpenQuestion = Annotated[Asked, Depends(find_question)]


@router.get("/{question}", response_model=QuestionOut, responses=refusals(409))
def question(question: OpenQuestion) -> Plain:
    """A question that is open."""
    return question_out(question)


@router.post("/{question}/answer", response_model=ChatOut, responses={**RUN, **refusals(410)})
def answer(question: OpenQuestion, body: bodies.Answer, user: User, caller: Caller) -> Started:
    """Answer a question of any kind. An approval needs a token."""
    if isinstance(question.question, Approval) and not caller.has_token:
        raise Problem(
            403,
            "needs-token",
            "An approval is decided on its page, or here with a token.",
            hint="Set INTERLUDE_API_TOKENS, and send a token.",
        )
    reply = Reply(**body.model_dump(exclude={"provider", "wait"}))
    return Started(user, answer_question(user, question, reply, body), wait=body.wait)


@router.post("/{question}/cancel", response_model=ChatOut, responses=RUN)
def cancel(question: str, body: bodies.Going, user: User) -> Started:
    """Withdraw a question; what asked it comes to its end."""
    run = user.cancel(question, model=choose_model(user, body))
    return Started(user, run, wait=body.wait)


@router.post("/{question}/ask_again", response_model=ChatOut, responses=RUN)
def ask_again(question: str, body: bodies.Going, user: User) -> Started:
    """Have an expired question asked again."""
    run = user.ask_again(question, model=choose_model(user, body))
    return Started(user, run, wait=body.wait)


def answer_question(user: UserAgent, asked: Asked, reply: Reply, body: bodies.Going) -> Run:
    """The refusal of a reply says what there is to choose from."""
    question = asked.question
    try:
        return user.answer(asked.thread, question.id, reply, model=choose_model(user, body))
    except InvalidReply as error:
        problem = problem_of(error)
        problem.more["allowed"] = replies.allowed(question)
        raise problem from error
