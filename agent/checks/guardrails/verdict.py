"""The verdict of a guardrail."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal

Category = Literal["discrimination", "illegal", "violence", "sexual", "profanity"]
BlockedBy = Category | Literal["off_topic", "image_safety", "failure"]


@dataclass(frozen=True, slots=True)
class Verdict:
    """`details` names the rule that fired and quotes what it fired on, as it was understood."""

    passed: bool
    message: str = ""
    blocked_by: BlockedBy | None = None
    details: Mapping[str, str] = field(default_factory=dict)

    @property
    def is_certain(self) -> bool:
        """Tell whether nothing around the place that was found can excuse it."""
        return self.blocked_by == "failure" or "always" in self.details


PASSED = Verdict(passed=True)
