"""The sandbox's own promises, and the sandbox's failures told by the adapter."""

import json
import os
import signal
import socket
import subprocess
import sys
import time
from contextlib import closing, suppress
from http.client import HTTPConnection
from pathlib import Path
from types import SimpleNamespace
from unittest.mock import ANY
from urllib.parse import urlsplit

import psutil
import pytest
from botocore.exceptions import ClientError
from botocore.stub import Stubber

from agent.adapters.cloud import CloudFormation, Profile, Profiles, Sandbox
from agent.adapters.cloud.sandbox import launcher
from agent.errors import CloudError
from agent.ports import Check
from tests.adapters.cloud.deploying import client_without_account, deploy, until_final
from tests.adapters.cloud.test_cloud import queue
from tests.adapters.cloud.test_modelled import made, resources
from tests.waiting import wait_until

ROOT = Path(__file__).parents[3]
ACCOUNT = "arn:aws:cloudformation:us-east-1:123456789012"
CHANGE = f"{ACCOUNT}:changeSet/one/1"
ROW = {
    "StackName": "dev-one",
    "StackId": f"{ACCOUNT}:stack/dev-one/1",
    "CreationTime": "2026-01-01T00:00:00Z",
}


@pytest.fixture
def own(tmp_path):
    started = Sandbox(tmp_path / "sandbox")
    yield started
    started.close()


def cloud_of(sandbox):
    return CloudFormation(Profiles({"dev": Profile(prefix="dev-")}, sandbox=sandbox, seconds=30))


def test_the_secret_of_a_managed_master_password_is_an_attribute(cloud) -> None:
    login = {"MasterUsername": "app", "ManageMasterUserPassword": True}
    kinds = {"One": ("DBInstance", "postgres"), "All": ("DBCluster", "aurora-postgresql")}
    template = {"Resources": {}, "Outputs": {}}
    for name, (kind, engine) in kinds.items():
        size = {"DBInstanceClass": "db.t3.micro"} if name == "One" else {}
        template["Resources"][name] = made(f"AWS::RDS::{kind}", Engine=engine, **size, **login)
        template["Outputs"][name] = {"Value": {"Fn::GetAtt": [name, "MasterUserSecret.SecretArn"]}}
    assert deploy(cloud, "dev-data", template).status == "CREATE_COMPLETE"
    secrets = cloud.stack("dev", "dev-data").outputs.values()
    assert [":secretsmanager:" in each for each in secrets] == [True, True]


def test_a_number_of_a_parameter_is_a_number(cloud) -> None:
    ours = {"Cluster": {"Ref": "Cluster"}, "TaskDefinition": {"Ref": "Task"}}
    containers = [{"Name": "web", "Image": "web"}]
    template = {
        "Parameters": {"Tasks": {"Type": "Number", "Default": 2}},
        "Resources": {
            "Cluster": made("AWS::ECS::Cluster"),
            "Task": made("AWS::ECS::TaskDefinition", Family="web", ContainerDefinitions=containers),
            "Service": made("AWS::ECS::Service", **ours, DesiredCount={"Ref": "Tasks"}),
        },
    }
    assert deploy(cloud, "dev-service", template).succeeded
    assert deploy(cloud, "dev-service", template, Tasks="3").succeeded


def test_a_failure_of_the_stack_alone_is_told(cloud) -> None:
    wrong = {"Value": {"Fn::GetAtt": ["Queue", "Nonsense"]}}
    progress = deploy(cloud, "dev-wrong", {**queue(45), "Outputs": {"Wrong": wrong}})
    assert not progress.succeeded
    assert "Nonsense" in progress.reason


@pytest.mark.slow
def test_a_save_that_failed_is_made_up_for(own) -> None:
    """A folder that cannot be written for a while ends nothing."""
    cloud, folder = cloud_of(own), own.config_file.parent

    def is_saved(stack):
        files = [path for path in (folder / "state").rglob("*") if path.is_file()]
        new = folder / "state.new"
        return not new.is_dir() and any(stack.encode() in path.read_bytes() for path in files)

    deploy(cloud, "dev-first", queue())
    wait_until(lambda: is_saved("dev-first"))
    in_the_way = folder / "state.new"
    in_the_way.touch()
    deploy(cloud, "dev-second", queue())
    time.sleep(2)
    assert not is_saved("dev-second")
    in_the_way.unlink()
    wait_until(lambda: is_saved("dev-second"), 30)


def waiting(seconds, *, patience="600"):
    """A stack that is not finished for long: it waits for a signal that nobody gives."""
    handle, kind = {"Ref": "Handle"}, "AWS::CloudFormation::WaitCondition"
    waits = {"Handle": made(f"{kind}Handle"), "Wait": made(kind, Handle=handle, Timeout=patience)}
    return {"Resources": {**queue(seconds)["Resources"], **waits}}


def begin(cloud, stack, template):
    change = cloud.prepare(
        "dev", stack, template=json.dumps(template), parameters={}, tags={}, name="waits"
    )
    assert cloud.execute("dev", change.arn).status == "running"
    return change.arn


@pytest.mark.slow
def test_it_knows_its_stacks_after_an_orderly_end_and_a_kill(own, monkeypatch) -> None:
    # It saves at once, and would then wait for the signal that nobody gives.
    monkeypatch.setattr(launcher, "STOP_SECONDS", 5.0)
    deploy(cloud_of(own), "dev-kept", queue(45))
    arn = begin(cloud_of(own), "dev-waits", waiting(30))
    own.close()
    with closing(Sandbox(own._folder)) as again:
        cloud, first = cloud_of(again), again.ensure()
        told = cloud.execution("dev", arn)
        assert (told.status, told.stack_status) == ("failed", "CREATE_FAILED")
        assert cloud.execute("dev", arn) == told, "nothing is sent a second time"
        cloud.destroy("dev", told.stack_id)
        assert until_final(cloud, told.stack_id).status == "DELETE_COMPLETE"
        os.kill(first.pid, signal.SIGKILL)
        wait_until(lambda: again._process is None or again._process.poll() is not None)
        assert cloud.stack("dev", "dev-kept").status == "CREATE_COMPLETE"
        second = again.ensure()
        assert (second.pid != first.pid, second.port == first.port) == (True, True)
        asked = Check("queue_visibility", {"resource": "Queue", "seconds": 45})
        assert cloud.verify("dev", "dev-kept", [asked])[0].actual == "45"


def test_an_update_that_is_going_on_can_be_stopped(cloud) -> None:
    deploy(cloud, "dev-stopped", queue(30))
    # The sandbox looks for a request to stop between two resources only, so this one gives up soon.
    arn = begin(cloud, "dev-stopped", waiting(60, patience="2"))
    assert cloud.execution("dev", arn).status == "running"
    with pytest.raises(CloudError) as error:
        deploy(cloud, "dev-stopped", queue(90))
    assert error.value.problem == "state"
    cloud.cancel("dev", "dev-stopped")
    assert until_final(cloud, "dev-stopped").status == "UPDATE_ROLLBACK_COMPLETE"
    asked = Check("queue_visibility", {"resource": "Queue", "seconds": 30})
    assert cloud.verify("dev", "dev-stopped", [asked])[0].outcome == "passed"
    assert cloud.execution("dev", arn).status == "failed"


def answering(client):
    """A cloud that gives answers prepared beforehand, as an account would."""
    profiles = SimpleNamespace(client=lambda *_: client, prefix=lambda _environment: "dev-")
    return CloudFormation(profiles)


@pytest.mark.parametrize(
    ("status", "outcome"),
    [("UPDATE_COMPLETE", "succeeded"), ("DELETE_FAILED", "failed"), ("other", "gone")],
)
def test_a_change_set_that_an_account_forgot_is_known_by_its_stack(status, outcome) -> None:
    change = "other" if status == "other" else CHANGE
    client = client_without_account()
    with Stubber(client) as stub:
        stub.add_client_error("describe_change_set", "ChangeSetNotFound", "gone")
        row = {**ROW, "StackStatus": status, "ChangeSetId": change}
        stub.add_response("describe_stacks", {"Stacks": [row]})
        assert answering(client).execution("dev", CHANGE).status == outcome


@pytest.mark.parametrize(
    ("status", "operation"),
    [("UPDATE_ROLLBACK_FAILED", "continue_update_rollback"), ("CREATE_FAILED", "rollback_stack")],
)
def test_a_rollback_that_is_sent_again_is_known_by_its_token(status, operation) -> None:
    """The package sends the same request again when the answer was lost."""
    name, row = ROW["StackId"], {**ROW, "StackStatus": status}
    client = client_without_account()
    sent = []
    client.meta.events.register(
        f"provide-client-params.cloudformation.{client.meta.method_to_api_mapping[operation]}",
        lambda params, **_: sent.append(params["ClientRequestToken"]),
    )
    with Stubber(client) as stub:
        for _ in range(2):
            stub.add_response("describe_stacks", {"Stacks": [row]})
            stub.add_response(operation, {}, {"StackName": name, "ClientRequestToken": ANY})
            answering(client).roll_back("dev", name)
    assert len(set(sent)) == 2


STARTER = """
import sys, time
from pathlib import Path
from agent.adapters.cloud import Sandbox
print(Sandbox(Path(sys.argv[1])).ensure().pid, flush=True)
time.sleep(60)
"""


@pytest.mark.slow
def test_it_ends_with_the_process_that_started_it_even_when_that_was_killed(tmp_path) -> None:
    command = [sys.executable, "-c", STARTER, str(tmp_path / "sandbox")]
    starter = subprocess.Popen(command, stdout=subprocess.PIPE, cwd=ROOT)
    pid = int(starter.stdout.readline())
    starter.kill()
    starter.wait()
    starter.stdout.close()
    wait_until(lambda: not Path(f"/proc/{pid}").exists())


def test_only_the_endpoint_of_its_folder_is_the_sandbox(sandbox) -> None:
    second = Sandbox(sandbox._folder)
    assert second.ensure() == sandbox.ensure()
    second.close()
    assert sandbox.is_ours(sandbox.ensure().endpoint), "only who started it may end it"
    with socket.create_server(("127.0.0.1", 0)) as other:
        assert not sandbox.is_ours(f"http://127.0.0.1:{other.getsockname()[1]}")
    assert not sandbox.is_ours("https://cloudformation.us-east-1.amazonaws.com")
    for path in (sandbox.config_file, sandbox._folder):
        assert path.stat().st_mode & 0o077 == 0


def test_it_listens_on_loopback_alone(sandbox) -> None:
    port = sandbox.ensure().port
    sockets = psutil.net_connections("tcp")
    assert {s.laddr.ip for s in sockets if (s.laddr.port, s.status) == (port, "LISTEN")} == {
        "127.0.0.1"
    }


@pytest.mark.parametrize(
    ("host", "authorization"),
    [
        (None, ""),
        (None, "AWS4-HMAC-SHA256 Credential=test/20260101/us-east-1/s3/aws4_request"),
        ("rebound.example", "own"),
    ],
)
def test_nobody_enters_without_its_key_and_name(sandbox, host, authorization) -> None:
    port = sandbox.ensure().port
    if authorization == "own":
        lines = sandbox.config_file.read_text().splitlines()
        key = next(li.partition("= ")[2] for li in lines if li.startswith("aws_access_key_id"))
        authorization = f"AWS4-HMAC-SHA256 Credential={key}/20260101/us-east-1/s3/aws4_request"
    connection = HTTPConnection("127.0.0.1", port, timeout=5)
    headers = {"Host": host or f"127.0.0.1:{port}", "Authorization": authorization}
    connection.request("GET", "/", headers=headers)
    assert connection.getresponse().status == 403
    connection.close()


def test_a_function_of_a_stack_is_never_run(cloud, tmp_path) -> None:
    """Whoever writes a template must not run code on this machine by it."""
    trace = tmp_path / "ran"
    held = {name: resources(0)[name] for name in ("Role", "Function")}
    code = f"def handler(event, context):\n    open({str(trace)!r}, 'w').close()\n"
    held["Function"]["Properties"]["Code"] = {"ZipFile": code}
    assert deploy(cloud, "dev-runs", {"Resources": held}).succeeded
    name = {r.logical_id: r.physical_id for r in cloud.resources("dev", "dev-runs")}["Function"]
    client = cloud._profiles.client("dev", "lambda")
    with suppress(ClientError):
        assert client.invoke(FunctionName=name).get("FunctionError")
    assert not trace.exists()


def test_a_bad_creation_is_rolled_back_and_must_be_deleted_first(cloud) -> None:
    taken = made("AWS::S3::Bucket", BucketName="dev-taken")
    deploy(cloud, "dev-first", {"Resources": {"Bucket": taken}})
    told = deploy(cloud, "dev-second", {"Resources": {"Mine": taken, **queue()["Resources"]}})
    assert (told.status, told.succeeded) == ("ROLLBACK_COMPLETE", False)
    assert "Mine" in told.reason
    assert "'dev-taken' already exists" in told.reason
    with pytest.raises(CloudError) as error:
        deploy(cloud, "dev-second", queue())
    assert error.value.problem == "state"
    assert "Delete it first" in error.value.hint
    cloud.destroy("dev", told.stack_id)
    until_final(cloud, told.stack_id)
    assert deploy(cloud, "dev-second", queue()).succeeded


def test_a_name_that_another_stack_has_is_refused(cloud) -> None:
    """The engine alone would hand the first stack's queue to the second one."""
    own = {"QueueName": "dev-named", "DelaySeconds": 5}
    body = {"Resources": {"Queue": {"Type": "AWS::SQS::Queue", "Properties": own}}}
    assert deploy(cloud, "dev-has", body).succeeded
    told = deploy(cloud, "dev-wants", body)
    assert not told.succeeded
    assert "'dev-named' already exists" in told.reason
    own["DelaySeconds"] = 6
    assert deploy(cloud, "dev-has", body).succeeded


def test_a_name_that_changes_is_a_new_resource_for_sure(cloud) -> None:
    one, two = (made("AWS::S3::Bucket", BucketName=name) for name in ("dev-one", "dev-two"))
    deploy(cloud, "dev-renamed", {"Resources": {"B": one}})
    text, tags = json.dumps({"Resources": {"B": two}}), {"made-by": "test"}
    told = cloud.prepare("dev", "dev-renamed", template=text, parameters={}, tags=tags, name="two")
    assert [change.replacement for change in told.changes] == ["True"]


def test_a_protected_stack_is_not_deleted(cloud) -> None:
    told = deploy(cloud, "dev-protected", queue())
    client = cloud._profiles.client("dev", "cloudformation")
    client.update_termination_protection(
        StackName="dev-protected", EnableTerminationProtection=True
    )
    assert cloud.removal("dev", "dev-protected").is_protected
    with pytest.raises(CloudError) as error:
        cloud.destroy("dev", told.stack_id)
    assert error.value.problem == "protected"
    assert cloud.stack("dev", "dev-protected").status == "CREATE_COMPLETE"


def test_a_protected_table_is_not_deleted(cloud) -> None:
    told = deploy(cloud, "dev-kept-table", {"Resources": {"T": resources(0)["Billed"]}})
    (drift,) = cloud.drift("dev", "dev-kept-table")
    assert drift.status == "NOT_CHECKED", "what could not be compared is no match"
    assert ("/TimeToLiveSpecification", "", "") in drift.differences
    cloud.destroy("dev", told.stack_id)
    assert until_final(cloud, told.stack_id).status == "DELETE_FAILED"
    told_why = [event.reason for event in cloud.events("dev", told.stack_id)]
    assert any("DeletionProtectionEnabled" in reason for reason in told_why)


def test_drift_after_a_change_from_outside(cloud) -> None:
    deploy(cloud, "dev-drift", queue(30))
    assert cloud.drift("dev", "dev-drift") == []
    url = cloud.resources("dev", "dev-drift")[0].physical_id
    attributes = {"VisibilityTimeout": "99"}
    cloud._profiles.client("dev", "sqs").set_queue_attributes(QueueUrl=url, Attributes=attributes)
    (drift,) = cloud.drift("dev", "dev-drift")
    assert (drift.logical_id, drift.status) == ("Queue", "MODIFIED")
    assert drift.differences == (("/VisibilityTimeout", "30", "99"),)


def test_an_unknown_type_is_refused_by_name(cloud) -> None:
    with pytest.raises(CloudError) as error:
        deploy(cloud, "dev-unknown", {"Resources": {"X": {"Type": "AWS::Nothing::There"}}})
    assert error.value.problem == "refused"
    assert "AWS::Nothing::There" in error.value.message


def test_an_engine_that_is_down_is_said_to_be(tmp_path, monkeypatch) -> None:
    with socket.create_server(("127.0.0.1", 0)) as gone:
        port = gone.getsockname()[1]
    config = tmp_path / "config"
    lines = ["[profile away]", "region = us-east-1", "aws_access_key_id = x"]
    lines += ["aws_secret_access_key = x", f"endpoint_url = http://127.0.0.1:{port}"]
    config.write_text("\n".join(lines))
    monkeypatch.setenv("AWS_CONFIG_FILE", str(config))
    profiles = {"dev": Profile("away", "dev-"), "prd": Profile("nobody", "prd-")}
    sandbox = Sandbox(tmp_path / "sandbox")
    cloud = CloudFormation(Profiles(profiles, sandbox=sandbox, seconds=2))
    with pytest.raises(CloudError) as error:
        cloud.stacks("dev")
    assert (error.value.problem, error.value.retryable) == ("unavailable", True)
    assert urlsplit(str(cloud._profiles.client("dev", "sts").meta.endpoint_url)).port == port
    assert not cloud._profiles.is_sandbox("dev")
    with pytest.raises(CloudError) as error:
        cloud.identity("prd")
    assert error.value.problem == "credentials"
    assert "nobody" in error.value.message
    sandbox.close()
    with pytest.raises(CloudError):
        sandbox.ensure()
    assert not (tmp_path / "sandbox").exists(), "neither another profile nor a closed one starts it"
