"""All reviewers together."""

import threading
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor

from agent.adapters.review import cfn_lint, cfripper, checkov, secret_scan
from agent.adapters.review.findings import finding, in_order
from agent.adapters.review.policy import pack
from agent.adapters.review.reviewed import Reviewed, version_of
from agent.checks import cfn
from agent.errors import AgentError
from agent.ports import Environment, Finding, Review, ReviewerReport

MANDATORY = (cfn_lint.NAME, cfripper.NAME, pack.NAME)
SECONDS = 60.0
_UNREAD = "The template cannot be read."


class Reviewers:
    def __init__(
        self, *, region: str = "us-east-1", checkov: str = "", seconds: float = SECONDS
    ) -> None:
        self._region = region
        self._checkov = checkov
        self._seconds = seconds
        self._lock = threading.Lock()
        self._warming: threading.Thread | None = None

    def start(self) -> None:
        with self._lock:
            if self._warming is None:
                self._warming = threading.Thread(target=self.warm_up, name="reviewers", daemon=True)
                self._warming.start()

    def warm_up(self) -> None:
        cfn_lint.warm_up()

    def versions(self) -> dict[str, str]:
        return {
            cfn_lint.NAME: version_of(cfn_lint.NAME),
            cfripper.NAME: version_of(cfripper.NAME),
            pack.NAME: pack.VERSION,
            secret_scan.NAME: secret_scan.VERSION,
        }

    def review(
        self,
        template: str,
        *,
        file: str,
        environment: Environment,
        parameters: dict[str, str],
        tags: dict[str, str],
    ) -> Review:
        try:
            parsed = cfn.parse(template)
        except AgentError as error:
            reports, findings = _unreadable(error, file)
        else:
            given = Reviewed(
                template, parsed, file, environment, parameters, tags, self._region, self._seconds
            )
            reports = self._reports(given)
            findings = in_order([found for report in reports for found in report.findings])
        blocks = reasons_to_block(environment, reports, findings)
        return Review(environment, reports, findings, blocks)

    def _reports(self, given: Reviewed) -> tuple[ReviewerReport, ...]:
        with ThreadPoolExecutor(max_workers=2) as pool:
            ripper = pool.submit(cfripper.review, given)
            other = pool.submit(checkov.review, given, executable=self._checkov)
            lint = cfn_lint.review(given)
            quick = (pack.review(given), secret_scan.review(given))
            return (lint, cfripper.trusted(ripper.result(), lint=lint), *quick, other.result())


def reasons_to_block(
    environment: Environment, reports: Sequence[ReviewerReport], findings: Sequence[Finding]
) -> tuple[str, ...]:
    """Errors block everywhere; so do mandatory reviewers that did not run, for prd."""
    reasons = []
    errors = sum(found.severity == "error" for found in findings)
    if errors:
        reasons.append(
            "One finding is an error." if errors == 1 else f"{errors} findings are errors."
        )
    if environment == "prd":
        ran = {report.reviewer for report in reports if report.status == "ran"}
        told = {report.reviewer: report for report in reports}
        for name in MANDATORY:
            if name not in ran:
                why = told[name].reason if name in told else "It was not asked."
                reasons.append(f"{name} must have run for prd. {why}")
    return tuple(reasons)


def _unreadable(
    error: AgentError, file: str
) -> tuple[tuple[ReviewerReport, ...], tuple[Finding, ...]]:
    found = finding(
        source="reader",
        rule_id="READ001",
        severity="error",
        message=error.message,
        file=file,
        remediation=error.hint,
    )
    names = (*MANDATORY, secret_scan.NAME, checkov.NAME)
    reports = tuple(ReviewerReport(name, "not run", _UNREAD) for name in names)
    return reports, (found,)
