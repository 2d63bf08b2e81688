"""Issues like a draft: by words, and by meaning where it can be compared."""

import pytest

from agent.ports import Issue, Likeness
from agent.workflows.tickets.similarity import similar


def issue(key: str, summary: str, description: str = "") -> Issue:
    return Issue(
        key=key,
        id=key,
        link=f"https://tracker.example/{key}",
        project="PROJ",
        issue_type="Story",
        summary=summary,
        description=description,
        status="To Do",
        is_open=True,
        version="1",
    )


ISSUES = [
    issue("PROJ-1", "Password reset mail arrives an hour late", "Users wait for the reset mail."),
    issue("PROJ-2", "Export the audit trail as CSV"),
    issue("PROJ-3", "Dark mode for the settings page"),
    issue("PROJ-4", "El código de descuento se aplica dos veces en la pantalla de pago"),
    issue("PROJ-5", "Cambiar la hora de una cita desde la web"),
    issue("PROJ-6", "快递柜小程序支持家人代取"),
    issue("PROJ-7", "优化号源查询接口的响应时间"),
]


def words_only(pairs):
    return []


@pytest.mark.parametrize(
    ("draft", "key"),
    [
        ("The mail for a password reset comes late\nUsers get it after an hour.", "PROJ-1"),
        ("Audit trail export to CSV", "PROJ-2"),
        ("Código de descuento aplicado dos veces al pagar", "PROJ-4"),
        ("Cambiar la hora de la cita", "PROJ-5"),
        ("快递柜支持家人代取快递", "PROJ-6"),
        ("号源查询接口响应超时", "PROJ-7"),
    ],
)
def test_what_says_the_same_in_like_words_comes_first(draft, key):
    found = similar(draft, ISSUES, words_only)
    assert found[0].key == key
    assert found[0].similarity >= 0.4
    assert found[0].link == f"https://tracker.example/{key}"


@pytest.mark.parametrize(
    "draft",
    [
        "Rotate the TLS certificates on the staging machines",
        "Pintar la valla del patio",
        "打印门店海报",
    ],
)
def test_what_is_far_is_not_shown(draft):
    assert similar(draft, ISSUES, words_only) == []


def test_rare_words_weigh_more_than_those_that_every_issue_has():
    shop = [
        issue("A-1", "Shop page for vouchers"),
        issue("A-2", "Shop page for returns"),
        issue("A-3", "Shop page for sizes"),
    ]
    found = similar("Shop page for vouchers and gifts", shop, words_only)
    assert found[0].key == "A-1"
    assert found[0].similarity > found[1].similarity + 0.2 if len(found) > 1 else True


def test_meaning_finds_what_words_do_not():
    def near_third(pairs):
        assert all(said == "Night theme" for said, _ in pairs)
        return [Likeness(0.8, "Dark mode" in passage) for _, passage in pairs]

    assert similar("Night theme", ISSUES, words_only) == []
    found = similar("Night theme", ISSUES, near_third)
    assert [entry.key for entry in found] == ["PROJ-3"]


def test_at_most_three_and_the_best_first():
    many = [issue(f"B-{n}", "Export the audit trail as CSV" + " soon" * n) for n in range(5)]
    found = similar("Export the audit trail as CSV", many, words_only)
    assert [entry.key for entry in found] == ["B-0", "B-1", "B-2"]
    assert found[0].similarity == 1.0


def test_nothing_to_compare_with_is_no_fault():
    assert similar("Anything", [], words_only) == []
    assert similar(" ", ISSUES, words_only) == []
