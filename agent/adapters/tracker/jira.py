"""Jira, through the tools of mcp-atlassian or its own REST interface.

The tools take and give Jira's markup on a server of one's own, and Markdown where they make
Atlassian's document format of it: in the cloud. Over REST bodies are patched as they are.
"""

import hashlib
import json
import re
from collections.abc import Iterator, Mapping
from functools import lru_cache
from typing import Any, Literal
from urllib.parse import urlsplit

from agent.adapters.atlassian import Tools, open_session
from agent.adapters.atlassian.failures import explain, raise_read, raise_write
from agent.adapters.atlassian.problems import ToolFailed
from agent.adapters.atlassian.queries import moment, quoted, term
from agent.adapters.atlassian.session import NoAnswer
from agent.adapters.atlassian.setup import JIRA_TOOLS, is_cloud, need, need_login
from agent.adapters.tracker.jira_markup import from_jira, survives, to_jira
from agent.adapters.tracker.jira_nodes import WIKI
from agent.errors import AgentError, NotFound, OutcomeUnknown, Refused
from agent.ports.work_items import Connection, Issue, IssueField, NewIssue, Person
from agent.settings import Settings
from agent.text import content_words, stems, well_formed
from agent.wiki_markup.adf import ADF, document
from agent.wiki_markup.patching import Format, Lossy, patch, text_of

Plain = dict[str, Any]
Kind = Literal["text", "longtext", "number", "date", "choice", "choices"]

JIRA = "Jira"
MOST_TERMS = 20
PAGE = 50
MOST_COMMENTS = 100
"""More the tool does not show, and the oldest come first."""
_FIELDS = (
    "summary,description,status,issuetype,priority,labels,created,updated,project,assignee,duedate,"
    "issuelinks"
)
_CHANGEABLE = ("summary", "description", "priority", "labels", "status", "assignee", "due")
_KEY = re.compile(r"[A-Z][A-Z0-9_]+-\d+")
_MENTION = re.compile(r"\bUser:\S")
_MARK = re.compile(r"interlude-[0-9a-f]{12}")
_READ_BACK = re.compile(r"/issue/([A-Z][A-Z0-9_]+-\d+)\?")
_CREATED = re.compile(r"rest/api/\d/issue(?:\?|$)")
_HIDDEN = re.compile(r"issue does ?n[o']t exist|permission to (?:see|view)", re.IGNORECASE)


def open_jira(settings: Settings) -> "JiraTracker":
    """Raises NotConfigured. The tool server starts with the first question to Jira."""
    url = need("JIRA_URL", settings.jira_url, service=JIRA)
    project = need("JIRA_PROJECT_KEY", settings.jira_project_key, service=JIRA)
    need_login(JIRA, settings)
    return JiraTracker(open_session(settings), url=url, project=project)


class JiraTracker:
    is_embedded = False
    search_lags = True

    def __init__(self, session: Tools, *, url: str, project: str) -> None:
        host = urlsplit(url).hostname or url
        self.name = f"Jira at {host}"
        self._session = session
        self._url = url.rstrip("/")
        self._project = project
        self._is_cloud = session.is_cloud if session.is_own_api else is_cloud(url)
        self._bodies: Format | None = None
        if session.is_own_api:
            self._bodies = ADF if self._is_cloud else WIKI
        self._person_key = "accountId" if self._is_cloud else "name"

    @property
    def project(self) -> str:
        return self._project

    def close(self) -> None:
        """End the tool server, which Confluence shares; the next question starts it again."""
        self._session.close()

    def check(self) -> Connection:
        try:
            missing = tuple(tool for tool in self._session.missing() if tool in JIRA_TOOLS)
            if missing:
                _, hint, _ = explain(JIRA, ToolFailed("", problem="no_tool"))
                message = f"The tool server does not offer {', '.join(missing)}."
                return Connection(is_ok=False, message=message, hint=hint, missing=missing)
            types = self.issue_types()
        except NoAnswer as failure:
            sentence, hint, _ = explain(JIRA, failure)
            return Connection(is_ok=False, message=sentence, hint=hint)
        except AgentError as error:
            return Connection(is_ok=False, message=error.message, hint=error.hint)
        message = f"{self.name} answers. Issue types in {self.project}: {len(types)}."
        return Connection(is_ok=True, message=message)

    # What an issue takes

    def issue_types(self) -> list[str]:
        return [kind["name"] for kind in self._types() if not kind.get("subtask")]

    def create_fields(self, issue_type: str) -> list[IssueField]:
        ids = {kind["name"]: kind["id"] for kind in self._types()}
        if issue_type not in ids:
            raise NotFound(
                f'{self.project} has no issue type "{issue_type}".',
                hint=f"Choose one of {', '.join(ids)}.",
            )
        arguments = {"project_key": self.project, "issue_type_id": ids[issue_type]}
        found: list[Plain] = self._read("jira_get_create_fields", arguments)
        if not found:
            raise AgentError(
                f"Jira does not tell what a {issue_type} in {self.project} takes.",
                hint="Try again; the account may not be allowed to create issues there.",
                retryable=True,
            )
        wanted = (f for f in found if f["field_id"] not in {"project", "issuetype"})
        return [self._field(each, issue_type) for each in wanted]

    def _types(self) -> list[Plain]:
        found: list[Plain] = self._read(
            "jira_get_project_issue_types", {"project_key": self.project}
        )
        if not found:
            # The tool says nothing of why; a search does.
            self._find(f"project = {quoted(self.project)}", count=1)
            raise AgentError(
                f"Jira shows no issue types of {self.project}.",
                hint="The account needs the permission to create issues there.",
            )
        return found

    def _field(self, told: Plain, issue_type: str) -> IssueField:
        kind = _kind(told["schema"])
        is_wanted = told["required"] or told["field_id"] == "priority"
        is_chosen = kind in {"choice", "choices"} and told["schema"].get("items") != "string"
        return IssueField(
            id=told["field_id"],
            name=told["name"],
            kind=kind,
            required=told["required"],
            allowed=self._options(told["field_id"], issue_type) if is_wanted and is_chosen else (),
            # Jira fills these itself. It knows of more, but the tool does not hand that on.
            has_default=told["field_id"] in {"reporter", "priority"},
        )

    def _options(self, field: str, issue_type: str) -> tuple[str, ...]:
        arguments = {"field_id": field, "project_key": self.project, "issue_type": issue_type}
        options: list[Plain] = self._read("jira_get_field_options", arguments)
        return tuple(each["value"] for each in options if not each.get("disabled"))

    # Reading

    def marked(self, mark: str) -> Issue | None:
        if not mark:
            return None
        jql = f"project = {quoted(self.project)} AND labels = {quoted(mark)}"
        found = self._find(jql, count=1)
        return self.issue(found[0]["key"]) if found else None

    def issue(self, key: str) -> Issue:
        return self._issue(self._raw(key))

    def statuses_of(self, key: str) -> tuple[str, ...]:
        return tuple(dict.fromkeys(self._steps(key)))

    def _steps(self, key: str) -> dict[str, str]:
        """The ids of the steps that Jira's workflow allows now, by where they lead.

        Some tool servers tell the name of a step only, and not where it leads.
        """
        missing = f"There is no issue {key}."
        try:
            found: list[Plain] = self._session.call("jira_get_transitions", {"issue_key": key})
        except ToolFailed as failure:
            if failure.problem == "no_tool":
                return {}
            raise_read(JIRA, failure, missing=missing)
        except NoAnswer as failure:
            raise_read(JIRA, failure, missing=missing)
        return {each.get("to_status") or each["name"]: str(each["id"]) for each in found}

    def open_issues(self, *, count: int = 100) -> list[Issue]:
        jql = f"project = {quoted(self.project)} AND statusCategory != Done"
        return [self._issue(raw) for raw in self._find(f"{jql} ORDER BY created DESC", count=count)]

    def search(self, text: str, *, count: int = 20, closed: bool = False) -> list[Issue]:
        words = content_words(well_formed(text))[:MOST_TERMS]
        if not words:
            return []
        shares = " OR ".join(f"text ~ {quoted(term(word))}" for word in words)
        status = "" if closed else " AND statusCategory != Done"
        jql = f"project = {quoted(self.project)}{status} AND ({shares})"
        jql += " ORDER BY updated DESC" if closed else ""
        found = [self._issue(raw) for raw in self._find(jql, count=PAGE)]
        wanted = frozenset(words)
        found.sort(key=lambda issue: -_likeness(issue, wanted))
        return found[:count]

    def _raw(self, key: str) -> Plain:
        key = key.strip().upper()
        if not _KEY.fullmatch(key):
            raise NotFound(f'"{key}" is not the key of an issue.', hint="A key looks like PROJ-1.")
        arguments = {
            "issue_key": key,
            "fields": _FIELDS,
            "comment_limit": 0,
            "update_history": False,
            "include": "remote_links",
        }
        raw: Plain = self._read("jira_get_issue", arguments, missing=f"There is no issue {key}.")
        return raw

    def _find(self, jql: str, *, count: int) -> list[Plain]:
        found: list[Plain] = []
        token = None
        while len(found) < count:
            most = min(PAGE, count - len(found))
            arguments = {"jql": jql, "fields": _FIELDS, "limit": most, "start_at": len(found)}
            if token:
                arguments["page_token"] = token
            missing = f"Jira does not know the project {self.project}, or does not show it."
            answer: Plain = self._read("jira_search", arguments, missing=missing)
            found += answer["issues"]
            token = answer.get("next_page_token")
            if len(answer["issues"]) < most:
                break
        return found

    # Writing

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
            "additional_fields": json.dumps(_further(issue)),
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
                f"{before.key} was changed by someone else in the meantime.",
                hint="Look at the current version, then change it again.",
            )
        fields = dict(changes)
        if "description" in fields:
            if not before.is_lossless:
                raise _lossy(before.key)
            fields["description"] = self._patched(before.key, raw, fields["description"])
        if "labels" in fields:
            marks = [label for label in raw.get("labels", []) if _MARK.fullmatch(label)]
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
            f"Jira took only a part of the change to {before.key}.",
            hint="Look at the current issue.",
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
            raise Refused(error.message, hint=error.hint, retryable=error.retryable) from error
        if status not in steps:
            raise Refused(
                f'{key} cannot be moved to "{status}" from where it is.',
                hint=f"Jira allows {', '.join(steps) or 'no step'}.",
            )
        return steps[status]

    def people(self, name: str) -> list[Person]:
        arguments = {"query": name, "project_key": self.project}
        found: Plain = self._offered("jira_search_assignable_users", arguments) or {}
        people = (self._person(each) for each in found.get("users", []))
        return [each for each in people if each]

    def relations(self) -> tuple[str, ...]:
        return tuple(self._link_types())

    def relate(self, key: str, relation: str, other: str) -> None:
        self._must_be_ours(key)
        try:
            types = self._link_types()
        except AgentError as error:
            raise Refused(error.message, hint=error.hint, retryable=error.retryable) from error
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

    def _link_types(self) -> dict[str, tuple[str, bool]]:
        """By what is said of an issue: the name of the type, and whether that is outward."""
        found: list[Plain] = self._offered("jira_get_link_types", {}) or []
        types = {each["inward"]: (each["name"], False) for each in found}
        return types | {each["outward"]: (each["name"], True) for each in found}

    def _offered(self, tool: str, arguments: Plain) -> Any:
        """What a tool answers that not every server offers; None where this one does not."""
        try:
            return self._session.call(tool, arguments)
        except ToolFailed as failure:
            if failure.problem == "no_tool":
                return None
            raise_read(JIRA, failure, missing=f"Jira does not know {self.project}.")
        except NoAnswer as failure:
            raise_read(JIRA, failure, missing="")

    def _person(self, raw: Plain) -> Person | None:
        id_ = raw.get("account_id") if self._is_cloud else raw.get("name")
        return Person(id_, raw.get("display_name") or id_) if id_ else None

    def link_page(self, key: str, *, title: str, url: str) -> None:
        self._must_be_ours(key)
        raw = self._raw_to_write(key)
        if url in {address for _, address in _links(raw)}:
            return
        arguments = {"issue_key": raw["key"], "url": url, "title": title}
        try:
            self._session.call("jira_create_remote_issue_link", arguments)
        except (ToolFailed, NoAnswer) as failure:
            raise_write(JIRA, failure)

    def comment(self, key: str, text: str, *, mark: str) -> None:
        self._must_be_ours(key)
        if not text.strip():
            raise Refused("A comment needs some text.", hint="Write one.")
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
                f"{key} has more comments than can be looked through from here.",
                hint="Look in Jira whether the comment is there.",
            )
        return is_there

    def _after_failed_create(self, issue: NewIssue, failure: ToolFailed | NoAnswer) -> Issue:
        """The tool reads the issue back once it is made: the failure may be that of the reading."""
        if isinstance(failure, NoAnswer):
            raise_write(JIRA, failure)
        if made := _READ_BACK.search(failure.address):
            return self._made(made[1], failure)
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

    def _made(self, key: str, failure: ToolFailed) -> Issue:
        try:
            return self.issue(key)
        except AgentError:
            sentence, _, _ = explain(JIRA, failure)
            raise OutcomeUnknown(
                f"Jira made {key} but did not show it. {sentence}",
                hint=f"Look for {key} in Jira before it is sent again.",
            ) from failure

    def _complete(self, issue: NewIssue, made: Plain) -> Issue:
        """The tool leaves out what it cannot look up in Jira's list of fields, and says nothing."""
        if issue.mark in made.get("labels", []):
            return self._issue(made)
        try:
            self._change(made["key"], _further(issue))
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
            kept = (label for label in wanted["labels"] if not _MARK.fullmatch(label))
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
            raise Refused(error.message, hint=error.hint, retryable=error.retryable) from error

    def _must_be_ours(self, key: str) -> None:
        if not key.strip().upper().startswith(f"{self.project}-"):
            raise Refused(
                f"{key} is not changed from here.",
                hint=f"JIRA_PROJECT_KEY allows issues of {self.project} only.",
            )

    # Between Jira's terms and ours

    def _read(self, tool: str, arguments: Plain, *, missing: str = "") -> Any:
        try:
            return self._session.call(tool, arguments)
        except (ToolFailed, NoAnswer) as failure:
            raise_read(JIRA, failure, missing=missing or f"Jira does not know {self.project}.")

    def _written(self, markdown: str) -> str | Plain:
        """A new body."""
        if self._is_cloud:
            return document(markdown) if self._bodies else markdown
        return to_jira(markdown)

    def _patched(self, key: str, raw: Plain, markdown: str) -> str | Plain:
        """The body as it is, but for what the Markdown changes."""
        if self._bodies is None or not raw.get("description"):
            return self._written(markdown)
        try:
            body: str | Plain = patch(raw["description"], markdown, self._bodies)
        except Lossy as error:
            raise _lossy(key) from error
        return body

    def _shown(self, body: str | Plain | None) -> str:
        if self._bodies and body:
            return text_of(body, self._bodies)
        return from_jira(body) if isinstance(body, str) else ""

    def _issue(self, raw: Plain) -> Issue:
        status = raw.get("status", {})
        is_done = status.get("category") == "Done" or status.get("color") == "green"
        return Issue(
            key=raw["key"],
            id=raw["id"],
            link=f"{self._url}/browse/{raw['key']}",
            project=raw["key"].rpartition("-")[0],
            issue_type=raw.get("issue_type", {}).get("name", ""),
            summary=raw.get("summary", ""),
            description=self._shown(raw.get("description")),
            status=status.get("name", ""),
            is_open=not is_done,
            version=_version(raw),
            priority=raw.get("priority", {}).get("name", ""),
            labels=tuple(label for label in raw.get("labels", []) if not _MARK.fullmatch(label)),
            created=moment(raw.get("created", "")),
            updated=moment(raw.get("updated", "")),
            links=_links(raw),
            is_lossless=bool(self._bodies) or _is_lossless(raw.get("description") or ""),
            assignee=self._person(raw.get("assignee") or {}),
            due=raw.get("duedate") or "",
            relations=tuple(_relations(raw)),
        )


def _lossy(key: str) -> Refused:
    return Refused(
        f"A part of the description of {key} cannot be rewritten without loss.",
        hint="Change that part in Jira.",
    )


def _likeness(issue: Issue, wanted: frozenset[str]) -> int:
    return 3 * len(wanted & stems(issue.summary)) + len(wanted & stems(issue.description))


def _further(issue: NewIssue) -> Plain:
    fields: Plain = {**issue.fields, "labels": [*issue.labels, issue.mark]}
    if issue.priority:
        fields["priority"] = {"name": issue.priority}
    return fields


def _kind(schema: Plain) -> Kind:
    match schema.get("type"):
        case "number":
            return "number"
        case "date" | "datetime":
            return "date"
        case "array":
            return "choices"
        case "option" | "priority" | "version" | "component" | "securitylevel" | "resolution":
            return "choice"
    is_long = schema.get("system") in {"description", "environment"}
    return "longtext" if is_long or "textarea" in schema.get("custom", "") else "text"


def _version(raw: Plain) -> str:
    """The moment of the last change comes in whole seconds, so what it says counts too."""
    names = ("summary", "description", "status", "priority", "labels", "assignee", "duedate")
    held = [raw.get(name) for name in names]
    digest = hashlib.sha256(json.dumps(held, sort_keys=True).encode()).hexdigest()
    return f"{moment(raw.get('updated', ''))} {digest[:12]}"


@lru_cache(maxsize=200)
def _is_lossless(description: str) -> bool:
    # The tool has put this in place of a mention.
    return not _MENTION.search(description) and survives(description)


def _relations(raw: Plain) -> Iterator[tuple[str, str]]:
    for link in raw.get("issuelinks") or []:
        for side, said in (("inward_issue", "inward"), ("outward_issue", "outward")):
            if link.get(side):
                yield link["type"][said], link[side]["key"]


def _links(raw: Plain) -> tuple[tuple[str, str], ...]:
    objects = [link.get("object", {}) for link in raw.get("remote_links", [])]
    return tuple((each.get("title", ""), each["url"]) for each in objects if each.get("url"))
