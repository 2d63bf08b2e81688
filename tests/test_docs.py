"""The README and docs say what is true, and settings come from where they say."""

import json
import os
import re
import shlex
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from agent import Settings
from agent.__main__ import parser
from agent.settings import describe

ROOT = Path(__file__).parent.parent
PAGES = [ROOT / "README.md", ROOT / "CONTRIBUTING.md", *sorted((ROOT / "docs").glob("*.md"))]
README = "\n".join(page.read_text(encoding="utf-8") for page in PAGES)
MAKEFILE = (ROOT / "Makefile").read_text(encoding="utf-8")
TOOLS = Path("agent/workflows/tutor/tools")
NOT_SETTINGS = {"ARGS", "PORT", "PROJ", "PROVIDER", "TOOL", "WORKFLOW", "INTERLUDE_REQUIRE_BROWSER"}


def fenced(language: str) -> list[str]:
    return re.findall(rf"^```{language}\n(.*?)^```", README, re.MULTILINE | re.DOTALL)


def test_the_page_of_settings_is_current():
    assert (ROOT / "docs" / "settings.md").read_text(encoding="utf-8") == describe()
    assert [name for name, each in Settings.model_fields.items() if not each.description] == []


def test_every_setting_that_is_named_exists():
    spans = re.findall(r"`([^`\n]+)`", README)
    named = {name for span in spans for name in re.findall(r"\b[A-Z][A-Z_]{3,}\b", span)}
    ours = {name for name in named if not name.startswith("STREAMLIT_")} - NOT_SETTINGS
    assert ours == {name.upper() for name in Settings.model_fields}


def test_every_link_between_pages_leads_somewhere():
    linked = [
        (page, target)
        for page in PAGES
        for target in re.findall(r"\]\((?!https?:)([^)#]+)\)", page.read_text(encoding="utf-8"))
    ]
    assert [target for page, target in linked if not (page.parent / target).exists()] == []


def test_every_make_target_that_is_named_exists_and_the_other_way_round():
    named = set(re.findall(r"\bmake ([a-z-]+)\b", "\n".join(fenced("sh") + _code_spans())))
    targets = set(re.findall(r"^([a-z-]+):", MAKEFILE, re.MULTILINE)) - {"help"}
    assert named == targets


def _code_spans() -> list[str]:
    return re.findall(r"`([^`\n]+)`", README)


COMMANDS = re.findall(r"python -m agent ([^#`\n]+)", README)


def test_every_command_is_shown_and_understood(capsys):
    for command in COMMANDS:
        assert callable(parser().parse_args(shlex.split(command)).command)
    shown = {command.split()[0] for command in COMMANDS}
    with pytest.raises(SystemExit):
        parser().parse_args(["--help"])
    assert shown == set(re.findall(r"^    (\w+) ", capsys.readouterr().out, re.MULTILINE))


TRY_TOOL = """
import json, sys
from contextlib import closing
from pathlib import Path
from agent import ModelChoice, Settings, open_agent
from agent.workflows.tutor.tools import specs

name = sys.argv[1]
settings = Settings(interlude_data=Path("data"), interlude_embedder="none")
with closing(open_agent(settings)) as agent:
    user = agent.for_user("local")
    said = "Which documents are there?"
    run = user.ask("tutor", None, said, model=ModelChoice(), asignatura="databases")
    run.wait(30)
    steps = user.steps(run.thread)
    print(json.dumps({
        "told": [spec.description for spec in specs() if spec.name == name],
        "is_drawn": name in user.drawing("tutor"),
        "steps": [step.step for step in steps],
        "outcomes": [tool["outcome"] for step in steps for tool in step.tools],
        "answer": user.turn(run.turn).answer,
    }))
"""


def test_the_example_of_a_tool_works_in_a_copy_of_the_package(tmp_path):
    (example,) = [block for block in fenced("python") if "TOOL = " in block]
    named = re.search(r"Put this into `(\w+)\.py`", README)
    assert named
    shutil.copytree(ROOT / "agent", tmp_path / "agent")
    (tmp_path / TOOLS / f"{named[1]}.py").write_text(example, encoding="utf-8")
    ended = subprocess.run(
        [sys.executable, "-c", TRY_TOOL, named[1]],
        cwd=tmp_path,
        env={**os.environ, "PYTHONPATH": str(tmp_path)},
        check=True,
        capture_output=True,
        text=True,
    )
    tried = json.loads(ended.stdout)
    told = "List the documents of this course. Use it when the user asks what there is to read."
    assert tried["told"] == [told]
    assert tried["is_drawn"]
    assert tried["steps"] == ["think", named[1], "think"]
    assert tried["outcomes"] == ["done"]
    assert "Foreign keys" in tried["answer"]


@pytest.fixture
def elsewhere(tmp_path):
    """A working folder of its own."""
    before = Path.cwd()
    os.chdir(tmp_path)
    yield tmp_path
    os.chdir(before)


def test_a_key_can_stand_in_streamlits_secrets_file(elsewhere):
    (elsewhere / ".streamlit").mkdir()
    (elsewhere / ".streamlit" / "secrets.toml").write_text('GEMINI_API_KEY = "canary"\n[x]\na=1')
    settings = Settings()
    key = settings.key("gemini")
    assert key is not None
    assert key.get_secret_value() == "canary"
    assert "canary" not in repr(settings)


def test_the_environment_goes_before_the_secrets_file(elsewhere, monkeypatch):
    (elsewhere / ".streamlit").mkdir()
    (elsewhere / ".streamlit" / "secrets.toml").write_text('GEMINI_MODEL = "from the file"')
    monkeypatch.setenv("GEMINI_MODEL", "from the environment")
    assert Settings().model("gemini") == "from the environment"


def test_an_empty_variable_is_no_setting(monkeypatch):
    monkeypatch.setenv("INTERLUDE_PROVIDER", "")
    assert Settings().interlude_provider == "embedded"
