"""The terminal client and the command: the same questions and decisions as on the pages."""

import io
import os
import subprocess
import sys
from pathlib import Path

import pytest

from agent import Approval, Field, Form, FreeText, GraphAgent, Reply
from agent.__main__ import main
from agent.questions import Option
from agent.terminal import Terminal, draw, reply_to, show
from interlude import cli
from tests.fakes import RULES, open_fake_agent
from tests.fakes_tickets import FakeTracker, FakeWiki

QUIZ = "Give me a quiz of 2 questions on normalisation"
ASKED = {"id": "q", "workflow": "tutor", "step": "s", "title": "T"}


def talk(
    agent: GraphAgent,
    monkeypatch: pytest.MonkeyPatch,
    *lines: str,
    thread: str | None = None,
    workflow: str = "tutor",
) -> None:
    """As somebody who types these lines and then Ctrl-D."""
    monkeypatch.setattr("sys.stdin", io.StringIO("".join(f"{line}\n" for line in lines)))
    Terminal(agent, workflow=workflow, thread=thread).talk()


def test_a_quiz_is_left_and_finished_later(agent, monkeypatch, capsys):
    talk(agent, monkeypatch, QUIZ, "1")
    said = capsys.readouterr().out
    assert "Question 2 of 2" in said
    thread = said.strip().rpartition("--thread=")[2]
    talk(agent, monkeypatch, "99", "1", thread=thread)
    said = capsys.readouterr()
    assert "Question 1 of 2" not in said.out
    assert "Result: " in said.out
    assert "Nothing was chosen." in said.err
    assert len(agent.for_user("local").ports.attempts.all("local")) == 1


def test_an_issue_is_seen_before_it_is_approved(tmp_path, monkeypatch, capsys):
    tracker, wiki = FakeTracker(), FakeWiki()
    agent = open_fake_agent(tmp_path, tracker=tracker, wiki=wiki)
    try:
        talk(
            agent,
            monkeypatch,
            "Create a Jira issue: shop managers want to export sales as CSV",
            "1",  # Story.
            *[""] * 10,  # The other fields of the draft as they are filled in.
            *("1", "approve", "Write the Confluence page for PROJ-1", "1", "approve", "/quit"),
            workflow="tickets",
        )
    finally:
        agent.close()
    said = capsys.readouterr().out
    (issue,) = tracker.creates
    assert said.index(issue.description) < said.index("PROJ-1 is created")
    assert "Maturity of PROJ-1" in said
    assert wiki.creates[0].title in said
    assert said.count("Nothing was decided.") == 2


def test_cancel_withdraws_the_question_and_an_answer_has_its_sources(agent, monkeypatch, capsys):
    talk(agent, monkeypatch, "/cancel", QUIZ, "/cancel", "What is a foreign key?")
    said = capsys.readouterr().out
    assert "There is no question to cancel." in said
    assert "A foreign key is" in said
    assert "] Foreign keys, " in said
    assert agent.for_user("local").pending() == []


def test_what_is_printed_cannot_move_the_cursor(capsys):
    show("one\x1b[2J\u202e\rtwo\n\tthree")
    out = capsys.readouterr().out
    assert not {"\x1b", "\u202e", "\r"} & set(out)
    assert out.startswith("one[2J")
    assert out.endswith("two\n\tthree\n")


def test_a_reader_that_has_seen_enough_is_no_error(tmp_path):
    command = [sys.executable, "-m", "agent", "graph", "infra"]
    environment = {**os.environ, "INTERLUDE_DATA": str(tmp_path)}
    with subprocess.Popen(
        command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, env=environment
    ) as said:
        assert said.stdout
        assert said.stderr
        said.stdout.close()
        assert said.stderr.read() == b""


def test_threads_are_listed_and_an_unknown_one_is_one_sentence(
    agent, data_folder, monkeypatch, capsys
):
    run = agent.for_user("local").ask("tutor", None, QUIZ, model=RULES, asignatura="databases")
    run.wait(30)
    monkeypatch.setenv("INTERLUDE_DATA", str(data_folder))
    assert main(["threads"]) == 0
    assert capsys.readouterr().out.split()[:3] == [run.thread, "tutor", "waiting"]
    assert main(["chat", "--thread=nobody"]) == 1
    assert capsys.readouterr().err.count("\n") == 1


FIELDS = (
    Field("name", "Name"),
    Field("count", "How many", kind="number"),
    Field("sure", "Sure", kind="flag"),
    Field("kind", "Kind", kind="choice", options=(Option("a", "A"), Option("b", "B"))),
)
APPROVAL = Approval(**ASKED, digest="d", allowed=("approve", "reject"), must_type="prod")


@pytest.mark.parametrize(
    ("question", "lines", "reply"),
    [
        (FreeText(**ASKED), ["Because."], Reply(text="Because.")),
        (
            Form(**ASKED, fields=FIELDS),
            ["x", "3", "yes", "2"],
            Reply(values={"name": "x", "count": 3.0, "sure": True, "kind": "b"}),
        ),
        (APPROVAL, ["reject", "too much"], Reply(decision="reject", comment="too much")),
        (APPROVAL, ["1", "", "a", "prod"], Reply(decision="approve", typed="prod")),
        (
            Approval(**ASKED, digest="d", others=(Option("use:A-1", "Use A-1 instead"),)),
            ["1", "3", "use:A-1"],
            Reply(option="use:A-1"),
        ),
        (
            Approval(**ASKED, digest="d", allowed=("reject",), must_type="prod"),
            ["prod", "reject", "no"],
            Reply(decision="reject", comment="no"),
        ),
        (
            Approval(**ASKED, digest="d", fields=FIELDS[:1]),
            ["reject", "shorter", "M2"],
            Reply(decision="reject", comment="shorter", values={"name": "M2"}),
        ),
    ],
)
def test_every_kind_of_question_has_its_reply(question, lines, reply):
    typed = iter(lines)
    assert reply_to(question, lambda _prompt: next(typed)) == reply
    assert list(typed) == []


def test_a_card_names_its_buttons_and_says_how(capsys):
    draw(Approval(**ASKED, digest="d", how="Say what is missing.", labels={"reject": "Adjust"}))
    told = capsys.readouterr().out
    assert "Say what is missing." in told
    assert "approve  Approve\n  reject  Adjust" in told
    assert "Digest" not in told, "nothing outside is changed"


ROOT = Path(__file__).parent.parent


def test_the_command_reaches_the_operators_commands(capsys, monkeypatch):
    monkeypatch.setattr(sys, "path", sys.path.copy())
    assert cli.main(["settings"]) == 0
    assert "INTERLUDE_DATA" in capsys.readouterr().out


def test_the_command_works_from_any_folder(tmp_path):
    done = subprocess.run(
        [sys.executable, str(ROOT / "interlude" / "cli.py"), "threads"],
        cwd=tmp_path,
        capture_output=True,
        text=True,
        check=False,
        timeout=60,
    )
    assert done.returncode == 0, done.stderr
    assert (tmp_path / "data" / "ledger.db").exists()
