"""Drafts by rules: understood, grammatical where it can be told, of the request's own things."""

import itertools
import json
import re
from pathlib import Path

import pytest

from agent.errors import AgentError
from agent.workflows.tickets import description
from agent.workflows.tickets.contracts import Backlog, DraftFor
from agent.workflows.tickets.drafting import DRAFT, lacks_subject
from tests.workflows.tickets.drafts import names_a_thing_of

DATA = Path(__file__).parents[2] / "data" / "tickets"
ENGLISH = json.loads((DATA / "requests.json").read_text(encoding="utf-8"))
OTHERS = json.loads((DATA / "requests_es_zh.json").read_text(encoding="utf-8"))
PHRASINGS = [
    entry["text"]
    for entry in json.loads((DATA / "phrasings.json").read_text(encoding="utf-8"))
    if entry["expected"] == "jira_creation"
]
UNSEEN = [
    (
        "Please create a Jira ticket: the map in the hiking app shows closed trails as open."
        " Walkers have been sent onto a washed-out path twice this month, so this is urgent."
    ),
    (
        "Patients should get a reminder e-mail two days before their appointment, and it must"
        " contain a link to cancel."
    ),
    (
        "The nightly job that recalculates stock levels has failed three times this week with an"
        " out-of-memory error. We need it to finish before 6 am."
    ),
    (
        "Integrate the new weather API into the harvest planner. Until the contract is signed, keep"
        " the old provider as a fallback."
    ),
    "Users must not be able to delete an invoice once it has been sent.",
    "Can we make the onboarding wizard less confusing?",
    (
        "Warehouse staff complain that the scanner beeps even when the barcode wasn't read. Seen"
        " with firmware 3.1.4 on the Zebra TC21."
    ),
    (
        "Cuando un alumno entrega fuera de plazo, avisar al profesor por correo y marcar la entrega"
        " en rojo."
    ),
    (
        "El informe mensual de ventas sale con las cifras del mes anterior. Ocurre desde la versión"
        " 8.3."
    ),
    "Necesitamos que la app recuerde el último idioma elegido.",
    "作为健身房会员，我想在手机上暂停会员卡，以便出差期间不扣费。",
    "当库存低于10件时，自动给采购发送提醒邮件。",
    "网站在Safari 17上无法上传身份证照片。",
]
EVERY = [*ENGLISH, *OTHERS, *PHRASINGS, *UNSEEN]


def asked(request: str, *said: str, **more) -> DraftFor:
    return DraftFor(
        request=request,
        conversation=list(said),
        issue_types=more.pop("issue_types", ["Bug", "Story", "Task"]),
        priorities=more.pop("priorities", ["Highest", "High", "Medium", "Low"]),
        **more,
    )


def drafted(request: str, *said: str, **more) -> Backlog:
    return DRAFT.without_model(asked(request, *said, **more))


def sequences(backlog: Backlog) -> set[tuple[str, ...]]:
    """Five words in a row; of Chinese ten characters, since a word has two."""
    text = description.markdown_of(backlog)
    text = "\n".join(line for line in text.split("\n") if not line.startswith("#"))
    length = 10 if backlog.language == "zh" else 5
    words = re.findall(r"[\u4e00-\u9fff]|[^\W_\u4e00-\u9fff]+", text.lower())
    return {tuple(words[n : n + length]) for n in range(len(words) - length + 1)}


# What all drafts have


@pytest.mark.parametrize("request_text", EVERY)
def test_a_draft_by_rules_passes_the_rules_and_names_the_things_of_its_request(request_text):
    value = asked(request_text)
    backlog = DRAFT.without_model(value)
    assert DRAFT.check(value, backlog) == []
    assert backlog == DRAFT.without_model(value)
    strangers = [
        criterion
        for criterion in backlog.acceptance_criteria
        if not names_a_thing_of(request_text, criterion)
    ]
    assert strangers == []


@pytest.mark.parametrize("requests", [ENGLISH, OTHERS], ids=["en", "es and zh"])
def test_no_two_drafts_share_a_fifth_of_their_sequences(requests):
    drafts = [(text, sequences(drafted(text))) for text in requests]
    for (one, first), (other, second) in itertools.combinations(drafts, 2):
        shared = len(first & second) / min(len(first), len(second))
        assert shared < 0.2, (round(shared, 3), one, other)


@pytest.mark.parametrize("request_text", EVERY)
def test_each_letter_of_invest_has_a_reason(request_text):
    notes = drafted(request_text).invest
    assert [note.letter[0] for note in notes] == list("INVEST")
    assert all(note.note.strip(" .。") for note in notes)


@pytest.mark.parametrize("request_text", EVERY)
def test_no_gap_stays_open_and_nothing_is_said_twice(request_text):
    text = description.markdown_of(drafted(request_text))
    assert not re.search(r"[{}]|\bNone\b|\b(\w+) \1\b(?! 16)|\s[,.;]|\.\.\s|\bthe the\b", text), (
        text
    )


# What was understood


@pytest.mark.parametrize(
    ("request_text", "issue_type"),
    [
        (ENGLISH[0], "Story"),
        (ENGLISH[1], "Bug"),
        (ENGLISH[2], "Task"),
        (ENGLISH[5], "Bug"),
        (ENGLISH[11], "Task"),
        (OTHERS[1], "Bug"),
        (OTHERS[3], "Task"),
        (OTHERS[4], "Story"),
        (OTHERS[7], "Bug"),
        ("Can you raise a bug? The export has no header line.", "Bug"),
        ("New task: buy a domain for the summer campaign", "Task"),
        ("write a user story for the waiting list", "Story"),
        ("Push notifications arrive twice.", "Bug"),
        ("Upgrade the payment service to Java 21.", "Task"),
        ("删除旧版优惠券接口。", "Task"),
    ],
)
def test_the_kind_is_told_from_words(request_text, issue_type):
    assert drafted(request_text).issue_type == issue_type


def test_only_allowed_types_and_priorities_are_used():
    backlog = drafted(
        "The export fails with an error, this is urgent.",
        issue_types=["Incidencia", "Tarea"],
        priorities=["Baja", "Media", "Alta"],
    )
    assert (backlog.issue_type, backlog.priority) == ("Incidencia", "Alta")
    backlog = drafted(
        "Customers want to pause their subscription.", issue_types=["Epic"], priorities=["P1", "P2"]
    )
    assert (backlog.issue_type, backlog.priority) == ("Epic", "P1")


@pytest.mark.parametrize(
    ("words", "priority", "marked"),
    [
        ("", "Medium", "no urgency"),
        (" This is urgent.", "High", "urgent"),
        (" This is a blocker.", "Highest", "blocker"),
        (" No rush.", "Low", "No rush"),
    ],
)
def test_the_priority_comes_from_words_or_is_a_default_that_says_so(words, priority, marked):
    backlog = drafted(f"Members want to freeze their card while they travel.{words}")
    assert backlog.priority == priority
    assert any(marked in text for text in backlog.assumptions)


def test_a_story_has_its_role_and_its_reason():
    backlog = drafted(
        "Nurses need to see which beds are free on their ward, so that they can admit faster."
    )
    assert backlog.description.startswith(
        "As a nurse, I want to see which beds are free on my ward, so that I can admit faster."
    )
    assert backlog.business_value == "Nurses can admit faster."


def test_what_is_missing_is_asked_and_not_invented():
    backlog = drafted("Customers should be able to download their invoices.")
    assert backlog.business_value == ""
    assert any("worth to customers" in text for text in backlog.open_questions)


def test_a_bug_says_what_is_and_what_should_be_and_leaves_the_steps_to_be_confirmed():
    text = drafted(ENGLISH[1]).description
    assert "**Observed:** On the hotel booking site, choosing" in text
    assert "does not reset the number of guests" in text
    assert "**Steps, to be confirmed:**" in text
    assert "Choose a check-out date in the next month." in text


@pytest.mark.parametrize(
    ("wrong", "right"),
    [
        ("The checkout page freezes when you apply 2 coupons.", "no longer freezes when"),
        ("Login button broken on Safari", "is no longer broken on Safari"),
        ("Search doesn't find names with umlauts.", "Search finds names with umlauts."),
        ("The seat map has no labels.", "The seat map has labels."),
        ("The receipt shows the net price instead of the gross price.", "shows the gross price."),
        ("File a bug: walkers have been sent onto a closed path.", "are no longer sent onto"),
        ("El botón de guardar no funciona en el móvil.", "El botón de guardar funciona"),
        ("El carrito se vacía al pagar.", "ya no se vacía"),
        ("视频会从头播放，学习进度丢失。", "视频不再从头播放。"),
        ("网站无法上传照片。", "网站能够上传照片。"),
    ],
)
def test_what_is_wrong_is_turned_into_what_is_right(wrong, right):
    assert any(right in text for text in drafted(wrong).acceptance_criteria)


def test_conditions_and_limits_are_looked_at_from_their_other_side():
    criteria = drafted(
        "Send parents an SMS when the bus is more than ten minutes late. They can upload up to"
        " three photos."
    ).acceptance_criteria
    assert any(text.startswith("Unless the bus is more than ten minutes late") for text in criteria)
    assert any(text.startswith("Exactly ten minutes does not yet count") for text in criteria)
    assert any(text.startswith("Going beyond three photos") for text in criteria)


def test_who_may_and_who_may_not_are_two_criteria():
    criteria = drafted("Only admins should see the button.").acceptance_criteria
    assert criteria[:2] == ["Admins can see the button.", "Nobody but admins can see the button."]


def test_what_experience_added_is_named_as_such():
    backlog = drafted("Librarians want to import the new members from a CSV file.")
    noted = next(text for text in backlog.assumptions if "experience" in text)
    assert "Importing the same" in noted
    assert "Librarians can import" not in noted


def test_vague_words_are_not_taken_for_a_measure():
    backlog = drafted("Improve the performance of the dashboard.")
    estimable = next(note for note in backlog.invest if note.letter == "Estimable")
    assert estimable.holds is False
    assert "Improve" in estimable.note
    assert not any("improve" in text.lower() for text in backlog.acceptance_criteria)


def test_what_has_to_come_first_is_told():
    backlog = drafted("Tenants want to pay by card. It depends on the new bank contract.")
    independent = backlog.invest[0]
    assert independent.holds is False
    assert "depends on the new bank contract" in independent.note


# Where the request stands


@pytest.mark.parametrize(
    ("request_text", "said", "summary"),
    [
        (
            "create an issue for that",
            ["user: Invoices are sent twice when the customer double-clicks.", "assistant: I see."],
            "Invoices are sent twice when the customer double-clicks",
        ),
        (
            "Please create a Jira issue for this, as a bug with high priority",
            ["user: The map shows closed trails as open.", "user: hm, ok", "assistant: ok"],
            "Map shows closed trails as open",
        ),
        (
            "crea un ticket para eso",
            ["user: El botón de guardar no funciona en el móvil."],
            "Botón de guardar no funciona en el móvil",
        ),
        (
            "为这个创建一个工单",
            ["user: 搜索结果页翻到第三页就白屏了"],
            "搜索结果页翻到第三页就白屏了",
        ),
    ],
)
def test_a_request_that_points_back_takes_what_was_said(request_text, said, summary):
    value = asked(request_text, *said)
    assert not lacks_subject(value)
    backlog = DRAFT.without_model(value)
    assert backlog.summary == summary
    assert DRAFT.check(value, backlog) == []


def test_words_of_the_later_request_count_too():
    said = "user: The tour guide app logs guides out in the middle of a tour."
    backlog = drafted("create a bug for that, urgent please", said)
    assert (backlog.issue_type, backlog.priority) == ("Bug", "High")


@pytest.mark.parametrize(
    "request_text",
    ["create a ticket", "Can you open a Jira issue for that?", "crea una tarea", "新建一个工单"],
)
def test_without_a_subject_there_is_no_draft(request_text):
    value = asked(request_text, "user: hello", "assistant: hello")
    assert lacks_subject(value)
    with pytest.raises(AgentError) as raised:
        DRAFT.without_model(value)
    assert raised.value.hint


@pytest.mark.parametrize(
    ("request_text", "summary"),
    [
        ("Create a Jira issue for user authentication", "User authentication"),
        ("Hi! Please file a bug: the lift display shows the wrong floor. Thanks!", "Lift display"),
        ("We need a story for exporting the audit trail as CSV.", "Export the audit trail as CSV"),
        ("Support says that the lamp flickers, could you file that?", "Lamp flickers"),
        ("Buenas, ¿me abres un ticket para pintar la valla?", "Pintar la valla"),
        ("你好，请帮我建一个Jira：支持批量打印标签", "支持批量打印标签"),
    ],
)
def test_the_words_that_ask_for_a_ticket_are_none_of_its_subject(request_text, summary):
    assert drafted(request_text).summary.startswith(summary)


# The prompt


def test_the_prompt_fences_what_others_wrote_and_brings_the_comment_along():
    previous = drafted(ENGLISH[0])
    value = asked(ENGLISH[0], "user: before", previous=previous, comment="shorter")
    prompt = DRAFT.prompt(value)
    for fence in ("request", "conversation", "draft", "comment"):
        assert f"<{fence}>" in prompt
        assert f"</{fence}>" in prompt
    assert '["Bug", "Story", "Task"]' in prompt
    assert "Spanish" in DRAFT.prompt(asked(OTHERS[0]))


def test_hostile_texts_take_no_time_and_break_nothing():
    for text in (
        "a " * 20_000,
        "when " * 5_000,
        "，" * 20_000,
        "((((" * 5_000,
        "\0\ud7ff",
        "1" * 20_000,
    ):
        value = asked(f"Customers want {text}")
        backlog = DRAFT.without_model(value)
        assert len(backlog.summary) <= 255
