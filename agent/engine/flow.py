"""Moves a turn through its graph: begin, pause, resume, finish, halt.

LangGraph keeps the position; the ledger keeps what was decided, and wins where the
two differ. The process can die between any two lines: `resume_input` finds out from
both how far a turn got.
"""

from collections.abc import Sequence
from functools import cache
from typing import Any

from langchain_core.messages import AIMessage, AnyMessage, HumanMessage, ToolMessage
from langgraph.graph import END, StateGraph
from langgraph.graph.state import CompiledStateGraph
from langgraph.types import Command, Interrupt, Overwrite, StateSnapshot

from agent.engine.checkpoints import FENCE, Checkpoints
from agent.engine.workflow import Workflow, known_workflows
from agent.errors import AgentError, PositionLost
from agent.language.hidden import everywhere, show_hidden
from agent.ports import Context
from agent.questions import Question, from_json
from agent.store import Ledger
from agent.store.records import Plain, Turn

WINDOW_MESSAGES = 20
SUMMARY_TURNS = 20

Graph = CompiledStateGraph[Any, Context, Any, Any]


@cache
def _built(workflow: str) -> StateGraph[Any, Context, Any, Any]:
    """Build the graph once per process; it holds nothing that belongs to one agent."""
    return known_workflows()[workflow].build()


class Finished:
    """Returned by `resume_input` when the graph has reached its end."""


class Flow:
    def __init__(self, ledger: Ledger, saver: Checkpoints, *, recursion_limit: int) -> None:
        self._ledger = ledger
        self._saver = saver
        self._recursion_limit = recursion_limit
        self.graph = cache(self._compile)

    def _compile(self, workflow: str) -> Graph:
        return _built(workflow).compile(checkpointer=self._saver)

    def config(self, thread: str, fence: int = 0) -> Any:
        """For reading; for writing too with the fence of the run that holds the thread."""
        # Other keys of `configurable` would be written in clear into every checkpoint.
        place = {"thread_id": thread, FENCE: fence}
        return {"configurable": place, "recursion_limit": self._recursion_limit}

    # Before the graph runs

    def claim(self, thread: str, run: str) -> int:
        """Shut out every earlier run of the thread; returns the fence that this one writes with.

        Raises TakenOver when a later one was here.
        """
        fence = self._ledger.leases.fence(run)
        self._saver.claim(thread, fence)
        return fence

    def begin_input(self, workflow: Workflow, turn: Turn) -> Plain:
        """Make the input of a new turn: per-run fields reset, results of earlier turns kept.

        Invisible characters are made visible here; the ledger keeps the original text.
        """
        carry = self._ledger.threads.carry(turn.thread)
        reset = dict.fromkeys(workflow.state.__annotations__)
        question = HumanMessage(show_hidden(turn.text), id=turn.id)
        window, first = self._window(turn)
        return {
            **reset,
            **carry,
            **everywhere(show_hidden, turn.inputs),
            "messages": Overwrite([*window, question]),
            "summary": self._ledger.turns.earlier(turn.thread, before=first, limit=SUMMARY_TURNS),
            "turn": turn.id,
        }

    def _window(self, turn: Turn) -> tuple[list[AnyMessage], int]:
        """The messages of the turns before this one that fit, and the number of their first."""
        window: list[AnyMessage] = []
        first = turn.n
        kept = self._ledger.turns.messages(turn.thread, before=turn.n, turns=WINDOW_MESSAGES // 2)
        for messages in reversed(kept):
            if window and len(window) + len(messages) > WINDOW_MESSAGES:
                break
            window = [*messages, *window]
            first -= 1
        return window, first

    def resume_input(self, workflow: Workflow, turn: Turn) -> Any:
        """Make the input with which a cut off, failed or answered turn continues.

        Raises PositionLost for a turn with decisions whose checkpoint is gone.
        """
        snapshot = self.snapshot(workflow.name, turn.thread)
        if snapshot.values.get("turn") != turn.id:
            if self._ledger.questions.has_decisions(turn.id):
                raise PositionLost(
                    "Interlude lost the place where this turn stopped, so it cannot continue."
                    " Your answers are kept, and nothing was done twice.",
                    hint="Press Dismiss, then send your message again to start over.",
                )
            return self.begin_input(workflow, turn)
        if at_end(snapshot):
            return Finished()
        replies = self.stored_replies(snapshot.interrupts)
        return Command(resume=replies) if replies else None

    # While it runs

    def drive(
        self, workflow: Workflow, context: Context, graph_input: Any, *, fence: int
    ) -> list[Interrupt]:
        """Run until the end or a pause; returns what it waits for."""
        graph, config = self.graph(workflow.name), self.config(context.thread, fence)
        while True:
            interrupts: dict[str, Interrupt] = {}
            for update in graph.stream(
                graph_input, config, context=context, stream_mode="updates", durability="sync"
            ):
                for waiting in update.get("__interrupt__", ()):
                    interrupts[waiting.id] = waiting
            replies = self.stored_replies(tuple(interrupts.values()))
            if not replies:
                return list(interrupts.values())
            # Answered in the ledger, never delivered: a crash lay between the two.
            graph_input = Command(resume=replies)

    def stored_replies(self, interrupts: Sequence[Interrupt]) -> dict[str, Plain]:
        """The replies that the ledger holds for what the graph still waits for."""
        replies = {}
        for waiting in interrupts:
            asked = self._ledger.questions.find(waiting.value["id"])
            if asked is None or asked.reply is None:
                continue
            if asked.interrupt != waiting.id:
                raise AgentError(
                    "This workflow asked the same question twice.",
                    hint="Stop this turn and ask again; please report it.",
                )
            replies[waiting.id] = everywhere(show_hidden, dict(vars(asked.reply)))
        return replies

    def record_pause(self, turn: Turn, interrupts: Sequence[Interrupt]) -> list[Question]:
        """Every pause gets its row; returns the questions."""
        asked = []
        for waiting in interrupts:
            question = from_json(waiting.value)
            self._ledger.questions.put(
                question, thread=turn.thread, turn=turn.id, interrupt=waiting.id
            )
            self._ledger.turns.put_entry(
                turn.id, f"question:{question.id}", kind="question", data=dict(waiting.value)
            )
            asked.append(question)
        if asked:
            self._ledger.turns.index_results(turn.id)
        return asked

    # After it ran

    def settle(self, workflow: Workflow, turn: Turn) -> None:
        if result := self.read_result(workflow, turn):
            self.store_result(turn, result)

    def read_result(self, workflow: Workflow, turn: Turn) -> tuple[list[AnyMessage], Plain] | None:
        """The turn's messages and what later turns use, from the graph's state."""
        values = self.graph(workflow.name).get_state(self.config(turn.thread)).values
        if values.get("turn") != turn.id:
            return None
        carry = {key: values[key] for key in workflow.kept if values.get(key) is not None}
        return closed(own_messages(values.get("messages", []), turn.id)), carry

    def store_result(self, turn: Turn, result: tuple[list[AnyMessage], Plain]) -> None:
        messages, carry = result
        with self._ledger.transaction():
            self._ledger.turns.keep(turn.id, messages=messages, carry=carry)
            self._ledger.threads.set_carry(turn.thread, carry)

    def halt(self, workflow: Workflow, turn: Turn, *, fence: int) -> None:
        """End the turn where it stopped; the checkpoint is one that a next turn can follow."""
        graph, config = self.graph(workflow.name), self.config(turn.thread, fence)
        if not at_end(graph.get_state(config)):
            graph.update_state(config, None, as_node=END)

    def prune(self, thread: str, *, finished: bool, fence: int) -> None:
        self._saver.drop_old(self.config(thread, fence), finished=finished)

    def truncate(self) -> None:
        """Give the checkpoint file's write-ahead log back."""
        self._saver.truncate()

    def forget(self, thread: str) -> None:
        self._saver.delete_thread(thread)

    def snapshot(self, workflow: str, thread: str) -> StateSnapshot:
        return self.graph(workflow).get_state(self.config(thread), subgraphs=True)

    def values(self, workflow: str, thread: str) -> Plain:
        """The state, with that of a paused subgraph laid over it."""
        return _merged(self.snapshot(workflow, thread))


def at_end(snapshot: StateSnapshot) -> bool:
    """Tell whether the graph has nothing left to do.

    `next` does not tell: it is empty too while the writes of a step are
    stored and the checkpoint that takes them in is not.
    """
    return not snapshot.tasks


def _merged(snapshot: StateSnapshot) -> Plain:
    values = dict(snapshot.values)
    for task in snapshot.tasks:
        if isinstance(task.state, StateSnapshot):
            inner = _merged(task.state)
            values.update({key: value for key, value in inner.items() if value is not None})
    return values


def own_messages(messages: Sequence[AnyMessage], turn: str) -> list[AnyMessage]:
    """The messages of one turn, from the user's on."""
    start = next((i for i, message in enumerate(messages) if message.id == turn), len(messages))
    return list(messages[start:])


def closed(messages: Sequence[AnyMessage]) -> list[AnyMessage]:
    """Add an answer for every open tool call: without one, all later turns would fail."""
    answered = {m.tool_call_id for m in messages if isinstance(m, ToolMessage)}
    complete: list[AnyMessage] = []
    for message in messages:
        complete.append(message)
        if isinstance(message, AIMessage):
            complete.extend(
                ToolMessage("Not run: the turn was stopped.", tool_call_id=call["id"] or "")
                for call in message.tool_calls
                if call["id"] not in answered
            )
    return complete
