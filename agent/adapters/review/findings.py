"""Findings of all reviewers in one form."""

import hashlib
import re
from typing import Any

from agent.ports import Finding, Severity

ORDER: dict[Severity, int] = {"error": 0, "warning": 1, "info": 2}
_MOST = 500
_PLACES = re.compile(r"\b(line|column) \d+|:\d+:\d+")


def finding(  # noqa: PLR0913 - the fields of a finding, each by its name
    *,
    source: str,
    rule_id: str,
    severity: Severity,
    message: str,
    file: str,
    line: int = 1,
    resource: str = "",
    remediation: str = "",
    fix: dict[str, Any] | None = None,
) -> Finding:
    said = re.sub(r"\s+", " ", message).strip()[:_MOST]
    what = "\n".join((source, rule_id, resource or file, _PLACES.sub("", said)))
    return Finding(
        id=f"F-{hashlib.sha256(what.encode()).hexdigest()[:10]}",
        severity=severity,
        source=source,
        rule_id=rule_id,
        file=file,
        line=line,
        message=said,
        remediation=remediation,
        resource=resource,
        fix=fix or {},
    )


def in_order(findings: list[Finding]) -> tuple[Finding, ...]:
    """The worst first, and each once."""
    unique = {found.id: found for found in reversed(findings)}
    return tuple(sorted(unique.values(), key=lambda f: (ORDER[f.severity], f.line, f.rule_id)))
