"""One decision per question, whoever clicks how often; and nobody sees what is not theirs."""

import inspect
import json
import re
import threading
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest

from agent.engine.runs import Run
from agent.errors import AgentError, AlreadyAnswered, NotFound
from agent.facade import GraphAgent, UserAgent
from agent.questions import Choice, Option, Reply
from agent.store import Ledger
from tests.core.talk import QUIZ, ask, done, waiting_id
from tests.fakes import RULES

WHO_AND_WHEN = re.compile(r"^This was already answered by (\S+) at \d\d:\d\d:\d\d UTC\.$")


def decisions(agent: GraphAgent) -> list[tuple[str, str]]:
    rows = agent.ledger.db.all("select question, reply from decisions order by rowid")
    return [(row["question"], row["reply"]) for row in rows]


def test_two_processes_contradict_each_other(folder, zygotes):
    ledger = Ledger(folder)
    thread = ledger.threads.create("local", "tutor", title="Race")
    turn = ledger.turns.append(thread, "Race", inputs={}, model="none")
    questions = [f"question-{number}" for number in range(20)]
    for name in questions:
        options = (Option("a", "A"), Option("b", "B"))
        question = Choice(id=name, workflow="tutor", step="s", title=name, options=options)
        ledger.questions.put(question, thread=thread, turn=turn, interrupt=name)
    for place, zygote in enumerate(zygotes):
        names = [f"{place}-{number}" for number in range(20)]
        zygote.begin("answers", folder=str(folder), questions=questions, names=names)
    for zygote in zygotes:
        zygote.hear()
    for zygote in zygotes:
        zygote.tell({"go": True})
    both = zip(*(zygote.end()["rounds"] for zygote in zygotes), strict=True)
    for name, (ours, theirs) in zip(questions, both, strict=True):
        decided = ledger.questions.get(name)
        assert ours["won"] + theirs["won"] == [decided.who]
        assert decided.reply == Reply(option=decided.who)
        told = [WHO_AND_WHEN.match(message)[1] for message in ours["told"] + theirs["told"]]
        assert told == [decided.who] * 39
    ledger.close()


def test_forty_clicks_move_the_quiz_once(agent, user):
    thread = ask(user, QUIZ)
    question = waiting_id(user, thread)
    start = threading.Barrier(40)

    def click(option: str) -> Run | str:
        start.wait()
        try:
            return user.answer(thread, question, Reply(option=option), model=RULES)
        except AlreadyAnswered as error:
            return error.message

    with ThreadPoolExecutor(40) as crowd:
        results = list(crowd.map(click, "abcd" * 10))
    won = [result for result in results if isinstance(result, Run)]
    told = [result for result in results if isinstance(result, str)]
    (run,) = won
    done(run)
    assert {WHO_AND_WHEN.match(message)[1] for message in told} == {"you"}  # type: ignore[index]
    assert len(told) == 39
    assert len(decisions(agent)) == 1
    (next_one,) = user.pending(thread)
    assert next_one.question.title == "Question 2 of 3"


def test_a_stale_card_does_nothing(agent, user):
    """A card of an earlier question, in another tab: refused, whatever is pressed on it."""
    thread = ask(user, QUIZ)
    stale = waiting_id(user, thread)
    done(user.answer(thread, stale, Reply(option="a"), model=RULES))
    before = (decisions(agent), user.history(thread), user.pending(thread))
    with pytest.raises(AlreadyAnswered, match="answered by you"):
        user.answer(thread, stale, Reply(option="b"), model=RULES)
    for act in (user.cancel, user.ask_again):
        with pytest.raises(AlreadyAnswered):
            act(stale, model=RULES)
    assert (decisions(agent), user.history(thread), user.pending(thread)) == before


def test_an_answer_after_a_cancel_comes_too_late(agent, user):
    thread = ask(user, QUIZ)
    question = waiting_id(user, thread)
    done(user.cancel(question, model=RULES))
    with pytest.raises(AlreadyAnswered, match="cancelled by you at"):
        user.answer(thread, question, Reply(option="a"), model=RULES)
    assert len(decisions(agent)) == 1
    assert user.thread(thread).status == "done"


def test_a_question_is_answered_in_its_own_thread_only(agent, user):
    one, other = ask(user, QUIZ), ask(user, QUIZ)
    with pytest.raises(NotFound):
        user.answer(one, waiting_id(user, other), Reply(option="a"), model=RULES)
    assert decisions(agent) == []
    assert user.thread(one).status == user.thread(other).status == "waiting"


def test_a_reply_cannot_decide_without_an_answer(agent, user):
    """Who sends an option with `cancelled` or `expired` set has answered, and nothing else."""
    thread = ask(user, QUIZ)
    reply = Reply(option="b", cancelled=True, expired=True)
    done(user.answer(thread, waiting_id(user, thread), reply, model=RULES))
    (asked,) = user.pending(thread)
    assert asked.question.title == "Question 2 of 3"
    ((_, stored),) = decisions(agent)
    kept = json.loads(stored)
    assert (kept["cancelled"], kept["expired"]) == (False, False)


THREAD, TURN, QUESTION = "thread", "turn", "question"

Act = Callable[[UserAgent, dict[str, str]], Any]

ACTS: dict[str, Act] = {
    "ask": lambda u, ids: u.ask("tutor", ids[THREAD], "Hello", model=RULES),
    "answer": lambda u, ids: u.answer(ids[THREAD], ids[QUESTION], Reply(option="a"), model=RULES),
    "cancel": lambda u, ids: u.cancel(ids[QUESTION], model=RULES),
    "ask_again": lambda u, ids: u.ask_again(ids[QUESTION], model=RULES),
    "resume": lambda u, ids: u.resume(ids[THREAD], model=RULES),
    "run": lambda u, ids: u.run(ids[THREAD]),
    "stop": lambda u, ids: u.stop(ids[THREAD]),
    "history": lambda u, ids: u.history(ids[THREAD]),
    "turn": lambda u, ids: u.turn(ids[TURN]),
    "question": lambda u, ids: u.question(ids[QUESTION]),
    "thread": lambda u, ids: u.thread(ids[THREAD]),
    "state": lambda u, ids: u.state(ids[THREAD]),
    "steps": lambda u, ids: u.steps(ids[THREAD]),
    "recommendations": lambda u, ids: u.recommendations(ids[THREAD]),
    "export": lambda u, ids: u.export(ids[THREAD], "md"),
    "fork": lambda u, ids: u.fork(ids[THREAD], 1),
    "update": lambda u, ids: u.update(ids[THREAD], title="Mine now"),
    "delete": lambda u, ids: u.delete(ids[THREAD]),
    "restore": lambda u, ids: u.restore(ids[THREAD]),
    "was_resumed": lambda u, ids: u.was_resumed(ids[THREAD]),
    "rate": lambda u, ids: u.rate(ids[THREAD], ids[TURN], 1),
}
LISTS = {"pending", "count_waiting", "threads", "named", "journal"}
OF_NOBODY = {"choose_workflow", "drawing", "subject_with_answer", "welcome"}


def ids_of(user: UserAgent, thread: str) -> dict[str, str]:
    return {
        THREAD: thread,
        TURN: user.history(thread)[0].id,
        QUESTION: waiting_id(user, thread),
    }


NOWHERE = {THREAD: "no-thread", TURN: "no-turn", QUESTION: "no-question"}


def test_every_method_is_tried_by_a_stranger():
    """A new method of the facade must come with its line in the table above."""
    methods = {name for name, _ in inspect.getmembers(UserAgent, inspect.isfunction)}
    public = {name for name in methods if not name.startswith("_")}
    assert public == ACTS.keys() | LISTS | OF_NOBODY


@pytest.mark.parametrize("name", ACTS)
def test_a_stranger_is_told_that_it_does_not_exist(agent, user, name):
    thread = ask(user, QUIZ)
    before = user.export(thread, "json")
    stranger = agent.for_user("stranger")
    with pytest.raises(NotFound) as of_theirs:
        ACTS[name](stranger, ids_of(user, thread))
    with pytest.raises(NotFound) as of_nothing:
        ACTS[name](stranger, NOWHERE)
    assert str(of_theirs.value) == str(of_nothing.value)
    assert of_theirs.value.hint == of_nothing.value.hint
    assert user.export(thread, "json") == before


def test_lists_hold_ones_own(agent, user):
    thread = ask(user, QUIZ)
    stranger = agent.for_user("stranger")
    assert stranger.threads() == stranger.threads(search="quiz") == []
    assert stranger.pending() == stranger.pending(thread) == []
    assert stranger.count_waiting() == 0


def test_a_turn_of_another_thread_is_refused(agent, user):
    theirs = user.history(ask(user, QUIZ))[0].id
    stranger = agent.for_user("stranger")
    own = ask(stranger, QUIZ)
    with pytest.raises(NotFound):
        stranger.steps(own, theirs)
    with pytest.raises(NotFound):
        stranger.rate(own, theirs, 1)


def test_an_unknown_workflow_is_not_found(user):
    for act in (lambda: user.ask("x", None, "Hi", model=RULES), lambda: user.drawing("x")):
        with pytest.raises(NotFound):
            act()


def test_another_workflows_input_is_refused(user):
    with pytest.raises(AgentError, match="takes no input scores"):
        user.ask("tutor", None, "Hello", model=RULES, scores=[True])
    assert user.threads() == []
