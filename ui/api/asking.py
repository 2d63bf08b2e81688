"""What a message or an answer starts a run with: the model, the inputs, the client's key."""

import hashlib
import json
from collections.abc import Iterable
from typing import Any, get_type_hints

from pydantic import TypeAdapter, ValidationError

from agent import ModelChoice, NotFound, RequestKey, UserAgent, known_workflows
from ui.api import bodies
from ui.api.problems import Problem, named_errors

Plain = dict[str, Any]


def request_key(key: str, body: bodies.Going, **path: str) -> RequestKey | None:
    """With what the key stands for; how long a client waits is no part of that."""
    if not key:
        return None
    asked = [path, body.model_dump(mode="json", exclude={"wait"})]
    return RequestKey(_digest(key), _digest(json.dumps(asked, sort_keys=True)))


def _digest(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()


def choose_model(user: UserAgent, body: bodies.Going) -> ModelChoice:
    """One of this server's models by its name; keys and addresses are the server's alone."""
    models = user.models
    name = body.provider or models.first()
    ready = [each for each in models.offered() if not models.missing(ModelChoice(each))]
    if name not in models.offered():
        raise _unlisted("no-such-provider", "There is no model provider of this name.", ready)
    if name not in ready:
        detail = f"{models.offered()[name].label} is not set up on this server."
        raise _unlisted("not-configured", detail, ready, status=503)
    return ModelChoice(name)


def _unlisted(code: str, detail: str, names: Iterable[str], *, status: int = 422) -> Problem:
    allowed = [{"id": name} for name in names]
    return Problem(status, code, detail, hint="Take one of `allowed`.", allowed=allowed)


def collect_inputs(user: UserAgent, workflow: str, body: bodies.Message, *, is_new: bool) -> Plain:
    """The workflow's inputs, of which the seed names one by its own: the subject."""
    known = known_workflows()
    if workflow not in known:
        raise _unlisted("no-such-workflow", "There is no workflow of this name.", known)
    takes = known[workflow].inputs
    inputs = dict(body.inputs)
    if body.asignatura is not None:
        inputs["asignatura"] = body.asignatura
    if unknown := inputs.keys() - set(takes):
        detail = f"{workflow} takes no input “{min(unknown)}”."
        raise _unlisted("no-such-input", detail, takes)
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
                errors=named_errors(error.errors(), "body", "inputs", name),
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
