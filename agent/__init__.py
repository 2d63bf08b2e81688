"""LLM agents that stop and ask: the public names, which pages, routes and the terminal use."""

from agent import events, questions
from agent.bootstrap import open_agent
from agent.engine.models import Offer
from agent.engine.runs import Run
from agent.engine.workflow import (
    Recommendation,
    Workflow,
    collect_declared,
    kind_of,
    known_workflows,
)
from agent.errors import AgentError, NotFound
from agent.facade import GraphAgent, UserAgent
from agent.ports import ModelChoice
from agent.ports.work_items import CRITERIA as MATURITY_CRITERIA
from agent.questions import Approval, Choice, Field, Form, FreeText, Question, Reply
from agent.settings import Settings
from agent.store.folder import check_folder
from agent.store.names import RequestKey
from agent.store.records import Asked, Entry, StepRow, Thread, Turn, without_replaced
from agent.store.threads import Place

__all__ = [
    "MATURITY_CRITERIA",
    "AgentError",
    "Approval",
    "Asked",
    "Choice",
    "Entry",
    "Field",
    "Form",
    "FreeText",
    "GraphAgent",
    "ModelChoice",
    "NotFound",
    "Offer",
    "Place",
    "Question",
    "Recommendation",
    "Reply",
    "RequestKey",
    "Run",
    "Settings",
    "StepRow",
    "Thread",
    "Turn",
    "UserAgent",
    "Workflow",
    "check_folder",
    "collect_declared",
    "events",
    "kind_of",
    "known_workflows",
    "open_agent",
    "questions",
    "without_replaced",
]
