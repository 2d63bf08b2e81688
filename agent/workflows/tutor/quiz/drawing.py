"""Selects the items of a quiz: from the bank, from a model or by rules, and checks them all."""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from functools import cached_property, partial

from babel import Locale

from agent.checks.citations.answers import share_words
from agent.errors import StepFailed
from agent.events import Notice
from agent.language.catalogs import N_
from agent.ports import Context, Document, Item
from agent.workflows.tutor.guide import outcomes
from agent.workflows.tutor.quiz import checks, items, steps
from agent.workflows.tutor.quiz.gaps import make_items
from agent.workflows.tutor.quiz.setup import language_named, setup_of
from agent.workflows.tutor.state import Plain, TestSessionState

FIRST, SPARE = 3, 1
"""A model writes so many items before the first card, and so many more than are needed."""
EASY_TO_HARD = {"basic": 0, "intermediate": 1, "advanced": 2}
MOST_DOCUMENTS = 20
"""So many rules read for one quiz; those on the topic come first."""


def draw_items(
    state: TestSessionState, context: Context, number: int, *, known: Sequence[Item] = ()
) -> tuple[list[Item], int]:
    """Checked items on the topic beside the `known` ones, and how many are still to be written.

    A model writes those behind the first questions when these are answered. An exam waits for all.
    """
    drawing = Drawing(state, context, number, known)
    can_wait = not known and not drawing.setup.exam_minutes
    if drawing.setup.source == "bank" and not known:
        drawing.from_bank()
    if drawing.can_be_written and drawing.missing:
        if not (can_wait and drawing.drawn):
            drawing.by_model(FIRST if can_wait else drawing.missing)
        if can_wait and drawing.drawn and drawing.missing:
            return drawing.finished(), drawing.missing
    drawing.by_rules()
    return drawing.finished(), 0


class Drawing:
    def __init__(
        self, state: TestSessionState, context: Context, number: int, known: Sequence[Item]
    ) -> None:
        self.setup, self._state, self._context = setup_of(state), state, context
        self._known, self._number, self.drawn = known, number, list[Item]()
        self._quiz, self._subject = state.get("quiz_id") or "", state.get("asignatura") or ""
        self._topic, self._level = state.get("topic") or "", state.get("difficulty") or "mixed"
        self._ports, self._held = context.ports, context.ports.contests.held()

    @property
    def missing(self) -> int:
        return max(0, self._number - len(self._known) - len(self.drawn))

    @property
    def _free(self) -> int:
        """How many of these are for one's own words: half of all, where both kinds are wanted."""
        kinds = self.setup.kinds
        wanted = self._number // (2 if "choice" in kinds else 1) if "free" in kinds else 0
        have = sum(item.kind == "free" for item in (*self._known, *self.drawn))
        return min(self.missing, max(0, wanted - have))

    @cached_property
    def _documents(self) -> dict[str, Document]:
        documents = self._ports.library.documents(self._subject, owner=self._context.user)
        return {document.id: document for document in documents}

    def _may_join(self, item: Item) -> bool:
        """Whether it is wanted and sound, and about a sentence of its own."""
        wanted, level = self.setup.objectives, self._level
        is_wanted = not wanted or item.objective in wanted
        is_level = item.origin == "generated" or level in ("mixed", item.difficulty)
        if not (is_wanted and is_level) or item.id in self._held:
            return False
        is_flawed = any(checks.find_flaws(item, self._text_for(item)))
        others = (*self._known, *self.drawn)
        return not is_flawed and not any(checks.share_evidence(item, other) for other in others)

    def _take(self, offered: Iterable[Item], *, by_kind: bool = False) -> None:
        """Those that may join, as far as items are missing, or items of their kind."""
        for item in offered:
            of_kind = self._free if item.kind == "free" else self.missing - self._free
            if (of_kind if by_kind else self.missing) and self._may_join(item):
                self.drawn.append(item)

    def _text_for(self, item: Item) -> str | None:
        """The text that its evidence must stand in; None where none is known."""
        if item.origin == "generated":
            return "\n\n".join(each["text"] for each in self.sources)
        document = self._documents.get(item.evidence_document)
        return document.text if document and item.evidence else None

    def from_bank(self) -> None:
        bank, chosen = self._ports.bank, self.setup.topics
        topics = chosen or items.match_topics(self._topic, bank.topics(self._subject))
        if self._topic and not topics:
            return
        of_topics = bank.items(self._subject, topics=topics)
        fitting = [i for i in of_topics if i.kind in self.setup.kinds and self._is_readable(i)]
        attempts = self._ports.attempts.all(self._context.user, self._subject)
        seen = Counter(a["item"]["id"] for each in attempts for a in each.result["answers"])
        fitting.sort(key=lambda item: (seen[item.id], items.mix(self._quiz, item.id)))
        # Those of a wider unit that name what was asked for come first.
        fitting.sort(key=lambda i: -share_words(self._topic, f"{i.question_text} {i.evidence}"))
        # A kind that the bank lacks is written, where that can be.
        self._take(fitting, by_kind=self.can_be_written)
        self.drawn.sort(key=lambda item: EASY_TO_HARD.get(item.difficulty, 1))

    def _is_readable(self, item: Item) -> bool:
        """A question in another language than the quiz is left aside if a model can write one."""
        is_spoken = str(Locale.parse(item.language).english_name) in language_named(self._state)
        return is_spoken or not self.can_be_written

    @property
    def can_be_written(self) -> bool:
        """Whether there is a model, with passages, and chosen objectives are in the guide."""
        is_told = self.sources and (self._outcomes or not self.setup.objectives)
        return bool(self._context.llm.is_model and is_told)

    @cached_property
    def sources(self) -> list[Plain]:
        """The passages of the search that have to do with the topic."""
        # A quiz that an earlier version began may hold lines of the guide there.
        found = [each for each in self._state.get("context") or [] if "near" in each]
        return [e for e in found if e["terms"] or e["near"]] if self._topic else found

    @cached_property
    def _outcomes(self) -> dict[str, str]:
        """The guide's objectives, those that were chosen where some were."""
        known, chosen = outcomes(self._subject, self._context), self.setup.objectives
        return {name: text for name, text in known.items() if not chosen or name in chosen}

    def by_model(self, most: int) -> None:
        """One call writes. One more checks the items of an exam; others are, if answered wrong."""
        try:
            written = list(self._written(min(most, self.missing) + SPARE))
            if self.setup.exam_minutes:
                agreed = steps.read_again(written, self.sources, self._context.llm)
                written = [item for item, is_sound in zip(written, agreed, strict=True) if is_sound]
            self._take(written)
        except StepFailed as error:
            text = N_("No further questions could be written: {error}")
            self._context.report.emit(Notice(text, values={"error": error}))

    def _written(self, number: int) -> Iterator[Item]:
        free = number * self._free // self.missing
        order = steps.ItemsFor(
            topic=self._topic or ", ".join(self.setup.topics) or "the passages",
            number=number - free,
            free=free,
            difficulty=self._level,
            passages=[each["text"] for each in self.sources],
            language=language_named(self._state),
            objectives=self._outcomes,
            avoid=[item.question_text for item in (*self._known, *self.drawn)],
        )
        written = self._context.llm.run(steps.ITEMS, order)
        chosen: list[steps.Written] = [*written.free_items[:free], *written.items[: order.number]]
        for at, each in enumerate(chosen, start=len(self._known) + len(self.drawn)):
            name = checks.passage_of(each.evidence, self.sources).get("document", "")
            document = self._documents.get(name)
            yield steps.to_item(
                each,
                id=f"{self._quiz}-{at}",
                subject=self._subject,
                topic=self._topic or (document.topic or document.title if document else ""),
                objective=each.objective * (each.objective in self._outcomes),
                evidence_document=name,
            )

    def by_rules(self) -> None:
        about, read = self._about, list(self._documents.values())
        read.sort(key=lambda document: not any(text in document.text for text in about or []))
        del read[MOST_DOCUMENTS:]
        made = partial(make_items, read, subject=self._subject, seed=self._quiz, about=about)
        self._take(made(kinds=self.setup.kinds))
        if not (self._known or self.drawn):
            # What has no likely wrong options can still be typed.
            self._take(made(kinds=("free",)))

    @property
    def _about(self) -> list[str] | None:
        """The texts that the quiz is about; None for all."""
        documents = self._documents.values()
        known = sorted({name for d in documents for name in (d.topic, d.title) if name})
        if wanted := self.setup.topics or items.match_topics(self._topic, known):
            return [d.text for d in documents if d.topic in wanted or d.title in wanted]
        return [each["text"] for each in self.sources] if self._topic else None

    def finished(self) -> list[Item]:
        """The items with their keys in places of their own."""
        # Another order with each quiz that was finished, and the same when a crash repeats this.
        finished = len(self._ports.attempts.all(self._context.user))
        return items.spread(self.drawn, seed=f"{finished}{len(self._known) or ''}")
