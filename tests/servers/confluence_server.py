"""A Confluence of one's own (Data Center, REST version 1), as far as pages go."""

import re
import time
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from xml.etree import ElementTree as ET

from tests.servers.query import Unreadable, parsed, shares
from tests.servers.rest import Plain, Refusal, Rest, serving

_FIRST = datetime(2026, 11, 21, 10, 0, tzinfo=UTC)
_NAMED = re.compile(r"&(?!(?:amp|lt|gt|quot|apos|#\d+|#x[0-9a-fA-F]+);)\w+;")


@dataclass
class Confluence(Rest):
    space: str = "TEAM"
    lag: float = 0
    """Seconds until what was written is found by a query; its title finds it at once."""
    pages: dict[str, Plain] = field(default_factory=dict)
    """The newest version of each."""
    versions: dict[str, list[str]] = field(default_factory=dict)
    _written: dict[str, float] = field(default_factory=dict)
    _ticks: int = 0

    # What tests look at

    def titled(self, title):
        return [page for page in self.pages.values() if page["title"] == title]

    def edit(self, page, body) -> None:
        """Somebody else writes a new version."""
        self._put(self.pages[page], body=body)

    # What it answers

    def answer(self, request):
        place = request.path.removeprefix("/rest/api/").strip("/")
        match request.method, place.split("/"):
            case "POST", ["content"]:
                return 200, self._shown(self._create(request.body))
            case "GET", ["content"]:
                return 200, self._listed(request.query)
            case "GET", ["content", "search"]:
                return 200, self._query(request.query)
            case "GET", ["content", page]:
                return 200, self._shown(self._found(page), request.query.get("expand", ""))
            case "GET", ["content", page, "history"]:
                return 200, self._history(self._found(page))
            case "PUT", ["content", page]:
                return 200, self._shown(self._update(self._found(page), request.body))
            case "GET", ["content", page, "property"]:
                self._found(page)
                return 200, {"results": [], "start": 0, "limit": 10, "size": 0}
            case "GET", ["search"]:
                return 200, self._search(request.query)
        raise Refusal(404, "<html>Page Not Found</html>")

    def _create(self, sent):
        if sent["space"]["key"] != self.space:
            raise _refused(404, f"No space with key : {sent['space']['key']}")
        self._must_be_free(sent["title"])
        body = _checked(sent["body"]["storage"]["value"])
        number = str(65_537 + len(self.pages))
        page = {"id": number, "type": "page", "status": "current", "title": sent["title"]}
        self.pages[number] = {**page, "version": {"number": 0}, "body": ""}
        return self._put(self.pages[number], body=body)

    def _update(self, page, sent):
        if sent["version"]["number"] != page["version"]["number"] + 1:
            raise _refused(409, "Version must be incremented on update.")
        if sent["title"] != page["title"]:
            self._must_be_free(sent["title"])
        body = _checked(sent["body"]["storage"]["value"])
        page["title"] = sent["title"]
        return self._put(page, body=body)

    def _put(self, page, *, body):
        self._ticks += 1
        now = _FIRST + timedelta(milliseconds=137 * self._ticks)
        when = now.strftime("%Y-%m-%dT%H:%M:%S.%f")[:-3] + "Z"
        page["body"] = body
        page["version"] = {"number": page["version"]["number"] + 1, "when": when}
        page.setdefault("created", when)
        self.versions.setdefault(page["id"], []).append(body)
        self._written[page["id"]] = time.monotonic()
        return page

    def _must_be_free(self, title) -> None:
        if not title.strip() or len(title) > 255:
            raise _refused(400, "Title cannot be blank or longer than 255 characters.")
        if self.titled(title):
            raise _refused(400, f"A page already exists with the title {title} in the space")

    def _found(self, page):
        if page not in self.pages:
            raise _refused(404, f"No content found with id: ContentId{{id={page}}}")
        return self.pages[page]

    def _listed(self, query):
        if query.get("spaceKey", self.space) != self.space:
            raise _refused(404, f"No space with key : {query['spaceKey']}")
        found = [p for p in self.pages.values() if query.get("title", p["title"]) == p["title"]]
        shown = [self._shown(page, query.get("expand", "")) for page in found]
        return {"results": shown[: int(query.get("limit", 25))], "start": 0, "size": len(shown)}

    def _history(self, page):
        last = {"number": page["version"]["number"], "when": page["version"]["when"]}
        return {"latest": True, "createdDate": page["created"], "lastUpdated": last}

    def _shown(self, page, expand="version"):
        wanted = expand.split(",")
        shown = {k: page[k] for k in ("id", "type", "status", "title")}
        shown["_links"] = {"webui": f"/pages/viewpage.action?pageId={page['id']}"}
        shown["_expandable"] = {"space": f"/rest/api/space/{self.space}"}
        if "version" in wanted:
            shown["version"] = page["version"]
        if "space" in wanted:
            shown["space"] = {"key": self.space, "name": "Team"}
        if "history" in wanted:
            shown["history"] = self._history(page)
        if "body.storage" in wanted:
            shown["body"] = {"storage": {"value": page["body"], "representation": "storage"}}
        return shown

    def _query(self, query):
        found = self._matching(query)
        return {"results": [self._shown(page, query.get("expand", "")) for page in found]}

    def _matching(self, query):
        try:
            test, _ = parsed(query["cql"], self._clause)
        except Unreadable as error:
            raise _refused(400, f"Could not parse cql : {query['cql']}") from error
        now = time.monotonic()
        indexed = [p for k, p in self.pages.items() if self._written[k] + self.lag <= now]
        return [page for page in indexed if test(page)][: int(query.get("limit", 25))]

    def _search(self, query):
        found = self._matching(query)
        results = [
            {
                "content": self._shown(page, "version,history,space"),
                "title": page["title"],
                "excerpt": _words(page["body"])[:200],
                "entityType": "content",
            }
            for page in found
        ]
        return {"results": results, "start": 0, "totalSize": len(found), "cqlQuery": query["cql"]}

    def _clause(self, name, sign, value):
        match name, sign:
            case "space", "=":
                return lambda _: value == self.space
            case "type", "=":
                return lambda page: page["type"] == value
            case "title", "=":
                return lambda page: page["title"] == value
            case "text", "~":
                return lambda page: shares(f"{page['title']} {_words(page['body'])}", value)
        raise Unreadable(name)


def _checked(body):
    """Storage format is XML, and Confluence refuses what is not well formed."""
    spaces = 'xmlns:ac="urn:ac" xmlns:ri="urn:ri"'
    try:
        ET.fromstring(f"<body {spaces}>{_NAMED.sub('x', body)}</body>")  # noqa: S314
    except ET.ParseError as error:
        raise _refused(400, f"Error parsing xhtml: {error}") from error
    return body


def _words(body):
    return re.sub(r"<[^>]+>", " ", body)


def _refused(status, message):
    return Refusal(status, {"statusCode": status, "data": {}, "message": message})


@contextmanager
def confluence_server(**more):
    with serving(Confluence(**more)) as confluence:
        yield confluence
