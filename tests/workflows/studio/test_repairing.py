"""Formalities that code puts right, and nothing else."""

from agent.workflows.studio.artifacts import report_on
from agent.workflows.studio.content.contracts import Piece
from agent.workflows.studio.nodes.checking import mend_formalities
from tests.workflows.studio.desk import brief
from tests.workflows.studio.test_writing import BODY, HOOKS, META, PARAGRAPHS

POST = "\n\n".join([HOOKS[0], *PARAGRAPHS, "Which room is first? Tell us."]).replace(" [C2]", "")
POST = POST.replace(" [C3]", "")
BLOG = Piece(
    kind="blog",
    title="Home staging: three steps that you can take",
    text=f"# Home staging: three steps that you can take\n\n{BODY}".replace(" [C1, C9]", ""),
    meta_description=META,
)
LINKEDIN = Piece(kind="linkedin", title="Staging", text=f"{POST}\n\n#a #b #c")


def mend(piece: Piece) -> str:
    return mend_formalities(piece, report_on(piece, brief(piece.kind, words=150))).text


def test_the_last_hashtags_go_when_the_platform_refuses_them() -> None:
    tags = [f"#t{n}" for n in range(32)]
    piece = Piece(kind="instagram", title="A", text=f"A shelf.\n\n{' '.join(tags)}", alt="A")
    assert mend(piece) == f"A shelf.\n\n{' '.join(tags[:30])}"


def test_hashtags_that_are_only_many_stay() -> None:
    piece = LINKEDIN.model_copy(update={"text": f"{POST}\n\n#a #b #c #d #e #f #g"})
    assert mend(piece) == piece.text


def test_hashtags_are_not_made_up() -> None:
    piece = LINKEDIN.model_copy(update={"text": f"{POST}\n\n#a"})
    assert mend(piece) == piece.text


def test_markdown_is_taken_off_where_it_would_be_shown_as_typed() -> None:
    marked = POST.replace("Put away", "**Put away**").replace("Two tins", "* Two tins")
    marked = f"## {marked}\n\n[the study](https://study.example/staging) #a #b #c"
    after = mend(LINKEDIN.model_copy(update={"text": marked}))
    assert after == (
        POST.replace("Two tins", "* Two tins")
        + "\n\nthe study (https://study.example/staging) #a #b #c"
    )


def test_an_invented_figure_is_nothing_for_rules() -> None:
    piece = BLOG.model_copy(
        update={"text": BLOG.text.replace("costs nothing.", "costs 480 euros.", 1)}
    )
    assert mend(piece) == piece.text
