"""Constants on which reading and writing must agree."""

import re
from urllib.parse import unquote


def names(text: str) -> frozenset[str]:
    return frozenset(text.split())


# Languages that Confluence's code macro colours; any other name makes an error on the page.
LANGUAGES = names("""
    actionscript3 applescript bash c c# coldfusion cpp csharp css delphi diff erl erlang go groovy
    html java javafx javascript js json kotlin perl php plain powershell py python r ruby rust sass
    scala sh shell sql swift text typescript vb xhtml xml yaml yml
""")
NAMESPACES = 'xmlns:ac="http://atlassian.com/content" xmlns:ri="http://atlassian.com/resource"'

_NOT_XML = re.compile("[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
_IGNORED = re.compile(r"[\x00-\x20]")
_SCHEME = re.compile(r"[a-zA-Z][a-zA-Z0-9+.-]*:")
_KNOWN_SCHEME = re.compile(r"(?:https?|mailto):", re.IGNORECASE)


def printable(text: str) -> str:
    """With a space for each character that XML cannot hold."""
    return _NOT_XML.sub(" ", text)


def may_link(address: str) -> bool:
    """Tell whether a click on it opens a page or a letter, and runs nothing."""
    # Browsers read over these signs, also within the scheme.
    bare = _IGNORED.sub("", unquote(address))
    return bool(_KNOWN_SCHEME.match(bare)) or not _SCHEME.match(bare)
