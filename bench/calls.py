"""Calls: how often a turn asks the model, and how long its user waits.

Through the facade in this process, against a local model server of fixed speed (half a second to
the first token, then 50 a second) whose answers fit what is asked for. Calls are those that the
turn's own details count; the server must have had as many. "First words" are the first token or
the first card. The web is switched off: research reads the documents that come with the app.
"""

import json
import re
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any

from agent import ModelChoice, Run, UserAgent
from agent.events import Asked, Token
from agent.questions import Choice, Form, Question, Reply
from bench import agents
from bench.figures import Figure, Measured
from bench.servers import folder
from tests.servers.openai_server import openai_server
from tests.servers.samples import least
from tests.servers.scripted import Calls, Says, Server

Plain = dict[str, Any]

SUBJECT: Plain = {"asignatura": agents.SUBJECT}
RATE, TTFT = 50, 0.5
MOST_CARDS = 4
LEVEL = "[level: basic | it asks for a definition]\n"
ANSWER = LEVEL + "A foreign key refers to the key of another table [1]. " * 5
SEARCH = Calls("rag_search", {"query": "lossless join", "asignatura": agents.SUBJECT})
BLOG = "# Home staging\n\n" + "A tidy room is easier to picture as one's own. " * 20
POST = "A tidy room is easier to picture.\n\n#home"
POSTS = "# Home staging\n" + "".join(f"## Post {n}\n{n}. {POST}\n" for n in (1, 2, 3))
KEY = "A key elsewhere"
QUIZ: Plain = {"topic": "foreign-keys", "num_questions": 1, "source": "generate"}
FREE: Plain = {**QUIZ, "kinds": ["free"]}


def reply(body: Plain) -> Says:
    return _says(text=_typed(body)) if body.get("response_format") else _spoken(body)


def _says(text: str = "", *calls: Calls) -> Says:
    return Says(text=text, calls=calls, rate=RATE, ttft=TTFT)


def _spoken(body: Plain) -> Says:
    system, last = str(body["messages"][0]["content"]), body["messages"][-1]
    said = str(last["content"])
    if "numbered sentences" in system:
        ids = list(dict.fromkeys(re.findall(r"\[(S\d+\.\d+)\] (.+)", said)))[:6]
        return _says("\n".join(f"[{name}] {text}" for name, text in ids) or "NONE")
    if not body.get("tools"):
        return _says(POSTS if "## Post 1" in said else BLOG)
    if last["role"] == "user" and "search again" in said:
        return _says("", SEARCH)
    return _says(ANSWER)


def _typed(body: Plain) -> str:
    """What fits the schema; where that is not enough, what makes the step succeed."""
    schema = body["response_format"]["json_schema"]["schema"]
    names = schema.get("properties", {}).keys()
    given = least(schema)
    said = str(body["messages"][-1]["content"])
    if "content_type" in names:
        wants_post = "LinkedIn" in said.rsplit("The message:", maxsplit=1)[-1]
        given |= {
            "content_type": "linkedin" if wants_post else "blog",
            "requires_research": True,
            "topic": "home staging",
            "language": "en",
            "queries": ["home staging"],
            "confidence": 0.9,
        }
    elif "sections" in names:
        headings = ("Clear surfaces", "Choose colours", "Let light in")
        given["sections"] = [{"heading": h, "gist": f"On {h}.", "claims": []} for h in headings]
    elif "free_items" in names:
        kind = "free_items" if "`items` stays empty" in said else "items"
        given[kind] = _items(kind, said)
    elif "why" in names:
        given |= {"right": True, "is_sure": True, "why": "It names the key of another table."}
    elif "answers" in names:
        letters = re.findall(rf"([a-d])\) {KEY}", said)
        given["answers"] = letters + ["right"] * said.count("\nAnswer: ")
    return json.dumps(given)


def _items(kind: str, said: str) -> list[Plain]:
    """Sound, with evidence from the passages: what is measured is calls, not repairs."""
    found = re.search(r"A foreign key [^.<\n]{20,200}\.", said)
    evidence = found[0] if found else ""
    common = {"evidence": evidence, "explanation": evidence, "difficulty": "basic", "objective": ""}
    if kind == "free_items":
        free = {"answer": "The key of another table", "terms": [["key"], ["table"]]}
        return [{"question_text": "What does a foreign key refer to?", **free, **common}]
    texts = (KEY, "A local index", "One stored view", "Some old trigger")
    options = [{"id": name, "text": text} for name, text in zip("abcd", texts, strict=True)]
    asked = ("What does a foreign key name?", "Where does it point?", "Which target is meant here?")
    return [{"question_text": q, "options": options, "key": "a", **common} for q in asked]


@dataclass
class Talk:
    user: UserAgent
    server: Server
    model: ModelChoice
    figures: list[Figure] = field(default_factory=list)
    thread: str | None = None

    def ask(self, name: str, text: str, *, goal: int, workflow: str = "tutor", **more: Any) -> None:
        subject = SUBJECT if workflow == "tutor" else {}
        with self._measured(name, goal) as waits:
            run = self.user.ask(workflow, self.thread, text, model=self.model, **subject, **more)
            self.thread = run.thread
            waits.watch(run)
            for _ in range(MOST_CARDS):
                question = self._question()
                if question is None or question.step not in ("clarify", "ask_topic"):
                    break
                waits.watch(self._answer(question, _accept(question)))

    def answer(self, name: str, given: Reply, *, goal: int) -> None:
        question = self._question()
        assert question, f"{name}: nothing is asked"
        with self._measured(name, goal) as waits:
            waits.watch(self._answer(question, given))

    def leave(self) -> None:
        while question := self._question():
            assert self.user.cancel(question.id, model=self.model).wait(60)
        self.thread = None

    def _answer(self, question: Question, given: Reply) -> Run:
        assert self.thread
        return self.user.answer(self.thread, question.id, given, model=self.model)

    def _question(self) -> Question | None:
        asked = self.user.pending(self.thread) if self.thread else []
        return asked[0].question if asked else None

    def _counted(self) -> int:
        return sum(turn.calls for turn in self.user.history(self.thread)) if self.thread else 0

    @contextmanager
    def _measured(self, name: str, goal: int) -> Iterator["Waits"]:
        counted, sent = self._counted(), len(self.server.requests)
        waits = Waits()
        yield waits
        calls, sent = self._counted() - counted, len(self.server.requests) - sent
        assert calls == sent, f"{name}: {calls} calls are counted, and {sent} were made"
        assert self.thread
        question = self._question()
        status = f"asks {question.step}" if question else self.user.history(self.thread)[-1].status
        first = waits.first or waits.whole
        shown = f"first words {first:.1f} s, end {waits.whole:.1f} s; {status}"
        self.figures.append(Figure(name, calls, unit="", most=goal, shown=shown))


@dataclass
class Waits:
    """Over the runs of one turn, without the time in which it waits for its user."""

    first: float = 0.0
    whole: float = 0.0

    def watch(self, run: Run) -> None:
        began, before = time.perf_counter(), self.whole
        for event in run.events():
            if not self.first and isinstance(event, Token | Asked):
                self.first = before + time.perf_counter() - began
        self.whole = before + time.perf_counter() - began


def _accept(question: Question) -> Reply:
    if isinstance(question, Choice):
        return Reply(option=question.options[-1].id)
    assert isinstance(question, Form)
    held = {entry.id: entry.default for entry in question.fields if entry.default is not None}
    return Reply(values=held)


def measure(*, quick: bool) -> Measured:
    del quick
    with (
        folder() as data,
        agents.opened(data) as agent,
        openai_server(reply, flavour="vllm") as server,
    ):
        model = ModelChoice(provider="vllm", model="bench", base_url=server.url)
        talk = Talk(agent.for_user("local"), server, model)
        # The first search loads what later ones find loaded.
        assert talk.user.ask("tutor", None, "What is a key?", model=model, **SUBJECT).wait(60)
        _tutor(talk)
        _studio(talk)
    return Measured(talk.figures)


def _tutor(talk: Talk) -> None:
    talk.ask("question", "What is a foreign key?", goal=1)
    talk.ask("follow-up", "And why?", goal=1)
    talk.ask("question with an extra search", "What is a lossless join? search again", goal=2)
    talk.leave()
    talk.ask("quiz to its first question", "Quiz me on foreign keys", goal=2, quiz_setup=QUIZ)
    talk.leave()
    talk.ask("free-text quiz to its first question", "Quiz me", goal=2, quiz_setup=FREE)
    talk.answer("free-text answer", Reply(text="The key of another table"), goal=1)
    talk.leave()


def _studio(talk: Talk) -> None:
    post = "Write a LinkedIn post about home staging"
    talk.ask("LinkedIn post", post, goal=3, workflow="studio")
    talk.leave()
    blog = "Write a blog post about home staging"
    talk.ask("blog to its outline", blog, goal=3, workflow="studio")
    talk.answer("blog after its outline", Reply(decision="approve"), goal=1)
    talk.leave()
