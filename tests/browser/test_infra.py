"""A change of infrastructure as an operator makes it: approved, deployed, dry, taken down."""

import io
import re
import zipfile
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import expect

from agent.adapters.cloud.sandbox import PROFILE, Sandbox
from tests.browser.conftest import NewVisitor
from tests.browser.serving import Server
from tests.browser.visitor import Visitor
from tests.servers.slow_cloud import SlowCloud, slow_cloud

pytestmark = [pytest.mark.browser, pytest.mark.timeout(300)]

BUCKET = "Create an encrypted S3 bucket for audit logs with versioning and a 90 day lifecycle"
SOON = 90_000


def send_bucket(visitor: Visitor, stack: str) -> None:
    """The form comes filled with what is certain; the rest is picked by hand, or mended."""
    visitor.send(BUCKET)
    expect(visitor.card).to_contain_text("Not used:")
    visitor.card.get_by_label("Name of the stack").fill(stack)
    expect(visitor.card.get_by_role("radio", name="AES256")).to_be_checked()
    public = visitor.card.get_by_role("radiogroup", name="Block public access")
    public.get_by_text("Not set").click()
    visitor.card.get_by_role("radiogroup", name=re.compile("Keep earlier")).get_by_text(
        "On"
    ).click()
    visitor.settle()
    visitor.card.get_by_role("button", name="Plan this").click()


def test_from_words_to_a_proven_bucket_and_down_again(
    new_visitor: NewVisitor, own_server: Server
) -> None:
    visitor = new_visitor(own_server).open("/infra")
    expect(visitor.main.get_by_text("dev", exact=True)).to_be_visible()
    send_bucket(visitor, "dev-audit-logs")
    expect(visitor.card).to_contain_text("1 added", timeout=SOON)
    visitor.main.get_by_text("Review passed, with").first.click()
    expect(visitor.main.get_by_text("Round 2: fixed: 1 error")).to_be_visible()
    visitor.reload()
    visitor.card.get_by_role("button", name="Approve").click()
    expect(visitor.main.get_by_text("4 of 4 requirements proven.")).to_be_visible(timeout=SOON)
    assert _papers(visitor) >= {"requirements.yaml", "review.yaml", "validation.yaml", "summary.md"}
    _journal(visitor)
    visitor.button("Take it down").click()
    expect(visitor.card).to_contain_text("1 destroyed", timeout=SOON)
    visitor.card.get_by_role("button", name="Delete dev-audit-logs").click()
    expect(visitor.main.get_by_text("dev-audit-logs is deleted.")).to_be_visible(timeout=SOON)


def _papers(visitor: Visitor) -> set[str]:
    with visitor.page.expect_download() as waiting:
        visitor.button("Files").click()
    with zipfile.ZipFile(io.BytesIO(Path(waiting.value.path()).read_bytes())) as archive:
        return set(archive.namelist())


def _journal(visitor: Visitor) -> None:
    visitor.button("Journal").click()
    expect(visitor.popover.get_by_text("You approved").first).to_be_visible()
    visitor.page.keyboard.press("Escape")


@pytest.fixture
def account(tmp_path: Path) -> Iterator[SlowCloud]:
    """A cloud that the server did not start: for it, an account like any other."""
    cloud = Sandbox(tmp_path / "cloud")
    endpoint = cloud.ensure().endpoint
    with slow_cloud(endpoint) as slow:
        profiles = cloud.config_file.read_text(encoding="utf-8").replace(PROFILE, "acme")
        (tmp_path / "aws").write_text(profiles.replace(endpoint, slow.url), encoding="utf-8")
        yield slow
    cloud.close()


def test_outside_the_sandbox_the_place_is_told_and_the_name_is_typed(
    new_visitor: NewVisitor, tmp_path: Path, account: SlowCloud
) -> None:
    outside = {"AWS_CONFIG_FILE": str(tmp_path / "aws"), "INTERLUDE_CLOUD_TST": "acme"}
    with Server(tmp_path / "data", **outside) as server:
        visitor = new_visitor(server).open("/infra")
        visitor.main.get_by_text("test", exact=True).click()
        send_bucket(visitor, "tst-audit-logs")
        approve_typing(visitor, "tst-audit-log", at=account.url)
        expect(visitor.alert).to_contain_text(["does not match"])
        approve_typing(visitor, "tst-audit-logs", at=account.url)
        expect(visitor.card).to_contain_text("1 added", timeout=SOON)
        account.is_busy.set()
        # Whoever has read upwards before sees what the button has set off.
        visitor.main.hover()
        visitor.page.mouse.wheel(0, -100)
        approve_typing(visitor, "tst-audit-logs", at=account.url)
        _comes_up(visitor)
        visitor.button("Stop").click()
        expect(visitor.main.get_by_text("this cannot be stopped")).to_be_visible()
        account.is_busy.clear()
        expect(visitor.main.get_by_text("4 of 4 requirements proven.")).to_be_visible(timeout=SOON)
        expect(visitor.main.get_by_text("You stopped this turn")).to_have_count(0)


def _comes_up(visitor: Visitor) -> None:
    """The resource in the live table, and nothing of what stood there before below it."""
    row = visitor.main.get_by_role("row", name="AuditLogsBucket")
    expect(row.last).to_contain_text("create in progress", timeout=SOON)
    expect(row.last).to_be_in_viewport()
    expect(visitor.card).to_have_count(0)
    expect(visitor.main.get_by_text("Deploy tst-audit-logs?")).to_have_count(1)


def approve_typing(visitor: Visitor, name: str, *, at: str) -> None:
    for fact in ("000000000000", "us-east-1", at, "the sandbox."):
        expect(visitor.card).to_contain_text(fact, timeout=SOON)
    visitor.card.get_by_label("Type tst-audit-logs to approve").fill(name)
    visitor.card.get_by_role("button", name="Approve").first.click()
