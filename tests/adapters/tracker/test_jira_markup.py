"""Markdown as Jira's markup and back."""

import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from agent.adapters.tracker.jira_markup import from_jira, survives, to_jira

BOTH = [
    ("# One\n\n## Two", "h1. One\n\nh2. Two"),
    ("A **bold** and *slanted* word", "A *bold* and _slanted_ word"),
    ("用户**登录**系统", "用户{*}登录{*}系统"),
    ("a~~b~~c ~~d~~", "a{-}b{-}c -d-"),
    ("- a\n  - b\n    1. c\n    2. d\n- e", "* a\n** b\n**# c\n**# d\n* e"),
    ("1. a\n2. b\n\ntext\n\n1. c", "# a\n# b\n\ntext\n\n# c"),
    ("- [ ] to do\n- [x] done", "* \\[ \\] to do\n* \\[x\\] done"),
    ("`x{y}` and `a|b`", "{{x{y}}} and {{a|b}}"),
    ("[link](https://example.com/a_b_c)", "[link|https://example.com/a_b_c]"),
    ("<https://example.com/q_r>", "[https://example.com/q_r]"),
    ("```python\nx = {1: [2]}\n```", "{code:python}\nx = {1: [2]}\n{code}"),
    ("```\n{code}\n```", "{noformat}\n{code}\n{noformat}"),
    ("> quoted\n> more\n\nafter", "{quote}\nquoted\nmore\n{quote}\n\nafter"),
    ("| A | B |\n| --- | --- |\n| 1 | `2` |", "||A||B||\n|1|{{2}}|"),
    ("snake_case_name, 5 < 6 > 4, A + B = C", r"snake\_case\_name, 5 < 6 > 4, A + B = C"),
    ("~5 s, -3 to +3, a - b -- c", r"\~5 s, \-3 to \+3, a - b \-- c"),
    ("{braces} [brackets] x^2 !bang! What?? 50%", None),
    ("C:\\temp\\new", "C:&#92;temp&#92;new"),
    ("h1. is no heading", "h1&#46; is no heading"),
]


@pytest.mark.parametrize(("markdown", "jira"), BOTH)
def test_both_ways(markdown, jira) -> None:
    written = to_jira(markdown)
    assert jira is None or written == jira
    assert to_jira(from_jira(written)) == written
    assert from_jira(written) == markdown


@pytest.mark.parametrize(
    ("jira", "markdown"),
    [
        ("# one\n# two\n#* inner", "1. one\n2. two\n   - inner"),
        ("* item\ngoes on\n* next", "- item\n  goes on\n- next"),
        ("bq. said", "> said"),
        ("{panel:title=Note}\ninside\n{panel}", "inside"),
        ("{color:red}hot{color} and *{color:blue}cold{color}*", "hot and **cold**"),
        ("[~jane.doe] and [~accountid:5b1]", "@jane.doe and @5b1"),
        ("[Docs|https://x.example/a|smart-link]", "[Docs](https://x.example/a)"),
        ("!shot.png|width=300!", "shot.png"),
        ("{code:java|title=A.java}\nint x;\n{code}", "```java\nint x;\n```"),
        ("{noformat}raw *text*{noformat}", "```\nraw *text*\n```"),
        ("|a|[b|https://x.example]|", "|  |  |\n| --- | --- |\n| a | [b](https://x.example) |"),
        ("first\\\\second", "first\nsecond"),
        ("a\r\nb", "a\nb"),
    ],
)
def test_what_people_write_in_jira(jira, markdown) -> None:
    assert from_jira(jira) == markdown
    assert from_jira(to_jira(markdown)) == markdown


@pytest.mark.parametrize(
    "lossy",
    [
        "{panel}a{panel}", "{color:red}a{color}", "[~jane.doe]", "!shot.png!", "x^2^",
        "{noformat}a{noformat}", "||a||\n|{panel}b{panel}|", "[Docs|https://x.example/a|smart-link]",
    ],
)  # fmt: skip
def test_what_is_lost_is_noticed(lossy) -> None:
    assert not survives(f"Plain.\n\n{lossy}")


@pytest.mark.parametrize("unit", ["{{{", "[[[", "{code:a}", "[~", "|", "{{x "])
def test_no_text_takes_long(unit) -> None:
    """Each took seconds while its time grew with the square; the bound is generous."""
    started = time.perf_counter()
    from_jira(unit * (24_000 // len(unit)))
    assert time.perf_counter() - started < 2


@given(st.text(alphabet="ab 1.*_-+~^!?#[](){}|\\<>&`h:\n用", max_size=40))
def test_whatever_is_sent_comes_back_the_same_way(text) -> None:
    once = from_jira(to_jira(text))
    twice = from_jira(to_jira(once))
    assert [c for c in once if c.isalnum()] == [c for c in twice if c.isalnum()]
