"""Reads from Jira: the issues of a project, and the fields that new ones take."""

import hashlib
import json
import re
from collections.abc import Iterator
from functools import lru_cache
from typing import Any, Literal
from urllib.parse import urlsplit

from agent.adapters.atlassian import Tools
from agent.adapters.atlassian.failures import explain, raise_read
from agent.adapters.atlassian.problems import ToolFailed
from agent.adapters.atlassian.queries import moment, quoted, term
from agent.adapters.atlassian.session import NoAnswer
from agent.adapters.atlassian.setup import JIRA_TOOLS, is_cloud
from agent.adapters.tracker.jira_markup import from_jira, survives
from agent.adapters.tracker.jira_nodes import WIKI
from agent.adapters.tracker.people import called
from agent.errors import AgentError, NotFound
from agent.exchange.wiki_markup.adf import ADF
from agent.exchange.wiki_markup.patching import Format, text_of
from agent.language.text import content_words, stems, well_formed
from agent.ports.work_items import ME, Connection, Issue, IssueField, IssueQuery, Person

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
_KEY = re.compile(r"[A-Z][A-Z0-9_]+-\d+")
_MENTION = re.compile(r"\bUser:\S")
MARK = re.compile(r"interlude-[0-9a-f]{12}")


class JiraReader:
    """Reads a project of Jira, and what its issues take."""

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
                hint = explain(JIRA, ToolFailed("", problem="no_tool")).hint
                message = f"The tool server does not offer {', '.join(missing)}."
                return Connection(is_ok=False, message=message, hint=hint, missing=missing)
            types = self.issue_types()
        except NoAnswer as failure:
            told = explain(JIRA, failure)
            return Connection(is_ok=False, message=told.message, hint=told.hint)
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

    def find(self, query: IssueQuery, *, count: int = 100) -> list[Issue]:
        words = content_words(well_formed(query.words))[:MOST_TERMS]
        is_named = {"status": query.status, "priority": query.priority}
        is_named["issuetype"] = query.issue_type
        clauses = [f"{name} = {quoted(value)}" for name, value in is_named.items() if value]
        if not query.closed and not query.status:
            clauses.append("statusCategory != Done")
        is_named_person = query.assignee and query.assignee != ME
        people = [each.id for each in self.people(query.assignee or "")] if is_named_person else []
        if is_named_person and not people:
            return []
        clauses += ["assignee = currentUser()"] if query.assignee == ME else []
        clauses += [f"duedate >= {quoted(query.due_from)}"] if query.due_from else []
        clauses += [f"duedate <= {quoted(query.due_until)}"] if query.due_until else []
        shares = [f"text ~ {quoted(term(word))}" for word in words]
        shares += [f"labels = {quoted(word)}" for word in query.words.split() if words]
        clauses += [f"({' OR '.join(shares)})"] if shares else []
        for name, sign, values in (
            ("labels", "=", query.labels),
            ("assignee", "=", people),
        ):
            either = " OR ".join(f"{name} {sign} {quoted(value)}" for value in values)
            clauses += [f"({either})"] if either else []
        if query.assignee == "":
            clauses.append("assignee IS EMPTY")
        jql = " AND ".join([f"project = {quoted(self.project)}", *clauses])
        return [self._issue(raw) for raw in self._find(f"{jql} ORDER BY created DESC", count=count)]

    def _raw(self, key: str) -> Plain:
        key = key.strip().upper()
        if not _KEY.fullmatch(key):
            raise NotFound(f'"{key}" is not the key of an issue.', hint="A key looks like PROJ-1.")
        arguments = {
            "issue_key": key,
            "fields": f"{_FIELDS},comment",
            "comment_limit": MOST_COMMENTS,
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

    def people(self, name: str) -> list[Person]:
        """By Jira's own search, else by any whole words of a name, with or without accents."""
        if name == ME:
            return self._users("jira_get_myself") if self._session.is_own_api else []
        if found := self._users("jira_search_assignable_users", query=name):
            return called(name, found) or found
        if self._session.is_own_api:
            known = self._users("jira_search_assignable_users", query="")
        else:
            known = [each.assignee for each in self.open_issues(count=PAGE) if each.assignee]
        return called(name, known)

    def _users(self, tool: str, **asked: str) -> list[Person]:
        found: Plain = self._offered(tool, {**asked, "project_key": self.project}) or {}
        people = (self._person(each) for each in found.get("users", []))
        return [each for each in people if each]

    def relations(self) -> tuple[str, ...]:
        return tuple(self._link_types())

    def _link_types(self) -> dict[str, tuple[str, bool]]:
        """By what is said of an issue: the name of the type, and whether that is outward."""
        found: list[Plain] = self._offered("jira_get_link_types", {}) or []
        types = {each["inward"]: (each["name"], False) for each in found}
        return types | {each["outward"]: (each["name"], True) for each in found}

    def _offered(self, tool: str, arguments: Plain) -> Any:
        """Call a tool that not every server offers; None where this one does not."""
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

    # Between Jira's terms and ours

    def _read(self, tool: str, arguments: Plain, *, missing: str = "") -> Any:
        try:
            return self._session.call(tool, arguments)
        except (ToolFailed, NoAnswer) as failure:
            raise_read(JIRA, failure, missing=missing or f"Jira does not know {self.project}.")

    def _comments(self, raw: Plain) -> Iterator[tuple[str, tuple[str, str]]]:
        """Each without the mark of what is written from here, and its author and time."""
        for told in raw.get("comments") or []:
            if text := MARK.sub("", self._shown(told.get("body"))).strip():
                author = told.get("author") or {}
                yield text, (author.get("display_name", ""), moment(told.get("created", "")))

    def _shown(self, body: str | Plain | None) -> str:
        if self._bodies and body:
            return text_of(body, self._bodies)
        return from_jira(body) if isinstance(body, str) else ""

    def _issue(self, raw: Plain) -> Issue:
        status, comments = raw.get("status", {}), list(self._comments(raw))
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
            labels=tuple(label for label in raw.get("labels", []) if not MARK.fullmatch(label)),
            created=moment(raw.get("created", "")),
            updated=moment(raw.get("updated", "")),
            links=links_of(raw),
            comments=tuple(text for text, _head in comments),
            commented=tuple(head for _text, head in comments),
            is_lossless=bool(self._bodies) or _is_lossless(raw.get("description") or ""),
            assignee=self._person(raw.get("assignee") or {}),
            due=raw.get("duedate") or "",
            relations=tuple(_relations(raw)),
        )


def _likeness(issue: Issue, wanted: frozenset[str]) -> int:
    return 3 * len(wanted & stems(issue.summary)) + len(wanted & stems(issue.description))


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


def links_of(raw: Plain) -> tuple[tuple[str, str], ...]:
    objects = [link.get("object", {}) for link in raw.get("remote_links", [])]
    return tuple((each.get("title", ""), each["url"]) for each in objects if each.get("url"))
