"""Review of templates by real tools, and what must not pass."""

from agent.adapters.review.reviewers import Reviewers, reasons_to_block
from agent.settings import Settings

__all__ = ["Reviewers", "open_reviewer", "reasons_to_block"]


def open_reviewer(settings: Settings) -> Reviewers:
    """cfn-lint and cfripper are imported or started on first use.

    INTERLUDE_CHECKOV names the command of a checkov in an environment of its own; without it
    that reviewer is "not run". INTERLUDE_CLOUD_REGION is where templates are read for.
    """
    return Reviewers(region=settings.interlude_cloud_region, checkov=settings.interlude_checkov)
