"""R1 and R2: a plain answer of the Tutor against the bare model call that it makes.

The model (local server, 300 ms to the first token, then 50 a second, 60
tokens) is asked four ways in turn:
raw: one open `ChatOpenAI` streams the very request that the Tutor makes,
system prompt and tools included; that both send the same body is checked
first. From before `stream` to the end, and to the first chunk with text.
facade: `ask` on a new thread in this process, read in the page's batches; from
before `ask` to Done, and to the first Token.
browser: the app in a process of its own, Chromium in others; from the Enter key
to the DOM change that shows the last word, and the first. "Next message" is
one growing conversation in one tab; "first message" opens a thread each time,
which costs a full rerun of the page.
R1 is the whole turn, R2 the first token.
"""

import time
from collections.abc import Callable
from contextlib import ExitStack
from dataclasses import dataclass, field
from typing import Any

from langchain_core.messages import AnyMessage, SystemMessage
from langchain_openai import ChatOpenAI
from pydantic import SecretStr

from agent import GraphAgent, ModelChoice
from agent.adapters.llm.wire import _as_tool
from agent.events import Token
from agent.ports import Reporter
from agent.steps import Chat
from bench import agents
from bench.browser import Visitor, chromium
from bench.figures import Figure, Measured, p50, p95, ratio
from bench.model_server import question, reply
from bench.servers import app_server, folder, model_server
from tests.servers.openai_server import openai_server

TOKENS = 60
HZ = 12


@dataclass
class Arm:
    turn: Callable[[str], tuple[float, float]]
    firsts: list[float] = field(default_factory=list)
    wholes: list[float] = field(default_factory=list)

    def run(self, mark: str) -> None:
        first, whole = self.turn(mark)
        self.firsts.append(first)
        self.wholes.append(whole)


def measure(*, quick: bool) -> Measured:
    rounds = 4 if quick else 20
    with ExitStack() as stack:
        url = stack.enter_context(model_server())
        agent = stack.enter_context(agents.opened(stack.enter_context(folder())))
        app, _ = stack.enter_context(app_server(stack.enter_context(folder()), model_url=url))
        browser = stack.enter_context(chromium())
        next_tab, new_tab = Visitor(browser, app), Visitor(browser, app)
        raw = Raw(agent, url)
        arms = {
            "raw": Arm(raw.turn),
            "facade": Arm(lambda mark: facade(agent, url, mark)),
            "browser, next message": Arm(lambda mark: next_tab.ask(asked(mark), mark=mark)),
            "browser, first message": Arm(lambda mark: _first_message(new_tab, mark)),
        }
        for number in range(-1, rounds):
            for place, arm in enumerate(arms.values()):
                arm.run(f"n{number + 1}a{place}")
            if number < 0:
                for arm in arms.values():
                    arm.firsts.clear()
                    arm.wholes.clear()
    return Measured(_figures(arms))


def _figures(arms: dict[str, Arm]) -> list[Figure]:
    raw = arms["raw"]
    goals = {"facade": (1.01, 1.03, None), "browser, next message": (1.04, 1.07, 1.25)}
    figures = []
    for name, arm in arms.items():
        if arm is raw:
            continue
        most, tail, _ = goals.get(name, (None, None, None))
        label = f"R1 turn, {name} / raw"
        figures.append(ratio(label, arm.wholes, raw.wholes, most=most, tail_most=tail))
    for name, arm in arms.items():
        if arm is raw:
            continue
        most = goals.get(name, (None, None, None))[2]
        figures.append(ratio(f"R2 first token, {name} / raw", arm.firsts, raw.firsts, most=most))
    added = arms["browser, next message"].firsts
    figures.append(
        Figure(
            "R2 added to the first token, browser, next message",
            (p50(added) - p50(raw.firsts)) * 1000,
            tail=(p95(added) - p50(raw.firsts)) * 1000,
            unit=" ms",
            n=len(added),
            tail_most=100,
            shown="over raw's p50",
        )
    )
    return figures


def asked(mark: str) -> str:
    return question("prose", TOKENS, mark=mark)


def _choice(url: str) -> ModelChoice:
    return ModelChoice(provider="vllm", model="bench", base_url=url)


def facade(agent: GraphAgent, url: str, mark: str) -> tuple[float, float]:
    first = 0.0
    began = time.perf_counter()
    run = agent.for_user("local").ask(
        "tutor", None, asked(mark), model=_choice(url), asignatura=agents.SUBJECT
    )
    for batch in run.batches(HZ):
        if not first and any(isinstance(event, Token) for event in batch):
            first = time.perf_counter() - began
    return first, time.perf_counter() - began


def _first_message(tab: Visitor, mark: str) -> tuple[float, float]:
    tab.new_thread()
    return tab.ask(asked(mark), mark=mark)


class Raw:
    """The bare client with the Tutor's own request."""

    def __init__(self, agent: GraphAgent, url: str) -> None:
        self._chat = _chat_of(agent, url)
        self._check(agent)
        self._client = self._bound(url)

    def turn(self, mark: str) -> tuple[float, float]:
        first = 0.0
        messages = self._messages(mark)
        began = time.perf_counter()
        for chunk in self._client.stream(messages):
            if not first and chunk.content:
                first = time.perf_counter() - began
        return first, time.perf_counter() - began

    def _bound(self, url: str) -> Any:
        client = ChatOpenAI(
            model="bench",
            api_key=SecretStr("EMPTY"),
            base_url=url,
            temperature=self._chat.temperature,
            timeout=60,
            max_retries=0,
            stream_usage=True,
            use_responses_api=False,
        )
        return client.bind_tools([_as_tool(spec) for spec in self._chat.tools])

    def _messages(self, mark: str) -> list[AnyMessage]:
        *earlier, last = self._chat.messages
        question_now = last.model_copy(update={"content": asked(mark)})
        return [SystemMessage(self._chat.system), *earlier, question_now]

    def _check(self, agent: GraphAgent) -> None:
        with openai_server(reply, flavour="vllm") as server:
            facade(agent, server.url, "same")
            for _ in self._bound(server.url).stream(self._messages("same")):
                pass
            ours, bare = server.requests
        assert ours == bare, "the raw arm does not send the Tutor's request"


def _chat_of(agent: GraphAgent, url: str) -> Chat:
    """The Tutor's requests to its model, recorded once."""
    heard: list[Chat] = []
    opened = agent.open_llm

    def listening(choice: ModelChoice, report: Reporter) -> Any:
        llm = opened(choice, report)
        speak = llm.reply

        def reply_to(chat: Chat) -> Any:
            heard.append(chat)
            return speak(chat)

        llm.reply = reply_to  # type: ignore[method-assign]
        return llm

    agent.open_llm = listening
    facade(agent, url, "heard")
    agent.open_llm = opened
    assert len(heard) == 1
    return heard[0]
