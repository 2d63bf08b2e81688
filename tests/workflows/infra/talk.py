"""An operator at work."""

from dataclasses import dataclass
from typing import Any, ClassVar

from agent.ledger.records import Turn
from tests.workflows.talking import Talker, last

__all__ = ["BUCKET", "Operator", "last", "status"]

BUCKET = "Create an encrypted S3 bucket for audit logs with versioning and a 90 day lifecycle"


@dataclass
class Operator(Talker):
    workflow: ClassVar[str] = "infra"
    seconds: ClassVar[float] = 120
    environment: str = "dev"
    dry_run: bool = False

    def ask(self, text: str, **inputs: Any) -> Turn:
        given = {"environment": self.environment, "dry_run": self.dry_run, **inputs}
        return super().ask(text, **given)


def status(turn: Turn) -> str:
    return str(last(turn, "outcome").get("status", turn.status))
