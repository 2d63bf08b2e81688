"""cfn-lint, in process: is it a template that the engine understands?"""

import threading
from functools import cache
from typing import Any

from agent.adapters.review.findings import finding
from agent.adapters.review.reviewed import NoAnswer, NotRun, Reviewed, reporting, version_of
from agent.ports import Finding, ReviewerReport, Severity

NAME = "cfn-lint"
_SEVERITIES: dict[str, Severity] = {"error": "error", "warning": "warning", "informational": "info"}
_one_at_a_time = threading.Lock()
_late: list[threading.Thread] = []
"""Left behind, and still at work."""


def review(given: Reviewed) -> ReviewerReport:
    version = version_of(NAME)
    with reporting(NAME, version) as told:
        if not version:
            raise NotRun("It is not installed.")
        matches = _matches(given)
        found = tuple(_finding(match, given) for match in matches)
        told.append(ReviewerReport(NAME, "ran", version=version, findings=found))
    return told[0]


def warm_up() -> None:
    """Its import and its first template take a second each."""
    if version_of(NAME):
        _lint("Resources: {Topic: {Type: 'AWS::SNS::Topic'}}", "us-east-1")


def _matches(given: Reviewed) -> list[Any]:
    """In a thread that is left behind when it is late: it only reads, and ends some time."""
    _late[:] = [thread for thread in _late if thread.is_alive()]
    if _late:
        raise NotRun("An earlier review that takes too long still holds it. Try again later.")
    found: list[list[Any]] = []
    failed: list[BaseException] = []

    def lint() -> None:
        try:
            found.append(_lint(given.text, given.region))
        except Exception as error:  # noqa: BLE001 - whatever its rules raise, it is no answer
            failed.append(error)

    thread = threading.Thread(target=lint, daemon=True)
    thread.start()
    thread.join(given.seconds)
    if failed:
        raise NoAnswer("It failed on this template.") from failed[0]
    if not found:
        _late.append(thread)
        raise NoAnswer(f"It took longer than {given.seconds:.0f} seconds.")
    return found[0]


def _lint(text: str, region: str) -> list[Any]:
    # It reads its schemas when it is imported, which takes a second.
    from cfnlint.decode.decode import decode_str  # type: ignore[import-untyped]  # noqa: PLC0415

    with _one_at_a_time:
        template, problems = decode_str(text)
        if problems or template is None:
            return list(problems)
        return list(_runner(region).validate_template(template))


@cache
def _runner(region: str) -> Any:
    """A run of its rules: to load them takes longer than a template."""
    from cfnlint.config import ConfigMixIn  # type: ignore[import-untyped]  # noqa: PLC0415
    from cfnlint.runner import Runner  # type: ignore[import-untyped]  # noqa: PLC0415

    return Runner(ConfigMixIn(regions=[region]))


def _finding(match: Any, given: Reviewed) -> Finding:
    path = list(getattr(match, "path", None) or [])
    resource = str(path[1]) if len(path) > 1 and path[0] == "Resources" else ""
    return finding(
        source=NAME,
        rule_id=match.rule.id,
        severity=_SEVERITIES.get(str(match.rule.severity).lower(), "warning"),
        message=match.message,
        file=given.file,
        line=match.linenumber or 1,
        resource=resource,
        remediation=match.rule.shortdesc,
    )
