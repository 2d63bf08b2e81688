"""Between the app's texts, which mark code with backticks, and the HTML of other programs."""

import html
import re
from html.parser import HTMLParser

_CODE = re.compile(r"`([^`\n]+)`")
_BREAKS = frozenset({"br", "p", "div", "li", "tr", "h1", "h2", "h3", "h4", "pre"})
_SILENT = frozenset({"script", "style", "head", "title"})
_NOT_SHOWN = {
    "img": "a picture",
    "video": "a video",
    "audio": "a sound",
    "iframe": "a frame",
    "object": "an object",
    "embed": "an object",
    "table": "a table",
}
_UNPRINTABLE = re.compile("[\u0000-\u0008\u000b\u000c\u000e-\u001f\ud800-\udfff\ufffe\uffff]")


def printable(text: str) -> str:
    """Without what XML cannot hold."""
    return _UNPRINTABLE.sub("", text)


def to_html(text: str) -> str:
    """Everything escaped; code between backticks becomes `<code>`."""
    escaped = html.escape(printable(text), quote=False)
    return _CODE.sub(r"<code>\1</code>", escaped).replace("\n", "<br/>")


class _Text(HTMLParser):
    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self.parts: list[str] = []
        self.lost: list[str] = []
        self._silent = 0

    def handle_starttag(self, tag: str, _attrs: object) -> None:
        self._silent += tag in _SILENT
        if tag in _NOT_SHOWN:
            self.lost.append(_NOT_SHOWN[tag])
        if tag == "code":
            self.parts.append("`")
        elif tag in _BREAKS:
            self.parts.append("\n")

    def handle_endtag(self, tag: str) -> None:
        self._silent -= tag in _SILENT and self._silent > 0
        if tag == "code":
            self.parts.append("`")
        elif tag in _BREAKS:
            self.parts.append("\n")

    def handle_data(self, data: str) -> None:
        if not self._silent:
            self.parts.append(data)


def from_html(source: str) -> tuple[str, list[str]]:
    """The text, and what of it could not be taken, such as "a picture"."""
    parser = _Text()
    parser.feed(source)
    parser.close()
    lines = (" ".join(line.split()) for line in "".join(parser.parts).split("\n"))
    return "\n".join(line for line in lines if line), parser.lost
