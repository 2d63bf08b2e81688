"""The process that gets killed while it makes an issue and its page: see `tests/core/driver.py`.

Tracker and wiki are the embedded ones in a database of their own, which outlives the process as
another system would, and counts what was made.
"""

import json
import os
import sys
import threading
from collections import Counter
from pathlib import Path
from types import CodeType
from typing import Any

from agent.adapters.scores import SqliteScores
from agent.adapters.tracker.embedded import EmbeddedTracker
from agent.adapters.wiki.embedded import EmbeddedWiki
from agent.graph_agent import GraphAgent
from agent.ledger.effects import EffectStore
from agent.ledger.schema import SCRIPTS
from agent.questions import Approval, Reply
from agent.storage import Database
from agent.workflows.tickets import creating, finishing, judging, publishing, talking, writing
from tests.core import driver
from tests.fakes import RULES, open_fake_agent

Plain = dict[str, Any]


def watched() -> dict[str, CodeType]:
    functions: list[Any] = [
        talking.intent_detection,
        creating.draft_issue,
        creating.issue_approval,
        writing.jira_creation,
        writing._created,
        judging.evaluation,
        publishing.draft_page,
        publishing.page_approval,
        publishing.confluence_creation,
        publishing._written,
        publishing._linked,
        finishing.finish,
        EmbeddedTracker.create,
        EmbeddedTracker.link_page,
        EmbeddedWiki.create,
        EffectStore.perform,
        EffectStore._intend,
        EffectStore._finish,
    ]
    return {function.__qualname__: function.__code__ for function in functions}


class Death(driver.Death):
    def __init__(self, at: str, nth: int) -> None:
        self._names = {id(code): name for name, code in watched().items()}
        self._at, self._nth = at, nth
        self._lock = threading.Lock()
        self._seen: Counter[str] = Counter()
        self.points: list[tuple[str, int]] = []


def create(job: Plain) -> Plain:
    """Ask, approve and wait until it is done, from wherever a killed process left it."""
    folder = Path(job["folder"])
    outside = Database(folder / "outside.db", SCRIPTS, synchronous="FULL")
    tracker = EmbeddedTracker(outside, project="PROJ")
    wiki = EmbeddedWiki(outside, space="PROJ")
    death = Death(*job.get("kill", ("", 0)))
    death.watch()
    agent = open_fake_agent(folder, tracker=tracker, wiki=wiki, scores=SqliteScores(outside))
    answer = walk(agent, job["text"])
    death.rest()
    made = {
        "issues": [issue.key for issue in tracker.open_issues()],
        "pages": [page.version for page in wiki.search("PROJ")],
        "links": [len(issue.links) for issue in tracker.open_issues()],
    }
    agent.close()
    outside.close()
    return {"answer": answer, "points": death.points, **made}


def walk(agent: GraphAgent, text: str) -> str:
    user = agent.for_user("local")
    while True:
        threads = user.threads()
        match threads[0].status if threads else "new":
            case "new":
                run = user.ask("tickets", None, text, model=RULES)
            case "waiting":
                (asked,) = user.pending(threads[0].id)
                assert isinstance(asked.question, Approval)
                reply = Reply(decision="approve")
                run = user.answer(threads[0].id, asked.question.id, reply, model=RULES)
            case "cut_off" | "failed":
                run = user.resume(threads[0].id, model=RULES)
            case "done":
                (turn,) = user.history(threads[0].id)
                ended = [entry.data["text"] for entry in turn.entries if entry.kind == "outcome"]
                return str(ended)
            case status:
                raise AssertionError(f"The thread is stuck: {status}")
        assert run.wait(60), "a run does not end"


def main() -> None:
    driver.JOBS["create"] = create
    for line in iter(sys.stdin.readline, ""):
        child = os.fork()
        if child == 0:
            driver.work(json.loads(line))
            os._exit(0)
        _, status = os.waitpid(child, 0)
        driver.say(signal=os.WTERMSIG(status) if os.WIFSIGNALED(status) else 0)


if __name__ == "__main__":
    main()
