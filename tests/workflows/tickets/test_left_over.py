"""What an earlier request, an earlier answer or a stop leaves behind, and what it must not do."""

import pytest

from agent.errors import AgentError, OutcomeUnknown, Stopped
from agent.ports import IssueField
from agent.questions import Approval
from tests.fakes import MODEL, Breaks, Gives, Script
from tests.fakes_tickets import FakeBot, FakeTracker, FakeWiki
from tests.workflows.tickets.talk import REQUEST, Owner, last, notices, said
from tests.workflows.tickets.test_with_a_model import judged
from ui import safe

TEAM = IssueField("customfield_1", "Team", required=True)


def in_doubt(owner: Owner, tracker: FakeTracker) -> None:
    """Approved, not made, and nobody knows."""
    tracker.lag = 1_000
    tracker.raising["create"] = OutcomeUnknown("No answer came.")
    owner.ask(REQUEST)
    owner.approve()


# Exactly once


@pytest.mark.parametrize("lost", [OutcomeUnknown("No answer came."), RuntimeError("killed")])
def test_what_a_person_found_holds_for_what_was_sent_before(
    owner: Owner, tracker: FakeTracker, lost: Exception
) -> None:
    """The answer to the second sending is lost too: it is not sent a third time."""
    in_doubt(owner, tracker)
    tracker.raising_after["create"] = lost  # type: ignore[assignment]
    turn = owner.choose("none")
    assert len(tracker.creates) == 1
    if turn.status == "failed":
        owner.go_on()
    assert len(tracker.creates) == 1
    assert owner.question.step == "settle_outcome"


def test_it_is_looked_for_once_before_a_person_is_asked(owner: Owner, tracker: FakeTracker) -> None:
    in_doubt(owner, tracker)
    called: list[str] = []
    tracker.called = called.append
    owner.choose("again")
    assert called.count("marked") == 1


def test_stopping_the_search_says_what_is_not_known(owner: Owner, tracker: FakeTracker) -> None:
    def stop(name: str) -> None:
        if name == "marked":
            owner.user.stop(str(owner.thread))

    tracker.called = stop
    in_doubt(owner, tracker)
    (turn,) = owner.user.history(str(owner.thread))
    assert turn.status == "stopped"
    assert "is not known" in said(turn)


def test_what_is_left_in_doubt_is_not_called_not_created(
    owner: Owner, tracker: FakeTracker
) -> None:
    in_doubt(owner, tracker)
    assert "is not known" in said(owner.cancel())


# From one request to the next


def test_cancelling_says_nothing_of_an_earlier_issue(owner: Owner) -> None:
    owner.through(REQUEST)
    for _ in range(6):
        owner.ask("thanks")
    owner.ask("Create a Jira issue")
    assert "Nothing was written" in said(owner.cancel())


def test_it_may_be_the_issue_that_is_talked_about(owner: Owner, wiki: FakeWiki) -> None:
    """Without a model all that are open are listed; its page is shown with the one named."""
    owner.with_page(REQUEST)
    assert "PROJ-1" in said(owner.ask("show me its page"))
    turn = owner.ask("show me PROJ-1")
    assert last(turn, "ticket_found")["page"]["title"] == wiki.creates[0].title


# On the card


@pytest.mark.parametrize(
    ("field", "value"), [("summary", "x" * 256), ("labels", ",".join(f"l{n}" for n in range(11)))]
)
def test_an_edit_that_is_too_long_is_said_and_the_rest_is_taken(
    owner: Owner, field: str, value: str
) -> None:
    owner.ask(REQUEST)
    turn = owner.edit(**{"description": "Short.", field: value})
    assert turn.status == "waiting"
    assert any(field in text for text in notices(turn))
    assert last(turn, "ticket_draft")["backlog"]["description"] == "Short."
    assert isinstance(owner.question, Approval)


def test_a_field_of_the_trackers_own_can_be_corrected(owner: Owner, tracker: FakeTracker) -> None:
    tracker.fields.append(TEAM)
    owner.ask(REQUEST)
    owner.fill(customfield_1="Rde")
    owner.edit(customfield_1="Red")
    owner.approve()
    assert tracker.creates[0].fields == {"customfield_1": "Red"}


def test_a_draft_by_rules_is_not_a_models_because_one_is_chosen_later(owner: Owner) -> None:
    owner.ask(REQUEST)
    owner.model = MODEL
    assert last(owner.edit(summary="Sign in"), "ticket_draft")["origin"] == "rules"


# The end


def test_the_page_is_linked_whatever_its_title_holds(owner: Owner) -> None:
    owner.ask(REQUEST)
    owner.edit(summary="[API] `export` of invoices")
    owner.approve()
    turn = owner.through("Write the Confluence page for PROJ-1")
    assert f"]({last(turn, 'wiki_done')['link']})" in safe.markdown(said(turn))


def test_the_longest_summary_gets_a_page(owner: Owner, wiki: FakeWiki) -> None:
    owner.ask(REQUEST)
    owner.edit(summary="x" * 255)
    owner.approve()
    owner.through("Write the Confluence page for PROJ-1")
    assert len(wiki.creates[0].title) == 255


def test_a_page_by_button_without_a_wiki_is_said_to_be_missing(
    owner: Owner, tracker: FakeTracker
) -> None:
    tracker.put("Login")
    object.__setattr__(owner.agent.ports, "wiki", None)
    turn = owner.ask("Write it", picked={"act": "page", "issue": "PROJ-1"})
    assert any("No wiki is set up here" in text for text in notices(turn))


def test_a_bot_that_is_stopped_before_a_word_leaves_no_empty_answer(
    owner: Owner, bot: FakeBot
) -> None:
    bot.called = lambda _name: owner.user.stop(owner.user.threads()[0].id)
    turn = owner.ask("Ask Coze for the AI news")
    assert turn.status == "stopped"
    (message,) = owner.agent.flow.values("tickets", str(owner.thread))["messages"]
    assert message.type == "human"


def test_what_is_scored_stays_when_the_model_is_stopped(
    owner: Owner, tracker: FakeTracker, script: Script
) -> None:
    tracker.put("Login")
    tracker.put("Logout")
    owner.model = MODEL
    stopped: AgentError = Stopped("Stopped.")
    script.add(Gives("judge_maturity", judged(50)), Breaks(stopped))
    batch = last(owner.ask("Score all", picked={"act": "batch"}), "ticket_batch")
    assert (batch["done"], batch["total"], batch["is_over"]) == (1, 2, True)
