"""Nothing with a known advisory is installed, or can be by our requirements."""

from importlib.metadata import version
from pathlib import Path

import pytest
from packaging.requirements import Requirement
from packaging.version import Version

ROOT = Path(__file__).parent.parent

# The first release without a known advisory, and the newest advisory behind it.
FLOORS = {
    "langchain-core": "1.3.3",  # CVE-2026-44843, broad load()
    "langchain-openai": "1.1.14",  # CVE-2026-41488, server-side requests
    "langgraph": "1.0.10",  # CVE-2026-28277, classes revived from checkpoints
    "langgraph-checkpoint": "4.1.1",  # CVE-2026-48775, classes revived from JSON
    "langgraph-checkpoint-sqlite": "3.0.1",  # CVE-2025-67644, SQL in filter keys
    "langgraph-sdk": "0.3.15",  # CVE-2026-48776, path traversal
    "langsmith": "0.8.0",  # CVE-2026-45134, prompt pull
    "starlette": "1.1.0",  # CVE-2026-48818, NTLM
    "streamlit": "1.54.0",  # CVE-2026-33682, NTLM
}
CORE = {*FLOORS, "langchain-google-genai", "langchain-mistralai", "pydantic", "pydantic-settings"}


def requirements(name: str) -> dict[str, Requirement]:
    lines = (ROOT / name).read_text(encoding="utf-8").splitlines()
    texts = [line.partition("#")[0].strip() for line in lines]
    found = [Requirement(text) for text in texts if text and not text.startswith("-")]
    return {requirement.name: requirement for requirement in found}


def bound(requirement: Requirement, *operators: str) -> Version | None:
    versions = [Version(s.version) for s in requirement.specifier if s.operator in operators]
    return versions[0] if versions else None


@pytest.mark.parametrize(("name", "floor"), FLOORS.items())
def test_what_is_installed_or_required_has_no_known_advisory(name, floor):
    assert Version(version(name)) >= Version(floor)
    least = bound(requirements("requirements.txt")[name], ">=", "==")
    assert least is not None
    assert least >= Version(floor)


def test_core_packages_are_held_to_their_major_version():
    required = requirements("requirements.txt")
    for name in CORE:
        most = bound(required[name], "<")
        assert most is not None, name
        assert most.major <= Version(version(name)).major + 1, name


def test_constraints_pin_everything_that_is_required_within_its_bounds():
    pins = requirements("constraints.txt")
    assert {str(pin) for pin in pins.values() if bound(pin, "==") is None} == set()
    wanted = {**requirements("requirements.txt"), **requirements("requirements-dev.txt")}
    assert wanted.keys() <= pins.keys()
    for name, requirement in wanted.items():
        assert bound(pins[name], "==") in requirement.specifier, name
