"""An external retrieval service behind the library's search, spoken to over HTTP."""

import pytest

from agent.adapters.library.remote import RemoteLibrary
from agent.errors import AgentError
from agent.ports import ISSUES_AND_PAGES
from tests.fakes import DOCUMENTS, MemoryLibrary
from tests.servers.rag_server import rag_server
from tests.servers.rest import Fault

RESULTS = [
    {
        "content": "A foreign key refers to the key of another table.",
        "metadata": {"title": "Keys", "page": 3, "source": "keys.pdf"},
        "score": 0.83,
    },
    {"content": "Indexes make searches fast.", "metadata": {}, "score": 0.2},
]


@pytest.fixture
def site():
    with rag_server(results=RESULTS) as site:
        yield site


@pytest.fixture
def library(site):
    library = RemoteLibrary(MemoryLibrary(DOCUMENTS), site.url, seconds=0.5)
    yield library
    library.close()


def test_a_search_is_asked_of_the_service(library, site) -> None:
    found = library.search("foreign key", subject="databases", kinds=("faq",), top_k=1)
    (passage,) = found.passages
    assert (passage.title, passage.page, passage.score) == ("Keys", 3, 0.83)
    assert passage.coverage == 1
    same, other = library.search("index", subject="databases").passages
    assert (same.id, other.id != same.id) == (passage.id, True)
    request, _ = site.requests
    about = {"asignatura": "databases", "tipo_documento": "faq"}
    assert request.body == {"query": "foreign key", "top_k": 1, **about}


@pytest.mark.parametrize(
    "fault", [Fault(500), Fault(200, {"ok": False}), Fault(delay=2), Fault(drop="before")]
)
def test_a_failure_is_a_sentence(library, site, fault) -> None:
    site.fail("POST", "/search", fault)
    with pytest.raises(AgentError, match="retrieval service"):
        library.search("key", subject="databases")


def test_everything_else_stays_with_the_library(library, site) -> None:
    assert library.documents("databases")
    library.search("key", subject=ISSUES_AND_PAGES)
    assert site.requests == []
