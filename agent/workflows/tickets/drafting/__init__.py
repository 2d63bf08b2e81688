"""The draft of a backlog item: made, checked, revised, compared with what is there."""

from agent.workflows.tickets.drafting.revising import changes, revised
from agent.workflows.tickets.drafting.similarity import similar
from agent.workflows.tickets.drafting.steps import DRAFT, lacks_subject

__all__ = ["DRAFT", "changes", "lacks_subject", "revised", "similar"]
