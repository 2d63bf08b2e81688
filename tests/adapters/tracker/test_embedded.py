"""What the tracker that comes with the app promises beyond the port."""

import subprocess
import sys
import threading
from contextlib import closing
from dataclasses import replace
from pathlib import Path

import pytest

from agent.adapters.tracker import EmbeddedTracker, open_tracker
from agent.errors import AgentError, Refused
from agent.ports.work_items import IssueQuery, NewIssue
from agent.settings import Settings
from agent.store import Ledger

PLAIN = NewIssue("PROJ", "Story", "Sign in", "With a password.", mark="interlude-1")


@pytest.fixture
def tracker(embedded_tracker: EmbeddedTracker) -> EmbeddedTracker:
    return embedded_tracker


def test_the_same_mark_makes_no_second_issue(tracker: EmbeddedTracker) -> None:
    tracker.create(PLAIN)
    with pytest.raises(Refused, match="PROJ-1"):
        tracker.create(replace(PLAIN, summary="Another"))
    assert [issue.key for issue in tracker.issues()] == ["PROJ-1"]


def test_moving(tracker: EmbeddedTracker) -> None:
    made = tracker.create(PLAIN)
    moved = tracker.move("proj-1", "In Progress")
    assert (moved.status, moved.is_open, moved.version) == ("In Progress", True, "2")
    assert tracker.move("PROJ-1", "In Progress").version == "2"
    assert tracker.move("PROJ-1", "Done").is_open is False
    assert tracker.open_issues() == []
    assert tracker.search("sign") == []
    assert [issue.key for issue in tracker.issues()] == ["PROJ-1"]
    with pytest.raises(Refused):
        tracker.move("PROJ-1", "Elsewhere")
    with pytest.raises(Refused):
        tracker.move("PROJ-2", "Done")
    with pytest.raises(Refused):
        tracker.update("PROJ-1", {"priority": "Low"}, version=made.version)


def test_words_of_comments_are_found(tracker: EmbeddedTracker) -> None:
    tracker.create(PLAIN)
    tracker.comment("PROJ-1", "Decision: no move to Elastic.", mark="m")
    for _again in range(2):
        assert [issue.key for issue in tracker.search("elastic moves")] == ["PROJ-1"]
        assert tracker.find(IssueQuery(words="elastic"))
        tracker.move("PROJ-1", "In Progress")


def test_people_are_found_by_any_part_of_their_name(tracker: EmbeddedTracker) -> None:
    for name in ("Marta", "Marta Gómez", "王小明"):
        made = tracker.create(PLAIN if name == "Marta" else replace(PLAIN, mark=name))
        tracker.update(made.key, {"assignee": name}, version=made.version)
    known = {"marta": ["Marta", "Marta Gómez"], "gomez": ["Marta Gómez"], "王": ["王小明"]}
    for said, names in {**known, "Marta Gomez": ["Marta Gómez"]}.items():
        assert sorted(each.name for each in tracker.people(said)) == names
        assert len(tracker.find(IssueQuery(assignee=said))) == len(names)
    assert [each.name for each in tracker.people("Zoe")] == ["Zoe"]
    assert len(tracker.people("")) == 3


def test_who_asks_is_not_known(tracker: EmbeddedTracker) -> None:
    with pytest.raises(AgentError, match="who you are"):
        tracker.find(IssueQuery(assignee="me"))
    assert tracker.people("me") == []


def test_each_version_is_kept(tracker: EmbeddedTracker) -> None:
    made = tracker.create(PLAIN)
    tracker.update(made.key, {"summary": "Sign in quickly"}, version="1")
    tracker.move(made.key, "Done")
    told = [(each.version, each.summary, each.status) for each in tracker.history("PROJ-1")]
    assert told == [
        ("1", "Sign in", "To Do"),
        ("2", "Sign in quickly", "To Do"),
        ("3", "Sign in quickly", "Done"),
    ]
    assert tracker.history("PROJ-1")[-1] == tracker.issue("PROJ-1")


def test_each_project_counts_for_itself(tracker: EmbeddedTracker, tmp_path: Path) -> None:
    tracker.create(PLAIN)
    other = EmbeddedTracker(tracker._db, project="SHOP")
    made = other.create(replace(PLAIN, project="SHOP", mark="interlude-2"))
    assert made.key == "SHOP-1"
    assert [issue.key for issue in tracker.open_issues()] == ["PROJ-1"]
    assert [issue.key for issue in tracker.search("sign")] == ["PROJ-1"]
    assert tracker.issue("SHOP-1") == made


@pytest.mark.parametrize("project", ["", "p", "proj", "A-B", "A B", "1A", "ABCDEFGHIJKL"])
def test_what_is_no_key_of_a_project(tracker: EmbeddedTracker, project: str) -> None:
    with pytest.raises(AgentError, match="cannot be the key"):
        EmbeddedTracker(tracker._db, project=project)


def test_issues_outlive_the_process(tmp_path: Path) -> None:
    program = f"import {__name__} as here, pathlib, sys; here.make_one(pathlib.Path(sys.argv[1]))"
    subprocess.run([sys.executable, "-c", program, str(tmp_path)], check=True, timeout=60)
    with closing(Ledger(tmp_path)) as ledger:
        tracker = EmbeddedTracker(ledger.db, project="PROJ")
        assert tracker.issue("PROJ-1").summary == "Sign in"
        assert tracker.create(replace(PLAIN, mark="interlude-2")).key == "PROJ-2"


def make_one(folder: Path) -> None:
    with closing(Ledger(folder)) as ledger:
        EmbeddedTracker(ledger.db, project="PROJ").create(PLAIN)


def test_at_the_same_moment_two_processes_make_one_issue(tmp_path: Path) -> None:
    """Two connections to one file stand for two processes."""
    with closing(Ledger(tmp_path)) as one, closing(Ledger(tmp_path)) as two:
        trackers = [EmbeddedTracker(ledger.db, project="PROJ") for ledger in (one, two)]
        barrier, outcomes = threading.Barrier(2), []

        def make(tracker: EmbeddedTracker) -> None:
            barrier.wait()
            for n in range(10):
                try:
                    outcomes.append(tracker.create(replace(PLAIN, mark=f"interlude-{n}")).key)
                except Refused:
                    outcomes.append("refused")

        threads = [threading.Thread(target=make, args=(tracker,)) for tracker in trackers]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join(60)
        assert outcomes.count("refused") == 10
        assert sorted(set(outcomes) - {"refused"}) == sorted(f"PROJ-{n}" for n in range(1, 11))


def test_chosen_by_settings(tracker: EmbeddedTracker) -> None:
    chosen = open_tracker(Settings(interlude_embedded_project="SHOP"), tracker._db)
    assert isinstance(chosen, EmbeddedTracker)
    assert chosen.project == "SHOP"
    assert open_tracker(Settings(interlude_tracker="none"), tracker._db) is None
    kept = Settings(interlude_tracker="embedded", jira_url="https://jira.example")
    assert isinstance(open_tracker(kept, tracker._db), EmbeddedTracker)
