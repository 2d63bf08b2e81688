"""What a marketer asks of the Studio leads to the right sample, and the bench has its passages."""

from collections import Counter
from contextlib import closing
from pathlib import Path

import pytest

from agent.adapters.library import SCHEMA, SqliteLibrary
from agent.adapters.samples import FOLDER, read_documents
from agent.ports.brand import SAMPLE_SUBJECT
from agent.store.database import Database
from bench import retrieval

REQUESTS = [
    ("Write a blog post about home staging tips for first-time sellers", "home-staging"),
    ("Instagram post: make the front of your house look great", "curb-appeal"),
    ("blog on listing photos, video tours and 3D walkthroughs", "listing-photos"),
    ("Post about hosting a great open house this Saturday", "open-houses"),
    ("fixed vs variable mortgage, explain simply", "mortgages"),
    ("How to win when several buyers bid on the same house", "negotiating-offers"),
    ("Renting with pets: what landlords should know", "renting-out-a-flat"),
    ("Energy efficiency and resale value of older homes", "energy-efficiency"),
    ("How to choose a neighbourhood when you work from home", "choosing-a-neighbourhood"),
    ("Buying a condo: HOA reserves, service charges, special levies", "flat-in-a-shared-building"),
    ("Escribe un artículo sobre home staging con poco presupuesto", "home-staging-es"),
    ("Guía para comprar la primera vivienda: entrada, hipoteca y arras", "primera-vivienda-es"),
    ("写一篇关于房屋布置的文章，帮助卖家准备看房", "home-staging-zh"),
    ("首次购房者的首付和贷款预审指南", "first-home-zh"),
]


@pytest.fixture(scope="module")
def library(tmp_path_factory):
    folder: Path = tmp_path_factory.mktemp("samples")
    with closing(Database(folder / "library.db", SCHEMA)) as database:
        held = SqliteLibrary(database)
        for document in read_documents(FOLDER / SAMPLE_SUBJECT):
            held.add(document)
        yield held


@pytest.mark.parametrize(("request_", "expected"), REQUESTS, ids=[r for r, _ in REQUESTS])
def test_the_document_is_among_the_first_five_passages(library, request_, expected):
    found = library.search(request_, subject=SAMPLE_SUBJECT, top_k=5)
    assert expected in [passage.document for passage in found.passages]


def test_every_question_has_its_passage_and_half_of_each_kind_is_reported():
    asked = retrieval.questions()
    assert len({each.passage for each in asked}) == len(asked) >= 90
    languages = Counter(each.language for each in asked)
    assert set(languages) == {"en", "es", "zh"}
    assert min(languages.values()) >= 30
    kinds = Counter((each.language, each.kind, each.is_reported) for each in asked)
    for language, kind, _ in kinds:
        assert abs(kinds[language, kind, True] - kinds[language, kind, False]) <= 1
