"""What every tracker promises, the fake one too. Nothing here relies on an empty project."""

from contextlib import ExitStack, closing
from dataclasses import replace
from uuid import uuid4

import pytest

from agent.adapters.tracker import EmbeddedTracker
from agent.adapters.tracker.jira import open_jira
from agent.errors import NotFound, Refused
from agent.ports.work_items import ME, IssueQuery, NewIssue, Person
from agent.store import Ledger
from tests.fakes_tickets import FakeTracker
from tests.servers.atlassian import cloud_tracker, settings_for
from tests.servers.jira_server import jira_server
from tests.waiting import wait_until

DESCRIPTION = """Visitors sign in with a password.

## Acceptance criteria

- Después de cinco intentos se bloquea
- 密码错误时提示
"""


def mark():
    return f"interlude-{uuid4().hex[:12]}"


def new(tracker, summary="Sign in with a password", **more):
    plain = NewIssue(tracker.project, "Story", summary, DESCRIPTION, mark=mark())
    return replace(plain, **more)


def opened(name, stack, folder):
    match name:
        case "fake":
            return FakeTracker()
        case "embedded":
            ledger = stack.enter_context(closing(Ledger(folder)))
            return EmbeddedTracker(ledger.db, project="PROJ")
        case "jira_cloud":
            server = stack.enter_context(jira_server(lag=0.05, is_cloud=True))
            return stack.enter_context(closing(cloud_tracker(server)))
    server = stack.enter_context(jira_server(lag=0.05))
    more = {} if name == "jira" else {"interlude_atlassian_command": ""}
    return stack.enter_context(closing(open_jira(settings_for(jira=server, **more))))


@pytest.fixture(scope="module", params=["fake", "embedded", "jira", "jira_over_rest", "jira_cloud"])
def tracker(request, tmp_path_factory):
    """One for all tests: a tool server takes seconds to start."""
    with ExitStack() as stack:
        yield opened(request.param, stack, tmp_path_factory.mktemp("ledger"))


@pytest.fixture
def made(tracker):
    return tracker.create(new(tracker, priority="Low", labels=("web",)))


def seen(tracker, look) -> None:
    """What was just made is found at once, unless the tracker says that it may not be."""
    if tracker.search_lags:
        wait_until(lambda: bool(look()))
    else:
        assert look()


def words(text):
    return "".join(c if c.isalnum() else " " for c in text).split()


def test_it_answers_and_tells_what_an_issue_takes(tracker) -> None:
    assert tracker.check().is_ok
    assert tracker.name
    assert {"Story", "Task", "Bug"} <= set(tracker.issue_types())
    fields = {field.id: field for field in tracker.create_fields("Story")}
    assert fields["summary"].required
    assert {"High", "Medium", "Low"} <= set(fields["priority"].allowed)
    assert {"description", "labels"} <= set(fields)
    with pytest.raises(NotFound):
        tracker.create_fields("Wish")


def test_an_issue_is_read_back_as_it_was_made(tracker) -> None:
    sent = new(tracker, priority="High", labels=("login", "web"))
    made = tracker.create(sent)
    assert tracker.marked(mark()) is None
    seen(tracker, lambda: tracker.marked(sent.mark))
    assert getattr(tracker.marked(sent.mark), "key", None) == made.key
    read = tracker.issue(made.key.lower())
    assert (read.key, read.id, read.version) == (made.key, made.id, made.version)
    assert read.key.startswith(f"{tracker.project}-")
    assert read.key in read.link
    assert (read.project, read.issue_type) == (tracker.project, "Story")
    assert (read.summary, read.priority) == (sent.summary, "High")
    assert words(read.description) == words(DESCRIPTION)
    assert set(read.labels) - {sent.mark} == {"login", "web"}
    assert (read.is_open, read.links) == (True, ())
    assert read.status
    assert read.created


def test_issues_are_found_by_what_their_fields_hold(tracker) -> None:
    label = mark()
    first = tracker.create(new(tracker, "One", labels=(label,), priority="High"))
    second = tracker.create(new(tracker, "Two", labels=(label,), due="2027-01-31"))

    def keys(**wanted):
        query = IssueQuery(labels=(label,), **wanted)
        return [issue.key for issue in tracker.find(query)]

    seen(tracker, lambda: len(keys()) == 2)
    assert keys() == keys(assignee="") == keys(words=label) == [second.key, first.key]
    assert keys(priority="High") == [first.key]
    assert keys(due_until="2027-02-01") == keys(words="two") == [second.key]
    assert keys(due_from="2027-02-01") == keys(status="Done") == []
    assert [issue.key for issue in tracker.open_issues(count=2)] == [second.key, first.key]
    assert all(issue.is_open for issue in tracker.open_issues())


@pytest.mark.parametrize(
    "wrong",
    [
        {"project": "ELSEWHERE"},
        {"issue_type": "Wish"},
        {"summary": "x" * 256},
        {"priority": "Now!"},
        {"labels": ("two words",)},
        {"fields": {"customfield_99999": "x"}},
    ],
    ids=lambda wrong: next(iter(wrong)),
)
def test_what_cannot_be_made_is_refused_and_not_made(tracker, wrong) -> None:
    sent = new(tracker, **wrong)
    with pytest.raises(Refused):
        tracker.create(sent)
    assert tracker.marked(sent.mark) is None


@pytest.mark.parametrize(
    ("summary", "asked"),
    [
        ("Export the ledgers as spreadsheets", "export a ledger"),
        ("Exportación de las facturas mensuales", "exportar la factura"),
        ("订单列表支持批量导出", "批量导出订单"),
    ],
)
def test_found_by_its_words(tracker, summary, asked) -> None:
    made = tracker.create(new(tracker, summary))
    seen(tracker, lambda: made.key in {issue.key for issue in tracker.search(asked)})


def test_the_best_match_first_and_nothing_for_nothing(tracker) -> None:
    tracker.create(new(tracker, "Quokka pictures"))
    best = tracker.create(new(tracker, "Quokka pictures in the archive"))
    seen(tracker, lambda: len(tracker.search("quokka pictures archive")) >= 2)
    assert tracker.search("quokka pictures archive")[0].key == best.key
    assert len(tracker.search("quokka", count=1)) == 1
    assert tracker.search("xyzzyplugh") == tracker.search("") == []
    for asked in ('quo"ka OR (', "NEAR/2 *", "a: b AND -c ~ {} \\", "\0"):
        assert isinstance(tracker.search(asked), list)


def test_a_change_leaves_the_rest_and_makes_a_version(tracker, made) -> None:
    after = tracker.update(made.key, {"summary": "Sign in by letter"}, version=made.version)
    assert after.version != made.version
    assert after.summary == "Sign in by letter"
    for name in ("key", "description", "priority", "labels", "status"):
        assert getattr(after, name) == getattr(made, name)
    assert tracker.issue(made.key) == after
    with pytest.raises(Refused):
        tracker.update(made.key, {"priority": "Medium"}, version=made.version)
    assert tracker.issue(made.key) == after, "who was faster wins"
    changes = {"summary": "S", "description": "D", "priority": "High", "labels": ["a", "b"]}
    last = tracker.update(made.key, changes, version=after.version)
    assert (last.summary, last.description, last.priority) == ("S", "D", "High")
    assert {"a", "b"} <= set(last.labels)


def test_what_is_not_there_cannot_be_changed(tracker, made) -> None:
    gone = f"{tracker.project}-987654"
    with pytest.raises(NotFound):
        tracker.issue(gone)
    for act in (
        lambda: tracker.update(gone, {"summary": "x"}, version="1"),
        lambda: tracker.link_page(gone, title="x", url="https://wiki.example/1"),
        lambda: tracker.comment(gone, "x", mark=mark()),
        lambda: tracker.update(made.key, {"reporter": "me"}, version=made.version),
    ):
        with pytest.raises(Refused):
            act()


def test_a_comment_is_known_by_its_mark(tracker, made) -> None:
    mine = mark()
    assert not tracker.is_commented(made.key, mine)
    tracker.comment(made.key, "Agreed with *Ana*.", mark=mine)
    assert tracker.is_commented(made.key, mine)
    assert [words(each) for each in tracker.issue(made.key).comments] == [words("Agreed with Ana.")]
    assert not tracker.is_commented(made.key, mark())
    with pytest.raises(Refused):
        tracker.comment(made.key, " ", mark=mark())


def test_an_issue_is_moved_where_the_tracker_lets_it(tracker, made) -> None:
    assert "Done" in tracker.statuses_of(made.key)
    changes = {"status": "Done", "summary": "Done with it"}
    moved = tracker.update(made.key, changes, version=made.version)
    assert (moved.status, moved.is_open, moved.summary) == ("Done", False, "Done with it")
    assert tracker.issue(made.key) == moved
    with pytest.raises(Refused):
        tracker.update(made.key, {"status": "To Do"}, version=made.version)


def test_links_to_pages_and_to_other_issues(tracker, made) -> None:
    links = (("A page", "https://wiki.example/1"), ("Another", "https://wiki.example/2"))
    for title, url in (links[0], *links):
        tracker.link_page(made.key, title=title, url=url)
    assert tracker.issue(made.key).links == links
    other = tracker.create(new(tracker))
    assert "blocks" in tracker.relations()
    tracker.relate(made.key, "blocks", other.key)
    assert ("blocks", other.key) in tracker.issue(made.key).relations
    with pytest.raises(Refused):
        tracker.relate(made.key, "eats", other.key)


@pytest.fixture
def ana(tracker):
    """Somebody whom the tracker knows by her whole name only."""
    if isinstance(tracker, FakeTracker):
        tracker.known = [Person("alopez", "Ana López"), Person("aruiz", "Ana Ruiz")]
    (found,) = tracker.people("Ana López")
    return found


def test_me_is_the_user_or_nobody(tracker, ana, made) -> None:
    """Never somebody whose name only sounds like it."""
    for who in tracker.people(ME):
        assert tracker.update(made.key, {"assignee": who.id}, version=made.version).assignee == who
    if isinstance(tracker, FakeTracker):
        tracker.known, tracker.me = [Person("u1", "Carmen")], None
        assert tracker.people(ME) == []


def test_an_issue_is_given_to_somebody_until_a_day(tracker, ana, made) -> None:
    changes = {"assignee": ana.id, "due": "2027-01-31"}
    changed = tracker.update(made.key, changes, version=made.version)
    assert (changed.assignee, changed.due) == (ana, "2027-01-31")
    assert changed.version != made.version
    freed = tracker.update(made.key, {"assignee": "", "due": ""}, version=changed.version)
    assert (freed.assignee, freed.due) == (None, "")
