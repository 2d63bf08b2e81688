"""What the Tutor does without a model: typed values, the classifier, forms."""

import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

from langchain_core.messages import AIMessage, AnyMessage, HumanMessage, ToolCall, ToolMessage

from agent.checks.citations.marks import cited, read_marks
from agent.engine.conversation import asked_in
from agent.engine.messages import text_of
from agent.errors import AgentError
from agent.exchange.teaching_guide import FIELDS
from agent.intents import Guess
from agent.language.catalogs import N_, phrase
from agent.language.conversation import conversation_language
from agent.language.text import content_words, names_nothing, stems
from agent.ports import Context, Document
from agent.questions import Question
from agent.workflows.tutor import forms, guide
from agent.workflows.tutor.evidence import evidence_of
from agent.workflows.tutor.quiz.items import means_document, name_topics, named_for_quiz
from agent.workflows.tutor.state import Plain, SubjectState
from agent.workflows.tutor.steps import LEVELS, Level
from agent.workflows.tutor.tools import explain_item, tools
from agent.workflows.tutor.tools.rag_search import LONGEST_QUERY, RagSearch, search
from agent.workflows.tutor.welcome import welcome

_NUMBER = re.compile(r"\d+")
_LETTER = re.compile(r"(?<![^\W\d_])([a-dA-D])(?![^\W\d_])")
MOST_ASKED, MOST_FIELDS = 3, 6
PASSAGES = 10
"""What is quoted from, and what a model gets before its first call."""
DEPTHS: dict[str, Level] = {"simpler": "basic", "deeper": "advanced"}
FOLLOW_UPS = (*DEPTHS, "example")


@dataclass(frozen=True)
class Said:
    """A message, or a card that asks."""

    message: AIMessage = field(default_factory=lambda: AIMessage(""))
    card: Question | None = None
    offers: Sequence[str] | None = None
    """The other levels that would answer otherwise; None for what has no level."""
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
        """The subject's name."""
        known = self.context.ports.library.subjects(self.context.user)
        titles = (found.title for found in known if found.id == self.subject)
        return next(titles, self.subject or "this course")

    @cached_property
    def documents(self) -> list[Document]:
        return self.context.ports.library.documents(self.subject, owner=self.context.user)

    @property
    def language(self) -> str:
        return conversation_language(self.messages)

    @property
    def message(self) -> str:
        return asked_in(self.messages)[-1]

    @property
    def is_again(self) -> bool:
        return bool(self.state.get("again") or self.follow_up)

    @cached_property
    def question(self) -> str:
        """What is to be answered: "simpler" and "and why?" refer to the question before."""
        before = question_before(self.messages)
        if before and self.state.get("again"):
            return before
        library, user = self.context.ports.library, self.context.user
        asked = library.correct(self.message, subject=self.subject, owner=user)
        return f"{before} {asked}" if before and (names_nothing(asked) or self.is_again) else asked

    @cached_property
    def follow_up(self) -> str:
        """One of FOLLOW_UPS, where the message is surely that."""
        guess = self.context.ports.intents.guess("tutor_follow_up", self.message)
        is_one = question_before(self.messages) and guess.is_sure and guess.intent in FOLLOW_UPS
        return guess.intent if is_one else ""

    @cached_property
    def shown(self) -> str:
        """What was answered before, where this message goes on with it."""
        goes_on = names_nothing(self.message) or (self.is_again and not self.state.get("wish"))
        said = [text_of(m) for m in self.messages if isinstance(m, AIMessage)]
        return "\n".join(said) if goes_on else ""

    @property
    def open_documents(self) -> list[Document]:
        """What the last answer with sources cites; else the subject's only document."""
        known = {document.id: document for document in self.documents}
        said = [text_of(m) for m in self.messages if isinstance(m, AIMessage)]
        last = next((text for text in reversed(said) if read_marks(text)), "")
        sources = [each.get("document") for each in cited(last, evidence_of(self.messages))]
        shown = [known[name] for name in sources if name in known]
        return shown or [*known.values()][: len(known) == 1]

    def gettext(self, sentence: str, **values: object) -> str:
        return phrase(sentence, self.language, **values)

    @cached_property
    def guess(self) -> Guess:
        """What the message wants, without the names of its files in brackets at its end."""
        said, _, named = self.message.rpartition(" (")
        text = said if said and named.endswith(")") else self.message
        return self.context.ports.intents.guess("tutor", text)

    @cached_property
    def chat(self) -> str:
        """Which small talk the message surely is: thanks, or about what no subject teaches."""
        guess = self.context.ports.intents.guess("tutor_chat", self.message)
        return guess.intent if guess.is_sure else ""

    @property
    def is_open(self) -> bool:
        """Whether nothing tells what the message wants."""
        return not (self.guess.is_sure or self.state.get("wish") or self.is_again or self.shown)

    @property
    def wishes(self) -> list[str]:
        """What can be wanted here, the likeliest first."""
        has = {
            "explain_item": has_quiz(self.messages),
            "guide": guide.held(self.subject, self.context.ports),
        }
        ranked = sorted(forms.WISHES, key=[*self.guess.ranked, *forms.WISHES].index)
        return [wish for wish in ranked if has.get(wish, True)]

    @cached_property
    def answers(self) -> list[Plain]:
        """Those to the questions of the last quiz."""
        return explain_item.answers_of(self.state, self.context)

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


def of_this_turn(messages: Sequence[AnyMessage]) -> Sequence[AnyMessage]:
    """From the user's last message on."""
    return messages[max(n for n, m in enumerate(messages) if isinstance(m, HumanMessage)) :]


def has_quiz(messages: Sequence[AnyMessage]) -> bool:
    return any(isinstance(m, ToolMessage) and m.name == "generate_test" for m in messages)


def read_depth(turn: Turn) -> SubjectState:
    """What a typed "go deeper" sets, as its button does; simpler words need a model."""
    if turn.follow_up not in DEPTHS or turn.state.get("again"):
        return {}
    return {"again": True, "depth": "advanced"} if turn.follow_up == "deeper" else {"again": True}


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
    guess = turn.guess
    if turn.message in ask_about(turn, [document.title for document in turn.documents]):
        return do(turn, "overview")
    if wish := turn.state.get("wish"):
        return do(turn, wish)
    is_likely = "explain_item" in guess.ranked[:2] and has_quiz(turn.messages)
    is_of_guide = guess.intent == "guide" and _guide_fields(turn)
    is_clear = (guess.is_sure or is_of_guide) and not turn.is_again
    if is_likely and (_named_wrong(turn) or (one_number(turn.message) and not is_clear)):
        return do(turn, "explain_item")
    # Quotes are harmless, so what is not clear is searched for first.
    return do(turn, guess.intent if is_clear else "documents")


def do(turn: Turn, wish: str) -> Said:
    if wish.isdecimal():
        return explain(turn, [int(wish)])
    match wish:
        case "guide" if (keys := _guide_fields(turn)) or turn.state.get("wish"):
            call = calling("get_guia", {"keys": keys})
        case "overview":
            titles = [document.title for document in turn.documents]
            open_ = [document.title for document in turn.open_documents]
            named = [*name_topics(turn.message, titles), *open_, turn.question]
            call = calling("overview", {"document": named[0][:200]})
        case "quiz":
            return quiz(turn)
        case "explain_item" if turn.answers:
            return explain(turn)
        case "chat" | "explain_item":
            return small_talk(turn)
        case _:
            call = calling("rag_search", {"query": turn.question[:400], "top_k": PASSAGES})
    return Said(call)


def _guide_fields(turn: Turn) -> list[str]:
    """The fields that the message names, or whose texts hold its words; all for the guide itself.

    A guide that cannot be reached is asked all the same, since the answer then says so.
    """
    keys = guide.fields_named(turn.question)
    try:
        held = turn.context.ports.guides.guide(turn.subject) or {}
    except AgentError:
        return keys
    if guide.lines(held, keys):
        return keys
    is_whole = name_topics(turn.message, [turn.gettext("Teaching guide")])
    asked = set() if is_whole else {*content_words(turn.question)}
    told = [each for each in guide.lines(held, FIELDS) if asked <= stems(each["text"])]
    return list(dict.fromkeys(each["field"] for each in told))[:MOST_FIELDS]


def quiz(turn: Turn) -> Said:
    """A quiz on the topic that is named, or on what the documents say of it; else the form."""
    number, bank = one_number(turn.question), turn.context.ports.bank.topics(turn.subject)
    documents = [document.topic or document.title for document in turn.documents]
    topics = list(dict.fromkeys([*bank, *documents]))
    asked = named_for_quiz(turn.message)
    topic, known = _find_topic(turn, asked, topics)
    if topic:
        more = {"num_questions": number} if number else {}
        of_bank = [name for name in known if name in bank or not asked]
        return Said(calling("generate_test", {"topic": topic, "topics": of_bank, **more}))
    if asked:
        alike = turn.context.ports.library.strengths(asked, topics) or [0.0] * len(topics)
        topics = [topic for _, topic in sorted(zip(alike, topics, strict=True), reverse=True)]
    card = forms.quiz_form(
        topics, number=number, unknown=asked, task=turn.task, language=turn.language
    )
    return Said(card=card)


def _find_topic(turn: Turn, asked: str, topics: Sequence[str]) -> tuple[str, list[str]]:
    """The topic that is named, the open document, or what documents tell of; and their topics."""
    if named := max(name_topics(turn.question, topics), key=len, default=""):
        return named.replace("-", " "), []
    if not asked:
        opened = turn.open_documents if means_document(turn.message) else []
        return next(((each.title, [each.topic or each.title]) for each in opened), ("", []))
    query = RagSearch(query=asked[:LONGEST_QUERY], top_k=1)
    best = search(query, turn.state, turn.context).passages
    near = [passage for passage in best if passage.near or passage.coverage == 1]
    return asked if near else "", [passage.topic for passage in near]


def one_number(text: str) -> int | None:
    """The number in a message that has one only."""
    found = _NUMBER.findall(text)
    return int(found[0][:2]) or None if len(found) == 1 else None


def explain(turn: Turn, chosen: Sequence[int] = ()) -> Said:
    """Explain the quiz question whose number, or one of whose options, is named; else ask which."""
    every = range(1, len(turn.answers) + 1)
    number, named, wrong = one_number(turn.question), _named_options(turn), _named_wrong(turn)
    given = [n for n in wrong if named[n] == turn.answers[n - 1]["given"]]
    by_number = [n for n in every if n == number or len(every) == 1]
    meant = chosen or by_number or given or wrong or [n for n in every if named[n]]
    if len(meant) != 1:
        return Said(card=forms.item_card(turn.answers, task=turn.task, language=turn.language))
    letters = {*map(str.lower, _LETTER.findall(turn.question))}
    option = letters.pop() if len(letters) == 1 else named[meant[0]]
    return Said(calling("explain_item", {"question": meant[0], "option": option[:1]}))


def _named_options(turn: Turn) -> dict[int, str]:
    """Of each question the letter of the only option that the message names, or what was typed."""
    found = {}
    for n, answer in enumerate(turn.answers, start=1):
        options = {text: letter for letter, text in answer["item"]["options"]}
        options = options or {answer["given"]: answer["given"]}
        named = name_topics(turn.question, list(options))
        found[n] = options[named[0]] if len(named) == 1 else ""
    return found


def _named_wrong(turn: Turn) -> list[int]:
    """The questions of which the message names a wrong answer."""
    keys = ["", *(answer["item"]["key"] for answer in turn.answers)]
    return [n for n, option in _named_options(turn).items() if option not in ("", keys[n])]


def ask_about(turn: Turn, topics: Sequence[str]) -> list[str]:
    return [turn.gettext("What is “{topic}” about?", topic=topic) for topic in topics]


def small_talk(turn: Turn) -> Said:
    """Answer thanks; of what lies elsewhere nothing is found; else say what one can ask."""
    if turn.chat == "elsewhere":
        return nothing_found(turn)
    page = welcome(turn.context.ports, turn.context.user, {"asignatura": turn.subject})
    offer = N_(
        "I answer from the documents and the teaching guide of {subject}, with sources, and I"
        " give quizzes."
    )
    starters = page.starters[:MOST_ASKED] if page else ()
    if turn.chat == "thanks":
        offer = N_("You are welcome. Ask on whenever you like.")
    return Said(AIMessage(turn.gettext(offer, subject=turn.title)), suggestions=starters)


def nothing_found(turn: Turn) -> Said:
    """Say that the documents do not answer, and what they are about."""
    nothing = turn.gettext("I found nothing in {subject} that answers this.", subject=turn.title)
    known = list(dict.fromkeys(document.title for document in turn.documents))
    covers = turn.gettext("It covers: {topics}.", topics=", ".join(known)) if known else ""
    text = f"{nothing}\n\n{covers}".rstrip()
    return Said(AIMessage(text), suggestions=ask_about(turn, known)[:MOST_ASKED])
