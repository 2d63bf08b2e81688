"""Which items a quiz is made of: from the bank, from a model, by rules; checked, all of them.

What is not good enough is left out, and how much for which reason is told in the Thinking panel,
without a word of the items themselves.
"""

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from functools import cached_property
from operator import eq

from agent.errors import StepFailed
from agent.events import Artifact, Notice
from agent.language.catalogs import N_
from agent.ports import Context, Document, Item
from agent.steps import MAX_REPAIRS
from agent.text import language_of
from agent.workflows.tutor.guide import outcomes
from agent.workflows.tutor.quiz import checks, items
from agent.workflows.tutor.quiz.gaps import Wish, write_items
from agent.workflows.tutor.quiz.setup import QuizSetup
from agent.workflows.tutor.quiz.steps import (
    ITEMS,
    SOLVE,
    AnswerToCheck,
    ItemsFor,
    ItemsToSolve,
    ItemToSolve,
    Source,
    WrittenFreeItem,
    WrittenItem,
    WrittenOption,
    to_free_item,
    to_item,
)
from agent.workflows.tutor.state import Plain, TestSessionState

PASSAGES = 12
MOST_TOPICS = 50
ENOUGH_COVERAGE = 0.5
NEAR_PASSAGES = 3
"""So many of the first passages tell a topic that the words do not name."""
MOST_TEXT = 400_000
"""Characters of documents that rules read for one quiz; those on the topic come first."""
MODEL_FLAW = "An independent reading did not come to the key."


def draw_items(state: TestSessionState, context: Context, number: int, *, said: str) -> list[Item]:
    """At most `number` checked items on the topic; `said` is the message that asked for them."""
    drawing = Drawing(state, context, number, said=said)
    if drawing.setup.source == "bank":
        drawing.from_bank()
    if context.llm.is_model:
        drawing.by_model()
    drawing.by_rules()
    drawing.report()
    # Another order with each quiz that was finished, and the same when a crash repeats this step.
    finished = len(context.ports.attempts.all(context.user))
    return items.spread(drawing.drawn, seed=str(finished))


def weak_topics(subject: str, context: Context) -> list[str]:
    """Those that were answered and are not known yet, as far as there is something on them."""
    ports, user = context.ports, context.user
    documents = ports.library.documents(subject, owner=user)
    known = {*ports.bank.topics(subject), *(d.topic or d.title for d in documents)}
    weak = [each.topic for each in ports.progress.mastery(user, subject) if each.is_weak]
    return [topic for topic in weak if topic in known][:MOST_TOPICS]


def setup_of(state: TestSessionState) -> QuizSetup:
    return QuizSetup.model_validate(state.get("quiz_setup") or {})


class Drawing:
    def __init__(
        self, state: TestSessionState, context: Context, number: int, *, said: str
    ) -> None:
        self.setup = setup_of(state)
        self.drawn: list[Item] = []
        self.seed = state.get("quiz_id") or ""
        self._left_out: Counter[str] = Counter()
        self._state = state
        self._context = context
        self._number = number
        self._said = said
        self._subject = state.get("asignatura") or ""
        self._topic = state.get("topic") or ""
        self._level = state.get("difficulty") or "mixed"

    @property
    def _missing(self) -> int:
        return self._number - len(self.drawn)

    @cached_property
    def _documents(self) -> list[Document]:
        ports = self._context.ports
        return ports.library.documents(self._subject, owner=self._context.user)

    @cached_property
    def _texts(self) -> dict[str, str]:
        return {document.id: document.text for document in self._documents}

    @cached_property
    def _topics_of_documents(self) -> dict[str, str]:
        return {document.id: document.topic or document.title for document in self._documents}

    # From the bank

    def from_bank(self) -> None:
        ports, state = self._context.ports, self._state
        topics = self._bank_topics
        if (self._topic or self.setup.topics) and not topics:
            return
        level = "" if self._level == "mixed" else self._level
        held = ports.contests.held()
        fitting = [
            item
            for item in ports.bank.items(self._subject, topics=topics, difficulty=level)
            if item.id not in held
            and item.kind in self.setup.kinds
            and (not self.setup.objectives or item.objective in self.setup.objectives)
        ]
        user = self._context.user
        weak = ports.progress.mastery(user, self._subject) if state.get("focus") else []
        self.drawn += items.draw(
            fitting,
            self._missing,
            seed=self.seed,
            attempts=ports.attempts.all(user, self._subject),
            mastery={each.topic: each.mastery for each in weak},
            may_join=self._may_join,
        )

    def _may_join(self, item: Item, drawn: Sequence[Item]) -> bool:
        source = self._texts.get(item.evidence_document) if item.evidence else None
        if found := checks.problems(item, source=source):
            self._left_out[found[0].sentence] += 1
            return False
        return not any(checks.give_away(item, other) for other in drawn)

    @cached_property
    def _bank_topics(self) -> list[str]:
        """The bank's topics for what is asked, by name or by what the search found."""
        known = self._context.ports.bank.topics(self._subject)
        if self.setup.topics:
            return [topic for topic in known if topic in self.setup.topics]
        if not self._topic:
            return []
        if named := items.match_topics(self._topic, known):
            return named
        near = self._found[:NEAR_PASSAGES]
        topics = [entry["topic"] for entry in near if entry["topic"] in known]
        return topics[:1] if topics and topics.count(topics[0]) >= 2 else []

    @property
    def _found(self) -> list[Plain]:
        """The passages of the search that have to do with the topic."""
        found = [e for e in self._state.get("context") or [] if e["kind"] == "quiz"]
        return [e for e in found if e["terms"] or e["near"]] if self._topic else found

    # By a model

    def by_model(self) -> None:
        """Written from the passages; what fails is written anew, told what was wrong."""
        sources = [Source(document=e["document"], text=e["text"]) for e in self._found]
        # What no guide describes cannot be written for.
        if not sources or (self.setup.objectives and not self._outcomes):
            return
        flaws: list[str] = []
        for _ in range(1 + MAX_REPAIRS):
            if self._missing <= 0:
                break
            try:
                flaws = self._take_written(sources, flaws)
            except StepFailed as error:
                text = N_("No further questions could be written: {error}")
                notice = Notice(text, values={"error": error})
                self._context.report.emit(notice)
                break

    def _take_written(self, sources: list[Source], flaws: list[str]) -> list[str]:
        """Keep the good ones of one answer; returns what is wrong with the others."""
        found: list[str] = []
        sound: list[Item] = []
        for item in self._asked_of_model(sources, flaws):
            named = self._flaws(item, sources, beside=[*self.drawn, *sound])
            sound += [] if named else [item]
            found += named
        unsolved = self._unsolved(sound, sources)
        found += [MODEL_FLAW] * len(unsolved)
        self._left_out.update(found)
        self.drawn += [item for item in sound if item not in unsolved][: self._missing]
        return list(dict.fromkeys(found))

    def _flaws(self, item: Item, sources: list[Source], *, beside: Sequence[Item]) -> list[str]:
        """The first flaw."""
        source = "\n\n".join(each.text for each in sources)
        found = [problem.sentence for problem in checks.problems(item, source=source)]
        if self.setup.objectives and item.objective not in self._outcomes:
            found.append(f"It must serve one of {', '.join(self._outcomes)}, and name it.")
        if not found and any(checks.give_away(item, other) for other in beside):
            found = ["It asks for what another question of this quiz tells."]
        return found[:1]

    @cached_property
    def _outcomes(self) -> dict[str, str]:
        """The guide's objectives, those that were chosen where some were."""
        known, chosen = outcomes(self._subject, self._context), self.setup.objectives
        return {name: text for name, text in known.items() if not chosen or name in chosen}

    def _asked_of_model(self, sources: list[Source], flaws: list[str]) -> list[Item]:
        is_free, has_choice = "free" in self.setup.kinds, "choice" in self.setup.kinds
        free = (self._missing // 2 if has_choice else self._missing) if is_free else 0
        order = self._order(self._missing - free, sources, flaws, free=free)
        written = self._context.llm.run(ITEMS, order)
        chosen: list[WrittenItem | WrittenFreeItem] = [*written.free_items[:free]]
        chosen += written.items[: order.number]
        return [self._item(each, sources, n) for n, each in enumerate(chosen)]

    def _order(
        self, number: int, sources: list[Source], flaws: list[str], *, free: int
    ) -> ItemsFor:
        return ItemsFor(
            topic=self._topic or ", ".join(self.setup.topics) or "the passages",
            number=number,
            free=free,
            difficulty=self._level,
            sources=sources,
            language=language_of(self._said),
            objectives=self._outcomes,
            avoid=[item.question_text for item in self.drawn],
            flaws=flaws,
        )

    def _item(
        self, written: WrittenItem | WrittenFreeItem, sources: list[Source], number: int
    ) -> Item:
        quoted = checks.spaced(written.evidence)
        held = (s.document for s in sources if quoted in checks.spaced(s.text))
        document = next(held, "")
        kind = "free" if isinstance(written, WrittenFreeItem) else "choice"
        place = {
            "subject": self._subject,
            "topic": self._topic or self._topics_of_documents.get(document, ""),
            "document": document,
            "id_": f"{self.seed}-{kind}-{len(self.drawn)}-{number}",
            "language": language_of(written.question_text),
        }
        if isinstance(written, WrittenFreeItem):
            item = to_free_item(written, **place)
        else:
            item = to_item(written, **place)
        return item if item.objective in self._outcomes else replace(item, objective="")

    def _unsolved(self, written: Sequence[Item], sources: list[Source]) -> list[Item]:
        """Those of which a reading without the key, or of its answer, does not agree with it."""
        choice = [item for item in written if item.kind == "choice"]
        free = [item for item in written if item.kind == "free"]
        if not written:
            return []
        asked = [_to_solve(item, sources) for item in choice]
        answers = [_to_check(item, sources) for item in free]
        try:
            read = self._context.llm.run(SOLVE, ItemsToSolve(items=asked, answers=answers))
        except StepFailed:
            return list(written)
        texts = [{str(o.id): o.text for o in each.options} for each in asked]
        solved = [shown.get(option) for shown, option in zip(texts, read.options, strict=True)]
        keys = [checks.key_text(item) for item in choice]
        agreed = [*map(eq, solved, keys), *read.answers]
        return [item for item, is_so in zip([*choice, *free], agreed, strict=True) if not is_so]

    # By rules

    def by_rules(self) -> None:
        if self._missing <= 0:
            return
        about = self._about
        if about is not None and not about:
            return
        objectives = self._objectives
        wish = Wish(
            self._subject,
            self.seed,
            kinds=self.setup.kinds,
            difficulty="" if self._level == "mixed" else self._level,
            about=about,
            beside=self.drawn,
            without=self._context.ports.contests.held(),
        )
        # An objective is known of an item by its topic only, so more are made than are taken.
        number = self._missing * (10 if self.setup.objectives else 1)
        made = write_items(self._read(about), number, wish=wish)
        known = [replace(item, objective=objectives.get(item.topic, "")) for item in made]
        wanted = self.setup.objectives
        fitting = [item for item in known if not wanted or item.objective in wanted]
        self.drawn += fitting[: self._missing]

    @cached_property
    def _about(self) -> list[str] | None:
        """The texts that the quiz is about; None for all."""
        wanted = self.setup.topics or self._document_topics
        if wanted:
            return [d.text for d in self._documents if d.topic in wanted or d.title in wanted]
        if not self._topic:
            return None
        found = self._context.ports.library.search(
            self._topic, subject=self._subject, owner=self._context.user, top_k=PASSAGES
        )
        return [p.text for p in found.passages if p.near or p.coverage >= ENOUGH_COVERAGE]

    @property
    def _document_topics(self) -> list[str]:
        known = sorted({name for d in self._documents for name in (d.topic, d.title) if name})
        return items.match_topics(self._topic, known)

    def _read(self, about: list[str] | None) -> list[Document]:
        """The documents with what the quiz is about first, as far as rules can read them."""
        asked = set(about or [])
        ordered = sorted(self._documents, key=lambda d: not any(t in d.text for t in asked))
        read: list[Document] = []
        length = 0
        for document in ordered:
            length += len(document.text)
            if read and length > MOST_TEXT:
                break
            read.append(document)
        return read

    @cached_property
    def _objectives(self) -> dict[str, str]:
        """The objective that most of the bank's items on a topic serve."""
        found: dict[str, Counter[str]] = {}
        for item in self._context.ports.bank.items(self._subject):
            found.setdefault(item.topic, Counter())[item.objective] += 1
        return {topic: counts.most_common(1)[0][0] for topic, counts in found.items()}

    # What is told

    def report(self) -> None:
        emit = self._context.report.emit
        left_out = [{"count": n, "reason": why} for why, n in self._left_out.most_common()]
        origins = Counter(item.origin for item in self.drawn)
        if left_out or origins.keys() - {"bank"}:
            data = {"left_out": left_out, "origins": dict(origins)}
            emit(Artifact("item_checks", "item_checks", data))
        if self.setup.source == "generate" and not self.drawn and self._about != []:
            emit(Notice(N_("No good question could be made from the documents.")))


def _to_solve(item: Item, sources: Sequence[Source]) -> ItemToSolve:
    """In another order than the author's, so that a habit for a place shows."""
    texts = [text for _, text in reversed(item.options)]
    options = [
        WrittenOption.model_validate({"id": letter, "text": text})
        for letter, text in zip("abcd", texts, strict=False)
    ]
    passage = _passage_of(item, sources)
    return ItemToSolve(question=item.question_text, options=options, passage=passage)


def _to_check(item: Item, sources: Sequence[Source]) -> AnswerToCheck:
    passage = _passage_of(item, sources)
    return AnswerToCheck(question=item.question_text, answer=item.key, passage=passage)


def _passage_of(item: Item, sources: Sequence[Source]) -> str:
    quoted = checks.spaced(item.evidence)
    return next((s.text for s in sources if quoted in checks.spaced(s.text)), item.evidence)
