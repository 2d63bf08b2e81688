"""The Llm port over any LangChain chat model."""

import time
from collections.abc import Callable
from dataclasses import replace

from langchain_core.messages import AIMessage, AnyMessage, HumanMessage, SystemMessage

from agent.adapters.llm.retrying import Patience
from agent.adapters.llm.spoken_calls import CallFilter, read_calls, told_in_words
from agent.adapters.llm.structured import asked, judged, repair
from agent.adapters.llm.wire import Answer, Request, Wire
from agent.engine.messages import text_of
from agent.errors import ProviderError, StepFailed, Stopped
from agent.events import Notice
from agent.language.catalogs import N_
from agent.ports import ModelChoice, Provider, Reporter, Timeouts
from agent.steps import Chat, Filter, I, O, Step

_OTHER_MODEL = N_("Try again, or choose another model.")
_UNUSABLE = N_("{about} gave no usable answer.")
_ENDLESS = N_("The answer from {about} was too long and was cut off. Ask for less at a time.")


class LangchainLlm:
    """A vendor's model for one run."""

    is_model = True

    def __init__(
        self,
        provider: Provider,
        choice: ModelChoice,
        *,
        report: Reporter,
        timeouts: Timeouts,
        patience: Patience = Patience(),
    ) -> None:
        self._report = report
        self._wire = Wire(provider, choice, report, timeouts, patience)
        self._structured = provider.structured
        # A server at a custom address may not pass the schema on to the model.
        self._reads_schema = provider.reads_schema and not choice.base_url

    @property
    def label(self) -> str:
        return self._wire.label

    def reply(self, chat: Chat) -> AIMessage:
        messages = [SystemMessage(chat.system), *chat.messages]
        answer = self._speak(chat, messages)
        if answer.broken_calls:
            answer = self._speak(chat, [*messages, *_call_again(answer)])
        if answer.broken_calls:
            raise StepFailed(
                N_("{about} tried to use a tool, but its call was invalid."),
                about=self.label,
                hint=_OTHER_MODEL,
                retryable=True,
            )
        return answer.message

    def _speak(self, chat: Chat, messages: list[AnyMessage]) -> Answer:
        answer = self._ask(chat, messages)
        if answer.endless:
            self._report.emit(Notice(_ENDLESS, "warning", {"about": self.label}))
        said_something = answer.message.tool_calls or text_of(answer.message)
        if not (said_something or answer.stopped or answer.broken_calls):
            raise StepFailed(
                N_("{about} returned an empty answer."),
                about=self.label,
                hint=_OTHER_MODEL,
                retryable=True,
            )
        if answer.cut_short and not answer.broken_calls:
            self._report.emit(
                Notice(
                    N_(
                        "The answer hit the model's length limit. Ask it to continue, or ask"
                        " for less."
                    ),
                    level="warning",
                )
            )
        return answer

    def _ask(self, chat: Chat, messages: list[AnyMessage]) -> Answer:
        """The answer with the calls that it made, or wrote into its text."""
        request = Request(
            messages,
            tools=chat.tools,
            temperature=chat.temperature,
            to=chat.to,
            watch=chat.watch,
            sift=_sift_of(chat),
        )
        if chat.tools and self._wire.refuses_tools():
            answer = self._wire.ask(self._without_tools(request))
        else:
            try:
                answer = self._wire.ask(request)
            except ProviderError as error:
                if not chat.tools or error.problem != "no_tools":
                    raise
                self._wire.takes_tools = False
                answer = self._wire.ask(self._without_tools(request))
                self._wire.say_once(
                    N_("{model} refused the request with tools, so it was asked without them."),
                    key="tools",
                )
        if answer.stopped or answer.endless:
            return answer
        return replace(answer, message=read_calls(answer.message, [t.name for t in chat.tools]))

    def _without_tools(self, request: Request) -> Request:
        first, *others = request.messages
        told = SystemMessage(f"{first.text}\n\n{told_in_words(request.tools)}")
        return replace(request, messages=[told, *others], tools=())

    def run(self, step: Step[I, O], value: I) -> O:
        messages: list[AnyMessage] = [asked(step, value, with_schema=not self._reads_schema)]
        before: list[str] = []
        late = time.monotonic() + self._wire.timeouts.call / 2
        for _ in range(1 + step.repairs):
            answer = self._structured_answer(step, value, messages)
            if answer.endless:
                return self._replaced(step, value, why=_ENDLESS)
            given, problems = judged(step, value, text=text_of(answer.message))
            if given is not None and not problems:
                return given
            if answer.cut_short:
                problems.append("It was cut at the limit of length: be shorter.")
            if problems == before or time.monotonic() > late:
                break  # Who makes the same mistake twice makes it a third time.
            before = problems
            messages += [answer.message, repair(problems)]
        return self._replaced(step, value)

    def _replaced(self, step: Step[I, O], value: I, *, why: str = _UNUSABLE) -> O:
        """The answer without a model, which says so, where the step has one."""
        if step.without_model is None:
            raise StepFailed(why, about=self.label, hint=_OTHER_MODEL, retryable=True)
        given = step.without_model(value)
        self._report.emit(
            Notice(
                N_("{model} gave no usable answer, so this is the built-in one."),
                "warning",
                {"model": self.label},
            )
        )
        return given

    def _structured_answer(self, step: Step[I, O], value: I, messages: list[AnyMessage]) -> Answer:
        schema = step.schema(value)
        options = self._structured(step.name, schema) if self._structured else {}
        request = Request(
            messages,
            options=options,
            temperature=step.temperature,
            longest=step.longest,
            told=frozenset() if step.sealed else frozenset({"thinking"}),
        )
        try:
            answer = self._wire.ask(request)
        except ProviderError as error:
            if not options or error.problem != "rejected":
                raise
            # A server that knows no schemas still reads one in the prompt.
            self._structured, self._reads_schema = None, False
            messages[0] = asked(step, value, with_schema=True)
            return self._structured_answer(step, value, messages)
        if answer.stopped:
            raise Stopped("Stopped.")
        return answer


def _sift_of(chat: Chat) -> Callable[[], Filter] | None:
    """The chat's filter behind one that shows no call which is written as text."""
    if not chat.tools:
        return chat.sift
    names = [tool.name for tool in chat.tools]
    return lambda: CallFilter(names, chat.sift() if chat.sift else None)


def _call_again(answer: Answer) -> list[AnyMessage]:
    tools = " and ".join(answer.broken_calls)
    return [
        AIMessage(text_of(answer.message) or f"(I tried to call {tools}.)"),
        HumanMessage(
            f"Your call of {tools} had arguments that are not a valid JSON object, "
            "so nothing was called. Make the call again with valid arguments."
        ),
    ]
