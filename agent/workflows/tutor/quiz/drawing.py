"""Selects the items of a quiz: from the bank, from a model or by rules, and checks them all.

Items that are not good enough are left out; the Thinking panel shows how many and why, but
nothing of the items themselves.
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import cached_property
from itertools import accumulate

from agent.engine.conversation import words_of
from agent.errors import StepFailed
from agent.events import Artifact, Notice
from agent.language.catalogs import N_
from agent.language.text import language_of
from agent.ports import Context, Document, Item
from agent.workflows.tutor.guide import outcomes
from agent.workflows.tutor.quiz import checks, items
from agent.workflows.tutor.quiz.rules import make_items
from agent.workflows.tutor.quiz.setup import setup_of
from agent.workflows.tutor.quiz.steps import (
    ITEMS,
    SOLVE,
    ItemsFor,
    ItemsToSolve,
    ItemToSolve,
    Source,
    WrittenFreeItem,
    WrittenItem,
    to_item,
)
from agent.workflows.tutor.state import Plain, TestSessionState

FIRST, SPARE = 3, 1
"""A model writes so many items before the first card, and so many more than are needed."""
PASSAGES = 12
MOST_TOPICS = 50
ENOUGH_COVERAGE = 0.5
NEAR_PASSAGES = 3
"""So many of the first passages tell a topic that the words do not name."""
MOST_TEXT = 400_000
"""Characters of documents that rules read for one quiz; those on the topic come first."""
MODEL_FLAW = "An independent reading did not come to the key."


def draw_items(
    state: TestSessionState, context: Context, number: int, *, known: Sequence[Item] = ()
) -> tuple[list[Item], int]:
    """Checked items on the topic beside the `known` ones, and how many are still to be written.

    A model writes those behind the first questions while these are answered. An exam waits for all.
    """
    drawing = Drawing(state, context, number, known)
    can_wait = not known and not drawing.setup.exam_minutes
    if drawing.setup.source == "bank" and not known:
        drawing.from_bank()
    if context.llm.is_model and drawing.sources and drawing.missing:
        if not (can_wait and drawing.drawn):
            drawing.by_model(FIRST if can_wait else drawing.missing)
        if can_wait and drawing.drawn and drawing.missing:
            return drawing.finished(), drawing.missing
    drawing.by_rules()
    return drawing.finished(), 0


def weak_topics(subject: str, context: Context) -> list[str]:
    """Those that were answered and are not known yet, as far as there is something on them."""
    ports, user = context.ports, context.user
    documents = ports.library.documents(subject, owner=user)
    known = {*ports.bank.topics(subject), *(d.topic or d.title for d in documents)}
    weak = [each.topic for each in ports.progress.mastery(user, subject) if each.is_weak]
    return [topic for topic in weak if topic in known][:MOST_TOPICS]


class Drawing:
    def __init__(
        self, state: TestSessionState, context: Context, number: int, known: Sequence[Item]
    ) -> None:
        self.setup = setup_of(state)
        self.drawn: list[Item] = []
        self._known, self._number = known, number
        self._state, self._context, self._ports = state, context, context.ports
        self._quiz = state.get("quiz_id") or ""
        self._subject = state.get("asignatura") or ""
        self._topic = state.get("topic") or ""
        self._level = state.get("difficulty") or "mixed"
        self._left_out: Counter[str] = Counter()
        self._held = context.ports.contests.held()

    @property
    def missing(self) -> int:
        return max(0, self._number - len(self._known) - len(self.drawn))

    @cached_property
    def _documents(self) -> list[Document]:
        return self._ports.library.documents(self._subject, owner=self._context.user)

    @cached_property
    def _texts(self) -> dict[str, str]:
        return {document.id: document.text for document in self._documents}

    def _may_join(self, item: Item, drawn: Sequence[Item], source: str | None) -> bool:
        """Whether it is sound, wanted, and tells nothing of the others; if not, why is counted."""
        wanted, is_new = self.setup.objectives, item.origin == "generated"
        serves = not wanted or item.objective in wanted
        found = [flaw.value for flaw in checks.find_flaws(item, source)]
        if is_new and not serves:
            found.append(f"It must serve one of {', '.join(wanted)}, and name it.")
        is_told = any(checks.give_away(item, other) for other in (*self._known, *drawn))
        if is_new and is_told:
            found.append("It asks for what another question of this quiz tells.")
        self._left_out.update(found[:1])
        is_level = is_new or self._level in ("mixed", item.difficulty)
        return not found and not is_told and serves and is_level and item.id not in self._held

    # From the bank

    def from_bank(self) -> None:
        bank, user, wanted = self._ports.bank, self._context.user, self.setup.objectives
        if (self._topic or self.setup.topics) and not self._bank_topics:
            return
        level = "" if self._level == "mixed" else self._level
        fitting = [
            item
            for item in bank.items(self._subject, topics=self._bank_topics, difficulty=level)
            if item.kind in self.setup.kinds and (not wanted or item.objective in wanted)
        ]
        is_weak = self._state.get("focus")
        weak = self._ports.progress.mastery(user, self._subject) if is_weak else []
        self.drawn = items.draw(
            fitting,
            self._number,
            seed=self._quiz,
            attempts=self._ports.attempts.all(user, self._subject),
            mastery={each.topic: each.mastery for each in weak},
            may_join=lambda item, drawn: self._may_join(
                item, drawn, self._texts.get(item.evidence_document) if item.evidence else None
            ),
        )

    @cached_property
    def _bank_topics(self) -> list[str]:
        """The bank's topics for what is asked, by name or by what the search found."""
        known = self._ports.bank.topics(self._subject)
        if self.setup.topics:
            return [topic for topic in known if topic in self.setup.topics]
        if named := items.match_topics(self._topic, known):
            return named
        near = self._found[:NEAR_PASSAGES] if self._topic else []
        topics = [entry["topic"] for entry in near if entry["topic"] in known]
        return topics[:1] if topics and topics.count(topics[0]) >= 2 else []

    @cached_property
    def _found(self) -> list[Plain]:
        """The passages of the search that have to do with the topic."""
        found = [e for e in self._state.get("context") or [] if e["kind"] == "quiz"]
        return [e for e in found if e["terms"] or e["near"]] if self._topic else found

    # By a model

    @cached_property
    def sources(self) -> list[Source]:
        """What a model may write from; nothing for objectives that no guide describes."""
        is_known = self._outcomes or not self.setup.objectives
        return [Source(document=e["document"], text=e["text"]) for e in self._found if is_known]

    @cached_property
    def _outcomes(self) -> dict[str, str]:
        """The guide's objectives, those that were chosen where some were."""
        known, chosen = outcomes(self._subject, self._context), self.setup.objectives
        return {name: text for name, text in known.items() if not chosen or name in chosen}

    def by_model(self, most: int) -> None:
        """One call writes, and one checks what was written."""
        try:
            sound: list[Item] = []
            for item in self._written(min(most, self.missing) + SPARE):
                sound += [item] if self._may_join(item, [*self.drawn, *sound], self._text) else []
            agreed = self._agreed(sound)
        except StepFailed as error:
            text = N_("No further questions could be written: {error}")
            self._context.report.emit(Notice(text, values={"error": error}))
            return
        self._left_out.update([MODEL_FLAW] * (len(sound) - len(agreed)))
        self.drawn += agreed[: self.missing]

    @property
    def _text(self) -> str:
        return "\n\n".join(each.text for each in self.sources)

    def _written(self, number: int) -> Iterator[Item]:
        has_choice = "choice" in self.setup.kinds
        free = (number // 2 if has_choice else number) if "free" in self.setup.kinds else 0
        order = ItemsFor(
            topic=self._topic or ", ".join(self.setup.topics) or "the passages",
            number=number - free,
            free=free,
            difficulty=self._level,
            sources=self.sources,
            language=language_of(words_of(self._state)),
            objectives=self._outcomes,
            avoid=[item.question_text for item in (*self._known, *self.drawn)],
        )
        written = self._context.llm.run(ITEMS, order)
        chosen: list[WrittenItem | WrittenFreeItem] = [*written.free_items[:free]]
        topics = {document.id: document.topic or document.title for document in self._documents}
        start = len(self._known) + len(self.drawn)
        for at, each in enumerate([*chosen, *written.items[: order.number]], start=start):
            document = self._source_of(each.evidence).document
            yield to_item(
                each,
                id=f"{self._quiz}-{at}",
                subject=self._subject,
                topic=self._topic or topics.get(document, ""),
                objective=each.objective * (each.objective in self._outcomes),
                evidence_document=document,
            )

    def _source_of(self, evidence: str) -> Source:
        quoted = checks.spaced(evidence)
        held = (each for each in self.sources if quoted in checks.spaced(each.text))
        return next(held, Source(document="", text=evidence))

    def _agreed(self, written: Sequence[Item]) -> list[Item]:
        """Those of which a reading without the key, or of its answer, agrees with it.

        Options come in another order than the author's, so that a habit for a place shows.
        """
        if not written:
            return []
        turned = [tuple(zip("abcd", reversed(item.options), strict=False)) for item in written]
        asked = [
            ItemToSolve(
                question=item.question_text,
                passage=self._source_of(item.evidence).text,
                options=[{"id": id_, "text": text} for id_, (_, text) in shown],  # type: ignore[misc]
                answer=item.key if item.kind == "free" else "",
            )
            for item, shown in zip(written, turned, strict=True)
        ]
        read = self._context.llm.run(SOLVE, ItemsToSolve(items=asked))
        options, answers = iter(read.options), iter(read.answers)
        return [
            item
            for item, shown in zip(written, turned, strict=True)
            if (
                (next(options), item.key) in [(a, b) for a, (b, _) in shown]
                if shown
                else next(answers)
            )
        ]

    # By rules

    def by_rules(self) -> None:
        """An objective is known of such an item by its topic only."""
        if not self.missing or (about := self._about) == []:
            return
        served = {item.topic: item.objective for item in self._ports.bank.items(self._subject)}
        made = make_items(
            self._read(about),
            subject=self._subject,
            seed=self._quiz,
            kinds=self.setup.kinds,
            about=about,
        )
        for item in made:
            known = replace(item, objective=served.get(item.topic, ""))
            if self._may_join(known, self.drawn, self._texts[item.evidence_document]):
                self.drawn.append(known)
            if not self.missing:
                break

    @cached_property
    def _about(self) -> list[str] | None:
        """The texts that the quiz is about; None for all."""
        known = sorted({name for d in self._documents for name in (d.topic, d.title) if name})
        wanted = self.setup.topics or items.match_topics(self._topic, known)
        if wanted:
            return [d.text for d in self._documents if d.topic in wanted or d.title in wanted]
        if not self._topic:
            return None
        found = self._ports.library.search(
            self._topic, subject=self._subject, owner=self._context.user, top_k=PASSAGES
        )
        return [p.text for p in found.passages if p.near or p.coverage >= ENOUGH_COVERAGE]

    def _read(self, about: list[str] | None) -> list[Document]:
        """The documents with what the quiz is about first, as far as rules can read them."""
        ordered = sorted(self._documents, key=lambda d: not any(t in d.text for t in about or []))
        lengths = accumulate(len(document.text) for document in ordered)
        read = (d for d, length in zip(ordered, lengths, strict=True) if length <= MOST_TEXT)
        return list(read) or ordered[:1]

    # Reporting

    def finished(self) -> list[Item]:
        """The items with their keys in places of their own, after telling how they came about."""
        emit = self._context.report.emit
        left_out = [{"count": n, "reason": why} for why, n in self._left_out.most_common()]
        origins = Counter(item.origin for item in (*self._known, *self.drawn))
        if left_out or origins.keys() - {"bank"}:
            data = {"left_out": left_out, "origins": dict(origins)}
            emit(Artifact("item_checks", "item_checks", data))
        is_empty = not self.drawn and not self._known
        if self.setup.source == "generate" and is_empty and self._about != []:
            emit(Notice(N_("No good question could be made from the documents.")))
        # Another order with each quiz that was finished, and the same when a crash repeats this.
        finished = len(self._ports.attempts.all(self._context.user))
        return items.spread(self.drawn, seed=f"{finished}{len(self._known) or ''}")
