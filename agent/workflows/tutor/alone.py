"""What the Tutor does without a model: typed values, the classifier, quotes, cards."""

import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

from langchain_core.messages import AIMessage, AnyMessage, HumanMessage, ToolCall, ToolMessage

from agent.checks.citations.answers import (
    ENOUGH,
    answer_by_quotes,
    beginnings,
    find_example,
)
from agent.checks.citations.marks import cited
from agent.engine.conversation import asked_in
from agent.engine.messages import text_of
from agent.errors import AgentError
from agent.intents import Guess
from agent.language.catalogs import N_, catalog
from agent.language.conversation import conversation_language
from agent.language.text import content_words, names_nothing
from agent.ports import Context, Document
from agent.questions import Question
from agent.workflows.tutor import forms, guide
from agent.workflows.tutor.evidence import evidence_of
from agent.workflows.tutor.quiz.items import name_topics, named_for_quiz, nearest_topic
from agent.workflows.tutor.state import Plain, SubjectState
from agent.workflows.tutor.steps import LEVELS, Level
from agent.workflows.tutor.tools import tools
from agent.workflows.tutor.welcome import starters_of

_NUMBER = re.compile(r"\d+")
_LETTER = re.compile(r"(?<![^\W\d_])([a-dA-D])(?![^\W\d_])")
PASSAGES = 10
"""What sentences are quoted from."""
LEAD_SENTENCES = 5
"""Of a document with few sections."""
DEPTHS: dict[str, Level] = {"simpler": "basic", "deeper": "advanced"}
FOLLOW_UPS = (*DEPTHS, "example")
MOST_TITLES = 12
NO_MORE = N_(
    "I found nothing more on this: without a model I quote the documents, and you have read what"
    " they say."
)
MOST_WISHES, MOST_ASKED = 2, 3


@dataclass(frozen=True)
class Said:
    """A message, or a card that asks; `why` is for the Thinking panel."""

    message: AIMessage = field(default_factory=lambda: AIMessage(""))
    card: Question | None = None
    why: str = ""
    has_level: bool = False
    has_more: bool = False
    """Whether "deeper" would quote more."""
    suggestions: Sequence[str] = ()
    wishes: Sequence[str] = ()
    """What else the message could mean."""


@dataclass(frozen=True)
class Turn:
    """What the message of this turn is judged by."""

    state: SubjectState
    context: Context
    task: str

    @property
    def messages(self) -> list[AnyMessage]:
        return self.state["messages"]

    @property
    def subject(self) -> str:
        return self.state.get("asignatura") or ""

    @cached_property
    def title(self) -> str:
        """The subject's name, as its guide has it or else the library."""
        name = guide.held(self.subject, self.context.ports).get("asignatura")
        known = self.context.ports.library.subjects(self.context.user)
        titles = (found.title for found in known if found.id == self.subject)
        return str(name or next(titles, self.subject or "this course"))

    @cached_property
    def documents(self) -> list[Document]:
        return self.context.ports.library.documents(self.subject, owner=self.context.user)

    @property
    def language(self) -> str:
        return conversation_language(self.messages)

    @property
    def message(self) -> str:
        return asked_in(self.messages)[-1]

    @cached_property
    def question(self) -> str:
        """What is to be answered: "simpler" and "and why?" refer to the question before."""
        before = question_before(self.messages)
        if before and self.state.get("again"):
            return before
        library, user = self.context.ports.library, self.context.user
        asked = library.correct(self.message, subject=self.subject, owner=user)
        is_about_it = names_nothing(asked) or self.follow_up
        return f"{before} {asked}" if before and is_about_it else asked

    @cached_property
    def follow_up(self) -> str:
        """One of FOLLOW_UPS, where the message is surely that."""
        if self.state.get("again") or not question_before(self.messages):
            return ""
        guess = self.context.ports.intents.guess("tutor_follow_up", self.message)
        return guess.intent if guess.is_sure and guess.intent in FOLLOW_UPS else ""

    @cached_property
    def shown(self) -> str:
        """What was answered before, where this message goes on with it."""
        before = question_before(self.messages)
        is_about_it = before and (names_nothing(self.message) or self.follow_up)
        if not (self.state.get("depth") if self.state.get("again") else is_about_it):
            return ""
        return "\n".join(text_of(m) for m in self.messages if isinstance(m, AIMessage))

    @property
    def open_documents(self) -> list[str]:
        """The titles of what the last answer cites."""
        said = next(
            (m for m in reversed(self.messages) if text_of(m) and isinstance(m, AIMessage)), None
        )
        sources = cited(text_of(said), evidence_of(self.messages)) if said else []
        return [each["title"] for each in sources if each["kind"] == "passage"]

    def gettext(self, sentence: str, **values: object) -> str:
        return catalog(self.language).gettext(sentence).format(**values)

    @cached_property
    def guess(self) -> Guess:
        return self.context.ports.intents.guess("tutor", self.message)

    @property
    def wishes(self) -> list[str]:
        """What can be wanted here, the likeliest first."""
        has = {
            "explain_item": has_quiz(self.messages),
            "guide": bool(guide.held(self.subject, self.context.ports)),
        }
        ranked = sorted(forms.WISHES, key=[*self.guess.ranked, *forms.WISHES].index)
        return [wish for wish in ranked if has.get(wish, True)]

    @cached_property
    def chat(self) -> str:
        """What small talk is: "thanks", "elsewhere" for a question of another field, or else."""
        return self.context.ports.intents.guess("tutor_chat", self.message).intent

    @property
    def is_elsewhere(self) -> bool:
        return not self.state.get("wish") and self.chat == "elsewhere"

    def is_surely(self, *intents: str) -> bool:
        return self.guess.is_sure and self.guess.intent in intents

    @cached_property
    def level(self) -> Level:
        """The level that was set, else the classifier's."""
        set_: Any = self.state.get("depth")
        guessed: Any = set_ or self.context.ports.intents.guess("tutor_depth", self.question).intent
        return guessed if guessed in LEVELS else "intermediate"


def question_before(messages: Sequence[AnyMessage]) -> str:
    """The last question with a subject of its own, before the latest message."""
    earlier = [m for m in messages if isinstance(m, HumanMessage)][:-1]
    asked = [str(m.text) for m in earlier if not m.additional_kwargs.get("again")]
    return next((text for text in reversed(asked) if not names_nothing(text)), "")


def read_depth(turn: Turn) -> SubjectState:
    """What a typed "simpler" or "go deeper" sets, as their buttons do; else nothing."""
    depth = DEPTHS.get(turn.follow_up)
    return {"depth": depth, "again": True} if depth else {}


def picked(turn: Turn) -> AIMessage | None:
    """Return the call that a button, a form or an added tool asks for, if any."""
    state = turn.state
    if state.get("about"):
        return calling("explain_item", {})
    if any(state.get(key) for key in ("quiz_setup", "focus", "retry_of", "review")):
        return calling("generate_test", state.get("quiz_setup") or {})
    for name, tool in tools().items():
        if tool.when and (arguments := tool.when(turn.question, state)):
            return calling(name, arguments.model_dump(mode="json"))
    return None


def calling(name: str, arguments: Plain) -> AIMessage:
    call = ToolCall(name=name, args=arguments, id=f"rule-{name}", type="tool_call")
    return AIMessage("", tool_calls=[call])


def decide(turn: Turn) -> Said:
    """Do what the message wants, as far as that is clear; else ask, or search the documents."""
    own = of_this_turn(turn.messages)
    if results := [m for m in own if isinstance(m, ToolMessage)]:
        return answer(turn, results)
    guess, wish = turn.guess, turn.state.get("wish")
    if turn.message in _ask_about(turn, [document.title for document in turn.documents]):
        return do(turn, "overview", why=turn.gettext("You chose it"))
    if wish:
        return do(turn, wish, why=turn.gettext("You chose it"))
    if guess.is_sure and not turn.state.get("again") and not turn.follow_up:
        return do(turn, guess.intent, why=turn.gettext("Your message reads like that"))
    # Quotes are harmless, so what is not clear is searched for first.
    is_about_quiz = guess.intent == "explain_item" and has_quiz(turn.messages)
    likely = "explain_item" if is_about_quiz else "documents"
    return do(turn, likely, why=turn.gettext("The documents may answer it"))


def do(turn: Turn, wish: str, *, why: str) -> Said:
    match wish:
        case "guide" if (keys := _guide_fields(turn)) or turn.state.get("wish"):
            call = calling("get_guia", {"keys": keys})
        case "overview":
            titles = [document.title for document in turn.documents]
            named = [*name_topics(turn.message, titles), *turn.open_documents, turn.question]
            call = calling("overview", {"document": named[0][:200]})
        case "quiz":
            return quiz(turn, why=why)
        case "explain_item" if has_quiz(turn.messages):
            call = calling("explain_item", explain_arguments(turn.question))
        case "chat" | "explain_item" if not turn.is_elsewhere:
            return small_talk(turn)
        case _:
            call = calling("rag_search", {"query": turn.question[:400], "top_k": PASSAGES})
    return Said(call, why=why)


def _guide_fields(turn: Turn) -> list[str]:
    """The fields that the message names, where the guide tells of them.

    A guide that cannot be reached is asked all the same, since the answer then says so.
    """
    keys = guide.fields_named(turn.question)
    try:
        held = turn.context.ports.guides.guide(turn.subject)
    except AgentError:
        return keys
    return keys if guide.lines(held or {}, keys) else []


def quiz(turn: Turn, *, why: str) -> Said:
    """A quiz where a topic is in the message, the longest of them; else the form."""
    number, bank = one_number(turn.question), turn.context.ports.bank.topics(turn.subject)
    documents = [document.topic or document.title for document in turn.documents]
    topics = list(dict.fromkeys([*bank, *documents]))
    asked = named_for_quiz(turn.message)
    topic = max(name_topics(turn.question, topics), key=len, default="").replace("-", " ")
    can_be_near = asked and not topic and turn.documents
    library = turn.context.ports.library
    chosen = nearest_topic(asked, turn.documents, library) if can_be_near else []
    if topic or chosen:
        more = {"num_questions": number} if number else {}
        # Of documents without questions of their own the passages on it are asked about.
        known = [name for name in chosen if name in bank]
        setup = {"topic": topic or asked, "topics": known, **more}
        return Said(calling("generate_test", setup), why=why)
    card = forms.quiz_form(
        topics, number=number, unknown=asked, task=turn.task, language=turn.language
    )
    return Said(card=card, why=why)


def one_number(text: str) -> int | None:
    """The number in a message that has one only."""
    found = _NUMBER.findall(text)
    return int(found[0][:2]) or None if len(found) == 1 else None


def explain_arguments(text: str) -> Plain:
    """Question and option, each where the message holds exactly one."""
    letters = {*map(str.lower, _LETTER.findall(text))}
    return {"question": one_number(text), "option": letters.pop() if len(letters) == 1 else ""}


def has_quiz(messages: Sequence[AnyMessage]) -> bool:
    return any(isinstance(m, ToolMessage) and m.name == "generate_test" for m in messages)


def small_talk(turn: Turn) -> Said:
    why = turn.gettext("It needs no document")
    if turn.chat == "thanks" and not turn.state.get("wish"):
        return Said(AIMessage(turn.gettext("You're welcome.")), why=why)
    starters = starters_of(turn.context.ports, turn.context.user, turn.subject)[:3]
    text = turn.gettext(
        "I answer from the documents and the teaching guide of {subject}, with sources, and I"
        " give quizzes. For example:",
        subject=turn.title,
    )
    listed = "\n".join(f"- {each}" for each in starters)
    message = AIMessage(f"{text}\n\n{listed}".rstrip())
    return Said(message, why=why, suggestions=starters)


# Answers


def of_this_turn(messages: Sequence[AnyMessage]) -> Sequence[AnyMessage]:
    """From the user's last message on."""
    return messages[max(n for n, m in enumerate(messages) if isinstance(m, HumanMessage)) :]


def answer(turn: Turn, results: Sequence[ToolMessage]) -> Said:
    """Quote what the tools have found, or say that they found nothing."""
    quoting = {name for name, tool in tools().items() if tool.gives_evidence}
    others = [result for result in results if result.name not in quoting]
    if told := [other.additional_kwargs.get("said") or other.text for other in others]:
        return Said(AIMessage("\n\n".join(told)))
    known = {each["id"]: each for each in evidence_of(turn.messages)}
    ids = [i for result in results for i in result.additional_kwargs.get("found", [])]
    found = [known[i] for i in dict.fromkeys(ids) if i in known]
    if lines := [each for each in found if each["kind"] == "guide"]:
        return Said(AIMessage(_from_guide(turn, lines)))
    if said := [r.additional_kwargs["said"] for r in results if r.additional_kwargs.get("said")]:
        titles = [document.title for document in turn.documents]
        is_overview = results[-1].name == "overview"
        more = _ask_about(turn, titles)[:MOST_ASKED] if is_overview else []
        return Said(AIMessage("\n\n".join(said)), suggestions=more)
    return (_overview if results[-1].name == "overview" else _from_documents)(turn, found)


def _overview(turn: Turn, sections: Sequence[Plain]) -> Said:
    """How each section begins, with suggestions of what to ask next."""
    name = sections[0]["title"]
    headings = [each["heading"] for each in sections if each["heading"].strip()]
    what = N_("“{title}” has these sections:") if headings else N_("“{title}” in brief:")
    title = turn.gettext(what, title=name)
    said = beginnings(sections, said=title, of_one=max(1, LEAD_SENTENCES // len(sections)))
    topics = [heading for heading in headings if heading != name]
    more = _ask_about(turn, topics)[:MOST_ASKED]
    return Said(AIMessage(said.text if said else title), has_level=bool(said), suggestions=more)


def _from_guide(turn: Turn, lines: Sequence[Plain]) -> str:
    """The shortest first: of a list the entries that are asked for, of several parts the first."""
    asked = set(content_words(turn.question))
    first = {line["field"]: line for line in reversed(lines)}
    shown = []
    for line in first.values():
        entries = line["text"].splitlines()
        named = [entry for entry in entries if not asked.isdisjoint(content_words(entry))]
        shown.append(f"**{line['heading']}** [{line['mark']}]\n\n" + "\n".join(named or entries))
    others = [f"{each['heading']} [{each['mark']}]" for each in lines if each not in first.values()]
    also = [turn.gettext("See also {marks}", marks=", ".join(others))] if others else []
    parts = [turn.gettext("From the teaching guide:"), *sorted(shown, key=len), *also]
    return "\n\n".join(parts)


def _ask_about(turn: Turn, topics: Sequence[str]) -> list[str]:
    return [turn.gettext("What is “{topic}” about?", topic=topic) for topic in topics]


def _from_documents(turn: Turn, passages: Sequence[Plain]) -> Said:
    if turn.shown and turn.follow_up == "example" and passages:
        shown = [p for p in passages if f"[{p['mark']}]" in turn.shown]
        titles = {passage["title"] for passage in shown}
        same = [p for p in passages if p["title"] in titles and p not in shown]
        example = find_example([*shown, *same] or passages, turn.shown)
        return Said(AIMessage(example or turn.gettext(NO_MORE)))
    quoted = answer_by_quotes(
        turn.question,
        passages,
        turn.context.ports.library,
        language=turn.language,
        depth=turn.level,
        shown=turn.shown,
    )
    is_simpler = turn.shown and turn.state.get("depth") == "basic"
    if turn.shown and (is_simpler or quoted.outcome != "answer"):
        return Said(AIMessage(turn.gettext(NO_MORE)))
    is_open = not (
        turn.guess.is_sure or turn.state.get("wish") or turn.state.get("again") or turn.shown
    )
    others = [w for w in turn.wishes if is_open and w not in ("documents", "chat")][:MOST_WISHES]
    if quoted.outcome == "answer":
        more = quoted.has_more
        return Said(AIMessage(quoted.text), has_level=True, has_more=more, wishes=others)
    is_far = not quoted.quotes or quoted.quotes[0].score < ENOUGH / 2
    if is_open and is_far and turn.guess.intent == "quiz":
        card = forms.clarify_card(
            turn.guess, offered=turn.wishes, task=turn.task, language=turn.language
        )
        return Said(card=card)
    if turn.guess.intent == "chat" and not turn.state.get("wish") and not turn.is_elsewhere:
        return small_talk(turn)
    nothing = turn.gettext("I found nothing in {subject} that answers this.", subject=turn.title)
    if quoted.outcome == "closest" and turn.guess.intent != "chat":
        spoken = {each["mark"]: each["language"] for each in passages}
        # Across languages too little is known to say that nothing answers.
        said = nothing if spoken[quoted.quotes[0].mark] == turn.language else ""
        closest = turn.gettext("Closest:")
        return Said(AIMessage(f"{said} {closest}\n\n{quoted.text}".lstrip()), wishes=others)
    known = list(dict.fromkeys(document.title for document in turn.documents))
    text = f"{nothing}\n\n{_covered(turn, known)}".rstrip()
    return Said(AIMessage(text), suggestions=_ask_about(turn, known)[:MOST_ASKED], wishes=others)


def _covered(turn: Turn, titles: Sequence[str]) -> str:
    listed, rest = ", ".join(titles[:MOST_TITLES]), len(titles) - MOST_TITLES
    if rest > 0:
        return turn.gettext("It covers: {topics} and {number} more.", topics=listed, number=rest)
    return turn.gettext("It covers: {topics}.", topics=listed) if titles else ""
