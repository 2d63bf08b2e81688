"""Everything that travels with a run."""

from dataclasses import dataclass

from agent.ports.changes import ChangeRules, Reviewer, Workspace
from agent.ports.cloud import Cloud
from agent.ports.documents import Intake, Library
from agent.ports.effects import Effects
from agent.ports.learning import (
    Attempts,
    Bank,
    Contests,
    Guides,
    Progress,
    Reviews,
    Samples,
    Sealed,
)
from agent.ports.models import Llm, Reporter


@dataclass(frozen=True)
class Ports:
    """Everything of the outside world a node can reach."""

    library: Library
    guides: Guides
    bank: Bank
    attempts: Attempts
    sealed: Sealed
    contests: Contests
    progress: Progress
    reviews: Reviews
    intake: Intake
    samples: Samples
    effects: Effects
    cloud: Cloud
    reviewer: Reviewer
    workspace: Workspace
    change_rules: ChangeRules


@dataclass(frozen=True)
class Context:
    """What travels with a run as LangGraph run context, and is passed again on every resume."""

    user: str
    thread: str
    turn: str
    ports: Ports
    llm: Llm
    report: Reporter
