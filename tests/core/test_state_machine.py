"""Whatever a user does, in whatever order: nothing acknowledged is lost, nothing is stuck."""

import tempfile
from collections import Counter
from pathlib import Path

import pytest
from hypothesis import HealthCheck, Phase, settings
from hypothesis import strategies as st
from hypothesis.stateful import (
    Bundle,
    RuleBasedStateMachine,
    invariant,
    multiple,
    precondition,
    rule,
)
from langchain_core.messages import AIMessage

from agent.adapters.llm.embedded import EmbeddedLlm
from agent.engine.runs import Run
from agent.errors import AgentError, AlreadyAnswered, InvalidReply, NotFound, ProviderError
from agent.events import Token
from agent.facade import GraphAgent, UserAgent
from agent.ports import Llm, ModelChoice, Reporter
from agent.questions import Reply
from agent.steps import Chat
from tests.conftest import MEMORY
from tests.fakes import MODEL, RULES, open_fake_agent

TEXTS = (
    "Give me a quiz of 2 questions on normalisation",
    "Give me a quiz of 9 questions on foreign keys",
    "What is a foreign key?",
    "Hello",
)
OPTIONS = ("a", "b", "skip", "end", "yes", "no")


class Failing(EmbeddedLlm):
    """Says a word, then fails."""

    is_model = True
    label = "Failing"

    def reply(self, chat: Chat) -> AIMessage:
        self._report.emit(Token("Well"))
        raise ProviderError("Out of order.", problem="unavailable", retryable=True)


def rules_or_failing(choice: ModelChoice, report: Reporter) -> Llm:
    return EmbeddedLlm(report) if choice == RULES else Failing(report)


class Conversations(RuleBasedStateMachine):
    """Some threads, one user, one data folder, and what the user was told is accepted."""

    threads = Bundle("threads")

    def __init__(self) -> None:
        super().__init__()
        where = MEMORY if MEMORY.is_dir() else None
        self._folder = tempfile.TemporaryDirectory(dir=where)
        self.agent: GraphAgent = self._open()
        self.messages: dict[str, list[str]] = {}
        self.decided: list[str] = []
        self.deleted: set[str] = set()

    def _open(self) -> GraphAgent:
        return open_fake_agent(Path(self._folder.name), llm=rules_or_failing, workers=2)

    def teardown(self) -> None:
        self.agent.close()
        self._folder.cleanup()

    @property
    def user(self) -> UserAgent:
        return self.agent.for_user("local")

    def status(self, thread: str) -> str:
        return "deleted" if thread in self.deleted else self.user.thread(thread).status

    def done(self, run: Run) -> None:
        assert run.wait(10)

    # What a user does

    @rule(target=threads, text=st.sampled_from(TEXTS))
    def begin(self, text: str) -> str:
        run = self.user.ask("tutor", None, text, model=RULES, asignatura="databases")
        self.done(run)
        self.messages[run.thread] = [text]
        return run.thread

    @rule(thread=threads, text=st.sampled_from(TEXTS), model=st.sampled_from((RULES, MODEL)))
    def ask(self, thread: str, text: str, model: ModelChoice) -> None:
        status = self.status(thread)
        if status in ("waiting", "cut_off", "deleted"):
            with pytest.raises(AgentError):
                self.user.ask("tutor", thread, text, model=model)
            return
        self.done(self.user.ask("tutor", thread, text, model=model, asignatura="databases"))
        self.messages[thread].append(text)

    @rule(thread=threads, option=st.sampled_from(OPTIONS), clicks=st.integers(1, 2))
    def answer(self, thread: str, option: str, clicks: int) -> None:
        for asked in self.user.pending(thread):
            question = asked.question.id
            try:
                run = self.user.answer(thread, question, Reply(option=option), model=RULES)
            except InvalidReply:
                return
            self.decided.append(question)
            self.done(run)
            if clicks == 2:
                with pytest.raises(AlreadyAnswered):
                    self.user.answer(thread, question, Reply(option=option), model=RULES)

    @rule(thread=threads)
    def cancel(self, thread: str) -> None:
        for asked in self.user.pending(thread):
            self.done(self.user.cancel(asked.question.id, model=RULES))
            self.decided.append(asked.question.id)

    @precondition(lambda self: self.decided)
    @rule(data=st.data(), option=st.sampled_from(OPTIONS))
    def press_a_stale_card(self, data: st.DataObject, option: str) -> None:
        question = data.draw(st.sampled_from(self.decided))
        thread = self.agent.ledger.questions.get(question).thread
        expected = NotFound if thread in self.deleted else AlreadyAnswered
        with pytest.raises(expected):
            self.user.answer(thread, question, Reply(option=option), model=RULES)
        with pytest.raises(expected):
            self.user.cancel(question, model=RULES)

    @rule(thread=threads, model=st.sampled_from((RULES, MODEL)))
    def resume(self, thread: str, model: ModelChoice) -> None:
        if self.status(thread) in ("cut_off", "failed"):
            self.done(self.user.resume(thread, model=model))
            return
        with pytest.raises(AgentError):
            self.user.resume(thread, model=model)

    @rule(thread=threads)
    def stop(self, thread: str) -> None:
        self.user.stop(thread)

    @rule(target=threads, thread=threads, upto=st.integers(0, 4))
    def fork(self, thread: str, upto: int) -> object:
        last = self.user.history(thread)[-1] if self.messages[thread] else None
        if last and last.n <= upto and last.status not in ("done", "stopped"):
            with pytest.raises(AgentError):
                self.user.fork(thread, upto)
            return multiple()
        fork = self.user.fork(thread, upto)
        self.messages[fork] = self.messages[thread][:upto]
        return fork

    @rule(thread=threads)
    def delete(self, thread: str) -> None:
        self.user.delete(thread)
        self.deleted.add(thread)

    @rule(thread=threads)
    def restore(self, thread: str) -> None:
        self.user.restore(thread)
        self.deleted.discard(thread)

    # What happens to a process

    @rule()
    def reopen(self) -> None:
        self.agent.close()
        self.agent = self._open()

    @rule(thread=threads, text=st.sampled_from(TEXTS))
    def die_after_admission(self, thread: str, text: str) -> None:
        """The turn is in the ledger, and that was all."""
        if self.status(thread) in ("waiting", "cut_off", "deleted"):
            return
        ledger = self.agent.ledger
        with ledger.transaction():
            inputs = {"asignatura": "databases"}
            turn = ledger.turns.append(thread, text, inputs=inputs, model="none")
            ledger.leases.begin(thread, turn, kind="ask", model="none")
        self.messages[thread].append(text)
        self.reopen()

    @rule(thread=threads)
    def die_after_a_decision(self, thread: str) -> None:
        """The answer is in the ledger, and the graph never heard of it."""
        for asked in self.user.pending(thread):
            option = asked.question.options[0].id  # type: ignore[union-attr]
            ledger = self.agent.ledger
            with ledger.transaction():
                ledger.questions.decide(asked, Reply(option=option), who="local")
                ledger.leases.begin(thread, asked.turn, kind="answer", model="none")
            self.decided.append(asked.question.id)
            self.reopen()

    # What holds after each of them

    @invariant()
    def every_message_stands_once(self) -> None:
        for thread, texts in self.messages.items():
            assert [turn.text for turn in self.user.history(thread, limit=99)] == texts

    @invariant()
    def every_question_has_one_decision(self) -> None:
        rows = self.agent.ledger.db.all("select question from decisions")
        assert Counter(row["question"] for row in rows) == Counter(self.decided)

    @invariant()
    def nothing_runs_when_nobody_works(self) -> None:
        ledger = self.agent.ledger
        assert ledger.db.all("select * from leases") == []
        assert ledger.db.all("select * from runs where status = 'running'") == []
        assert ledger.db.all("select * from threads where status = 'running'") == []
        assert ledger.db.all("select * from turns where status = 'running'") == []

    @invariant()
    def a_thread_waits_when_it_has_a_question(self) -> None:
        for thread in self.messages:
            waits = self.user.thread(thread).status == "waiting"
            count = int(waits and thread not in self.deleted)
            assert len(self.user.pending(thread)) == count

    @invariant()
    def a_thread_stands_where_its_last_turn_stands(self) -> None:
        for thread in self.messages:
            turns = self.user.history(thread, limit=99)
            over = {turn.status for turn in turns[:-1]}
            assert over <= {"done", "stopped", "failed"}
            assert not turns or self.user.thread(thread).status == turns[-1].status


Conversations.TestCase.settings = settings(
    max_examples=12,
    stateful_step_count=25,
    deadline=None,
    derandomize=True,
    phases=(Phase.explicit, Phase.generate),  # to shrink a failure would take minutes
    suppress_health_check=list(HealthCheck),
)
TestConversations = Conversations.TestCase
