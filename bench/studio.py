"""Studio: how soon a text begins to stream, and what all checks of a draft cost.

First token: from before `ask` (or the approval of the outline) to the first token of the
document, through the facade in this process, with a model that answers at once: its typed steps
take what the rules give, its texts come a word a time. In it: ledger, graph, checkpoints,
guardrails, routing, and for the strategy the research in the documents that come with the app;
the web is switched off.
Checks: `check_draft` and the guardrail on a blog post of 1,500 words against 24 claims.
"""

import time
from collections.abc import Callable
from typing import Any

from langchain_core.messages import AIMessage

from agent import ModelChoice, UserAgent
from agent.checks.content import Draft, Measure, check_draft
from agent.checks.guardrails import check_output
from agent.engine.runs import Run
from agent.errors import StepFailed
from agent.events import Token
from agent.ports import Llm, Reporter
from agent.questions import Reply
from agent.steps import Chat
from agent.workflows.studio.content import assembly
from bench import agents
from bench.figures import Figure, Measured, p50, p95
from bench.servers import folder

TOPICS = ("home staging", "curb appeal", "open houses", "mortgages", "home inspections")
WORDS = tuple(("# Title\n\n" + "A room is easier to picture when it is empty. " * 40).split(" "))
SENTENCES = (
    "A tidy room looks larger in photographs, and photographs decide which homes people visit.",
    "Buyers compare the price of a home with what similar homes nearby were sold for.",
    "A clear purpose for each room answers questions that visitors would carry home.",
    "Many sellers begin with the entrance, because it is the first thing that a visitor sees.",
)


class Writer(agents.InstantLlm):
    """Takes what the rules give for its typed steps; its texts are watched as they come."""

    def run(self, step: Any, value: Any) -> Any:
        if step.name == "draft_outline":
            outline = assembly.outlined(value.brief)
            return step.gives(title=outline.title, sections=list(outline.sections))
        if step.without_model is None:
            raise StepFailed("Nothing is repaired here.", hint="")
        return step.gives.model_validate(step.without_model(value))

    def reply(self, chat: Chat) -> AIMessage:
        said = ""
        for word in self._words:
            said += f"{word} "
            if chat.watch and chat.watch(said) is False:
                continue
            self._report.emit(Token(f"{word} ", to=chat.to))
        return AIMessage(said, response_metadata={"provider": "instant"})


def writer(_choice: ModelChoice, report: Reporter) -> Llm:
    return Writer(report, words=WORDS)


def measure(*, quick: bool) -> Measured:
    rounds = 5 if quick else 30
    with folder() as data, agents.opened(data, llm=writer) as agent:
        user = agent.for_user("local")
        _strategy(user, TOPICS[0])
        strategies = [_strategy(user, TOPICS[n % len(TOPICS)]) for n in range(rounds)]
        blogs = [_blog(user, TOPICS[n % len(TOPICS)]) for n in range(rounds)]
    return Measured(
        [
            _figure("Studio, request to the first token, strategy with research", strategies),
            _figure("Studio, outline approved to the first token, blog", blogs),
            _figure("Studio, all checks of 1,500 words", _checks(rounds), most=100),
        ]
    )


def _figure(name: str, took: list[float], *, most: float | None = None) -> Figure:
    took = [seconds * 1000 for seconds in took]
    return Figure(name, p50(took), tail=p95(took), unit=" ms", n=len(took), most=most)


def _strategy(user: UserAgent, topic: str) -> float:
    text = f"Create a content strategy about {topic}"
    return _until_first_token(
        user, lambda: user.ask("studio", None, text, model=agents.INSTANT, context={})
    )


def _blog(user: UserAgent, topic: str) -> float:
    run = user.ask("studio", None, f"Write a blog post about {topic}", model=agents.INSTANT)
    assert run.wait(60)
    (asked,) = user.pending(run.thread)
    return _until_first_token(
        user,
        lambda: user.answer(
            run.thread, asked.question.id, Reply(decision="approve"), model=agents.INSTANT
        ),
    )


def _until_first_token(user: UserAgent, start: Callable[[], Run]) -> float:
    began = time.perf_counter()
    run = start()
    first = 0.0
    for event in run.events():
        if isinstance(event, Token) and event.to and not first:
            first = time.perf_counter() - began
    assert first, "nothing streamed"
    for asked in user.pending(run.thread):
        assert user.cancel(asked.question.id, model=agents.INSTANT).wait(60)
    return first


def _checks(rounds: int) -> list[float]:
    paragraphs = [" ".join(SENTENCES[(n + k) % 4] for k in range(4)) for n in range(26)]
    parts = [f"## Part {n}\n\n{text}" for n, text in enumerate(paragraphs)]
    draft = Draft(
        kind="blog",
        text="# Home staging, step by step\n\n" + "\n\n".join(parts),
        meta_description="What makes a home easier to sell, in the order in which it is done. " * 2,
    )
    claims = tuple(f"{SENTENCES[n % 4]} It took {n} days." for n in range(24))
    measure_ = Measure(wished_words=1500, claims=claims)
    took = []
    for _ in range(rounds):
        began = time.perf_counter()
        check_draft(draft, measure_)
        check_output(draft.text)
        took.append(time.perf_counter() - began)
    return took
