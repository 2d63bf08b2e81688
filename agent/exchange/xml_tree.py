"""XML read without entities, document types or anything that reaches outside, and written."""

from xml.etree.ElementTree import Element, TreeBuilder, tostring
from xml.parsers import expat

from agent.errors import AgentError

DEEPEST = 40
_INLINE = {"code", "textEntryInteraction"}


class _Reader:
    def __init__(self) -> None:
        self._builder = TreeBuilder()
        self._depth = 0
        # It is text already, whatever encoding its first line still names.
        self._parser = expat.ParserCreate("utf-8")
        self._parser.StartElementHandler = self._start
        self._parser.EndElementHandler = self._end
        self._parser.CharacterDataHandler = self._builder.data
        self._parser.StartDoctypeDeclHandler = _refuse
        self._parser.EntityDeclHandler = _refuse

    def _start(self, tag: str, attributes: dict[str, str]) -> None:
        self._depth += 1
        if self._depth > DEEPEST:
            raise AgentError("The file is nested too deeply.", hint="Export it again.")
        self._builder.start(tag, attributes)

    def _end(self, tag: str) -> None:
        self._depth -= 1
        self._builder.end(tag)

    def read(self, text: str) -> Element:
        self._parser.Parse(text.encode(), True)  # noqa: FBT003 - expat's own signature
        return self._builder.close()


def _refuse(*_: object) -> None:
    raise AgentError(
        "The file declares a document type or entities, which is not safe to read.",
        hint="Remove the DOCTYPE line, or export it again.",
    )


def parse(text: str) -> Element:
    """Raises AgentError for what is not XML, or not harmless XML."""
    try:
        return _Reader().read(text)
    except expat.ExpatError as error:
        raise AgentError(
            f"The file is not XML: {expat.errors.messages[error.code]} in line {error.lineno}.",
            hint="Export it again.",
        ) from error


def written(root: Element) -> bytes:
    _lay_out(root, 0)
    body: bytes = tostring(root, encoding="utf-8", xml_declaration=True)
    return body + b"\n"


def _lay_out(element: Element, depth: int) -> None:
    """A line for each element, but not inside of text, where a line break would be read."""
    if len(element) == 0 or _INLINE & {child.tag for child in element}:
        return
    for child in element:
        _lay_out(child, depth + 1)
        child.tail = "\n" + "  " * (depth + 1)
    element.text = "\n" + "  " * (depth + 1)
    element[-1].tail = "\n" + "  " * depth
