"""Reads a teaching guide from a copied page, text or HTML, by rules.

Headings in Spanish and English say which field follows. Text under an unknown heading is
counted, not guessed.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from html.parser import HTMLParser
from typing import Any

from agent.errors import AgentError
from agent.exchange.guide_headings import HEADED, LABELLED
from agent.exchange.teaching_guide import FIELDS, LARGEST_FILE, PARTS, Plain
from agent.language.text import fold, well_formed

_HTML = re.compile(
    r"<(?:!doctype|html|body|div|p|h[1-6]|ul|ol|li|table|section|span|br)\b", re.IGNORECASE
)
_LONGEST_HEADING = 140
_BULLET = re.compile(r"^\s*(?:[-*•·–▪◦]|\(?\d{1,2}[.)](?=\s)|\(?[a-z][.)](?=\s))\s*")

_TITLE = re.compile(
    r"^(?:gu[ií]a docente|teaching guide|course guide|syllabus)"
    r"(?: de(?: la asignatura)?| of| for)?[:\s]+",
    re.IGNORECASE,
)
_CODE = re.compile(r"\s*\(\s*[\w/.-]*\d[\w/.-]*\s*\)\s*$")
_NUMBERED = re.compile(r"^\d{1,2}(?:\.\d{1,2})*[.)]?\s+")
_DAY = re.compile(
    r"\d|\b(?:lunes|martes|miercoles|jueves|viernes|mondays?|tuesdays?|wednesdays?|thursdays?"
    r"|fridays?|despacho|office|email|e-mail|correo|tlf|phone)\b|@"
)
_NAME = re.compile(r"(?:[^\W\d_][\w.'’-]*\s+){1,6}[^\W\d_][\w.'’-]*")
_SMALL = {"de", "del", "la", "las", "los", "y", "e", "van", "von", "da", "dos"}
_GROUPS = re.compile(r"[.,;:(]?\s*\(?\b(?:grupos?|groups?)\b.*$", re.IGNORECASE)
# What pages say below all content, also of other things than courses.
_FOOTER = re.compile(
    r"^(?:©|\(c\) |copyright\b)|\b(?:cookies?|privacy policy|all rights reserved|aviso legal"
    r"|accessibility statement|politica de privacidad|todos los derechos reservados)\b"
)
_DATED = re.compile(r"^(?P<que>[^:]{2,200}?):\s+(?P<rest>.*\d.*)$")


@dataclass(frozen=True)
class PageReading:
    """`guide` is not checked yet; `unread` counts lines that belong to no field."""

    guide: Plain
    unread: int

    @property
    def found(self) -> list[str]:
        return [name for name in FIELDS if self.guide.get(name)]

    @property
    def missing(self) -> list[str]:
        return [name for name in FIELDS if not self.guide.get(name)]


@dataclass(frozen=True)
class _Line:
    text: str
    is_heading: bool = False
    is_item: bool = False
    level: int = 7


def read_page(text: str) -> PageReading:
    """Raises AgentError when nothing in it looks like a guide."""
    if len(text) > LARGEST_FILE:
        raise AgentError("This page is too long for a teaching guide.", hint="Copy less of it.")
    text = well_formed(text)
    lines = _of_html(text) if _HTML.search(text) else _of_text(text)
    reader = _Reader()
    for line in lines:
        reader.read(line)
    reading = PageReading(reader.guide(), reader.unread)
    if not any(name for name in reading.found if name != "asignatura"):
        raise AgentError(
            "No part of a teaching guide was found in this text.",
            hint="It needs headings such as “Evaluación” or “Assessment”. Write the guide by hand.",
        )
    return reading


# Lines


def _of_text(text: str) -> Iterator[_Line]:
    for raw in text.splitlines():
        bare = _BULLET.sub("", raw)
        said = " ".join(bare.replace("#", " ").split()) if raw.lstrip()[:1] == "#" else bare.strip()
        if said:
            yield _Line(" ".join(said.split()), raw.lstrip()[:1] == "#", bare != raw.lstrip())


class _Markup(HTMLParser):
    """A stream, so that depth costs nothing; nothing is fetched and no script is read."""

    BLOCKS = frozenset(
        {
            *("p", "div", "li", "tr", "dt", "dd", "br", "table", "ul", "ol"),
            *("h1", "h2", "h3", "h4", "h5", "h6", "section", "article", "header"),
        }
    )
    SILENT = frozenset({"script", "style", "title", "template", "noscript", "svg", "nav", "footer"})

    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self.lines: list[_Line] = []
        self._words: list[str] = []
        self._cells: list[str] = []
        self._silent: list[str] = []
        self._heading = 0
        self._item = False

    def handle_starttag(self, tag: str, attrs: Any) -> None:  # noqa: ARG002 - the base class names it
        if tag in self.SILENT:
            self._silent.append(tag)
        elif tag in self.BLOCKS:
            self._end()
            self._item = tag == "li" or (self._item and tag in {"p", "div", "br"})
            self._heading = int(tag[1]) if re.fullmatch(r"h[1-6]", tag) else 6 * (tag == "dt")
        elif tag in {"td", "th"}:
            self._end_cell()

    def handle_endtag(self, tag: str) -> None:
        if self._silent and tag == self._silent[-1]:
            self._silent.pop()
        elif tag in self.BLOCKS:
            self._end()
            self._heading = 0
            self._item = self._item and tag != "li"

    def handle_data(self, data: str) -> None:
        if not self._silent:
            self._words.append(data)

    def close(self) -> None:
        super().close()
        self._end()

    def _end_cell(self) -> None:
        if text := " ".join("".join(self._words).split()):
            self._cells.append(text)
        self._words.clear()

    def _end(self) -> None:
        self._end_cell()
        cells = [cell.rstrip(" :") for cell in self._cells[:-1]] + self._cells[-1:]
        self._cells.clear()
        if len(cells) > 1 and all(map(_is_label, cells[::2])):
            # A row of a table that holds labels and values by turns.
            pairs = zip(cells[::2], cells[1::2], strict=False)
            self.lines += [_Line(f"{name}: {value}") for name, value in pairs]
        elif cells:
            text = ": ".join(cells)
            self.lines.append(_Line(text, self._heading > 0, self._item, self._heading or 7))


def _is_label(text: str) -> bool:
    return any(pattern.fullmatch(fold(text).rstrip(" :")) for _, pattern in LABELLED)


def _of_html(text: str) -> list[_Line]:
    markup = _Markup()
    markup.feed(text)
    markup.close()
    return markup.lines


# Fields


@dataclass
class _Reader:
    """Goes through the lines and knows under which heading it is."""

    unread: int = 0
    _here: str = ""
    _level: int = 7
    _gathered: dict[str, list[str]] = field(default_factory=dict)

    def read(self, line: _Line) -> None:
        folded = fold(line.text)
        if not self._gathered and self._title(line):
            return
        if len(line.text) <= _LONGEST_HEADING and _FOOTER.search(folded):
            self.unread += 1
            return
        if self._label(line, folded):
            return
        heading = self._heading(line, folded)
        if heading is not None:
            self._here, self._level = heading, line.level
            if heading:
                self._gathered.setdefault(heading, [])
        elif self._here in dict(LABELLED):
            # A label alone on its line: its value stands on the next one.
            self._gathered[self._here] = [line.text]
            self._here = ""
        elif self._here:
            self._gathered[self._here].append(_BULLET.sub("", line.text) or line.text)
        else:
            self.unread += 1

    def _title(self, line: _Line) -> bool:
        named = _TITLE.sub("", line.text)
        if named == line.text and not (line.is_heading and line.level == 1):
            return False
        name = _CODE.sub("", named).strip()
        if name:
            self._gathered["asignatura"] = [name]
        return bool(name)

    def _label(self, line: _Line, folded: str) -> bool:
        for key, pattern in LABELLED:
            match = pattern.fullmatch(folded)
            if match and not self._gathered.get(key):
                if match["value"]:
                    self._gathered[key] = [line.text.split(":", 1)[1].strip()]
                else:
                    self._here = key
                    self._gathered[key] = []
                return True
        return False

    def _heading(self, line: _Line, folded: str) -> str | None:
        """The field that a heading opens, "" for an unknown heading, None for no heading."""
        if len(line.text) > _LONGEST_HEADING or line.is_item:
            return None
        bare = _NUMBERED.sub("", folded)
        for key, pattern in HEADED:
            if pattern.fullmatch(bare) and self._fits(key, bare):
                return key
        if line.is_heading and not (self._here and line.level > self._level):
            return ""
        return None

    def _fits(self, key: str, folded: str) -> bool:
        """A bare "Teórico" or "Ordinaria" belongs to the section around it."""
        section, _, part = key.partition(".")
        if not part or " " in folded.partition("(")[0].strip(" :"):
            return True
        return self._here.partition(".")[0] == section

    def guide(self) -> Plain:
        found: Plain = {}
        for key, lines in self._gathered.items():
            section, _, part = key.partition(".")
            if section in PARTS:
                name = part or PARTS[section][0]
                place = found.setdefault(section, {})
                place[name] = [*place.get(name, []), *lines] if lines else place.get(name, [])
            elif lines:
                found[section] = self._field(section, lines)
        if "evaluacion" in found:
            parts = found["evaluacion"].items()
            found["evaluacion"] = {name: "\n".join(lines) for name, lines in parts}
        return {name: value for name, value in found.items() if _says(value)}

    def _field(self, name: str, lines: list[str]) -> Any:
        match name:
            case "profesorado_y_tutorias":
                rows, unread = _teachers(lines)
                self.unread += unread
                return rows
            case "fechas":
                rows = [row for row in map(_date, lines) if row]
                self.unread += len(lines) - len(rows)
                return rows
            case "resultados_de_aprendizaje":
                texts = [text for text in lines if not text.endswith(":")]
                return [{"id": f"LO{n}", "text": text} for n, text in enumerate(texts, start=1)]
            case "competencias" | "enlaces" | "software_libre":
                return lines
            case _:
                return "\n".join(lines)


def _says(value: Any) -> bool:
    return any(value.values()) if isinstance(value, dict) else bool(value)


def _teachers(lines: list[str]) -> tuple[list[Plain], int]:
    """Also how many lines told nothing of anybody."""
    hours: dict[str, list[str]] = {}
    last, unread = "", 0
    for line in lines:
        name, said = _split_name(line)
        if name:
            last = next((known for known in hours if fold(known) == fold(name)), name)
            hours.setdefault(last, [])
        if said and last:
            hours[last].append(said)
        elif not name and " " in line:  # "Theory" and its like are headings among the names
            unread += 1
    rows = [{"nombre": name, "tutorias": "; ".join(times)} for name, times in hours.items()]
    return rows, unread


def _split_name(line: str) -> tuple[str, str]:
    """(name, what is said of the person); either may be empty."""
    said = _GROUPS.sub("", line)
    for parting in (r":", r"\s*[,;(]\s*"):
        name, after = (*re.split(parting, said, maxsplit=1), "")[:2]
        if _is_name(name.strip(" .,;")):
            return name.strip(" .,;"), _closed(after.strip())
    before, _, after = said.partition(":")
    folded = fold(line)
    if not _DAY.search(folded):
        return "", ""
    return "", after.strip() if fold(before).strip() in {"tutorias", "office hours"} else line


def _is_name(text: str) -> bool:
    is_name = bool(_NAME.fullmatch(text)) and not _DAY.search(fold(text))
    return is_name and all(word in _SMALL or word[:1].isupper() for word in text.split())


def _closed(text: str) -> str:
    """Drop the end of an aside that began earlier: "(leader), room 3" loses the bracket."""
    return text.replace(")", "", 1) if text.count(")") > text.count("(") else text


def _date(line: str) -> Plain | None:
    match = _DATED.match(line)
    if match is None:
        return None
    when, _, where = match["rest"].rpartition(", ")
    # Only what holds no figure of its own is a place: "14 January 2027, 9:00" is one time.
    if not when or (re.search(r"\d{1,2}[:.]\d\d|\b(?:19|20)\d\d\b", where)):
        when, where = match["rest"], ""
    return {"que": match["que"].strip(), "cuando": when.strip(" ."), "donde": where.strip(" .")}
