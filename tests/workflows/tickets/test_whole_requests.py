"""Requests that a model reads whole: several issues, what they hold, and what is asked besides."""

from typing import Any

import pytest

from agent.ports import Person
from agent.questions import Approval
from agent.workflows.tickets.recommend import recommend
from agent.workflows.tickets.steps import CHANGE, Changes
from tests.fakes import Gives, Says, Script
from tests.fakes_tickets import FakeTracker, FakeWiki
from tests.workflows.tickets.talk import Owner, last, said
from tests.workflows.tickets.test_changing import changing
from tests.workflows.tickets.test_with_a_model import DRAFT, drafted, judged

ANA = Person("u1", "Ana")


@pytest.fixture(autouse=True)
def three(tracker: FakeTracker) -> None:
    tracker.known = [ANA]
    for name, labels in (("Login", ("security",)), ("Logout", ("security",)), ("Length", ("ux",))):
        tracker.put(name, f"Users know {name}.", labels=labels)
    tracker.tamper("PROJ-1", assignee=ANA, due="2027-01-15", priority="High")
    tracker.relate("PROJ-1", "blocks", "PROJ-2")
    tracker.comment("PROJ-1", "Agreed on Monday.", mark="m")


def wants(intent: str, **more: Any) -> Gives:
    return Gives("classify_intent", {"intent": intent, "confidence": 0.9, "reason": "so", **more})


def test_an_issue_is_shown_with_all_that_was_written(owner: Owner) -> None:
    issue = last(owner.ask("PROJ-1"), "ticket_found")["issue"]
    assert (issue["assignee"], issue["due"]) == ("Ana", "2027-01-15")
    assert (issue["relations"], issue["comments"]) == (
        [["blocks", "PROJ-2"]],
        ["Agreed on Monday."],
    )


def test_what_is_asked_beside_an_issue_is_answered_too(modelled: Owner, script: Script) -> None:
    asks = wants("look_up", issues=["PROJ-1"], question="is it ready for the sprint?")
    script.add(asks, Says("Not yet [1]."))
    turn = modelled.ask("show me PROJ-1 and tell me whether it is ready for the sprint")
    assert last(turn, "ticket_found")["issue"]["key"] == "PROJ-1"
    assert said(turn) == "Not yet [1]."
    handed = script.chats[-1].messages[-1].text
    for fact in ("Assignee: Ana", "2027-01-15", "blocks PROJ-2", "Agreed on Monday."):
        assert fact in handed
    assert handed.endswith("Answer this: is it ready for the sprint?")


def test_issues_are_listed_by_what_they_hold(modelled: Owner, script: Script) -> None:
    script.add(wants("look_up", find={"unassigned": True, "labels": ["security"]}))
    turn = modelled.ask("which security issues has nobody?")
    assert "PROJ-2" in said(turn)
    assert "PROJ-1" not in said(turn)
    script.add(wants("look_up", find={"assignee": "ana"}))
    turn = modelled.ask("and Ana?")
    assert "(Assignee: Ana)" in said(turn)
    assert all(part in said(turn) for part in ("PROJ-1", "Ana", "2027-01-15", "High"))


def test_words_of_a_question_are_searched_for_and_not_listed(
    modelled: Owner, script: Script
) -> None:
    script.add(wants("rag_query", find={"words": "logout"}), Says("It is known [1]."))
    modelled.ask("what do users know of the logout?")
    assert "Users know Logout." in script.chats[-1].messages[-1].text


def test_only_issues_that_are_meant_are_shown_to_be_changed(
    modelled: Owner, script: Script, tracker: FakeTracker
) -> None:
    both = [{"key": key, "priority": "Highest"} for key in ("PROJ-1", "PROJ-2")]
    script.add(wants("change", find={"labels": ["security"]}), changing(*both))
    modelled.ask("Set everything labelled security to highest, but leave PROJ-3 alone")
    assert set(script.values[-1].issues) == {"PROJ-1", "PROJ-2"}
    modelled.approve()
    assert [key for key, _ in tracker.updates] == ["PROJ-2", "PROJ-1"]


def test_nothing_that_fits_is_said(modelled: Owner, script: Script) -> None:
    script.add(wants("change", find={"labels": ["none"]}))
    turn = modelled.ask("close everything labelled none")
    assert (turn.status, modelled.waits) == ("done", False)
    assert said(turn)


def test_what_is_so_already_and_how_a_word_was_read_stand_on_the_card(
    modelled: Owner, script: Script
) -> None:
    given = changing({"priority": "High", "due": "2027-01-29", "links": [
        "blocks PROJ-2"]})  # fmt: skip
    given.value["readings"] = ["next Friday: 2027-01-29"]
    script.add(wants("change", issues=["PROJ-1"]), given)
    turn = modelled.ask("PROJ-1 is high, due next Friday, and blocks PROJ-2")
    assert [each["field"] for each in last(turn, "ticket_change")["changes"]] == ["due"]
    for part in ("High", "blocks PROJ-2", "next Friday: 2027-01-29"):
        assert part in modelled.question.body


def test_a_change_is_rejected_with_a_comment(
    modelled: Owner, script: Script, tracker: FakeTracker
) -> None:
    script.add(wants("change", issues=["PROJ-1"]), changing({"due": "2027-02-01"}))
    modelled.ask("PROJ-1 is due in February")
    script.add(changing({"due": "2027-02-28"}))
    modelled.reject("at its end")
    assert script.values[-1].comment == "at its end"
    assert "2027-02-01" in script.values[-1].rejected
    modelled.approve()
    assert tracker.updates == [("PROJ-1", {"due": "2027-02-28"})]


def test_a_change_reads_what_is_referred_to_and_asks_for_what_is_missing(
    modelled: Owner, script: Script, tracker: FakeTracker
) -> None:
    script.add(wants("change", issues=["PROJ-2"], asked_about=["PROJ-1"]))
    script.add(Gives("change_issue", {"question": "How many points?"}))
    modelled.ask("raise the second to the priority of the first, and note its points")
    assert "<referred>\nPROJ-1: Login" in script.values[-1].request
    script.add(changing({"priority": "High", "comment": "3 points"}))
    modelled.write("Three")
    assert "Three" in script.values[-1].request
    modelled.approve()
    assert tracker.updates == [("PROJ-2", {"priority": "High"})]
    assert CHANGE.check(script.values[-1], Changes())


def test_two_keys_are_scored_and_compared(modelled: Owner, script: Script) -> None:
    asks = wants("evaluation", issues=["PROJ-1", "PROJ-2"], question="which is better?")
    script.add(asks, *(Gives("judge_maturity", judged(score)) for score in (40, 60)))
    script.add(Says("The second one."))
    turn = modelled.ask("Score PROJ-1 and PROJ-2 and tell me which is better")
    assert last(turn, "ticket_batch")["done"] == 2
    assert said(turn) == "The second one."
    assert "40 out of 100" in script.chats[-1].messages[-1].text


def test_only_what_the_judge_sees_is_judged_again(
    modelled: Owner, script: Script, tracker: FakeTracker
) -> None:
    picked = {"act": "evaluate", "issue": "PROJ-2"}
    script.add(Gives("judge_maturity", judged(50)))
    modelled.ask("Score PROJ-2", picked=picked)
    tracker.tamper("PROJ-2", assignee=ANA, labels=["new"])
    tracker.comment("PROJ-2", "Well.", mark="n")
    modelled.ask("Score PROJ-2", picked=picked)
    tracker.tamper("PROJ-2", due="2027-03-01")
    script.add(Gives("judge_maturity", judged(60)))
    assert last(modelled.ask("Score PROJ-2", picked=picked), "maturity")["overall"] == 60


def test_advice_that_was_given_can_be_spoken_of(modelled: Owner, script: Script) -> None:
    advice = {"criterion": "user_story", "text": "Name the clerk.", "gain": 30}
    script.add(Gives("judge_maturity", {**judged(50), "advice": [advice]}))
    modelled.ask("Score PROJ-2", picked={"act": "evaluate", "issue": "PROJ-2"})
    script.add(wants("change", issues=["PROJ-2"]), changing({"comment": "Name the clerk."}))
    modelled.ask("note the first piece of advice in a comment")
    assert any("1. Name the clerk." in line for line in script.values[-1].conversation)


def test_a_draft_has_a_day_a_person_and_the_headings_of_its_language(
    modelled: Owner, script: Script, tracker: FakeTracker
) -> None:
    words = [
        *("Betroffen", "Häufigkeit", "Wo", "Nutzen", "Kriterien", "INVEST", "Annahmen", "Fragen"),
        *("ja", "nein", "offen"),
        *("Unabhängig", "Verhandelbar", "Wertvoll", "Schätzbar", "Klein", "Prüfbar"),
    ]
    plan = {"assignee": "Ana", "due": "2027-01-29", "language": "de", "headings": words}
    plan["invest"] = [{"letter": "Small", "holds": True, "note": "Ein Tag."}]
    script.add(*drafted({**DRAFT, **plan}))
    modelled.ask("Der Export ist kaputt, Ana soll ihn bis 29. Januar reparieren")
    script.add(Gives("judge_maturity", judged(50)))
    modelled.approve()
    (sent,) = tracker.creates
    assert (sent.assignee, sent.due) == ("u1", "2027-01-29")
    assert "## Kriterien" in sent.description
    assert "Klein: ja" in sent.description
    assert "## Acceptance" not in sent.description


def test_the_card_says_who_is_not_known_and_which_items_do_not_fit(
    modelled: Owner, script: Script
) -> None:
    steps = {"description": "Steps: 1. Open it. 2. Wait 7 seconds.", "assignee": "Zoe"}
    more = {"issues": [{**DRAFT, **steps}], "left": ["Add a sitemap"]}
    script.add(wants("jira_creation", issues=["PROJ-2"]), Gives("draft_issue", more))
    modelled.ask("split PROJ-2, Zoe does it, and eleven more")
    for _again in range(2):
        body = modelled.question.body
        assert "Zoe" in body
        assert "Add a sitemap" in body
        assert "PROJ-2" not in body
        assert "7." in body
        modelled.edit()


def test_links_of_a_new_issue_are_on_its_card_and_written_after_it(
    modelled: Owner, script: Script, tracker: FakeTracker
) -> None:
    script.add(*drafted({**DRAFT, "links": ["relates to PROJ-3"]}))
    modelled.ask("report that the export fails, it relates to PROJ-3")
    modelled.edit(links="relates to PROJ-3, blocks PROJ-2")
    script.add(Gives("judge_maturity", judged(50)))
    modelled.approve()
    assert tracker.related[1:] == [
        ("PROJ-4", "relates to", "PROJ-3"),
        ("PROJ-4", "blocks", "PROJ-2"),
    ]


def test_one_message_creates_then_changes_and_answers(
    modelled: Owner, script: Script, tracker: FakeTracker
) -> None:
    """Each with its own card; “it” is then what was just made."""
    then = [
        {"intent": "change", "issues": ["PROJ-3"], "part": "move PROJ-3 to done"},
        {"intent": "change", "part": "assign the new one to Ana"},
    ]
    script.add(wants("jira_creation", then=then, question="is one on it already?"))
    script.add(Says("None is on it."), Gives("draft_issue", {"issues": [DRAFT]}))
    modelled.ask("report it, move PROJ-3 to done, assign the new one to Ana; is one on it already?")
    assert "None is on it." in script.values[-1].conversation[-1]
    script.add(Gives("judge_maturity", judged(50)), changing({"status": "Done"}))
    modelled.approve()
    assert "move PROJ-3 to done" in script.values[-1].request
    assert (len(tracker.creates), tracker.updates) == (1, [])
    script.add(changing({"assignee": "Ana"}))
    modelled.approve()
    assert set(script.values[-1].issues) == {"PROJ-4"}
    turn = modelled.choose("leave")
    assert tracker.updates == [("PROJ-3", {"status": "Done"})]
    outcomes = [entry.data["text"] for entry in turn.entries if entry.kind == "outcome"]
    assert ["PROJ-4" in outcomes[0], "PROJ-3" in outcomes[1]] == [True, True]


@pytest.mark.parametrize("way", ["cancel", "take back"])
def test_a_draft_that_is_not_wanted_ends_with_what_is_about_it(
    modelled: Owner, script: Script, tracker: FakeTracker, way: str
) -> None:
    then = [
        {"intent": "change", "part": "assign it to Ana"},
        {"intent": "change", "issues": ["PROJ-3"], "part": "move PROJ-3 to done"},
    ]
    script.add(wants("jira_creation", then=then), Gives("draft_issue", {"issues": [DRAFT]}))
    modelled.ask("report it, assign it to Ana, and move PROJ-3 to done")
    if way == "take back":
        script.add(Gives("draft_issue", {"withdrawn": True}))
    script.add(changing({"status": "Done"}))
    turn = modelled.cancel() if way == "cancel" else modelled.reject("no, leave it")
    assert "Nothing was written." in str([entry.data for entry in turn.entries])
    modelled.approve()
    assert (tracker.creates, tracker.updates) == ([], [("PROJ-3", {"status": "Done"})])


@pytest.mark.parametrize("step", ["draft_issue", "add_to_page", "change_issue"])
def test_what_a_comment_wants_instead_is_heard(
    modelled: Owner, script: Script, tracker: FakeTracker, step: str
) -> None:
    intents = {"draft_issue": "jira_creation", "add_to_page": "page", "change_issue": "change"}
    first = {
        "draft_issue": {"issues": [DRAFT]},
        "change_issue": {"changes": [{"due": "2027-02-01"}]},
    }
    script.add(wants(intents[step], issues=["PROJ-1"]), Gives(step, first.get(step, {})))
    modelled.ask("do it")
    script.add(Gives(step, {"withdrawn": True, "instead": "say so on PROJ-2"}))
    script.add(wants("change", issues=["PROJ-2"]), changing({"key": "PROJ-2", "comment": "So."}))
    modelled.reject("no, but say so on PROJ-2")
    assert script.values[-1].request.startswith("no, but say so on PROJ-2")
    assert any("do it" in line for line in script.values[-1].conversation)
    modelled.approve()
    assert ([key for key, *_ in tracker.comments], tracker.creates) == (["PROJ-1", "PROJ-2"], [])


def test_a_talk_has_the_list_that_it_is_asked_for(modelled: Owner, script: Script) -> None:
    calls = (("find_issues", {"assignee": "Ana"}),)
    script.add(wants("general_chat", find={"unassigned": True}), Says("", calls=calls))
    script.add(Says("Dear team, PROJ-2 is free [1]."))
    turn = modelled.ask("write a mail to the team with what nobody has")
    handed = script.chats[0].messages[0].text
    assert [key in handed for key in ("PROJ-1", "PROJ-2", "PROJ-3")] == [False, True, True]
    assert "PROJ-1" in script.chats[1].messages[-1].text
    assert last(turn, "citations")["sources"]


def test_an_empty_answer_is_said_to_be_none(modelled: Owner, script: Script) -> None:
    script.add(wants("rag_query"), Says(""))
    assert "Scripted" in said(modelled.ask("what was decided about the logout?"))


def test_all_that_is_shown_of_several_can_be_edited(modelled: Owner, script: Script) -> None:
    script.add(*drafted({**DRAFT, "who": "Clerks"}, DRAFT))
    modelled.ask("two issues")
    assert isinstance(modelled.question, Approval)
    ids = {entry.id for entry in modelled.question.fields}
    assert {"0.who", "0.assumptions", "1.assumptions"} <= ids
    assert "1.who" not in ids


def test_buttons_speak_the_language_of_the_turn(owner: Owner, wiki: FakeWiki) -> None:
    picked = {"act": "evaluate", "issue": "PROJ-1"}
    turn = owner.ask("Evalúa por favor la incidencia de acceso", picked=picked)
    assert "Escribir la página de PROJ-1" in [each.label for each in recommend(turn)]


def test_a_page_holds_the_whole_issue_and_no_score(
    modelled: Owner, script: Script, wiki: FakeWiki
) -> None:
    script.add(wants("page", issues=["PROJ-1"]))
    script.add(Gives("add_to_page", {"text": ""}))
    turn = modelled.ask("write the page of PROJ-1")
    assert "Agreed on Monday." in script.values[-1].told["issue"]
    text = last(turn, "wiki_page")["markdown"]
    assert "Agreed on Monday." in text
    assert "Users know Login." in text
    assert "out of 100" not in text


def test_a_page_is_as_it_is_wanted_and_what_nobody_said_is_told(
    modelled: Owner, script: Script, wiki: FakeWiki
) -> None:
    script.add(wants("page", issues=["PROJ-1"]))
    script.add(Gives("add_to_page", {"text": "**Saves 77 hours.**"}))
    modelled.ask("a page of PROJ-1, for the managers: only what it brings")
    assert "77" in modelled.question.body
    script.add(Gives("add_to_page", {"text": "**Saves time.**"}))
    modelled.reject("say no figure")
    told = script.values[-1].told
    assert told["rejected"].startswith("**Saves 77 hours.**")
    assert told["comment"] == "say no figure"
    modelled.edit(title="What it brings")
    modelled.approve()
    assert wiki.creates[0].body.startswith("<p><strong>Saves time.</strong></p>")
    assert wiki.creates[0].title == "What it brings"


def test_another_title_renames_the_page_and_stays(
    modelled: Owner, script: Script, wiki: FakeWiki
) -> None:
    for title in ("", "Anmeldung", ""):
        given = {"text": f"After “{title}”.", "title": title}
        script.add(wants("page", issues=["PROJ-1"]), Gives("add_to_page", given))
        modelled.ask("write the page of PROJ-1, in German")
        modelled.approve()
    assert [page.title for page in wiki.creates] == ["PROJ-1: Login"]
    assert [page.title for _, page, *_ in wiki.updates] == ["Anmeldung"] * 2
