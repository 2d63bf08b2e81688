"""What went wrong when somebody played the model: nothing is lost between the steps."""

import json
from dataclasses import replace
from typing import Any

import pytest

from agent.checks import cfn
from agent.errors import AgentError
from agent.language.quantities import say_time
from agent.questions import Approval
from agent.workflows.infra.artifacts import Part
from agent.workflows.infra.patterns import Place, patterns
from agent.workflows.infra.stacks import costs, templates
from agent.workflows.infra.steps import PLAN, WRITE
from tests.fakes import RULES, Gives, Says, Script
from tests.fakes_cloud import FakeCloud
from tests.workflows.infra.talk import BUCKET, Operator, create, status
from tests.workflows.infra.test_flow import BARE, JOBS, MODEL, WAITS, _has_queue, _with_delay
from tests.workflows.talking import Talker

UPDATE = {"kind": "update", "stack": "dev-jobs", "changes": ["Jobs"]}
CREATE = {"kind": "create", "stack": "dev-new"}
CHANGE = Gives("classify_intent", {"intent": "change"})
DELAY = {"requirement": "REQ-001", "paths": ["Jobs.Properties.DelaySeconds"]}


@pytest.fixture
def player(operator: Operator, cloud: FakeCloud) -> Operator:
    """With a model, and a queue that is there."""
    _has_queue(cloud)
    operator.model = MODEL
    return operator


def card(operator: Operator) -> Approval:
    asked = operator.question
    assert isinstance(asked, Approval)
    return asked


def to_the_deployment(operator: Operator) -> Approval:
    while card(operator).step != "deploy_approval":
        operator.approve()
    return card(operator)


def planned(**more: Any) -> Gives:
    return Gives("draft_plan", {**UPDATE, "wanted": [WAITS], **more})


def written(template: str = "", **more: Any) -> Gives:
    return Gives("write_template", {"template": template, **more})


def test_of_many_stacks_those_that_are_meant_are_read(
    player: Operator, script: Script, cloud: FakeCloud
) -> None:
    """And of two that are to go, the second is named to the end."""
    names = [f"dev-other-{number}" for number in range(5)]
    for name in names:
        held = cloud.prepare("dev", name, template=JOBS, parameters={}, tags={}, name="req-0")
        cloud.execute("dev", held.arn)
    script.add(
        Gives("classify_intent", {"intent": "change", "stacks": ["dev-other-3", "dev-none"]}),
        Gives("draft_plan", {"kind": "update", "stack": "", "left": ["that"]}),
        Gives("classify_intent", {"intent": "delete", "stacks": names[:2], "is_whole": True}),
        Gives("draft_plan", {"kind": "delete", "stack": names[0], "left": names[1:2]}),
    )
    player.ask("The one of Tuesday should wait")
    assert [stack["name"] for stack in script.values[-1].seen] == ["dev-other-3"]
    player.ask("Delete the first two")
    assert card(player).title == f"Delete {names[0]}?"
    assert names[1] in player.approve().answer


def test_what_a_plan_leaves_out_is_named_to_the_end(player: Operator, script: Script) -> None:
    wish = "move the files to Glacier"
    script.add(CHANGE, planned(left=[wish]), written(_with_delay(7), met=[DELAY]))
    player.ask("Wait 7 seconds and move the files to Glacier")
    assert wish in to_the_deployment(player).body
    assert wish in player.approve().answer


def test_nothing_to_change_is_looked_at_before_it_is_said(
    player: Operator, script: Script, cloud: FakeCloud
) -> None:
    """The template has it already, and what is deployed was changed outside of it."""
    cloud.outcomes["described"] = ("failed", "0")
    script.add(CHANGE, planned(), written(JOBS))
    player.ask("Let them wait")
    while player.waits:
        player.approve()
    (turn,) = player.user.history(player.thread)
    assert status(turn) == "failed"
    assert "Messages wait 7 seconds" in turn.answer


def test_a_rejected_version_is_handed_on(player: Operator, script: Script) -> None:
    script.add(
        CHANGE,
        planned(outputs=["Url"]),
        written(_with_delay(7), met=[DELAY]),
        planned(),
        written(_with_delay(8), met=[DELAY]),
    )
    player.ask("Let them wait")
    to_the_deployment(player)
    player.reject("8 seconds, and without that output")
    to_the_deployment(player)
    _intent, _plan, first, again, writer = script.values
    assert "Outputs to come, change or go: Url" in WRITE.prompt(first)
    assert "+      DelaySeconds: 7" in PLAN.prompt(again)
    assert writer.rejected == _with_delay(7)


def test_a_request_that_is_taken_back_changes_nothing(player: Operator, script: Script) -> None:
    nothing = {"kind": "update", "stack": "dev-jobs", "planning_notes": ["It stays."]}
    script.add(CHANGE, planned(), written(_with_delay(7)), Gives("draft_plan", nothing))
    player.ask("Let them wait")
    to_the_deployment(player)
    turn = player.reject("no, leave it")
    assert not player.waits
    assert turn.answer.startswith("Nothing is changed.")


def test_values_alone_may_change(player: Operator, script: Script) -> None:
    parameter = "Parameters:\n  Delay: {Type: Number, Default: 5}\n"
    script.add(
        CHANGE,
        planned(),
        written(f"{parameter}{JOBS}      DelaySeconds: !Ref Delay\n", met=[DELAY]),
        CHANGE,
        planned(),
        written(parameters={"Delay": "9"}, met=[DELAY]),
    )
    player.through("Let them wait")
    player.ask("9 seconds")
    to_the_deployment(player)


def test_what_is_met_by_not_being_there_is_met(player: Operator, script: Script) -> None:
    away = {"description": "No output for the queue."}
    met = [DELAY, {"requirement": "REQ-002", "paths": ["-Outputs.Url", "Outputs.Other"]}]
    script.add(CHANGE, planned(wanted=[WAITS, away]), written(_with_delay(7), met=met))
    player.ask("Let them wait, without an output")
    asked = to_the_deployment(player)
    assert not any("REQ-002" in risk for risk in asked.risks)
    (lines,) = asked.folded.values()
    assert "without Outputs.Url" in lines[1]


def test_a_repair_may_leave_out_what_cannot_be(
    player: Operator, script: Script, cloud: FakeCloud
) -> None:
    """The card says so, old notes go, and the reason stays known."""
    script.add(
        CHANGE,
        planned(),
        written(_with_delay(9000), met=[DELAY], notes=["This will fail."]),
        written(
            f"{JOBS}      VisibilityTimeout: 9\n", met=[{**DELAY, "paths": []}], notes=["Too long."]
        ),
        Gives("classify_intent", {"intent": "chat"}),
        Says("Because."),
    )
    cloud.failing["dev-jobs"] = "DelaySeconds is at most 900."
    player.ask("Let them wait for hours")
    to_the_deployment(player)
    player.approve()
    cloud.outcomes["described"] = ("failed", "0")
    player.choose("repair")
    asked = to_the_deployment(player)
    assert any("REQ-001" in risk for risk in asked.risks)
    assert "Too long." in asked.body
    assert "This will fail." not in asked.body
    turn = player.approve()
    assert status(turn) == "done"
    player.ask("Why did it fail before?")
    assert "at most 900" in "\n".join(script.values[-1].conversation)


def test_a_warning_of_before_is_not_asked_about(player: Operator, script: Script) -> None:
    """Also where its resource is changed."""
    bare = f"{BARE}      DelaySeconds: "
    script.add(
        CHANGE,
        planned(),
        written(f"{bare}7\n", met=[DELAY], notes=["POL004: no secrets."]),
        CHANGE,
        planned(),
        written(f"{bare}8\n", met=[DELAY]),
    )
    player.through("Let them wait, without encryption")
    player.ask("8 seconds")
    to_the_deployment(player)


def test_a_door_and_rights_are_on_the_card(player: Operator, script: Script) -> None:
    """What was asked for and answered is the user's to decide."""
    rule = {"IpProtocol": "tcp", "FromPort": 22, "ToPort": 22, "CidrIp": "0.0.0.0/0"}
    own = {"GroupDescription": "web", "SecurityGroupIngress": [rule]}
    trust = {"Version": "2012-10-17", "Statement": []}
    bodies = {
        "Web": {"Type": "AWS::EC2::SecurityGroup", "Properties": own},
        "Role": {"Type": "AWS::IAM::Role", "Properties": {"AssumeRolePolicyDocument": trust}},
    }
    new = {name: body["Type"] for name, body in bodies.items()}
    script.add(
        Gives("classify_intent", {"intent": "create"}),
        Gives("draft_plan", {"kind": "create", "stack": "dev-web", "new": new}),
        written(json.dumps({"Resources": bodies})),
        written(notes=["POL011: asked for.", "EC2SecurityGroupOpenToWorldRule: the same."]),
    )
    player.ask("A server for everybody")
    risks = "\n".join(to_the_deployment(player).risks)
    assert "POL011 Web" in risks
    assert "IAM Role" in risks


def test_what_is_set_and_not_tried_is_not_proven(operator: Operator, cloud: FakeCloud) -> None:
    cloud.outcomes["bucket_versioning"] = ("set, not tried", "Enabled")
    cloud.outcomes["bucket_encrypted"] = ("not modelled by the sandbox", "nothing")
    first, *rest = operator.through(BUCKET).answer.split("\n\n")
    assert "2 of 4 requirements proven" in first
    told = "\n\n".join(rest)
    assert "does not try its effect" in told
    assert "not modelled by the sandbox: nothing" in told


def test_failures_come_before_the_events_of_their_rollback(
    player: Operator, script: Script, cloud: FakeCloud
) -> None:
    held = cloud._held("dev", "dev-jobs")
    cloud._tell(held, "Jobs", "AWS::SQS::Queue", "UPDATE_FAILED", "It is too long.")
    for number in range(30):
        cloud._tell(held, f"Other{number}", "AWS::SQS::Queue", "DELETE_COMPLETE")
    script.add(CHANGE, planned(), written(_with_delay(7), met=[DELAY]))
    player.ask("What is wrong with dev-jobs? Mend it")
    assert any("It is too long." in event for event in script.values[1].seen[0]["events"])


def test_a_change_without_a_price_is_not_free() -> None:
    stream = "Resources: {S: {Type: AWS::Kinesis::Stream, Properties: {ShardCount: %s}}}"
    one, two = (templates.Written(stream % count, {}) for count in (1, 2))
    cost = costs.change(one, two, estimates={"S": 30})
    assert "about 30 USD" in costs.describe(cost)
    assert costs.change(one, one)["affected_resources"] == []


def test_an_option_leaves_alone_what_it_does_not_name() -> None:
    """The library's own choice for a new dead-letter queue is not forced on one that is there."""
    part = Part(pattern="queue", options={"dead_letter": True}, resource="Q")
    made = cfn.parse(templates.written([part]).text).data
    made["Resources"]["QDeadLetter"]["Properties"]["MessageRetentionPeriod"] = 604800
    there = templates.Written(json.dumps(made), {})
    longer = part.model_copy(update={"options": {"retention_seconds": 432000}})
    after = cfn.parse(templates.written([longer], there).text).resources
    assert after["QDeadLetter"]["Properties"]["MessageRetentionPeriod"] == 604800
    assert after["Q"]["Properties"]["MessageRetentionPeriod"] == 432000


def test_another_runtime_keeps_the_code_that_is_there() -> None:
    part = Part(pattern="function", options={"runtime": "python3.12"}, resource="F")
    there = templates.written([part])
    newer = part.model_copy(update={"options": {"runtime": "nodejs22.x", "memory": 512}})
    after = cfn.parse(templates.written([newer], there).text).resources["F"]["Properties"]
    before = cfn.parse(there.text).resources["F"]["Properties"]
    assert after == {**before, "Runtime": "nodejs22.x", "MemorySize": 512}


def test_a_plan_for_a_door_asks_for_nothing_that_forbids_it() -> None:
    options = {"port": 443, "source": "10.0.0.0/8"}
    found = list(patterns()["network"].wants(patterns()["network"].parse(options), Place("Net")))
    assert [want.check for want in found] == ["security_group_ingress"]


@pytest.mark.parametrize("language", ["en", "es", "zh_Hans", "de"])
@pytest.mark.parametrize("seconds", [5, 120, 7200, 432000])
def test_a_time_has_a_unit_in_every_language(language: str, seconds: int) -> None:
    assert "duration" not in say_time(seconds, language)


def test_a_dry_run_that_is_asked_for_in_words_is_one(player: Operator, script: Script) -> None:
    dry = Gives("classify_intent", {"intent": "change", "is_dry_run": True})
    script.add(dry, planned(), written(_with_delay(7), met=[DELAY]))
    assert status(player.through("Let them wait; only a dry run")) == "dry run"
    (real,) = player.user.recommendations(player.thread or "")
    script.add(planned(), written(_with_delay(7), met=[DELAY]))
    assert status(player.through(real.text, **real.inputs)) == "done"


def test_a_dry_run_in_words_counts_for_that_request_only(player: Operator, script: Script) -> None:
    dry = {"intent": "change", "is_dry_run": True}
    script.add(Gives("classify_intent", dry), planned(), written(_with_delay(7), met=[DELAY]))
    turn = Talker.ask(player, "Let them wait; only a dry run", environment="dev")
    assert status(turn) == "dry run"
    script.add(CHANGE, planned(), written(_with_delay(7), met=[DELAY]))
    Talker.ask(player, "Now for real", environment="dev")
    to_the_deployment(player)


def test_the_card_of_a_plan_says_that_it_is_a_dry_run(player: Operator, script: Script) -> None:
    opens = planned(new={"Reads": "AWS::IAM::Role"})
    for is_dry_run in (True, False):
        script.add(Gives("classify_intent", {"intent": "change", "is_dry_run": is_dry_run}), opens)
        player.ask("Let a role read them")
        assert card(player).step == "plan_approval"
        assert ("Dry run" in card(player).body) == is_dry_run
        player.cancel()


def test_actions_of_a_role_that_are_for_nothing_are_told_to_the_model(
    player: Operator, script: Script
) -> None:
    part = {"pattern": "role", "resource": "Reader", "options": {"actions": ["s3:GetObject"]}}
    script.add(CHANGE, Gives("draft_plan", {**CREATE, "parts": [part]}))
    turn = player.ask("A role that may read")
    assert "Reader would allow nothing" in (turn.error or {})["message"]
    part["options"] = {"actions": ["s3:GetObject"], "resources": ["arn:aws:s3:::logs/*"]}
    script.add(CHANGE, Gives("draft_plan", {**CREATE, "parts": [part]}))
    player.ask("A role that may read")
    assert card(player).step == "plan_approval"


def test_whatever_fails_while_a_part_is_written_becomes_a_sentence(
    operator: Operator, script: Script, monkeypatch: pytest.MonkeyPatch
) -> None:
    """To the model, and without one on the form."""
    broken = {**patterns()["queue"].data, "Resources": {"<main>": {"Properties": "<1 / 0>"}}}
    monkeypatch.setitem(patterns(), "queue", replace(patterns()["queue"], data=broken))
    operator.ask("A queue", **create("jobs", queue={}))
    assert "The part JobsQueue cannot be written" in operator.question.body
    operator.cancel()
    operator.model = MODEL
    part = {"pattern": "queue", "resource": "Jobs"}
    script.add(CHANGE, Gives("draft_plan", {**CREATE, "parts": [part]}))
    turn = operator.ask("A queue")
    assert "The part Jobs cannot be written" in (turn.error or {})["message"]


def test_after_a_rejected_deletion_nothing_can_be_wanted(player: Operator, script: Script) -> None:
    whole = {"intent": "delete", "stacks": ["dev-jobs"], "is_whole": True}
    script.add(
        Gives("classify_intent", whole), Gives("draft_plan", {"kind": "update", "stack": ""})
    )
    player.ask("Delete dev-jobs")
    turn = player.reject("better leave it")
    assert status(turn) == "declined"
    assert turn.answer == "Nothing is changed."


def test_what_was_approved_to_be_left_out_needs_no_repair(
    player: Operator, script: Script, cloud: FakeCloud
) -> None:
    cloud.outcomes["described"] = ("failed", "0")
    script.add(CHANGE, planned(), written(f"{JOBS}      VisibilityTimeout: 9\n"))
    turn = player.through("Let them wait")
    assert status(turn) == "done"
    assert "0 of" not in turn.answer
    assert "Messages wait 7 seconds" in turn.answer


def test_what_is_settled_is_refused_with_a_reason(player: Operator) -> None:
    part = Part(pattern="queue", options={"fifo": True}, resource="Jobs")
    with pytest.raises(AgentError, match=r"Jobs.*fifo"):
        templates.written([part], templates.Written(JOBS, {}))
    player.model = RULES
    player.ask("Change the queue", wish="change")
    assert "queue.fifo" not in {field.id for field in player.question.fields}
