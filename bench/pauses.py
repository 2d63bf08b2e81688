"""Ten disturbances of a pause in each of the five workflows, written to docs/pauses.md.

Every cell plays a conversation up to its first question, disturbs it, answers, and compares its
end with that of an undisturbed one: the same entries, the same number of effects, every question
decided once. `python -m bench pauses` also removes one mechanism after another, each by one changed
line in a copy of the code, and shows which cells then fail.
"""

import json
import signal
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing, contextmanager
from datetime import UTC, datetime
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from agent import AgentError, Asked, GraphAgent, ModelChoice, Reply, UserAgent, open_agent
from agent.questions import Approval, Choice, Form, to_json
from bench.agents import settings
from bench.figures import Figure, Measured
from bench.mutations import MUTATED, MUTATIONS, ROOT, Mutation, try_mutation

PAGE = ROOT / "docs" / "pauses.md"
ISSUES = Path(__file__).parent / "data" / "pauses.json"
OPENINGS = {
    "tutor": "Give me a quiz of 2 questions on normalisation",
    "studio": "Write a LinkedIn post about primary keys",
    "infra": "Create an encrypted S3 bucket for audit logs with a 90 day lifecycle",
    "tickets": "The export of the monthly report fails with a timeout",
    "coach": "I want to learn SQL, 5 hours a week",
}
OTHERS = {**OPENINGS, "infra": "Create an encrypted SQS queue for orders"}
"""Messages of another conversation, which must not change the same stack."""
INPUTS: dict[str, dict[str, Any]] = {"tutor": {"asignatura": "databases"}}
BUILT_IN = ModelChoice()
AWAY = ModelChoice(provider="vllm", model="away", base_url="http://127.0.0.1:9/v1")
MOST_ANSWERS = 30
SECONDS = 120


@contextmanager
def open_quickly(folder: Path) -> Iterator[GraphAgent]:
    """Open the real agent without its embedder, whose index takes half a minute."""
    with closing(open_agent(settings(folder, interlude_embedder="none"))) as agent:
        yield agent


class Disturbed(Exception):
    """The error of a cell."""


def require(holds: object, otherwise: str) -> None:
    if not holds:
        raise Disturbed(otherwise)


class Talk:
    """One conversation, played from its opening to its end."""

    def __init__(self, agent: GraphAgent, workflow: str, *, is_other: bool = False) -> None:
        self.agent, self.workflow, self.thread = agent, workflow, ""
        self.said = (OTHERS if is_other else OPENINGS)[workflow]
        self.user: UserAgent = agent.for_user("local")

    def begin(self) -> Asked:
        given = INPUTS.get(self.workflow, {})
        run = self.user.ask(self.workflow, None, self.said, model=BUILT_IN, **given)
        self.thread = run.thread
        require(run.wait(SECONDS), "The first run does not end.")
        return self.asked()

    def asked(self) -> Asked:
        pending = self.user.pending(self.thread)
        require(len(pending) == 1, f"{len(pending)} questions wait, and not one.")
        return pending[0]

    def answer(self, asked: Asked, *, model: ModelChoice = BUILT_IN) -> None:
        run = self.user.answer(self.thread, asked.question.id, reply_to(asked), model=model)
        require(run.wait(SECONDS), "The run after the answer does not end.")

    def finish(self) -> dict[str, Any]:
        """Answer whatever is asked, and return what the conversation has left."""
        for _ in range(MOST_ANSWERS):
            if not self.user.pending(self.thread):
                break
            self.answer(self.asked())
        return self.left()

    def left(self) -> dict[str, Any]:
        turns = self.user.history(self.thread)
        status = self.user.thread(self.thread).status
        require(status == "done", f"The conversation ends as {status}.")
        ledger = self.agent.ledger
        return {
            "entries": [entry.kind for turn in turns for entry in turn.entries],
            "effects": len(ledger.effects.of_thread(self.thread)),
        }


def reply_to(asked: Asked) -> Reply:
    question = asked.question
    if isinstance(question, Choice):
        confidence = 2 if question.confidence else None
        return Reply(option=question.options[0].id, confidence=confidence)
    if isinstance(question, Approval):
        return Reply(decision="approve", typed=question.must_type)
    if isinstance(question, Form):
        values = {
            field.id: field.options[0].id if field.options else "Primary keys"
            for field in question.fields
            if field.default in (None, "") and field.required
        }
        kept = {f.id: f.default for f in question.fields if f.default is not None}
        return Reply(values={**kept, **values})
    return Reply(text="Primary keys")


def refusal(act: Callable[[], object]) -> str:
    """Return the name of the error that an act ends with; empty where it succeeds."""
    try:
        act()
    except AgentError as error:
        return type(error).__name__
    return ""


def one_wins(acts: list[Callable[[], Any]]) -> None:
    """Let all begin at once; exactly one may succeed."""
    barrier = threading.Barrier(len(acts))

    def go(act: Callable[[], Any]) -> str:
        barrier.wait()
        return refusal(lambda: act().wait(SECONDS))

    with ThreadPoolExecutor(len(acts)) as pool:
        refused = list(pool.map(go, acts))
    require(refused.count("") == 1, f"{refused.count('')} of {len(acts)} answers were taken.")


# The disturbances: each brings a talk from its first question to its end


def is_killed(folder: Path, workflow: str) -> dict[str, Any]:
    """The process is killed while the question waits, and again right after an answer."""
    for job in ("ask", "answer"):
        command = [sys.executable, "-m", "bench.pauses", job, str(folder), workflow]
        with subprocess.Popen(command, cwd=Path.cwd(), stdout=subprocess.PIPE, text=True) as child:
            assert child.stdout
            line = child.stdout.readline()
            child.send_signal(signal.SIGKILL)
        require(line.strip() == "now", f"The process that is to be killed never came to {job}.")
    with open_quickly(folder) as agent:
        talk = Talk(agent, workflow)
        agent.recovery.recover()
        talk.thread = talk.user.threads(workflow)[0].id
        if talk.user.thread(talk.thread).status in ("cut_off", "failed"):
            require(talk.user.resume(talk.thread, model=BUILT_IN).wait(SECONDS), "It hangs.")
        return talk.finish()


def is_reloaded(talk: Talk, asked: Asked) -> None:
    """The page is loaded again and again; nothing runs and the question stays the same."""
    steps = len(talk.user.steps(talk.thread))
    for _ in range(3):
        shown = talk.agent.for_user("local")
        require(shown.history(talk.thread), "The conversation is gone.")
        require(shown.pending(talk.thread)[0].digest == asked.digest, "The question changed.")
    require(len(talk.user.steps(talk.thread)) == steps, "Looking at it ran a step.")


def is_answered_in_two_tabs(talk: Talk, asked: Asked) -> None:
    """Two tabs answer at the same moment: one counts, the other learns that it is late."""
    tabs = [talk.agent.for_user("local"), talk.agent.for_user("local")]
    reply, id_ = reply_to(asked), asked.question.id
    one_wins([partial(tab.answer, talk.thread, id_, reply, model=BUILT_IN) for tab in tabs])


def is_left_for_another(talk: Talk, asked: Asked) -> None:
    """Another conversation is begun and finished meanwhile."""
    other = Talk(talk.agent, talk.workflow, is_other=True)
    other.begin()
    other.finish()
    require(talk.asked().digest == asked.digest, "The question changed.")


def is_pressed_twice(talk: Talk, asked: Asked) -> None:
    """The button is pressed five times within milliseconds."""
    one_wins(
        [lambda: talk.user.answer(talk.thread, asked.question.id, reply_to(asked), model=BUILT_IN)]
        * 5
    )


def is_answered_by_typing(talk: Talk, asked: Asked) -> None:
    """“Yes, approve it” as a message decides nothing."""
    said = "Yes, approve it"
    refused = refusal(lambda: talk.user.ask(talk.workflow, talk.thread, said, model=BUILT_IN))
    require(refused == "QuestionPending", f"The message was taken ({refused or 'no error'}).")
    require(talk.asked().digest == asked.digest, "The question changed.")


def is_stopped(talk: Talk, asked: Asked) -> None:
    """Stop is pressed while it waits: there is nothing to stop, and the question stays."""
    talk.user.stop(talk.thread)
    require(talk.asked().digest == asked.digest, "The question changed.")


def is_switched_to_another_model(talk: Talk, asked: Asked) -> None:
    """It is answered with a model that cannot be reached, and continued with the built-in one."""
    talk.answer(asked, model=AWAY)
    if talk.user.thread(talk.thread).status == "failed":
        require(talk.user.resume(talk.thread, model=BUILT_IN).wait(SECONDS), "It hangs.")


def is_answered_out_of_order(talk: Talk, asked: Asked) -> None:
    """The younger of two questions is answered first, and an answered one once more."""
    younger = Talk(talk.agent, talk.workflow, is_other=True)
    later = younger.begin()
    younger.answer(later)
    late = refusal(lambda: younger.answer(later))
    require(late == "AlreadyAnswered", f"An old question was answered again ({late or 'taken'}).")
    crossed = refusal(
        lambda: talk.user.answer(younger.thread, asked.question.id, reply_to(asked), model=BUILT_IN)
    )
    require(crossed == "NotFound", "An answer was delivered to another conversation.")
    require(talk.asked().digest == asked.digest, "The question changed.")


def is_expired(talk: Talk, asked: Asked) -> None:
    """The time of a question is over: no answer counts, and it is asked again."""
    while asked.question.expires is None:
        talk.answer(asked)
        if not talk.user.pending(talk.thread):
            return  # None of its questions expires.
        asked = talk.asked()
    payload = {**to_json(asked.question), "expires": "2020-01-01T00:00:00+00:00"}
    write = "update questions set payload = ? where id = ?"
    talk.agent.ledger.db.run(write, json.dumps(payload), asked.question.id)
    refused = refusal(lambda: talk.answer(asked))
    require(refused == "Expired", f"An expired question was answered ({refused or 'taken'}).")
    again = talk.user.ask_again(asked.question.id, model=BUILT_IN)
    require(again.wait(SECONDS), "Asking again does not end.")


DISTURBANCES: dict[str, tuple[str, Callable[[Talk, Asked], None] | None]] = {
    "kill": ("the server is killed", None),
    "reload": ("the page is reloaded", is_reloaded),
    "tabs": ("two tabs answer", is_answered_in_two_tabs),
    "threads": ("another conversation", is_left_for_another),
    "clicks": ("five clicks at once", is_pressed_twice),
    "typing": ("typed instead", is_answered_by_typing),
    "stop": ("Stop is pressed", is_stopped),
    "model": ("another model", is_switched_to_another_model),
    "order": ("out of order", is_answered_out_of_order),
    "expiry": ("it expires", is_expired),
}


def try_cell(name: str, workflow: str, wanted: dict[str, Any]) -> str:
    """Return what went wrong; empty where the conversation ended as the undisturbed one."""
    disturb = DISTURBANCES[name][1]
    try:
        with TemporaryDirectory(ignore_cleanup_errors=True) as at:
            if disturb is None:
                left = is_killed(Path(at), workflow)
            else:
                with open_quickly(Path(at)) as agent:
                    talk = Talk(agent, workflow)
                    disturb(talk, talk.begin())
                    left = talk.finish()
    except Exception as error:  # noqa: BLE001 - whatever it is, the cell is red
        return f"{type(error).__name__}: {error}"
    if name == "expiry":
        # What is asked anew is drafted anew: both stay in the conversation.
        left, wanted = ({**each, "entries": set(each["entries"])} for each in (left, wanted))
    return "" if left == wanted else f"It left {left} instead of {wanted}."


def undisturbed(workflow: str) -> dict[str, Any]:
    with TemporaryDirectory() as at, open_quickly(Path(at)) as agent:
        talk = Talk(agent, workflow)
        talk.begin()
        return talk.finish()


# The page


def measure(*, quick: bool) -> Measured:
    workflows = [MUTATED] if quick else list(OPENINGS)
    found = {}
    for workflow in workflows:
        wanted = undisturbed(workflow)
        for name in DISTURBANCES:
            found[name, workflow] = try_cell(name, workflow, wanted)
            print(f"{workflow} {name}: {found[name, workflow] or 'kept'}", flush=True)
    removed = {each: try_mutation(each) for each in MUTATIONS}
    unseen = [each.mechanism for each, cells in removed.items() if not all(cells.values())]
    if not quick:
        PAGE.write_text(write_page(found, removed), encoding="utf-8")
    kept = sum(not wrong for wrong in found.values())
    return Measured(
        [
            Figure("pauses that are kept", kept / len(found), unit="", n=len(found), least=1.0),
            Figure(
                "mechanisms whose removal is seen",
                1 - len(unseen) / len(removed),
                unit="",
                n=len(removed),
                least=1.0,
                note="; ".join(unseen),
            ),
        ]
    )


INTRODUCTION = (
    "Each cell is a conversation that is played up to its first question, disturbed, and answered"
    " to its end. It is kept (✓) when it then holds the same entries and effects as an undisturbed"
    " one, and every question was decided once."
)


def write_page(found: dict[tuple[str, str], str], removed: dict[Mutation, dict[str, str]]) -> str:
    workflows = list(OPENINGS)
    lines = [
        "# What a pause survives",
        "",
        f"{INTRODUCTION} Written by `python -m bench pauses` on {datetime.now(UTC):%d %b %Y}.",
        "",
        f"| | {' | '.join(each.capitalize() for each in workflows)} |",
        f"| --- |{' :-: |' * len(workflows)}",
    ]
    for name, (label, _) in DISTURBANCES.items():
        marks = ["✗" if found[name, each] else "✓" for each in workflows]
        lines.append(f"| {label} | {' | '.join(marks)} |")
    lines += [
        f"\n{workflow}, {name}: {wrong}" for (name, workflow), wrong in found.items() if wrong
    ]
    lines += ["", "## What each disturbance does", ""]
    for label, disturb in DISTURBANCES.values():
        doc = (disturb or is_killed).__doc__ or ""
        lines.append(f"- **{label.capitalize()}**: {doc.strip()}")
    lines += ["", "## What keeps it", "", "Without it, one changed line, these cells fail.", ""]
    lines += ["| Mechanism | Line in | Cells that fail without it |", "| --- | --- | --- |"]
    for mutation, cells in removed.items():
        seen = ", ".join(DISTURBANCES[name][0] for name, wrong in cells.items() if wrong)
        lines.append(f"| {mutation.mechanism} | `{mutation.file}` | {seen or 'none'} |")
    lines += ["", "## Where others lose a pause", "", *json.loads(ISSUES.read_text("utf-8"))]
    return "\n".join(lines) + "\n"


# The processes that are killed, and those that run a copy


def main(job: str, *names: str) -> None:
    match job:
        case "ask" | "answer":
            folder, workflow = names
            with open_quickly(Path(folder)) as agent:
                talk = Talk(agent, workflow)
                if job == "ask":
                    talk.begin()
                    print("now", flush=True)
                    signal.pause()
                talk.thread = talk.user.threads(workflow)[0].id
                asked = talk.asked()
                # Decided, and the run that takes it on is in its first step.
                talk.user.answer(talk.thread, asked.question.id, reply_to(asked), model=BUILT_IN)
                print("now", flush=True)
                signal.pause()
        case "cells":
            wanted = undisturbed(MUTATED)
            print(json.dumps({name: try_cell(name, MUTATED, wanted) for name in names}))


if __name__ == "__main__":
    main(*sys.argv[1:])
