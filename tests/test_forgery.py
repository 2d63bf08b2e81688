"""What was changed from outside is found, and what was not is never reported."""

import shutil
import sqlite3
import zipfile
from contextlib import closing
from pathlib import Path

import pytest

from agent import Form, Reply, UserAgent
from agent.__main__ import main
from agent.store.backup import back_up, problems, restore
from tests.test_backup import RULES, answer_one, begin_quiz, opened
from tests.workflows.tickets.talk import REQUEST

FOLDER = Path(__file__).parent / "core" / "golden"


def decide_approvals(user: UserAgent, thread: str, *decisions: str) -> None:
    for decision in decisions:
        (asked,) = user.pending(thread)
        reply = Reply(decision=decision, comment="no" if decision == "reject" else "")  # type: ignore[arg-type]
        run = user.answer(thread, asked.question.id, reply, model=RULES)
        assert run.wait(60)


def make_ticket(user: UserAgent, *decisions: str) -> str:
    run = user.ask("tickets", None, REQUEST, model=RULES)
    assert run.wait(60)
    (asked,) = user.pending(run.thread)
    assert isinstance(asked.question, Form)
    held = {entry.id: entry.default for entry in asked.question.fields}
    assert user.answer(run.thread, asked.question.id, Reply(values=held), model=RULES).wait(60)
    decide_approvals(user, run.thread, *decisions[:1])
    if decisions[1:]:
        text = "Write the Confluence page for PROJ-1"
        assert user.ask("tickets", run.thread, text, model=RULES).wait(60)
        decide_approvals(user, run.thread, *decisions[1:])
    return run.thread


@pytest.fixture(scope="module")
def made(tmp_path_factory):
    """A folder with a quiz, an issue and its page that were approved, and one rejected."""
    folder = tmp_path_factory.mktemp("made") / "data"
    with closing(opened(folder)) as agent:
        user = agent.for_user("local")
        answer_one(user, begin_quiz(user))
        make_ticket(user, "approve", "approve")
        make_ticket(user, "reject")
        user.fork(user.threads("tickets")[-1].id, 1)
    return folder


@pytest.fixture
def data(made, data_folder):
    return shutil.copytree(made, data_folder)


def execute(path: Path, script: str) -> int:
    """The number of rows changed."""
    with closing(sqlite3.connect(path)) as file:
        file.executescript(script)
        return file.total_changes


def test_a_folder_as_it_was_made_is_sound(data):
    assert problems(data) == []
    with closing(sqlite3.connect(data / "ledger.db")) as ledger:
        told = {what for (what,) in ledger.execute("select what from audit")}
    assert {"approval approve", "approval reject", "effect done", "issue", "page"} <= told


FORGERIES = {
    "an audit row edited": "update audit set data = replace(data, 'a', 'b') where n = 3",
    "an audit row deleted": "delete from audit where n = 3",
    "the last three audit rows": "delete from audit where n > (select max(n) - 3 from audit)",
    "the who of an audit row": "update audit set who = 'mallory' where n = 3",
    "a decision deleted": "delete from decisions where reply like '%reject%'",
    "a question's text with its digests": """
        update questions set payload = '{"kind": "choice"}', digest = 'd';
        update decisions set digest = 'd'
    """,
    "an effect that was not approved": """
        insert into effects select 'k', kind, target, digest, 'none', thread, run, status, result,
        at, finished from effects limit 1
    """,
    "reject turned into approve": """
        update decisions set reply = replace(reply, '"reject"', '"approve"')
        where reply like '%reject%'
    """,
    "the comment of a decision": """
        update decisions set reply = replace(reply, '"no"', '"go"') where reply like '%reject%'
    """,
    "the answer in a quiz": """
        update decisions set reply = json_set(reply, '$.option', 'z') where turn in
        (select t.id from turns t join threads h on h.id = t.thread where h.workflow = 'tutor')
    """,
    "who decided": "update decisions set who = 'mallory'",
    "a second effect under one approval": """
        insert into effects select 'k', kind, target, digest, approval, thread, run, status,
        result, '2020-01-01T00:00:00+00:00', finished from effects limit 1
    """,
    "an effect's target": "update effects set target = 'elsewhere'",
    "all effects deleted": "delete from effects",
    "the last three audit rows and the counter": """
        delete from audit where n > (select max(n) - 3 from audit);
        update sqlite_sequence set seq = (select max(n) from audit) where name = 'audit'
    """,
    "the whole audit with the effects": """
        delete from effects; delete from audit; delete from sqlite_sequence where name = 'audit'
    """,
    "an issue's text": "update issue_versions set description = description || '.'",
    "a page's text": "update page_versions set body = body || ' '",
    "an issue's version": """
        insert into issue_versions select issue, version + 1, at, 'Pay', description, priority,
        labels, status from issue_versions limit 1;
        update issues set version = version + 1 where id = 1
    """,
    "a turn's text": "update turns set text = 'Pay ' || text where n = 1",
    "a turn's text removed": "update turns set text = '' where n = 1",
    "a turn that was copied": """
        update turns set text = text || '!'
        where thread = (select thread from audit where what = 'copy')
    """,
    "a turn put in": """
        insert into turns select 'x', thread, n + 9, 'Pay', inputs, model, status, error, record,
        carry, '2020-01-01T00:00:00+00:00', finished from turns limit 1
    """,
}


@pytest.mark.parametrize("forgery", FORGERIES.values(), ids=FORGERIES)
def test_a_forgery_is_found(data, forgery):
    assert execute(data / "ledger.db", forgery), "the forgery changed nothing"
    assert problems(data)


def test_a_chain_made_anew_is_found_by_the_hash_of_a_backup(data, tmp_path, monkeypatch, capsys):
    monkeypatch.setenv("INTERLUDE_DATA", str(data))
    assert main(["backup", str(tmp_path / "backup")]) == 0
    (line,) = (x for x in capsys.readouterr().out.splitlines() if x.startswith("Last audit"))
    noted = line.split()[-1]
    assert main(["verify", "--anchor", noted]) == 0
    # Another folder stands for one whose every row and hash were made to agree.
    shutil.rmtree(data)
    with closing(opened(data)) as agent:
        begin_quiz(agent.for_user("local"))
    assert main(["verify"]) == 0
    assert main(["verify", "--anchor", noted]) == 1


def test_going_on_changing_and_deleting_is_no_forgery(data, tmp_path):
    back_up(data, tmp_path / "backup")
    restore(tmp_path / "backup", data, force=True)
    with closing(opened(data)) as agent:
        user = agent.for_user("local")
        for thread in user.threads():
            if thread.status == "waiting":
                continue
            user.update(thread.id, title="Renamed", pinned=True)
            user.delete(thread.id)
            agent.ledger.threads.purge(thread.id)
        tracker = agent.ports.tracker
        assert tracker is not None
        tracker.move("PROJ-1", "Done")
        begin_quiz(user)
    assert problems(data) == []


@pytest.fixture
def old(data_folder):
    """A folder of before: approvals and effects in the audit chain, without digests of results."""
    with zipfile.ZipFile(FOLDER / "approved" / "v1.zip") as archive:
        archive.extractall(data_folder)
    opened(data_folder).close()
    return data_folder


def test_a_folder_of_an_earlier_release_is_sound(old):
    assert problems(old) == []
    with closing(opened(old)) as agent:
        user = agent.for_user("local")
        for thread in user.threads():
            if thread.status == "waiting":
                (asked,) = user.pending(thread.id)
                assert user.cancel(asked.question.id, model=RULES).wait(30)
            else:
                user.fork(thread.id, 1)
                user.delete(thread.id)
                agent.ledger.threads.purge(thread.id)
    assert problems(old) == []


def test_a_pause_of_an_earlier_release_is_sound(data_folder):
    with zipfile.ZipFile(FOLDER / "v1.zip") as archive:
        archive.extractall(data_folder)
    with closing(opened(data_folder)) as agent:
        user = agent.for_user("local")
        for thread in user.threads():
            if thread.status == "cut_off":
                user.stop(thread.id)
    assert problems(data_folder) == []


@pytest.mark.parametrize(
    "name",
    [
        "reject turned into approve",
        "a second effect under one approval",
        "all effects deleted",
        "a turn put in",
    ],
)
def test_a_forgery_in_a_folder_of_an_earlier_release_is_found(old, name):
    assert execute(old / "ledger.db", FORGERIES[name])
    assert problems(old)
