"""A workflow is a folder and a page: the example of the docs is a sixth one."""

import json
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).parents[2]
GRAPH, PAGE = "agent/workflows/standup/graph.py", "pages/standup.py"
DRIVE = """
import json
from streamlit.testing.v1 import AppTest
from ui import session

def texts(app):
    return [e.value for e in (*app.markdown, *app.caption)]

def press(app, label):
    return next(b for b in app.button if b.label == label).click().run()

app = AppTest.from_file("ui/shell.py", default_timeout=30).run()
home = texts(app)
app = app.switch_page("../pages/standup.py").run()
before = [b.label for b in app.button]
app = press(app, "I reviewed the release notes")
asked = texts(app)
app.text_area[0].set_value("Publish them").run()
app = press(app, "Answer")
user = session.agent()
(thread,) = user.threads()
print(json.dumps({
    "home": home, "before": before, "asked": asked, "after": texts(app),
    "next": [b.label for b in app.button],
    "errors": [e.message for e in app.exception],
    "export": user.export(thread.id, "md"), "state": user.state(thread.id),
}))
"""


@pytest.fixture(scope="module")
def copy(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The product with the example's two files added, and nothing else changed."""
    folder = tmp_path_factory.mktemp("sixth")
    for name in ("agent", "ui", "pages", ".streamlit"):
        shutil.copytree(ROOT / name, folder / name)
    docs = (ROOT / "docs" / "extending.md").read_text(encoding="utf-8")
    blocks = re.findall(r"^```python\n(.*?)^```", docs, re.MULTILINE | re.DOTALL)
    for file, mark in ((GRAPH, "WORKFLOW = "), (PAGE, "chat.draw(")):
        (example,) = [block for block in blocks if mark in block]
        (folder / file).parent.mkdir(exist_ok=True)
        (folder / file).write_text(example, encoding="utf-8")
    (folder / GRAPH).with_name("__init__.py").touch()
    return folder


def test_a_folder_and_a_page_are_a_workflow(copy: Path) -> None:
    done = subprocess.run(
        [sys.executable, "-c", DRIVE],
        cwd=copy,
        env={**os.environ, "PYTHONPATH": str(copy), "INTERLUDE_DATA": str(copy / "data")},
        check=True,
        capture_output=True,
        text=True,
    )
    seen: dict[str, Any] = json.loads(done.stdout.splitlines()[-1])
    assert seen["errors"] == []
    assert any("Keeps what you did" in text for text in seen["home"])
    assert "I reviewed the release notes" in seen["before"]
    assert any("What comes next?" in text for text in seen["asked"])
    assert any("Publish them" in text and "Tomorrow" in text for text in seen["after"])
    assert seen["state"]["tomorrow"] == "Publish them"
    assert "Publish them" in seen["export"]
