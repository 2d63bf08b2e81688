"""What users met: who "me" is, what is there already, and what was done before."""

from typing import Any

import pytest

from agent.ports import Person
from agent.questions import Approval, Choice, Form
from agent.store.records import Turn
from tests.fakes import Gives, Says, Script
from tests.fakes_tickets import FakeTracker, FakeWiki
from tests.workflows.tickets.talk import Owner, last, said
from tests.workflows.tickets.test_changing import changing
from tests.workflows.tickets.test_whole_requests import wants
from tests.workflows.tickets.test_with_a_model import DRAFT, drafted, judged

ANA, LUCIA = Person("u1", "Ana"), Person("u2", "Lucía")


@pytest.fixture(autouse=True)
def two(tracker: FakeTracker) -> None:
    tracker.known = [ANA, LUCIA]
    for name in ("Login", "Logout"):
        tracker.put(name, f"Users know {name}.", labels=("auth",), priority="Low")


def shown(turn: Turn, kind: str) -> list[dict[str, Any]]:
    return [entry.data for entry in turn.entries if entry.kind == kind]


def say_who(owner: Owner, name: str) -> Turn:
    assert isinstance(owner.question, Form)
    return owner.fill(name=name)


# Who "me" is


def test_who_the_user_is_is_asked_once_where_the_tracker_does_not_know(
    modelled: Owner, script: Script, tracker: FakeTracker
) -> None:
    script.add(wants("change", issues=["PROJ-1"]), changing({"assignee": "me"}))
    modelled.ask("assign PROJ-1 to me")
    say_who(modelled, "Lucía")
    modelled.approve()
    script.add(wants("change", issues=["PROJ-2"]), changing({"key": "PROJ-2", "assignee": "me"}))
    modelled.ask("and PROJ-2")
    modelled.approve()
    assert tracker.updates == [(key, {"assignee": "u2"}) for key in ("PROJ-1", "PROJ-2")]


def test_who_a_new_issue_is_for_is_asked(
    modelled: Owner, script: Script, tracker: FakeTracker
) -> None:
    script.add(*drafted({**DRAFT, "assignee": "me"}))
    modelled.ask("a task for myself, the export loses umlauts")
    say_who(modelled, "Lucía")
    script.add(Gives("draft_issue", {"issues": [{**DRAFT, "assignee": "Lucía"}]}))
    modelled.reject("shorter")
    assert script.values[-1].previous[0].assignee == "Lucía"
    script.add(Gives("judge_maturity", judged(50)))
    modelled.approve()
    assert tracker.creates[0].assignee == "u2"


@pytest.mark.parametrize("intent", ["look_up", "evaluation", "change", "rag_query"])
def test_which_issues_are_mine_asks_who_that_is(
    modelled: Owner, script: Script, tracker: FakeTracker, intent: str
) -> None:
    tracker.tamper("PROJ-2", assignee=LUCIA)
    script.add(wants(intent, find={"assignee": "me"}))
    turn = modelled.ask("mine?")
    assert turn.status == "waiting"
    ways = {
        "evaluation": Gives("judge_maturity", judged(50)),
        "change": changing({"key": "PROJ-2", "priority": "High"}),
        "rag_query": Says("Yours [1]."),
    }
    script.add(*([ways[intent]] if intent in ways else []))
    turn = say_who(modelled, "Lucía")
    assert turn.status != "failed"
    assert "PROJ-2" in str([entry.data for entry in turn.entries])


def test_a_form_says_me_too(owner: Owner, tracker: FakeTracker) -> None:
    owner.ask("PROJ-1 is all urgent", picked={"act": "change", "issue": "PROJ-1"})
    held = {entry.id: entry.default for entry in owner.question.fields}  # type: ignore[union-attr]
    owner.fill(**{**held, "assignee": "me"})
    say_who(owner, "Ana")
    owner.approve()
    assert tracker.updates == [("PROJ-1", {"assignee": "u1"})]


def test_nobody_asks_where_the_tracker_knows_the_user(
    modelled: Owner, script: Script, tracker: FakeTracker
) -> None:
    tracker.me = LUCIA
    script.add(wants("change", issues=["PROJ-1"]), changing({"assignee": "Me"}))
    modelled.ask("assign PROJ-1 to me")
    modelled.approve()
    assert tracker.updates == [("PROJ-1", {"assignee": "u2"})]


def test_whom_a_first_name_means_is_asked_for_a_new_issue_too(
    modelled: Owner, script: Script, tracker: FakeTracker
) -> None:
    tracker.known = [Person("u1", "Maria Silva"), Person("u2", "Maria Keller"), LUCIA]
    script.add(*drafted({**DRAFT, "assignee": "Maria"}))
    modelled.ask("the export loses umlauts, Maria repairs it")
    assert isinstance(modelled.question, Choice)
    assert [each.label for each in modelled.question.options] == ["Maria Silva", "Maria Keller"]
    modelled.choose("u2")
    assert "Maria Keller" in [entry.default for entry in modelled.question.fields]  # type: ignore[union-attr]
    script.add(Gives("judge_maturity", judged(50)))
    modelled.approve()
    assert tracker.creates[0].assignee == "u2"


def test_whose_issues_are_meant_is_asked_in_the_language_that_the_model_tells(
    modelled: Owner, script: Script, tracker: FakeTracker
) -> None:
    tracker.known = [Person("u1", "Maria Silva"), Person("u2", "Maria Keller")]
    tracker.tamper("PROJ-1", assignee=tracker.known[1])
    script.add(wants("look_up", find={"assignee": "Maria"}, language="es"))
    modelled.ask("Maria?")
    assert (modelled.question.step, modelled.question.language) == ("clarify", "es")
    assert "PROJ-1" in said(modelled.choose("u2"))


# Several things in one message


def test_two_acts_of_a_kind_are_both_shown(
    modelled: Owner, script: Script, tracker: FakeTracker, wiki: FakeWiki
) -> None:
    then = [{"intent": "page", "issues": ["PROJ-2"]}, {"intent": "look_up", "issues": ["PROJ-1"]}]
    then.append({"intent": "look_up", "issues": ["PROJ-2"]})
    script.add(wants("page", issues=["PROJ-1"], then=then))
    script.add(Gives("add_to_page", {"text": ""}))
    modelled.ask("pages of both, then show them")
    script.add(Gives("add_to_page", {"text": ""}))
    modelled.approve()
    turn = modelled.approve()
    assert [page.title for page in wiki.creates] == ["PROJ-1: Login", "PROJ-2: Logout"]
    for kind in ("wiki_page", "wiki_done", "ticket_found"):
        assert len(shown(turn, kind)) == 2, kind
    assert len({each["piece_id"] for each in shown(turn, "wiki_page")}) == 2


def test_the_changes_of_one_card_are_things_of_their_own(modelled: Owner, script: Script) -> None:
    both = [{"key": key, "priority": "High"} for key in ("PROJ-1", "PROJ-2")]
    script.add(wants("change", issues=["PROJ-1", "PROJ-2"]), changing(*both))
    turn = modelled.ask("both are urgent")
    assert len({each["piece_id"] for each in shown(turn, "ticket_change")}) == 2


def test_the_second_thing_knows_what_the_first_has_made(
    modelled: Owner, script: Script, tracker: FakeTracker
) -> None:
    then = [{"intent": "change", "issues": ["PROJ-1"]}]
    script.add(wants("jira_creation", then=then), Gives("draft_issue", {"issues": [DRAFT]}))
    modelled.ask("create it, and let PROJ-1 block the new one")
    script.add(Gives("judge_maturity", judged(50)))
    script.add(changing({"links": ["blocks PROJ-3"]}))
    modelled.approve()
    assert "PROJ-3" in "\n".join(script.values[-1].conversation)
    modelled.approve()
    assert ("PROJ-1", "blocks", "PROJ-3") in tracker.related


def test_a_page_that_is_written_next_is_not_said_to_be_old(
    modelled: Owner, script: Script, tracker: FakeTracker
) -> None:
    tracker.link_page("PROJ-1", title="PROJ-1: Login", url="https://wiki.example/1")
    script.add(
        wants("change", issues=["PROJ-1"], then=[{"intent": "page", "issues": ["PROJ-1"]}]),
        changing({"due": "2027-01-15"}),
    )
    modelled.ask("due on 15 January, then update the page")
    script.add(Gives("add_to_page", {"text": ""}))
    turn = modelled.approve()
    assert "as it was before" not in str([entry.data for entry in turn.entries])


# What was withdrawn, named in a comment, or meant by what it holds


def test_what_was_withdrawn_is_known_to_the_next_message(modelled: Owner, script: Script) -> None:
    script.add(*drafted(DRAFT))
    modelled.ask("the export loses umlauts")
    modelled.cancel()
    script.add(*drafted(DRAFT))
    modelled.ask("ok create it, but with low priority")
    told = "\n".join(script.values[-1].conversation)
    assert f"Summary: {DRAFT['summary']}" in told


def test_what_was_left_of_several_is_told_in_words(modelled: Owner, script: Script) -> None:
    both = [{"key": key, "priority": "High"} for key in ("PROJ-1", "PROJ-2")]
    script.add(wants("change", issues=["PROJ-1", "PROJ-2"]), changing(*both))
    modelled.ask("both are urgent")
    assert "Nothing was written." in said(modelled.choose("leave"))
    script.add(wants("change", issues=["PROJ-1"]), changing({"priority": "High"}))
    modelled.ask("only the first")
    told = "\n".join(script.values[-1].conversation)
    assert "PROJ-2\nPriority: High" in told
    assert "{" not in told


def test_what_a_change_leaves_out_is_still_said_after_an_edit(
    modelled: Owner, script: Script
) -> None:
    given = changing({"priority": "High", "links": ["blocks PROJ-404"]}, cannot=("Story points.",))
    script.add(wants("change", issues=["PROJ-1"]), given)
    modelled.ask("PROJ-1 is urgent, has 5 points and blocks PROJ-404")
    modelled.edit(priority="Medium")
    assert isinstance(modelled.question, Approval)
    told = (modelled.question.body, said(modelled.approve()))
    for text in told:
        assert text.count("PROJ-404") == 1
        assert "Story points" in text


def test_a_key_that_a_score_did_not_find_is_told_to_the_next_message(
    modelled: Owner, script: Script
) -> None:
    script.add(wants("evaluation", issues=["PROJ-99", "PROJ-2"]))
    script.add(Gives("judge_maturity", judged(50)))
    modelled.ask("which is better, PROJ-99 or PROJ-2?")
    script.add(wants("change", issues=["PROJ-2"]), changing({"priority": "High"}))
    modelled.ask("then PROJ-2 is urgent")
    assert "PROJ-99" in script.values[-1].conversation[-1]


def test_a_page_tells_of_a_key_that_is_not_there(modelled: Owner, script: Script) -> None:
    script.add(wants("page", issues=["PROJ-1", "PROJ-66"]), Gives("add_to_page", {"text": ""}))
    modelled.ask("a page about PROJ-1 and PROJ-66")
    script.add(Gives("add_to_page", {"text": "See PROJ-2."}))
    modelled.reject("name PROJ-2 and PROJ-77")
    assert isinstance(modelled.question, Approval)
    modelled.edit(title="What users know")
    assert isinstance(modelled.question, Approval)
    assert all(key in modelled.question.body for key in ("PROJ-66", "PROJ-77"))
    assert modelled.question.fields[0].default == "What users know"


def test_named_issues_and_those_that_are_found_are_all_changed(
    modelled: Owner, script: Script, tracker: FakeTracker
) -> None:
    tracker.put("Length", "Users know length.")
    script.add(wants("change", issues=["PROJ-3"], find={"labels": ["auth"]}))
    script.add(changing({"key": "PROJ-3", "priority": "High"}))
    modelled.ask("all that is auth to Ana, and PROJ-3 is urgent")
    assert set(script.values[-1].issues) == {"PROJ-1", "PROJ-2", "PROJ-3"}


def test_an_issue_that_a_comment_names_joins(
    modelled: Owner, script: Script, tracker: FakeTracker
) -> None:
    script.add(wants("change", issues=["PROJ-1"]), changing({"priority": "High"}))
    modelled.ask("PROJ-1 is urgent")
    both = [{"key": key, "priority": "High"} for key in ("PROJ-1", "PROJ-2")]
    script.add(changing(*both))
    modelled.reject("PROJ-2 too")
    modelled.approve()
    assert [key for key, _ in tracker.updates] == ["PROJ-1", "PROJ-2"]
    script.add(*drafted(DRAFT))
    modelled.ask("the export loses umlauts")
    script.add(Gives("draft_issue", {"issues": [DRAFT]}))
    modelled.reject("is that not PROJ-1?")
    assert any("PROJ-1: Login" in text for text in script.values[-1].named)


def test_a_key_that_is_not_there_is_told_once_and_to_the_model(
    modelled: Owner, script: Script
) -> None:
    script.add(wants("change", issues=["PROJ-99", "PROJ-1"]), changing({"priority": "High"}))
    modelled.ask("PROJ-99 和 PROJ-1 都改成高优先级")
    assert "PROJ-99" in script.values[-1].request.partition("<not_found>")[2]
    assert modelled.question.body.count("PROJ-99") == 1
    assert "There is no" not in modelled.question.body


# What is there already


def test_what_says_the_same_is_on_the_card(
    modelled: Owner, script: Script, tracker: FakeTracker
) -> None:
    same = {**DRAFT, "summary": "Sign in", "same": ["PROJ-1", "PROJ-77"]}
    script.add(*drafted(same))
    modelled.ask("we need a login")
    assert script.values[-1].there == {"PROJ-1": "Login"}
    assert "PROJ-1" in modelled.question.body
    assert "PROJ-77" not in modelled.question.body


def test_the_same_words_are_seen_without_a_model(owner: Owner) -> None:
    owner.ask("Create an issue", picked={"act": "create"})
    assert isinstance(owner.question, Approval)
    owner.edit(summary="logout")
    assert "PROJ-2" in owner.question.body


def test_a_figure_that_was_said_in_words_is_not_remarked(modelled: Owner, script: Script) -> None:
    told = {
        "description": "After 12 items it takes 30 seconds, 13 at most.",
        "in_words": ["12: zwölf", "30: dreissig", "13: dreizehn", "13"],
    }
    script.add(*drafted({**DRAFT, **told}))
    modelled.ask("Bei mehr als zwölf Artikeln dauert es dreissig Sekunden")
    (remark,) = (line for line in modelled.question.body.splitlines() if "13" in line)
    assert "12" not in remark
    assert "30" not in remark


# Looking up and answering


def test_issues_with_equal_fields_are_all_handed_over(modelled: Owner, script: Script) -> None:
    script.add(wants("rag_query", find={"labels": ["auth"]}), Says("Both [1]."))
    modelled.ask("how do the auth issues stand?")
    handed = script.chats[-1].messages[-1].text
    assert "PROJ-1: Login" in handed
    assert "PROJ-2: Logout" in handed


def test_what_was_scored_with_others_is_known_to_a_search(modelled: Owner, script: Script) -> None:
    script.add(wants("evaluation", issues=["PROJ-1", "PROJ-2"]))
    script.add(*[Gives("judge_maturity", judged(61))] * 2)
    modelled.ask("score both")
    script.add(wants("rag_query"), Says("It is [1]."))
    modelled.ask("what do users know of the logout?")
    assert "61 out of 100" in script.chats[-1].messages[-1].text


@pytest.mark.parametrize(
    ("question", "about"),
    [("how is it?", []), ("how is the first?", ["PROJ-1"]), ("how is PROJ-1?", [])],
)
def test_of_what_was_changed_nothing_is_handed_to_a_question_on_other_things(
    modelled: Owner, script: Script, question: str, about: list[str]
) -> None:
    asks = {"question": question, "asked_about": about}
    script.add(wants("change", issues=["PROJ-2"], **asks), Says("Well."))
    script.add(changing({"status": "Done"}))
    turn = modelled.ask(f"close PROJ-2; and {question}")
    kinds = [entry.kind for entry in turn.entries]
    assert kinds.index("text") < kinds.index("ticket_change"), "the answer is above the card"
    assert modelled.approve().status == "done", "it is answered once"
    passages = script.chats[-1].messages[-1].text.partition("</passages>")[0]
    assert "Users know Logout." not in passages
    assert ("Users know Login." in passages) == (question != "how is it?")


def test_a_score_of_another_text_is_said_to_be_old(
    modelled: Owner, script: Script, tracker: FakeTracker
) -> None:
    script.add(wants("evaluation", issues=["PROJ-1"]), Gives("judge_maturity", judged(61)))
    modelled.ask("score PROJ-1")
    for description in ("Users know Login.", "Another text."):
        modelled.thread = None
        tracker.tamper("PROJ-1", description=description)
        script.add(wants("rag_query", issues=["PROJ-1"]), Says("It is [1]."))
        modelled.ask("how does PROJ-1 stand?")
        handed = script.chats[-1].messages[-1].text
        assert "61 out of 100" in handed
        assert ("before it was changed" in handed) == (description == "Another text.")


def test_of_an_issue_that_is_not_there_nothing_is_asked(modelled: Owner, script: Script) -> None:
    script.add(wants("look_up", issues=["PROJ-77"], question="how does it stand?"))
    turn = modelled.ask("how does PROJ-77 stand?")
    assert "PROJ-77" in said(turn)


def test_leaving_a_page_as_it_is_says_so(
    modelled: Owner, script: Script, tracker: FakeTracker, wiki: FakeWiki
) -> None:
    script.add(wants("page", issues=["PROJ-1"]), Gives("add_to_page", {"text": ""}))
    modelled.ask("write the page of PROJ-1")
    modelled.approve()
    script.add(wants("page", issues=["PROJ-1"]), Gives("add_to_page", {"text": "Other."}))
    turn = modelled.ask("make the page shorter")
    assert last(turn, "maturity") == {}
    assert script.values[-1].told["there"]
    turn = modelled.choose("skip")
    assert said(turn) == "Nothing was written."
    assert wiki.updates == []


# The last word


def test_what_could_not_be_changed_is_said_in_the_end(modelled: Owner, script: Script) -> None:
    given = changing({"priority": "High"}, cannot=("Story points.",))
    script.add(wants("change", issues=["PROJ-1"]), given)
    modelled.ask("PROJ-1 is urgent and has 5 story points")
    assert "Not part of this: Story points." in said(modelled.approve())
