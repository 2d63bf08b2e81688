"""A server that speaks Tavily's REST interface: /search and /usage, its keys and its refusals."""

from contextlib import contextmanager
from dataclasses import dataclass, field

from tests.servers.rest import Plain, Rest, serving

KEY = "tvly-canary-0123456789"
MESSAGES = {
    400: "Query is missing.",
    401: "Unauthorized: missing or invalid API key.",
    429: "Your request has been blocked due to excessive requests.",
    432: "This request exceeds your plan's set usage limit.",
    433: "This request exceeds the pay-as-you-go limit.",
    500: "Internal Server Error",
}


def refusal(status):
    return {"detail": {"error": MESSAGES[status]}}


@dataclass
class TavilySite(Rest):
    token: str = KEY
    results: list[Plain] = field(default_factory=list)
    used: int = 150
    limit: int | None = 1000

    def may_enter(self, authorisation):
        return authorisation == f"Bearer {self.token}"

    def unauthorised(self):
        return refusal(401)

    def answer(self, request):
        match request.method, request.path:
            case "GET", "/usage":
                account = {"current_plan": "Researcher", "plan_usage": self.used}
                key = {"usage": self.used, "limit": self.limit, "search_usage": self.used}
                return 200, {"key": key, "account": account}
            case "POST", "/search":
                return self._searched(request.body)
        return 404, {"detail": "Not Found"}

    def _searched(self, body):
        query, most = body.get("query"), body.get("max_results", 5)
        if not query or len(query) > 400 or not 0 <= most <= 20:
            return 400, refusal(400)
        self.used += 1
        return 200, {
            "query": query,
            "follow_up_questions": None,
            "answer": None,
            "images": [],
            "results": self.results[:most],
            "response_time": 0.9,
            "request_id": "123e4567-e89b-12d3-a456-426614174111",
        }


def found(title, url, content):
    return {"title": title, "url": url, "content": content, "score": 0.8, "raw_content": None}


@contextmanager
def tavily_server():
    with serving(TavilySite()) as site:
        yield site
