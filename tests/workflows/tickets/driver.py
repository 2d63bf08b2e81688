"""The process that gets killed while it makes an issue and its page: see `tests/core/driver.py`.

Tracker and wiki are the embedded ones in a database of their own, which outlives the process as
another system would, and counts what was made.
"""

from pathlib import Path
from types import CodeType
from typing import Any

from agent.adapters.scores import SqliteScores
from agent.adapters.tracker.embedded import EmbeddedTracker
from agent.adapters.wiki.embedded import EmbeddedWiki
from agent.errors import StepFailed
from agent.ports import NewIssue
from agent.questions import Form, Question, Reply
from agent.store.database import Database
from agent.store.effects import EffectStore
from agent.store.schema import SCRIPTS
from agent.workflows.tickets.nodes import applying, publishing, waiting, writing
from tests.core import driver
from tests.fakes import MODEL, RULES, Script, ScriptedLlm, open_fake_agent
from tests.workflows.killing import approved_to_the_end, approving
from tests.workflows.tickets.talk import said

Plain = dict[str, Any]


def watched() -> dict[str, CodeType]:
    functions: list[Any] = [
        waiting.decide,
        writing.jira_creation,
        applying.apply_change,
        publishing.confluence_creation,
        EmbeddedTracker.create,
        EmbeddedTracker.update,
        EmbeddedTracker.relate,
        EmbeddedTracker.comment,
        EmbeddedTracker.link_page,
        EmbeddedWiki.create,
        EffectStore.perform,
    ]
    return {function.__qualname__: function.__code__ for function in functions}


def create(job: Plain) -> Plain:
    """Ask, approve and wait until it is done, from wherever a killed process left it."""
    folder = Path(job["folder"])
    outside = Database(folder / "outside.db", SCRIPTS, synchronous="FULL")
    tracker = EmbeddedTracker(outside, project="PROJ")
    wiki = EmbeddedWiki(outside, space="PROJ")
    death = driver.Death(*job.get("kill", ("", 0)), watched())
    death.watch()
    agent = open_fake_agent(folder, tracker=tracker, wiki=wiki, scores=SqliteScores(outside))
    turn = approved_to_the_end(agent, "tickets", job["text"])
    if not wiki.search("PROJ"):
        run = agent.for_user("local").ask(
            "tickets", turn.thread, "Write the Confluence page for PROJ-1", model=RULES
        )
        list(run.events())
        turn = approved_to_the_end(agent, "tickets", job["text"])
    death.rest()
    made = {
        "issues": [issue.key for issue in tracker.open_issues()],
        "pages": [page.version for page in wiki.search("PROJ")],
        "links": [len(issue.links) for issue in tracker.open_issues()],
    }
    agent.close()
    outside.close()
    return {"answer": said(turn), "points": death.points, **made}


class Drafting(ScriptedLlm):
    """Drafts two issues, and judges none."""

    def run(self, step: Any, value: Any) -> Any:
        match step.name:
            case "classify_intent":
                given = {"intent": "jira_creation", "confidence": 1, "reason": "it asks for issues"}
            case "draft_issue":
                drafts = [{"summary": name, "description": name} for name in ("One", "Two")]
                given = {"issues": drafts}
            case _:
                raise StepFailed("No judgement.")
        return step.gives.model_validate(given)


def create_several(job: Plain) -> Plain:
    """Approve two issues of one message, from wherever a killed process left it."""
    folder = Path(job["folder"])
    outside = Database(folder / "outside.db", SCRIPTS, synchronous="FULL")
    tracker = EmbeddedTracker(outside, project="PROJ")
    death = driver.Death(*job.get("kill", ("", 0)), watched())
    death.watch()
    agent = open_fake_agent(
        folder,
        llm=lambda _choice, report: Drafting(Script(), report),
        tracker=tracker,
        scores=SqliteScores(outside),
    )
    turn = approved_to_the_end(agent, "tickets", "two issues", model=MODEL)
    death.rest()
    made = {"issues": sorted(issue.summary for issue in tracker.open_issues())}
    agent.close()
    outside.close()
    return {"answer": said(turn), "points": death.points, **made}


def change(job: Plain) -> Plain:
    """Change an issue, link it and comment on it, from wherever a killed process left it."""
    folder = Path(job["folder"])
    outside = Database(folder / "outside.db", SCRIPTS, synchronous="FULL")
    tracker = EmbeddedTracker(outside, project="PROJ")
    if not tracker.open_issues():
        mark = "interlude-000000000000"
        tracker.create(NewIssue("PROJ", "Story", "Login", "Users log in.", mark, priority="Low"))
        other = "interlude-000000000001"
        tracker.create(NewIssue("PROJ", "Story", "Two", "Users log out.", other))
    death = driver.Death(*job.get("kill", ("", 0)), watched())
    death.watch()
    agent = open_fake_agent(folder, tracker=tracker, scores=SqliteScores(outside))
    picked = {"act": "change", "issue": "PROJ-1"}
    text = "PROJ-1 is urgent"
    turn = approved_to_the_end(agent, "tickets", text, replying=_changing, picked=picked)
    death.rest()
    issue = tracker.issue("PROJ-1")
    made = {"version": issue.version, "priority": issue.priority, "comments": [*issue.comments]}
    made |= {"due": issue.due, "relations": [" ".join(each) for each in issue.relations]}
    agent.close()
    outside.close()
    return {"answer": said(turn), "points": death.points, **made}


def _changing(question: Question) -> Reply:
    reply = approving(question)
    if isinstance(question, Form):
        wanted = {
            "priority": "High",
            "summary": "Sign in",
            "comment": "Agreed.",
            "assignee": "Ana",
            "due": "2027-01-31",
            "relation": "blocks",
            "other": "PROJ-2",
        }
        return Reply(values={**reply.values, **wanted})
    return reply


def main() -> None:
    driver.JOBS["create"] = create
    driver.JOBS["create_several"] = create_several
    driver.JOBS["change"] = change
    driver.serve()


if __name__ == "__main__":
    main()
