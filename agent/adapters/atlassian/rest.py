"""Jira's and Confluence's own REST interfaces, asked as the tool server is asked.

Each tool that the adapters call is a request or two, and its answer has the tool's shape.
Bodies are what differs: they come and go as the service keeps them, which is what lets
them be patched node by node.
"""

import json
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any

from atlassian.rest_client import AtlassianRestAPI
from requests import RequestException, Response
from requests.exceptions import ConnectionError as NoConnection
from requests.exceptions import ConnectTimeout, SSLError, Timeout

from agent.adapters.atlassian.problems import ToolFailed
from agent.adapters.failures import ATLASSIAN

Plain = dict[str, Any]

_PAGE = "body.storage,version,space,history.lastUpdated"


@dataclass(frozen=True)
class Login:
    url: str
    username: str = ""
    token: str = ""
    personal: str = ""
    is_cloud: bool = False


class RestFailed(ToolFailed):
    """What the service answered, in the terms of a tool that failed."""

    words = address = ""
    wait = 0

    def __init__(self, words: str, *, problem: str, address: str, wait: int = 0) -> None:
        super().__init__(words, problem=problem)
        self.words, self.address, self.wait = words, address, wait


class Service:
    """One of the two services; every answer that is no success raises RestFailed."""

    def __init__(self, login: Login, *, seconds: float, root: str) -> None:
        header = {"Authorization": f"Bearer {login.personal}"} if login.personal else {}
        self._api = AtlassianRestAPI(
            login.url,
            username=None if login.personal else login.username,
            password=None if login.personal else login.token,
            timeout=max(1, int(seconds)),
        )
        self._api._session.headers.update(header)  # noqa: SLF001 - it sends no token otherwise
        self._root = root
        self.url = login.url

    def get(self, path: str, **query: object) -> Any:
        return self._ask("GET", path, query=query)

    def send(self, method: str, path: str, body: Plain, **query: object) -> Any:
        return self._ask(method, path, body=body, query=query)

    def close(self) -> None:
        self._api.close()

    def _ask(self, method: str, path: str, *, query: Plain, body: Plain | None = None) -> Any:
        shown = "&".join(f"{name}={value}" for name, value in query.items())
        address = f"{self._root}/{path}" + (f"?{shown}" if shown else "")
        with _failing(address):
            answer: Response = self._api.request(
                method, f"{self._root}/{path}", json=body, params=query, advanced_mode=True
            )
        if answer.status_code >= 400:
            raise _failure(answer, address)
        try:
            return answer.json() if answer.content else {}
        except ValueError as error:
            raise RestFailed("", problem="unavailable", address=address) from error


@contextmanager
def _failing(address: str) -> Iterator[None]:
    """Name what kept an answer from coming."""
    try:
        yield
    except (ConnectTimeout, SSLError) as error:
        raise RestFailed(str(error), problem="unreachable", address=address) from error
    except Timeout as error:
        raise RestFailed(str(error), problem="late", address=address) from error
    except NoConnection as error:
        is_away = "Failed to establish" in str(error) or "resolve" in str(error).casefold()
        problem = "unreachable" if is_away else "dropped"
        raise RestFailed(str(error), problem=problem, address=address) from error
    except RequestException as error:
        raise RestFailed(str(error), problem="dropped", address=address) from error


def _failure(answer: Response, address: str) -> RestFailed:
    problem = ATLASSIAN.find(status=answer.status_code) or "said_no"
    wait = answer.headers.get("Retry-After", "")
    seconds = int(wait) if wait.isdecimal() else 0
    return RestFailed(_words(answer), problem=problem, address=address, wait=seconds)


def _words(answer: Response) -> str:
    """What the service says of it; pages of proxies say nothing."""
    try:
        told = answer.json()
    except ValueError:
        return ""
    errors = told.get("errors") or {}
    said = [*(told.get("errorMessages") or []), *(errors.values() if errors else [])]
    return " ".join(str(each) for each in said) or str(told.get("message") or "")


class RestSession:
    """Answers the calls of the adapters, as `Session` does."""

    is_own_api = True

    def __init__(
        self, *, jira: Login | None = None, confluence: Login | None = None, seconds: float
    ) -> None:
        self.is_cloud = bool(jira and jira.is_cloud)
        self._services: list[Service] = []
        self._tools: dict[str, Callable[[Plain], Any]] = {}
        if jira:
            service = Service(jira, seconds=seconds, root=f"rest/api/{3 if jira.is_cloud else 2}")
            self._offer(service, _JiraTools(service, is_cloud=jira.is_cloud))
        if confluence:
            service = Service(confluence, seconds=seconds, root="rest/api")
            self._offer(service, _ConfluenceTools(service))

    def _offer(self, service: Service, tools: object) -> None:
        self._services.append(service)
        names = (name for name in dir(tools) if name.startswith(("jira_", "confluence_")))
        self._tools |= {name: getattr(tools, name) for name in names}

    def call(self, tool: str, arguments: Plain) -> Any:
        if tool not in self._tools:
            raise ToolFailed("", problem="no_tool")
        return self._tools[tool](arguments)

    def missing(self) -> list[str]:
        return []

    def close(self) -> None:
        for service in self._services:
            service.close()


class _JiraTools:
    def __init__(self, service: Service, *, is_cloud: bool) -> None:
        self._ask = service
        self._is_cloud = is_cloud

    def jira_get_project_issue_types(self, given: Plain) -> list[Plain]:
        found = self._ask.get(f"issue/createmeta/{given['project_key']}/issuetypes", maxResults=200)
        types: list[Plain] = found.get("issueTypes") or found.get("values") or []
        return types

    def jira_get_create_fields(self, given: Plain) -> list[Plain]:
        return [{**each, "field_id": each["fieldId"]} for each in self._meta(given)]

    def _meta(self, given: Plain) -> list[Plain]:
        place = f"issue/createmeta/{given['project_key']}/issuetypes/{given['issue_type_id']}"
        found = self._ask.get(place, maxResults=200)
        fields: list[Plain] = found.get("fields") or found.get("values") or []
        return fields

    def jira_get_field_options(self, given: Plain) -> list[Plain]:
        fields = {field["fieldId"]: field for field in self._meta_of(given)}
        values = fields.get(given["field_id"], {}).get("allowedValues") or []
        return [{"value": each.get("name") or each.get("value"), **each} for each in values]

    def _meta_of(self, given: Plain) -> list[Plain]:
        kinds = {kind["name"]: kind["id"] for kind in self.jira_get_project_issue_types(given)}
        return self._meta({**given, "issue_type_id": kinds.get(given["issue_type"], "")})

    def jira_get_issue(self, given: Plain) -> Plain:
        key = given["issue_key"]
        issue = _issue(self._ask.get(f"issue/{key}", fields=given["fields"]))
        if given["fields"] == "comment":
            most = given["comment_limit"]
            found = self._ask.get(f"issue/{key}/comment", maxResults=most, orderBy="-created")
            issue["comments"] = [{"body": _flat(each["body"])} for each in found["comments"]]
        if given.get("include"):
            issue["remote_links"] = self._ask.get(f"issue/{key}/remotelink")
        return issue

    def jira_search(self, given: Plain) -> Plain:
        query = {"jql": given["jql"], "maxResults": given["limit"], "fields": given["fields"]}
        if self._is_cloud:
            token = given.get("page_token")
            more = {"nextPageToken": token} if token else {}
            found = self._ask.get("search/jql", **query, **more)
        else:
            found = self._ask.get("search", **query, startAt=given["start_at"])
        issues = [_issue(each) for each in found["issues"]]
        return {"issues": issues, "next_page_token": found.get("nextPageToken")}

    def jira_create_issue(self, given: Plain) -> Plain:
        fields = {
            "project": {"key": given["project_key"]},
            "issuetype": {"name": given["issue_type"]},
            "summary": given["summary"],
            "description": given["description"],
            **self._chosen(_by_name(json.loads(given["additional_fields"])), given),
        }
        made = self._ask.send("POST", "issue", {"fields": fields})
        # The address tells the adapter that it is made, where this fails.
        return {"issue": _issue(self._ask.get(f"issue/{made['key']}", fields="*all"))}

    def _chosen(self, fields: Plain, given: Plain) -> Plain:
        """With the options of further fields as Jira wants them."""
        if not fields.keys() - {"labels", "priority", "assignee", "duedate"}:
            return fields
        kinds = {field["fieldId"]: field["schema"] for field in self._meta_of(given)}
        return {id_: _shaped(value, kinds.get(id_, {})) for id_, value in fields.items()}

    def jira_update_issue(self, given: Plain) -> Plain:
        body = {"fields": _by_name(json.loads(given["fields"]))}
        answer: Plain = self._ask.send("PUT", f"issue/{given['issue_key']}", body)
        return answer

    def jira_get_transitions(self, given: Plain) -> list[Plain]:
        found = self._ask.get(f"issue/{given['issue_key']}/transitions")
        return [{**step, "to_status": step["to"]["name"]} for step in found["transitions"]]

    def jira_transition_issue(self, given: Plain) -> None:
        step = {"transition": {"id": given["transition_id"]}}
        self._ask.send("POST", f"issue/{given['issue_key']}/transitions", step)

    def jira_add_comment(self, given: Plain) -> None:
        self._ask.send("POST", f"issue/{given['issue_key']}/comment", {"body": given["body"]})

    def jira_create_remote_issue_link(self, given: Plain) -> None:
        link = {"url": given["url"], "title": given["title"]}
        # By its global id the same link sent again is the same one.
        body = {"globalId": given["url"], "object": link}
        self._ask.send("POST", f"issue/{given['issue_key']}/remotelink", body)

    def jira_search_assignable_users(self, given: Plain) -> Plain:
        by = "query" if self._is_cloud else "username"
        query = {by: given["query"], "project": given["project_key"], "maxResults": 1000}
        found = self._ask.get("user/assignable/search", **query)
        return {"users": [_person(each) for each in found]}

    def jira_get_myself(self, _given: Plain) -> Plain:
        return {"users": [_person(self._ask.get("myself"))]}

    def jira_get_link_types(self, _given: Plain) -> list[Plain]:
        found: list[Plain] = self._ask.get("issueLinkType")["issueLinkTypes"]
        return found

    def jira_create_issue_link(self, given: Plain) -> None:
        body = {
            "type": {"name": given["link_type"]},
            "inwardIssue": {"key": given["inward_issue_key"]},
            "outwardIssue": {"key": given["outward_issue_key"]},
        }
        self._ask.send("POST", "issueLink", body)


def _by_name(fields: Plain) -> Plain:
    if isinstance(name := fields.get("priority"), str):
        return {**fields, "priority": {"name": name}}
    return fields


def _shaped(value: Any, schema: Plain) -> Any:
    match schema.get("type"), schema.get("items"):
        case "array", "string":
            return value
        case "array", kind:
            values = value if isinstance(value, list) else [value]
            return [_shaped(each, {"type": kind}) for each in values]
        case "option", _ if isinstance(value, str):
            return {"value": value}
        case (("version" | "component" | "securitylevel"), _) if isinstance(value, str):
            return {"name": value}
    return value


def _issue(raw: Plain) -> Plain:
    """In the shape of the tools."""
    fields = raw.get("fields", {})
    status = fields.get("status") or {}
    is_done = (status.get("statusCategory") or {}).get("key") == "done"
    shown = {
        "id": raw["id"],
        "key": raw["key"],
        "summary": fields.get("summary") or "",
        "description": fields.get("description"),
        "status": {"name": status.get("name", ""), "category": "Done" if is_done else ""},
        "issue_type": fields.get("issuetype") or {},
        "priority": fields.get("priority") or {},
        "labels": fields.get("labels") or [],
        "created": _moment(fields.get("created") or ""),
        "updated": _moment(fields.get("updated") or ""),
        "duedate": fields.get("duedate"),
        "issuelinks": [_link(each) for each in fields.get("issuelinks") or []],
        "comments": (fields.get("comment") or {}).get("comments", []),
    }
    if person := fields.get("assignee"):
        shown["assignee"] = _person(person)
    return shown


def _link(raw: Plain) -> Plain:
    sides = {"inward_issue": raw.get("inwardIssue"), "outward_issue": raw.get("outwardIssue")}
    return {"type": raw["type"], **{name: side for name, side in sides.items() if side}}


def _person(raw: Plain) -> Plain:
    return {
        "account_id": raw.get("accountId"),
        "name": raw.get("name"),
        "display_name": raw.get("displayName"),
    }


def _flat(body: str | Plain) -> str:
    return body if isinstance(body, str) else json.dumps(body)


def _moment(text: str) -> str:
    """Jira writes "2026-11-21T10:00:00.137+0000"."""
    try:
        return datetime.fromisoformat(text).astimezone(UTC).isoformat()
    except ValueError:
        return text


class _ConfluenceTools:
    def __init__(self, service: Service) -> None:
        self._ask = service

    def confluence_get_page(self, given: Plain) -> Plain:
        if "page_id" in given:
            return {"metadata": self._page(given["page_id"])}
        place = {"spaceKey": given["space_key"], "title": given["title"], "expand": _PAGE}
        found = self._ask.get("content", **place)["results"]
        if not found:
            raise ToolFailed("", problem="missing")
        return {"metadata": self._shown(found[0])}

    def confluence_search(self, given: Plain) -> list[Plain]:
        query = {"cql": given["query"], "limit": given["limit"], "expand": _PAGE}
        return [self._shown(each) for each in self._ask.get("content/search", **query)["results"]]

    def confluence_create_page(self, given: Plain) -> Plain:
        body = {"space": {"key": given["space_key"]}, **_written(given)}
        return {"page": self._page(self._ask.send("POST", "content", body)["id"])}

    def confluence_update_page(self, given: Plain) -> Plain:
        id_, version = given["page_id"], {"version": {"number": given["version"] + 1}}
        self._ask.send("PUT", f"content/{id_}", {**version, **_written(given)}, status="current")
        return {"page": self._page(id_)}

    def _page(self, id_: str) -> Plain:
        return self._shown(self._ask.get(f"content/{id_}", expand=_PAGE))

    def _shown(self, raw: Plain) -> Plain:
        links, version = raw.get("_links", {}), raw.get("version", {})
        base = links.get("base") or self._ask.url
        value = raw.get("body", {}).get("storage", {}).get("value", "")
        return {
            "id": raw["id"],
            "title": raw["title"],
            "space": raw.get("space", {}),
            "url": f"{base}{links.get('webui', '')}",
            "version": version.get("number", 0),
            "updated": _moment(version.get("when") or ""),
            "content": {"value": value, "format": "storage"},
        }


def _written(given: Plain) -> Plain:
    storage = {"value": given["content"], "representation": "storage"}
    return {"type": "page", "title": given["title"], "body": {"storage": storage}}
