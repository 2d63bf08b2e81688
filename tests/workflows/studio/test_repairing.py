"""One repair: what is sure by rules, the rest by one request, and never worse than before."""

import pytest

from agent.errors import StepFailed, Stopped
from agent.workflows.studio.contracts import Piece
from agent.workflows.studio.measuring import report_on
from agent.workflows.studio.repairing import repaired
from tests.fakes import Breaks, Gives
from tests.workflows.studio.desk import Desk, brief
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


def mend(piece: Piece, desk: Desk, *, words: int | None = 150) -> Piece | None:
    of = brief(piece.kind, words=words)
    report = report_on(piece, of)
    assert report.blocking, "there is something to repair"
    after = repaired(piece, report, of, desk.context)
    desk.script.finish()
    if after:
        assert len(report_on(after, of).blocking) < len(report.blocking)
    return after


def text(after: Piece | None) -> str:
    assert after is not None
    return after.text


# By rules


def test_the_last_hashtags_go_when_there_are_too_many() -> None:
    piece = LINKEDIN.model_copy(update={"text": f"{POST}\n\n#a #b #c #d #e #f #g"})
    assert text(mend(piece, Desk())) == f"{POST}\n\n#a #b #c #d #e"


def test_hashtags_are_not_made_up() -> None:
    assert mend(LINKEDIN.model_copy(update={"text": f"{POST}\n\n#a"}), Desk()) is None


def test_markdown_is_taken_off_where_it_would_be_shown_as_typed() -> None:
    marked = POST.replace("Put away", "**Put away**").replace("Two tins", "* Two tins")
    marked = f"## {marked}\n\n[the study](https://study.example/staging) #a #b #c"
    after = text(mend(LINKEDIN.model_copy(update={"text": marked}), Desk()))
    assert after == (
        POST.replace("Two tins", "* Two tins")
        + "\n\nthe study (https://study.example/staging) #a #b #c"
    )


def test_a_missing_title_is_set_and_a_second_one_becomes_a_heading() -> None:
    untitled = BLOG.model_copy(update={"text": BLOG.text.partition("\n\n")[2]})
    assert text(mend(untitled, Desk())) == BLOG.text
    twice = BLOG.model_copy(update={"text": BLOG.text.replace("## Conclusion", "# Conclusion")})
    assert text(mend(twice, Desk())) == BLOG.text


def test_a_meta_description_that_is_too_long_loses_whole_sentences() -> None:
    longer = BLOG.model_copy(update={"meta_description": f"{META} And then read them again."})
    after = mend(longer, Desk())
    assert after is not None
    assert after.meta_description == META


def test_a_meta_description_is_never_cut_within_a_sentence() -> None:
    assert (
        mend(BLOG.model_copy(update={"meta_description": META[:-1] + " twice over"}), Desk())
        is None
    )


def test_an_instagram_picture_becomes_square() -> None:
    tags = " ".join(f"#home{chr(97 + n)}" for n in range(20))
    piece = Piece(
        kind="instagram", title="A", text=f"Clear a shelf.\n\n{tags}", alt="A", ratio="4:3"
    )
    after = mend(piece, Desk())
    assert after is not None
    assert after.ratio == "1:1"


def test_an_invented_figure_is_nothing_for_rules() -> None:
    piece = BLOG.model_copy(
        update={"text": BLOG.text.replace("costs nothing.", "costs 480 euros.", 1)}
    )
    assert mend(piece, Desk()) is None


# Through the model

INVENTED = BLOG.model_copy(
    update={
        "text": BLOG.text.replace("Begin with what costs nothing.", "87 % of buyers look here.")
    }
)


def test_a_model_mends_what_rules_cannot() -> None:
    given = {"changes": [{"before": "87 % of buyers look here.", "after": "Buyers look here."}]}
    desk = Desk(Gives("repair", given))
    after = mend(INVENTED, desk)
    assert text(after) == INVENTED.text.replace("87 % of buyers", "Buyers")
    told = desk.script.values[0]
    assert [finding.quote for finding in told.report.blocking] == ["87 %"]


def test_a_model_is_not_asked_for_what_rules_mend() -> None:
    desk = Desk(Gives("repair", {}))
    piece = LINKEDIN.model_copy(update={"text": f"{POST}\n\n#a #b #c #d #e #f #g"})
    of = brief("linkedin")
    assert repaired(piece, report_on(piece, of), of, desk.context)
    assert desk.script.values == []


def test_a_repair_that_makes_nothing_better_is_not_taken() -> None:
    given = {"changes": [{"before": "87 % of buyers look here.", "after": "88 % look here."}]}
    assert mend(INVENTED, Desk(Gives("repair", given))) is None


@pytest.mark.parametrize(
    "line",
    [
        Breaks(StepFailed("The model gave no usable answer.")),
        Gives("repair", {"changes": [{"before": "not in it", "after": "x"}]}),
        Gives("repair", {"changes": [{"before": "87 %", "after": "No Black families"}]}),
    ],
)
def test_a_repair_that_fails_leaves_the_draft(line: Breaks | Gives) -> None:
    desk = Desk(line)
    assert mend(INVENTED, desk) is None
    assert desk.notices[0].endswith("The draft stays as it was written.")


def test_a_stop_is_not_a_failure() -> None:
    with pytest.raises(Stopped):
        mend(INVENTED, Desk(Breaks(Stopped("Stopped."))))
