"""An external retrieval service instead of the library's own search."""

import hashlib
from collections.abc import Sequence
from typing import Any

import httpx
from pydantic import BaseModel, ValidationError

from agent.errors import AgentError
from agent.language.text import content_words
from agent.ports import ISSUES_AND_PAGES, Found, Library, Passage

Plain = dict[str, Any]

SECONDS = 6
_DOWN = "The retrieval service could not be reached, so the documents were not searched."


class Result(BaseModel):
    content: str
    metadata: Plain = {}
    score: float = 0.0


class Results(BaseModel):
    ok: bool = True
    results: list[Result] = []


class RemoteLibrary:
    """The library, but for its search: `POST /search` of the service answers that."""

    def __init__(self, library: Library, address: str, *, seconds: float = SECONDS) -> None:
        self._library = library
        self._client = httpx.Client(
            base_url=address.rstrip("/"), timeout=seconds, follow_redirects=False
        )

    def __getattr__(self, name: str) -> Any:
        return getattr(self._library, name)

    def search(
        self,
        query: str,
        *,
        subject: str,
        owner: str = "",
        kinds: Sequence[str] = (),
        language: str | None = None,
        top_k: int = 5,
    ) -> Found:
        """Raises AgentError; issues and pages are searched here as before."""
        if subject == ISSUES_AND_PAGES:
            return self._library.search(
                query, subject=subject, owner=owner, kinds=kinds, language=language, top_k=top_k
            )
        asked = {
            "query": query,
            "asignatura": subject,
            "tipo_documento": kinds[0] if kinds else None,
            "top_k": top_k,
        }
        found = self._ask(asked)
        wanted = content_words(query)
        return Found(tuple(_passage(r, subject, wanted) for r in found.results[:top_k]))

    def _ask(self, asked: Plain) -> Results:
        try:
            response = self._client.post("/search", json=asked)
            response.raise_for_status()
            found = Results.model_validate(response.json())
        except (httpx.HTTPError, ValueError, ValidationError) as error:
            raise AgentError(_DOWN, hint="Try again in a moment.", retryable=True) from error
        if not found.ok:
            raise AgentError("The retrieval service failed, so nothing was searched.")
        return found

    def close(self) -> None:
        self._client.close()


def _passage(result: Result, subject: str, wanted: Sequence[str]) -> Passage:
    held = result.metadata
    title = str(held.get("title") or held.get("document") or held.get("source") or "Document")
    digest = hashlib.sha256(f"{title}{result.content}".encode()).hexdigest()[:16]
    there = set(content_words(f"{title} {result.content}"))
    terms = tuple(word for word in wanted if word in there)
    page = held.get("page")
    return Passage(
        id=str(held.get("id") or f"remote/{digest}"),
        document=str(held.get("document") or title),
        title=title,
        heading=str(held.get("heading") or held.get("section") or ""),
        text=result.content,
        subject=subject,
        kind=str(held.get("tipo_documento") or "document"),
        topic=str(held.get("topic") or ""),
        language=str(held.get("language") or "en"),
        source=str(held.get("source") or ""),
        page=page if isinstance(page, int) else None,
        score=result.score,
        terms=terms,
        coverage=len(terms) / (len(wanted) or 1),
    )
