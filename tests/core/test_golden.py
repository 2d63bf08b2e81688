"""A data folder of an early release: what waited then is gone on with now.

A node, a table or a message that changes its form makes this fail. Then it needs an alias or a
script in the schema, not a new archive.
"""

import zipfile
from pathlib import Path

from agent import Settings, open_agent
from tests.core.talk import QUIZ, answer, ask, done
from tests.fakes import RULES

ARCHIVE = Path(__file__).parent / "golden" / "v1.zip"


def test_what_waited_or_was_cut_off_then_goes_on(folder):
    with zipfile.ZipFile(ARCHIVE) as archive:
        archive.extractall(folder)
    agent = open_agent(Settings(interlude_data=folder, interlude_embedder="none"))
    user = agent.for_user("local")
    threads = {(thread.title, thread.status): thread.id for thread in user.threads()}

    paused = threads["What is a foreign key?", "waiting"]
    assert "foreign key" in user.history(paused)[0].answer
    assert user.pending(paused)[0].question.title == "Question 2 of 3"
    answer(user, paused, "a")
    answer(user, paused, "a")
    (attempt,) = user.ports.attempts.all("local")
    assert attempt.total == 3
    assert [a["given"] for a in attempt.result["answers"]] == ["a", "a", "a"]
    assert attempt.score == sum(a["item"]["key"] == "a" for a in attempt.result["answers"])
    ask(user, "When is the exam?", thread=paused)
    assert user.thread(paused).status in ("done", "waiting")

    undelivered = threads[QUIZ, "cut_off"]
    assert user.pending(undelivered) == []
    done(user.resume(undelivered, model=RULES))
    assert user.pending(undelivered)[0].question.title == "Question 2 of 3"
    assert user.state(undelivered)["user_answers"] == ["b"]

    admitted = threads["When is the exam?", "cut_off"]
    done(user.resume(admitted, model=RULES))
    assert [turn.text for turn in user.history(admitted)] == ["When is the exam?", "Thanks!"]
    for asked in user.pending(admitted):
        answer(user, admitted, asked.question.options[0].id)
    assert user.history(admitted)[1].answer
    agent.close()
