"""Bodies of the vendors' own nodes and macros: what was not changed is there byte for byte."""

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from agent.adapters.tracker.jira_nodes import WIKI
from agent.exchange.wiki_markup.adf import ADF
from agent.exchange.wiki_markup.patching import Format, Lossy, patch, text_of
from agent.exchange.wiki_markup.storage_nodes import STORAGE

Plain = dict[str, Any]
WORDS = st.sampled_from(["alpha", "beta 5 < 6", "gamma & co", "delta_x", "épsilon", "中文", "a*b"])


def text(words: str, *marks: str | Plain) -> Plain:
    held = [mark if isinstance(mark, dict) else {"type": mark} for mark in marks]
    return {"type": "text", "text": words, **({"marks": held} if held else {})}


def node(name: str, *inside: Plain, **attributes: Any) -> Plain:
    attrs = {"attrs": attributes} if attributes else {}
    return {"type": name, **attrs, **({"content": list(inside)} if inside else {})}


def paragraph(*inside: Plain) -> Plain:
    return node("paragraph", *inside)


def adf_nodes(words: str) -> list[Plain]:
    """One of each that Atlassian documents, with its own kind of attributes."""
    said, inside = text(words), paragraph(text(words))
    colour = {"type": "textColor", "attrs": {"color": "#ff0000"}}
    return [
        inside,
        paragraph(said, text(" bold", "strong"), node("hardBreak"), text("code", "code")),
        paragraph(text("red", colour), text("under", "underline")),
        paragraph(said, node("mention", id="5b10", text="@Ana", accessLevel="")),
        paragraph(node("emoji", shortName=":smile:", id="1f604", text="😄"), said),
        paragraph(node("date", timestamp="1582152559"), said),
        paragraph(node("status", text="DONE", color="green", localId="x"), said),
        paragraph(node("inlineCard", url="https://example.com/browse/PROJ-1")),
        paragraph(node("mediaInline", id="m", collection="c"), said),
        paragraph(text(words, {"type": "link", "attrs": {"href": "https://example.com"}})),
        node("heading", said, level=2),
        node("bulletList", node("listItem", inside), node("listItem", inside)),
        node("orderedList", node("listItem", inside), order=3),
        node("bulletList", node("listItem", inside, node("bulletList", node("listItem", inside)))),
        node("taskList", node("taskItem", said, localId="t", state="TODO"), localId="l"),
        node("decisionList", node("decisionItem", said, localId="d", state="DECIDED"), localId="e"),
        node("blockquote", inside),
        node("codeBlock", text("x = 1 < 2\n\ny"), language="python"),
        node("rule"),
        node("panel", inside, panelType="warning"),
        node("expand", inside, title="More"),
        node("mediaSingle", node("media", id="m", type="file", collection=""), layout="center"),
        node("mediaGroup", node("media", id="m", type="file", collection="")),
        node("blockCard", url="https://example.com"),
        node("extension", extensionType="com.x", extensionKey="chart", parameters={"a": 1}),
        node("bodiedExtension", inside, extensionType="com.x", extensionKey="box"),
        node("layoutSection", node("layoutColumn", inside, width=50), node("layoutColumn", inside)),
        node(
            "table",
            node("tableRow", node("tableHeader", inside), node("tableHeader", inside)),
            node(
                "tableRow", node("tableCell", inside, background="#eee"), node("tableCell", inside)
            ),
            isNumberColumnEnabled=False,
            layout="default",
        ),
    ]


def xml(words: str) -> str:
    return words.replace("&", "&amp;").replace("<", "&lt;")


# ruff: noqa: ISC004 - one node is several lines of XML


def storage_nodes(words: str) -> list[str]:
    said = xml(words)
    macro = '<ac:structured-macro ac:name="{}" ac:macro-id="7">{}</ac:structured-macro>'
    rich = f"<ac:rich-text-body><p>{said}</p></ac:rich-text-body>"
    title = '<ac:parameter ac:name="title">T</ac:parameter>'
    return [
        f"<p>{said}</p>",
        f'<p style="text-align: center;">{said}</p>',
        f"<p>{said} <strong>bold</strong>&nbsp;<em>x</em></p>\n",
        f'<p><span style="color: rgb(255,0,0);">{said}</span> <u>u</u></p>',
        f'<p>{said} <ac:link><ri:user ri:account-id="5b10"/></ac:link></p>',
        '<p><ac:link><ri:page ri:content-title="Other"/>'
        f"<ac:link-body>{said}</ac:link-body></ac:link></p>",
        f'<p>{said} <time datetime="2027-01-31"/></p>',
        f'<p><ac:emoticon ac:name="smile" ac:emoji-fallback="😄"/>{said}</p>',
        f'<p><a href="https://example.com">{said}</a></p>',
        f"<h2>{said}</h2>",
        f"<ul><li><p>{said}</p></li><li>{said}</li></ul>",
        f'<ol start="3"><li local-id="i">{said}</li></ol>',
        f"<ul><li>{said}<ul><li>{said}</li></ul></li></ul>",
        "<ac:task-list><ac:task><ac:task-id>9</ac:task-id><ac:task-status>incomplete"
        f"</ac:task-status><ac:task-body>{said}</ac:task-body></ac:task></ac:task-list>",
        f"<blockquote><p>{said}</p></blockquote>",
        macro.format(
            "code", "<ac:plain-text-body><![CDATA[x < 1 <p> &amp;]]></ac:plain-text-body>"
        ),
        "<hr/>",
        macro.format("info", title + rich),
        macro.format("expand", title + rich),
        macro.format("toc", '<ac:parameter ac:name="maxLevel">2</ac:parameter>'),
        macro.format("jira", '<ac:parameter ac:name="key">PROJ-1</ac:parameter>'),
        f"<p>{macro.format('status', title)} {said}</p>",
        '<ac:image ac:width="200"><ri:attachment ri:filename="a.png"/></ac:image>',
        '<ac:layout><ac:layout-section ac:type="two_equal"><ac:layout-cell>'
        f"<p>{said}</p></ac:layout-cell><ac:layout-cell><p>{said}</p></ac:layout-cell>"
        "</ac:layout-section></ac:layout>",
        '<table class="wrapped"><colgroup><col style="width: 20px;"/></colgroup><tbody>'
        f"<tr><th>{said}</th><th>H</th></tr><tr><td>{said}</td>"
        '<td class="highlight-red" data-highlight-colour="red">1</td></tr></tbody></table>',
        f'<table><tbody><tr><td colspan="2">{said}</td></tr>'
        "<tr><td>1</td><td>2</td></tr></tbody></table>",
    ]


def wiki_nodes(words: str) -> list[str]:
    return [
        f"{words}\n\n",
        f"*bold* _it_ -gone- +under+ {words}\n\n",
        f"{{color:red}}{words}{{color}} ^up^ ~down~\n\n",
        f"{words} [~ana] and [~accountid:5b10]\n\n",
        f"[{words}|https://example.com] !a.png|thumbnail! {{{{a_b}}}}\n\n",
        f"h2. {words}\n",
        f"bq. {words}\n",
        f"* {words}\n** deep\n* two\n\n",
        f"# {words}\n# two\n\n",
        "----\n",
        f"{{quote}}\n{words}\n\nmore\n{{quote}}\n",
        f"{{panel:title=T|borderColor=#ccc}}\n{words}\n\n* x\n{{panel}}\n",
        "{code:java|title=X}\n* no list\n\n|no row|\n{code}\n",
        "{noformat}\nh1. none\n{noformat}\n",
        f"||a||b||\n|{words}|1|\n|(/)|2|\n\n",
        "{anchor:here}\n\n",
        "{toc:maxLevel=2}\n\n",
    ]


def serialised(each: Any) -> str:
    return each if isinstance(each, str) else json.dumps(each)


def body_of(how: Format, nodes: list[Any]) -> Any:
    return "".join(nodes) if how is not ADF else ADF.join(nodes)


def held_in(how: Format, nodes: list[Any], body: Any) -> list[str]:
    """Those of the nodes that are in the body as they were, in order."""
    whole = body if isinstance(body, str) else json.dumps(body)
    found, at = [], 0
    for piece in map(serialised, nodes):
        place = whole.find(piece.rstrip("\n"), at)
        if place >= 0:
            found.append(piece)
            at = place + len(piece.rstrip("\n"))
    return found


FORMATS: list[Any] = [
    pytest.param(ADF, adf_nodes, id="cloud"),
    pytest.param(STORAGE, storage_nodes, id="storage"),
    pytest.param(WIKI, wiki_nodes, id="server"),
]


@st.composite
def bodies(draw: st.DrawFn, nodes: Any) -> list[Any]:
    kinds = len(nodes("x"))
    picked = draw(st.lists(st.tuples(st.integers(0, kinds - 1), WORDS), min_size=1, max_size=7))
    return [nodes(words)[number] for number, words in picked]


@pytest.mark.parametrize(("how", "nodes"), FORMATS)
@given(data=st.data())
def test_what_is_added_or_changed_leaves_all_other_nodes_as_they_were(how, nodes, data):
    first, *_ = nodes("zeta zeta zeta")
    before, behind = data.draw(bodies(nodes)), data.draw(bodies(nodes))
    body = body_of(how, [*before, first, *behind])
    said = text_of(body, how)
    assert patch(body, said, how) == body
    added = "Quite new.\n\n- one more\n\n| x | y |\n| --- | --- |\n| 1 | 2 |"
    changed = said.replace("zeta zeta zeta", "eta theta")
    after = patch(body, f"{changed}\n\n{added}", how)
    others = [*before, *behind]
    assert held_in(how, others, after) == [serialised(each) for each in others]
    assert "Quite new." in text_of(after, how)
    assert "eta theta" in text_of(after, how)
    assert "zeta" not in text_of(after, how)


@pytest.mark.parametrize(("how", "nodes"), FORMATS)
def test_what_markdown_cannot_hold_is_never_rewritten(how, nodes):
    for each in nodes("alpha"):
        body = body_of(how, [nodes("first")[0], each, nodes("last")[0]])
        said = text_of(body, how)
        try:
            after = patch(body, said.replace("alpha", "omega"), how)
        except Lossy:
            continue
        again = patch(after, text_of(after, how).replace("omega", "alpha"), how)
        assert text_of(again, how) == said


INLINE: list[Any] = [
    pytest.param(ADF, node("mention", id="5b10", text="@Ana", accessLevel=""), id="mention"),
    pytest.param(ADF, node("status", text="DONE", color="green", localId="x"), id="status"),
    pytest.param(STORAGE, '<ac:link><ri:user ri:account-id="5b10"/></ac:link>', id="user"),
    pytest.param(STORAGE, '<span style="color: red;">red</span>', id="colour"),
    pytest.param(WIKI, "[~ana]", id="server"),
]


@pytest.mark.parametrize("kind", ["paragraph", "entry", "cell"])
@pytest.mark.parametrize(("how", "inline"), INLINE)
def test_words_around_a_mention_change_and_it_stays(how, inline, kind):
    body = with_inline(how, inline, kind)
    after = patch(body, text_of(body, how).replace("alpha", "omega and more"), how)
    assert len(held_in(how, [inline, inline], after)) == 2
    assert text_of(after, how) == text_of(body, how).replace("alpha", "omega and more")


def with_inline(how: Format, inline: Any, kind: str) -> Any:
    if how is ADF:
        inside = paragraph(text("alpha "), inline, text(" and "), inline)
        head = node("tableRow", node("tableHeader", paragraph(text("h"))))
        made = {
            "paragraph": inside,
            "entry": node("bulletList", node("listItem", inside)),
            "cell": node("table", head, node("tableRow", node("tableCell", inside))),
        }
        return ADF.join([made[kind]])
    said = f"alpha {inline} and {inline}"
    if how is WIKI:
        return {"paragraph": said, "entry": f"* {said}\n", "cell": f"||h||\n|{said}|\n"}[kind]
    head = "<tr><th>h</th></tr>"
    table = f"<table><tbody>{head}<tr><td>{said}</td></tr></tbody></table>"
    return {"paragraph": f"<p>{said}</p>", "entry": f"<ul><li>{said}</li></ul>", "cell": table}[
        kind
    ]


@pytest.mark.parametrize("now", ["beta", "@Ana @Ana alpha"])
def test_a_mention_that_would_be_lost_or_doubled_is_refused(now):
    body = ADF.join([paragraph(text("alpha "), node("mention", id="5b10", text="@Ana"))])
    with pytest.raises(Lossy):
        patch(body, now, ADF)
