"""What a marketer asks of the Studio leads to the right sample document, by words alone."""

from contextlib import closing
from pathlib import Path

import pytest

from agent.adapters.library import SCHEMA, SqliteLibrary
from agent.adapters.samples import FOLDER, read_documents
from agent.ports.brand import SAMPLE_SUBJECT
from agent.store.database import Database

REQUESTS = [
    ("Write a blog post about home staging tips for first-time sellers", "home-staging"),
    ("How do I furnish an empty living room so that it sells? LinkedIn post", "home-staging"),
    ("Instagram post: make the front of your house look great", "curb-appeal"),
    ("What can sellers do with front door, lawn and paths before listing?", "curb-appeal"),
    ("blog on listing photos, video tours and 3D walkthroughs", "listing-photos"),
    ("Checklist for the day the photographer comes", "listing-photos"),
    ("Post about hosting a great open house this Saturday", "open-houses"),
    ("Follow-up with visitors and the register: what should agents do?", "open-houses"),
    ("How to price your home: reading comparables, explained simply", "pricing-a-home"),
    ("When should a seller reduce the asking price?", "pricing-a-home"),
    ("A guide for first-time buyers and the down payment", "first-time-buyers"),
    ("Buying your first home, step by step, as a carousel", "first-time-buyers"),
    ("fixed vs variable mortgage, explain simply", "mortgages"),
    ("Which documents does a lender need for pre-approval?", "mortgages"),
    ("LinkedIn post on what a home inspection covers", "home-inspections"),
    ("Why you should never skip the inspector and the report", "home-inspections"),
    ("Instagram caption about what escrow is and why it protects buyers", "closing-and-escrow"),
    ("Wire fraud warning: how to pay safely at closing", "closing-and-escrow"),
    ("How to win when several buyers bid on the same house", "negotiating-offers"),
    ("blog post: counteroffers without drama", "negotiating-offers"),
    ("Renting with pets: what landlords should know", "renting-out-a-flat"),
    ("How landlords choose tenants fairly and set the rent", "renting-out-a-flat"),
    ("5 things to read in your lease before you sign", "tenants-and-leases"),
    ("getting the deposit back when moving out, for tenants", "tenants-and-leases"),
    ("Downsizing after 60: a calm guide for empty nesters", "downsizing"),
    ("LinkedIn post: sorting belongings before moving to a smaller flat", "downsizing"),
    ("Energy efficiency and resale value of older homes", "energy-efficiency"),
    ("heat pump or insulation first? explainer", "energy-efficiency"),
    ("What moving costs and when to book", "moving-house"),
    ("moving day checklist for families, packing boxes", "moving-house"),
    ("How to choose a neighbourhood when you work from home", "choosing-a-neighbourhood"),
    ("content plan: visiting an area before you buy there", "choosing-a-neighbourhood"),
    ("Buying a condo: HOA reserves, service charges, special levies", "flat-in-a-shared-building"),
    ("Which minutes and accounts to read before buying a flat", "flat-in-a-shared-building"),
    ("Escribe un artículo sobre home staging con poco presupuesto", "home-staging-es"),
    ("Preparar un piso para venderlo: orden, luz y muebles", "home-staging-es"),
    ("Guía para comprar la primera vivienda: entrada, hipoteca y arras", "primera-vivienda-es"),
    ("¿Qué gastos hay al comprar un piso además del precio?", "primera-vivienda-es"),
    ("写一篇关于房屋布置的文章，帮助卖家准备看房", "home-staging-zh"),
    ("卖房之前怎样整理客厅和厨房？", "home-staging-zh"),
    ("首次购房者的首付和贷款预审指南", "first-home-zh"),
    ("第一次买房要按什么步骤走？", "first-home-zh"),
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
