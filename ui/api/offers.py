"""What there is to choose from."""

from typing import Any

from fastapi import APIRouter

from agent import ModelChoice, known_workflows
from ui.api.answers import ProvidersOut, WorkflowsOut
from ui.api.dependencies import User
from ui.api.guarding import Guarded

Plain = dict[str, Any]

router = APIRouter(prefix="/api", route_class=Guarded)


@router.get("/workflows", response_model=WorkflowsOut)
def workflows() -> Plain:
    """The workflows and what they take."""
    return {"workflows": known_workflows().values()}


@router.get("/providers", response_model=ProvidersOut)
def providers(user: User) -> Plain:
    """The models of this server, for `provider`."""
    models = user.models
    return {
        "providers": [
            {
                "name": name,
                "label": offer.label,
                "is_model": offer.is_model,
                "ready": not models.missing(ModelChoice(name)),
                "first": name == models.first(),
            }
            for name, offer in models.offered().items()
        ]
    }
