"""The operations of the API: plain calls of the facade, run in worker threads."""

import hashlib
import json
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, get_type_hints

from pydantic import TypeAdapter, ValidationError

from agent import (
    Approval,
    ModelChoice,
    NotFound,
    Reply,
    RequestKey,
    Run,
    Thread,
    UserAgent,
    known_workflows,
)
from agent.engine.runs import ended_run
from agent.errors import InvalidReply
from ui.api import answers, bodies, replies, requests
from ui.api.cursors import cursor_at, place_of
from ui.api.problems import Problem, problem_of

Plain = dict[str, Any]


@dataclass(frozen=True)
class Call:
    """A request that was let in and fits its schema."""

    user: UserAgent
    has_token: bool
    path: Mapping[str, str]
    body: Any
    query: Any
    key: str = ""
    """The client's idempotency key."""

    def request_key(self) -> RequestKey | None:
        """With what the key stands for; how long a client waits is no part of that."""
        if not self.key:
            return None
        asked = [dict(self.path), self.body.model_dump(mode="json", exclude={"wait"})]
        return RequestKey(_digest(self.key), _digest(json.dumps(asked, sort_keys=True)))


@dataclass(frozen=True)
class Started:
    """A run to wait for or to follow; `name` is the client's own of its thread."""

    user: UserAgent
    run: Run
    wait: float = requests.USUAL_WAIT
    name: str | None = None

    def outcome(self) -> Plain:
        return answers.chat_out(self.user, self.run, name=self.name)


# Conversations by the client's own names


def chat(call: Call) -> Started:
    body: requests.Chat = call.body
    known = call.user.named(body.id)
    workflow = body.workflow or (known.workflow if known else next(iter(known_workflows())))
    if known and known.workflow != workflow:
        raise Problem(
            409,
            "other-workflow",
            f"The conversation of this id is with {known.workflow}.",
            hint="Leave `workflow` out to continue it, or take another id.",
        )
    inputs = _inputs(call.user, workflow, body, is_new=known is None)
    run = call.user.ask(
        workflow,
        None,
        body.query,
        model=_model(call.user, body),
        named=body.id,
        key=call.request_key(),
        **inputs,
    )
    return Started(call.user, run, body.wait, body.id)


def resume_chat(call: Call) -> Started:
    body: requests.Resume = call.body
    thread = call.user.named(body.id)
    if thread is None:
        raise NotFound("There is no conversation of this id.")
    question = body.question_id or _only_question(call.user, thread)
    asked = call.user.question(question, thread.id)
    reply = replies.reply_of(asked.question, body)
    run = _answer(call.user, question, thread.id, reply, model=_model(call.user, body))
    return Started(call.user, run, body.wait, body.id)


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


# Questions


def questions(call: Call) -> Plain:
    thread = call.query.thread
    if thread is not None:
        _alive(call.user, thread)
    return {"questions": [answers.question_out(a) for a in call.user.pending(thread)]}


def question(call: Call) -> Plain:
    return answers.question_out(call.user.question(call.path["question"]))


def answer(call: Call) -> Started:
    body: requests.Answer = call.body
    asked = call.user.question(call.path["question"])
    if isinstance(asked.question, Approval) and not call.has_token:
        raise Problem(
            403,
            "needs-token",
            "An approval is decided on its page, or here with a token.",
            hint="Set INTERLUDE_API_TOKENS, and send a token.",
        )
    reply = Reply(**body.model_dump(exclude={"provider", "wait"}))
    model = _model(call.user, body)
    run = _answer(call.user, asked.question.id, asked.thread, reply, model=model)
    return Started(call.user, run, body.wait)


def cancel(call: Call) -> Started:
    run = call.user.cancel(call.path["question"], model=_model(call.user, call.body))
    return Started(call.user, run, call.body.wait)


def ask_again(call: Call) -> Started:
    run = call.user.ask_again(call.path["question"], model=_model(call.user, call.body))
    return Started(call.user, run, call.body.wait)


def _answer(
    user: UserAgent, question_id: str, thread: str, reply: Reply, *, model: ModelChoice
) -> Run:
    """The refusal of a reply says what there is to choose from."""
    try:
        return user.answer(thread, question_id, reply, model=model)
    except InvalidReply as error:
        problem = problem_of(error)
        problem.more["allowed"] = replies.allowed(user.question(question_id, thread).question)
        raise problem from error


# Threads


def threads(call: Call) -> Plain:
    """One more than asked for tells whether there are others."""
    query: requests.ThreadsQuery = call.query
    after = place_of(query.cursor) if query.cursor else None
    found = call.user.threads(query.workflow, query.search, limit=query.limit + 1, after=after)
    shown = found[: query.limit]
    return {
        "threads": [answers.thread_out(thread) for thread in shown],
        "next": cursor_at(shown[-1]) if len(found) > query.limit else None,
    }


def thread(call: Call) -> Plain:
    return answers.thread_detail(call.user, _alive(call.user, call.path["thread"]))


def delete(call: Call) -> None:
    call.user.delete(_alive(call.user, call.path["thread"]).id)


def restore(call: Call) -> Plain:
    call.user.restore(call.path["thread"])
    return answers.thread_out(call.user.thread(call.path["thread"]))


def turns(call: Call) -> Plain:
    """One more than asked for tells whether there are earlier ones."""
    limit = call.query.limit
    thread = _alive(call.user, call.path["thread"])
    page = call.user.history(thread.id, call.query.before, limit + 1)
    shown = page[-limit:]
    return {
        "turns": [answers.turn_out(turn) for turn in shown],
        "before": shown[0].n if len(page) > limit else None,
    }


def message(call: Call) -> Started:
    body: requests.Message = call.body
    thread = _alive(call.user, call.path["thread"])
    inputs = _inputs(call.user, thread.workflow, body, is_new=False)
    run = call.user.ask(
        thread.workflow,
        thread.id,
        body.query,
        model=_model(call.user, body),
        key=call.request_key(),
        **inputs,
    )
    return Started(call.user, run, body.wait)


def resume(call: Call) -> Started:
    thread = _alive(call.user, call.path["thread"])
    run = call.user.resume(thread.id, model=_model(call.user, call.body))
    return Started(call.user, run, call.body.wait)


def stop(call: Call) -> Plain:
    thread = _alive(call.user, call.path["thread"])
    call.user.stop(thread.id)
    return answers.thread_out(call.user.thread(thread.id))


def events(call: Call) -> Started:
    thread = _alive(call.user, call.path["thread"])
    run = call.user.run(thread.id)
    if run is None:
        last = call.user.history(thread.id, limit=1)
        if not last:
            raise NotFound("Nothing has been said in this conversation yet.")
        turn = last[0]
        run = ended_run(turn.id, thread.id, turn.id, status=turn.status, seconds=turn.seconds)
    return Started(call.user, run)


# What there is


def workflows(_call: Call) -> Plain:
    return {
        "workflows": [
            {
                "name": workflow.name,
                "title": workflow.title,
                "summary": workflow.summary,
                "inputs": list(workflow.inputs),
                "starters": list(workflow.starters),
            }
            for workflow in known_workflows().values()
        ]
    }


def providers(call: Call) -> Plain:
    models = call.user.models
    return {
        "providers": [
            {
                "name": name,
                "label": offer.label,
                "is_model": offer.is_model,
                "ready": not models.missing(ModelChoice(name)),
                "first": name == models.first(),
            }
            for name, offer in models.offered().items()
        ]
    }


# Small parts


def _digest(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()


def _alive(user: UserAgent, thread: str) -> Thread:
    found = user.thread(thread)
    if found.deleted:
        raise NotFound("This conversation was deleted.")
    return found


def _model(user: UserAgent, body: requests.Going) -> ModelChoice:
    """One of this server's models by its name; keys and addresses are the server's alone."""
    models = user.models
    name = body.provider or models.first()
    ready = [each for each in models.offered() if not models.missing(ModelChoice(each))]
    choices = [{"id": each} for each in ready]
    hint = "Take one of `allowed`."
    if name not in models.offered():
        detail = "There is no model provider of this name."
        raise Problem(422, "no-such-provider", detail, hint=hint, allowed=choices)
    if name not in ready:
        detail = f"{models.offered()[name].label} is not set up on this server."
        raise Problem(503, "not-configured", detail, hint=hint, allowed=choices)
    return ModelChoice(name)


def _inputs(
    user: UserAgent, workflow: str, body: requests.Chat | requests.Message, *, is_new: bool
) -> Plain:
    """The workflow's inputs, of which the seed names one by its own: the subject."""
    if workflow not in known_workflows():
        raise Problem(
            422,
            "no-such-workflow",
            "There is no workflow of this name.",
            hint="Take one of `allowed`.",
            allowed=[{"id": name} for name in known_workflows()],
        )
    takes = known_workflows()[workflow].inputs
    inputs = dict(body.inputs)
    if body.asignatura is not None:
        inputs["asignatura"] = body.asignatura
    if unknown := inputs.keys() - set(takes):
        raise Problem(
            422,
            "no-such-input",
            f"{workflow} takes no input “{min(unknown)}”.",
            hint="Take some of `allowed`.",
            allowed=[{"id": name} for name in takes],
        )
    _check_kinds(workflow, inputs)
    if "asignatura" in takes:
        _choose_subject(user, inputs, is_new=is_new)
    _check_quizzes(user, inputs)
    return inputs


def _check_kinds(workflow: str, inputs: Plain) -> None:
    """An input becomes a value of the state, whose kind the workflow declares."""
    declared = known_workflows()[workflow]
    kinds = {**get_type_hints(declared.state), **declared.kinds}
    for name, value in inputs.items():
        try:
            TypeAdapter(kinds[name]).validate_python(value, strict=True)
        except ValidationError as error:
            raise Problem(
                422,
                "wrong-input",
                f"The input “{name}” of {workflow} is of another kind.",
                hint="Leave it out, or send what `errors` asks for.",
                errors=bodies.errors_of(error, where=f"body/inputs/{name}"),
            ) from None


def _check_quizzes(user: UserAgent, inputs: Plain) -> None:
    """Check a request before anything begins."""
    about = inputs.get("about") or {}
    for quiz in filter(None, (inputs.get("retry_of"), about.get("quiz"))):
        try:
            user.ports.attempts.get(user.user, quiz)
        except NotFound as error:
            raise Problem(
                422,
                "no-such-quiz",
                error.message,
                hint="The results of quizzes, among the entries of turns, name their `quiz`.",
            ) from None


def _choose_subject(user: UserAgent, inputs: Plain, *, is_new: bool) -> None:
    """A new conversation is about the first subject; an old one keeps its own."""
    subjects = user.ports.library.subjects(user.user)
    if "asignatura" not in inputs:
        if is_new and subjects:
            inputs["asignatura"] = subjects[0].id
    elif inputs["asignatura"] not in [subject.id for subject in subjects]:
        raise Problem(
            422,
            "no-such-subject",
            "There is no subject of this name.",
            hint="Take one of `allowed`.",
            allowed=[{"id": subject.id, "label": subject.title} for subject in subjects],
        )
