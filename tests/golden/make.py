"""The golden data folder, and how it was made: `python -m tests.golden.make`.

`v2.tar.xz` is a data folder as version 23f6a6c wrote it, before the second edition. It holds what
an installation can hold: every kind of question of all five workflows waiting, turns that are
done, failed, stopped and cut off (by SIGKILL, at many points), quizzes, attempts, due reviews,
uploads, guides, plans, pieces with versions, a brand, issues, pages, deployed stacks with changes
that wait, and the journal. `v2.json` lists its conversations.

It must never be made anew: what matters about it is that it was written by the code of then. A
test that fails on it shows that stored data was broken: add an alias or a script to the schema.
What comes later goes into another archive beside it. So this script is a record. It runs with
the version above only, and nothing imports it or the modules that it is made of: `world`, `kept`,
`killed` and one per workflow.

How it was made:
- Through the facade, with the real adapters on SQLite, the real sandbox cloud, no embedder and no
  network. Most conversations were held without a model; where one was needed, it followed a script.
- First, processes were forked and killed, each at another point of a turn (`killed.KILLS`). Then
  the other conversations were held. The last process was killed with three runs at work,
  and nothing has opened the folder since: recovery finds those three.
- Approvals that wait expire in 70 years, so that they can be answered whenever a test runs. One
  or two per workflow that has such a limit have the usual one, and have expired. An exam's clock
  was set to 70 years the same way.
- What is missed in a quiz was answered 60 days before, so that its reviews are due.
"""

import json
import sqlite3
import sys
import tarfile
import tempfile
from contextlib import closing
from pathlib import Path
from typing import Any

from agent.store import backup
from tests.fakes import Script
from tests.golden import coach, infra, kept, killed, studio, tickets, tutor
from tests.golden.world import World, open_golden

FOLDER = Path(__file__).parent
ARCHIVE, MANIFEST = FOLDER / "v2.tar.xz", FOLDER / "v2.json"
DATABASES = ("checkpoints.db", "library.db", "ledger.db")
LATE = "2090"
FOLDERS = ("files", "workspace", "sandbox/state", "sandbox/objects", "sandbox/running.json")


def main() -> None:
    if ARCHIVE.exists():
        sys.exit("The golden folder is there. It is never made anew.")
    with tempfile.TemporaryDirectory() as made, tempfile.TemporaryDirectory() as copied:
        folder, copy = Path(made), Path(copied)
        killed.kill_all(folder)
        scenes = _play(folder)
        killed.leave_runs(folder)
        _pack(folder, ARCHIVE)
        with tarfile.open(ARCHIVE) as archive:
            archive.extractall(copy, filter="data")
        MANIFEST.write_text(json.dumps(_list(copy, scenes), indent=1) + "\n", encoding="utf-8")


def _play(folder: Path) -> dict[str, str]:
    """Thread by scene."""
    script = Script()
    world = World(open_golden(folder, script), script)
    try:
        kept.keep(world)
        for workflow in (tutor, coach, studio, tickets, infra):
            workflow.scene.play(world)
    finally:
        world.agent.close()
    return world.scenes


def _pack(folder: Path, target: Path) -> None:
    """Each database compacted, without its log; of the sandbox only what it keeps."""
    with tarfile.open(target, "x:xz", preset=9) as archive:
        for name in DATABASES:
            compact = folder / f"{name}.compact"
            with closing(sqlite3.connect(folder / name)) as database:
                database.execute("VACUUM INTO ?", (str(compact),))
            archive.add(compact, name, filter=_anonymous)
        for name in FOLDERS:
            if (folder / name).exists():
                archive.add(folder / name, name, filter=_anonymous)


def _anonymous(member: tarfile.TarInfo) -> tarfile.TarInfo | None:
    """Whose it was is left out, as are the keys that the sandbox makes for itself."""
    if ".pem" in member.name:
        return None
    member.uid = member.gid = 0
    member.uname = member.gname = ""
    return member


def _list(copy: Path, scenes: dict[str, str]) -> dict[str, Any]:
    """What is found when the folder is opened."""
    in_doubt = sum("effect" in each for each in backup.problems(copy))
    running = len(backup.problems(copy)) - in_doubt
    agent = open_golden(copy)
    try:
        user = agent.for_user("local")
        texts = {user.history(thread.id)[0].text: thread.id for thread in user.threads()}
        named = {thread: scene for scene, thread in {**scenes, **killed.killed(texts)}.items()}
        rows = [_row(user, thread, named) for thread in sorted(user.threads(), key=_order)]
        asked = [row["question"] for row in rows if "question" in row]
        ports: Any = agent.ports
        return {
            "questions": sorted({each["asks"] or each["step"] for each in asked}),
            "running": running,
            "in doubt": in_doubt,
            "attempts": len(ports.attempts.all("local")),
            "due": len(ports.reviews.due("local")),
            "plans": len(ports.plans.all("local")),
            "issues": len(ports.tracker.issues()),
            "pages": len(ports.wiki.pages()),
            "stacks": [stack.name for stack in ports.cloud.stacks("dev")],
            "conversations": rows,
        }
    finally:
        agent.close()


def _order(thread: Any) -> tuple[str, str]:
    return thread.workflow, thread.created


def _row(user: Any, thread: Any, named: dict[str, str]) -> dict[str, Any]:
    turns = user.history(thread.id)
    row = {
        "scene": named.get(thread.id, f"{thread.workflow}: {thread.title}"),
        "thread": thread.id,
        "workflow": thread.workflow,
        "status": thread.status,
        "turns": [turn.status for turn in turns],
        "model": turns[-1].model,
    }
    for asked in user.pending(thread.id):
        row["question"] = {
            "kind": type(asked.question).__name__,
            "step": asked.question.step,
            "asks": asked.question.context.get("asks", ""),
            "expires_soon": (asked.question.expires or LATE) < LATE,
        }
    return row


if __name__ == "__main__":
    main()
