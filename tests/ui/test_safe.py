"""What hostile text may do on the screen: be read, and nothing else."""

import re
import time
from urllib.parse import urlsplit

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from markdown_it import MarkdownIt
from markdown_it.rules_block import StateBlock
from markdown_it.rules_inline import StateInline
from markdown_it.token import Token

from ui import safe

EVIL = "http://evil.example/?q=secret"

# The page's parser as far as markdown-it has its like: tables, strikethrough, references.
PAGE = MarkdownIt("commonmark", {"maxNesting": 100}).enable(["table", "strikethrough"])


def directive(state: StateInline, silent: bool) -> bool:
    """As the page reads `:name[label]`: an escaped colon begins none."""
    found = re.compile(r":[a-z][a-z-]*(?=[\[{])").match(state.src, state.pos)
    if found and not silent:
        state.push("directive", "", 0)
    state.pos = found.end() if found else state.pos
    return found is not None


def formula(state: StateInline, silent: bool) -> bool:
    """As the page reads formulas: like code, between equal runs of dollar signs."""
    run = re.compile(r"\$+").match(state.src, state.pos)
    if not run:
        return False
    closing = re.compile(rf"(?<!\$){re.escape(run[0])}(?!\$)").search(state.src, run.end())
    state.pos = closing.end() if closing else run.end()
    if not silent:
        token = state.push("formula" if closing else "text", "", 0)
        token.content = state.src[run.end() : closing.start()] if closing else run[0]
    return True


def formula_block(state: StateBlock, start: int, end: int, silent: bool) -> bool:
    lines = [
        state.src[state.bMarks[n] + state.tShift[n] : state.eMarks[n]] for n in range(start, end)
    ]
    if not re.fullmatch(r"\$\$+[^$]*", lines[0]) or state.is_code_block(start):
        return False
    last = next((n for n, line in enumerate(lines[1:], 1) if re.fullmatch(r"\$\$+\s*", line)), 0)
    if not silent:
        state.line = start + last + 1 if last else end
        state.push("formula", "", 0).content = "\n".join(lines[1:last] if last else lines)
    return True


PAGE.inline.ruler.before("escape", "directive", directive)
PAGE.inline.ruler.before("escape", "formula", formula)
PAGE.block.ruler.before("fence", "formula", formula_block, {"alt": ["paragraph", "list"]})
TRICKS = (
    r"\`![x](http://evil.example/i)\`",
    "one ` tick\n\nand ![x](http://evil.example/i) ` another",
    "- a ` b\n- ![x](http://evil.example/i) ` c",
    "# a ` b\n\n![x](http://evil.example/i) ` c",
    "| a ` | ![x](http://evil.example/i) ` |\n| - | - |",
    "> ```\n![x](http://evil.example/i) :red[x]",
    "``` a`b\n![x](http://evil.example/i)\n```",
    "text\n    ```\n![x](http://evil.example/i)\n    ```",
    "`` ` `` ![x](http://evil.example/i)",
    "&#x60;[b](https://evil.example/l)&#x60;",
    "```\nopen\n~~~\n![x](http://evil.example/i)",
    "[a ` b](https://evil.example/l) ` [c](https://evil.example/l)",
)
PIECES = (
    *TRICKS,
    *("`", "``", "```", "~~~", "\n", "\n\n", "> ", "- ", "1. ", "    ", "\t", " ", "\\", "*", "__"),
    *("[", "]", "](", ")", "!", "<", "| ", "|-|-|\n", "# ", ":", "$", "a", "word", "&#10;", "&lt;"),
    *("![x](http://e.example/i)", "[b](https://evil.example/l)", "https://evil.example/a"),
    *(
        ":green-badge[",
        ":material/check:",
        ":streamlit:",
        ":&#115;treamlit:",
        "[r]: http://e.example",
    ),
)
hostile_texts = st.lists(st.sampled_from(PIECES), max_size=25).map("".join)
FORMULAS = (
    *("$", "$$", "$$\n", "\n$$", "\\(", "\\)", "\\[", "\\]", "$x$", "\\$", "\\\\", "x^2", "{", "}"),
    *(
        "\\href{https://evil.example/l}{x}",
        "\\includegraphics{i}",
        "\\gdef\\x{\\url}",
        "\\rule{9em}{9em}",
    ),
)
formula_texts = st.lists(st.sampled_from(PIECES + FORMULAS * 2), max_size=25).map("".join)
bounded = settings(max_examples=50, derandomize=True, database=None)


def inlines(markdown: str) -> list[list[Token]]:
    return [token.children or [] for token in PAGE.parse(markdown)]


def code_in(markdown: str) -> list[str]:
    blocks = PAGE.parse(markdown)
    spans = [
        each.content for token in blocks for each in token.children or [] if each.tag == "code"
    ]
    return [token.content for token in blocks if token.tag == "code"] + spans


def visible(tex: str) -> str:
    """A formula without the commands that only write."""
    return re.sub(r"\\(?:displaystyle|text\{\\textdollar\}|vert)", "", tex)


def assert_tame(markdown: str) -> None:
    """Nothing is fetched, no link hides its host, and nothing is a directive or an icon."""
    drawn = (token for block in PAGE.parse(markdown) for token in (block, *(block.children or [])))
    for token in drawn:
        assert token.type != "formula" or not re.search(r"\\[a-z]|`|\$", visible(token.content))
    for tokens in inlines(markdown):
        assert not {"image", "html_inline", "directive"} & {token.type for token in tokens}
        # The page looks through one run of text at a time.
        said = "".join(token.content if token.type == "text" else "\n" for token in tokens)
        assert not re.search(r":[\w+/-]+:", said)
        links = [n for n, token in enumerate(tokens) if token.type == "link_open"]
        for n in links:
            host = urlsplit(str(tokens[n].attrs["href"])).hostname or "none"
            close = next(i for i in range(n, len(tokens)) if tokens[i].type == "link_close")
            shown = (each.content for each in tokens[n : close + 2])
            assert host in "".join(shown)


@bounded
@given(hostile_texts | formula_texts)
def test_no_text_gets_past_the_cleaning(text: str) -> None:
    assert_tame(safe.markdown(text))
    assert_tame(f"Icon {safe.markdown(text)} {safe.markdown(text)}")


@bounded
@given(hostile_texts)
def test_code_is_what_it_was_before(text: str) -> None:
    reader = MarkdownIt("commonmark", {"html": False}).enable(["table", "strikethrough"])
    reader.disable(["reference", "html_block", "html_inline"])
    blocks = reader.parse(text)
    spans = [each.content for b in blocks for each in b.children or [] if each.tag == "code"]
    before = [b.content.rstrip("\n") for b in blocks if b.tag == "code"] + spans
    assert [code.rstrip("\n") for code in code_in(safe.markdown(text))] == before


@pytest.mark.parametrize("text", TRICKS)
def test_what_only_looks_like_code_is_prose(text: str) -> None:
    assert_tame(safe.markdown(text))


@pytest.mark.parametrize("icon", [":material/verified:", ":streamlit:", ":smile:"])
def test_a_title_draws_no_icon(icon: str) -> None:
    """Streamlit looks for icons once the backslashes are gone."""
    for drawn in (safe.plain(icon), safe.label(icon), safe.markdown(icon)):
        assert icon not in drawn.replace("\\", "")
        assert drawn.replace("\\", "").replace("\u2060", "") == icon


@pytest.mark.parametrize(
    "text",
    [
        "[x](" + "a" * 60_000,
        "```" + " " * 20_000,
        " ".join("`" * n for n in range(1, 200)),
        "[" * 60_000,
        "![" * 30_000,
        "*a **b " * 8_000,
        "> " * 30_000,
        "$x" * 30_000,
        "\\(" * 30_000,
        "$$\n" * 20_000,
    ],
)
def test_no_text_takes_long(text: str) -> None:
    began = time.process_time()
    safe.markdown(text)
    assert time.process_time() - began < 2


def test_deep_nesting_hides_nothing() -> None:
    assert "innermost" in safe.markdown("> " * 200 + "innermost")
    assert "innermost" in safe.markdown("- " * 200 + "innermost")


def test_what_is_drawn_looks_the_same() -> None:
    text = (
        "# Title\n\n- [x] done\n- b\n  - c\n\n1. one\n\n   two\n2. three\n\n> quoted  \n> lines\n\n"
        "| a | b |\n| :-- | --: |\n| `x\\|y` | **z** |\n\n    code\n\n*em* ~~gone~~ `a`\n\n---"
    )
    assert PAGE.render(safe.markdown(text)) == PAGE.render(text)


def test_citation_marks_are_coloured_in_prose_only() -> None:
    drawn = safe.markdown("So it is [1]. `x[2]` and `x`[3]\n\n```\na = [4]\n```", cites=True)
    assert r":primary[\[1\]]" in drawn
    assert drawn.count(":primary") == 1
    assert ":primary[" in safe.markdown("The figures [2]:\n\n- one", cites=True)
    assert ":primary[" not in safe.markdown("[2]:https://example.org", cites=True)


def test_hidden_text_is_shown() -> None:
    tags = "".join(chr(0xE0000 + ord(letter)) for letter in "assignee: mallory")
    for drawn in (safe.markdown(f"a{tags}"), safe.plain(f"a{tags}"), safe.text(f"a{tags}")):
        assert "mallory" in drawn


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
        ("[x](javascript:alert(1))", r"\[x\](javascript"),
        ("[x](data:text/html;base64,AA)", r"\[x\]"),
        ("[x](file:///etc/passwd)", r"\[x\]"),
    ],
)
def test_a_link_shows_its_host_or_is_none(text: str, drawn: str) -> None:
    shown = safe.markdown(text)
    assert shown.startswith(drawn)
    assert "data:" not in shown


@pytest.mark.parametrize(
    ("text", "drawn"),
    [
        ("so $a^2$ is", "so $a^2$ is"),
        (r"so \(a_1\) is", "so $a_1$ is"),
        ("so $$x = 1$$ is", r"so $\displaystyle x = 1$ is"),
        ("Thus:\n$$\na\n- b\n$$\nend", "Thus\\:\n\n$$\na\n- b\n$$\n\nend"),
        ("\\[\nx^2\n\\]", "$$\nx^2\n$$"),
        ("> - $$x|y$$", "> - $$\n>   x|y\n>   $$"),
        ("| a |\n| - |\n| $p(x\\|y)$ |", "| a |\n| --- |\n| $p(x\\vert y)$ |"),
    ],
)
def test_formulas_are_drawn(text: str, drawn: str) -> None:
    assert safe.markdown(text).replace("\u2060", "").strip() == drawn


@pytest.mark.parametrize(
    "text",
    [
        "it costs $5 to $6, US$5 or A$6",
        "100 $ and 200 $",
        "$5/$10",
        r"\$x\$",
        r"see \[1\] and \[note\]",
        r"$\href{https://evil.example}{x}$",
        r"$$\includegraphics{i}$$",
        r"$\htmlData{a=b}{x}$ and $\gdef\x{y}$",
        "$x `y$` z$",
    ],
)
def test_money_and_commands_that_lead_elsewhere_stay_text(text: str) -> None:
    drawn = safe.markdown(text).replace("\u2060", "")
    assert not re.search(r"(?<!\\)\$", re.sub(r"`[^`]*`", "", drawn))


def test_a_label_may_hold_a_formula() -> None:
    assert "$x^2$" in safe.label("At most $x^2$")
    assert "$" not in safe.plain("At most $x^2$").replace(r"\$", "")


def test_badges_icons_and_formulas_cannot_be_imitated() -> None:
    shown = safe.markdown(":green-badge[Approved] :material/check: costs $5 and $6")
    assert r"\:green-badge\[" in shown
    assert "\\:\u2060material/check" in shown
    assert r"\$5" in shown


def test_invisible_and_turning_characters_are_gone() -> None:
    drawn = safe.markdown("a\u202eb\u200bc\u2066d\ufeff\u0000e"), safe.plain("a\u202eb")
    assert not set("\u202e\u200b\u2066\ufeff\u0000") & set("".join(drawn))
    assert "U+202E" in drawn[1]


@pytest.mark.parametrize(
    "code",
    [
        "```rust\nlet v = vec![1]; // $HOME :x[y]\n```",
        "`vec![1]` and `$x`",
        "``a ` ![b]``",
        "```\n![kept](as it is)\n```",
    ],
)
def test_code_stays_as_it_is(code: str) -> None:
    assert safe.markdown(code).strip() == code


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


OVERFLOWING = """999999999. a

999999999. ```
           ![x](http://evil.example/x.png) [bank](https://evil.example/)

           foo
           ```
"""
EMPTY_ITEMS = """- a
  1. &#8203;
     1. &#8203;
        ```
        ![x](http://evil.example/p.png) [b](https://evil.example/)

        foo
        ```
"""
CARRIAGE_RETURN = "1. x\n&#13;[r]: http://evil.example\n7.     ![x](http://evil.example/p.png)|"


@pytest.mark.parametrize("text", [OVERFLOWING, EMPTY_ITEMS, CARRIAGE_RETURN])
def test_code_stays_code_when_it_is_written_anew(text: str) -> None:
    tokens = MarkdownIt("commonmark").enable(["table"]).parse(safe.markdown(text))
    inside = [child for token in tokens for child in token.children or []]
    assert not [each for each in inside if each.type == "image"]
    links = [each.attrs["href"] for each in inside if each.type == "link_open"]
    assert "https://evil.example/" not in links


def test_a_table_of_too_many_cells_is_text() -> None:
    wide = "|".join(["a"] * 250)
    table = f"{wide}\n{'|'.join(['-'] * 250)}\n" + "x|\n" * 260
    assert len(safe.markdown(table)) < 3 * len(table)
    small = "| a | b |\n| --- | --- |\n| 1 | 2 |"
    assert "| --- |" in safe.markdown(small)
