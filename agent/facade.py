"""The facade: what pages, routes and the terminal call."""

from dataclasses import asdict, replace
from functools import partial
from typing import Any, Literal

from agent.engine.executor import Executor
from agent.engine.recorder import cut
from agent.engine.runs import FollowedRun, Run, ended_run
from agent.engine.workflow import Recommendation, Welcome, find_workflow, known_workflows
from agent.errors import AgentError, Expired, NotFound, QuestionPending, ThreadBusy
from agent.events import Plain
from agent.exchange import conversations as export
from agent.intents import Guess
from agent.intents.subjects import subject_named, subject_with_answer
from agent.intents.workflow import Unreported, choose_workflow
from agent.ports import ModelChoice
from agent.questions import Reply, check, to_json
from agent.store.names import RequestKey, StartedRun
from agent.store.records import Asked as AskedRow
from agent.store.records import StepRow, Thread, Turn
from agent.store.threads import PAGE, Place


class GraphAgent(Executor):
    """The one object that pages, routes and the terminal call; each user sees their part of it."""

    def for_user(self, user: str) -> "UserAgent":
        return UserAgent(self, user)


class UserAgent:
    """The facade for one user, who sees nothing of other users."""

    def __init__(self, agent: Executor, user: str) -> None:
        self._agent = agent
        self._ledger = agent.ledger
        self._flow = agent.flow
        self.user = user
        self.ports = agent.ports
        self.models = agent.models

    # Start and continue

    def ask(
        self,
        workflow: str,
        thread: str | None,
        text: str,
        *,
        model: ModelChoice,
        named: str = "",
        key: RequestKey | None = None,
        **inputs: Any,
    ) -> Run:
        """A new turn. Without a thread a new one is made; `run.thread` names it.

        A client may give a name of its own in the place of a thread: it leads to the same thread
        until that is deleted. A request repeated with its `key` returns the run of the first time.
        Raises KeyReused, QuestionPending, ThreadBusy, OutcomeUnknown, NotFound; then
        nothing has changed.
        """
        definition = find_workflow(workflow)
        if unknown := inputs.keys() - set(definition.inputs):
            raise AgentError(f"{definition.title} takes no input {min(unknown)}.")
        if not text.strip():
            raise AgentError("There is nothing to send.", hint="Write a message first.")
        with self._ledger.transaction():
            if key and (before := self._ledger.names.find_run(self.user, key)):
                return self._repeat_of(before)
            thread = self._open(workflow, thread, named=named, title=text)
            turn = self._ledger.turns.append(thread, text, inputs=inputs, model=model.provider)
            run = self._agent.admit(thread, turn, kind="ask", model=model.provider)
            if key:
                self._ledger.names.put_request(self.user, key, StartedRun(turn, run))
        return self._agent.launch(
            run, definition, self._ledger.turns.get(turn), model=model, is_new=True
        )

    def answer(self, thread: str, question_id: str, reply: Reply, *, model: ModelChoice) -> Run:
        """Decide a question and continue its run.

        Raises InvalidReply (the question stays open) or AlreadyAnswered.
        """
        asked = self.question(question_id, thread)
        if asked.question.is_expired:
            raise Expired("This question has expired.", hint="Ask it again, or cancel.")
        # Only `cancel` and `ask_again` make replies that decide without an answer.
        answer = replace(check(asked.question, reply), cancelled=False, expired=False)
        return self._decide(asked, answer, model=model)

    def cancel(self, question_id: str, *, model: ModelChoice) -> Run:
        """Resume the flow to its cancelled end."""
        asked = self.question(question_id)
        return self._decide(asked, Reply(cancelled=True), model=model)

    def ask_again(self, question_id: str, *, model: ModelChoice) -> Run:
        """Let the flow draft an expired question again."""
        asked = self.question(question_id)
        if not asked.question.is_expired:
            raise AgentError("This question is still open.", hint="Answer it, or cancel.")
        return self._decide(asked, Reply(expired=True), model=model)

    def resume(self, thread: str, *, model: ModelChoice) -> Run:
        """Continue a turn that a crash cut off, or retry one that failed, from its last step."""
        with self._ledger.transaction():
            found = self._thread(thread)
            turn = self._ledger.turns.last(thread)
            if turn is None or turn.status not in ("cut_off", "failed"):
                raise AgentError("There is nothing to continue here.", hint="Reload the page.")
            run = self._agent.admit(thread, turn.id, kind="resume", model=model.provider)
        return self._agent.launch(run, find_workflow(found.workflow), turn, model=model)

    def run(self, thread: str) -> Run | None:
        """The live run of a thread, to attach to; also shortly after its end."""
        self._ledger.threads.get(self.user, thread)
        if elsewhere := self._ledger.leases.held_elsewhere(thread):
            turn = self._ledger.turns.last(thread)
            return self._followed(elsewhere, thread, turn.id if turn else "")
        return self._agent.runs.find(thread)

    def stop(self, thread: str) -> None:
        """End the run at the next token or node; dismiss a turn that was cut off or failed."""
        found = self._ledger.threads.get(self.user, thread)
        if not self._stop_run(thread) and found.status in ("cut_off", "failed"):
            self._must_know_outcome(thread)
            self._agent.dismiss(found)

    def _stop_run(self, thread: str) -> bool:
        """Ask a live run to end; False if there is none."""
        run = self._agent.runs.find(thread)
        elsewhere = self._ledger.leases.held_elsewhere(thread)
        if elsewhere is not None:
            self._ledger.leases.ask_to_stop(elsewhere)
        elif run is not None and not run.done:
            run.stop()
        else:
            return False
        return True

    # Read

    def welcome(self, workflow: str, **inputs: Any) -> Welcome:
        """Starter messages and placeholder for a page with these inputs."""
        definition = find_workflow(workflow)
        return definition.welcome(self.ports, self.user, inputs) or Welcome(
            definition.starters, definition.placeholder
        )

    def choose_workflow(self, text: str, *, model: ModelChoice) -> Guess:
        """Rank the workflows for a message, the likeliest first. May call the model."""
        known = {name: f"{each.title}. {each.summary}" for name, each in known_workflows().items()}
        try:
            llm = self._agent.open_llm(model, Unreported())
        except AgentError:
            llm = self._agent.open_llm(ModelChoice(), Unreported())
        return choose_workflow(text, known, llm=llm, intents=self.ports.intents)

    def subject_with_answer(self, text: str) -> str:
        """The subject whose documents answer a question best; empty where none does plainly."""
        return subject_with_answer(text, self.ports, self.user)

    def subject_named(self, text: str) -> str:
        """The subject that a message names; empty where it names none."""
        return subject_named(text, self.ports, self.user)

    def pending(self, thread: str | None = None) -> list[AskedRow]:
        """Open questions, oldest first; of all threads when none is named."""
        return self._ledger.questions.pending(owner=self.user, thread=thread)

    def count_waiting(self) -> int:
        """The number of open questions."""
        return self._ledger.questions.count_pending(owner=self.user)

    def question(self, question_id: str, thread: str | None = None) -> AskedRow:
        """An open question. Raises NotFound or AlreadyAnswered."""
        asked = self._ledger.questions.get(question_id)
        if thread not in (None, asked.thread) or not self._ledger.threads.has(
            self.user, asked.thread
        ):
            raise NotFound("This question does not exist here.", hint="Reload the page.")
        self._thread(asked.thread)
        if asked.status != "pending":
            raise self._ledger.questions.too_late(question_id)
        return asked

    def history(
        self, thread: str, before: int | None = None, limit: int = 20, *, after: int = 0
    ) -> list[Turn]:
        """The last `limit` turns numbered above `after` and below `before`, oldest first.

        A turn is two messages: the user's and the answer.
        """
        self._ledger.threads.get(self.user, thread)
        turns = self._ledger.turns.page(thread, before=before, limit=limit, after=after)
        return [self._revised(turn) for turn in turns]

    def turn(self, turn: str) -> Turn:
        return self._revised(self._turn(turn))

    def thread(self, thread: str) -> Thread:
        return self._ledger.threads.get(self.user, thread)

    def named(self, name: str) -> Thread | None:
        """The thread that a client of this user calls by this name."""
        thread = self._ledger.names.thread(self.user, name)
        return self.thread(thread) if thread else None

    def threads(
        self,
        workflow: str | None = None,
        search: str | None = None,
        *,
        limit: int = PAGE,
        after: Place | None = None,
    ) -> list[Thread]:
        """The newest first, the pinned before all; `after` is the place of the last one seen."""
        return self._ledger.threads.all(
            self.user, workflow=workflow, search=search, limit=limit, after=after
        )

    def state(self, thread: str) -> Plain:
        """The keys that the workflow shows, with their current values cut at 2 KB."""
        found = self._ledger.threads.get(self.user, thread)
        values = self._flow.values(found.workflow, thread)
        shown = find_workflow(found.workflow).shown
        return {key: cut(values[key]) for key in shown if values.get(key) not in (None, [], "")}

    def steps(self, thread: str, turn: str | None = None) -> list[StepRow]:
        """The steps of a turn, of the last one when none is named."""
        self._ledger.threads.get(self.user, thread)
        if turn is None:
            last = self._ledger.turns.last(thread)
            return self._ledger.turns.steps(last.id) if last else []
        return self._ledger.turns.steps(self._turn(turn, thread).id)

    def was_resumed(self, thread: str) -> bool:
        """Tell whether the last turn was continued after it was cut off or had failed."""
        self._ledger.threads.get(self.user, thread)
        last = self._ledger.turns.last(thread)
        return last is not None and self._ledger.leases.was_resumed(last.id)

    def drawing(self, workflow: str) -> str:
        """The graph as a mermaid chart, subgraphs unfolded, in our own node names."""
        return self._flow.graph(find_workflow(workflow).name).get_graph(xray=True).draw_mermaid()

    def recommendations(self, thread: str) -> list[Recommendation]:
        """Next steps after the last turn, each id once; nothing while it runs or waits."""
        found = self._ledger.threads.get(self.user, thread)
        turn = self._ledger.turns.last(thread)
        if turn is None or turn.status in ("running", "waiting", "cut_off"):
            return []
        offered = find_workflow(found.workflow).recommend(self._revised(turn))
        return list({each.id: each for each in offered}.values())

    def export(self, thread: str, kind: Literal["md", "html", "json"]) -> str:
        """The whole conversation with its questions, decisions and citations."""
        found = self._ledger.threads.get(self.user, thread)
        return export.render(found, self.history(thread, limit=1 << 30), kind)

    # Manage threads

    def fork(self, thread: str, turn: int) -> str:
        """A new thread with the first `turn` turns; the old one stays as it is.

        Only finished turns can be copied: raises AgentError for one that is not.
        """
        found = self._ledger.threads.get(self.user, thread)
        last = self._ledger.turns.last(thread)
        if last is not None and last.n <= turn and last.status not in ("done", "stopped"):
            raise AgentError("This turn is not finished yet.", hint="Finish or stop it, then fork.")
        with self._ledger.transaction():
            new = self._ledger.threads.create(self.user, found.workflow, title=found.title)
            carry = self._ledger.turns.copy(thread, new, upto=turn)
            self._ledger.threads.set_carry(new, carry)
            if copied := self._ledger.turns.last(new):
                self._ledger.threads.set_status(new, copied.status)
        return new

    def update(self, thread: str, *, title: str | None = None, pinned: bool | None = None) -> None:
        self._ledger.threads.get(self.user, thread)
        if title is not None:
            self._ledger.threads.rename(thread, title)
        if pinned is not None:
            self._ledger.threads.pin(thread, pinned)

    def delete(self, thread: str) -> None:
        """Stop, withdraw the question, hide. Texts are purged after 24 hours.

        Raises OutcomeUnknown while the thread has an effect of unknown outcome.
        """
        self._must_know_outcome(self._ledger.threads.get(self.user, thread).id)
        self._stop_run(thread)
        with self._ledger.transaction():
            self._ledger.questions.withdraw(thread)
            self._ledger.threads.delete(thread)

    def restore(self, thread: str) -> None:
        """Undo a deletion, with the question that was open."""
        self._ledger.threads.get(self.user, thread)
        with self._ledger.transaction():
            self._ledger.questions.reopen(thread)
            self._ledger.threads.restore(thread)

    def journal(
        self, thread: str = "", containing: str = "", *, workflow: str | None = None
    ) -> list[Plain]:
        """Decisions and effects of this user's conversations, the newest first."""
        mine = {found.id for found in self._ledger.threads.all(self.user, workflow=workflow)}
        entries = self._ledger.chain.entries(thread=thread, containing=containing)
        return [entry for entry in entries if entry["thread"] in mine]

    def rate(self, thread: str, turn: str, value: int | None, reason: str = "") -> None:
        """1 or -1 with a reason; None takes it back."""
        self._ledger.threads.get(self.user, thread)
        self._ledger.turns.rate(self._turn(turn, thread).id, value, reason)

    # Private

    def _open(self, workflow: str, thread: str | None, *, named: str, title: str) -> str:
        """Find or create the thread for a new turn."""
        if thread is None and named:
            thread = self._ledger.names.thread(self.user, named)
        if thread is not None:
            self._must_be_free(self._thread(thread, workflow))
            return thread
        thread = self._ledger.threads.create(self.user, workflow, title=title)
        if named:
            self._ledger.names.put(self.user, named, thread=thread)
        return thread

    def _repeat_of(self, before: StartedRun) -> Run:
        """The run that a repeated request started, to follow it or to read how it ended."""
        turn = self._turn(before.turn)
        run = self._agent.runs.find(turn.thread)
        if run is not None and run.id == before.run:
            return run
        if self._ledger.leases.status(before.run) == "running":
            # In another process, or about to be launched in this one.
            return self._followed(before.run, turn.thread, turn.id)
        return ended_run(before.run, turn.thread, turn.id, status=turn.status, seconds=turn.seconds)

    def _followed(self, run: str, thread: str, turn: str) -> Run:
        status = partial(self._ledger.leases.status, run)
        return self._agent.runs.follow(FollowedRun(run, thread, turn, status=status))

    def _thread(self, thread: str, workflow: str | None = None) -> Thread:
        found = self._ledger.threads.get(self.user, thread)
        if workflow is not None and found.workflow != workflow:
            raise NotFound(
                "This conversation belongs to another page.", hint="Open it from its own page."
            )
        if found.deleted:
            raise NotFound("This conversation was deleted.", hint="Undo, or start a new one.")
        return found

    def _revised(self, turn: Turn) -> Turn:
        workflow = known_workflows().get(turn.workflow)
        return workflow.revise(turn, self.ports) if workflow else turn

    def _turn(self, turn: str, thread: str | None = None) -> Turn:
        found = self._ledger.turns.get(turn)
        if thread not in (None, found.thread) or not self._ledger.threads.has(
            self.user, found.thread
        ):
            raise NotFound("That turn does not exist here.", hint="Reload the page.")
        return found

    def _must_know_outcome(self, thread: str) -> None:
        if error := self._agent.recovery.unknown_outcome(thread):
            raise error

    def _must_be_free(self, thread: Thread) -> None:
        if thread.status == "waiting":
            raise QuestionPending(
                "This conversation waits for your answer.",
                hint="Answer the question above, or cancel it, then write.",
            )
        if thread.status == "cut_off":
            raise ThreadBusy(
                "The last turn was cut off.", hint="Continue or dismiss it, then write."
            )
        if thread.status == "failed":
            self._must_know_outcome(thread.id)

    def _decide(self, asked: AskedRow, reply: Reply, *, model: ModelChoice) -> Run:
        status: Literal["answered", "cancelled"] = "cancelled" if reply.cancelled else "answered"
        with self._ledger.transaction():
            self._ledger.questions.decide(asked, reply, who=self.user, status=status)
            decided = self._ledger.questions.get(asked.question.id)
            record = {"status": status, "who": decided.who, "at": decided.at}
            self._ledger.turns.put_entry(
                asked.turn,
                f"question:{asked.question.id}",
                kind="question",
                data={**to_json(asked.question), "reply": asdict(reply), **record},
            )
            run = self._agent.admit(asked.thread, asked.turn, kind="answer", model=model.provider)
        workflow = find_workflow(self._ledger.threads.workflow(asked.thread))
        return self._agent.launch(run, workflow, self._ledger.turns.get(asked.turn), model=model)
