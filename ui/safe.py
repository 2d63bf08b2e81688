"""The one way untrusted text reaches the screen: from models, documents, users and files."""

import re
from urllib.parse import urlsplit

# Invisible and direction-changing characters, which can make text read as what it is not.
_HIDDEN = re.compile(
    "[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f\u200b\u200e\u200f\u202a-\u202e\u2060-\u2069\ue000\ufeff]"
)
_CODE = re.compile(
    r"(^[ \t>]*(?P<fence>```+|~~~+)[^\n]*\n.*?(?:^[ \t>]*(?P=fence)[`~]*[ \t]*$|\Z)"
    r"|(?P<tick>`+)(?!`).+?(?<!`)(?P=tick)(?!`))",
    re.MULTILINE | re.DOTALL,
)
_MERMAID = re.compile(
    r"^([ \t>*+\-0-9.)]*(?:```+|~~~+))[ \t]*\{?[ \t.]*mermaid[^\n]*", re.MULTILINE | re.IGNORECASE
)
_IMAGE = re.compile(r"!(?=\[)")
_LINK = re.compile(r"\[([^\[\]]*)\]\(\s*<?([^\s()<>]+)>?[^()]*\)")
_OWN = re.compile(r"/issues\?(?:key|page)=[\w.%-]{1,80}")
_ADDRESS = re.compile(r"https?://[^\s<>()\[\]\\]+")
_REFERENCE = re.compile(r"^([ \t>]*)\[(?=[^\]\n]*\]:)", re.MULTILINE)
_ALLOWED = "\ue000"
_DIRECTIVE = re.compile(r":(?=[a-z-]+(?:\[|/|:))")
# A parser looks for addresses in what is left when all escapes are undone.
_BARE = re.compile(
    r"(?<=[\w.+-]@)(?=[\w-]+\.[\w-])|(?<=http:)(?=//)|(?<=https:)(?=//)|(?<=www)(?=\.)",
    re.IGNORECASE,
)
_UNLINKED = "\u2060"
_MARKDOWN = re.compile(r"([\\`*_\[\]{}<>#!$~:|^])")


def markdown(text: str) -> str:
    """Markdown without what fetches, hides or imitates: images, diagrams, bare links, badges.

    Code is left as it is. The page's Content-Security-Policy is the wall behind this.
    """
    text = _MERMAID.sub(r"\1text", _HIDDEN.sub("", text))
    parts, end = [], 0
    for code in _CODE.finditer(text):
        parts += [_prose(text[end : code.start()]), code.group(0)]
        end = code.end()
    return "".join([*parts, _prose(text[end:])])


def plain(text: str) -> str:
    """One line that is drawn as it is written: for labels, captions and titles."""
    return plain_part(" ".join(_HIDDEN.sub("", text).split()))


def label(text: str) -> str:
    """As `plain`, but code between single backticks stays code: for options and titles."""
    parts = " ".join(_HIDDEN.sub("", text).split()).split("`")
    if len(parts) % 2 == 0:
        return plain(text)
    return "".join(f"`{part}`" if i % 2 else plain_part(part) for i, part in enumerate(parts))


def plain_part(text: str) -> str:
    return _MARKDOWN.sub(r"\\\1", _BARE.sub(_UNLINKED, text))


def text(text: str) -> str:
    """For widgets that draw no Markdown at all."""
    return _HIDDEN.sub("", text)


def is_own(address: str) -> bool:
    """Whether it is an issue or a page that this app shows itself."""
    return _OWN.fullmatch(address) is not None


def is_address(text: str) -> bool:
    """Whether it leads somewhere: to a page on the web, or to an issue or page of this app."""
    return is_own(text) or bool(_ADDRESS.fullmatch(text) and urlsplit(text).hostname)


def link(name: str, address: str) -> str:
    """A link with its host, as Markdown; the name alone where the address is none."""
    if not _ADDRESS.fullmatch(address) or not urlsplit(address).hostname:
        return plain(name)
    return f"[{plain(name)}]({address}) ({plain(urlsplit(address).hostname or '')})"


def chart_name(text: str) -> str:
    """A name inside a drawn graph."""
    return re.sub(r"[^A-Za-z0-9 _-]", "", text)


def _prose(text: str) -> str:
    text = _REFERENCE.sub(r"\1\\[", _IMAGE.sub(r"!\\", text))
    # What is no link with a host is none at all, whatever a parser might make of it.
    text = _LINK.sub(_linked, text).replace("](", r"]\(").replace(_ALLOWED, "](")
    return _DIRECTIVE.sub(r"\\:", text).replace("$", r"\$")


def _linked(match: re.Match[str]) -> str:
    label, address = match.groups()
    if is_own(address):
        return f"[{label}{_ALLOWED}{address})"
    parts = urlsplit(address)
    if parts.scheme not in ("http", "https") or not parts.hostname:
        return label
    return f"[{label}{_ALLOWED}{address}) ({parts.hostname})"
