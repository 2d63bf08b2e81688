"""An operator at work, who has a typed value for whatever is said."""

import re
from dataclasses import dataclass
from typing import Any, ClassVar

from agent.questions import Form
from agent.store.records import Turn
from tests.workflows.talking import Talker, last

__all__ = ["BUCKET", "Operator", "change", "create", "delete", "last", "status"]

Plain = dict[str, Any]


def create(stack: str, /, **kinds: Plain) -> Plain:
    """As a filled form asks for it."""
    return {"wish": "create", **_filled(kinds), "chosen_stack": "", "named": stack}


def change(stack: str, /, **kinds: Plain) -> Plain:
    return {"wish": "change", **_filled(kinds), "chosen_stack": stack}


def delete(stack: str, /) -> Plain:
    return {"wish": "delete", "chosen_stack": stack}


def ask_about(stack: str = "", /, *, closely: bool = False) -> Plain:
    wish = "investigate" if closely else "ask"
    return {"wish": wish, "chosen_stack": stack} if stack else {"wish": wish}


def _filled(kinds: dict[str, Plain]) -> Plain:
    settings = {f"{kind}.{name}": v for kind, given in kinds.items() for name, v in given.items()}
    return {"kinds": list(kinds), "settings": settings, "settings_sent": True}


BUCKET = "Create an encrypted S3 bucket for audit logs with versioning and a 90 day lifecycle"
_BUCKET = {"encryption": "AES256", "versioning": "yes", "expire_days": 90}
_READ = {"actions": "s3:GetObject", "resources": "arn:aws:s3:::audit-logs/*"}
_MAILS = {"protocol": "email", "endpoint": "ops@example.org"}
SAID: dict[str, Plain] = {
    BUCKET: create("audit-logs", bucket=_BUCKET),
    "set the lifecycle to 30 days": change("dev-audit-logs", bucket={"expire_days": 30}),
    "set the lifecycle of dev-audit-logs to 30 days": change(
        "dev-audit-logs", bucket={"expire_days": 30}
    ),
    "set the lifecycle of dev-audit-logs to 60 days": change(
        "dev-audit-logs", bucket={"expire_days": 60}
    ),
    "Turn off versioning of the bucket in dev-audit-logs": change(
        "dev-audit-logs", bucket={"versioning": "no"}
    ),
    "Add an SNS topic that mails ops@example.org to dev-audit-logs": change(
        "dev-audit-logs", topic=_MAILS
    ),
    "Create an SQS queue for orders with a dead-letter queue after 3 attempts": create(
        "orders", queue={"dead_letter": "yes", "receipts": 3}
    ),
    "Create an SQS queue for mails, and an SNS topic that mails ops@example.org": create(
        "mails", queue={}, topic=_MAILS
    ),
    "Remove the topic from dev-mails": change("dev-mails", topic={"remove": True}),
    "Create an IAM role for Lambda that may read the bucket audit-logs": create("role", role=_READ),
    "Create an IAM role for Lambda": create("role", role={}),
    "Create a VPC for tests": create("tests", network={}),
    "Create an encrypted S3 bucket for invoices with a 7 day lifecycle": create(
        "invoices", bucket={"encryption": "AES256", "expire_days": 7}
    ),
    "Create a Lambda function for sync with AWS_KEY=AKIAIOSFODNN7EXAMPLE": create(
        "sync", function={"variables": "AWS_KEY=AKIAIOSFODNN7EXAMPLE"}
    ),
    "Create a DynamoDB table for carts": create("carts", table={}),
}
_SIMPLE = re.compile(
    r"Create an? (?P<kind>SQS queue|SNS topic) (?:for|in a stack called) (?P<name>[\w -]+)$"
)
_DELETE = re.compile(r"Delete the stack (?P<name>[\w-]+)$")
_STATUS = re.compile(r"(?:What is the status of|Is there drift in) (?P<name>[\w-]+)\?$")


def typed(text: str) -> Plain:
    """The typed value that stands for a text."""
    if text in SAID:
        return SAID[text]
    if found := _SIMPLE.match(text):
        kind = "queue" if "queue" in found["kind"] else "topic"
        return create(found["name"].replace(" ", "-"), **{kind: {}})
    if found := _DELETE.match(text):
        return delete(found["name"])
    if found := _STATUS.match(text):
        return ask_about(found["name"], closely="drift" in text)
    return {}


@dataclass
class Operator(Talker):
    workflow: ClassVar[str] = "infra"
    seconds: ClassVar[float] = 120
    environment: str = "dev"
    dry_run: bool = False

    def send(self, **changes: Any) -> Turn:
        """Send the form as it is filled in, but for these."""
        question = self.question
        assert isinstance(question, Form), question.title
        held = {entry.id: entry.default for entry in question.fields}
        return self.fill(**{**held, **changes})

    def ask(self, text: str, **inputs: Any) -> Turn:
        given = {"environment": self.environment, "dry_run": self.dry_run, **inputs}
        if not (inputs.keys() & {"wish", "kinds"}) and not self.model.provider.startswith("script"):
            given = {**given, **typed(text)}
        if name := given.pop("named", ""):
            stack = f"{given['environment']}-{name}"
            given["settings"] = {"stack": stack, **given["settings"]}
        return super().ask(text, **given)


def status(turn: Turn) -> str:
    return str(last(turn, "outcome").get("status", turn.status))
