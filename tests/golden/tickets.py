"""What Tickets was left with: drafts, changes and pages that wait, issues and pages made."""

from typing import Any

from agent.errors import OutcomeUnknown, ProviderError, Refused
from agent.ports import IssueField, NewIssue, TicketRules
from tests.fakes import Breaks, Gives, Pause, Says, Script
from tests.golden.world import LONG, MODEL, Instead, Scenes, World
from tests.workflows.tickets.talk import REQUEST, Owner, last

scene = Scenes("tickets")
SALES = "Shop managers want to export the sales of a month as a CSV file"
PROSE = (
    "Accountants need to export invoices as CSV so that they can close the month. The file must"
    " have one line per invoice. When a period has no invoice, the file must hold the header only."
)
ISSUES = (
    ("Export invoices", PROSE),
    ("Export payments", PROSE.replace("invoice", "payment")),
    ("Export credits", PROSE.replace("invoice", "credit")),
    ("Login", "Users must log in."),
)
DRAFT = {
    "summary": "Show the invoices of past orders",
    "description": "As a shop customer, I want to see the invoices of my past orders.",
    "acceptance_criteria": [
        "The page of a past order offers its invoice as a download",
        "A customer who asks for the invoice of another customer's order is refused",
        "A past order without an invoice says so",
    ],
    "priority": "Medium",
    "issue_type": "Story",
    "labels": ["invoices"],
    "assumptions": ["Medium priority: no urgency is stated."],
}
GAINED = "It saves 40 calls a week."
DOWN = ProviderError("The model did not answer in time.", problem="timeout", retryable=True)


@scene
def an_issue_with_its_page_done(world: World) -> Owner:
    owner = world.talker("tickets")
    key = last(owner.through(REQUEST), "ticket_created")["key"]
    owner.ask(f"Write the Confluence page for {key}")
    owner.approve()
    return owner


@scene
def an_issue_without_a_page_done(world: World) -> Owner:
    owner = world.talker("tickets")
    owner.ask(f"Create a Jira issue: {SALES}")
    key = last(owner.approve(), "ticket_created")["key"]
    owner.ask(f"Write the Confluence page for {key}")
    owner.choose("skip")
    tracker: Any = world.agent.ports.tracker
    tracker.move(key, tracker.statuses[1])
    return owner


@scene
def an_issue_with_applied_advice_done(world: World) -> Owner:
    """One of the issues that came from elsewhere."""
    for number, (summary, description) in enumerate(ISSUES):
        _put(world, number, summary, description)
    owner = world.talker("tickets")
    _apply(owner, "Export invoices")
    owner.write(GAINED)
    owner.approve()
    return owner


def _put(world: World, number: int, summary: str, description: str) -> None:
    tracker: Any = world.agent.ports.tracker
    mark = f"interlude-golden-{number}"
    tracker.create(NewIssue(tracker.project, "Story", summary, description, mark=mark))


def _key(world: World, summary: str) -> str:
    tracker: Any = world.agent.ports.tracker
    return next(issue.key for issue in tracker.issues() if issue.summary == summary)


def _apply(owner: Owner, summary: str) -> None:
    key = _key(World(owner.agent, Script()), summary)
    advice = last(owner.ask(f"Score {key}"), "maturity")["advice"]
    wanted = advice[0]["id"]
    owner.ask("Apply it", picked={"act": "apply", "issue": key, "advice": wanted})


@scene
def all_are_scored_done(world: World) -> Owner:
    owner = world.talker("tickets")
    owner.ask("Score all open issues")
    owner.ask("show me PROJ-1")
    return owner


@scene
def a_cancelled_draft_done(world: World) -> Owner:
    owner = world.talker("tickets")
    owner.ask(f"Create a Jira issue: {SALES} and as a PDF")
    owner.cancel()
    return owner


@scene
def what_is_wanted_waiting_clarify(world: World) -> Owner:
    owner = world.talker("tickets")
    owner.ask("bananas forever")
    return owner


@scene
def which_issue_waiting_clarify(world: World) -> Owner:
    owner = world.talker("tickets")
    owner.ask("Score an issue")
    return owner


@scene
def a_required_field_waiting_ask_fields(world: World) -> Owner:
    owner = world.talker("tickets")
    tracker: Any = world.agent.ports.tracker
    team = IssueField("team", "Team", kind="choice", required=True, allowed=("Red", "Blue"))
    day = IssueField("day", "Wanted by", kind="date", required=True)

    def fields(issue_type: str) -> list[IssueField]:
        return [*tracker.create_fields(issue_type), team, day]

    with world.having(tracker=Instead(tracker, create_fields=fields)):
        owner.ask("Create a Jira issue for a calendar of deliveries with reminders")
    return owner


@scene
def about_nothing_waiting_ask_subject(world: World) -> Owner:
    owner = world.talker("tickets")
    owner.ask("Create a Jira issue")
    return owner


@scene
def rejected_twice_waiting_ask_what_is_wrong(world: World) -> Owner:
    owner = world.talker("tickets")
    owner.ask("Create a Jira issue for the search of customers by their city")
    owner.reject("priority high")
    owner.reject("priority low")
    return owner


@scene
def a_draft_waiting_issue_approval(world: World) -> Owner:
    owner = world.talker("tickets")
    owner.ask("Crea una incidencia: los clientes quieren pagar con tarjeta")
    return owner


@scene
def an_edited_draft_waiting_issue_approval(world: World) -> Owner:
    owner = world.talker("tickets")
    owner.ask("Create a Jira issue for printing labels of parcels")
    owner.edit(summary="Print the labels of parcels", labels="parcels, print")
    return owner


@scene
def a_draft_like_another_issue_waiting_issue_approval(world: World) -> Owner:
    owner = world.talker("tickets")
    owner.ask(REQUEST)
    return owner


@scene
def a_draft_by_a_model_waiting_issue_approval(world: World) -> Owner:
    owner = world.talker("tickets", Gives("draft_issue", DRAFT))
    owner.ask("Create a Jira issue: shop customers want to see the invoices of their past orders")
    return owner


@scene
def a_refused_draft_waiting_issue_approval(world: World) -> Owner:
    owner = world.talker("tickets")

    def refuse(_issue: object) -> None:
        raise Refused("Priority is not on the screen.", hint="Leave it out.")

    with world.having(tracker=Instead(world.agent.ports.tracker, create=refuse)):
        owner.ask("Create a Jira issue for a map of the stores nearby")
        owner.approve()
    return owner


@scene
def an_expired_draft_waiting_issue_approval(world: World) -> Owner:
    owner = world.talker("tickets")
    with world.having(ticket_rules=TicketRules()):
        owner.ask("Create a Jira issue for gift cards with a message")
    return owner


@scene
def nobody_knows_waiting_settle_outcome(world: World) -> Owner:
    """What was sent may have arrived, and is not found."""
    owner = world.talker("tickets")
    with world.having(tracker=_silent(world), ticket_rules=_rules(world)):
        owner.ask("Create a Jira issue for returns of parcels without a receipt")
        owner.approve()
    return owner


def _silent(world: World) -> Instead:
    def lose(_issue: object) -> None:
        raise OutcomeUnknown("No answer came.")

    tracker = world.agent.ports.tracker
    return Instead(tracker, create=lose, marked=lambda _mark: None, search_lags=True)


def _rules(world: World) -> TicketRules:
    return TicketRules(approval_minutes=LONG, search_minutes=0)


@scene
def a_change_waiting_change_approval(world: World) -> Owner:
    owner = world.talker("tickets")
    _apply(owner, "Export payments")
    owner.write(GAINED)
    return owner


@scene
def an_expired_change_waiting_change_approval(world: World) -> Owner:
    owner = world.talker("tickets")
    with world.having(ticket_rules=TicketRules()):
        _apply(owner, "Export credits")
        owner.write(GAINED)
    return owner


@scene
def what_only_the_user_knows_waiting_ask_for_change(world: World) -> Owner:
    owner = world.talker("tickets")
    _apply(owner, "Login")
    return owner


@scene
def a_first_page_waiting_page_approval(world: World) -> Owner:
    owner = world.talker("tickets")
    owner.ask(f"Write the Confluence page for {_key(world, 'Export payments')}")
    return owner


def _paged(world: World) -> str:
    """The key of an issue that has a page which is not up to date."""
    wiki: Any = world.agent.ports.wiki
    tracker: Any = world.agent.ports.tracker
    key = str(wiki.pages()[-1].title.partition(":")[0])
    tracker.update(key, {"priority": "High"}, version=tracker.issue(key).version)
    return key


@scene
def a_page_that_is_there_waiting_page_approval(world: World) -> Owner:
    owner = world.talker("tickets")
    owner.ask(f"Write the Confluence page for {_paged(world)}")
    return owner


@scene
def an_expired_page_waiting_page_approval(world: World) -> Owner:
    owner = world.talker("tickets")
    with world.having(ticket_rules=TicketRules()):
        owner.ask(f"Write the Confluence page for {_key(world, 'Export credits')}")
    return owner


@scene
def a_model_that_did_not_answer_failed(world: World) -> Owner:
    owner = world.talker("tickets", Breaks(DOWN))
    owner.ask("Create a Jira issue: drivers want to see their next stop")
    return owner


@scene
def an_issue_in_doubt_failed(world: World) -> Owner:
    """It was made, the answer was lost, and then the tracker was out of reach."""
    owner = world.talker("tickets")
    tracker: Any = world.agent.ports.tracker

    def lose(issue: Any) -> None:
        tracker.create(issue)
        raise OutcomeUnknown("No answer came.")

    def fail(_mark: str) -> None:
        raise ProviderError("The tracker does not answer.", problem="unavailable")

    owner.ask("Create a Jira issue for a weekly letter to customers with the news")
    with world.having(tracker=Instead(tracker, create=lose, marked=fail)):
        owner.approve()
    return owner


@scene
def a_talk_stopped(world: World) -> Owner:
    pause = Pause()
    owner = world.talker("tickets", Says("It depends on the team.", pause=pause))
    run = owner.user.ask("tickets", None, "Hello, who are you?", model=MODEL)
    pause.wait_until_reached()
    owner.user.stop(run.thread)
    pause.go_on()
    owner.thread = run.thread
    assert run.wait(20)
    return owner
