"""A Jira of one's own (Data Center, REST version 2) or in the cloud (version 3), for issues."""

import time
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta

from tests.servers.query import Unreadable, parsed, shares
from tests.servers.rest import Plain, Refusal, Rest, serving

TYPES = {"10001": "Story", "10002": "Task", "10003": "Bug", "10000": "Epic", "10005": "Sub-task"}
PRIORITIES = ("Highest", "High", "Medium", "Low", "Lowest")
_CATEGORIES = {
    "To Do": {"id": 2, "key": "new", "name": "To Do", "colorName": "blue-gray"},
    "In Progress": {"id": 4, "key": "indeterminate", "name": "In Progress", "colorName": "yellow"},
    "Done": {"id": 3, "key": "done", "name": "Done", "colorName": "green"},
}
_STEPS = {"11": ("To Do", "To Do"), "21": ("Start work", "In Progress"), "31": ("Done", "Done")}
"""Transitions by id: their name, and the status that they lead to."""
_FIRST = datetime(2026, 11, 21, 10, 0, tzinfo=UTC)


def _field(name, kind, **more):
    return {"name": name, "required": False, "schema": {"type": kind, **more}}


def _fields():
    return {
        "summary": {**_field("Summary", "string", system="summary"), "required": True},
        "issuetype": {**_field("Issue Type", "issuetype", system="issuetype"), "required": True},
        "project": {**_field("Project", "project", system="project"), "required": True},
        "reporter": {**_field("Reporter", "user", system="reporter"), "required": True},
        "description": _field("Description", "string", system="description"),
        "priority": {
            **_field("Priority", "priority", system="priority"),
            "allowedValues": [{"id": str(i), "name": p} for i, p in enumerate(PRIORITIES, 1)],
        },
        "labels": _field("Labels", "array", items="string", system="labels"),
        "assignee": _field("Assignee", "user", system="assignee"),
        "duedate": _field("Due date", "date", system="duedate"),
    }


LINK_TYPES = (
    {"id": "1", "name": "Blocks", "inward": "is blocked by", "outward": "blocks"},
    {"id": "2", "name": "Relates", "inward": "relates to", "outward": "relates to"},
)
PEOPLE = (
    {"name": "alopez", "key": "u1", "displayName": "Ana López", "emailAddress": "a@example.com"},
    {"name": "aruiz", "key": "u2", "displayName": "Ana Ruiz", "emailAddress": "r@example.com"},
    {"name": "bob", "key": "u3", "displayName": "Bob", "emailAddress": "b@example.com"},
)


@dataclass
class Jira(Rest):
    project: str = "PROJ"
    is_cloud: bool = False
    lag: float = 0
    """Seconds until what was written is found."""
    fields: dict[str, Plain] = field(default_factory=_fields)
    """Create metadata by field id; a test adds its own."""
    issues: dict[str, Plain] = field(default_factory=dict)
    links: dict[str, list[Plain]] = field(default_factory=dict)
    comments: dict[str, list[Plain]] = field(default_factory=dict)
    moves: list[tuple[str, str]] = field(default_factory=list)
    """The steps that were taken: key, and name of the transition."""
    _written: dict[str, float] = field(default_factory=dict)
    _ticks: int = 0

    # What tests look at

    def marked(self, label):
        return [i for i in self.issues.values() if label in i["fields"]["labels"]]

    def finish(self, key) -> None:
        """Somebody closes it in Jira."""
        self.issues[key]["fields"]["status"] = _status("Done")
        self._touch(key)

    def edit(self, key, **changes) -> None:
        """Somebody else edits it."""
        self.issues[key]["fields"].update(changes)
        self._touch(key)

    def put(self, summary):
        """Somebody else makes an issue."""
        plain = {"project": {"key": self.project}, "issuetype": {"name": "Task"}}
        return str(self._create({**plain, "summary": summary})["key"])

    # What it answers

    def answer(self, request):
        root = f"/rest/api/{3 if self.is_cloud else 2}/"
        place = request.path.removeprefix(root).strip("/").split("/")
        status, answer = {"GET": 200, "POST": 201, "PUT": 204}.get(request.method, 405), None
        match request.method, place:
            case "GET", ["search"] if not self.is_cloud:
                answer = self._search(request.query)
            case "GET", ["search", "jql"] if self.is_cloud:
                answer = self._search(request.query)
            case "POST", ["issueLink"]:
                answer = self._relate(request.body)
            case "POST", ["issue"]:
                answer = self._create(request.body["fields"])
            case "POST", ["issue", key, "transitions"]:
                status, answer = 204, self._move(self._found(key), request.body)
            case method, ["issue", key, *rest] if key != "createmeta":
                answer = self._of_issue(method, self._found(key), rest, request)
            case "GET", _:
                answer = self._of_site(place, request)
            case _:
                raise Refusal(404, "<html>Oops, you've found a dead link.</html>")
        return status, answer

    def _of_site(self, place, request):
        match place:
            case ["field"]:
                return [{"id": name, **meta} for name, meta in self.fields.items()]
            case ["issue", "createmeta", project, "issuetypes"]:
                return self._types(project)
            case ["issue", "createmeta", project, "issuetypes", kind]:
                return self._meta(project, kind)
            case ["user", "assignable", "search"]:
                wanted = request.query.get("query" if self.is_cloud else "username", "")
                # As Jira documents it: what any of these begins with.
                known = [(p, (p["name"], p["displayName"], p["emailAddress"])) for p in PEOPLE]
                return [
                    self._account(person)
                    for person, texts in known
                    if any(text.casefold().startswith(wanted.casefold()) for text in texts)
                ]
            case ["myself"]:
                return self._account(PEOPLE[0])
            case ["issueLinkType"]:
                return {"issueLinkTypes": list(LINK_TYPES)}
        raise Refusal(404, "<html>Oops, you've found a dead link.</html>")

    def _of_issue(self, method, issue, rest, request):
        match method, rest:
            case "GET", []:
                return self._shown(issue, request.query.get("fields", "*all"))
            case "PUT", []:
                return self._update(issue, request.body["fields"])
            case "GET", ["transitions"]:
                return {"transitions": self._steps(issue)}
            case "GET", ["remotelink"]:
                return self.links.get(issue["key"], [])
            case "POST", ["remotelink"]:
                return self._link(issue["key"], request.body)
            case "GET", ["comment"]:
                found = self.comments.get(issue["key"], [])
                return {"startAt": 0, "maxResults": 1000, "total": len(found), "comments": found}
            case "POST", ["comment"]:
                return self._comment(issue, request.body)
        raise Refusal(404, "<html>Oops, you've found a dead link.</html>")

    def _account(self, person):
        """In the cloud nobody has a name that others could guess."""
        if not self.is_cloud:
            return person
        return {"accountId": person["key"], "displayName": person["displayName"]}

    def _types(self, project):
        self._must_know(project)
        values = [{"id": i, "name": n, "subtask": n == "Sub-task"} for i, n in TYPES.items()]
        return self._listed(values, cloud="issueTypes")

    def _listed(self, values, *, cloud):
        name = cloud if self.is_cloud else "values"
        return {"startAt": 0, "maxResults": 50, "total": len(values), name: values}

    def _meta(self, project, kind):
        self._must_know(project)
        if kind not in TYPES:
            raise _refused("issuetype", "The issue type selected is invalid.")
        values = [{"fieldId": name, **meta} for name, meta in self.fields.items()]
        return self._listed(values, cloud="fields")

    def _must_know(self, project) -> None:
        if project != self.project:
            raise Refusal(404, _errors(f"No project could be found with key '{project}'."))

    def _create(self, sent):
        if sent.get("project", {}).get("key") != self.project:
            raise _refused("project", "valid project is required")
        kind = sent.get("issuetype", {})
        if kind.get("id", "") not in TYPES and kind.get("name") not in TYPES.values():
            raise _refused("issuetype", "The issue type selected is invalid.")
        values = {"summary": "", **self._checked(sent)}
        for name, meta in self.fields.items():
            if meta["required"] and name != "reporter" and not values.get(name):
                raise _refused(name, f"{meta['name']} is required.")
        key = f"{self.project}-{len(self.issues) + 1}"
        values["issuetype"] = {"name": kind.get("name") or TYPES[kind["id"]]}
        values["project"] = {"key": self.project, "name": "Project"}
        defaults = {"description": None, "labels": [], "priority": {"name": "Medium"}}
        whole = {**defaults, **values, "status": _status("To Do")}
        number = str(10_000 + len(self.issues))
        self.issues[key] = {"id": number, "key": key, "fields": whole}
        self._touch(key)
        whole["created"] = whole["updated"]
        return {"id": number, "key": key, "self": f"{self.url}/rest/api/2/issue/{number}"}

    def _checked(self, sent):
        """What a screen would refuse is refused, and in the cloud a text that is no document."""
        body = sent.get("description")
        if body is not None and isinstance(body, dict) != self.is_cloud:
            raise _refused("description", "Operation value must be an Atlassian Document.")
        for name, value in sent.items():
            if name not in self.fields:
                message = f"Field '{name}' cannot be set. It is not on the appropriate screen."
                raise _refused(name, message)
            allowed = self.fields[name].get("allowedValues")
            chosen = value if isinstance(value, list) else [value]
            names = {each.get("name", each.get("value")) for each in allowed or []}
            for each in chosen if allowed else []:
                if not isinstance(each, dict) or not names & {each.get("name"), each.get("value")}:
                    raise _refused(name, f"The {name} selected is invalid.")
        if len(sent.get("summary", "")) > 255 or "\n" in sent.get("summary", ""):
            raise _refused("summary", "Summary must be a single line of less than 255 characters.")
        if any(" " in label for label in sent.get("labels", [])):
            raise _refused("labels", "The label can't contain spaces.")
        return sent

    def _update(self, issue, sent) -> None:
        sent = self._checked(sent)
        if given := sent.get("assignee"):
            known = [self._account(person) for person in PEOPLE]
            person = next((p for p in known if given.items() <= p.items()), None)
            if person is None:
                raise _refused("assignee", "The user does not exist.")
            sent = {**sent, "assignee": person}
        issue["fields"].update(sent)
        self._touch(issue["key"])

    def _touch(self, key) -> None:
        self._ticks += 1
        now = _FIRST + timedelta(milliseconds=137 * self._ticks)
        stamp = now.strftime("%Y-%m-%dT%H:%M:%S.%f")[:-3] + "+0000"
        self.issues[key]["fields"]["updated"] = stamp
        self._written[key] = time.monotonic()

    def _steps(self, issue):
        now = issue["fields"]["status"]["name"]
        steps = {i: step for i, step in _STEPS.items() if step[1] != now}
        return [{"id": i, "name": name, "to": _status(to)} for i, (name, to) in steps.items()]

    def _move(self, issue, body) -> None:
        wanted = str(body["transition"]["id"])
        step = next((each for each in self._steps(issue) if each["id"] == wanted), None)
        if step is None:
            raise Refusal(400, _errors("It seems that you have tried an illegal operation."))
        issue["fields"]["status"] = step["to"]
        self.moves.append((issue["key"], step["name"]))
        self._touch(issue["key"])

    def _link(self, key, body):
        """Without a global id the same address twice is two links, as in Jira."""
        held, id_ = self.links.setdefault(key, []), body.get("globalId")
        same = [link for link in held if id_ and link["globalId"] == id_]
        number = sum(map(len, self.links.values())) + 1
        made = {"id": number, "globalId": id_, "object": body["object"]}
        if same:
            same[0]["object"] = body["object"]
            return {"id": same[0]["id"]}
        held.append(made)
        return {"id": made["id"]}

    def _relate(self, body) -> None:
        """Each of the two issues shows the other."""
        kind = next((t for t in LINK_TYPES if t["name"] == body["type"]["name"]), None)
        if kind is None:
            raise Refusal(404, _errors("No issue link type with this name found."))
        one, two = (self._found(body[side]["key"]) for side in ("inwardIssue", "outwardIssue"))
        for issue, side, other in ((one, "outwardIssue", two), (two, "inwardIssue", one)):
            link = {"id": "1", "type": kind, side: {"id": other["id"], "key": other["key"]}}
            issue["fields"].setdefault("issuelinks", []).append(link)
            self._touch(issue["key"])

    def _comment(self, issue, body):
        self._touch(issue["key"])
        stamp, held = issue["fields"]["updated"], self.comments.setdefault(issue["key"], [])
        author = {"name": "owner", "displayName": "Owner"}
        stamps = {"created": stamp, "updated": stamp}
        held.append({"id": str(len(held) + 1), "body": body["body"], "author": author, **stamps})
        return held[-1]

    def _found(self, key):
        if key not in self.issues:
            raise Refusal(404, _errors("Issue Does Not Exist"))
        return self.issues[key]

    def _shown(self, issue, wanted):
        names = wanted.split(",")
        fields = issue["fields"]
        shown = {k: v for k, v in fields.items() if wanted == "*all" or k in names}
        place = f"{self.url}/rest/api/2/issue/{issue['id']}"
        if "comment" in names:
            shown["comment"] = {"comments": self.comments.get(issue["key"], [])}
        return {"id": issue["id"], "key": issue["key"], "self": place, "fields": shown}

    def _search(self, query):
        try:
            test, order = parsed(query["jql"], self._clause)
        except Unreadable as error:
            raise Refusal(400, _errors(str(error))) from error
        now = time.monotonic()
        indexed = [i for k, i in self.issues.items() if self._written[k] + self.lag <= now]
        found = [issue for issue in indexed if test(issue)]
        for name, falls in reversed(order):
            found.sort(key=lambda i, n=name: (i["fields"].get(n, ""), int(i["id"])), reverse=falls)
        start, most = int(query.get("startAt", 0)), int(query.get("maxResults", 50))
        page = found[start : start + most]
        shown = [self._shown(issue, query.get("fields", "*all")) for issue in page]
        return {"startAt": start, "maxResults": most, "total": len(found), "issues": shown}

    def _clause(self, name, sign, value):
        if test := _of_field(name, sign, value):
            return test
        match name, sign:
            case "project", "=":
                if value != self.project:
                    raise Unreadable(f"The value '{value}' does not exist for the field 'project'.")
                return lambda _: True
            case "statuscategory", "=":
                return lambda i: i["fields"]["status"]["statusCategory"]["name"] == value
            case "labels", "=":
                return lambda i: value in i["fields"]["labels"]
            case "text", "~":
                return lambda i: shares(
                    f"{i['fields']['summary']} {_words(i['fields']['description'])}", value
                )
        raise Unreadable(f"Field '{name}' does not exist or you do not have permission to view it.")


def _of_field(name, sign, value):
    def held(issue):
        return issue["fields"].get(name) or {}

    match name, sign:
        case "status" | "priority" | "issuetype", "=":
            return lambda i: held(i)["name"] == value
        case "assignee", "is":
            return lambda i: not held(i)
        case "assignee", "=":
            return lambda i: value in held(i).values()
        case "duedate", "<=":
            return lambda i: "" < (held(i) or "") <= value
        case "duedate", ">=":
            return lambda i: (held(i) or "") >= value
    return None


def _words(body):
    """What is said in it."""
    if not isinstance(body, dict):
        return body or ""
    return " ".join([body.get("text", ""), *map(_words, body.get("content", []))])


def _status(name):
    return {"id": name, "name": name, "statusCategory": _CATEGORIES[name]}


def _errors(message):
    return {"errorMessages": [message], "errors": {}}


def _refused(name, message):
    return Refusal(400, {"errorMessages": [], "errors": {name: message}})


@contextmanager
def jira_server(**more):
    with serving(Jira(**more)) as jira:
        yield jira
