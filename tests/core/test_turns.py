"""What a user can do with a conversation, and what stays as it was."""

import json
import os
import signal
import threading
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
    NotFound,
    ProviderError,
    QuestionPending,
    ThreadBusy,
)
from agent.events import Asked, Done, Event, Failed, StepStarted
from agent.facade import GraphAgent, UserAgent
from agent.ports import Reporter
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
    Pause,
    Says,
    Script,
    open_fake_agent,
)

OVERLOADED = ProviderError("The model is overloaded.", problem="unavailable", retryable=True)
SEARCH = ("rag_search", {"query": "foreign key"})
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


def speak(script: Script, user: UserAgent, words: str) -> tuple[Run, Pause]:
    """Begin a turn whose model waits before its last word."""
    pause = Pause()
    script.add(Says(words, pause=pause))
    run = start(user, "Count", model=MODEL)
    pause.wait_until_reached()
    return run, pause


def test_one_run_per_thread_and_no_thread_waits_for_another(script, user):
    run, pause = speak(script, user, "Slowly said")
    with pytest.raises(ThreadBusy, match="still working") as refusal:
        ask(user, "And this?", thread=run.thread)
    assert "this server" in refusal.value.hint
    with pytest.raises(AgentError, match="nothing to continue"):
        user.resume(run.thread, model=RULES)
    assert statuses(user, ask(user, "What is a foreign key?")) == ["done"]
    assert not run.done
    pause.go_on()
    done(run)
    assert [turn.text for turn in user.history(run.thread)] == ["Count"]
    assert user.history(run.thread)[0].answer == "Slowly said"


def test_what_is_refused_while_a_question_waits_changes_nothing(user):
    thread = three_turns(user)
    before = everything(user, thread)
    (asked,) = user.pending(thread)
    with pytest.raises(QuestionPending) as refusal:
        ask(user, "What is a foreign key?", thread=thread)
    assert "cancel" in refusal.value.hint
    with pytest.raises(InvalidReply):
        user.answer(thread, asked.question.id, Reply(option="z"), model=RULES)
    with pytest.raises(AgentError, match="still open"):
        user.ask_again(asked.question.id, model=RULES)
    with pytest.raises(AgentError, match="not finished"):
        user.fork(thread, 3)
    assert [t.id for t in user.threads()] == [thread]
    assert everything(user, thread) == before


def test_a_page_can_answer_as_soon_as_it_is_asked(user):
    """When the event arrives, the question can be answered: its run has let go of the thread."""
    run = start(user, QUIZ)
    for event in run.events():
        if isinstance(event, Asked):
            next_run = user.answer(run.thread, event.question.id, Reply(option="a"), model=RULES)
    assert outcome(next_run) == "waiting"


def test_cancel_leads_to_the_cancelled_end(agent, user):
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


def test_stop_keeps_what_was_said(agent, script, user):
    run, pause = speak(script, user, "One two three four")
    script.add(Says("Five"))
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


def test_stop_inside_the_quiz(agent, script, user):
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


def test_a_waiting_run_can_be_stopped(folder, script):
    agent = open_fake_agent(folder, script=script, workers=1)
    user = agent.for_user("local")
    first, pause = speak(script, user, "Slowly said")
    second = start(user, "And me")
    user.stop(second.thread)
    pause.go_on()
    assert outcome(second) == "stopped"
    assert user.history(second.thread)[0].entries == ()
    assert outcome(first) == "done"
    agent.close()


def test_closing_stops_what_goes_on(folder, script):
    """A server that is shut down keeps what was said, and what never began can be continued."""
    agent = open_fake_agent(folder, script=script, workers=1)
    user = agent.for_user("local")
    running, pause = speak(script, user, "One two three")
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


def test_a_failure_is_told_and_retried_where_it_stood(agent, script, user):
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


def test_a_failure_in_the_quiz_is_retried_inside_it(script, user):
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


def test_after_a_failure_a_new_message_works(agent, script, user):
    script.add(Says(calls=(SEARCH,)), Breaks(OVERLOADED))
    thread = ask(user, "What is a foreign key?", model=MODEL)
    ask(user, "When is the exam?", thread=thread)
    assert statuses(user, thread) == ["failed", "done"]
    assert said(agent, thread)[0] == ("human", "When is the exam?")
    assert checkpoints(agent, thread) == 1


def test_a_failure_can_be_given_up(agent, script, user):
    script.add(Says(calls=(SEARCH,)), Breaks(OVERLOADED))
    thread = ask(user, "What is a foreign key?", model=MODEL)
    user.stop(thread)
    assert statuses(user, thread) == ["stopped"]
    check_tool_results(messages(agent, thread))
    with pytest.raises(AgentError, match="nothing to continue"):
        user.resume(thread, model=RULES)
    assert checkpoints(agent, thread) == 1


def test_too_many_steps_are_a_sentence(folder):
    agent = open_fake_agent(folder, recursion_limit=2)
    user = agent.for_user("local")
    thread = ask(user, "What is a foreign key?")
    (turn,) = user.history(thread)
    assert turn.error is not None
    assert "more steps than allowed" in turn.error["message"]
    agent.close()


def test_a_ledger_that_cannot_be_written(agent, script, user):
    """No false success: the run says that it failed, and the turn can be continued."""
    run, pause = speak(script, user, "Slowly said")
    script.add(Says("Said at last"))
    agent.ledger.db.run("PRAGMA query_only = ON")
    pause.go_on()
    events = list(run.events())
    assert outcome(run) == "failed"
    assert any(isinstance(e, Failed) and "cannot be written" in e.message for e in events)

    agent.ledger.db.run("PRAGMA query_only = OFF")
    agent.ledger.db.run("update leases set expires = 0")
    agent._watch()
    assert user.thread(run.thread).status == "cut_off"
    done(user.resume(run.thread, model=MODEL))
    assert user.history(run.thread)[0].answer == "Said at last"


def test_a_stop_pressed_elsewhere_is_heard(agent, script, user):
    """Another process on the same folder leaves word; the heartbeat reads it."""
    run, pause = speak(script, user, "One two three four")
    agent.ledger.leases.ask_to_stop(run.id)
    agent._watch()
    pause.go_on()
    assert outcome(run) == "stopped"


def three_turns(user: UserAgent) -> str:
    """An answer, a fact of the guide, and a quiz that waits at its second question."""
    thread = ask(user, "What is a foreign key?")
    ask(user, "When is the exam?", thread=thread)
    ask(user, QUIZ, thread=thread)
    answer(user, thread, "a")
    return thread


@pytest.mark.parametrize("upto", [0, 2])
def test_a_fork_leaves_the_old_thread_alone(agent, user, upto):
    thread = three_turns(user)
    user.rate(thread, user.history(thread)[0].id, 1)
    before = (everything(user, thread), checkpoints(agent, thread))
    fork = user.fork(thread, upto)
    ask(user, "What is a foreign key?", thread=fork)
    ask(user, QUIZ, thread=fork)
    assert (everything(user, thread), checkpoints(agent, thread)) == before
    old = [(turn.text, turn.answer) for turn in user.history(thread)]
    new = [(turn.text, turn.answer) for turn in user.history(fork)]
    assert new[:upto] == old[:upto]
    assert len(new) == upto + 2
    assert not any(turn.rating for turn in user.history(fork))
    for option in ("b", "c"):
        answer(user, thread, option)
    assert user.ports.attempts.all("local")[0].score == 3
    assert user.thread(fork).status == "waiting"


def test_a_fork_remembers_what_was_said_and_the_subject(agent, script, user):
    """A failed turn in between leaves nothing, and takes nothing away."""
    script.add(Breaks(OVERLOADED))
    thread = ask(user, "What is a foreign key?")
    ask(user, "And then?", thread=thread, model=MODEL)
    ask(user, "When is the exam?", thread=thread)
    fork = user.fork(thread, 2)
    done(user.ask("tutor", fork, "When is the exam?", model=RULES))
    assert said(agent, fork)[:4] == said(agent, thread)[:4]
    assert "20 January" in user.history(fork)[2].answer


def test_the_model_can_change_between_question_and_answer(script, user):
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


def test_every_reader_gets_all_events_in_order(script, user):
    pause = Pause()
    script.add(Says(" ".join(str(n) for n in range(200)), pause=pause))
    run = start(user, "Count", model=MODEL)
    assert user.run(run.thread) is run
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
    assert user.run(run.thread) is done(run)
    whole = list(run.events())
    assert all(events == whole for events in seen)
    assert [event.number for event in whole] == list(range(1, len(whole) + 1))
    assert all(list(run.events(after)) == whole[after:] for after in range(len(whole) + 1))


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


def test_the_window_is_cut_between_turns(folder):
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


def test_a_turn_larger_than_the_window_stays_whole(script, user):
    script.add(Says(calls=(SEARCH,) * 12), Says(calls=(SEARCH,) * 12), Says("A reference."))
    thread = ask(user, "What is a foreign key?", model=MODEL)
    script.add(Says("You are welcome."))
    ask(user, "Thanks", thread=thread, model=MODEL)
    *before, _question = script.chats[-1].messages
    assert len(before) == 28 > WINDOW_MESSAGES
    check_tool_results(before)


def test_a_deletion_can_be_undone(user):
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


def test_deleting_stops_the_run(script, user):
    run, pause = speak(script, user, "One two three")
    user.delete(run.thread)
    pause.go_on()
    assert outcome(run) == "stopped"


def test_a_purge_leaves_digests_only(agent, user):
    other, recently = ask(user, "What is a foreign key?"), three_turns(user)
    thread = ask(user, "What is a foreign key, said the zzyzx?")
    setup = {"topic": "zzyzx normalisation", "num_questions": 9}
    inputs = {"asignatura": "databases", "quiz_setup": setup}
    done(user.ask("tutor", thread, "Quiz me", model=RULES, **inputs))
    answer(user, thread, "a")
    (asked,) = user.pending(thread)
    holding = {name for name, text in contents(agent).items() if "zzyzx" in text}
    assert holding >= {"threads", "turns", "questions", "entries", "steps", "checkpoints"}
    user.delete(recently)
    user.delete(thread)
    long_ago = (datetime.now(UTC) - timedelta(hours=25)).isoformat()
    agent.ledger.db.run("update threads set deleted = ? where id = ?", long_ago, thread)
    agent._watch()

    assert not [name for name, text in contents(agent).items() if "zzyzx" in text]
    assert user.history(other)[0].answer
    user.restore(recently)
    assert checkpoints(agent, thread) == 0
    rows = agent.ledger.db.all(
        "select q.payload, q.digest as asked, d.reply, d.digest as decided, d.who, d.at"
        " from questions q join decisions d on d.question = q.id where q.thread = ?",
        thread,
    )
    assert [(row["payload"], row["reply"], row["who"]) for row in rows] == [("{}", "{}", "local")]
    assert rows[0]["decided"] == rows[0]["asked"]
    assert rows[0]["at"]
    for gone in (user.thread, user.history, user.restore):
        with pytest.raises(NotFound):
            gone(thread)
    with pytest.raises(NotFound):
        user.answer(thread, asked.question.id, Reply(option="a"), model=RULES)


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


def test_an_expired_question_can_be_asked_again(agent, user):
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
def held(user, folder, zygotes):
    """A thread on which another process is at work, and that process."""
    thread = ask(user, "Hello")
    return thread, Elsewhere(zygotes[0], folder, thread)


def test_a_living_process_keeps_its_thread_and_is_followed(agent, user, held):
    thread, elsewhere = held
    run = user.run(thread)
    assert isinstance(run, FollowedRun)
    assert not run.done
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
    assert outcome(run) == "done"
    assert user.history(thread)[-1].answer == "Wait for it: done."
    ask(user, "And me?", thread=thread)
    assert statuses(user, thread) == ["done", "done", "done"]


def test_a_dead_process_is_known_to_be_dead(agent, user, held):
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


def test_a_failure_is_told_in_the_language_of_the_message(user, script):
    script.add(Breaks(provider_error("timeout", "Acme")))
    thread = ask(user, "¿Qué es una clave foránea y para qué sirve?", model=MODEL)
    (turn,) = user.history(thread)
    assert turn.error
    assert turn.error["message"].startswith("Acme no ")


def test_a_run_that_breaks_off_does_not_keep_its_readers_waiting():
    def break_off(_run: Run) -> None:
        raise RuntimeError

    runs = Runs(workers=1, watch=lambda: None, every=60)
    run = runs.start(Run("run", "thread", "turn"), break_off)
    assert run.wait(5)
    assert [event.outcome for event in run.events() if isinstance(event, Done)] == ["failed"]
    runs.close()
