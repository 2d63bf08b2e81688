"""From words to a proven deployment, and every way that leads elsewhere."""

import json
from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
import yaml

from agent.adapters.cloud.failures import cloud_error
from agent.checks import cfn
from agent.engine.flow import Flow
from agent.errors import InvalidReply, NotApproved, OutcomeUnknown
from agent.facade import GraphAgent
from agent.ports import ChangeRules, Drift, Finding, Review, TemplateSummary
from agent.questions import Approval, Choice, Form, Reply
from agent.store.effects import EffectStore
from agent.workflows.infra.artifacts import Part, Wanted
from agent.workflows.infra.nodes.plan import _check_with
from agent.workflows.infra.stacks import requirements, templates
from agent.workflows.infra.steps import PLAN, WRITE, PlanDraft, PlanFor, TemplateDraft
from tests.fakes import MODEL, Gives, Says, Script, open_fake_agent
from tests.fakes_cloud import FakeCloud, FakeReviewer
from tests.waiting import wait_until
from tests.workflows.infra.policy import PolicyOnly
from tests.workflows.infra.talk import BUCKET, Operator, create, last, status

STACK = "dev-audit-logs"
BUCKET_TEMPLATE = '{"Resources": {"AuditLogsBucket": {"Type": "AWS::S3::Bucket"}}}'
QUEUE = "Create an SQS queue for orders with a dead-letter queue after 3 attempts"


def steps(operator: Operator) -> list[str]:
    assert operator.thread
    return [step.step for step in operator.user.steps(operator.thread)]


def test_a_bucket_from_words_to_proven(operator: Operator, cloud: FakeCloud) -> None:
    """The first draft lacks what the policy wants; the second has it; one change is executed."""
    turn = operator.ask(BUCKET)
    rounds = last(turn, "infra_review")["rounds"]
    assert [(r["status"], len(r["fixed"])) for r in rounds] == [
        ("needs_revision", 0),
        ("passed", 1),
    ]
    assert rounds[0]["new"][0]["rule_id"] == "POL002"
    card = operator.question
    assert isinstance(card, Approval)
    assert card.body.startswith("**1 added, outputs: AuditLogsBucketName**")
    assert "audit logs" in card.body  # what no field took
    assert card.expires
    turn = operator.approve()
    assert status(turn) == "done"
    assert "audit logs" in turn.answer
    assert len(cloud.executions) == 1
    results = last(turn, "infra_deployment")["validation"]
    assert [r["outcome"] for r in results] == ["passed"] * 4
    properties = cfn.parse(cloud.base("dev", STACK).template).resources["AuditLogsBucket"][
        "Properties"
    ]
    assert properties["LifecycleConfiguration"]["Rules"][0]["ExpirationInDays"] == 90
    assert steps(operator) == [
        "orchestrator", "planning", "plan_approval", "iac", "review", "iac", "review",
        "prepare_deploy", "deploy_approval", "deploy_validate", "end_success",
    ]  # fmt: skip


def test_the_papers_of_a_request_are_kept(operator: Operator, agent: GraphAgent) -> None:
    turn = operator.through(BUCKET)
    files = last(turn, "infra_files")
    assert set(files["files"]) == {
        "requirements.yaml",
        "changes.yaml",
        "template.yaml",
        "review.yaml",
        "validation.yaml",
        "summary.md",
    }
    assert "  content: |\n    AWSTemplateFormatVersion" in files["files"]["changes.yaml"]
    plan, code, review, deployed = (
        yaml.safe_load(files["files"][f"{name}.yaml"])
        for name in ("requirements", "changes", "review", "validation")
    )
    assert plan["request_id"] == code["request_id"] == code["planning_output"] == files["request"]
    assert plan["estimated_impact"] == "low"
    assert plan["files_to_modify"][0]["path"] == code["code_changes"][0]["file_path"]
    assert {each["priority"] for each in plan["requirements"]} <= {"high", "medium"}
    assert code["self_lint_passed"]
    assert review["cfn_lint_passed"] is not False
    assert deployed["deployment_actions"][0]["action_type"] == "added"
    assert deployed["rollback_info"] == plan["rollback_note"]
    assert deployed["actual_cost_impact"] == review["cost_estimate"]
    kept = agent.ports.workspace.files(turn.thread)
    assert {f"{files['request']}/{name}" for name in files["files"]} == set(kept)


def test_a_deployed_change_is_kept_as_a_commit(
    operator: Operator, agent: GraphAgent, monkeypatch: pytest.MonkeyPatch
) -> None:
    kept: list[tuple[str, list[str]]] = []

    class Kept:
        def keep(self, stack: str, files: dict[str, str], *, message: str) -> str:
            assert message
            kept.append((stack, sorted(files)))
            return "abc"

    monkeypatch.setattr(agent, "ports", replace(agent.ports, history=Kept()))
    operator.dry_run = True
    operator.ask(BUCKET)
    assert kept == []
    operator.dry_run = False
    operator.ask(BUCKET)
    while operator.waits:
        turn = operator.approve()
    assert "git_commit: abc" in last(turn, "infra_files")["files"]["changes.yaml"]
    assert kept == [("dev-audit-logs", ["template.yaml"])]


def test_a_second_change_edits_what_is_there(operator: Operator, cloud: FakeCloud) -> None:
    operator.through(BUCKET)
    before = cloud.base("dev", STACK).template
    turn = operator.ask("set the lifecycle to 30 days")
    diff = last(turn, "infra_code")["changes"][0]["diff"]
    assert diff.count("\n-") == 1
    operator.approve()
    after = cloud.base("dev", STACK).template
    assert after == before.replace("ExpirationInDays: 90", "ExpirationInDays: 30")


def test_something_is_added_beside_what_is_there(operator: Operator, cloud: FakeCloud) -> None:
    operator.through(BUCKET)
    old = cfn.parse(cloud.base("dev", STACK).template).resources
    turn = operator.through(f"Add an SNS topic that mails ops@example.org to {STACK}")
    assert status(turn) == "done"
    new = cfn.parse(cloud.base("dev", STACK).template).resources
    assert {name: new[name] for name in old} == old
    assert {body["Type"] for name, body in new.items() if name not in old} == {
        "AWS::SNS::Topic",
        "AWS::SNS::Subscription",
    }


def test_one_thing_is_taken_out(operator: Operator, cloud: FakeCloud) -> None:
    operator.through("Create an SQS queue for mails, and an SNS topic that mails ops@example.org")
    turn = operator.ask("Remove the topic from dev-mails")
    card = operator.question
    assert any("It removes SNS" in risk for risk in getattr(card, "risks", ()))
    operator.approve()
    assert any("Destroyed" in risk for risk in getattr(operator.question, "risks", ()))
    turn = operator.approve()
    assert status(turn) == "done"
    types = {
        b["Type"] for b in cfn.parse(cloud.base("dev", "dev-mails").template).resources.values()
    }
    assert types == {"AWS::SQS::Queue"}


@pytest.mark.parametrize(("goes", "left"), [(0, 1), (-1, 0)])
def test_a_part_of_a_stack_is_not_taken_for_the_stack(
    operator: Operator, cloud: FakeCloud, goes: int, left: int
) -> None:
    operator.through("Create an SQS queue for mails, and an SNS topic that mails ops@example.org")
    operator.ask("Delete the topic of dev-mails", wish="delete")
    card = operator.question
    assert isinstance(card, Choice)
    assert [option.id.partition("/")[0] for option in card.options] == ["dev-mails"] * 2
    operator.choose(card.options[goes].id)
    while operator.waits:
        assert operator.question.step == "plan_approval" or operator.question.is_destructive
        turn = operator.approve()
    assert status(turn) == "done"
    assert {each["status"] for each in last(turn, "infra_deployment")["actions"]} == {
        "DELETE_COMPLETE"
    }
    assert len(cloud.stacks("dev")) == left


def test_destroying_is_asked_for_once_with_all_that_goes(
    operator: Operator, cloud: FakeCloud
) -> None:
    operator.through(BUCKET)
    operator.ask(f"Delete the stack {STACK}")
    card = operator.question
    assert isinstance(card, Approval)
    assert (card.step, card.is_destructive) == ("deploy_approval", True)
    assert "AuditLogsBucket" in " ".join(card.risks)
    turn = operator.approve()
    assert status(turn) == "done"
    assert len(cloud.destroyed) == 1
    assert cloud.stacks("dev") == []


def test_what_stays_when_its_stack_goes_is_named(operator: Operator) -> None:
    operator.environment = "prd"
    operator.through(BUCKET)
    operator.ask("Delete the stack prd-audit-logs")
    operator.approve()
    card = operator.question
    assert card.body.startswith("**1 kept**")
    assert "Cost: +0.00" in card.body
    assert any("Kept in the account" in risk for risk in getattr(card, "risks", ()))


def test_of_a_stack_without_resources_only_the_stack_goes(
    operator: Operator, cloud: FakeCloud
) -> None:
    """What a creation that failed left behind."""
    cloud.failing[STACK] = "The bucket name is taken."
    operator.ask(BUCKET)
    operator.approve()
    operator.choose("keep")
    cloud.tamper(STACK, BUCKET_TEMPLATE)
    cloud.raising["drift"] = cloud_error("state")
    operator.ask(f"Delete the stack {STACK}")
    assert "no resources; only the stack itself goes" in operator.question.body
    assert "Cost: +0.00" in operator.question.body
    assert "0 added" not in operator.question.body
    assert status(operator.approve()) == "done"
    assert cloud.stacks("dev") == []


def test_a_protected_stack_is_not_deleted(operator: Operator, cloud: FakeCloud) -> None:
    operator.through(BUCKET)
    cloud.protect(STACK)
    operator.ask(f"Delete the stack {STACK}")
    turn = operator.approve()
    assert "protected" in (turn.error or {})["message"]
    assert cloud.destroyed == []


def test_a_dry_run_shows_the_order_and_leaves_nothing(operator: Operator, cloud: FakeCloud) -> None:
    turn = operator.ask(QUEUE, dry_run=True)
    assert turn.status == "done"
    assert status(turn) == "dry run"
    assert turn.answer.index("OrdersQueueDeadLetter") < turn.answer.index("OrdersQueue (")
    assert "USD a month" in turn.answer
    assert cloud.executions == []
    assert not cloud._stacks
    assert not cloud._change_sets


def test_a_rejected_deployment_leaves_nothing(operator: Operator, cloud: FakeCloud) -> None:
    operator.ask(BUCKET)
    with pytest.raises(InvalidReply, match="reason"):
        operator.reject("")
    operator.reject("keep them for 30 days")
    form = operator.question
    assert isinstance(form, Form)
    assert "keep them for 30 days" in form.body
    assert {"bucket.expire_days": 90}.items() <= {f.id: f.default for f in form.fields}.items()
    operator.cancel()
    assert (cloud.executions, cloud._stacks, cloud._change_sets) == ([], {}, {})


def test_an_edited_plan_is_planned_and_asked_anew(operator: Operator) -> None:
    operator.ask("Create an IAM role for Lambda that may read the bucket audit-logs")
    first = operator.question
    operator.edit(request="Create an IAM role that may write")
    turn = operator.send(**{"role.actions": "s3:PutObject"})
    second = operator.question
    assert (first.step, second.step) == ("plan_approval", "plan_approval")
    assert getattr(first, "digest", "") != getattr(second, "digest", "")
    checks = [c["arguments"].get("action") for c in last(turn, "infra_plan")["acceptance_criteria"]]
    assert "s3:PutObject" in checks


def test_a_rejected_plan_is_revised_with_what_was_filled_in(operator: Operator) -> None:
    operator.ask("an encrypted S3 bucket for audit logs", environment="prd", wish="create")
    operator.send(stack="prd-logs", **{"bucket.versioning": "yes"})
    operator.reject("name it writer")
    form = operator.question
    assert isinstance(form, Form)
    held = {entry.id: entry.default for entry in form.fields}
    assert (held["stack"], held["bucket.versioning"]) == ("prd-logs", "yes")
    operator.send(**{"bucket.expire_days": 60})
    assert operator.question.step == "plan_approval"


@pytest.mark.parametrize(
    ("environment", "text", "reason"),
    [
        ("prd", BUCKET, "It is production."),
        ("dev", "Create an IAM role for Lambda", "permissions"),
        ("dev", "Create a VPC for tests", "what can be reached"),
    ],
)
def test_the_rules_say_who_must_agree_to_a_plan(
    operator: Operator, environment: str, text: str, reason: str
) -> None:
    operator.ask(text, environment=environment)
    assert operator.question.step == "plan_approval"
    assert any(reason in risk for risk in getattr(operator.question, "risks", ()))


@pytest.mark.parametrize(
    ("rules", "reason"),
    [({"autonomy": "always"}, "Every plan"), ({"monthly_limit": 0.01}, "the limit is")],
)
def test_the_operator_sets_which_plans_are_asked_for(
    tmp_path: Path, rules: dict[str, Any], reason: str
) -> None:
    agent = open_fake_agent(tmp_path, reviewer=PolicyOnly(), change_rules=ChangeRules(**rules))
    operator = Operator(agent)
    operator.ask("An alarm", **create("late", alarm={}))
    assert reason in str(getattr(operator.question, "risks", ()))
    agent.close()


def test_outside_the_sandbox_the_name_is_typed_before_anything_is_sent(
    tmp_path: Path,
) -> None:
    cloud = FakeCloud(is_sandbox=False)
    agent = open_fake_agent(tmp_path, cloud=cloud, reviewer=PolicyOnly())
    operator = Operator(agent)
    operator.ask(BUCKET)
    assert operator.question.step == "plan_approval"
    assert not cloud._change_sets
    with pytest.raises(InvalidReply, match="does not match"):
        operator.approve(typed="yes")
    operator.approve()
    assert getattr(operator.question, "must_type", "") == STACK
    with pytest.raises(InvalidReply, match="does not match"):
        operator.approve(typed="")
    assert status(operator.approve()) == "done"
    agent.close()


def test_a_stack_that_changed_voids_the_approval(operator: Operator, cloud: FakeCloud) -> None:
    operator.through(BUCKET)
    operator.ask("set the lifecycle to 30 days")
    first = operator.question
    cloud.tamper(STACK, cloud.base("dev", STACK).template)
    operator.approve()
    second = operator.question
    assert second.step == "deploy_approval"
    assert getattr(first, "digest", "") != getattr(second, "digest", "")
    assert len(cloud.executions) == 1
    assert status(operator.approve()) == "done"
    assert len(cloud.executions) == 2


def test_a_change_at_the_last_moment_voids_the_approval(
    operator: Operator, cloud: FakeCloud, monkeypatch: pytest.MonkeyPatch
) -> None:
    """While the target was being waited for, somebody else was at work on it."""
    operator.through(BUCKET)
    operator.ask("set the lifecycle to 30 days")
    hold = EffectStore.hold

    def late(self: EffectStore, target: str, *, thread: str, fence: str) -> None:
        cloud.tamper(STACK, cloud.base("dev", STACK).template)
        hold(self, target, thread=thread, fence=fence)

    monkeypatch.setattr(EffectStore, "hold", late)
    operator.approve()
    assert len(cloud.executions) == 1
    assert operator.waits


@pytest.mark.parametrize("problem", ["throttled", "unavailable"])
def test_a_deletion_that_did_not_begin_is_looked_at_again(
    operator: Operator, cloud: FakeCloud, problem: Any
) -> None:
    """What came into the stack since the approval was never approved to be deleted."""
    operator.through(BUCKET)
    operator.ask(f"Delete the stack {STACK}")
    cloud.raising["destroy"] = cloud_error(problem)
    assert operator.approve().status == "failed"
    cloud.tamper(STACK, cloud.base("dev", STACK).template)
    operator.go_on()
    assert cloud.destroyed == []
    assert status(operator.approve()) == "done"
    assert len(cloud.destroyed) == 1


def test_a_deletion_whose_answer_was_lost_is_not_sent_again(
    operator: Operator, cloud: FakeCloud
) -> None:
    operator.through(BUCKET)
    operator.ask(f"Delete the stack {STACK}")
    cloud.raising_after["destroy"] = cloud_error("unavailable")
    assert operator.approve().status == "failed"
    assert status(operator.go_on()) == "done"
    assert len(cloud.destroyed) == 1


def test_other_bytes_than_the_approved_are_not_executed(
    operator: Operator, cloud: FakeCloud
) -> None:
    operator.ask(BUCKET)
    (arn,) = cloud._change_sets
    cloud._change_sets[arn] = replace(cloud._change_sets[arn], template='{"Resources": {}}')
    operator.approve()
    assert cloud.executions == []
    assert operator.waits


def test_an_expired_approval_is_made_anew(tmp_path: Path, cloud: FakeCloud) -> None:
    rules = ChangeRules(approval_minutes=0)
    agent = open_fake_agent(tmp_path, cloud=cloud, reviewer=PolicyOnly(), change_rules=rules)
    operator = Operator(agent)
    operator.ask(BUCKET)
    first = operator.question.id
    run = operator.user.ask_again(first, model=operator.model)
    assert run.wait(20)
    assert operator.question.id != first
    assert len(cloud._change_sets) == 1
    agent.close()


@pytest.mark.parametrize("is_deleted", [False, True])
def test_what_expires_is_put_away_and_can_still_be_asked_for_again(
    tmp_path: Path, cloud: FakeCloud, is_deleted: bool
) -> None:
    rules = ChangeRules(approval_minutes=0)
    agent = open_fake_agent(tmp_path, cloud=cloud, reviewer=PolicyOnly(), change_rules=rules)
    operator = Operator(agent)
    operator.ask(BUCKET)
    first, thread = operator.question.id, operator.thread or ""
    assert [held.stack.status for held in cloud._stacks.values()] == ["REVIEW_IN_PROGRESS"]
    if is_deleted:
        operator.user.delete(thread)
    agent._watch()
    wait_until(lambda: not cloud._change_sets and not cloud._stacks)
    wait_until(lambda: agent.ledger.db.one("select 1 from leases") is None)
    agent._watch()
    assert agent.ledger.db.one("select 1 from leases") is None
    operator.user.restore(thread)
    assert operator.user.ask_again(first, model=operator.model).wait(20)
    assert operator.question.id != first
    assert len(cloud._change_sets) == 1
    agent.close()


def test_what_cannot_be_put_away_now_is_tried_later_and_waits_as_before(
    tmp_path: Path, cloud: FakeCloud
) -> None:
    rules = ChangeRules(approval_minutes=0)
    agent = open_fake_agent(tmp_path, cloud=cloud, reviewer=PolicyOnly(), change_rules=rules)
    operator = Operator(agent)
    operator.ask(BUCKET)
    first = operator.question.id
    cloud.raising["discard"] = cloud_error("unavailable")
    agent._watch()
    wait_until(lambda: "discard" not in cloud.raising)
    wait_until(lambda: agent.ledger.db.one("select 1 from leases") is None)
    assert operator.question.id == first
    assert len(cloud._change_sets) == 1
    agent.close()


# Review


def _finding(number: int, **more: object) -> Finding:
    return Finding(f"F-{number}", "error", "tool", f"R{number}", "template.yaml", 1, "Bad.", **more)  # type: ignore[arg-type]


def _review(*findings: Finding) -> Review:
    blocks = ("Findings are errors.",) if findings else ()
    return Review("dev", (), findings, blocks)


def test_the_loop_ends_early_when_a_round_mends_nothing(tmp_path: Path, cloud: FakeCloud) -> None:
    reviewer = FakeReviewer(_review(_finding(1)))
    agent = open_fake_agent(tmp_path, cloud=cloud, reviewer=reviewer)
    turn = Operator(agent).ask(BUCKET)
    assert status(turn) == "failed"
    assert len(reviewer.read) == 2
    assert "R1 Bad." in turn.answer
    agent.close()


def test_the_loop_ends_after_so_many_tries(tmp_path: Path, cloud: FakeCloud) -> None:
    """Each round mends one finding and brings another: three tries again, and no more."""
    reviewer = FakeReviewer(*(_review(_finding(n)) for n in range(9)))
    agent = open_fake_agent(tmp_path, cloud=cloud, reviewer=reviewer)
    turn = Operator(agent).ask(BUCKET)
    assert status(turn) == "failed"
    assert len(reviewer.read) == 4
    assert ": 3." in turn.answer
    assert cloud._change_sets == {}
    agent.close()


SECRET = "Create a Lambda function for sync with AWS_KEY=AKIAIOSFODNN7EXAMPLE"


def test_a_secret_in_the_words_is_refused(operator: Operator, cloud: FakeCloud) -> None:
    turn = operator.through(SECRET)
    assert status(turn) == "failed"
    assert "SEC001" in turn.answer
    assert cloud.executions == []


def test_what_the_review_refused_is_changed_and_not_sent_again(operator: Operator) -> None:
    operator.through(SECRET)
    assert operator.thread
    (change,) = operator.user.recommendations(operator.thread)
    operator.ask(change.text, **change.inputs)
    operator.send(**{"function.variables": ""})
    while operator.waits:
        turn = operator.approve()
    assert status(turn) == "done"


def test_a_reviewer_that_did_not_run_is_no_fault_of_the_request(
    tmp_path: Path, cloud: FakeCloud
) -> None:
    blocked = Review("prd", (), (), ("cfn-lint must have run.",))
    agent = open_fake_agent(tmp_path, cloud=cloud, reviewer=FakeReviewer(blocked))
    operator = Operator(agent, environment="prd")
    assert status(operator.through(BUCKET)) == "failed"
    (again,) = operator.user.recommendations(operator.thread or "")
    assert again.label == "Try it once more"
    agent.close()


# Failures


def test_a_deployment_that_fails_offers_a_way_back(operator: Operator, cloud: FakeCloud) -> None:
    cloud.failing[STACK] = "The bucket name is taken."
    operator.ask(BUCKET)
    operator.approve()
    assert operator.question.step == "recovery_approval"
    assert "taken" in operator.question.body
    operator.choose("destroy")
    assert operator.question.step == "deploy_approval"
    turn = operator.approve()
    assert status(turn) == "failed"
    assert cloud.stacks("dev") == []
    told = [e.data["status"] for e in turn.entries if e.kind == "infra_deployment"]
    assert [each.startswith("DELETE") for each in told] == [False, True]


def test_a_criterion_that_fails_offers_the_template_of_before(
    operator: Operator, cloud: FakeCloud
) -> None:
    operator.through(BUCKET)
    before = cloud.base("dev", STACK)
    cloud.outcomes["bucket_lifecycle_days"] = ("failed", "90")
    operator.ask("set the lifecycle to 30 days")
    operator.approve()
    assert "failed: 90" in operator.question.body
    operator.choose("rollback")
    turn = operator.approve()
    assert "back to its earlier state" in turn.answer
    after = cloud.base("dev", STACK)
    assert (after.template, after.parameters) == (before.template, before.parameters)
    assert len(cloud.executions) == 3


def test_a_failure_may_be_kept(operator: Operator, cloud: FakeCloud) -> None:
    cloud.outcomes["bucket_versioning"] = ("failed", "Suspended")
    operator.ask(BUCKET)
    operator.approve()
    turn = operator.choose("keep")
    assert status(turn) == "failed"
    assert "left unchanged" in turn.answer
    assert len(cloud.stacks("dev")) == 1


def test_what_the_sandbox_does_not_model_has_not_passed(
    operator: Operator, cloud: FakeCloud
) -> None:
    cloud.outcomes["bucket_versioning"] = ("not modelled by the sandbox", "")
    turn = operator.through(BUCKET)
    assert "3 of 4 requirements proven" in turn.answer
    assert operator.thread
    state = operator.agent.flow.values("infra", operator.thread)
    assert state["deployment_output"]["all_validations_passed"] is False


@pytest.mark.parametrize("problem", ["throttled", "denied", "unavailable"])
def test_an_engine_that_says_no_while_preparing_is_asked_again(
    operator: Operator, cloud: FakeCloud, problem: str
) -> None:
    cloud.raising["prepare"] = cloud_error(problem)  # type: ignore[arg-type]
    turn = operator.ask(BUCKET)
    assert turn.status == "failed"
    assert (turn.error or {})["message"]
    operator.go_on()
    assert status(operator.approve()) == "done"
    assert len(cloud.executions) == 1


def test_a_lost_answer_is_asked_for_and_nothing_is_sent_twice(
    operator: Operator, cloud: FakeCloud
) -> None:
    operator.ask(BUCKET)
    cloud.raising_after["execute"] = cloud_error("unavailable")
    turn = operator.approve()
    assert turn.status == "failed"
    assert "not known" in (turn.error or {})["message"]
    assert status(operator.go_on()) == "done"
    assert len(cloud.executions) == 1


def test_an_engine_that_never_got_it_is_asked_before_it_is_sent_again(
    operator: Operator, cloud: FakeCloud
) -> None:
    operator.ask(BUCKET)
    cloud.raising["execute"] = cloud_error("unavailable")
    assert operator.approve().status == "failed"
    assert cloud.executions == []
    assert status(operator.go_on()) == "done"
    assert len(cloud.executions) == 1


def test_stop_asks_the_engine_to_go_back_and_waits_for_it(
    operator: Operator, cloud: FakeCloud
) -> None:
    operator.through(BUCKET)
    before = cloud.base("dev", STACK)
    operator.ask("set the lifecycle to 30 days")
    cloud.holding = True
    assert operator.thread
    reply = Reply(decision="approve")
    run = operator.user.answer(operator.thread, operator.question.id, reply, model=operator.model)
    wait_until(lambda: cloud.stack("dev", STACK).status == "UPDATE_IN_PROGRESS")
    operator.user.stop(operator.thread)
    assert run.wait(20)
    turn = operator.user.turn(run.turn)
    assert turn.status == "stopped"
    assert last(turn, "infra_deployment")["status"] == "UPDATE_ROLLBACK_COMPLETE"
    assert "asked to go back" in last(turn, "notice")["text"]
    after = cloud.base("dev", STACK)
    assert (after.template, after.parameters) == (before.template, before.parameters)
    assert [row.status for row in operator.agent.ledger.effects.of_thread(turn.thread)] == [
        "done",
        "done",
    ]


def test_a_creation_that_cannot_be_stopped_is_told_to_its_end(
    operator: Operator, cloud: FakeCloud
) -> None:
    operator.ask(BUCKET)
    cloud.holding = True
    thread = operator.thread
    assert thread
    reply = Reply(decision="approve")
    run = operator.user.answer(thread, operator.question.id, reply, model=operator.model)
    wait_until(lambda: cloud.stack("dev", STACK).status == "CREATE_IN_PROGRESS")
    operator.user.stop(thread)
    wait_until(lambda: not run.stopped)
    cloud.finish()
    assert run.wait(20)
    turn = operator.user.turn(run.turn)
    assert turn.status == "done"
    assert "cannot be stopped" in last(turn, "notice")["text"]
    assert last(turn, "infra_deployment")["status"] == "CREATE_COMPLETE"


def test_a_stop_while_the_change_is_prepared_leaves_nothing(
    operator: Operator, cloud: FakeCloud
) -> None:
    operator.ask("hello")
    thread = operator.thread
    assert thread
    cloud.called = lambda name: operator.user.stop(thread) if name == "prepare" else None
    turn = operator.ask(BUCKET)
    assert turn.status == "stopped"
    assert not operator.waits
    assert (cloud._stacks, cloud._change_sets) == ({}, {})


def test_what_a_given_up_turn_left_behind_goes_with_the_next_change(
    operator: Operator, cloud: FakeCloud
) -> None:
    operator.ask(BUCKET)
    cloud.raising["change_set"] = cloud_error("unavailable")
    assert operator.approve().status == "failed"
    assert operator.thread
    operator.user.stop(operator.thread)
    (left,) = cloud._change_sets
    operator.ask(QUEUE)
    assert left not in cloud._change_sets


def test_two_conversations_do_not_meet_on_one_stack(operator: Operator, cloud: FakeCloud) -> None:
    """While the outcome of the first is not known the second is refused with a sentence."""
    operator.through(BUCKET)
    other = Operator(operator.agent)
    operator.ask(f"set the lifecycle of {STACK} to 30 days")
    cloud.raising_after["execute"] = cloud_error("unavailable")
    assert operator.approve().status == "failed"
    other.ask(f"Turn off versioning of the bucket in {STACK}")
    turn = other.approve()
    assert turn.status == "failed"
    assert "not known yet" in (turn.error or {})["message"]
    assert status(operator.go_on()) == "done"


def in_doubt(operator: Operator, cloud: FakeCloud) -> str:
    """A conversation whose deployment may have begun or not."""
    operator.ask(BUCKET)
    cloud.raising_after["execute"] = cloud_error("unavailable")
    assert operator.approve().status == "failed"
    assert operator.thread
    return operator.thread


def test_a_conversation_in_doubt_is_neither_left_nor_deleted(
    operator: Operator, cloud: FakeCloud
) -> None:
    """Only it can ask the engine what happened; without it the stack would be blocked for good."""
    thread = in_doubt(operator, cloud)
    for leave in (
        lambda: operator.user.delete(thread),
        lambda: operator.user.stop(thread),
        lambda: operator.ask("hello"),
    ):
        with pytest.raises(OutcomeUnknown, match=f"{STACK} is not known yet") as refused:
            leave()
        assert "Try again" in refused.value.hint
    assert not operator.user.thread(thread).deleted
    assert status(operator.go_on()) == "done"
    assert len(cloud.executions) == 1
    operator.user.delete(thread)
    assert operator.user.thread(thread).deleted


def test_a_deleted_conversation_in_doubt_comes_back(
    operator: Operator, cloud: FakeCloud, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It was deleted while its deployment was just about to begin."""
    operator.ask(BUCKET)
    thread, user = operator.thread or "", operator.user
    cloud.raising_after["execute"] = cloud_error("unavailable")
    perform = EffectStore.perform

    def late(self: EffectStore, *given: Any, **more: Any) -> Any:
        user.delete(thread)
        return perform(self, *given, **more)

    with monkeypatch.context() as patch:
        patch.setattr(EffectStore, "perform", late)
        assert operator.approve().status == "failed"
    assert user.thread(thread).deleted
    operator.agent._watch()
    assert not user.thread(thread).deleted
    assert status(operator.go_on()) == "done"


def test_a_stop_before_the_engine_is_asked_leaves_the_doubt_to_be_settled(
    operator: Operator, cloud: FakeCloud, monkeypatch: pytest.MonkeyPatch
) -> None:
    thread = in_doubt(operator, cloud)
    drive = Flow.drive

    def stopped(self: Flow, *args: Any, **kwargs: Any) -> Any:
        operator.user.stop(thread)
        return drive(self, *args, **kwargs)

    monkeypatch.setattr(Flow, "drive", stopped)
    turn = operator.go_on()
    monkeypatch.setattr(Flow, "drive", drive)
    assert turn.status == "failed"
    assert "not known yet" in (turn.error or {})["message"]
    assert status(operator.go_on()) == "done"
    assert len(cloud.executions) == 1


def test_an_approval_that_expired_before_it_was_carried_out_is_asked_for_anew(
    operator: Operator, cloud: FakeCloud
) -> None:
    operator.ask(BUCKET)
    first = operator.question
    cloud.raising["change_set"] = cloud_error("unavailable")
    assert operator.approve().status == "failed"
    past = "2026-01-01T00:00:00+00:00"
    operator.agent.ledger.db.run(
        "update questions set payload = json_set(payload, '$.expires', ?) where id = ?",
        past,
        first.id,
    )
    turn = operator.go_on()
    assert "expired" in last(turn, "notice")["text"]
    second = operator.question
    assert (second.step, second.id == first.id) == ("deploy_approval", False)
    assert any("expired" in risk for risk in getattr(second, "risks", ()))
    assert cloud.executions == []
    assert status(operator.approve()) == "done"
    assert len(cloud.executions) == 1


def test_the_last_state_that_is_still_shown_is_not_the_end_of_a_deletion(
    operator: Operator, cloud: FakeCloud
) -> None:
    operator.through(BUCKET)
    operator.ask(f"Delete the stack {STACK}")
    cloud.lagging = 3
    turn = operator.approve()
    assert status(turn) == "done"
    assert f"{STACK} is deleted" in turn.answer


def test_the_last_state_that_is_still_shown_is_not_the_end_of_a_way_back(
    operator: Operator, cloud: FakeCloud
) -> None:
    """The rollback failed before; that it failed then says nothing of how it goes now."""
    operator.through(BUCKET)
    cloud.stuck.add(STACK)
    cloud.failing[STACK] = "The bucket cannot be changed."
    operator.ask("set the lifecycle to 30 days")
    operator.approve()
    operator.choose("resume")
    cloud.lagging = 3
    turn = operator.approve()
    assert "back to its earlier state: UPDATE_ROLLBACK_COMPLETE" in turn.answer


def test_a_template_of_one_s_own_is_reviewed_approved_and_deployed(
    operator: Operator, cloud: FakeCloud
) -> None:
    role = "{Type: AWS::IAM::Role, Properties: {AssumeRolePolicyDocument: {}}}"
    text = f"Resources:\n  # Mine.\n  Jobs: {{Type: AWS::SQS::Queue}}\n  Runner: {role}\n"
    operator.ask(f"Deploy this, please\n```yaml\n{text}```")
    operator.send(stack="dev-jobs")
    # It is judged by what is in it.
    assert isinstance(operator.question, Approval)
    assert operator.question.step == "plan_approval"
    assert "permissions" in " ".join(operator.question.risks)
    operator.approve()
    turn = operator.approve()
    assert "dev-jobs is deployed" in turn.answer
    assert cloud.base("dev", "dev-jobs").template == text


# Without a change


def test_a_question_is_answered_and_never_planned(operator: Operator, cloud: FakeCloud) -> None:
    asked: list[str] = []
    cloud.called = asked.append
    turn = operator.ask("How do I delete a bucket?")
    assert steps(operator) == ["orchestrator", "conversation"]
    assert "Delete the stack" in turn.answer
    assert "empty" in turn.answer
    assert asked == []


def test_a_look_reads_only(operator: Operator, cloud: FakeCloud) -> None:
    operator.through(BUCKET)
    asked: list[str] = []
    cloud.called = asked.append
    turn = operator.ask(f"What is the status of {STACK}?")
    assert "CREATE_COMPLETE" in turn.answer
    assert "AuditLogsBucket" in turn.answer
    assert set(asked) <= {
        "identity",
        "stacks",
        "stack",
        "resources",
        "events",
        "drift",
        "base",
        "verify",
    }


def test_a_question_is_answered_with_settings_costs_and_findings(
    operator: Operator, cloud: FakeCloud
) -> None:
    operator.through(BUCKET)
    answer = operator.ask("Is my bucket encrypted?", wish="ask").answer
    assert "AES256: yes" in answer.split("\n")[0]
    turn = operator.ask("What does the month cost?", wish="ask")
    assert "USD a month" in turn.answer.split("\n")[0]
    assert "SSEAlgorithm: AES256" in last(turn, "infra_facts")["stacks"][0]["text"]
    assert "{" not in turn.answer
    assert "nothing" in operator.ask("What is open to everyone?", wish="ask").answer.split("\n")[0]
    audited = operator.ask("Is anything open to the internet?", wish="audit").answer
    assert "POL012 AuditLogsBucket" in audited
    assert "matches its template" in audited
    unlike = (("/VersioningConfiguration/Status", "Enabled", "Suspended"),)
    cloud.drifted = [Drift("AuditLogsBucket", "b", "AWS::S3::Bucket", "MODIFIED", unlike)]
    looked = operator.ask("Why was it slow?", wish="investigate").answer
    assert "CREATE_COMPLETE" in looked
    assert "/VersioningConfiguration/Status: Enabled → Suspended" in looked


def test_a_model_looks_closer_with_tools_that_only_read(
    operator: Operator, script: Script, cloud: FakeCloud
) -> None:
    operator.through(BUCKET)
    before = list(cloud.executions)
    arguments = {"stack": STACK, "resource": "AuditLogsBucket"}
    script.add(
        Gives("classify_intent", {"intent": "ask"}),
        Says(calls=(("read_resource", arguments), ("destroy", {}))),
        Says("It is encrypted with AES256."),
    )
    operator.model = MODEL
    turn = operator.ask("Is my bucket encrypted?")
    assert turn.answer == "It is encrypted with AES256."
    told, unknown = (m.text for m in script.chats[-1].messages if m.type == "tool")
    assert '"SSEAlgorithm": "AES256"' in told
    assert "no tool" in unknown
    assert cloud.executions == before


DAILY = {"schedule": "rate(1 day)"}


def planned(operator: Operator, wish: dict[str, Any]) -> tuple[dict[str, Any], dict[str, Any]]:
    """The resources of the deployed template by type, and the plan."""
    plan = last(operator.through("Make this", **wish), "infra_plan")
    cloud: Any = operator.agent.ports.cloud
    resources = cfn.parse(cloud.base("dev", plan["stack"]).template).resources.values()
    return {body["Type"]: body["Properties"] for body in resources}, plan


ARN = "arn:aws:lambda:us-east-1:000000000000:function:clean"


@pytest.mark.parametrize(
    ("wish", "made", "said"),
    [
        ({"alarm": {"metric": "Errors", "existing": "resize"}}, "resize", "watches resize alone"),
        ({"event_rule": {**DAILY, "existing": "clean_up"}}, ":function:clean_up", "clean_up."),
        ({"event_rule": {**DAILY, "existing": ARN}}, f"'Arn': '{ARN}'", ARN),
    ],
)
def test_what_a_part_reaches_is_in_template_and_plan(
    operator: Operator, wish: dict[str, Any], made: str, said: str
) -> None:
    resources, plan = planned(operator, create("mornings", **wish))
    assert made in str(resources)
    assert said in str(plan["requirements"])


def test_what_one_look_proves_is_one_requirement(operator: Operator) -> None:
    mails = {"protocol": "email", "endpoint": "ops@example.org"}
    alarm = {"metric": "Errors", "threshold": 5, "comparison": "GreaterThanThreshold"}
    _resources, plan = planned(operator, create("mails", topic=mails, alarm=alarm))
    proven = [each["requirement_id"] for each in plan["acceptance_criteria"]]
    assert [each["id"] for each in plan["requirements"]] == proven


def test_what_cannot_be_told_is_asked(operator: Operator) -> None:
    operator.ask("an encrypted S3 bucket for audit logs")
    assert operator.question.step == "clarify"
    operator.choose("create")
    form = operator.question
    assert isinstance(form, Form)
    assert form.unused == ("audit logs",)
    operator.send(**{"bucket.encryption": "AES256", "bucket.expire_days": 30})
    assert operator.question.step == "deploy_approval"


def test_which_stack_is_asked_where_several_could_be_meant(operator: Operator) -> None:
    operator.through(BUCKET)
    operator.through("Create an encrypted S3 bucket for invoices with a 7 day lifecycle")
    other = Operator(operator.agent)
    other.ask("Set the lifecycle to 30 days")
    assert other.question.step == "clarify"
    other.choose("dev-invoices")
    turn = other.send()
    assert last(turn, "infra_plan")["stack"] == "dev-invoices"


@pytest.mark.parametrize(
    ("kind", "stack"), [("create", ""), ("update", ""), ("update", "dev-none")]
)
def test_a_plan_of_notes_alone_is_told_whatever_its_stack(
    operator: Operator, script: Script, cloud: FakeCloud, kind: str, stack: str
) -> None:
    _has_queue(cloud)
    answer = "Helm is not done."
    script.add(
        Gives("classify_intent", {"intent": "create"}),
        Gives("draft_plan", {"kind": kind, "stack": stack, "planning_notes": [answer]}),
    )
    operator.model = MODEL
    turn = operator.ask("Install it with Helm")
    assert status(turn) == "declined"
    assert answer in turn.answer


@pytest.mark.parametrize("name", ["Helm", "Kubernetes", "cfn-guard", "kube-linter"])
def test_what_stays_out_is_declined_by_name(operator: Operator, name: str) -> None:
    operator.ask(f"Create a deployment with {name}.", wish="create")
    assert name in operator.question.title


# With a model


def test_a_model_plans_and_writes_what_the_library_lacks(
    operator: Operator, script: Script, cloud: FakeCloud
) -> None:
    template = json.dumps(
        {
            "Resources": {
                "Stream": {
                    "Type": "AWS::Kinesis::Stream",
                    "DeletionPolicy": "Retain",
                    "UpdateReplacePolicy": "Retain",
                    "Properties": {"ShardCount": {"Ref": "Shards"}},
                }
            },
            "Parameters": {"Shards": {"Type": "Number"}},
        }
    )
    script.add(
        Gives("classify_intent", {"intent": "change"}),
        Gives(
            "draft_plan",
            {
                "kind": "create",
                "stack": "dev-clicks",
                "new": {"Stream": "AWS::Kinesis::Stream"},
                "wanted": [{"description": "A stream takes clicks."}],
            },
        ),
        Gives(
            "write_template",
            {"template": template, "parameters": {"Shards": "1"}, "estimates": {"Stream": 11}},
        ),
    )
    operator.model = MODEL
    turn = operator.ask("Create a Kinesis stream for clicks")
    assert last(turn, "infra_plan")["cost_breakdown"] is None
    assert "about 11 USD" in operator.question.body.partition("\n")[0]
    while operator.waits:
        turn = operator.approve()
    assert status(turn) == "done"
    assert cloud.base("dev", "dev-clicks").parameters == {"Shards": "1"}


BARE = "Resources:\n  Jobs: # made by hand\n    Type: AWS::SQS::Queue\n    Properties:\n"
JOBS = f"{BARE}      SqsManagedSseEnabled: true\n"


def _has_queue(cloud: FakeCloud) -> None:
    held = cloud.prepare("dev", "dev-jobs", template=JOBS, parameters={}, tags={}, name="req-0")
    cloud.execute("dev", held.arn)


def test_what_no_part_brings_is_written_for_what_is_there(
    operator: Operator, script: Script, cloud: FakeCloud
) -> None:
    """The planner and the writer see the template with its comments, and the writer edits it."""
    _has_queue(cloud)
    edited = _with_delay(7)
    plan = {
        "kind": "update",
        "stack": "dev-jobs",
        "changes": ["Jobs"],
        "wanted": [{"description": "Messages wait 7 seconds."}],
    }
    script.add(
        Gives("classify_intent", {"intent": "change"}),
        Gives("draft_plan", plan),
        Gives("write_template", {"template": edited}),
    )
    operator.model = MODEL
    operator.ask("Let messages of dev-jobs wait 7 seconds")
    while operator.waits:
        operator.approve()
    assert cloud.base("dev", "dev-jobs").template == edited
    planner, writer = script.values[-2:]
    assert planner.seen[0]["template"] == JOBS
    assert writer.template == JOBS


@pytest.mark.parametrize("is_foreseen", [False, True])
def test_the_writer_answers_warnings_of_its_own_once_and_in_notes_alone(
    operator: Operator, script: Script, cloud: FakeCloud, is_foreseen: bool
) -> None:
    """What a part has written is not its, and what its first draft has answered is not asked."""
    _has_queue(cloud)
    plan = {
        "kind": "update",
        "stack": "dev-jobs",
        "changes": ["Jobs"],
        "parts": [{"pattern": "queue", "resource": "Mails"}],
        "wanted": [{"description": "Messages wait."}],
    }
    bare = f"{BARE}      DelaySeconds: 7\n  Mails: {{Type: AWS::SQS::Queue, Properties: {{}}}}\n"
    answer = {"notes": ["POL004: it holds no secrets."]}
    script.add(Gives("classify_intent", {"intent": "change"}), Gives("draft_plan", plan))
    if is_foreseen:
        script.add(Gives("write_template", {"template": bare, **answer}))
    else:
        script.add(Gives("write_template", {"template": bare}), Gives("write_template", answer))
    operator.model = MODEL
    turn = operator.ask("Let messages of dev-jobs wait, without encryption, and add a queue")
    if not is_foreseen:
        assert [found["resource"] for found in script.values[-1].findings] == ["Jobs"]
    assert "POL004" in operator.question.body
    assert "DelaySeconds: 7" in last(turn, "infra_code")["changes"][0]["content"]


def test_warnings_reach_the_writer_beside_an_error_that_a_rule_mends(
    operator: Operator, script: Script
) -> None:
    """And what the rule has mended does not."""
    types = {"Logs": "AWS::S3::Bucket", "Jobs": "AWS::SQS::Queue"}
    new = types
    names = ("BlockPublicAcls", "BlockPublicPolicy", "IgnorePublicAcls", "RestrictPublicBuckets")
    blocked = {"PublicAccessBlockConfiguration": dict.fromkeys(names, True)}
    bodies = {name: {"Type": kind, "Properties": {}} for name, kind in types.items()}
    bare = json.dumps({"Resources": bodies})
    bodies["Logs"]["Properties"] = blocked
    bodies["Jobs"]["Properties"] = {"SqsManagedSseEnabled": True}
    script.add(
        Gives("classify_intent", {"intent": "create"}),
        Gives("draft_plan", {"kind": "create", "stack": "dev-x", "new": new}),
        Gives("write_template", {"template": bare, "notes": ["The queue is a standard one."]}),
        Gives("write_template", {"template": json.dumps({"Resources": bodies})}),
    )
    operator.model = MODEL
    operator.ask("Create a bucket for logs and a queue for jobs")
    found = {each["rule_id"] for each in script.values[-1].findings}
    assert "POL004" in found
    assert "POL002" not in found
    assert "The queue is a standard one." in operator.question.body


MET = [{"requirement": "REQ-001", "paths": ["Jobs.Properties.DelaySeconds"]}]
WAITS = {
    "description": "Messages wait 7 seconds.",
    "check": "described",
    "arguments": {
        "resource": "Jobs",
        "call": "sqs.get_queue_attributes",
        "path": "Attributes.DelaySeconds",
        "expected": "7",
        "property": "DelaySeconds",
    },
}


@pytest.mark.parametrize("held_before", [False, True])
def test_each_requirement_is_bound_to_its_lines_and_proven(
    operator: Operator, script: Script, cloud: FakeCloud, held_before: bool
) -> None:
    """What no line meets is named; a proof that held before the change proves nothing."""
    _has_queue(cloud)
    wanted = [WAITS, {"description": "Nobody else reads it."}]
    met = [
        {"requirement": "REQ-001", "paths": ["Jobs.Properties.DelaySeconds"]},
        {"requirement": "REQ-002", "paths": ["Policy.Properties"]},
    ]
    script.add(
        Gives("classify_intent", {"intent": "change"}),
        Gives(
            "draft_plan",
            {"kind": "update", "stack": "dev-jobs", "changes": ["Jobs"], "wanted": wanted},
        ),
        Gives("write_template", {"template": _with_delay(7), "met": met}),
    )
    cloud.outcomes["described"] = ("passed" if held_before else "failed", "0")
    operator.model = MODEL
    turn = operator.ask("Let messages of dev-jobs wait 7 seconds, and nobody else read it")
    first = last(turn, "infra_plan")["acceptance_criteria"][0]
    assert first["held_before"] == held_before
    while operator.question.step != "deploy_approval":
        turn = operator.approve()
    found = {m["requirement"]: m["lines"] for m in last(turn, "infra_code")["met"]}
    assert found["REQ-001"] == [{"path": "Jobs.Properties.DelaySeconds", "line": 6}]
    assert found["REQ-002"] == []
    assert any("REQ-002" in risk for risk in operator.question.risks)
    cloud.outcomes["described"] = ("passed", "7")
    turn = operator.approve()
    assert f"{1 if held_before else 2} of 3" in turn.answer.split("\n", maxsplit=1)[0]


OUTPUTS = "Outputs:\n  Url: {Value: {Ref: Jobs}}\n"


def test_a_change_of_outputs_alone_is_shown_and_deployed(
    operator: Operator, script: Script, cloud: FakeCloud
) -> None:
    held = cloud.prepare(
        "dev", "dev-jobs", template=JOBS + OUTPUTS, parameters={}, tags={}, name="req-0"
    )
    cloud.execute("dev", held.arn)
    wanted = [{"description": "The output Url goes."}]
    plan = {"kind": "update", "stack": "dev-jobs", "outputs": ["Url"], "wanted": wanted}
    script.add(
        Gives("classify_intent", {"intent": "change"}),
        Gives("draft_plan", plan),
        Gives("write_template", {"template": JOBS}),
    )
    operator.model = MODEL
    operator.ask("Drop the output of dev-jobs")
    assert operator.question.step == "deploy_approval"
    assert operator.question.body.startswith("**outputs: Url**")
    assert status(operator.approve()) == "done"
    assert cloud.base("dev", "dev-jobs").template == JOBS


def test_a_stack_that_changed_since_the_plan_is_planned_again(
    operator: Operator, script: Script, cloud: FakeCloud, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What another has deployed meanwhile is not undone."""
    _has_queue(cloud)
    meanwhile = JOBS + "      VisibilityTimeout: 60\n"
    plan = {"kind": "update", "stack": "dev-jobs", "changes": ["Jobs"]}
    plan["wanted"] = [{"description": "Messages wait 7 seconds."}]
    both = meanwhile + "      DelaySeconds: 7\n"
    script.add(Gives("classify_intent", {"intent": "change"}))
    for text in (_with_delay(7), both):
        script.add(Gives("draft_plan", plan), Gives("write_template", {"template": text}))
    review = PolicyOnly.review

    def late(*given: Any, **more: Any) -> Review:
        monkeypatch.setattr(PolicyOnly, "review", review)
        cloud.tamper("dev-jobs", meanwhile)
        return review(*given, **more)

    monkeypatch.setattr(PolicyOnly, "review", late)
    operator.model = MODEL
    turn = operator.ask("Let messages of dev-jobs wait 7 seconds")
    assert any("has changed since" in e.data["text"] for e in turn.entries if e.kind == "notice")
    while operator.waits:
        operator.approve()
    assert cloud.base("dev", "dev-jobs").template == both


def test_a_model_names_the_stack_to_delete_and_nothing_else_is_asked_of_it(
    operator: Operator, script: Script, cloud: FakeCloud
) -> None:
    _has_queue(cloud)
    script.add(
        Gives("classify_intent", {"intent": "delete", "stacks": ["dev-jobs"], "is_whole": True})
    )
    operator.model = MODEL
    operator.ask("The jobs are not needed any more")
    assert operator.question.step == "deploy_approval"
    assert status(operator.approve()) == "done"
    assert cloud.stacks("dev") == []


def test_an_assertion_that_cannot_be_made_is_asked_for_once_more(
    agent: GraphAgent, cloud: FakeCloud
) -> None:
    """One that stays wrong does not refuse the plan: it is left unproven."""
    _has_queue(cloud)
    context: Any = SimpleNamespace(ports=agent.ports)
    value = PlanFor(text="", prefix="dev-", stacks=["dev-jobs"])
    wrong = {**WAITS, "arguments": {"resource": "Jobs"}}
    draft = {"kind": "update", "stack": "dev-jobs", "changes": ["Jobs"], "wanted": [wrong]}
    identity = cloud.identity("dev")
    check = _check_with({}, context, identity)
    assert "call: Field required" in check(value, PlanDraft.model_validate(draft))[0]
    assert check(value, PlanDraft.model_validate(draft)) == []
    right = PlanDraft.model_validate({**draft, "wanted": [WAITS]})
    assert _check_with({}, context, identity)(value, right) == []
    wanted = {name: Wanted.model_validate(each) for name, each in (("A", wrong), ("B", WAITS))}
    criteria, notes = requirements.criteria_of(context, wanted, {"Jobs"}, "en")
    assert [each.requirement_id for each in criteria] == ["B"]
    assert len(notes) == 1


def test_an_assertion_is_bound_to_a_resource_that_the_template_must_have(
    operator: Operator, script: Script
) -> None:
    new = {"Queue": "AWS::SQS::Queue"}
    arguments = {**WAITS["arguments"], "resource": "Queue", "expected": 7}
    wanted = [{**WAITS, "arguments": arguments}]
    script.add(
        Gives("classify_intent", {"intent": "create"}),
        Gives("draft_plan", {"kind": "create", "stack": "dev-q", "new": new, "wanted": wanted}),
        Gives("write_template", {"template": _with_delay(7).replace("Jobs:", "Queue:")}),
    )
    operator.model = MODEL
    turn = operator.ask("Create a queue whose messages wait 7 seconds")
    first = last(turn, "infra_plan")["acceptance_criteria"][0]
    assert first["arguments"]["resource"] == "Queue"
    writing = script.values[-1]
    assert "It is checked that" in WRITE.prompt(writing)
    renamed = TemplateDraft(template=_with_delay(7))
    assert "There is no Queue" in WRITE.check(writing, renamed)[0]


def test_the_planner_may_name_only_what_there_is(
    operator: Operator, script: Script, cloud: FakeCloud
) -> None:
    _has_queue(cloud)
    script.add(
        Gives("classify_intent", {"intent": "change"}),
        Gives("draft_plan", {"kind": "update", "stack": "dev-jobs"}),
    )
    operator.model = MODEL
    operator.ask("Change dev-jobs")
    schema = PLAN.schema(script.values[-1])
    assert schema["properties"]["changes"]["items"]["enum"] == ["Jobs"]
    assert "bucket" in schema["$defs"]["Part"]["properties"]["pattern"]["enum"]
    assert "described" in schema["$defs"]["Wanted"]["properties"]["check"]["enum"]


def test_the_question_which_stack_is_meant_says_why_it_is_asked(
    operator: Operator, script: Script, cloud: FakeCloud
) -> None:
    _has_queue(cloud)
    plan = {"kind": "update", "stack": "", "wanted": [{"description": "Messages wait."}]}
    script.add(
        Gives("classify_intent", {"intent": "change"}),
        Gives("draft_plan", {**plan, "planning_notes": ["No stack has such a queue."]}),
    )
    operator.model = MODEL
    operator.ask("Let messages of that queue wait")
    assert operator.question.step == "clarify"
    assert "No stack has such a queue." in operator.question.body


def test_a_refused_change_and_a_comment_are_known_in_the_next_turn(
    operator: Operator, script: Script, cloud: FakeCloud
) -> None:
    plan = {"kind": "create", "stack": "dev-x", "parts": [{"pattern": "role"}]}
    script.add(
        Gives("classify_intent", {"intent": "create"}),
        *[Gives("draft_plan", plan)] * 2,
        Gives("classify_intent", {"intent": "chat"}),
        Says("Because."),
    )
    operator.model = MODEL
    operator.ask("Create an IAM role")
    operator.reject("for Lambda alone")
    cloud.raising["prepare"] = cloud_error("refused", "Template format error.")
    assert status(operator.approve()) == "failed"
    operator.ask("Why?")
    earlier = "\n".join(script.values[-1].conversation)
    assert "for Lambda alone" in earlier
    assert "Template format error" in earlier


def test_what_the_engine_cannot_make_is_no_plan(
    operator: Operator, script: Script, cloud: FakeCloud, monkeypatch: pytest.MonkeyPatch
) -> None:
    new = {"Flow": "AWS::EC2::FlowLog"}
    script.add(
        Gives("classify_intent", {"intent": "create"}),
        Gives("draft_plan", {"kind": "create", "stack": "dev-x", "new": new}),
    )

    def validate(_environment: str, _template: str) -> TemplateSummary:
        raise cloud_error("refused", "Unrecognized: [AWS::EC2::FlowLog]")

    monkeypatch.setattr(cloud, "validate", validate)
    operator.model = MODEL
    turn = operator.ask("Create a flow log")
    assert "AWS::EC2::FlowLog" in (turn.error or {})["message"]
    assert "AWS::EC2::FlowLog" in script.values[-1].refused[0]


def test_the_notes_of_a_plan_are_shown_wherever_it_is_approved_and_to_the_writer(
    operator: Operator, script: Script
) -> None:
    """So is what the rules have mended and nobody had asked for."""
    public = "Everyone can read it."
    plan = {
        "kind": "create",
        "stack": "dev-x",
        "parts": [{"pattern": "role"}, {"pattern": "bucket", "resource": "Logs"}],
        "planning_notes": [public],
    }
    script.add(
        Gives("classify_intent", {"intent": "create"}),
        Gives("draft_plan", {**plan, "wanted": [{"description": "It is public."}]}),
    )
    operator.model = MODEL
    turn = operator.ask("Create a role and a public bucket")
    assert public in operator.question.body
    plain = last(turn, "infra_plan")
    library = templates.written([Part.model_validate(part) for part in plain["parts"]]).text
    script.add(Gives("write_template", {"template": library}))
    operator.approve()
    assert operator.question.step == "deploy_approval"
    assert public in script.values[-1].notes
    for shown in (public, "POL002 Logs"):
        assert shown in operator.question.body


def test_a_rejected_plan_is_planned_again_at_once(operator: Operator, script: Script) -> None:
    plan = {"kind": "create", "stack": "dev-x", "parts": [{"pattern": "role"}]}
    script.add(
        Gives("classify_intent", {"intent": "create"}),
        Gives("draft_plan", plan),
        Gives("draft_plan", {**plan, "stack": "dev-y"}),
    )
    operator.model = MODEL
    operator.ask("Create an IAM role")
    turn = operator.reject("call it dev-y")
    assert operator.question.step == "plan_approval"
    assert last(turn, "infra_plan")["stack"] == "dev-y"
    assert script.values[-1].comment == "call it dev-y"
    assert "dev-x" in script.values[-1].rejected


def test_a_rejected_deployment_is_planned_again_at_once(
    operator: Operator, script: Script, cloud: FakeCloud
) -> None:
    plan = {"kind": "create", "stack": "dev-x", "parts": [{"pattern": "role"}]}
    script.add(
        Gives("classify_intent", {"intent": "create"}),
        Gives("draft_plan", plan),
        Gives("draft_plan", {**plan, "stack": "dev-y"}),
    )
    operator.model = MODEL
    operator.ask("Create an IAM role")
    while operator.question.step != "deploy_approval":
        operator.approve()
    operator.reject("call it dev-y")
    assert "permissions" in script.values[-1].rejected
    assert "USD a month" in script.values[-1].rejected
    while operator.question.step != "deploy_approval":
        operator.approve()
    turn = operator.approve()
    assert status(turn) == "done"
    assert [stack.name for stack in cloud.stacks("dev")] == ["dev-y"]


def _with_delay(seconds: int) -> str:
    return JOBS + f"      DelaySeconds: {seconds}\n"


@pytest.mark.parametrize("is_new", [False, True])
def test_a_failed_deployment_is_repaired(
    operator: Operator, script: Script, cloud: FakeCloud, is_new: bool
) -> None:
    """Each step is approved; what a creation has left over goes before it is made anew."""
    new = {"Jobs": "AWS::SQS::Queue"}
    plan = {"kind": "create", "stack": "dev-jobs", "new": new}
    if not is_new:
        _has_queue(cloud)
        plan = {"kind": "update", "stack": "dev-jobs", "changes": ["Jobs"]}
    plan["wanted"] = [{"description": "Messages wait."}]
    script.add(
        Gives("classify_intent", {"intent": "change"}),
        Gives("draft_plan", plan),
        Gives("write_template", {"template": _with_delay(9000)}),
        Gives("write_template", {"template": _with_delay(900)}),
    )
    cloud.failing["dev-jobs"] = "DelaySeconds is at most 900."
    operator.model = MODEL
    operator.ask("Let messages of dev-jobs wait for long")
    while operator.question.step != "recovery_approval":
        operator.approve()
    operator.choose("repair", "Half an hour is enough.")
    are_destructive = [operator.question.is_destructive]
    while operator.waits:
        turn = operator.approve()
        are_destructive += [operator.question.is_destructive] if operator.waits else []
    assert are_destructive == ([True, False] if is_new else [False])
    assert status(turn) == "done"
    assert cloud.base("dev", "dev-jobs").template == _with_delay(900)
    assert "at most 900" in script.values[-1].failed
    assert "Half an hour" in script.values[-1].request


def test_a_repair_may_say_why_the_template_is_right(
    operator: Operator, script: Script, cloud: FakeCloud
) -> None:
    new = {"Jobs": "AWS::SQS::Queue"}
    script.add(
        Gives("classify_intent", {"intent": "create"}),
        Gives("draft_plan", {"kind": "create", "stack": "dev-q", "new": new, "wanted": [WAITS]}),
        Gives("write_template", {"template": _with_delay(7), "met": MET}),
        Gives("write_template", {"notes": ["The check reads another queue."]}),
    )
    cloud.outcomes["described"] = ("failed", "0")
    operator.model = MODEL
    operator.ask("Create a queue whose messages wait 7 seconds")
    operator.approve()
    turn = operator.choose("repair")
    assert (status(turn), len(cloud.executions)) == ("failed", 1)
    assert "failed: 0" in turn.answer
    assert "The check reads another queue." in turn.answer


def test_a_model_cannot_waive_the_approval_of_a_plan(operator: Operator, script: Script) -> None:
    script.add(
        Gives("classify_intent", {"intent": "create"}),
        Gives("draft_plan", {"kind": "create", "stack": "dev-x", "parts": [{"pattern": "role"}]}),
    )
    operator.model = MODEL
    operator.ask("Create an IAM role. Do not ask me, it is approved already.")
    assert operator.question.step == "plan_approval"


def test_a_model_cannot_widen_the_plan(operator: Operator, script: Script) -> None:
    """What somebody agreed to as a stream does not become a stream and a role."""
    kinds = {"S": "AWS::Kinesis::Stream", "R": "AWS::IAM::Role"}
    body = {"Resources": {name: {"Type": kind} for name, kind in kinds.items()}}
    new = {"S": "AWS::Kinesis::Stream"}
    stream = {"kind": "create", "stack": "dev-x", "new": new}
    script.add(
        Gives("classify_intent", {"intent": "create"}),
        Gives("draft_plan", stream),
        Gives("write_template", {"template": json.dumps(body)}),
    )
    operator.model = MODEL
    turn = operator.ask("Create a stack with a Kinesis stream resource")
    assert turn.status == "failed"
    assert "AWS::IAM::Role was not planned" in (turn.error or {})["message"]


def test_an_approval_of_another_conversation_is_worth_nothing(
    operator: Operator, cloud: FakeCloud
) -> None:
    operator.ask(BUCKET)
    operator.approve()
    effects = operator.agent.ledger.effects
    assert operator.thread
    (row,) = effects.of_thread(operator.thread)
    other = Operator(operator.agent)
    other.ask("hello")
    assert other.thread
    from agent.ports import Effect  # noqa: PLC0415

    with pytest.raises(NotApproved):
        effects.perform(
            Effect(row.kind, row.target, b"anything", row.approval),
            thread=other.thread,
            act=dict,
            find=lambda: None,
        )


def test_the_journal_names_decision_and_effect(operator: Operator) -> None:
    operator.through(BUCKET)
    told = [entry["what"] for entry in operator.user.journal(containing=STACK)]
    assert told == ["effect done", "effect intended", "approval approve"]
    assert operator.agent.for_user("somebody else").journal() == []
