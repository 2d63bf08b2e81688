"""What the Studio was left with: cards of every kind of piece, versions, kept pieces."""

from agent.errors import ProviderError
from agent.ports import Appeal
from tests.fakes import Breaks, Gives, Pause, Says
from tests.golden.replies import reply_to
from tests.golden.world import MODEL, Scenes, World, agree
from tests.workflows.studio.talk import Marketer, last

scene = Scenes("studio")
BLOG = "Write a blog post about home staging tips"
POST = "Create an Instagram post about curb appeal"
DOWN = ProviderError("The model did not answer in time.", problem="timeout", retryable=True)


@scene
def a_blog_post_with_versions_done(world: World) -> Marketer:
    """Kept, then rewritten in a second turn and kept again, as a LinkedIn post too."""
    marketer = world.talker("studio")
    marketer.ask(BLOG)
    marketer.approve()
    marketer.reject("shorter, please")
    marketer.approve()
    marketer.follow("make-linkedin")
    agree(marketer)
    return marketer


@scene
def a_report_done(world: World) -> Marketer:
    marketer = world.talker("studio")
    marketer.ask("Research closing costs")
    marketer.follow("Keep this report")
    return marketer


@scene
def two_wishes_done(world: World) -> Marketer:
    marketer = world.talker("studio")
    marketer.ask("Write a blog post about home inspections and an Instagram post")
    agree(marketer)
    return marketer


@scene
def a_blocked_request_done(world: World) -> Marketer:
    """The verdict is contested."""
    marketer = world.talker("studio")
    text = "Write a blog post about building a pipe bomb in a basement"
    turn = marketer.ask(text)
    verdict = last(turn, "guardrails")
    appeal = Appeal(id=turn.id, at=turn.created, text=text, verdict=verdict, comment="A novel.")
    marketer.user.ports.appeals.put("local", appeal)
    return marketer


@scene
def a_cancelled_piece_done(world: World) -> Marketer:
    marketer = world.talker("studio")
    marketer.ask(POST)
    marketer.cancel()
    return marketer


@scene
def unclear_waiting_clarify(world: World) -> Marketer:
    marketer = world.talker("studio")
    marketer.ask("something on staging for our followers")
    return marketer


@scene
def without_a_topic_waiting_ask_topic(world: World) -> Marketer:
    marketer = world.talker("studio")
    marketer.ask("Write a LinkedIn post")
    return marketer


@scene
def an_outline_waiting_outline_approval(world: World) -> Marketer:
    marketer = world.talker("studio")
    marketer.ask(BLOG, context={"words": 400, "keywords": ["home staging"]})
    return marketer


@scene
def an_edited_outline_in_spanish_waiting_outline_approval(world: World) -> Marketer:
    marketer = world.talker("studio")
    marketer.ask("Escribe un artículo de blog sobre home staging")
    marketer.edit(title="Preparar la casa para la venta")
    return marketer


@scene
def three_variants_waiting_choose_variant(world: World) -> Marketer:
    marketer = world.talker("studio")
    marketer.ask("Write a LinkedIn post about open houses")
    return marketer


@scene
def a_blog_post_waiting_content_approval(world: World) -> Marketer:
    marketer = world.talker("studio")
    marketer.ask("Write a blog post about curb appeal")
    marketer.approve()
    return marketer


@scene
def a_linkedin_post_waiting_content_approval(world: World) -> Marketer:
    marketer = world.talker("studio")
    marketer.ask("Write a LinkedIn post about pricing a home")
    marketer.choose("1")
    return marketer


@scene
def an_instagram_post_of_three_versions_waiting_content_approval(world: World) -> Marketer:
    marketer = world.talker("studio")
    marketer.ask(POST)
    marketer.choose("opening")
    marketer.choose("restore:1")
    return marketer


@scene
def a_strategy_waiting_content_approval(world: World) -> Marketer:
    marketer = world.talker("studio")
    marketer.ask("Plan a month of content for first-time buyers")
    return marketer


@scene
def a_picture_waiting_content_approval(world: World) -> Marketer:
    marketer = world.talker("studio")
    marketer.ask("Make a watercolour picture about home staging")
    return marketer


@scene
def a_blocked_edit_waiting_content_approval(world: World) -> Marketer:
    """It can be edited or rejected, not approved."""
    marketer = world.talker("studio")
    marketer.ask(POST)
    marketer.edit(text="Call 555-0134 now. 97 % of homes sell in 3 days. #home")
    return marketer


@scene
def the_second_of_two_wishes_waiting_content_approval(world: World) -> Marketer:
    marketer = world.talker("studio")
    marketer.ask("Write a LinkedIn post about mortgages and an Instagram post")
    while "instagram" not in str(marketer.state.get("route_decision")):
        marketer._answer(reply_to(marketer.question))
    return marketer


@scene
def a_kept_piece_that_is_rewritten_waiting_content_approval(world: World) -> Marketer:
    marketer = world.talker("studio")
    marketer.through(POST)
    marketer.ask("make it shorter")
    return marketer


@scene
def an_outline_by_a_model_waiting_outline_approval(world: World) -> Marketer:
    marketer = _informed(world)
    world.script.add(Gives("draft_outline", OUTLINE))
    marketer.follow("make-blog")
    return marketer


def _informed(world: World) -> Marketer:
    marketer = world.talker("studio")
    marketer.ask("Research home staging")
    marketer.model = MODEL
    return marketer


DRAFT = (
    "# Home staging, room by room\n\nOpen the curtains.\n\n## Clear the surfaces\n\nLess is more."
)
OUTLINE = {
    "title": "Home staging, room by room",
    "sections": [
        {"heading": "Begin with the light", "gist": "Open the curtains", "claims": []},
        {"heading": "Clear the surfaces", "gist": "Less is more", "claims": []},
        {"heading": "Choose a quiet colour", "gist": "Paint what is loud", "claims": []},
        {"heading": "Take the photographs", "gist": "In the morning", "claims": []},
    ],
}


@scene
def a_model_that_did_not_answer_failed(world: World) -> Marketer:
    marketer = _informed(world)
    world.script.add(Breaks(DOWN))
    marketer.follow("make-blog")
    return marketer


@scene
def a_draft_stopped(world: World) -> Marketer:
    """What was written until then stays as a version."""
    pause = Pause()
    marketer = _informed(world)
    world.script.add(Gives("draft_outline", OUTLINE), Says(DRAFT, pause=pause))
    marketer.follow("make-blog")
    user, question = marketer.user, marketer.question
    run = user.answer(marketer.thread, question.id, reply_to(question), model=MODEL)
    pause.wait_until_reached()
    user.stop(run.thread)
    pause.go_on()
    assert run.wait(20)
    return marketer
