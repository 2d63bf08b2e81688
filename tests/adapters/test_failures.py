"""The table of other systems' failures, and the errors that are built from it."""

import ast
from collections import Counter
from pathlib import Path
from typing import get_args

import pytest

from agent.adapters import failures
from agent.adapters.failures import BOT, CLOUD, LLM, PAGES, SEARCH, Vendor, read_table
from agent.errors import CloudProblem, ProviderError, ProviderProblem
from agent.language.catalogs import catalog

VENDORS = {name: each for name, each in vars(failures).items() if isinstance(each, Vendor)}
ADAPTERS = Path(failures.__file__).parent
BUILDERS = {"cloud_error": CLOUD, "provider_error": LLM}


def unknown_problems(file: Path) -> set[str]:
    """The problems that a module names and its vendors do not have."""
    nodes = list(ast.walk(ast.parse(file.read_text())))
    used = [VENDORS[node.id] for node in nodes if isinstance(node, ast.Name) and node.id in VENDORS]
    found = set()
    for call in (node for node in nodes if isinstance(node, ast.Call)):
        name = getattr(call.func, "attr", None) or getattr(call.func, "id", "")
        if call.args and name in {"failure", "_failure", *BUILDERS}:
            vendors = [BUILDERS[name]] if name in BUILDERS else used
            known = {problem for vendor in vendors for problem in vendor.problems}
            # Of a conditional expression what it results in, not what it compares.
            chosen = call.args[0]
            parts = [chosen.body, chosen.orelse] if isinstance(chosen, ast.IfExp) else [chosen]
            found |= {part.value for part in parts if isinstance(part, ast.Constant)} - known
    return found


def test_every_problem_that_an_adapter_names_is_in_the_table() -> None:
    files = ADAPTERS.rglob("*.py")
    assert {str(file): bad for file in files if (bad := unknown_problems(file))} == {}


def test_each_part_of_the_table_has_a_vendor_that_knows_its_problems() -> None:
    assert {each.name for each in VENDORS.values()} == read_table().keys()
    assert set(CLOUD.problems) == set(get_args(CloudProblem))
    for vendor in VENDORS.values():
        if vendor.error is ProviderError:
            kinds = {known.kind or name for name, known in vendor.problems.items()}
            assert kinds <= set(get_args(ProviderProblem)), vendor.name


@pytest.mark.parametrize("vendor", VENDORS.values(), ids=VENDORS)
def test_no_sign_means_two_problems(vendor: Vendor) -> None:
    problems = vendor.problems.values()
    signs = Counter(("status", each) for known in problems for each in known.statuses)
    signs.update(("code", each) for known in problems for each in known.codes)
    texts = [each for known in problems for each in (*known.texts, *known.last_texts)]
    signs.update(texts)
    assert [sign for sign, count in signs.items() if count > 1] == []
    assert [each for each in texts if each != each.casefold()] == []


def test_a_code_counts_before_words_and_words_before_a_status() -> None:
    assert CLOUD.find(code="Throttling", text="It already exists.", status=503) == "throttled"
    assert CLOUD.find(code="Other", text="It already exists.", status=503) == "name_taken"
    assert CLOUD.find(code="Other", text="Why?", status=503) == "unavailable"
    assert CLOUD.find(code="Other", text="Why?", status=418) is None
    assert BOT.find(code=0, status=401) == "token"


def test_an_error_is_translated_with_its_places_and_keeps_the_vendors_words() -> None:
    late = PAGES.failure("late", about="a.example", seconds=2.5)
    message, hint = late.translate(catalog("es").gettext)
    assert "a.example" in message
    assert "2.5" in message
    assert (message, hint) != (late.message, late.hint)
    refused = CLOUD.failure("refused", detail="Bad {key}.")
    assert refused.message.endswith(" Bad {key}.")
    assert refused.translate(catalog("zh").gettext)[0].endswith(" Bad {key}.")


def test_a_wait_that_the_vendor_asks_for_is_the_way_out() -> None:
    error = SEARCH.failure("throttled", about="Tavily", wait=40)
    assert (error.problem, error.wait, error.retryable) == ("quota", 40, True)
    assert "40" in error.hint
    assert "40" in error.translate(catalog("es").gettext)[1]
