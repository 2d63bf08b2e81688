"""LLM agents that stop and ask: the public names, which pages, routes and the terminal use."""

from agent import events, questions
from agent.bootstrap import open_agent
from agent.errors import AgentError, NotFound
from agent.graph_agent import GraphAgent
from agent.ledger.folder import check_folder
from agent.ledger.names import RequestKey
from agent.ledger.records import Asked, Entry, StepRow, Thread, Turn, standing
from agent.ledger.threads import Place
from agent.models import Offer
from agent.ports import ModelChoice
from agent.questions import Approval, Choice, Field, Form, FreeText, Question, Reply
from agent.runs import Run
from agent.settings import Settings
from agent.user_agent import UserAgent
from agent.workflow import Recommendation, Workflow, known_workflows
from agent.workflows.tickets.contracts import CRITERIA as MATURITY_CRITERIA

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
    "events",
    "known_workflows",
    "open_agent",
    "questions",
    "standing",
]
