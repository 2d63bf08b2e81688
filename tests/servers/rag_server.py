"""A retrieval service as the Tutor's seed describes it: POST /search."""

from contextlib import contextmanager
from dataclasses import dataclass, field

from tests.servers.rest import Plain, Rest, serving


@dataclass
class RagSite(Rest):
    results: list[Plain] = field(default_factory=list)

    def may_enter(self, authorisation):
        return True

    def answer(self, request):
        if (request.method, request.path) != ("POST", "/search"):
            return 404, {"detail": "Not Found"}
        if set(request.body) != {"query", "asignatura", "tipo_documento", "top_k"}:
            return 422, {"detail": "Unprocessable"}
        found = self.results[: request.body["top_k"]]
        told = {"query": request.body["query"], "total_results": len(found)}
        return 200, {"ok": True, **told, "results": found}


@contextmanager
def rag_server(**kwargs):
    with serving(RagSite(**kwargs)) as site:
        yield site
