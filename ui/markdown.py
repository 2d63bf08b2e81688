"""Rewrites Markdown from its parsed tree, so that all parsers read it in the same way.

Every character of prose is escaped. Code, links and structure are what this parser found.
"""

import re
from collections.abc import Iterable, Iterator
from itertools import groupby, takewhile
from urllib.parse import urlsplit

from markdown_it import MarkdownIt
from markdown_it.parser_block import RuleFuncBlockType
from markdown_it.rules_block import StateBlock, blockquote, list_block
from markdown_it.rules_inline import StateInline
from markdown_it.token import Token

from agent.language.formulas import formula_at, is_harmless
from agent.language.hidden import show_hidden

_DEEPEST = 12
"""Levels of quotes and lists (a list has two); what lies deeper is plain text."""
_MOST_MARKS = 2000
"""Characters with a meaning that one paragraph may hold; with more of them it is plain text."""
_LONGEST_FORMULA = 40
"""Lines."""
_HIGHEST_START = 999_000_000
"""The highest start of a numbered list."""
_MOST_CELLS = 5_000
"""The most cells of all tables of a text, padding included; with more, tables are off."""
_TABLE = re.compile(r"^[ \t>]*\|?[ \t]*:?-+:?[ \t]*\|[ \t|:-]*$(?:\n[^\n]*\S[^\n]*)*", re.MULTILINE)
_MARKS = re.compile(r"[\\`*_\[\]<!~&$]")
_SPECIAL = re.compile(r"[\\`*_\[\]{}<>#!$~:|^]|&(?=#?\w+;)")
_JOINER = "\u2060"
# The page finds icons, emoji and addresses in what is left when all escapes are undone.
# The colons of a time or an identifier stay as they are: they are copied.
_FOUND_LATER = re.compile(
    r"(?<=:)(?=material/|streamlit:|//)|(?<=(?<![\w:]):)(?=[\w+-]+:)"
    r"|(?<=[\w.+-]@)(?=[\w-]+\.[\w-])|(?<=www)(?=\.)",
    re.IGNORECASE,
)
_LINE_START = re.compile(r"^(\d{1,9}(?=[.)](?:\s|$))|(?=[-+=]|~~~|\*(?:\s|$)))")
_TASK = re.compile(r"^\\\[([ xX])\\\](?= )")
_CITED = re.compile(r"(?<![A-Za-z\d_`])\\\[(G?\d{1,3})\\\](?!\\?[(\[]|\\?:\S)")
_OWN = re.compile(r"/issues\?(?:key|page)=[\w.%-]{1,80}")
_HOST, _REST = r"https?://[a-z\d.-]+(?::\d+)?", r"\s<>\[\]\\`|\""
_ADDRESS = re.compile(rf"{_HOST}(?:[/?#][^{_REST}]*)?", re.IGNORECASE)
_IN_PROSE = re.compile(
    rf"(?<![a-z])({_HOST}(?:[/?#](?:[^(){_REST}]|\([^(){_REST}]*\))*)?)", re.IGNORECASE
)
_ALIGNED = {
    "": " --- |",
    "text-align:left": " :-- |",
    "text-align:center": " :-: |",
    "text-align:right": " --: |",
}
_TEXT = ("text", "text_special")
_LANGUAGE = re.compile(r"[\w+#.-]+", re.ASCII)


def written_anew(text: str, *, cites: bool = False) -> str:
    """Remove images, diagrams, directives and links that hide their host."""
    tokens = (_PARSER if _cells(text) <= _MOST_CELLS else _WITHOUT_TABLES).parse(text)
    if not tokens:
        return ""
    # Callers write beside it, and only a paragraph can share its first and last line.
    before = "" if tokens[0].type == "paragraph_open" else "\n\n"
    after = "" if tokens[-1].type == "paragraph_close" else "\n\n"
    return before + "\n\n".join(_Tree(cites=cites).blocks(iter(tokens))) + after


def _cells(text: str) -> int:
    """Count the cells of all tables: a row of many columns makes every other row as wide."""
    tables = (found[0] for found in _TABLE.finditer(text))
    return sum(each.split("\n", 1)[0].count("|") * each.count("\n") for each in tables)


def label_written_anew(line: str) -> str:
    """A line in which only code between backticks is more than its characters."""
    tokens = _LABELS.parseInline(line)
    return line_start(_Tree(links=False).inline(tokens[0].children or []))


def line_start(text: str) -> str:
    """A line that begins no list, heading or code."""
    return _LINE_START.sub(r"\1\\", text)


def escaped(text: str) -> str:
    """Characters in which the page finds nothing but characters."""
    return _SPECIAL.sub(r"\\\g<0>", _FOUND_LATER.sub(_JOINER, text))


def is_own(address: str) -> bool:
    """Tell whether it is an issue or a page that this app shows itself."""
    return _OWN.fullmatch(address) is not None


def is_address(text: str) -> bool:
    """Tell whether it leads somewhere: to a page on the web, or to an issue or page of this app."""
    return is_own(text) or _ADDRESS.fullmatch(text) is not None


def link_end(address: str) -> str:
    """The end of a link, which tells its host."""
    target = re.sub(r"[()]|&(?=#?\w+;)", r"\\\g<0>", address)
    host = "" if is_own(address) else f" ({escaped(urlsplit(address).hostname or '')})"
    return f"]({target}){host}"


def _limited(rule: RuleFuncBlockType) -> RuleFuncBlockType:
    """Read what is nested too deep as a paragraph: the parser alone would drop its text."""

    def apply(state: StateBlock, start: int, end: int, silent: bool) -> bool:  # noqa: FBT001
        return state.level < _DEEPEST and rule(state, start, end, silent)

    return apply


def _parser(*, tables: bool = True) -> MarkdownIt:
    parser = MarkdownIt("commonmark").enable("strikethrough")
    if tables:
        parser.enable("table")
    parser.disable(["html_block", "html_inline", "reference", "inline", "text_join"])
    rules, ends = parser.block.ruler, ["paragraph", "reference", "blockquote"]
    rules.at("blockquote", _limited(blockquote), {"alt": [*ends, "list"]})
    rules.at("list", _limited(list_block), {"alt": ends})
    rules.before("fence", "formula", _formula_block, {"alt": [*ends, "list"]})
    parser.inline.ruler.before("escape", "formula", _formula)
    return parser


def _label_parser() -> MarkdownIt:
    parser = MarkdownIt("zero").enable("backticks")
    parser.inline.ruler.before("backticks", "formula", _formula)
    return parser


def _formula(state: StateInline, silent: bool) -> bool:  # noqa: FBT001
    if state.src[state.pos] not in "$\\" or not (found := formula_at(state.src, state.pos)):
        return False
    if not silent:
        token = state.push("formula", "", 0)
        token.content = (r"\displaystyle " if found.is_display else "") + found.tex
    state.pos = found.end
    return True


def _formula_block(state: StateBlock, start: int, end: int, silent: bool) -> bool:  # noqa: FBT001
    """A formula on lines of its own."""
    first = _line(state, start)
    closing = {"$$": "$$", r"\[": r"\]"}.get(first[:2])
    if not closing or state.is_code_block(start):
        return False
    lines, last = [first[2:]], start
    while not (lines[-1].endswith(closing) or len(lines) > _LONGEST_FORMULA):
        last += 1
        if last >= end or state.isEmpty(last) or state.sCount[last] < state.blkIndent:
            return False
        lines.append(_line(state, last))
    tex = "\n".join(filter(None, lines))[:-2].strip()
    if not is_harmless(tex):
        return False
    if not silent:
        token = state.push("formula_block", "", 0)
        token.content = tex
        state.line = last + 1
    return True


def _line(state: StateBlock, line: int) -> str:
    return state.src[state.bMarks[line] + state.tShift[line] : state.eMarks[line]].strip()


class _Tree:
    """Writes parsed text as Markdown on which all parsers agree."""

    def __init__(self, *, cites: bool = False, links: bool = True) -> None:
        self._cites = cites
        self._links = links

    def blocks(self, tokens: Iterator[Token]) -> Iterator[str]:
        """The blocks up to the end of the one that holds them."""
        for token in takewhile(lambda token: token.nesting >= 0, tokens):
            yield self._block(token, tokens)

    def _block(self, token: Token, tokens: Iterator[Token]) -> str:
        match token.type:
            case "paragraph_open":
                lines = self._parsed(next(tokens)).split("\n")
                next(tokens)
                # Without a character it would be no paragraph, and what follows other than parsed.
                return "\n".join(line_start(line.strip(" \t")) for line in lines) or _JOINER
            case "heading_open":
                line = self._parsed(next(tokens)).replace("\\\n", " ").replace("\n", " ")
                next(tokens)
                return f"{'#' * int(token.tag[1])} {line}"
            case "blockquote_open":
                return _indented("\n\n".join(self.blocks(tokens)), "> ", "> ")
            case "bullet_list_open" | "ordered_list_open":
                return self._list(token, _inside(token, tokens))
            case "table_open":
                return "\n".join(self._rows(_inside(token, tokens)))
            case "fence" | "code_block":
                return _fenced(token.content, token.info)
            case "formula_block":
                return (
                    "$$\n"
                    + show_hidden(token.content).replace(r"\$", r"\text{\textdollar}")
                    + "\n$$"
                )
        return "___"

    def _list(self, token: Token, inside: list[Token]) -> str:
        """Loose when it was: only in a tight one the parser hides the paragraphs."""
        is_tight = any(each.hidden and each.level == token.level + 2 for each in inside)
        items, tokens, joint = [], iter(inside), "\n" if is_tight else "\n\n"
        # Of ten digits a number begins no item.
        first = min(int(token.attrs.get("start", 1)), _HIGHEST_START)
        for number, _item in enumerate(tokens, first):
            marker = f"{number if token.tag == 'ol' else ''}{token.markup} "
            body = _TASK.sub(r"[\1]", joint.join(self.blocks(tokens)), 1)
            items.append(_indented(body, marker, " " * len(marker)))
        return joint.join(items)

    def _rows(self, inside: list[Token]) -> Iterator[str]:
        cells = [
            f" {self._parsed(each, in_cell=True)} |" for each in inside if each.type == "inline"
        ]
        aligned = [
            _ALIGNED[str(each.attrs.get("style", ""))]
            for each in inside
            if each.tag == "th" and each.nesting == 1
        ]
        for start in range(0, len(cells), len(aligned)):
            yield "|" + "".join(cells[start : start + len(aligned)])
            if not start:
                yield "|" + "".join(aligned)

    def _parsed(self, token: Token, *, in_cell: bool = False) -> str:
        if len(_MARKS.findall(token.content)) > _MOST_MARKS:
            return "\n".join(map(self._prose, token.content.split("\n")))
        children: list[Token] = []
        _PARSER.inline.parse(token.content, _PARSER, {}, children)
        return self.inline(children, in_cell=in_cell)

    def inline(self, tokens: Iterable[Token], *, in_cell: bool = False) -> str:
        parts, ends = [""], list[str]()
        for is_text, group in groupby(tokens, lambda each: each.type in _TEXT):
            if is_text:
                said = "".join(each.content for each in group)
                parts.append(self._prose(said, parts[-1][-1:], is_linked=any(ends)))
            else:
                parts += [_written(each, ends, in_cell=in_cell) for each in group]
        return "".join(parts)

    def _prose(self, text: str, before: str = "", *, is_linked: bool = False) -> str:
        text = show_hidden(text).replace("\n", " ").replace("\r", " ")
        pieces = _IN_PROSE.split(text) if self._links and not is_linked else [text]
        drawn = [(escaped, _address)[n % 2](piece) for n, piece in enumerate(pieces)]
        said = before + "".join(drawn)
        return (_CITED.sub(r":primary[\[\1\]]", said) if self._cites else said)[len(before) :]


def _written(token: Token, ends: list[str], *, in_cell: bool) -> str:
    """Write a token that is not plain text: code, a formula, a break, a link, an image."""
    match token.type:
        case "code_inline":
            return _code(token.content, in_cell=in_cell)
        case "formula":
            return _tex(token.content, in_cell=in_cell)
        case "softbreak":
            return "\n"
        case "hardbreak":
            return "\\\n"
        case "link_open":
            address = str(token.attrs["href"])
            # The text of <address> is the address, and becomes a link where it is one.
            shown = "" if token.info == "auto" else _JOINER
            ends.append(link_end(address) if shown and is_address(address) else shown)
            return ends[-1] and ("[" if ends[-1] != _JOINER else _JOINER)
        case "link_close":
            return ends.pop()
        case "image":
            return escaped(f"![{token.content}]({token.attrs['src']})")
    return token.markup


def _address(address: str) -> str:
    """An address in prose as a link that shows it whole; what ends the sentence stays outside."""
    bare = address.rstrip(".,:;!?'*_~")
    if _FOUND_LATER.search(address.partition("//")[2]):
        return escaped(address)
    return f"<{bare}>{escaped(address[len(bare) :])}"


def _code(content: str, *, in_cell: bool) -> str:
    """Code on one line, in marks longer than any inside."""
    if in_cell and "\\|" in content:
        return escaped(content)
    ticks = "`" * (_longest_run(content) + 1)
    # Parsers take one space from both ends, unless there are only spaces.
    ends = content[0] + content[-1]
    pad = " " if "`" in ends or (ends == "  " and content.strip()) else ""
    return ticks + pad + (content.replace("|", "\\|") if in_cell else content) + pad + ticks


def _tex(content: str, *, in_cell: bool) -> str:
    """A formula on one line; the joiner keeps two of them apart."""
    tex = " ".join(show_hidden(content).split()).replace(r"\$", r"\text{\textdollar}")
    tex = tex.replace("|", r"\vert ") if in_cell else tex
    return f"{_JOINER}${tex}${_JOINER}"


def _fenced(content: str, info: str) -> str:
    """Code as a block whose fence is longer than any inside; never a diagram."""
    fence = "`" * max(3, _longest_run(content) + 1)
    language = _LANGUAGE.match(info)
    name = language[0] if language and "mermaid" not in info.lower() else ""
    code = content if content.endswith("\n") or not content else content + "\n"
    return f"{fence}{name}\n{code}{fence}"


def _longest_run(content: str) -> int:
    return max(map(len, re.findall("`+", content)), default=0)


def _indented(text: str, first: str, rest: str) -> str:
    lines = text.split("\n")
    begun = (first, *[rest] * (len(lines) - 1))
    return "\n".join(f"{a}{b}" if b else a.rstrip() for a, b in zip(begun, lines, strict=True))


def _inside(token: Token, tokens: Iterator[Token]) -> list[Token]:
    """The content of a block, up to its end."""
    return list(takewhile(lambda each: each.level > token.level, tokens))


_PARSER = _parser()
_WITHOUT_TABLES = _parser(tables=False)
_LABELS = _label_parser()
