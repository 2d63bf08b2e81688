"""Quiz items without a model: which term is meant, and a measure in a gap.

The key is what the document says there. Wrong options are other terms that the documents define as
the same kind of thing. What cannot be asked well is not asked.
"""

from collections.abc import Iterator, Sequence

from agent.language.catalogs import N_, catalog
from agent.language.text import content_words, plain
from agent.ports import Document, Item
from agent.workflows.tutor.quiz import checks
from agent.workflows.tutor.quiz.definitions import (
    EMPTY_WORDS,
    Definition,
    Figure,
    definitions_of,
    read_figures,
    wrong_figures,
)
from agent.workflows.tutor.quiz.items import mix

GAP = "_____"
FEWEST_WRONG, MOST_WRONG = 2, 3
FEWEST_OWN = 3
"""So many words a meaning has that no other one of its kind has."""
ASKS = {
    "term": N_("Which term means this: “{text}”?"),
    "figure": N_("{title}: which figure belongs in the gap? “{text}”"),
    "term, typed": N_("Write the term that means this: “{text}”"),
    "figure, typed": N_("{title}: write the figure that belongs in the gap: “{text}”"),
}

Fact = Definition | Figure


def make_items(
    documents: Sequence[Document],
    *,
    subject: str,
    seed: str,
    kinds: Sequence[str] = ("choice",),
    about: Sequence[str] | None = None,
) -> Iterator[Item]:
    """Sound items, one for a sentence, in an order of its own for each seed.

    `about` holds the passages that the quiz is about; None stands for all.
    """
    known = definitions_of(documents)
    whole = [each for each in known if each.is_whole]
    facts: list[Fact] = [*whole, *(each for d in documents for each in read_figures(d))]
    if about is not None:
        texts = [checks.spaced(plain(passage)) for passage in about]
        facts = [fact for fact in facts if any(fact.sentence.text in text for text in texts)]
    for fact in sorted(facts, key=lambda fact: mix(seed, fact.sentence.text)):
        turn = int(mix(fact.sentence.text)[:8], 16)
        is_typed = set(kinds) == {"free"} or ("free" in kinds and turn % 2 == 0)
        wrong = [] if is_typed else _wrong_options(fact, known, turn=turn // 2)
        if is_typed or len(wrong) >= FEWEST_WRONG:
            item = _item(fact, wrong, subject)
            if not checks.find_flaws(item, fact.document.text):
                yield item


def _wrong_options(fact: Fact, known: Sequence[Definition], *, turn: int) -> list[str]:
    """Figures, or terms of the same kind, those of the same section and document first."""
    if isinstance(fact, Figure):
        return wrong_figures(fact, turn=turn)
    alike = [o for o in known if o.kind == fact.kind and o.term != fact.term]
    own = set(content_words(fact.meaning)) - EMPTY_WORDS
    if len(own.difference(*(content_words(o.meaning) for o in alike))) < FEWEST_OWN:
        return []

    def distance(other: Definition) -> tuple[bool, bool]:
        is_near = other.document.id == fact.document.id
        return not is_near, not is_near or other.sentence.heading != fact.sentence.heading

    chosen: list[Definition] = []
    for other in sorted(alike, key=distance):
        if not any(_are_tied(other, each) for each in (fact, *chosen)):
            chosen.append(other)
    return [other.term for other in chosen[:MOST_WRONG]]


def _are_tied(one: Definition, other: Definition) -> bool:
    """Whether they share a name, one names the other, or they are of two languages."""
    words = content_words(f"{one.meaning} {other.meaning}")
    if one.sentence.language != other.sentence.language or one.names & other.names:
        return True
    return not (one.names | other.names).isdisjoint(words)


def _item(fact: Fact, wrong: Sequence[str], subject: str) -> Item:
    sentence, document = fact.sentence, fact.document
    if isinstance(fact, Figure):
        form, key, shown = "figure", fact.text, fact.with_gap(GAP)
        options = sorted((key, *wrong), key=int)
    else:
        form, key, shown = "term", fact.term, fact.meaning
        options = sorted((key, *wrong), key=lambda text: mix(sentence.text, text))
    form += "" if wrong else ", typed"
    question = catalog(sentence.language).gettext(ASKS[form])
    return Item(
        id=f"rules-{mix(subject, document.id, form, sentence.text)[:16]}",
        subject=subject,
        topic=document.topic or document.title,
        objective="",
        difficulty="intermediate" if isinstance(fact, Figure) else "basic",
        question_text=question.format(text=shown, title=document.title),
        options=tuple(zip("abcd", options, strict=False)) if wrong else (),
        key="abcd"[options.index(key)] if wrong else key,
        evidence_document=document.id,
        evidence=sentence.text,
        explanation="",
        origin="rules",
        kind="choice" if wrong else "free",
        terms=() if wrong else ((key,),),
        language=sentence.language,
    )
