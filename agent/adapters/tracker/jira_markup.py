"""Markdown as Jira's own markup, and back: what came from here returns as it was."""

import re
from collections.abc import Callable

from markdown_it import MarkdownIt
from markdown_it.tree import SyntaxTreeNode

_PARSER = MarkdownIt("commonmark", {"html": False}).enable(["table", "strikethrough"])

_ADDRESS = re.compile(r"(https?://[^\s<>\[\]{}|]+)")
_ALWAYS = re.compile(r"[{}\[\]|*_^~]")
_OPENING = re.compile(r"(?<!\w)(?<!\\)([-+])(?=\S)|(!)(?=\S)|(\?)(?=\?)")
_LINE_START = re.compile(r"(?m)^([-#])(?= )")
_LINE_WORD = re.compile(r"(?m)^(h[1-6]|bq)\.(?=\s)")
_BACKSLASH = "&#92;"


def to_jira(markdown: str) -> str:
    return _blocks(SyntaxTreeNode(_PARSER.parse(markdown)), "")


def _blocks(node: SyntaxTreeNode, marks: str) -> str:
    return "\n\n".join(text for child in node.children if (text := _block(child, marks)))


def _block(node: SyntaxTreeNode, marks: str) -> str:
    match node.type:
        case "heading":
            return f"h{node.tag[1]}. {_inline(node)}"
        case "bullet_list" | "ordered_list":
            return _list(node, marks + ("*" if node.type == "bullet_list" else "#"))
        case "fence" | "code_block":
            return _code(node)
        case "blockquote":
            return f"{{quote}}\n{_blocks(node, '')}\n{{quote}}"
        case "table":
            return "\n".join(_row(row) for part in node.children for row in part.children)
        case "hr":
            return "----"
        case _:
            text = _LINE_START.sub(r"\\\1", _inline(node))
            return _LINE_WORD.sub(r"\1&#46;", text)


def _list(node: SyntaxTreeNode, marks: str) -> str:
    lines = []
    for item in node.children:
        parts = [_block(child, marks) for child in item.children]
        is_list = bool(item.children) and item.children[0].type.endswith("_list")
        lines.append("\n".join(parts) if is_list else f"{marks} " + "\n".join(parts))
    return "\n".join(lines)


def _code(node: SyntaxTreeNode) -> str:
    language = re.sub(r"[^\w#+-].*", "", node.info.strip()) if node.type == "fence" else ""
    if "{code}" in node.content:
        return f"{{noformat}}\n{node.content}{{noformat}}"
    return f"{{code{':' + language if language else ''}}}\n{node.content}{{code}}"


def _row(row: SyntaxTreeNode) -> str:
    sign = "||" if row.children[0].type == "th" else "|"
    return sign + sign.join(_inline(cell) or " " for cell in row.children) + sign


def _inline(node: SyntaxTreeNode) -> str:
    return "".join(_phrases(child) for child in node.children)


def _phrases(node: SyntaxTreeNode) -> str:
    """Emphasis inside of a word needs the braces that Jira knows for it."""
    pieces = [_phrase(child) for child in node.children]
    for at, child in enumerate(node.children):
        if child.type in {"strong", "em", "s"}:
            around = "".join(pieces[:at])[-1:] + "".join(pieces[at + 1 :])[:1]
            sign = pieces[at][0]
            if any(char.isalnum() for char in around):
                pieces[at] = f"{{{sign}}}{pieces[at][1:-1]}{{{sign}}}"
    return "".join(pieces)


def _phrase(node: SyntaxTreeNode) -> str:
    inner = _phrases(node)
    match node.type:
        case "strong":
            return f"*{inner}*"
        case "em":
            return f"_{inner}_"
        case "s":
            return f"-{inner}-"
        case "code_inline":
            return "{{" + node.content.replace("}}", "}\u200b}") + "}}"
        case "link":
            target = str(node.attrs["href"])
            return f"[{target}]" if node.info == "auto" else f"[{inner}|{target}]"
        case "image":
            return f"[{inner or node.attrs['src']}|{node.attrs['src']}]"
        case "softbreak" | "hardbreak":
            return "\n"
        case _:
            return _escaped(node.content)


def _escaped(text: str) -> str:
    pieces = _ADDRESS.split(text)
    pieces[::2] = [_escaped_words(piece) for piece in pieces[::2]]
    return "".join(pieces)


def _escaped_words(text: str) -> str:
    text = _ALWAYS.sub(r"\\\g<0>", text.replace("\\", "\0"))
    return _OPENING.sub(r"\\\g<0>", text).replace("\0", _BACKSLASH)


# And back

# Lengths are bounded, so that no text takes quadratic time.
_FENCE = re.compile(r"\{(code|noformat)(?::([^}\n]{0,500}))?\}")
_QUOTED = re.compile(r"\{quote\}\n?(.*?)\n?\{quote\}", re.DOTALL)
_FRAME = re.compile(r"\{(?:panel|color|info|note|tip|warning|expand|anchor)(?::[^}\n]{0,500})?\}")
_HEADING = re.compile(r"h([1-6])\.\s*(.*)")
_ITEM = re.compile(r"\s*([*#]+|-)\s+(.*)")
_KEPT = re.compile("\0(\\d+)\0")
_MARKS = r"""
      (?P<brk>\\\\)
    | \\(?P<literal>[^\sA-Za-z0-9])
    | &\#(?P<entity>46|92);
    | (?<!(?<!\\)\{)\{\{(?P<code>[^\n]{1,1000}?)\}\}(?!\})
    | \[(?P<words>(?:\\.|[^\[\]|\n\\])+)\|(?P<target>[^\[\]|\n\s]+)(?:\|[^\]\n]*)?\]
    | \[(?P<auto>(?:https?://|mailto:)[^\]|\s]{1,2000})\]
    | \[~(?:accountid:)?(?P<user>[^\]\n]{1,200})\]
    | \{\*\}(?P<inbold>[^\n]{1,1000}?)\{\*\}
    | \{_\}(?P<initalic>[^\n]{1,1000}?)\{_\}
    | \{-\}(?P<instruck>[^\n]{1,1000}?)\{-\}
    | (?<!\w)\*(?P<bold>(?=[^\s*])(?:\\.|[^*\n\\])*(?:\\.|[^\s*\\]))\*(?!\w)
    | (?<!\w)_(?P<italic>(?=[^\s_])(?:\\.|[^_\n\\])*(?:\\.|[^\s_\\]))_(?!\w)
    | (?<![\w-])-(?P<struck>(?=[^\s-])(?:\\.|[^\n\\-])*(?:\\.|[^\s\\-]))-(?![\w-])
    | (?<!\w)!(?P<image>[^!\n|\s][^!\n|]*\.\w+)(?:\|[^!\n]*)?!
"""
_MARK = re.compile(_MARKS, re.VERBOSE)
_MARKDOWN_SIGN = re.compile(
    r"`|(?<=\S)\*|\*(?=\S)|(?<!\w)_(?=\S)|(?<=\S)_(?!\w)|~(?=~)"
    r"|<(?=[a-zA-Z/!?])|&(?=#?\w+;)|\\(?=[!-/:-@\[-`{-~])|\[(?=[^\]\n]{0,300}\]\()"
)
_MARKDOWN_START = re.compile(r"^(?:([-+#>])(?=[ #-]|$)|(\d+)([.)])(?= ))")


_INNER = re.compile(r"(?<=\w)\\_(?=\w)")
_TOGETHER = {"list *", "list #", "list -", "table", "quote"}


def from_jira(text: str) -> str:
    kept: list[str] = []

    def keep(block: str) -> str:
        kept.append(block)
        return f"\n\n\0{len(kept) - 1}\0\n\n"

    def restored(lines: str) -> str:
        return _KEPT.sub(lambda found: kept[int(found[1])], lines)

    text = text.replace("\r\n", "\n").replace("\0", "")
    text = _with_fences(text, keep)
    text = _QUOTED.sub(lambda found: keep(_quoted(restored(_markdown(found[1])))), text)
    return restored(_markdown(text))


def survives(text: str) -> bool:
    """Tell whether a body is the same after it was read and written back, blanks aside."""
    return _bare(to_jira(from_jira(text))) == _bare(text)


def _bare(text: str) -> list[str]:
    # An underscore within a word is one with and without a backslash.
    lines = (_INNER.sub("_", "".join(line.split())) for line in text.split("\n"))
    return [line for line in lines if line]


def _with_fences(text: str, keep: Callable[[str], str]) -> str:
    """Replace each block of code by `keep`; one without an end is text."""
    last = {kind: text.rfind(f"{{{kind}}}") for kind in ("code", "noformat")}
    pieces, at, opened = [], 0, None
    for mark in _FENCE.finditer(text):
        if opened is None:
            opened = mark if mark.end() <= last[mark[1]] else None
        elif mark[0] == f"{{{opened[1]}}}":
            body = text[opened.end() : mark.start()].removeprefix("\n")
            pieces += [text[at : opened.start()], keep(_fence(opened[2] or "", body))]
            at, opened = mark.end(), None
    return "".join([*pieces, text[at:]])


def _fence(about: str, body: str) -> str:
    about = about.split("|", maxsplit=1)[0]
    language = about if re.fullmatch(r"[\w#+-]+", about) else ""
    ticks = "````" if "```" in body else "```"
    return f"{ticks}{language}\n{body.rstrip()}\n{ticks}"


def _quoted(text: str) -> str:
    return "\n".join(f"> {line}".rstrip() for line in text.split("\n"))


def _markdown(text: str) -> str:
    """Write one empty line between blocks, and none inside of them."""
    found: list[str] = []
    before, counts, is_apart = "", list[int](), True
    for line in _FRAME.sub("", text).split("\n"):
        kind = _kind(line)
        if kind == "empty":
            is_apart = True
            continue
        goes_on = kind == before and (kind in _TOGETHER or (kind == "text" and not is_apart))
        trails = kind == "text" and before.startswith("list") and not is_apart
        counts = counts if goes_on or trails else []
        found += [] if goes_on or trails or not found else [""]
        found.append(
            ("  " if trails else "") + _line(line, kind, counts=counts, is_first=not goes_on)
        )
        before, is_apart = (before if trails else kind), kind in {"heading", "rule", "kept"}
    return "\n".join(found)


def _kind(line: str) -> str:
    bare = line.strip()
    if not bare:
        return "empty"
    if _KEPT.fullmatch(bare):
        return "kept"
    if _HEADING.fullmatch(bare):
        return "heading"
    if bare == "----":
        return "rule"
    if item := _ITEM.fullmatch(line):
        return f"list {item[1][0]}"
    return "table" if bare.startswith("|") else "quote" if bare.startswith("bq. ") else "text"


def _line(line: str, kind: str, *, counts: list[int], is_first: bool) -> str:
    bare = line.strip()
    match kind:
        case "kept":
            return bare
        case "heading":
            level, _, words = bare.partition(".")
            return "#" * int(level[1:]) + " " + _spoken(words.strip())
        case "rule":
            return "---"
        case "table":
            return _cells(bare, is_first=is_first)
        case "quote":
            return "> " + _spoken(bare[4:])
        case "text":
            return _MARKDOWN_START.sub(r"\2\\\1\3", _spoken(bare))
    item = _ITEM.fullmatch(line)
    return _item(item[1], item[2], counts) if item else bare


def _item(marks: str, text: str, counts: list[int]) -> str:
    """`counts` are the numbers reached at each depth."""
    depth = len(marks)
    del counts[depth:]
    counts += [0] * (depth - len(counts))
    counts[-1] += 1
    indent = "".join("   " if mark == "#" else "  " for mark in marks[:-1])
    return f"{indent}{f'{counts[-1]}.' if marks[-1] == '#' else '-'} {_spoken(text)}"


def _cells(row: str, *, is_first: bool) -> str:
    is_head = row.startswith("||")
    inner = row.strip("|") if is_head else row.removeprefix("|").removesuffix("|")
    cells = re.split(r"(?<!\\)\|\|" if is_head else r"(?<!\\)\|(?![^\[\]]{0,300}\])", inner)
    line = "| " + " | ".join(_cell(cell) for cell in cells) + " |"
    if not is_first:
        return line
    rule = "|" + " --- |" * len(cells)
    return f"{line}\n{rule}" if is_head else f"|{'  |' * len(cells)}\n{rule}\n{line}"


def _cell(text: str) -> str:
    return _spoken(text.strip()).replace("|", r"\|").replace("\n", " ")


def _spoken(text: str) -> str:
    """A line's words in Markdown."""
    found, words, at = [], "", 0
    for mark in _MARK.finditer(text):
        words += text[at : mark.start()]
        at = mark.end()
        if (
            sign := mark["literal"]
            or (mark["entity"] and chr(int(mark["entity"])))
            or mark["image"]
        ):
            words += sign
        else:
            found += [_plain(words), _marked(mark)]
            words = ""
    return "".join([*found, _plain(words + text[at:])])


def _marked(mark: re.Match[str]) -> str:
    kind = mark.lastgroup or ""
    text = mark[kind]
    match kind:
        case "code":
            text = text.replace("\u200b", "")
            return f"`` {text} ``" if "`" in text else f"`{text}`"
        case "target":
            return f"[{_spoken(mark['words'])}]({text})"
        case "auto":
            return f"<{text}>"
        case "user":
            return f"@{text}"
        case "bold" | "inbold":
            return f"**{_spoken(text)}**"
        case "italic" | "initalic":
            return f"*{_spoken(text)}*"
        case "struck" | "instruck":
            return f"~~{_spoken(text)}~~"
        case _:
            return "\n"


def _plain(text: str) -> str:
    """Escape what Markdown would take for a sign."""
    pieces = _ADDRESS.split(text)
    pieces[::2] = [_MARKDOWN_SIGN.sub(r"\\\g<0>", piece) for piece in pieces[::2]]
    return "".join(pieces)
