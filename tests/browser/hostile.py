"""Text that wants to be more than text, and where it can come from."""

from pathlib import Path

from agent.adapters.bank import SqliteBank
from agent.adapters.library.schema import SCHEMA
from agent.adapters.library.sqlite import SqliteLibrary
from agent.ports import Document, Item
from agent.store.database import Database

HOST = "evil.example"
URL = f"https://{HOST}"

INLINE = (
    f"![x]({URL}/image.png)",
    f"[![x]({URL}/badge.png)]({URL}/page)",
    f"![x]( <{URL}/pointy.png> 'title')",
    f'<img src="{URL}/tag.png" onerror="window.pwned = 1">',
    "<img src=x onerror=window.pwned=1>",
    "<svg onload=window.pwned=1></svg>",
    "<script>window.pwned = 1; alert(1)</script>",
    f"<iframe src={URL}></iframe>",
    f"<style>@import url({URL}/style.css)</style>",
    f"<link rel=stylesheet href={URL}/style.css>",
    "[click](javascript:window.pwned=1)",
    "[click](data:text/html,<script>alert(1)</script>)",
    f"[bank]({URL}/login)",
    f"<{URL}/auto>",
    f"{URL}/bare",
    r"$\href{javascript:window.pwned=1}{x}$ and $$\includegraphics{x}$$",
    ":streamlit: :smile: :green-badge[Approved] :red[red] :material/check: :primary-background[x]",
    "\u202egnp.live \u2066turned\u2069 zero\u200bwidth",
)
BLOCKS = (
    f'```mermaid\ngraph TD; A@{{ img: "{URL}/node.png", label: "x" }}\n```',
    f'~~~ mermaid\ngraph TD; A["<img src={URL}/label.png onerror=window.pwned=1>"]\n~~~',
    f"![x][far]\n\n[far]: {URL}/reference.png",
    f"| a |\n| - |\n| ![x]({URL}/cell.png) |",
    f"> - ![x]({URL}/nested.png)",
    f"# Heading ![x]({URL}/heading.png)\n\n---",
    f"`` ` `` ![x]({URL}/after-code.png)",
    f"```\nopen fence\n~~~\n![x]({URL}/in-fence.png)\n```",
    # What a quick look takes for code, and Markdown does not.
    f"\\`![x]({URL}/escaped.png)\\`",
    f"one ` tick\n\nand ![x]({URL}/paragraphs.png) ` another",
    f"- a ` tick\n- ![x]({URL}/items.png) ` another",
    f"# A ` tick\n\n![x]({URL}/after-heading.png) ` another",
    f"| a ` | ![x]({URL}/cells.png) ` |\n| - | - |",
    f"> ```\n\n![x]({URL}/quote-ended.png) :green-badge[Approved]\n\n```",
    f"``` a`b\n![x]({URL}/info.png)\n```",
    f"text\n    ```\n![x]({URL}/indented.png)\n    ```",
)
CORPUS = "\n\n".join((" ".join(INLINE), *INLINE, *BLOCKS))

TOPIC = "quokkas"
IMAGE, TAG = INLINE[0], INLINE[3]


def fill(folder: Path) -> None:
    """Put a hostile document and hostile quiz items where the app will find them."""
    folder.mkdir(parents=True)
    database = Database(folder / "library.db", SCHEMA)
    SqliteLibrary(database).add(document())
    SqliteBank(database).put([item(number) for number in range(2)])
    database.close()


def document() -> Document:
    sentences = [f"A quokka is a small animal {each} of the islands." for each in INLINE]
    paragraphs = "\n\n".join((*sentences, *BLOCKS))
    return Document(
        id="quokkas",
        title=f"Quokkas {IMAGE} {TAG}",
        subject="databases",
        topic=TOPIC,
        source=f"Field notes {IMAGE}",
        text=f"# Quokka {IMAGE} {TAG}\n\n{paragraphs}\n",
    )


FOODS = ("Grass", "Leaves", "Bark", "Fruit")


def item(number: int) -> Item:
    half = INLINE[number::2]
    return Item(
        id=f"quokka-{number}",
        subject="databases",
        topic=TOPIC,
        objective=f"LO {IMAGE}",
        difficulty="basic",
        question_text=f"What does quokka {number} eat?\n\n{' '.join(half)[:500]}",
        options=tuple(
            (letter, f"{food} {IMAGE} {TAG}") for letter, food in zip("abcd", FOODS, strict=True)
        ),
        key="a",
        evidence_document="quokkas",
        evidence=f"A quokka is a small animal {half[0]} of the islands.",
        explanation=f"Explanation {CORPUS}",
    )
