"""checkov, as a command of an environment of its own, where the settings name one."""

import json
import shutil
import tempfile
from pathlib import Path
from typing import Any

from agent.adapters.review.commands import run_json
from agent.adapters.review.findings import finding
from agent.adapters.review.reviewed import NotRun, Reviewed, reporting
from agent.ports import Finding, ReviewerReport, Severity

NAME = "checkov"
_ANSWERED = frozenset({0, 1})
# Without an account at its vendor it reports no severities; it wants customer-managed keys for
# queues that are encrypted anyway, and a log bucket for the log bucket.
_SEVERITIES: dict[str, Severity] = {
    "CKV_AWS_18": "info",
    "CKV_AWS_27": "info",
    "CKV_AWS_20": "error",
    "CKV_AWS_53": "error",
    "CKV_AWS_54": "error",
    "CKV_AWS_55": "error",
    "CKV_AWS_56": "error",
    "CKV_AWS_60": "error",
    "CKV_AWS_63": "error",
}


def review(given: Reviewed, *, executable: str) -> ReviewerReport:
    with reporting(NAME, "") as told:
        if not executable:
            raise NotRun("INTERLUDE_CHECKOV names no command.")
        if shutil.which(executable) is None:
            raise NotRun("The command that INTERLUDE_CHECKOV names is not there.")
        answer = _answer(given, executable)
        version, rows = _rows(answer)
        found = tuple(_finding(row, given) for row in rows)
        told.append(ReviewerReport(NAME, "ran", version=version, findings=found))
    return told[0]


def _answer(given: Reviewed, executable: str) -> Any:
    with tempfile.TemporaryDirectory(prefix="interlude-review-") as name:
        folder = Path(name)
        (folder / "template.json").write_text(json.dumps(given.template.data), encoding="utf-8")
        command = [executable, "-f", "template.json", "--framework", "cloudformation"]
        command += ["-o", "json", "--compact", "--quiet", "--skip-download"]
        return run_json(command, folder=folder, seconds=given.seconds, good=_ANSWERED)


def _rows(answer: Any) -> tuple[str, list[Any]]:
    parts = answer if isinstance(answer, list) else [answer]
    rows = [row for p in parts for row in p.get("results", {}).get("failed_checks", [])]
    versions = [str(part.get("summary", {}).get("checkov_version", "")) for part in parts]
    return next((version for version in versions if version), ""), rows


def _finding(row: Any, given: Reviewed) -> Finding:
    resource = str(row.get("resource", "")).rpartition(".")[2]
    return finding(
        source=NAME,
        rule_id=row["check_id"],
        severity=_SEVERITIES.get(row["check_id"], "warning"),
        message=row["check_name"],
        file=given.file,
        line=given.template.line("Resources", resource),
        resource=resource,
    )
