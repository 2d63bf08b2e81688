"""Markdown to Confluence's storage format and back: by golden files, and for any text at all."""

import re
import time
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from lxml import etree

from agent.exchange.wiki_markup import is_well_formed, markdown, storage, survives
from agent.exchange.wiki_markup.marks import NAMESPACES, may_link

GOLDEN = Path(__file__).parent / "data" / "tickets" / "markup"


def golden(folder: str) -> list[pytest.param]:
    found = sorted((GOLDEN / folder).glob("*.md"))
    assert found
    return [pytest.param(path, id=path.stem) for path in found]


def texts(path: Path) -> tuple[str, str]:
    """The Markdown and the storage."""
    return tuple(
        path.with_suffix(suffix).read_text(encoding="utf-8").rstrip("\n")
        for suffix in (".md", ".xml")
    )


def parsed(body: str) -> etree._Element:
    """Strictly, by another parser than the code's own; raises for what is not well-formed."""
    return etree.fromstring(
        f"<page {NAMESPACES}>{body}</page>".encode(),
        etree.XMLParser(resolve_entities=False, huge_tree=True),
    )


def words(text: str) -> set[str]:
    """Runs of letters: figures may be those of a list, which counts for itself."""
    return set(re.findall(r"[^\W\d_]{2,}", text))


def shown(body: str) -> str:
    """What stands on the page, and where its links lead."""
    page = parsed(body)
    links = (str(value) for tag in page.iter() for value in tag.attrib.values())
    return " ".join([*page.itertext(), *links])


@pytest.mark.parametrize("path", [*golden("both"), *golden("to_storage"), *golden("to_markdown")])
def test_a_golden_page_is_written_and_read_as_before(path):
    source, body = texts(path)
    if path.parent.name != "to_markdown":
        assert storage(source) == body
        parsed(body)
    if path.parent.name != "to_storage":
        assert markdown(body) == source
    once = markdown(storage(source))
    assert markdown(storage(once)) == once


@pytest.mark.parametrize(
    "source",
    [
        "<script>alert(1)</script>",
        "<ac:structured-macro ac:name='html'>x</ac:structured-macro>",
        "text <img src=x onerror=alert(1)> text",
        "<?php x ?>",
        "<!DOCTYPE x [<!ENTITY y SYSTEM 'file:///etc/passwd'>]>&y;",
        "| <b>x</b> | y |\n|---|---|\n| <i>1</i> | 2 |",
        "![<b>x</b>](https://x.example)",
    ],
)
def test_markup_in_the_text_is_shown_not_obeyed(source):
    tags = {etree.QName(tag).localname for tag in parsed(storage(source)).iter()}
    assert tags <= {"page", "p", "br", "a", "table", "tbody", "tr", "th", "td"}
    assert words(source) <= words(shown(storage(source)))


def test_pictures_are_links():
    body = storage("![A plan](https://evil.example/p.png)")
    assert body == '<p><a href="https://evil.example/p.png">A plan</a></p>'
    assert markdown('<p><img src="https://evil.example/p.png" alt="A plan"/></p>') == (
        "[A plan](https://evil.example/p.png)"
    )


@pytest.mark.parametrize(
    ("address", "may"),
    [
        ("https://x.example", True),
        ("mailto:a@b.example", True),
        ("/issues?key=PROJ-1", True),
        ("notes/a:b", True),
        ("javascript:alert(1)", False),
        (" java\tscript:alert(1)", False),
        ("java%09script:alert(1)", False),
        ("data:text/html,x", False),
        ("file:///etc/passwd", False),
    ],
)
def test_addresses(address, may):
    assert may_link(address) is may
    hrefs = [tag.get("href") for tag in parsed(storage(f"[x](<{address}>)")).iter("a")]
    assert bool(hrefs) is may
    assert markdown(f'<p><a href="{address}">x</a></p>').startswith("[x](") is may


def test_no_entity_is_resolved_and_a_deep_page_is_read():
    told = '<!DOCTYPE a [<!ENTITY x SYSTEM "file:///etc/passwd">]><p>here &x; there</p>'
    assert "root:" not in markdown(told)
    assert {"here", "there"} <= words(markdown(told))
    deep = "<blockquote>" * 100 + "deep word" + "</blockquote>" * 100
    assert markdown(deep).endswith("deep word")
    assert "word" in markdown("<div>" * 150 + "word" + "</div>" * 150)


@pytest.mark.parametrize(
    "source",
    [
        ">" * 3_000 + " word",
        "- " * 3_000 + "word",
        "_a" * 10_000 + " word",
        "[" * 20_000 + " word",
        "**" + "：" * 20_000 + " word",
        "\n".join("  " * n + f"- word{n}" for n in range(100)),
    ],
    ids=["quotes", "lists", "emphasis", "brackets", "signs", "nested"],
)
def test_no_text_takes_long_or_loses_words(source):
    began = time.process_time()
    body = storage(source)
    assert words(source) <= words(shown(body))
    assert words(source) <= words(markdown(body))
    assert time.process_time() - began < 5


SIGNS = st.sampled_from(
    [*"#>-+*_~`|[]()<>!&;:.\\/=\"' \n\t1", "\n\n", "```", "- [ ] ", "]]>", "](", "&amp;", "| --- |"]
)
PIECES = st.lists(st.sampled_from(["word", "José", "验收标准", "test"]) | SIGNS, max_size=40)
TEXTS = st.text(max_size=200) | PIECES.map("".join)


@given(TEXTS)
def test_any_text_gives_well_formed_storage_and_its_words_survive_both_ways(source):
    body = storage(source)
    assert is_well_formed(body)
    told = re.sub(r"\w*&#?\w+;\w*", " ", source)
    assert words(told) <= words(shown(body))
    back = markdown(body)
    lost = {word for word in words(" ".join(parsed(body).itertext())) if word not in back}
    assert lost <= {"complete", "incomplete"}


@given(st.text(max_size=300))
def test_whatever_a_wiki_sends_is_read(body):
    assert isinstance(markdown(body), str)


@pytest.mark.parametrize(
    "lossy",
    [
        '<ac:link><ri:user ri:userkey="jane"/></ac:link>',
        '<ac:structured-macro ac:name="info"></ac:structured-macro>',
        '<ac:image><ri:attachment ri:filename="a.png"/></ac:image>',
        '<span style="color: red;">a</span>',
        "<table><tbody><tr><td><table><tbody><tr><td>a</td></tr></tbody></table></td></tr></tbody></table>",
    ],
)
def test_what_a_page_would_lose_is_noticed(lossy):
    assert not survives(f"<p>Plain.</p><p>{lossy}</p>")


def test_a_page_of_ours_survives_also_as_confluence_stores_it():
    body = storage("# A\n\nOne **b**\n\n- [ ] c\n\n| d | e |\n| --- | --- |\n| 1 | 2 |\n\n---")
    stored = body.replace("<td>", "<td><p>").replace("</td>", "</p></td>")
    assert survives(body)
    assert survives(stored.replace("<tr>", '<tr ac:local-id="7">'))
