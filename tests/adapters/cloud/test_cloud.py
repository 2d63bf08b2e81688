"""What a Cloud promises, kept by the sandbox through boto3 and by the fake of the tests."""

import itertools
import json

import pytest
from botocore.parsers import ResponseParserError
from botocore.stub import Stubber

from agent.adapters.cloud.failures import explained
from agent.errors import AgentError, CloudError
from agent.ports import Check
from tests.adapters.cloud.deploying import client_without_account, deploy, until_done, until_final
from tests.fakes_cloud import FakeCloud

numbers = itertools.count(1)


@pytest.fixture(params=["fake", "sandbox"])
def port(request):
    if request.param == "fake":
        return FakeCloud()
    return request.getfixturevalue("cloud")


@pytest.fixture
def stack():
    return f"dev-stack-{next(numbers)}"


def queue(seconds=30):
    properties = {"VisibilityTimeout": seconds}
    return {"Resources": {"Queue": {"Type": "AWS::SQS::Queue", "Properties": properties}}}


def prepared(port, stack, template, *, name="change", **parameters):
    return port.prepare(
        "dev",
        stack,
        template=json.dumps(template),
        parameters=parameters,
        tags={"owner": "ann"},
        name=name,
    )


def problem(error):
    assert error.value.hint
    return error.value.problem


def test_a_prepared_change_changes_nothing_and_is_told_as_the_engine_holds_it(port, stack) -> None:
    before = port.base("dev", stack)
    change = prepared(port, stack, queue())
    assert (change.kind, change.execution) == ("create", "AVAILABLE")
    assert [(c.action, c.logical_id) for c in change.changes] == [("Add", "Queue")]
    assert change.template == json.dumps(queue())
    assert change.tags == {"owner": "ann"}
    assert not before.exists
    assert change.base == before.digest == port.base("dev", stack).digest
    assert stack not in {s.name for s in port.stacks("dev")}


def test_the_same_preparation_again_is_the_same_change_set(port, stack) -> None:
    first = prepared(port, stack, queue(), name="one")
    assert prepared(port, stack, queue(), name="one").arn == first.arn
    other = prepared(port, stack, queue(31), name="one")
    assert other.arn != first.arn
    assert port.execution("dev", first.arn).status == "gone"


def test_executing_twice_is_done_once(port, stack) -> None:
    change = prepared(port, stack, queue())
    assert port.execution("dev", change.arn).status == "waiting"
    port.execute("dev", change.arn)
    assert until_done(port, change.arn).status == "succeeded"
    told = port.stack("dev", stack)
    again = port.execute("dev", change.arn)
    assert (again.status, again.stack_id) == ("succeeded", told.id)
    assert port.stack("dev", stack) == told
    events = [e.status for e in port.events("dev", stack) if e.logical_id == stack]
    assert events.count("CREATE_IN_PROGRESS") == 1


def test_progress_tells_the_events_after_the_last_one_seen(port, stack) -> None:
    with pytest.raises(CloudError) as error:
        port.progress("dev", stack)
    assert problem(error) == "no_stack"
    told = deploy(port, stack, queue())
    assert told.succeeded
    assert [(r.logical_id, r.status) for r in told.resources] == [("Queue", "CREATE_COMPLETE")]
    for act in (port.cancel, port.roll_back):
        with pytest.raises(CloudError) as error:
            act("dev", stack)
        assert problem(error) == "state"
    assert port.progress("dev", stack, after=told.events[-1].id).events == ()
    assert port.progress("dev", stack, after=told.events[0].id).events == told.events[1:]


def test_an_update_tells_what_it_changes_and_moves_the_base(port, stack) -> None:
    deploy(port, stack, queue())
    base = port.base("dev", stack)
    assert base.exists
    assert json.loads(base.template) == queue()
    change = prepared(port, stack, queue(60))
    assert change.kind == "update"
    assert [(c.action, c.replacement) for c in change.changes] == [("Modify", "False")]
    assert change.base == base.digest
    port.execute("dev", change.arn)
    until_done(port, change.arn)
    assert port.base("dev", stack).digest != base.digest


def test_a_base_that_changed_meanwhile_shows_in_the_change_set(port, stack) -> None:
    deploy(port, stack, queue())
    waiting = prepared(port, stack, queue(60), name="waiting")
    deploy(port, stack, queue(90))
    assert port.execution("dev", waiting.arn).status == "gone"
    assert port.execute("dev", waiting.arn).status == "gone"


def test_nothing_to_change_leaves_nothing_behind(port, stack) -> None:
    first = prepared(port, stack, queue())
    port.execute("dev", first.arn)
    until_done(port, first.arn)
    with pytest.raises(CloudError) as error:
        port.discard("dev", first.arn)
    assert problem(error) == "state", "what was made cannot be discarded"
    with pytest.raises(CloudError) as error:
        prepared(port, stack, queue(), name="same")
    assert problem(error) == "no_change"
    prepared(port, stack, queue(61), name="same")


def test_a_discarded_first_change_leaves_no_stack(port, stack) -> None:
    change = prepared(port, stack, queue())
    port.discard("dev", change.arn)
    port.discard("dev", change.arn)
    assert port.execution("dev", change.arn).status == "gone"
    with pytest.raises(CloudError) as error:
        port.change_set("dev", change.arn)
    assert problem(error) == "no_change_set"
    with pytest.raises(CloudError) as error:
        port.stack("dev", stack)
    assert problem(error) == "no_stack"


def test_only_old_change_sets_of_ours_are_swept(port, stack) -> None:
    ours = prepared(port, stack, queue(), name="req-1")
    kept = prepared(port, stack, queue(40), name="req-2")
    theirs = prepared(port, stack, queue(50), name="theirs")
    waiting = (ours.arn, kept.arn, theirs.arn)

    def sweep(before):
        port.sweep("dev", stack, named="req-", keep=kept.arn, before=before)
        return [arn for arn in waiting if port.execution("dev", arn).status == "waiting"]

    assert sweep("2020-01-01T00:00:00+00:00") == list(waiting)
    assert sweep("2100-01-01T00:00:00+00:00") == [kept.arn, theirs.arn]
    assert port.stack("dev", stack).status == "REVIEW_IN_PROGRESS"


def test_destroying_is_by_id_and_keeps_what_is_to_be_kept(port, stack) -> None:
    template = queue()
    template["Resources"]["Kept"] = {"Type": "AWS::SQS::Queue", "DeletionPolicy": "Retain"}
    told = deploy(port, stack, template)
    removal = port.removal("dev", stack)
    policies = {change.logical_id: change.policy for change in removal.changes}
    assert policies == {"Queue": "Delete", "Kept": "Retain"}
    with pytest.raises(CloudError) as error:
        port.destroy("dev", stack)
    assert problem(error) == "refused"
    port.destroy("dev", told.stack_id)
    assert until_final(port, told.stack_id).status == "DELETE_COMPLETE"
    deploy(port, stack, queue())
    port.destroy("dev", told.stack_id)
    assert port.stack("dev", stack).status == "CREATE_COMPLETE", "a later stack of the same name"


def test_stacks_of_another_environment_are_out_of_reach(port, stack) -> None:
    with pytest.raises(CloudError) as error:
        port.prepare("prd", stack, template="{}", parameters={}, tags={}, name="x")
    assert problem(error) == "refused"
    told = deploy(port, stack, queue())
    with pytest.raises(CloudError):
        port.destroy("prd", told.stack_id)
    assert stack not in {s.name for s in port.stacks("prd")}


def test_a_check_with_wrong_arguments_is_refused(port) -> None:
    for asked in (Check("run_shell", {"command": "ls"}), Check("queue_visibility", {"seconds": 1})):
        with pytest.raises(AgentError):
            port.sentence(asked)


@pytest.mark.parametrize(
    ("code", "message", "problem"),
    [
        ("Throttling", "Rate exceeded", "throttled"),
        ("AccessDenied", "not authorized to perform", "denied"),
        ("ExpiredToken", "The security token is expired", "expired"),
        ("InvalidClientTokenId", "The token is invalid", "credentials"),
        ("AlreadyExistsException", "Stack [x] already exists", "name_taken"),
        ("ValidationError", "Stack with id x does not exist", "no_stack"),
        ("ValidationError", "Stack:arn is in UPDATE_IN_PROGRESS state and can not.", "state"),
        ("ValidationError", "Stack:arn is in UPDATE_ROLLBACK_IN_PROGRESS state", "rolling_back"),
        ("ValidationError", "No updates are to be performed.", "no_change"),
        ("ValidationError", "Stack [x]: TerminationProtection is enabled", "protected"),
        ("ValidationError", "Template format error: unsupported structure.", "refused"),
        ("InternalFailure", "", "unavailable"),
        ("LimitExceededException", "Limit", "limit"),
    ],
)
def test_every_error_of_the_vendor_is_a_sentence_with_a_way_out(code, message, problem) -> None:
    client = client_without_account()
    with Stubber(client) as stub:
        stub.add_client_error("describe_stacks", code, message)
        with pytest.raises(CloudError) as error, explained():
            client.describe_stacks()
    assert error.value.problem == problem
    assert error.value.message.endswith(message)
    assert error.value.hint


def test_an_answer_that_is_none_of_the_clouds_is_said_to_be_one() -> None:
    with pytest.raises(CloudError) as error, explained():
        raise ResponseParserError("Unable to parse response, invalid XML: <html>Sign in</html>")
    assert error.value.problem == "unavailable"
    assert "proxy of your network" in error.value.message
