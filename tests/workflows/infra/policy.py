"""The policy pack and the secret scan alone: the real rules, without the slow tools."""

from agent.adapters.review import reasons_to_block, secret_scan
from agent.adapters.review.findings import in_order
from agent.adapters.review.policy import pack
from agent.adapters.review.reviewed import Reviewed
from agent.checks import cfn
from agent.ports import Environment, Review


class PolicyOnly:
    """Blocks by errors alone: that mandatory tools are missing here does not count."""

    def start(self) -> None:
        """There is nothing to load."""

    def review(
        self,
        template: str,
        *,
        file: str,
        environment: Environment,
        parameters: dict[str, str],
        tags: dict[str, str],
    ) -> Review:
        given = Reviewed(
            template, cfn.parse(template), file, environment, parameters, tags, "us-east-1", 5
        )
        reports = (pack.review(given), secret_scan.review(given))
        findings = in_order([found for report in reports for found in report.findings])
        return Review(environment, reports, findings, reasons_to_block("dev", reports, findings))

    def versions(self) -> dict[str, str]:
        return {"policy pack": pack.VERSION, "secret scan": secret_scan.VERSION}
