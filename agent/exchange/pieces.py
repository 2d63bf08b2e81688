"""An approved piece as a file: Markdown with front matter, a page of HTML, or JSON."""

import base64
import html
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

import yaml  # type: ignore[import-untyped]
from markdown_it import MarkdownIt
from markdown_it.renderer import RendererHTML
from markdown_it.token import Token

from agent.checks.content import IN_MARKDOWN
from agent.exchange.json_items import dumped
from agent.exchange.markup import printable
from agent.language.text import well_formed
from agent.ports import KeptPiece, Picture

Plain = dict[str, Any]

FORMAT, VERSION = "interlude-piece", 1

_PAGE = """<!DOCTYPE html>
<html xmlns="http://www.w3.org/1999/xhtml" lang="{language}" xml:lang="{language}">
<head>
<meta charset="utf-8"/>
<meta name="viewport" content="width=device-width, initial-scale=1"/>
<meta name="description" content="{description}"/>
<title>{title}</title>
<style>
:root {{ color-scheme: light dark; }}
body {{ font: 17px/1.65 system-ui, sans-serif; max-width: 42rem; }}
body {{ margin: 3rem auto; padding: 0 1rem; }}
img {{ max-width: 100%; height: auto; }}
table {{ border-collapse: collapse; }}
td, th {{ border: 1px solid; padding: 0.25rem 0.5rem; text-align: left; }}
</style>
</head>
<body>
<article>
{body}</article>
{sources}</body>
</html>
"""


@dataclass(frozen=True)
class Format:
    name: str
    label: str
    suffix: str
    mime: str
    write: Callable[[KeptPiece, Picture | None], bytes]


def write_markdown(piece: KeptPiece, _picture: Picture | None = None) -> bytes:
    """The text, after its metadata as YAML."""
    content = piece.content
    matter = {
        "title": piece.title,
        "description": content.get("meta_description", ""),
        "kind": piece.kind,
        "language": content.get("language", "en"),
        "approved": piece.at,
        "alt": content.get("alt", ""),
        "sources": [_source_fields(source) for source in sources(piece)],
    }
    filled = {name: value for name, value in matter.items() if value}
    head = yaml.safe_dump(filled, allow_unicode=True, sort_keys=False, width=1000)
    return well_formed(f"---\n{head}---\n\n{content['text'].strip()}\n").encode()


def write_html(piece: KeptPiece, picture: Picture | None = None) -> bytes:
    """Well-formed as XML too; it holds its picture, runs nothing and fetches nothing."""
    return _PAGE.format(
        language=html.escape(piece.content.get("language", "en")),
        description=_escaped(piece.content.get("meta_description", "")),
        title=_escaped(piece.title),
        body=_body(piece) + _figure(piece, picture),
        sources=_sources(piece),
    ).encode()


def write_json(piece: KeptPiece, _picture: Picture | None = None) -> bytes:
    """All there is, but for the picture."""
    whole = {
        "format": FORMAT,
        "version": VERSION,
        "id": piece.id,
        "kind": piece.kind,
        "title": piece.title,
        "approved": piece.at,
        "piece": piece.content,
        "research": piece.research,
    }
    return dumped(whole)


FORMATS = (
    Format("markdown", "Markdown", ".md", "text/markdown", write_markdown),
    Format("html", "HTML", ".html", "text/html", write_html),
    Format("json", "JSON", ".json", "application/json", write_json),
)


def sources(piece: KeptPiece) -> list[Plain]:
    """The sources of the claims it uses; where it names none, all that were read."""
    research = piece.research or {}
    used = set(piece.content.get("claims", []))
    needed = {c["source"] for c in research.get("claims", []) if c["id"] in used}
    found: list[Plain] = research.get("sources", [])
    return [each for each in found if each["id"] in needed] if needed else found


# Its parts


def _source_fields(source: Plain) -> Plain:
    named = {name: source.get(name, "") for name in ("title", "url", "published")}
    return {name: value for name, value in named.items() if value}


def _body(piece: KeptPiece) -> str:
    text = printable(piece.content["text"])
    if piece.kind in IN_MARKDOWN:
        return str(_parser().render(text))
    paragraphs = (part.strip() for part in text.split("\n\n"))
    lines = (html.escape(part, quote=False).replace("\n", "<br/>\n") for part in paragraphs if part)
    # A post is often named by how it begins: that is not said twice.
    head = "" if text.startswith(piece.title) else f"<h1>{_escaped(piece.title)}</h1>\n"
    return head + "".join(f"<p>{each}</p>\n" for each in lines)


def _parser() -> MarkdownIt:
    """Markup in the text is shown, not obeyed, and a picture of it becomes a link."""
    parser = MarkdownIt("commonmark", {"html": False, "xhtmlOut": True})
    parser.add_render_rule("image", _as_link)
    return parser.enable(["table", "strikethrough"])


def _as_link(_renderer: RendererHTML, tokens: Sequence[Token], at: int, *_: Any) -> str:
    token = tokens[at]
    return f'<a href="{_escaped(str(token.attrs["src"]))}">{_escaped(token.content)}</a>'


def _figure(piece: KeptPiece, picture: Picture | None) -> str:
    if picture is None:
        return ""
    data = base64.b64encode(picture.png).decode()
    alt = _escaped(piece.content.get("alt") or picture.alt)
    size = f'width="{picture.width}" height="{picture.height}"'
    return f'<figure><img src="data:image/png;base64,{data}" alt="{alt}" {size}/></figure>\n'


def _sources(piece: KeptPiece) -> str:
    items = "".join(f"<li>{_source(each)}</li>\n" for each in sources(piece))
    return f"<footer>\n<h2>Sources</h2>\n<ol>\n{items}</ol>\n</footer>\n" if items else ""


def _source(source: Plain) -> str:
    title, url = _escaped(source["title"]), source.get("url", "")
    if not url.startswith(("http://", "https://")):
        return title
    return f'<a href="{_escaped(url)}" rel="nofollow noopener">{title}</a>'


def _escaped(text: str) -> str:
    return html.escape(printable(text))
