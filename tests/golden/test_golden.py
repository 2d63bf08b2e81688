"""A data folder of the first edition, opened with the code of today.

`v2.tar.xz` is a folder as version 23f6a6c wrote it, through the facade and without a model or the
network but where a script spoke for one. It holds what an installation can hold: every kind of
question of all five workflows waiting, turns that are done, failed, stopped and cut off by SIGKILL
at many points, three runs that nobody has recovered, quizzes, attempts, due reviews, uploads,
guides, plans, pieces with versions, a brand, issues, pages, deployed stacks with changes that wait,
and the journal. `v2.json` lists its conversations.

It is never made anew: what matters is that the code of then wrote it. Where one of these tests
fails, stored data was broken: add an alias or a script to the schema. What comes later goes into
another archive. The scripts that made it, `make.py` and its modules, are in the history: 3429c805.
"""

import json
import shutil
import tarfile
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from agent import (
    AgentError,
    GraphAgent,
    ModelChoice,
    Run,
    Settings,
    Thread,
    UserAgent,
    open_agent,
)
from agent.store import backup
from tests.golden.replies import reply_to
from tests.workflows.infra.policy import PolicyOnly

FOLDER = Path(__file__).parent
MANIFEST = json.loads((FOLDER / "v2.json").read_text(encoding="utf-8"))
CONVERSATIONS = MANIFEST["conversations"]
WORKFLOWS = ("tutor", "coach", "studio", "tickets", "infra")
NEXT = {
    "tutor": "What is a foreign key?",
    "coach": "When is milestone 1 due?",
    "studio": "make it shorter",
    "tickets": "show me PROJ-1",
    "infra": "Which stacks are there?",
}
NO = {"expires_soon": False}
RULES = ModelChoice()
MOST_ANSWERS = 25

Plain = dict[str, Any]
pytestmark = pytest.mark.timeout(400)


@pytest.fixture(scope="session")
def unpacked(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("golden") / "data"
    with tarfile.open(FOLDER / "v2.tar.xz") as archive:
        archive.extractall(folder, filter="data")
    return folder


@pytest.fixture
def folder(unpacked: Path, tmp_path: Path) -> Path:
    """One that may be changed."""
    return Path(shutil.copytree(unpacked, tmp_path / "data"))


@pytest.fixture(scope="module")
def read_folder(unpacked: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """One that is only looked at, once it has been opened."""
    return Path(shutil.copytree(unpacked, tmp_path_factory.mktemp("read") / "data"))


@pytest.fixture(scope="module")
def agent(read_folder: Path) -> Iterator[GraphAgent]:
    with closing(opened(read_folder)) as agent:
        yield agent


@pytest.fixture(scope="module")
def user(agent: GraphAgent) -> UserAgent:
    return agent.for_user("local")


def opened(folder: Path) -> GraphAgent:
    """Without a model, an embedder, the network or the reviewers, which store nothing here."""
    agent = open_agent(
        Settings(
            interlude_data=folder,
            interlude_embedder="none",
            interlude_search="none",
            interlude_coach_links=False,
            interlude_ticket_search_minutes=0,
        )
    )
    object.__setattr__(agent.ports, "reviewer", PolicyOnly())
    return agent


def of(workflow: str, *statuses: str) -> list[Plain]:
    rows = [row for row in CONVERSATIONS if row["workflow"] == workflow]
    return [row for status in statuses for row in rows if row["status"] == status]


# Conversations


@pytest.mark.parametrize("workflow", WORKFLOWS)
def test_every_conversation_goes_on(workflow: str, folder: Path) -> None:
    """What was cut off or failed first, as it may hold what others need; then what waits."""
    acts = {"cut_off": settle, "failed": settle, "waiting": answer, "stopped": ask, "done": ask}
    with closing(opened(folder)) as agent:
        user = agent.for_user("local")
        problems = [
            f"{row['scene']}: {problem}"
            for status, act in acts.items()
            for row in of(workflow, status)
            if (problem := problem_with(act, user, row))
        ]
    assert problems == []


def problem_with(act: Callable[[UserAgent, Plain], None], user: UserAgent, row: Plain) -> str:
    """Why the conversation does not go on to rest; nothing where it does."""
    try:
        found = user.thread(row["thread"])
        assert found.status == row["status"], f"it is {found.status}, not {row['status']}"
        act(user, row)
    except (AgentError, AssertionError) as error:
        return str(error) or repr(error)
    return ""


def settle(user: UserAgent, row: Plain) -> None:
    """Continue it, and answer whatever is asked, up to its end."""
    thread = row["thread"]
    for _ in range(MOST_ANSWERS):
        match user.thread(thread).status:
            case "cut_off" | "failed":
                rest(user, user.resume(thread, model=RULES))
            case "waiting":
                (asked,) = user.pending(thread)
                rest(user, decided(user, asked))
            case _:
                return
    raise AssertionError("it asks without an end")


def decided(user: UserAgent, asked: Any) -> Run:
    question = asked.question
    if question.is_expired:
        return user.ask_again(question.id, model=RULES)
    if question.step == "deploy_approval" and question.must_type:
        # It was prepared in an account that is not there any more.
        return user.cancel(question.id, model=RULES)
    return user.answer(asked.thread, question.id, reply_to(question), model=RULES)


def rest(user: UserAgent, run: Run) -> None:
    assert run.wait(90), "a run does not end"
    turn = user.turn(run.turn)
    assert turn.status in ("done", "waiting"), f"{turn.status}, {turn.error}"


def answer(user: UserAgent, row: Plain) -> None:
    (asked,) = user.pending(row["thread"])
    question, wanted = asked.question, row["question"]
    found = {
        "kind": type(question).__name__,
        "step": question.step,
        "asks": question.context.get("asks", ""),
    }
    assert found == {name: wanted[name] for name in found}
    settle(user, row)


def ask(user: UserAgent, row: Plain) -> None:
    inputs = {"asignatura": "databases"} if row["workflow"] == "tutor" else {}
    text = NEXT[row["workflow"]]
    rest(user, user.ask(row["workflow"], row["thread"], text, model=RULES, **inputs))


def test_each_kind_of_question_waits_somewhere() -> None:
    """The archive is whole: who takes a conversation out of the list makes this fail."""
    waiting = [row["question"] for row in CONVERSATIONS if row["status"] == "waiting"]
    assert {asked["asks"] or asked["step"] for asked in waiting} == set(MANIFEST["questions"])
    assert {asked["kind"] for asked in waiting} == {"Choice", "Approval", "Form", "FreeText"}
    expiring = {row["workflow"] for row in CONVERSATIONS if row.get("question", NO)["expires_soon"]}
    assert expiring == {"tutor", "tickets", "infra"}
    for workflow in WORKFLOWS:
        assert all(of(workflow, status) for status in ("waiting", "done", "failed", "cut_off"))
    assert {row["status"] for row in CONVERSATIONS} >= {"stopped"}


def test_conversations_can_be_read(user: UserAgent, agent: GraphAgent) -> None:
    threads = {thread.id: thread for thread in user.threads()}
    assert threads.keys() == {row["thread"] for row in CONVERSATIONS}
    for row in CONVERSATIONS:
        turns = user.history(row["thread"])
        assert [turn.status for turn in turns] == row["turns"], row["scene"]
        assert len(json.loads(user.export(row["thread"], "json"))["turns"]) == len(turns)
        user.state(row["thread"])
        user.recommendations(row["thread"])
    named = agent.for_user("ada").named("chat-1")
    assert named
    assert named.status == "done"
    assert any(thread.pinned for thread in threads.values())
    assert any(turn.rating == 1 for turn in all_turns(user))


def all_turns(user: UserAgent) -> list[Any]:
    return [turn for row in CONVERSATIONS for turn in user.history(row["thread"])]


# What is kept beside


def test_what_was_learned_is_there(user: UserAgent) -> None:
    ports = user.ports
    attempts = ports.attempts.all("local", "databases")
    assert len(attempts) >= MANIFEST["attempts"]
    assert [len(each.result["answers"]) for each in attempts].count(5) == 2
    assert ports.progress.mastery("local", "databases")
    assert len(ports.reviews.due("local")) >= MANIFEST["due"] > 0
    assert len(ports.contests.to_review()) == 1


def test_documents_and_guides_are_there(user: UserAgent) -> None:
    ports: Any = user.ports
    uploads = {each.name: each for each in ports.intake.uploads("local")}
    assert {name: each.status for name, each in uploads.items()} == {
        "lake.md": "ready",
        "pond.pdf": "ready",
        "river.docx": "ready",
        "broken.pdf": "failed",
    }
    lakes = uploads["lake.md"].subject
    assert b"cold and clear" in ports.intake.original("local", uploads["lake.md"].id)
    for words in ("cold clear lake", "sun reaches the pond"):
        assert ports.library.search(words, subject=lakes, owner="local").passages
    assert ports.library.documents("databases")
    assert ports.guides.guide("databases")["creditos"] == "7 ECTS"
    assert ports.guides.guide("lakes")
    loaded = {each.id: each.is_loaded for each in ports.samples.all()}
    assert loaded["databases"]
    assert not loaded["networks"]


def test_plans_and_pieces_are_there(user: UserAgent) -> None:
    ports = user.ports
    plans = ports.plans.all("local")
    assert len(plans) == MANIFEST["plans"]
    followed = [each for each in plans if each.status == "in_progress"]
    assert followed
    assert len(ports.plans.logged("local", followed[0].id)) >= 2
    kept = ports.pieces.kept("local")
    assert {each.kind for each in kept} == {"blog", "linkedin", "instagram", "research"}
    assert max(len(ports.pieces.versions("local", each.id)) for each in kept) >= 2
    pictures = [each.content["picture"] for each in kept if each.content.get("picture")]
    assert ports.pieces.picture("local", pictures[0]).png
    assert ports.brands.profile("local").name == "Golden Homes"
    assert len(ports.appeals.all("local")) == 1


def test_issues_pages_and_stacks_are_there(user: UserAgent) -> None:
    ports: Any = user.ports
    assert len(ports.tracker.issues()) == MANIFEST["issues"]
    assert len(ports.wiki.pages()) == MANIFEST["pages"]
    assert max(page.version for page in ports.wiki.pages()) >= 2
    assert ports.scores.latest("local")
    stacks = {stack.name for stack in ports.cloud.stacks("dev")}
    assert stacks >= set(MANIFEST["stacks"])
    assert "30" in ports.cloud.base("dev", "dev-audit-logs").parameters.values()
    threads = [row["thread"] for row in CONVERSATIONS if row["workflow"] == "infra"]
    assert any(ports.workspace.files(thread) for thread in threads)


def test_the_journal_tells_decisions_and_effects(user: UserAgent) -> None:
    told = {entry["what"] for entry in user.journal()}
    assert {"approval approve", "approval reject", "effect intended", "effect done"} <= told


# The folder


def test_nothing_is_wrong_but_what_was_cut_off(folder: Path) -> None:
    """Runs that nobody has recovered yet, and effects whose outcome nobody has asked for."""
    assert len(backup.problems(folder)) == MANIFEST["in doubt"] + MANIFEST["running"]
    opened(folder).close()
    assert len(backup.problems(folder)) == MANIFEST["in doubt"]


def test_a_restored_backup_opens(agent: GraphAgent, read_folder: Path, tmp_path: Path) -> None:
    backup.back_up(read_folder, tmp_path / "backup")
    backup.restore(tmp_path / "backup", tmp_path / "restored")
    restored = opened(tmp_path / "restored")
    try:
        assert standing(restored) == standing(agent)
        ports: Any = restored.ports
        for upload in ports.intake.uploads("local"):
            assert ports.intake.original("local", upload.id)
    finally:
        restored.close()


def standing(agent: GraphAgent) -> list[tuple[str, str, list[str]]]:
    user = agent.for_user("local")

    def pending(thread: Thread) -> list[str]:
        return [asked.question.id for asked in user.pending(thread.id)]

    return sorted((thread.id, thread.status, pending(thread)) for thread in user.threads())


def test_turns_of_the_first_edition_count_no_calls(user: UserAgent) -> None:
    turns = [turn for thread in user.threads() for turn in user.history(thread.id)]
    assert turns
    assert {(turn.calls, turn.words_after) for turn in turns} == {(0, None)}
