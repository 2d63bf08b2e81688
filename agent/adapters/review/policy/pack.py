"""Applies the rules, each with the severity that its environment gives it."""

from agent.adapters.review.findings import finding
from agent.adapters.review.policy import access, data, network
from agent.adapters.review.policy.rules import RULES, Resource
from agent.adapters.review.reviewed import Reviewed, reporting
from agent.checks import cfn
from agent.ports import Finding, ReviewerReport

NAME = "policy pack"
VERSION = "1"
MODULES = (access, data, network)


def review(given: Reviewed) -> ReviewerReport:
    with reporting(NAME, VERSION) as told:
        found = tuple(_findings(given))
        told.append(ReviewerReport(NAME, "ran", version=VERSION, findings=found))
    return told[0]


def _findings(given: Reviewed) -> list[Finding]:
    found = []
    for name, body in given.template.resources.items():
        properties = cfn.resolved(body.get("Properties") or {}, given.template, given.parameters)
        resource = Resource(
            name=name,
            type=str(body.get("Type", "")),
            body=body,
            properties=properties if isinstance(properties, dict) else {},
            tags=given.tags,
        )
        for rule in RULES.values():
            severity = rule.severities[given.environment]
            if severity is None or not rule.is_about(resource.type):
                continue
            for problem in rule.check(resource):
                path = problem.path.split(".") if problem.path else []
                found.append(
                    finding(
                        source=NAME,
                        rule_id=rule.id,
                        severity=severity,
                        message=f"{name}: {problem.message or rule.about}",
                        file=given.file,
                        line=given.template.line("Resources", name, *path),
                        resource=name,
                        remediation=rule.remedy,
                        fix=problem.fix,
                    )
                )
    return found
