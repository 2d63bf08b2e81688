"""cfripper, as a command: who may do what."""

import json
import sys
import tempfile
from pathlib import Path
from typing import Any

from agent.adapters.review.commands import run_json
from agent.adapters.review.findings import finding
from agent.adapters.review.reviewed import NoAnswer, NotRun, Reviewed, reporting, version_of
from agent.ports import Finding, ReviewerReport, Severity

NAME = "cfripper"
_SEVERITIES: dict[str, Severity] = {"HIGH": "error", "MEDIUM": "warning", "LOW": "info"}
_ANSWERED = frozenset({0, 2})


def review(given: Reviewed) -> ReviewerReport:
    version = version_of(NAME)
    with reporting(NAME, version) as told:
        if not version:
            raise NotRun("It is not installed.")
        answer = _answer(given)
        if answer.get("exceptions"):
            raise NoAnswer("Some of its rules failed on this template.")
        found = tuple(f for failure in answer["failures"] for f in _findings(failure, given))
        told.append(ReviewerReport(NAME, "ran", version=version, findings=found))
    return told[0]


def trusted(report: ReviewerReport, *, lint: ReviewerReport) -> ReviewerReport:
    """It dies of templates that are not valid, or says half of it: then its word counts nothing."""
    if report.status == "not run":
        return report
    why = ""
    if lint.status != "ran":
        why = "It needs cfn-lint, which did not run."
    elif any(found.severity == "error" for found in lint.findings):
        why = "It reads valid templates only; correct what cfn-lint found."
    return ReviewerReport(NAME, "not run", why, report.version, report.seconds) if why else report


def _answer(given: Reviewed) -> Any:
    with tempfile.TemporaryDirectory(prefix="interlude-review-") as name:
        folder = Path(name)
        (folder / "template.json").write_text(json.dumps(given.template.data), encoding="utf-8")
        (folder / "parameters.json").write_text(json.dumps(given.parameters), encoding="utf-8")
        command = [sys.executable, "-m", "cfripper", "template.json", "--format", "json"]
        command += ["--resolve", "--resolve-parameters", "parameters.json", "--logging", "ERROR"]
        return run_json(command, folder=folder, seconds=given.seconds, good=_ANSWERED)


def _findings(failure: Any, given: Reviewed) -> list[Finding]:
    return [
        finding(
            source=NAME,
            rule_id=failure["rule"],
            severity=_SEVERITIES.get(failure.get("risk_value", ""), "warning"),
            message=failure["reason"],
            file=given.file,
            line=given.template.line("Resources", resource),
            resource=resource,
        )
        for resource in failure.get("resource_ids") or [""]
    ]
