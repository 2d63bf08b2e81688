"""What a draft of a model is sent back for."""

import pytest

from agent.workflows.tickets.contracts import Backlog, DraftFor
from agent.workflows.tickets.drafting import DRAFT, checking

REQUEST = "Members of the gym want to freeze their card for up to 30 days while they travel."
VALUE = DraftFor(
    request=REQUEST, issue_types=["Story", "Bug"], priorities=["High", "Medium"], conversation=[]
)


def made(**changed) -> Backlog:
    return Backlog(
        **{
            "summary": "Freeze a gym card",
            "description": "As a member of the gym, I want to freeze my card while I travel.",
            "acceptance_criteria": [
                "A member can freeze the card for up to 30 days.",
                "A frozen card opens no turnstile.",
                "After 30 days the card is active again without a click.",
            ],
            "labels": ["gym-card"],
            **changed,
        }
    )


def problems(value: DraftFor = VALUE, **changed) -> list[str]:
    return DRAFT.check(value, made(**changed))


def test_a_sound_draft_has_no_problems():
    assert problems() == []


@pytest.mark.parametrize(
    ("changed", "told"),
    [
        ({"summary": " "}, "empty"),
        ({"summary": "Freeze a card."}, "full stop"),
        ({"summary": "Freeze\na card"}, "one line"),
        ({"acceptance_criteria": ["A member can freeze the card."]}, "At least 3"),
        (
            {"acceptance_criteria": [f"Card number {'i' * n} is frozen." for n in range(9)]},
            "At most 8",
        ),
        ({"issue_type": "Epic"}, "issue type"),
        ({"priority": "Urgent"}, "priority"),
        ({"labels": ["gym card"]}, "label"),
        ({"labels": ["gym", "gym"]}, "twice"),
        ({"description": ""}, "description"),
    ],
)
def test_each_rule_names_what_is_wrong(changed, told):
    assert any(told in text for text in problems(**changed))


@pytest.mark.parametrize(
    "criterion",
    [
        "The page loads quickly.",
        "The freeze works correctly.",
        "It is user-friendly.",
        "The text is clear.",
        "La página carga rápido.",
        "El texto es claro.",
        "页面加载快速。",
        "功能正常。",
    ],
)
def test_praise_is_no_criterion(criterion):
    assert not checking.is_testable(criterion)


@pytest.mark.parametrize(
    "criterion",
    [
        "The page loads in under 2 seconds.",
        "When the card is frozen, the gate works for staff only.",
        "Nobody but members can freeze a card.",
        "Si la tarjeta está bloqueada, la puerta no se abre.",
        "会员卡暂停后，闸机不再开门。",
    ],
)
def test_what_can_be_seen_is_one(criterion):
    assert checking.is_testable(criterion)


def test_the_same_twice_is_told():
    twice = ["A member can freeze the card.", "The card is red.", "A member can freeze a card."]
    assert any("say the same" in text for text in problems(acceptance_criteria=twice))


@pytest.mark.parametrize(
    ("changed", "what"),
    [
        ({"description": "A member freezes the card for 45 days."}, "45"),
        ({"description": "A member freezes the card for sixty days."}, "sixty"),
        ({"business_value": "Saves Alderbrook 4,000 euros."}, "Alderbrook"),
        ({"description": "It has to be there before August."}, "august"),
        (
            {
                "acceptance_criteria": [
                    "The card opens no gate.",
                    "A member sees it.",
                    "It uses OAuth now.",
                ]
            },
            "OAuth",
        ),
    ],
)
def test_what_nobody_said_is_told(changed, what):
    assert any(f"“{what}”" in text for text in problems(**changed))


def test_assumptions_and_questions_may_name_anything():
    assert problems(assumptions=["At most 12 freezes."], open_questions=["Is Stripe used?"]) == []


def test_figures_are_the_same_in_digits_and_in_words():
    value = VALUE.model_copy(update={"request": "Members upload up to ten photos of the gym card."})
    assert not checking.invented(value, made(acceptance_criteria=["Up to 10 photos fit."]))
    value = value.model_copy(update={"request": "会员最多上传十张照片，两小时后失效。"})
    assert not checking.invented(
        value,
        made(
            summary="照片",
            description="最多10张照片，2小时后失效。",
            acceptance_criteria=[],
            language="zh",
        ),
    )


def test_what_was_said_before_counts_as_said():
    value = VALUE.model_copy(update={"conversation": ["user: Alderbrook wants 45 days."]})
    assert problems(value, description="A member of Alderbrook freezes the card for 45 days.") == []


def test_another_language_than_the_request_is_told():
    foreign = problems(
        description="El socio congela su tarjeta mientras está de viaje.",
        acceptance_criteria=["El socio puede congelarla.", "La puerta no abre.", "Se activa sola."],
        language="es",
    )
    assert any("English" in text for text in foreign)
