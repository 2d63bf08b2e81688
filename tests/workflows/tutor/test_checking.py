"""Checking an answer's citations, and having a model write again what mostly fails."""

import pytest
from langchain_core.messages import AIMessage

from agent.errors import ProviderError
from agent.events import Artifact, Notice
from agent.workflows.tutor.checking import after_check, check_citations, repair_answer
from tests import fakes
from tests.cited.made import passage
from tests.workflows.tutor.test_nodes import runtime, state

KEYS = passage("A foreign key is a column whose values must exist as a key elsewhere.")
RIGHT = "The values of a foreign key must exist as a key elsewhere [1]."
WRONG = "It was added to the standard in 1989 [1]."


def answered(*texts: str, **more):
    asked = state("What is a foreign key?", context=[KEYS], **more)
    asked["messages"].append(AIMessage(" ".join(texts), id="answer"))
    return asked


def artifacts(run):
    return {e.kind: e.data for e in run.context.report.events if isinstance(e, Artifact)}


def notices(run):
    return [e.text for e in run.context.report.events if isinstance(e, Notice)]


def test_the_share_goes_into_state_and_every_sentence_is_told():
    run = runtime(fakes.Says("unused"))
    update = check_citations(answered(RIGHT, WRONG), run)
    assert update == {"supported_share": "50%, 1 of 2 cited sentences", "failing": None}
    told = artifacts(run)["support"]
    assert (told["supported"], told["cited"]) == (1, 2)
    assert [s["verdict"] for s in told["sentences"]] == ["supported", "unsupported"]
    assert told["sentences"][1]["reason"] == "1989 is not in [1]"
    assert [s["mark"] for s in artifacts(run)["citations"]["sources"]] == ["1"]


def test_an_answer_that_mostly_fails_is_not_shown_as_it_is_but_repaired():
    run = runtime(fakes.Says("unused"))
    update = check_citations(answered(WRONG), run)
    assert update["failing"] == [{"text": WRONG, "reason": "1989 is not in [1]"}]
    assert after_check(update) == "repair_answer"
    assert artifacts(run) == {}
    assert "written again" in notices(run)[0]


def test_a_repaired_answer_is_shown_whatever_comes_of_it():
    run = runtime(fakes.Says("unused"))
    update = check_citations(answered(WRONG, repaired=True), run)
    assert after_check(update) == "__end__"
    assert artifacts(run)["support"]["supported"] == 0


def test_rules_are_never_asked_again():
    run = runtime()
    update = check_citations(answered(WRONG), run)
    assert update["failing"] is None
    assert "support" in artifacts(run)


def test_the_model_hears_which_sentences_fail_and_its_new_answer_takes_the_place():
    run = runtime(fakes.Says(RIGHT))
    failing = [{"text": WRONG, "reason": "1989 is not in [1]"}]
    update = repair_answer(answered(WRONG, failing=failing), run)
    assert [(m.id, m.text) for m in update["messages"]] == [("answer", RIGHT)]
    assert update["repaired"] is True
    said = run.context.llm._script.chats[0].messages[-1].text
    assert WRONG in said
    assert "1989 is not in [1]" in said
    assert artifacts(run)["replaced"]["text"] == WRONG


def test_a_failed_repair_keeps_the_answer():
    run = runtime(fakes.Breaks(ProviderError("The model is overloaded.", problem="unavailable")))
    update = repair_answer(answered(WRONG, failing=[]), run)
    assert update == {"repaired": True}
    assert notices(run)[0].startswith("The model is overloaded.")
    assert artifacts(run) == {}


def test_a_repair_that_the_user_stops_replaces_nothing():
    run = runtime(fakes.Says(RIGHT))
    run.context.report.stopped = True
    assert repair_answer(answered(WRONG, failing=[]), run) == {"repaired": True}
    assert artifacts(run) == {}


@pytest.mark.parametrize(
    ("answer", "said"),
    [
        ("A key is a key.", ["This answer cites none of the passages it was given."]),
        (f"{RIGHT} {RIGHT} Likewise, keys [9].", ["[9] points to no passage."]),
    ],
)
def test_marks_that_point_nowhere_and_missing_citations_are_said(answer, said):
    run = runtime(fakes.Says("unused"))
    check_citations(answered(answer), run)
    assert notices(run) == said
