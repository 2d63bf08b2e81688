"""What the tracker that comes with the app promises beyond the port."""

import threading
from contextlib import closing
from dataclasses import replace

import pytest

from agent.adapters.tracker import EmbeddedTracker, open_tracker
from agent.errors import AgentError, Refused
from agent.ports.work_items import IssueQuery, NewIssue
from agent.settings import Settings
from agent.store import Ledger

PLAIN = NewIssue("PROJ", "Story", "Sign in", "With a password.", mark="interlude-1")


@pytest.fixture
def tracker(tmp_path):
    with closing(Ledger(tmp_path)) as ledger:
        yield EmbeddedTracker(ledger.db, project="PROJ")


def test_moving_keeps_each_version(tracker) -> None:
    made = tracker.create(PLAIN)
    with pytest.raises(Refused, match="PROJ-1"):
        tracker.create(replace(PLAIN, summary="The same mark"))
    moved = tracker.move("proj-1", "In Progress")
    assert (moved.status, moved.is_open, moved.version) == ("In Progress", True, "2")
    assert tracker.move("PROJ-1", "In Progress").version == "2"
    assert tracker.move("PROJ-1", "Done").is_open is False
    assert tracker.open_issues() == []
    assert tracker.search("sign") == []
    assert [issue.key for issue in tracker.issues()] == ["PROJ-1"]
    told = [(each.version, each.status) for each in tracker.history("PROJ-1")]
    assert told == [("1", "To Do"), ("2", "In Progress"), ("3", "Done")]
    assert tracker.history("PROJ-1")[-1] == tracker.issue("PROJ-1")
    with pytest.raises(Refused):
        tracker.move("PROJ-1", "Elsewhere")
    with pytest.raises(Refused):
        tracker.move("PROJ-2", "Done")
    with pytest.raises(Refused):
        tracker.update("PROJ-1", {"priority": "Low"}, version=made.version)


def test_words_of_comments_are_found(tracker) -> None:
    tracker.create(PLAIN)
    tracker.comment("PROJ-1", "Decision: no move to Elastic.", mark="m")
    for _again in range(2):
        assert [issue.key for issue in tracker.search("elastic moves")] == ["PROJ-1"]
        assert tracker.find(IssueQuery(words="elastic"))
        tracker.move("PROJ-1", "In Progress")


def test_people_are_found_by_any_part_of_their_name(tracker) -> None:
    for name in ("Marta", "Marta Gómez", "王小明"):
        made = tracker.create(PLAIN if name == "Marta" else replace(PLAIN, mark=name))
        tracker.update(made.key, {"assignee": name}, version=made.version)
    known = {"marta": ["Marta", "Marta Gómez"], "gomez": ["Marta Gómez"], "王": ["王小明"]}
    for said, names in {**known, "Marta Gomez": ["Marta Gómez"]}.items():
        assert sorted(each.name for each in tracker.people(said)) == names
        assert len(tracker.find(IssueQuery(assignee=said))) == len(names)
    assert [each.name for each in tracker.people("Zoe")] == ["Zoe"]
    assert len(tracker.people("")) == 3


def test_who_asks_is_not_known(tracker) -> None:
    with pytest.raises(AgentError, match="who you are"):
        tracker.find(IssueQuery(assignee="me"))


def test_each_project_counts_for_itself(tracker, tmp_path) -> None:
    tracker.create(PLAIN)
    other = EmbeddedTracker(tracker._db, project="SHOP")
    made = other.create(replace(PLAIN, project="SHOP", mark="interlude-2"))
    assert made.key == "SHOP-1"
    assert [issue.key for issue in tracker.open_issues()] == ["PROJ-1"]
    assert [issue.key for issue in tracker.search("sign")] == ["PROJ-1"]
    assert tracker.issue("SHOP-1") == made


@pytest.mark.parametrize("project", ["", "p", "proj", "A-B", "A B", "1A", "ABCDEFGHIJKL"])
def test_what_is_no_key_of_a_project(tracker, project) -> None:
    with pytest.raises(AgentError, match="cannot be the key"):
        EmbeddedTracker(tracker._db, project=project)


def test_issues_outlive_the_ledger(tmp_path) -> None:
    for number in (1, 2):
        with closing(Ledger(tmp_path)) as ledger:
            tracker = EmbeddedTracker(ledger.db, project="PROJ")
            tracker.create(replace(PLAIN, mark=f"interlude-{number}"))
            assert len(tracker.issues()) == number


def test_at_the_same_moment_two_processes_make_one_issue(tmp_path) -> None:
    """Two connections to one file stand for two processes."""
    with closing(Ledger(tmp_path)) as one, closing(Ledger(tmp_path)) as two:
        trackers = [EmbeddedTracker(ledger.db, project="PROJ") for ledger in (one, two)]
        barrier, outcomes = threading.Barrier(2), []

        def make(tracker) -> None:
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


def test_chosen_by_settings(tracker) -> None:
    chosen = open_tracker(Settings(interlude_embedded_project="SHOP"), tracker._db)
    assert isinstance(chosen, EmbeddedTracker)
    assert chosen.project == "SHOP"
    assert open_tracker(Settings(interlude_tracker="none"), tracker._db) is None
    kept = Settings(interlude_tracker="embedded", jira_url="https://jira.example")
    assert isinstance(open_tracker(kept, tracker._db), EmbeddedTracker)
