"""The data of the patterns: every expression names what there is, every sentence is filled."""

from collections.abc import Iterator
from string import Formatter
from typing import Any

import pytest
from jinja2 import Environment, meta

from agent.workflows.infra.patterns import EXPRESSION, Place, patterns

GIVEN = {
    "blocks",
    "main",
    "beside",
    "say_time",
    "item",
    "number",
    "none",
    "true",
    "false",
    "is_new",
}


def expressions(node: Any) -> Iterator[str]:
    match node:
        case str():
            yield from EXPRESSION.findall(node)
        case dict():
            yield from (str(node[name]) for name in ("if", "each") if name in node)
            for name, value in node.items():
                yield from expressions(name)
                yield from expressions(value)
        case list():
            for each in node:
                yield from expressions(each)


@pytest.mark.parametrize("pattern", patterns())
def test_expressions_name_what_there_is(pattern: str) -> None:
    found = patterns()[pattern]
    known = {*GIVEN, *found.options.model_fields, *found.data.get("let", {})}
    for expression in expressions(found.data):
        parsed = Environment(autoescape=True).parse(f"{{{{ {expression} }}}}")
        assert meta.find_undeclared_variables(parsed) <= known, expression
    said = [each["says"] for name in ("wants",) for each in found.data.get(name, ())]
    names = {name.partition("[")[0] for t in said for _, name, _, _ in Formatter().parse(t) if name}
    assert names <= known | {"item"}


@pytest.mark.parametrize("pattern", patterns())
def test_what_is_not_set_is_not_in_the_template(pattern: str) -> None:
    """Neither a null nor an empty value: the engine would take them for a setting."""
    found = patterns()[pattern]
    resources = found.draft(found.options(), Place("Main"))["Resources"]
    assert resources["Main"]["Type"] == found.main
    assert None not in values(resources)
    assert all(name.startswith("Main") for name in resources)


def test_a_role_reaches_what_its_actions_are_for_and_a_function_its_own_log() -> None:
    role, beside = patterns()["role"], {"topic": "Alerts", "secret": "Legacy"}
    options, place = role.parse({"actions": ["secretsmanager:GetSecretValue"]}), Place("R", beside)
    assert "'Resource': [{'Ref': 'Legacy'}]" in str(role.draft(options, place))
    assert [want.arguments["only_on"] for want in role.wants(options, place)] == ["Legacy"]
    function = patterns()["function"]
    made = function.draft(function.parse({"name": "invoices"}), Place("F"))
    assert ":log-group:/aws/lambda/invoices:*" in str(made["Resources"]["FRole"])


def test_a_letter_that_is_dead_outlives_the_queue() -> None:
    queue = patterns()["queue"]
    made = queue.draft(queue.parse({"dead_letter": True, "retention_seconds": 604800}), Place("Q"))
    dead = made["Resources"]["QDeadLetter"]["Properties"]
    assert dead["MessageRetentionPeriod"] > 604800


def values(node: Any) -> list[Any]:
    match node:
        case dict():
            return [each for value in node.values() for each in values(value)]
        case list():
            return [each for value in node for each in values(value)]
        case _:
            return [node]
