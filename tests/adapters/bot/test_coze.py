"""What every bot promises, and the Coze bot against a server that speaks its protocol."""

import hashlib
import json
import time
from collections.abc import Callable
from dataclasses import dataclass, replace

import pytest

from agent.adapters.bot import open_bot
from agent.errors import NotConfigured, ProviderError
from agent.ports.work_items import Bot, BotAnswer
from agent.settings import Settings
from tests.fakes_tickets import FakeBot
from tests.servers.coze_server import (
    CONVERSATION,
    NAME,
    TOKEN,
    Fails,
    Message,
    Says,
    coze_server,
    says,
)
from tests.servers.scripted import refusing_url


def ask(bot, text="What is new?", *, on_text=lambda _: None, is_stopped=lambda: False):
    return bot.ask(text, user="ana@example.com", on_text=on_text, is_stopped=is_stopped)


def failing(server, reply, **more):
    server.replies = [reply]
    with pytest.raises(ProviderError) as caught:
        ask(bot_at(server, **more))
    return caught.value


def test_the_question_is_sent_as_coze_wants_it(coze) -> None:
    coze.replies = [says("Nothing.")]
    ask(bot_at(coze), "今天有什么新闻?")
    assert coze.paths == ["/v3/chat"]
    question = {"role": "user", "type": "question", "content_type": "text"}
    question["content"] = "今天有什么新闻?"
    user = hashlib.sha256(f"{coze.bot}\nana@example.com".encode()).hexdigest()[:32]
    whole = {"bot_id": coze.bot, "user_id": user, "stream": True, "auto_save_history": True}
    assert coze.questions == [{**whole, "additional_messages": [question]}]
    assert coze.headers[0]["authorization"] == f"Bearer {TOKEN}"


def test_only_what_the_bot_says_to_the_user_counts(coze) -> None:
    messages = (
        Message(('{"msg_type":"knowledge_recall","data":"SECRET"}',), type="verbose"),
        Message(('{"name":"search","thought":"SECRET"}',), type="function_call"),
        Message(("SECRET",), type="tool_response", content_type="card"),
        Message(("It is Wednesday.",), reasoning=("SECRET", "SECRET")),
        Message(("SECRET: ask me more",), type="follow_up"),
    )
    coze.replies = [Says(messages)]
    told = []
    assert ask(bot_at(coze), on_text=told.append).text == "It is Wednesday."
    assert told == ["It is Wednesday."]


def test_several_messages_are_paragraphs(coze) -> None:
    coze.replies = [Says((Message(("One ", "moment.")), Message(("It is ", "Wednesday."))))]
    told = []
    text = "One moment.\n\nIt is Wednesday."
    answer = ask(bot_at(coze), on_text=told.append)
    assert answer == BotAnswer(text=text, conversation=CONVERSATION, tokens=633)
    assert "".join(told) == text


def test_text_among_pictures_is_said_and_the_pictures_are_not(coze) -> None:
    parts = [
        {"type": "image", "file_url": "https://pictures.example/1.png"},
        {"type": "text", "text": "It is Wednesday."},
    ]
    message = Message((json.dumps(parts),), content_type="object_string", streams=False)
    coze.replies = [Says((message,))]
    assert ask(bot_at(coze)).text == "It is Wednesday."


def test_a_stop_is_heeded_while_the_bot_is_silent(coze) -> None:
    coze.replies = [says("It is ", ending="stall")]
    told = []
    begun = time.monotonic()
    answer = ask(bot_at(coze), on_text=told.append, is_stopped=lambda: bool(told))
    assert answer.stopped
    assert answer.text == "It is "
    assert time.monotonic() - begun < 5
    assert coze.hung_up.wait(5)


@pytest.mark.parametrize(
    "reply",
    [Fails(how="hang"), says("It is ", ending="stall"), says(*"a" * 100, pause=0.05)],
    ids=["never begins", "stalls", "goes on and on"],
)
def test_a_whole_answer_has_a_deadline(coze, reply) -> None:
    begun = time.monotonic()
    error = failing(coze, reply, interlude_bot_seconds=0.5)
    assert time.monotonic() - begun < 3
    assert (error.problem, error.retryable) == ("timeout", True)
    assert "INTERLUDE_BOT_SECONDS" in error.hint


TOKEN_REFUSED = "Coze did not accept the token."
NOT_ALLOWED = "The token is not allowed to use this Coze bot."
QUOTA = "The quota of the Coze account is used up."
SLOWER = "Coze asked for fewer requests."
OWN_FAULT = "Coze failed on its own side."
NO_API = "What answers at the address of Coze is not its API."
BROKE = "The connection to Coze broke before the answer was complete."
NO_BOT = "Coze does not know this bot."
UNPUBLISHED = "The Coze bot is not published for the API."
WAITS = "The Coze bot waits for a tool or a reply, which it cannot be given from here."
CARD = Says((Message(('{"card_type":3}',), content_type="card", streams=False),))
BROKEN = Says((), raw=(("conversation.message.delta", "{not json"),))
FAILURES = [
    (Fails(status=401, code=4100), "key", TOKEN_REFUSED, False),
    (Fails(code=4100), "key", TOKEN_REFUSED, False),
    (Fails(code=700012006), "key", TOKEN_REFUSED, False),
    (Fails(status=401, page="<h1>401</h1>"), "key", TOKEN_REFUSED, False),
    (Fails(code=4101), "key", NOT_ALLOWED, False),
    (Fails(code=4028), "quota", QUOTA, False),
    (Fails(code=4008), "quota", "The Coze bot has reached its limit for today.", False),
    (Fails(status=429, page="slow down"), "quota", SLOWER, True),
    (Fails(code=4200), "rejected", NO_BOT, False),
    (Fails(code=4015), "rejected", UNPUBLISHED, False),
    (Fails(code=4010), "too_long", "The message is too long for the Coze bot.", False),
    (Fails(code=4014), "filtered", "The Coze bot does not answer this.", False),
    (Fails(status=400, code=987654), "rejected", "Coze refused the request (code 987654).", False),
    (Fails(code=5000), "unavailable", OWN_FAULT, True),
    (Fails(status=503, page="<h1>503</h1>"), "unavailable", OWN_FAULT, True),
    (Fails(status=404, page="404 page not found"), "refused", NO_API, False),
    (Fails(page="<title>Welcome</title>"), "refused", NO_API, False),
    (Fails(code=0), "refused", NO_API, False),
    (Fails(how="drop"), "cut", BROKE, True),
    (says("It is ", ending="drop"), "cut", BROKE, True),
    (says("It is ", ending="unfinished"), "cut", BROKE, True),
    (says("It is ", ending="failed", code=4011), "quota", QUOTA, False),
    (says("It is ", ending="error", code=4013), "unavailable", OWN_FAULT, True),
    (says("Which day?", ending="requires_action"), "rejected", WAITS, False),
    (CARD, "rejected", "The Coze bot answered without any text.", False),
    (BROKEN, "cut", "Coze sent something that cannot be read.", True),
]


@pytest.mark.parametrize(("reply", "problem", "message", "retryable"), FAILURES)
def test_each_failure_has_its_own_sentence(coze, reply, problem, message, retryable) -> None:
    error = failing(coze, reply)
    assert (error.problem, error.message, error.retryable) == (problem, message, retryable)
    assert error.hint not in ("", error.message)
    causes = [error, error.__cause__, error.__context__]
    told = " ".join(f"{cause} {cause!r}" for cause in causes) + error.hint
    assert TOKEN not in told + repr(bot_at(coze))
    assert "authentication is invalid" not in told


def test_an_address_where_nobody_listens() -> None:
    with refusing_url() as url, coze_server() as server:
        with pytest.raises(ProviderError) as caught:
            ask(bot_at(server, coze_api_base_url=url))
    assert (caught.value.problem, caught.value.retryable) == ("refused", True)


def test_the_token_follows_no_redirect(coze) -> None:
    with coze_server() as elsewhere:
        moved = Fails(status=307, page="moved", headers={"Location": f"{elsewhere.url}/v3/chat"})
        error = failing(coze, moved)
        coze.details = replace(moved, headers={"Location": f"{elsewhere.url}/v1/bots/1"})
        assert not bot_at(coze).check().is_ok
        assert elsewhere.headers == []
    assert error.message == NO_API


def test_the_test_reads_the_bots_name_and_asks_it_nothing(coze) -> None:
    connection = bot_at(coze).check()
    assert connection.is_ok
    assert NAME in connection.message
    assert coze.paths == [f"/v1/bots/{coze.bot}"]
    assert coze.questions == []


@pytest.mark.parametrize(
    ("details", "message"),
    [
        (Fails(status=401, code=4100), TOKEN_REFUSED),
        (Fails(code=4200), NO_BOT),
        (Fails(page="<title>Welcome</title>"), NO_API),
        (Fails(how="drop"), BROKE),
    ],
)
def test_the_test_says_what_is_wrong(coze, details, message) -> None:
    coze.details = details
    connection = bot_at(coze).check()
    assert not connection.is_ok
    assert connection.message == message
    assert connection.hint


@pytest.mark.parametrize(
    ("setting", "value"),
    [
        ("coze_bot_id", ""),
        ("coze_api_token", ""),
        ("coze_api_token", "pat_\n1"),
        ("coze_api_token", "pat_é"),
        ("coze_api_base_url", ""),
        ("coze_api_base_url", "api.coze.com"),
        ("coze_api_base_url", "file:///etc/passwd"),
        ("coze_api_base_url", "https://"),
        ("coze_api_base_url", "https://user:secret@api.coze.com"),
        ("coze_api_base_url", "https://api.coze.com?to=elsewhere"),
        ("coze_api_base_url", "https://api.coze.com:port"),
        ("coze_api_base_url", "https://[api"),
    ],
)
def test_what_is_set_wrongly_is_named_and_no_token_is_told(coze, setting, value) -> None:
    with pytest.raises(NotConfigured, match=setting.upper()) as caught:
        open_bot(settings_for(coze, **{setting: value}))
    assert caught.value.hint
    if setting == "coze_api_token" and value:
        assert value not in f"{caught.value} {caught.value.hint}"


PIECES = ("Here is ", "the **news**:\n", "- 星期三", "。")


def test_an_answer_comes_piece_by_piece_and_as_a_whole(scene) -> None:
    assert scene.bot.name
    assert scene.bot.check().is_ok
    scene.will_say(*PIECES)
    told = []
    answer = ask(scene.bot, on_text=told.append)
    assert tuple(told) == PIECES
    assert answer.text == "".join(PIECES)
    assert answer.conversation
    assert answer.tokens
    assert not answer.stopped


def test_it_says_nothing_once_it_is_stopped(scene) -> None:
    scene.will_say(*PIECES)
    told = []
    answer = ask(scene.bot, on_text=told.append, is_stopped=lambda: len(told) == 2)
    assert answer.stopped
    assert answer.text == "".join(told) == "".join(PIECES[:2])


def test_what_came_before_a_break_was_told(scene) -> None:
    scene.will_break_after(*PIECES[:2])
    told = []
    with pytest.raises(ProviderError) as caught:
        ask(scene.bot, on_text=told.append)
    assert caught.value.problem == "cut"
    assert tuple(told) == PIECES[:2]


def test_what_is_done_with_the_text_may_fail(scene) -> None:
    def refuse(_piece) -> None:
        raise ValueError("no")

    scene.will_say(*PIECES)
    with pytest.raises(ValueError, match="no"):
        ask(scene.bot, on_text=refuse)


@dataclass
class Scene:
    """A bot, and what it says next."""

    bot: Bot
    will_say: Callable[..., None]
    will_break_after: Callable[..., None]


def settings_for(server, **more):
    given = {
        "coze_api_token": server.token,
        "coze_bot_id": server.bot,
        "coze_api_base_url": server.url,
        "interlude_bot_seconds": 20,
    }
    return Settings.model_validate({**given, **more})


def bot_at(server, **more):
    return open_bot(settings_for(server, **more))


@pytest.fixture
def coze():
    with coze_server() as server:
        yield server


@pytest.fixture
def coze_scene(coze):
    def play(ending):
        return lambda *pieces: coze.replies.append(says(*pieces, ending=ending))

    return Scene(bot_at(coze), play("completed"), play("drop"))


@pytest.fixture
def fake_scene():
    bot = FakeBot()

    def say(*pieces) -> None:
        bot.pieces = list(pieces)

    def break_after(*pieces) -> None:
        say(*pieces, "never said")
        bot.failing_after = (len(pieces), ProviderError("The line broke.", problem="cut"))

    return Scene(bot, say, break_after)


@pytest.fixture(params=["fake", "coze"])
def scene(request):
    return request.getfixturevalue(f"{request.param}_scene")
