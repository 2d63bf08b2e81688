"""A comment changes what it names and nothing else."""

import pytest

from agent.workflows.tickets.contracts import DraftFor
from agent.workflows.tickets.drafting import DRAFT, changes, revised

REQUEST = (
    "School secretaries need to import the new pupils from a CSV file with name, date of birth,"
    " class and guardian's e-mail. Rows with a missing class should be listed in an error file."
)
VALUE = DraftFor(
    request=REQUEST,
    issue_types=["Bug", "Story", "Task"],
    priorities=["Highest", "High", "Medium", "Low"],
)
DRAFT_EN = DRAFT.without_model(VALUE)
DRAFT_ES = DRAFT.without_model(
    VALUE.model_copy(
        update={"request": "Los clientes quieren cambiar la hora de una cita hasta 24 horas antes."}
    )
)
DRAFT_ZH = DRAFT.without_model(
    VALUE.model_copy(
        update={"request": "财务人员希望每月1号自动收到退款汇总报表，退款率超过5%的门店标红。"}
    )
)


def fields(before, comment):
    after = revised(before, comment, VALUE)
    assert after is not None, comment
    return {change["field"]: change["after"] for change in changes(before, after)}


@pytest.mark.parametrize(
    ("before", "comment", "field", "after"),
    [
        (DRAFT_EN, "priority high", "priority", "High"),
        (DRAFT_EN, "Please raise the priority to Highest.", "priority", "Highest"),
        (DRAFT_ES, "prioridad alta", "priority", "High"),
        (DRAFT_ZH, "优先级改为高", "priority", "High"),
        (DRAFT_EN, "make it a bug", "issue_type", "Bug"),
        (DRAFT_ES, "conviértelo en tarea", "issue_type", "Task"),
        (DRAFT_ZH, "改成任务", "issue_type", "Task"),
        (DRAFT_EN, "rename it to Pupil import", "summary", "Pupil import"),
        (DRAFT_ES, "cambia el título a Mover una cita", "summary", "Mover una cita"),
        (DRAFT_ZH, "标题改为退款月报", "summary", "退款月报"),
        (DRAFT_EN, "shorter summary", "summary", "Import the new pupils from a CSV file"),
        (DRAFT_EN, "label it onboarding", "labels", "new-pupils\nonboarding"),
        (DRAFT_EN, "labels: school admin", "labels", "new-pupils\nschool-admin"),
        (DRAFT_EN, "the business value is less typing", "business_value", "Less typing."),
    ],
)
def test_a_comment_changes_the_field_that_it_names(before, comment, field, after):
    changed = fields(before, comment)
    assert changed[field] == after
    assert changed.keys() <= {field, "assumptions"}


@pytest.mark.parametrize(
    ("before", "comment", "new"),
    [
        (DRAFT_EN, "add a criterion: the file names the line", "The file names the line."),
        (
            DRAFT_ES,
            "añade un criterio: el cliente recibe un correo",
            "El cliente recibe un correo.",
        ),
        (DRAFT_ZH, "增加一条验收标准：报表为PDF格式", "报表为PDF格式。"),
    ],
)
def test_a_criterion_is_added(before, comment, new):
    after = revised(before, comment, VALUE)
    assert after.acceptance_criteria == [*before.acceptance_criteria, new]


@pytest.mark.parametrize(
    ("before", "comment", "at"),
    [
        (DRAFT_EN, "remove the second criterion", 1),
        (DRAFT_EN, "drop criterion 3", 2),
        (DRAFT_EN, "delete the last criterion", -1),
        (DRAFT_ES, "quita el segundo criterio", 1),
        (DRAFT_ZH, "删除第二条标准", 1),
    ],
)
def test_a_criterion_is_removed(before, comment, at):
    gone = before.acceptance_criteria[at]
    after = revised(before, comment, VALUE)
    assert after.acceptance_criteria == [c for c in before.acceptance_criteria if c != gone]


def test_a_removed_criterion_is_no_longer_named_as_added_from_experience():
    last = DRAFT_EN.acceptance_criteria[-1]
    beginning = " ".join(last.split()[:4])
    assert any(beginning in text for text in DRAFT_EN.assumptions)
    after = revised(DRAFT_EN, "remove the last criterion", VALUE)
    assert not any(beginning in text for text in after.assumptions)


def test_there_is_no_tenth_criterion_to_remove():
    assert revised(DRAFT_EN, "remove criterion 9", VALUE) is None


def test_a_word_is_put_in_the_place_of_another_everywhere():
    after = revised(DRAFT_EN, "Excel instead of CSV", VALUE)
    assert "from an Excel file" in after.summary
    assert "CSV" not in " ".join([after.summary, after.description, *after.acceptance_criteria])
    after = revised(DRAFT_ES, "48 horas en vez de 24 horas", VALUE)
    assert "48 horas" in after.summary
    after = revised(DRAFT_ZH, "把5%改成8%", VALUE)
    assert any("8%" in text for text in after.acceptance_criteria)


def test_the_priority_is_no_default_any_more():
    assert any("no urgency" in text for text in DRAFT_EN.assumptions)
    after = revised(DRAFT_EN, "high priority please", VALUE)
    assert not any("no urgency" in text for text in after.assumptions)


def test_what_is_split_off_is_kept_as_a_note():
    after = revised(DRAFT_EN, "split off the error file", VALUE)
    assert not any("error file" in text for text in after.acceptance_criteria)
    assert any("error file" in text and "issue of its own" in text for text in after.assumptions)
    half = revised(DRAFT_EN, "split it", VALUE)
    assert half.acceptance_criteria == DRAFT_EN.acceptance_criteria[: len(half.acceptance_criteria)]
    assert len(half.acceptance_criteria) < len(DRAFT_EN.acceptance_criteria)


def test_several_wishes_in_one_comment_are_all_met():
    after = revised(DRAFT_EN, "high priority and make it a task; label it onboarding", VALUE)
    assert (after.priority, after.issue_type) == ("High", "Task")
    assert "onboarding" in after.labels


def test_what_is_not_understood_is_asked_in_its_own_words():
    after = revised(DRAFT_EN, "priority high; and mind the school holidays", VALUE)
    assert any("mind the school holidays" in text for text in after.open_questions)


@pytest.mark.parametrize(
    "comment", ["I don't like it", "no me gusta", "不好", "priority medium", ""]
)
def test_what_rules_cannot_do_they_do_not_pretend_to(comment):
    assert revised(DRAFT_EN, comment, VALUE) is None


def test_the_step_itself_revises_when_it_gets_a_comment():
    value = VALUE.model_copy(update={"previous": DRAFT_EN, "comment": "make it a bug"})
    assert DRAFT.without_model(value).issue_type == "Bug"
    value = value.model_copy(update={"comment": "hm"})
    assert DRAFT.without_model(value) == DRAFT_EN


def test_changes_name_the_fields_that_differ_and_no_others():
    assert changes(DRAFT_EN, DRAFT_EN) == []
    after = DRAFT_EN.model_copy(update={"labels": ["one", "two"], "priority": "Low"})
    assert changes(DRAFT_EN, after) == [
        {"field": "priority", "before": "Medium", "after": "Low"},
        {"field": "labels", "before": "new-pupils", "after": "one\ntwo"},
    ]
