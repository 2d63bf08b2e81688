"""Which of a user's subjects has documents that answer a question."""

from agent.checks.citations.answers import PLAIN, rank_sentences
from agent.checks.citations.marks import entry
from agent.ports import Ports
from agent.ports.subjects import offered

PASSAGES = 3


def subject_with_answer(question: str, ports: Ports, user: str) -> str:
    """The one whose documents answer best; empty where none does plainly."""
    strengths = {each.id: _strength(question, each.id, ports, user) for each in offered(ports, user)}
    best = max(strengths, key=strengths.__getitem__, default="")
    return best if best and strengths[best] >= PLAIN else ""


def _strength(question: str, subject: str, ports: Ports, user: str) -> float:
    found = ports.library.search(question, subject=subject, owner=user, top_k=PASSAGES)
    passages = [entry(passage, n) for n, passage in enumerate(found.passages)]
    ranked = rank_sentences(question, passages, ports.library)
    return ranked[0].score if ranked else 0.0
