"""What a user can do with a conversation, and what stays as it was."""

import json
import os
import signal
import threading
from collections.abc import Sequence
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest
from langchain_core.messages import AIMessage, HumanMessage, ToolMessage

from agent.adapters.llm.embedded import EmbeddedLlm
from agent.adapters.llm.failures import provider_error
from agent.engine.flow import SUMMARY_TURNS, WINDOW_MESSAGES
from agent.engine.runs import FollowedRun, Run, Runs
from agent.errors import (
    AgentError,
    InvalidReply,
    NotConfigured,
    NotFound,
    ProviderError,
    QuestionPending,
    ThreadBusy,
)
from agent.events import Asked, Done, Event, Failed, StepStarted, Token
from agent.facade import GraphAgent, UserAgent
from agent.ports import Found, KeptPiece, Llm, ModelChoice, Reporter, Version
from agent.questions import Question, Reply, digest, to_json
from agent.steps import Chat
from tests.core.children import Zygote
from tests.core.talk import (
    QUIZ,
    answer,
    ask,
    check_tool_results,
    checkpoints,
    contents,
    done,
    messages,
    outcome,
    start,
    statuses,
)
from tests.fakes import (
    MODEL,
    RULES,
    Breaks,
    Gives,
    MemoryLibrary,
    Pause,
    Says,
    Script,
    open_fake_agent,
)

OVERLOADED = ProviderError("The model is overloaded.", problem="unavailable", retryable=True)
SEARCH = ("rag_search", {"query": "foreign key"})
START_QUIZ = ("generate_test", {"topic": "normalisation", "num_questions": 3})
LONGER_QUIZ = (
    "generate_test",
    {"topic": "normalisation", "num_questions": 4, "source": "generate"},
)
"""Not from the bank, so that a model is asked."""


def said(agent: GraphAgent, thread: str) -> list[tuple[str, str]]:
    return [(message.type, str(message.text)) for message in messages(agent, thread)]


def everything(user: UserAgent, thread: str) -> tuple[Any, ...]:
    """All that a page could show of a thread."""
    return (
        user.export(thread, "json"),
        user.pending(thread),
        user.state(thread),
        user.steps(thread),
    )


# One at a time


def test_one_run_per_thread(script: Script, user: UserAgent) -> None:
    """A second message, a resume and an answer are refused with a sentence while a run goes on."""
    pause = Pause()
    script.add(Says("Slowly said", pause=pause))
    run = start(user, "Tell me", model=MODEL)
    pause.wait_until_reached()
    with pytest.raises(ThreadBusy, match="still working") as refusal:
        ask(user, "And this?", thread=run.thread)
    assert "this server" in refusal.value.hint
    with pytest.raises(AgentError, match="nothing to continue"):
        user.resume(run.thread, model=RULES)
    pause.go_on()
    done(run)
    assert [turn.text for turn in user.history(run.thread)] == ["Tell me"]
    assert user.history(run.thread)[0].answer == "Slowly said"


def test_threads_do_not_wait_for_each_other(script: Script, user: UserAgent) -> None:
    """While one thread's model hangs, another's turn comes to its end."""
    pause = Pause()
    script.add(Says("Slowly said", pause=pause))
    slow = start(user, "Tell me", model=MODEL)
    pause.wait_until_reached()
    assert statuses(user, ask(user, "What is a foreign key?")) == ["done"]
    assert not slow.done
    pause.go_on()
    done(slow)


def test_nothing_is_asked_while_a_question_waits(user: UserAgent) -> None:
    """Refused with the way out, and nothing has changed."""
    thread = ask(user, QUIZ)
    before = everything(user, thread)
    with pytest.raises(QuestionPending) as refusal:
        ask(user, "What is a foreign key?", thread=thread)
    assert "cancel" in refusal.value.hint
    assert everything(user, thread) == before


@pytest.mark.parametrize("reply", [Reply(), Reply(option="z"), Reply(text="a"), Reply(comment="a")])
def test_an_invalid_reply_leaves_the_question(user: UserAgent, reply: Reply) -> None:
    """Nothing chosen, an option that is not there, words in place of a choice."""
    thread = ask(user, QUIZ)
    before = everything(user, thread)
    (asked,) = user.pending(thread)
    with pytest.raises(InvalidReply):
        user.answer(thread, asked.question.id, reply, model=RULES)
    assert everything(user, thread) == before


def test_a_page_can_answer_as_soon_as_it_is_asked(user: UserAgent) -> None:
    """When the event arrives, the question can be answered: its run has let go of the thread."""
    run = start(user, QUIZ)
    for event in run.events():
        if isinstance(event, Asked):
            next_run = user.answer(run.thread, event.question.id, Reply(option="a"), model=RULES)
    assert outcome(next_run) == "waiting"


# Cancel, stop


def test_cancel_leads_to_the_cancelled_end(agent: GraphAgent, user: UserAgent) -> None:
    """The call that started the quiz gets its own answer, and nothing is scored."""
    thread = ask(user, QUIZ)
    answer(user, thread, "a")
    (asked,) = user.pending(thread)
    assert outcome(done(user.cancel(asked.question.id, model=RULES))) == "done"
    call, result = messages(agent, thread)[1:3]
    assert isinstance(call, AIMessage)
    assert isinstance(result, ToolMessage)
    assert result.tool_call_id == call.tool_calls[0]["id"]
    assert result.text.startswith("The user cancelled the quiz after 1 answers.")
    assert user.ports.attempts.all("local") == []
    assert user.pending(thread) == []
    assert statuses(user, ask(user, "Hello", thread=thread)) == ["done", "done"]


def test_stop_keeps_what_was_said(agent: GraphAgent, script: Script, user: UserAgent) -> None:
    """The partial answer stands, marked as such, and the next turn knows it."""
    pause = Pause()
    script.add(Says("One two three four", pause=pause), Says("Five"))
    run = start(user, "Count", model=MODEL)
    pause.wait_until_reached()
    user.stop(run.thread)
    pause.go_on()
    assert outcome(run) == "stopped"
    (turn,) = user.history(run.thread)
    assert (turn.status, turn.answer) == ("stopped", "One two three")
    assert [e.data["partial"] for e in turn.entries if e.kind == "text"] == [True]
    ask(user, "Go on", thread=run.thread, model=MODEL)
    assert statuses(user, run.thread) == ["stopped", "done"]
    assert [str(m.text).strip().split("\n")[-1] for m in script.chats[-1].messages] == [
        "Count",
        "One two three",
        "Go on",
    ]


class SlowLibrary(MemoryLibrary):
    """Waits in the middle of each search."""

    def __init__(self, pause: Pause) -> None:
        super().__init__()
        self._pause = pause

    def search(self, *_: Any, **__: Any) -> Found:
        self._pause.rest()
        return Found(())


def test_stop_between_nodes_leaves_no_call_open(folder: Path, script: Script) -> None:
    """Stopped in a tool: every call of the message has an answer, and the next turn works."""
    pause = Pause()
    script.add(Says(calls=(SEARCH, START_QUIZ)))
    agent = open_fake_agent(folder, script=script, library=SlowLibrary(pause))
    user = agent.for_user("local")
    run = start(user, "Search and quiz", model=MODEL)
    pause.wait_until_reached()
    user.stop(run.thread)
    pause.go_on()
    assert outcome(run) == "stopped"
    check_tool_results(messages(agent, run.thread))
    assert statuses(user, ask(user, "Hello", thread=run.thread)) == ["stopped", "done"]
    agent.close()


def test_stop_inside_the_quiz(agent: GraphAgent, script: Script, user: UserAgent) -> None:
    """Stopped while the subgraph prepares: it does not come back with the next turn."""
    pause = Pause()
    written = Gives("generate_questions", {"items": []}, pause=pause)
    script.add(Says(calls=(LONGER_QUIZ,)), written)
    run = start(user, "Quiz me", model=MODEL)
    pause.wait_until_reached()
    user.stop(run.thread)
    pause.go_on()
    assert outcome(run) == "stopped"
    check_tool_results(messages(agent, run.thread))
    ask(user, "Hello", thread=run.thread)
    assert statuses(user, run.thread) == ["stopped", "done"]
    assert user.pending() == []
    assert checkpoints(agent, run.thread) == 1


def test_a_waiting_run_can_be_stopped(folder: Path, script: Script) -> None:
    """Before a worker is free for it: it ends without having begun."""
    pause = Pause()
    script.add(Says("Slowly said", pause=pause))
    agent = open_fake_agent(folder, script=script, workers=1)
    user = agent.for_user("local")
    first = start(user, "Tell me", model=MODEL)
    pause.wait_until_reached()
    second = start(user, "And me")
    user.stop(second.thread)
    pause.go_on()
    assert outcome(second) == "stopped"
    assert user.history(second.thread)[0].entries == ()
    assert outcome(first) == "done"
    agent.close()


def test_closing_stops_what_goes_on(folder: Path, script: Script) -> None:
    """A server that is shut down keeps what was said, and what never began can be continued."""
    pause = Pause()
    script.add(Says("One two three", pause=pause))
    agent = open_fake_agent(folder, script=script, workers=1)
    user = agent.for_user("local")
    running = start(user, "Count", model=MODEL)
    pause.wait_until_reached()
    queued = start(user, "What is a foreign key?")
    closing = threading.Thread(target=agent.close)
    closing.start()
    assert running._stop.wait(10)
    pause.go_on()
    closing.join(20)
    reopened = open_fake_agent(folder)
    again = reopened.for_user("local")
    assert again.history(running.thread)[0].answer == "One two"
    assert statuses(again, running.thread) == ["stopped"]
    if again.thread(queued.thread).status == "cut_off":
        done(again.resume(queued.thread, model=RULES))
    assert statuses(again, queued.thread) in (["done"], ["stopped"])
    reopened.close()


# Failures


def test_a_failure_is_told_and_retried_where_it_stood(
    agent: GraphAgent, script: Script, user: UserAgent
) -> None:
    """Resume runs the failed node again and nothing before it."""
    script.add(Says(calls=(SEARCH,)), Breaks(OVERLOADED, after="A foreign"), Says("It refers [1]."))
    run = done(start(user, "What is a foreign key?", model=MODEL))
    failed = next(event for event in run.events() if isinstance(event, Failed))
    assert (failed.message, failed.retryable) == ("The model is overloaded.", True)
    (turn,) = user.history(run.thread)
    assert turn.status == user.thread(run.thread).status == "failed"
    assert turn.error == {
        "message": "The model is overloaded.",
        "hint": "",
        "retryable": True,
        "kind": "model",
        "problem": "unavailable",
    }
    assert turn.answer == "A foreign"

    retried = done(user.resume(run.thread, model=MODEL))
    started = [event.step for event in retried.events() if isinstance(event, StepStarted)]
    assert started == ["think", "check_citations"]
    (turn,) = user.history(run.thread)
    assert (turn.status, turn.error, turn.answer) == ("done", None, "It refers [1].")
    steps = [step.step for step in user.steps(run.thread)]
    assert steps == ["think", "rag_search", "think", "check_citations"]


def test_a_failure_in_the_quiz_is_retried_inside_it(script: Script, user: UserAgent) -> None:
    """The subgraph goes on where it failed; what it had done is not done again."""
    wanted = {"topic": "normalisation", "num_questions": 4}
    script.add(Says(calls=(("generate_test", wanted),)), Breaks(OVERLOADED))
    thread = ask(user, "Quiz me", model=MODEL)
    for _ in range(3):
        answer(user, thread, "skip", model=MODEL)
    assert statuses(user, thread) == ["failed"]
    retried = done(user.resume(thread, model=RULES))
    started = [event.step for event in retried.events() if isinstance(event, StepStarted)]
    assert started == ["generate_questions_node", "finalize_test"]
    assert outcome(retried) == "done"
    graded = [step.step for step in user.steps(thread) if step.step == "grade_answer"]
    assert len(graded) == 3


def test_after_a_failure_a_new_message_works(
    agent: GraphAgent, script: Script, user: UserAgent
) -> None:
    """Nobody has to retry; the failed turn stays visible, its half leaves no trace in the next."""
    script.add(Says(calls=(SEARCH,)), Breaks(OVERLOADED))
    thread = ask(user, "What is a foreign key?", model=MODEL)
    ask(user, "When is the exam?", thread=thread)
    assert statuses(user, thread) == ["failed", "done"]
    assert said(agent, thread)[0] == ("human", "When is the exam?")
    assert checkpoints(agent, thread) == 1


def test_a_failure_can_be_given_up(agent: GraphAgent, script: Script, user: UserAgent) -> None:
    """Stop on a failed turn ends it, with an answer for the call that it left open."""
    script.add(Says(calls=(SEARCH,)), Breaks(OVERLOADED))
    thread = ask(user, "What is a foreign key?", model=MODEL)
    user.stop(thread)
    assert statuses(user, thread) == ["stopped"]
    check_tool_results(messages(agent, thread))
    with pytest.raises(AgentError, match="nothing to continue"):
        user.resume(thread, model=RULES)
    assert checkpoints(agent, thread) == 1


def test_a_model_that_cannot_be_opened_fails_the_turn(folder: Path) -> None:
    """A missing key is a sentence on the turn; with another model it goes on."""

    def no_key(choice: ModelChoice, report: Reporter) -> Llm:
        if choice == RULES:
            return EmbeddedLlm(report)
        raise NotConfigured("This model needs an API key.", hint="Enter it.")

    agent = open_fake_agent(folder, llm=no_key)
    user = agent.for_user("local")
    thread = ask(user, "What is a foreign key?", model=MODEL)
    (turn,) = user.history(thread)
    assert turn.error == {
        "message": "This model needs an API key.",
        "hint": "Enter it.",
        "retryable": False,
        "kind": "other",
        "problem": "",
    }
    done(user.resume(thread, model=RULES))
    assert statuses(user, thread) == ["done"]
    agent.close()


def test_too_many_steps_are_a_sentence(folder: Path) -> None:
    """The limit of steps ends a turn with an explanation, not with an internal error."""
    agent = open_fake_agent(folder, recursion_limit=2)
    user = agent.for_user("local")
    thread = ask(user, "What is a foreign key?")
    (turn,) = user.history(thread)
    assert turn.error is not None
    assert "more steps than allowed" in turn.error["message"]
    agent.close()


def test_a_ledger_that_cannot_be_written(
    agent: GraphAgent, script: Script, user: UserAgent
) -> None:
    """No false success: the run says that it failed, and the turn can be continued."""
    pause = Pause()
    script.add(Says("Slowly said", pause=pause), Says("Said at last"))
    run = start(user, "Tell me", model=MODEL)
    pause.wait_until_reached()
    agent.ledger.db.run("PRAGMA query_only = ON")
    pause.go_on()
    events = list(run.events())
    assert outcome(run) == "failed"
    assert any(isinstance(e, Failed) and "cannot be written" in e.message for e in events)

    agent.ledger.db.run("PRAGMA query_only = OFF")
    run_out_of_lease(agent, run.thread)
    agent._watch()
    assert user.thread(run.thread).status == "cut_off"
    done(user.resume(run.thread, model=MODEL))
    assert user.history(run.thread)[0].answer == "Said at last"


def test_a_stop_pressed_elsewhere_is_heard(
    agent: GraphAgent, script: Script, user: UserAgent
) -> None:
    """Another process on the same folder leaves word; the heartbeat reads it."""
    pause = Pause()
    script.add(Says("One two three four", pause=pause))
    run = start(user, "Count", model=MODEL)
    pause.wait_until_reached()
    agent.ledger.leases.ask_to_stop(run.id)
    agent._watch()
    pause.go_on()
    assert outcome(run) == "stopped"


def run_out_of_lease(agent: GraphAgent, thread: str) -> None:
    """As after half a minute without a heartbeat."""
    agent.ledger.db.run("update leases set expires = 0 where thread = ?", thread)


def test_the_heart_beats_for_what_is_alive(
    agent: GraphAgent, script: Script, user: UserAgent
) -> None:
    """A run that goes on keeps its thread, however long it takes."""
    pause = Pause()
    script.add(Says("Slowly said", pause=pause))
    run = start(user, "Tell me", model=MODEL)
    pause.wait_until_reached()
    run_out_of_lease(agent, run.thread)
    agent._watch()
    assert user.thread(run.thread).status == "running"
    pause.go_on()
    assert outcome(run) == "done"


def test_a_run_that_was_taken_for_dead_decides_nothing(
    agent: GraphAgent, script: Script, user: UserAgent, folder: Path
) -> None:
    """A server that slept wakes up: it goes no further, and what another has settled stays."""
    pause = Pause()
    script.add(Says(calls=(SEARCH,), pause=pause), Says("By the other"))
    run = start(user, "What is a foreign key?", model=MODEL)
    pause.wait_until_reached()
    run_out_of_lease(agent, run.thread)
    other = open_fake_agent(folder, script=script)
    done(other.for_user("local").resume(run.thread, model=MODEL))
    settled = messages(agent, run.thread)
    pause.go_on()
    assert outcome(run) == "failed"
    assert [e.step for e in run.events() if isinstance(e, StepStarted)] == ["think"]
    (turn,) = user.history(run.thread)
    assert (turn.status, turn.answer) == ("done", "By the other")
    assert messages(agent, run.thread) == settled
    assert statuses(user, ask(user, "Hello", thread=run.thread)) == ["done", "done"]
    other.close()


# Forks


def three_turns(user: UserAgent) -> str:
    """An answer, a fact of the guide, and a quiz that waits at its second question."""
    thread = ask(user, "What is a foreign key?")
    ask(user, "When is the exam?", thread=thread)
    ask(user, QUIZ, thread=thread)
    answer(user, thread, "a")
    return thread


@pytest.mark.parametrize("upto", [0, 1, 2])
def test_a_fork_leaves_the_old_thread_alone(agent: GraphAgent, user: UserAgent, upto: int) -> None:
    """At any finished turn; the old one can still be answered, the new one goes its own way."""
    thread = three_turns(user)
    before = (everything(user, thread), checkpoints(agent, thread))
    fork = user.fork(thread, upto)
    ask(user, "What is a foreign key?", thread=fork)
    ask(user, QUIZ, thread=fork)
    assert (everything(user, thread), checkpoints(agent, thread)) == before
    old = [(turn.text, turn.answer) for turn in user.history(thread)]
    new = [(turn.text, turn.answer) for turn in user.history(fork)]
    assert new[:upto] == old[:upto]
    assert len(new) == upto + 2
    for option in ("b", "c"):
        answer(user, thread, option)
    assert user.ports.attempts.all("local")[0].score == 3
    assert user.thread(fork).status == "waiting"


def test_a_fork_remembers_what_was_said(agent: GraphAgent, user: UserAgent) -> None:
    """Its model gets the copied messages, and the subject that the old thread had."""
    thread = ask(user, "What is a foreign key?")
    fork = user.fork(thread, 1)
    done(user.ask("tutor", fork, "When is the exam?", model=RULES))
    assert said(agent, fork)[:4] == said(agent, thread)
    assert "20 January" in user.history(fork)[1].answer


def test_a_fork_at_a_failed_turn_keeps_the_subject(script: Script, user: UserAgent) -> None:
    """A failed turn in between leaves nothing, and takes nothing away."""
    script.add(Breaks(OVERLOADED))
    thread = ask(user, "What is a foreign key?")
    ask(user, "And then?", thread=thread, model=MODEL)
    ask(user, "When is the exam?", thread=thread)
    fork = user.fork(thread, 2)
    done(user.ask("tutor", fork, "When is the exam?", model=RULES))
    assert "20 January" in user.history(fork)[2].answer


@pytest.mark.parametrize("text", ["What is normalisation?", "When is the exam?"])
def test_edit_and_regenerate_make_a_new_thread(user: UserAgent, text: str) -> None:
    """Both are a fork before the turn, asked again in other words or the same."""
    thread = three_turns(user)
    before = everything(user, thread)
    turn = user.history(thread)[1]
    fork = user.fork(thread, turn.n - 1)
    done(user.ask("tutor", fork, text, model=RULES, **turn.inputs))
    assert everything(user, thread) == before
    assert [t.text for t in user.history(fork)] == ["What is a foreign key?", text]


def test_an_open_turn_is_not_forked(user: UserAgent) -> None:
    """A quiz that waits cannot be copied half-way; nothing is made."""
    thread = three_turns(user)
    with pytest.raises(AgentError, match="not finished"):
        user.fork(thread, 3)
    assert [t.id for t in user.threads()] == [thread]


# Models


def test_the_model_can_change_between_question_and_answer(script: Script, user: UserAgent) -> None:
    """The answer's run uses the model chosen then; the turn names it."""
    wrong = {"explanation": "The model explains it."}
    script.add(Gives("explain_answer", wrong))
    thread = ask(user, QUIZ)
    assert user.history(thread)[0].model == "Built-in (no AI model)"
    answer(user, thread, "d", model=MODEL)
    (turn,) = user.history(thread)
    assert turn.model == "Scripted"
    feedback = next(entry.data for entry in turn.entries if entry.kind == "feedback")
    assert feedback["explanation"].startswith("The explanation of normalisation 1")
    assert feedback["remark"] == "The model explains it."
    answer(user, thread, "d", model=RULES)
    assert user.history(thread)[0].model == "Built-in (no AI model)"


def test_a_failing_model_does_not_stop_the_quiz(script: Script, user: UserAgent) -> None:
    """Grading needs no model: the author's explanation is shown, with a word about it."""
    script.add(Breaks(OVERLOADED))
    thread = ask(user, QUIZ)
    assert outcome(answer(user, thread, "d", model=MODEL)) == "waiting"
    kinds = {entry.kind: entry.data for entry in user.history(thread)[0].entries}
    assert kinds["feedback"]["explanation"].startswith("The explanation of normalisation 1")
    assert "overloaded" in kinds["notice"]["text"]


# Events


def test_events_are_numbered_and_can_be_replayed(script: Script, user: UserAgent) -> None:
    """From the start, from the middle, and from the end, while it runs and after it."""
    pause = Pause()
    script.add(Says("One two three", pause=pause))
    run = start(user, "Count", model=MODEL)
    pause.wait_until_reached()
    early: list[Event] = []
    reader = threading.Thread(target=lambda: early.extend(run.events()))
    reader.start()
    pause.go_on()
    done(run)
    reader.join(10)
    whole = list(run.events())
    assert [event.number for event in whole] == list(range(1, len(whole) + 1))
    assert early == whole
    assert isinstance(whole[-1], Done)
    for after in range(len(whole) + 1):
        assert list(run.events(after)) == whole[after:]
    assert "".join(e.text for e in whole if isinstance(e, Token)) == "One two three"


def test_a_document_is_told_and_is_no_part_of_the_answer(folder: Path, script: Script) -> None:
    """Its readers see it grow; what it came to is kept as an artefact by whoever wrote it."""
    script.add(Says("Here it is."))

    def writes(choice: ModelChoice, report: Reporter) -> Llm:
        report.emit(Token("not in a step", to="document"))
        llm = script.open(choice, report)
        reply = llm.reply

        def replied(chat: Chat) -> AIMessage:
            report.emit(Token("A long draft.", to="document"))
            return reply(chat)

        llm.reply = replied  # type: ignore[method-assign]
        return llm

    agent = open_fake_agent(folder, llm=writes)
    user = agent.for_user("local")
    run = start(user, "Hello", model=MODEL)
    done(run)
    tokens = [event for event in run.events() if isinstance(event, Token)]
    assert [token.text for token in tokens if token.to] == ["not in a step", "A long draft."]
    (turn,) = user.history(run.thread)
    assert turn.answer == "Here it is."
    assert "A long draft." not in user.export(run.thread, "json")
    agent.close()


def test_many_readers_see_the_same(script: Script, user: UserAgent) -> None:
    """Twenty readers, single events and batches, get every event once and in order."""
    pause = Pause()
    script.add(Says(" ".join(str(n) for n in range(200)), pause=pause))
    run = start(user, "Count", model=MODEL)
    seen: list[list[Event]] = [[] for _ in range(20)]

    def read(number: int) -> None:
        if number % 2:
            seen[number].extend(run.events())
        else:
            for batch in run.batches(hz=50):
                seen[number].extend(batch)

    readers = [threading.Thread(target=read, args=(number,)) for number in range(20)]
    for reader in readers:
        reader.start()
    pause.wait_until_reached()
    pause.go_on()
    for reader in readers:
        reader.join(10)
    whole = list(run.events())
    assert all(events == whole for events in seen)


def test_a_page_that_comes_back_finds_the_run(script: Script, user: UserAgent) -> None:
    """While it goes on and shortly after, by the thread alone."""
    pause = Pause()
    script.add(Says("One two", pause=pause))
    run = start(user, "Count", model=MODEL)
    pause.wait_until_reached()
    assert user.run(run.thread) is run
    pause.go_on()
    done(run)
    assert user.run(run.thread) is run


# The window


class Listening(EmbeddedLlm):
    """A model that always says the same, and a record of what it was given."""

    is_model = True

    def __init__(self, report: Reporter, heard: list[Chat]) -> None:
        super().__init__(report)
        self._heard = heard

    def reply(self, chat: Chat) -> AIMessage:
        self._heard.append(replace(chat, messages=list(chat.messages)))
        return super().reply(replace(chat, rules=lambda _messages: AIMessage("Yes.")))


def _words(message: HumanMessage) -> str:
    """What the user wrote, without the evidence before it."""
    return str(message.text).rpartition("</passages>")[2].strip()


def test_the_window_is_cut_between_turns(folder: Path) -> None:
    """Over sixty turns: bounded, begun by the user, no orphan, what was before is summarised."""
    chats: list[Chat] = []
    agent = open_fake_agent(folder, llm=lambda _choice, report: Listening(report, chats))
    user = agent.for_user("local")
    texts = ["Hello", "What is a foreign key, number {}?", "When is the exam, number {}?"]
    thread: str | None = None
    for number in range(1, 61):
        chats.clear()
        thread = ask(user, texts[number % 3].format(number), thread=thread)
        first = chats[0]
        *before, question = first.messages
        assert isinstance(question, HumanMessage)
        assert len(before) <= WINDOW_MESSAGES
        check_tool_results(before)
        assert not before or isinstance(before[0], HumanMessage)
        asked = [_words(m) for m in before if isinstance(m, HumanMessage)]
        noted = str(question.text).partition("the user asked:\n")[2]
        earlier = noted.partition("\n</notes>")[0].splitlines()
        everything_asked = [turn.text for turn in user.history(thread, before=number, limit=100)]
        remembered = [*earlier, *asked]
        assert remembered == everything_asked[-len(remembered) :] or not everything_asked
        assert len(remembered) == len(everything_asked) or len(earlier) == SUMMARY_TURNS
    agent.close()


def test_a_turn_larger_than_the_window_stays_whole(script: Script, user: UserAgent) -> None:
    """Twenty-four tool results in one turn: the next one gets them all, each with its call."""
    script.add(Says(calls=(SEARCH,) * 12), Says(calls=(SEARCH,) * 12), Says("A reference."))
    thread = ask(user, "What is a foreign key?", model=MODEL)
    script.add(Says("You are welcome."))
    ask(user, "Thanks", thread=thread, model=MODEL)
    *before, _question = script.chats[-1].messages
    assert len(before) == 28 > WINDOW_MESSAGES
    check_tool_results(before)


def test_a_paused_subgraph_survives_pruning_and_reopening(
    agent: GraphAgent, user: UserAgent, folder: Path
) -> None:
    """Of the parent and of the subgraph the newest checkpoint stays, and both go on elsewhere."""
    thread = ask(user, QUIZ)
    answer(user, thread, "a")
    (asked,) = user.pending(thread)
    assert checkpoints(agent, thread) == 2
    agent.close()
    reopened = open_fake_agent(folder)
    again = reopened.for_user("local")
    assert again.pending(thread) == [asked]
    answer(again, thread, "b")
    answer(again, thread, "d")
    (attempt,) = again.ports.attempts.all("local")
    assert (attempt.score, attempt.total) == (2, 3)
    reopened.close()


# Delete, restore, purge


def test_a_deletion_can_be_undone(user: UserAgent) -> None:
    """The question leaves the inbox with its thread, and comes back with it."""
    thread = three_turns(user)
    before = everything(user, thread)
    user.delete(thread)
    assert user.threads() == user.pending() == []
    with pytest.raises(NotFound, match="was deleted"):
        ask(user, "Hello", thread=thread)
    user.restore(thread)
    assert everything(user, thread) == before
    answer(user, thread, "b")
    answer(user, thread, "c")
    assert user.thread(thread).status == "done"


def test_what_failed_can_be_tried_again_after_its_deletion_is_undone(
    script: Script, user: UserAgent
) -> None:
    script.add(Breaks(OVERLOADED, after="One"))
    run = start(user, "Count", model=MODEL)
    assert outcome(run) == "failed"
    user.delete(run.thread)
    user.restore(run.thread)
    assert user.thread(run.thread).status == "failed"
    script.add(Says("One"))
    assert outcome(user.resume(run.thread, model=MODEL)) == "done"


def test_deleting_stops_the_run(script: Script, user: UserAgent) -> None:
    """What goes on in a deleted thread ends."""
    pause = Pause()
    script.add(Says("One two three", pause=pause))
    run = start(user, "Count", model=MODEL)
    pause.wait_until_reached()
    user.delete(run.thread)
    pause.go_on()
    assert outcome(run) == "stopped"


def delete_long_ago(agent: GraphAgent, user: UserAgent, thread: str) -> None:
    user.delete(thread)
    long_ago = (datetime.now(UTC) - timedelta(hours=25)).isoformat()
    agent.ledger.db.run("update threads set deleted = ? where id = ?", long_ago, thread)


def test_a_purge_leaves_digests_only(agent: GraphAgent, user: UserAgent) -> None:
    """A day after: no text of the thread is left, what was decided and when still is."""
    other = ask(user, "What is a foreign key?")
    thread = three_turns(user)
    (asked,) = user.pending(thread)
    recently = three_turns(user)
    user.delete(recently)
    delete_long_ago(agent, user, thread)
    agent._watch()

    assert user.history(other)[0].answer
    user.restore(recently)
    assert checkpoints(agent, thread) == 0
    rows = agent.ledger.db.all(
        "select q.payload, q.digest as asked, d.reply, d.digest as decided, d.who, d.at"
        " from questions q left join decisions d on d.question = q.id where q.thread = ?"
        " order by q.rowid",
        thread,
    )
    assert [row["payload"] for row in rows] == ["{}", "{}"]
    assert rows[0]["reply"] == "{}"
    assert rows[0]["decided"] == rows[0]["asked"]
    assert rows[0]["who"] == "local"
    assert rows[0]["at"]
    for gone in (user.thread, user.history, user.restore):
        with pytest.raises(NotFound):
            gone(thread)
    with pytest.raises(NotFound):
        user.answer(thread, asked.question.id, Reply(option="a"), model=RULES)


def test_a_purge_removes_every_text(agent: GraphAgent, user: UserAgent) -> None:
    """A word that the user wrote, and that the answer repeats, is in no table any more."""
    thread = ask(user, "What is a foreign key, said the zzyzx?")
    setup = {"topic": "zzyzx normalisation", "num_questions": 9}
    inputs = {"asignatura": "databases", "quiz_setup": setup}
    done(user.ask("tutor", thread, "Quiz me", model=RULES, **inputs))
    holding = {name for name, text in contents(agent).items() if "zzyzx" in text}
    assert holding >= {"threads", "turns", "questions", "entries", "steps", "checkpoints"}
    delete_long_ago(agent, user, thread)
    agent._watch()
    assert not [name for name, text in contents(agent).items() if "zzyzx" in text]


def test_drafts_go_with_their_conversation_and_approved_pieces_stay(
    agent: GraphAgent, user: UserAgent
) -> None:
    thread, pieces = ask(user, "What is a foreign key?"), agent.ports.pieces
    at = "2026-03-01T10:00:00+00:00"
    for piece in ("kept", "draft"):
        version = Version("v1", piece, thread, 0, at, "drafted", {"text": "Words"})
        pieces.add_version("local", version)
    pieces.keep("local", KeptPiece("kept", "blog", "Title", {"text": "Words"}, None, thread, at))
    delete_long_ago(agent, user, thread)
    agent._watch()
    assert [len(pieces.versions("local", piece)) for piece in ("kept", "draft")] == [1, 0]
    assert [piece.id for piece in pieces.kept("local")] == ["kept"]


# Expiry


def let_expire(agent: GraphAgent, question: Question) -> None:
    """As if it had been asked with a time that is over now."""
    over = replace(question, expires="2020-01-01T00:00:00+00:00")
    agent.ledger.db.run(
        "update questions set payload = ?, digest = ?, expires = ? where id = ?",
        json.dumps(to_json(over)),
        digest(over),
        over.expires,
        over.id,
    )


def test_an_expired_question_can_be_asked_again(agent: GraphAgent, user: UserAgent) -> None:
    """Not answered any more, but drafted anew; the item counts once and as it is answered then."""
    thread = ask(user, QUIZ)
    (asked,) = user.pending(thread)
    let_expire(agent, asked.question)
    with pytest.raises(AgentError, match="expired"):
        user.answer(thread, asked.question.id, Reply(option="a"), model=RULES)
    assert outcome(done(user.ask_again(asked.question.id, model=RULES))) == "waiting"
    (renewed,) = user.pending(thread)
    assert renewed.question.title == asked.question.title
    assert renewed.question.id != asked.question.id
    for option in "abc":
        answer(user, thread, option)
    (attempt,) = user.ports.attempts.all("local")
    assert (attempt.score, attempt.total) == (3, 3)


def test_an_expired_question_can_be_cancelled(agent: GraphAgent, user: UserAgent) -> None:
    """The other way out."""
    thread = ask(user, QUIZ)
    (asked,) = user.pending(thread)
    let_expire(agent, asked.question)
    done(user.cancel(asked.question.id, model=RULES))
    assert user.thread(thread).status == "done"


def test_a_live_question_is_not_asked_again(user: UserAgent) -> None:
    """Asking again would take the place of an answer; it is for what has expired."""
    thread = ask(user, QUIZ)
    before = everything(user, thread)
    with pytest.raises(AgentError, match="still open"):
        user.ask_again(user.pending(thread)[0].question.id, model=RULES)
    assert everything(user, thread) == before


# Other processes


class Elsewhere:
    """Another process that is in the middle of a run."""

    def __init__(self, zygote: Zygote, folder: Path, thread: str) -> None:
        self._zygote = zygote
        zygote.begin("hold", folder=str(folder), thread=thread)
        self._pid = zygote.hear()["pid"]

    def finish(self) -> None:
        self._zygote.tell({"go": True})
        assert self._zygote.end() == {}

    def die(self) -> None:
        os.kill(self._pid, signal.SIGKILL)
        assert self._zygote.end() == {"signal": 9}


@pytest.fixture
def held(user: UserAgent, folder: Path, zygotes: Sequence[Zygote]) -> tuple[str, Elsewhere]:
    """A thread on which another process is at work, and that process."""
    thread = ask(user, "Hello")
    return thread, Elsewhere(zygotes[0], folder, thread)


def test_a_run_of_another_process_is_followed(user: UserAgent, held: tuple[str, Elsewhere]) -> None:
    """It is seen to go on, and to end as it ended there."""
    thread, elsewhere = held
    run = user.run(thread)
    assert isinstance(run, FollowedRun)
    assert not run.done
    elsewhere.finish()
    assert outcome(run) == "done"
    assert user.history(thread)[-1].answer == "Wait for it: done."


def test_a_living_process_keeps_its_thread(
    agent: GraphAgent, user: UserAgent, held: tuple[str, Elsewhere]
) -> None:
    """Recovery leaves it alone, and others are refused with the holder's name."""
    thread, elsewhere = held
    agent._watch()
    user.stop(thread)
    assert user.thread(thread).status == "running"
    (asked,) = agent.ledger.db.all("select stop_asked from runs where status = 'running'")
    assert asked["stop_asked"] == 1
    (lease,) = agent.ledger.db.all("select holder from leases")
    with pytest.raises(ThreadBusy) as refusal:
        ask(user, "And me?", thread=thread)
    assert lease["holder"] in refusal.value.hint
    elsewhere.finish()
    ask(user, "And me?", thread=thread)
    assert statuses(user, thread) == ["done", "done", "done"]


def test_a_dead_process_is_known_to_be_dead(
    agent: GraphAgent, user: UserAgent, held: tuple[str, Elsewhere]
) -> None:
    """At once, long before its lease runs out; the message is there, and can be continued."""
    thread, elsewhere = held
    run = user.run(thread)
    assert run is not None
    elsewhere.die()
    agent._watch()
    assert user.thread(thread).status == "cut_off"
    assert outcome(run) == "failed"
    with pytest.raises(ThreadBusy, match="cut off"):
        ask(user, "And me?", thread=thread)
    done(user.resume(thread, model=RULES))
    assert [turn.text for turn in user.history(thread)] == ["Hello", "Take your time"]
    assert statuses(user, thread) == ["done", "done"]


def test_what_was_cut_off_can_be_left(
    agent: GraphAgent, user: UserAgent, held: tuple[str, Elsewhere]
) -> None:
    """Stop instead of Continue: the thread is free again."""
    thread, elsewhere = held
    elsewhere.die()
    agent.recovery.recover()
    user.stop(thread)
    ask(user, "What is a foreign key?", thread=thread)
    assert statuses(user, thread) == ["done", "stopped", "done"]


# Quizzes as turns


def test_a_quiz_leaves_its_result_for_later_turns(
    agent: GraphAgent, script: Script, user: UserAgent
) -> None:
    """The next model call sees what was scored, as the answer of the call that started it."""
    thread = ask(user, QUIZ)
    for option in "abd":
        answer(user, thread, option)
    script.add(Says("Two of three."))
    ask(user, "How did I do?", thread=thread, model=MODEL)
    result = next(m for m in script.chats[0].messages if isinstance(m, ToolMessage))
    assert str(result.text).startswith("Quiz on normalisation: 2 of 3 right (67 %).")


def test_a_failure_is_told_in_the_language_of_the_message(user: UserAgent, script: Script) -> None:
    script.add(Breaks(provider_error("timeout", "Acme")))
    thread = ask(user, "¿Qué es una clave foránea y para qué sirve?", model=MODEL)
    (turn,) = user.history(thread)
    assert turn.error
    assert turn.error["message"].startswith("Acme no ")


def test_a_run_that_breaks_off_does_not_keep_its_readers_waiting() -> None:
    def break_off(_run: Run) -> None:
        raise RuntimeError

    runs = Runs(workers=1, watch=lambda: None, every=60)
    run = runs.start(Run("run", "thread", "turn"), break_off)
    assert run.wait(5)
    assert [event.outcome for event in run.events() if isinstance(event, Done)] == ["failed"]
    runs.close()
