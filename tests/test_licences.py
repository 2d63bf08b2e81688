"""The licences of what runs: none asks us to give away our own code.

`python -m tests.test_licences` prints docs/licences.md.
"""

import re
import sys
from importlib.metadata import Distribution, distribution
from pathlib import Path

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

ROOT = Path(__file__).parent.parent
LISTING = ROOT / "docs" / "licences.md"

REVIEWED = {
    "pycfmodel": "Apache-2.0",  # no word in its metadata; so says its file LICENSE
}
HEAD = """# Licences

What `requirements.txt` installs, all that it needs in turn included. No package is under the GPL
or AGPL alone. Marked with * are those under the LGPL or MPL: changes to them have to be published.

The tool server for Jira and Confluence is no part of this list: it is a program of its own, which
is installed apart from Interlude, only where it is used, and holds a package under the GPL.

| Package | Licence |
| --- | --- |
"""


def required(name: str) -> list[Requirement]:
    lines = (ROOT / name).read_text(encoding="utf-8").splitlines()
    return [Requirement(text) for line in lines if (text := line.partition("#")[0].strip())]


def installed() -> dict[str, Distribution]:
    """What the requirements lead to on this system."""
    todo = [(requirement, {""}) for requirement in required("requirements.txt")]
    seen: set[tuple[str, frozenset[str]]] = set()
    found = {}
    while todo:
        requirement, extras = todo.pop()
        name, wanted = canonicalize_name(requirement.name), frozenset(requirement.extras)
        marker = requirement.marker
        if marker and not any(marker.evaluate({"extra": extra}) for extra in extras):
            continue
        if (name, wanted) not in seen:
            seen.add((name, wanted))
            found[name] = distribution(name)
            todo += [(Requirement(text), {"", *wanted}) for text in found[name].requires or []]
    return dict(sorted(found.items()))


def licence(name: str, package: Distribution) -> str:
    about = package.metadata
    if found := REVIEWED.get(name) or about.get("License-Expression"):
        return found
    classifiers = [c for c in about.get_all("Classifier") or [] if c.startswith("License ::")]
    if classifiers:
        return " AND ".join(each.rpartition(" :: ")[2] for each in classifiers)
    return (about.get("License") or "").strip().partition("\n")[0]


def is_allowed(expression: str) -> bool:
    """One choice of it is neither GPL nor AGPL, in any of its parts."""
    while inner := re.search(r"\(([^()]*)\)", expression):
        expression = expression.replace(inner[0], "MIT" if is_allowed(inner[1]) else "GPL")
    choices = [choice.split(" AND ") for choice in expression.split(" OR ")]
    return any(not any(map(is_gpl, choice)) for choice in choices)


def is_gpl(text: str) -> bool:
    other = re.sub(r"LGPL|(?:Lesser|Library) General Public", "", text, flags=re.IGNORECASE)
    return bool(re.search(r"GPL|General Public|Affero", other, re.IGNORECASE))


def listing() -> str:
    rows = []
    for name, package in installed().items():
        said = licence(name, package)
        mark = " *" if re.search(r"LGPL|Lesser|MPL|Mozilla", said) else ""
        rows.append(f"| {name}{mark} | {said} |\n")
    return HEAD + "".join(rows)


PACKAGES = installed()


@pytest.mark.parametrize("name", PACKAGES)
def test_no_package_is_under_the_gpl(name):
    said = licence(name, PACKAGES[name])
    assert said, "No licence in its metadata: read its files, then add it to REVIEWED."
    assert is_allowed(said), said
    older = PACKAGES[name].metadata.get("License") or ""
    assert name in REVIEWED or not is_gpl(older), older


def test_the_listing_is_current():
    pinned = {canonicalize_name(pin.name) for pin in required("constraints.txt")}
    rows = re.findall(r"^\| (\S+)(?: \*)? \| (.+) \|$", LISTING.read_text("utf-8"), re.MULTILINE)
    listed = dict(rows[2:])
    found = {name: licence(name, each) for name, each in PACKAGES.items() if name in pinned}
    assert listed.keys() <= pinned
    assert found.items() <= listed.items(), "python -m tests.test_licences > docs/licences.md"


if __name__ == "__main__":
    sys.stdout.write(listing())
