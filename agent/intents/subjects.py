"""Which of a user's subjects has documents that answer a question."""

from agent.checks.citations.answers import PLAIN, rank_sentences
from agent.checks.citations.marks import entry
from agent.ports import Passage, Ports
from agent.ports.subjects import offered

OF_EACH, READ = 2, 4
"""So many passages of each subject are compared, and of all so many are read for sentences."""
NAMED = 0.3
"""How near in meaning a subject's name is to a message that names it, in any language."""


def subject_named(message: str, ports: Ports, user: str) -> str:
    """The subject that a message names; empty where it names none."""
    known = offered(ports, user)
    near = ports.library.strengths(message, [subject.title for subject in known])
    best = max(range(len(near)), key=near.__getitem__, default=None)
    return known[best].id if best is not None and near[best] >= NAMED else ""


def subject_with_answer(question: str, ports: Ports, user: str) -> str:
    """The one whose documents answer best; empty where none does plainly."""
    found: list[Passage] = []
    for subject in offered(ports, user):
        near = ports.library.search(question, subject=subject.id, owner=user, top_k=OF_EACH)
        found += near.passages
    found.sort(key=lambda passage: -passage.score)
    best = [entry(passage, n) for n, passage in enumerate(found[:READ])]
    ranked = rank_sentences(question, best, ports.library)
    is_plain = bool(ranked) and ranked[0].score >= PLAIN
    return found[int(ranked[0].mark)].subject if is_plain else ""
