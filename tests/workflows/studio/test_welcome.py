"""The Studio's page speaks of the field of whoever writes there."""

from pathlib import Path

from agent.ports.brand import EXAMPLE, BrandProfile
from agent.workflows.studio.graph import WORKFLOW
from tests.fakes import open_fake_agent

BAKERY = BrandProfile(name="Crumb & Co", terms=("sourdough", "pastry"))


def test_the_starters_are_of_the_brands_field_and_each_of_another_kind(tmp_path: Path) -> None:
    agent = open_fake_agent(tmp_path)
    try:
        user = agent.for_user("ada")
        assert tuple(user.welcome("studio").starters) == tuple(WORKFLOW.starters)
        user.ports.brands.put("ada", BAKERY)
        found = user.welcome("studio")
        assert found.starters[:2] == [
            "Write a blog post about sourdough",
            "Write a LinkedIn post about pastry",
        ]
        assert found.placeholder == WORKFLOW.placeholder
        user.ports.brands.put("ada", EXAMPLE)
        assert tuple(user.welcome("studio").starters) == tuple(WORKFLOW.starters)
    finally:
        agent.close()
