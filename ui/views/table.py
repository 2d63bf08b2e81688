"""A table of untrusted texts, drawn as it is written."""

from collections.abc import Sequence

import streamlit as st

from ui import safe


def table(names: Sequence[str], rows: Sequence[Sequence[str]], *, code: Sequence[int] = ()) -> None:
    """The columns of `code` are drawn as such, so that no address in them becomes a link."""
    if not rows:
        return
    cells = [[_code(c) if n in code else safe.plain(c) for n, c in enumerate(row)] for row in rows]
    marked_table(names, cells)


def marked_table(names: Sequence[str], rows: Sequence[Sequence[str]]) -> None:
    """Its cells are Markdown that is safe already."""
    lines = [_line([safe.plain(name) or " " for name in names]), _line(["---"] * len(names))]
    lines += [_line([cell or " " for cell in row]) for row in rows]
    st.markdown("\n".join(lines))


def _code(text: str) -> str:
    bare = " ".join(safe.text(text).split()).replace("`", "'").replace("|", "¦")
    return f"`{bare}`" if bare else ""


def _line(cells: Sequence[str]) -> str:
    return f"| {' | '.join(cells)} |"
