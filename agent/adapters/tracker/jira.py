"""Jira, through the tools of mcp-atlassian or its own REST interface.

On a self-hosted server the tools take and give Jira's markup, in the cloud Markdown, which they
convert to Atlassian's document format. Over REST bodies are patched as they are.
"""

import json
import re
from collections.abc import Mapping
from typing import Any

from agent.adapters.atlassian import open_session
from agent.adapters.atlassian.failures import explain, raise_write, refused
from agent.adapters.atlassian.problems import ToolFailed
from agent.adapters.atlassian.session import NoAnswer
from agent.adapters.atlassian.setup import need, need_login
from agent.adapters.tracker.jira_markup import to_jira
from agent.adapters.tracker.jira_reading import JIRA, MARK, MOST_COMMENTS, JiraReader, links_of
from agent.errors import AgentError, OutcomeUnknown, Refused
from agent.exchange.wiki_markup.adf import document
from agent.exchange.wiki_markup.patching import Lossy, patch
from agent.language.catalogs import N_
from agent.ports.work_items import Issue, NewIssue
from agent.settings import Settings

Plain = dict[str, Any]

_CHANGEABLE = ("summary", "description", "priority", "labels", "status", "assignee", "due")
_READ_BACK = re.compile(r"/issue/([A-Z][A-Z0-9_]+-\d+)\?")
_CREATED = re.compile(r"rest/api/\d/issue(?:\?|$)")
_HIDDEN = re.compile(r"issue does ?n[o']t exist|permission to (?:see|view)", re.IGNORECASE)


def open_jira(settings: Settings) -> "JiraTracker":
    """Raises NotConfigured. The tool server starts with the first question to Jira."""
    url = need("JIRA_URL", settings.jira_url, service=JIRA)
    project = need("JIRA_PROJECT_KEY", settings.jira_project_key, service=JIRA)
    need_login(JIRA, settings)
    return JiraTracker(open_session(settings), url=url, project=project)


class JiraTracker(JiraReader):
    """Writes to it too: each time once, and sees that the issue holds it."""

    def create(self, issue: NewIssue) -> Issue:
        if issue.project != self.project:
            raise Refused(
                f'Issues are not made in "{issue.project}" from here.',
                hint=f"JIRA_PROJECT_KEY allows {self.project} only.",
            )
        arguments = {
            "project_key": issue.project,
            "summary": issue.summary,
            "issue_type": issue.issue_type,
            "description": self._written(issue.description),
            "additional_fields": json.dumps(self._further(issue)),
        }
        try:
            made: Plain = self._session.call("jira_create_issue", arguments)["issue"]
        except (ToolFailed, NoAnswer) as failure:
            return self._after_failed_create(issue, failure)
        return self._complete(issue, made)

    def update(self, key: str, changes: Mapping[str, Any], *, version: str) -> Issue:
        self._must_be_ours(key)
        if unknown := set(changes) - set(_CHANGEABLE):
            raise Refused(f"{key} has no field {', '.join(sorted(unknown))} that can be changed.")
        raw = self._raw_to_write(key)
        before = self._issue(raw)
        if before.version != version:
            raise Refused(
                N_("{about} was changed by someone else in the meantime."),
                hint=N_("Look at the current version, then change it again."),
                about=before.key,
            )
        fields = dict(changes)
        if "description" in fields:
            if not before.is_lossless:
                raise _lossy(before.key)
            fields["description"] = self._patched(before.key, raw, fields["description"])
        if "labels" in fields:
            marks = [label for label in raw.get("labels", []) if MARK.fullmatch(label)]
            fields["labels"] = [*fields["labels"], *marks]
        wanted = {name: value for name, value in changes.items() if name != "status"}
        if "due" in fields:
            fields["duedate"] = fields.pop("due") or None
        if "assignee" in fields:
            id_ = fields["assignee"]
            fields["assignee"] = {self._person_key: id_} if id_ else None
        if "status" in fields:
            after = self._move(before, fields.pop("status"))
        if wanted:
            after = self._write(before, fields, wanted, is_moved="status" in changes)
        return after

    def check_change(self, issue: Issue, changes: Mapping[str, Any]) -> None:
        self._must_be_ours(issue.key)
        if "description" in changes:
            if not issue.is_lossless:
                raise _lossy(issue.key)
            self._patched(issue.key, self._raw(issue.key), changes["description"])

    def _write(self, before: Issue, fields: Plain, wanted: Plain, *, is_moved: bool) -> Issue:
        """Set the fields, and see that they hold it. What was moved before is not refused whole."""
        half = OutcomeUnknown(
            N_("Jira took only a part of the change to {about}."),
            hint=N_("Look at the current issue."),
            about=before.key,
        )
        try:
            self._change(before.key, fields)
        except (ToolFailed, NoAnswer) as failure:
            after = self._read_again(before.key)
            if self._is_as_wanted(after, wanted, fields):
                return after
            if is_moved:
                raise half from failure
            raise_write(JIRA, failure)
        after = self._read_again(before.key)
        if not self._is_as_wanted(after, wanted, fields):
            raise half
        return after

    def _move(self, before: Issue, status: str) -> Issue:
        """Take the step of Jira's workflow there: first, as it is refused most easily."""
        step = self._step_to_write(before.key, status)
        arguments = {"issue_key": before.key, "transition_id": step}
        try:
            self._session.call("jira_transition_issue", arguments)
        except (ToolFailed, NoAnswer) as failure:
            after = self._read_again(before.key)
            if after.status == status:
                return after
            raise_write(JIRA, failure, doubtful=after.version != before.version or None)
        return self._read_again(before.key)

    def _step_to_write(self, key: str, status: str) -> str:
        try:
            steps = self._steps(key)
        except AgentError as error:
            raise refused(error) from error
        if status not in steps:
            raise Refused(
                f'{key} cannot be moved to "{status}" from where it is.',
                hint=f"Jira allows {', '.join(steps) or 'no step'}.",
            )
        return steps[status]

    def relate(self, key: str, relation: str, other: str) -> None:
        self._must_be_ours(key)
        try:
            types = self._link_types()
        except AgentError as error:
            raise refused(error) from error
        if relation not in types:
            raise Refused(
                f'{key} cannot be linked by "{relation}".',
                hint=f"Jira knows {', '.join(types) or 'no links'}.",
            )
        name, is_outward = types[relation]
        # The issue that "blocks" is the inward one of the link: Jira's names say what it sees.
        inward, outward = (key, other) if is_outward else (other, key)
        arguments = {"link_type": name, "inward_issue_key": inward, "outward_issue_key": outward}
        try:
            self._session.call("jira_create_issue_link", arguments)
        except (ToolFailed, NoAnswer) as failure:
            raise_write(JIRA, failure)

    def link_page(self, key: str, *, title: str, url: str) -> None:
        self._must_be_ours(key)
        raw = self._raw_to_write(key)
        known = links_of(raw)
        is_there = url in {address for _, address in known} and not self._session.is_own_api
        # Our own call names it by its address, so that another title makes no second link.
        if is_there or (title, url) in known:
            return
        arguments = {"issue_key": raw["key"], "url": url, "title": title}
        try:
            self._session.call("jira_create_remote_issue_link", arguments)
        except (ToolFailed, NoAnswer) as failure:
            raise_write(JIRA, failure)

    def comment(self, key: str, text: str, *, mark: str) -> None:
        self._must_be_ours(key)
        if not text.strip():
            raise Refused(N_("A comment needs some text."), hint=N_("Write one."))
        text = f"{text.strip()}\n\n{mark}"
        body = self._written(text) if self._bodies else text
        arguments = {"issue_key": key, "body": body}
        try:
            self._session.call("jira_add_comment", arguments)
        except (ToolFailed, NoAnswer) as failure:
            raise_write(JIRA, failure)

    def is_commented(self, key: str, mark: str) -> bool:
        arguments = {"issue_key": key, "fields": "comment", "comment_limit": MOST_COMMENTS}
        missing = f"There is no issue {key}."
        raw: Plain = self._read("jira_get_issue", arguments, missing=missing)
        comments = raw.get("comments", [])
        is_there = any(mark in each.get("body", "") for each in comments)
        if not is_there and len(comments) >= MOST_COMMENTS:
            raise OutcomeUnknown(
                N_("{about} has more comments than can be looked through from here."),
                hint=N_("Look in Jira whether the comment is there."),
                about=key,
            )
        return is_there

    def _after_failed_create(self, issue: NewIssue, failure: ToolFailed | NoAnswer) -> Issue:
        """The tool reads the issue back once it is made: the failure may be that of the reading."""
        if isinstance(failure, NoAnswer):
            raise_write(JIRA, failure)
        if made := _READ_BACK.search(failure.address):
            return self._read_created(made[1], failure)
        if _CREATED.search(failure.address) or failure.problem in {"key", "no_tool"}:
            raise_write(JIRA, failure)
        if failure.problem != "said_no" or _HIDDEN.search(failure.text):
            raise_write(JIRA, failure, doubtful=True)
        # Jira's own words, without the status of the answer: those on a field, most likely.
        try:
            found = self.marked(issue.mark)
        except AgentError:
            raise_write(JIRA, failure, doubtful=True)
        if not found:
            raise_write(JIRA, failure)
        return found

    def _read_created(self, key: str, failure: ToolFailed) -> Issue:
        try:
            return self.issue(key)
        except AgentError:
            raise OutcomeUnknown(
                f"Jira made {key} but did not show it. {explain(JIRA, failure).message}",
                hint=f"Look for {key} in Jira before it is sent again.",
            ) from failure

    def _complete(self, issue: NewIssue, made: Plain) -> Issue:
        """The tool leaves out what it cannot look up in Jira's list of fields, and says nothing."""
        if issue.mark in made.get("labels", []):
            return self._issue(made)
        try:
            self._change(made["key"], self._further(issue))
            completed = self._raw(made["key"])
        except (ToolFailed, NoAnswer, AgentError):
            completed = made
        if issue.mark not in completed.get("labels", []):
            raise OutcomeUnknown(
                f"Jira made {made['key']} without its priority and labels.",
                hint=f"Look at {made['key']} in Jira before it is sent again.",
            )
        return self._issue(completed)

    def _change(self, key: str, fields: Plain) -> None:
        arguments = {"issue_key": key, "fields": json.dumps(fields), "return_fields": "summary"}
        self._session.call("jira_update_issue", arguments)

    def _read_again(self, key: str) -> Issue:
        try:
            return self.issue(key)
        except AgentError as error:
            raise OutcomeUnknown(error.message, hint=f"Look at {key} in Jira.") from error

    def _is_as_wanted(self, issue: Issue, changes: Mapping[str, Any], fields: Plain) -> bool:
        wanted = dict(changes)
        if "description" in wanted:
            # The conversion of the cloud's tools is not known here.
            is_known = self._bodies or not self._is_cloud
            sent = self._shown(fields["description"]) if is_known else issue.description
            wanted["description"] = sent
        if "labels" in wanted:
            kept = (label for label in wanted["labels"] if not MARK.fullmatch(label))
            wanted["labels"] = tuple(dict.fromkeys(kept))
        if "assignee" in wanted:
            held = issue.assignee.id if issue.assignee else ""
            if held != wanted.pop("assignee"):
                return False
        return all(getattr(issue, name) == value for name, value in wanted.items())

    def _raw_to_write(self, key: str) -> Plain:
        try:
            return self._raw(key)
        except AgentError as error:
            raise refused(error) from error

    def _must_be_ours(self, key: str) -> None:
        if not key.strip().upper().startswith(f"{self.project}-"):
            raise Refused(
                f"{key} is not changed from here.",
                hint=f"JIRA_PROJECT_KEY allows issues of {self.project} only.",
            )

    def _further(self, issue: NewIssue) -> Plain:
        fields: Plain = {**issue.fields, "labels": [*issue.labels, issue.mark]}
        if issue.priority:
            fields["priority"] = {"name": issue.priority}
        if issue.assignee:
            fields["assignee"] = {self._person_key: issue.assignee}
        if issue.due:
            fields["duedate"] = issue.due
        return fields

    def _written(self, markdown: str) -> str | Plain:
        """A new body."""
        if self._is_cloud:
            return document(markdown) if self._bodies else markdown
        return to_jira(markdown)

    def _patched(self, key: str, raw: Plain, markdown: str) -> str | Plain:
        """Over REST, the body with only what the Markdown changes; else a new body."""
        if self._bodies is None or not raw.get("description"):
            return self._written(markdown)
        try:
            body: str | Plain = patch(raw["description"], markdown, self._bodies)
        except Lossy as error:
            raise _lossy(key) from error
        return body


def _lossy(key: str) -> Refused:
    return Refused(
        N_("A part of the description of {about} cannot be rewritten without loss."),
        hint=N_("Change that part in Jira."),
        about=key,
    )
