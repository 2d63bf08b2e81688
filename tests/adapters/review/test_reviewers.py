"""All reviewers together: what they find, what they say when they cannot, and what blocks."""

import json
import os
import sys
import threading
import time

import pytest

from agent.adapters.review import Reviewers, cfn_lint, checkov, reasons_to_block, secret_scan
from agent.adapters.review.commands import run_json
from agent.adapters.review.reviewed import NoAnswer, NotRun, Reviewed
from agent.checks import cfn
from agent.ports import ReviewerReport
from tests.adapters.review.test_policy import (
    BLOCK,
    ENCRYPTED,
    GROUP,
    KEPT,
    ROLE,
    S3,
    allow,
    group,
    role,
)
from tests.waiting import wait_until

BUCKET = {
    "BucketEncryption": ENCRYPTED,
    "VersioningConfiguration": {"Status": "Enabled"},
    "PublicAccessBlockConfiguration": BLOCK,
    "LifecycleConfiguration": {"Rules": [{"Status": "Enabled", "ExpirationInDays": 90}]},
}
AUDIT = {"Audit": {"Type": S3, "Properties": BUCKET, **KEPT}}
GOOD = json.dumps({"Resources": AUDIT})
TRUST = allow(Principal={"Service": "lambda.amazonaws.com"}, Action="sts:AssumeRole")
ALL = {**role(Action="*", Resource="*"), "AssumeRolePolicyDocument": TRUST}
GROUP_OPEN = {"Type": GROUP, "Properties": group(22, "0.0.0.0/0")}
OPEN = json.dumps({"Resources": {"Group": GROUP_OPEN, "Role": {"Type": ROLE, "Properties": ALL}}})
TAGS = {"owner": "ann", "environment": "prd"}


@pytest.fixture(scope="module")
def reviewers():
    made = Reviewers()
    made.warm_up()
    return made


def review(reviewers, template, environment="prd", **more):
    given = {"file": "template.yaml", "parameters": {}, "tags": TAGS, **more}
    return reviewers.review(template, environment=environment, **given)


def by_name(told):
    return {report.reviewer: report for report in told.reports}


def test_a_good_template_may_be_deployed_everywhere(reviewers) -> None:
    told = review(reviewers, GOOD)
    assert told.blocks == ()
    assert told.findings == ()
    reports = by_name(told)
    assert reports.pop("checkov").status == "not run"
    assert reports.keys() == {"cfn-lint", "cfripper", "policy pack", "secret scan"}
    assert {report.status for report in reports.values()} == {"ran"}


def test_real_tools_find_what_is_open(reviewers) -> None:
    told = review(reviewers, OPEN)
    rules = {(f.source, f.rule_id, f.resource) for f in told.findings}
    assert ("cfripper", "PrivilegeEscalationRule", "Role") in rules
    assert ("policy pack", "POL011", "Group") in rules
    assert ("policy pack", "POL008", "Role") in rules
    assert told.blocks
    severities = [f.severity for f in told.findings]
    assert severities == sorted(severities, key=["error", "warning", "info"].index)
    # A finding keeps its id when its line moves.
    moved = review(reviewers, "\n" + OPEN)
    assert {f.id for f in moved.findings} == {f.id for f in told.findings}


def test_an_invalid_template_is_linted_and_the_ripper_is_not_believed(reviewers) -> None:
    template = "Resources: {Queue: {Type: 'AWS::SQS::Queue', Properties: {NoSuchThing: 1}}}"
    told = review(reviewers, template)
    assert any(f.source == "cfn-lint" and f.severity == "error" for f in told.findings)
    ripper = by_name(told)["cfripper"]
    assert (ripper.status, ripper.findings) == ("not run", ())
    assert any("cfripper" in reason for reason in told.blocks)


@pytest.mark.parametrize(
    "template",
    ["", "[]", "a: [", "Resources: 3", "Resources: {a: &x 1, b: *x}", "Resources: {A: 1, A: 2}"],
)
def test_what_is_no_template_blocks_and_raises_nothing(reviewers, template) -> None:
    told = review(reviewers, template, "dev")
    assert [f.rule_id for f in told.findings] == ["READ001"]
    assert told.blocks


REPORTS = tuple(ReviewerReport(name, "ran") for name in ("cfn-lint", "cfripper", "policy pack"))


@pytest.mark.parametrize(
    ("name", "status"),
    [("cfn-lint", "not run"), ("cfripper", "unknown"), ("policy pack", "not run")],
)
def test_a_mandatory_reviewer_that_did_not_run_blocks_prd_alone(name, status) -> None:
    reports = [r for r in REPORTS if r.reviewer != name] + [ReviewerReport(name, status, "Gone.")]
    assert reasons_to_block("prd", reports, ()) == (f"{name} must have run for prd. Gone.",)
    assert reasons_to_block("tst", reports, ()) == ()
    assert len(reasons_to_block("prd", [r for r in REPORTS if r.reviewer != name], ())) == 1


def scanned(text):
    given = Reviewed(text, cfn.parse(text), "t", "prd", {}, {}, "us-east-1", 5)
    return secret_scan.review(given).findings


@pytest.mark.parametrize(
    ("line", "rule"),
    [
        ("AKIAIOSFODNN7EXAMPLE", "SEC001"),
        ("-----BEGIN RSA PRIVATE KEY-----", "SEC002"),
        ("ghp_" + "a1B2" * 9, "SEC003"),
        ("postgres://ann:hunter2@db.example/x", "SEC007"),
        ("wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY", "SEC008"),
    ],
)
def test_a_secret_is_found_and_never_repeated(line, rule) -> None:
    (found,) = scanned(json.dumps({"Description": line, "Resources": AUDIT}))
    assert found.rule_id == rule
    assert line[8:] not in found.message


def test_passwords_in_parameters_and_properties(reviewers) -> None:
    password = {"Type": "String", "Default": "hunter2"}
    secret = {"Type": "AWS::SecretsManager::Secret", "Properties": {"SecretString": "hunter2"}}
    template = {"Parameters": {"DbPassword": password}, "Resources": {"Secret": secret, **AUDIT}}
    parameters = {"DbPassword": "hunter2"}
    told = review(reviewers, json.dumps(template), "dev", parameters=parameters)
    found = {f.rule_id for f in told.findings if f.source == "secret scan"}
    assert found == {"SEC009", "SEC010", "SEC011", "SEC012"}
    assert "hunter2" not in json.dumps([f.message for f in told.findings])


@pytest.mark.parametrize("secret", ["7#1", "correct-horse"])
def test_a_short_secret_is_not_repeated_either(secret) -> None:
    template = {"Resources": {"Db": {"Type": "X", "Properties": {"MasterUserPassword": secret}}}}
    (found,) = scanned(json.dumps(template))
    assert secret[: len(secret) // 4 + 1] not in found.message


def run(code, folder, seconds=20):
    return run_json(
        [sys.executable, "-c", code], folder=folder, seconds=seconds, good=frozenset({0})
    )


def test_a_command_that_hangs_is_ended_with_its_children(tmp_path) -> None:
    child = "import subprocess,sys,time; subprocess.Popen(['sleep','60']); time.sleep(60)"
    began = time.monotonic()
    with pytest.raises(NoAnswer, match="longer"):
        run(child, tmp_path, seconds=1)
    assert time.monotonic() - began < 10


def test_a_command_that_crashes_or_babbles_gives_no_answer(tmp_path) -> None:
    for code in ("import sys; sys.exit(3)", "print('no json')"):
        with pytest.raises(NoAnswer):
            run(code, tmp_path)
    with pytest.raises(NotRun):
        run_json(["/no/such/command"], folder=tmp_path, seconds=1, good=frozenset({0}))


def test_a_command_sees_no_secrets_of_the_environment(tmp_path, monkeypatch) -> None:
    monkeypatch.setenv("AWS_SECRET_ACCESS_KEY", "hidden")
    told = run("import json,os; print(json.dumps(dict(os.environ)))", tmp_path)
    assert "hidden" not in told.values()


CHECKOV = """#!{python}
import json, sys
assert "--skip-download" in sys.argv
print(json.dumps({{"results": {{"failed_checks": [
    {{"check_id": "CKV_AWS_20", "check_name": "public", "resource": "AWS::S3::Bucket.Audit"}}
]}}, "summary": {{"checkov_version": "3.3.30"}}}}))
sys.exit(1)
"""


def test_checkov_is_asked_where_it_is_named(tmp_path) -> None:
    """A stand-in that answers as checkov does; the real one lives in an environment of its own."""
    command = tmp_path / "checkov"
    command.write_text(CHECKOV.format(python=sys.executable))
    command.chmod(0o755)
    told = review(Reviewers(checkov=os.fspath(command)), GOOD, "dev")
    report = by_name(told)[checkov.NAME]
    assert (report.status, report.version) == ("ran", "3.3.30")
    (found,) = report.findings
    assert (found.rule_id, found.severity, found.resource) == ("CKV_AWS_20", "error", "Audit")
    gone = review(Reviewers(checkov="/no/such/checkov"), GOOD, "dev")
    assert by_name(gone)[checkov.NAME].status == "not run"
    assert gone.blocks == ()


def test_a_linter_that_fails_is_unknown_and_blocks_prd(monkeypatch) -> None:
    def crash(_text, _region):
        raise RuntimeError("boom")

    monkeypatch.setattr(cfn_lint, "_lint", crash)
    told = review(Reviewers(), GOOD)
    assert by_name(told)["cfn-lint"].status == "unknown"
    assert len(told.blocks) == 2


def test_a_linter_that_is_held_by_a_late_review_is_not_waited_for(monkeypatch) -> None:
    """Said at once, and it is asked again when the late one has ended."""
    ended = threading.Event()
    lint = cfn_lint._lint
    monkeypatch.setattr(cfn_lint, "_lint", lambda *_: [ended.wait(60)][:0])
    late = Reviewers(seconds=0.05)
    assert by_name(review(late, GOOD))["cfn-lint"].status == "unknown"
    monkeypatch.setattr(cfn_lint, "_lint", lint)
    report = by_name(review(Reviewers(), GOOD))["cfn-lint"]
    assert (report.status, report.seconds < 1) == ("not run", True)
    assert "still holds it" in report.reason
    ended.set()
    wait_until(lambda: by_name(review(Reviewers(), GOOD))["cfn-lint"].status == "ran")
