"""The bank of a subject's questions: contested ones, what the answers tell, export and import."""

from collections.abc import Sequence
from dataclasses import replace
from functools import partial
from typing import Any

import streamlit as st

from agent import AgentError, exchange
from agent.checks.item_statistics import ItemStatistics, item_statistics
from agent.exchange.sheet import NotTaken, choice, free
from agent.language.text import topic_name
from agent.ports import Contest, Item, Verdict
from ui import exports, records, safe, session
from ui.ages import moment
from ui.language import _, ngettext

Plain = dict[str, Any]
MOST_PROBLEMS = 50
PREVIEWED = 5


def draw(subject: str, title: str) -> None:
    items = session.agent().ports.bank.items(subject)
    with st.container(horizontal=True, gap="small", vertical_alignment="center"):
        st.markdown(
            "**"
            + ngettext(
                "{count} question in the bank.", "{count} questions in the bank.", len(items)
            )
            + "**",
            width="content",
        )
        if items:
            exports.draw_questions(title, partial(_all_of, subject), key=f"bank-{subject}")
    _contested(subject)
    _imported(subject)
    if items:
        _statistics(items, subject)
    else:
        st.caption(
            _("This subject has no bank yet. Import questions above, or ask for generated ones.")
        )


def _all_of(subject: str) -> list[Item]:
    return session.agent().ports.bank.items(subject)


# Contested


def _contested(subject: str) -> None:
    contests = session.agent().ports.contests.to_review(subject)
    st.markdown("#### " + _("Contested questions"))
    if not contests:
        st.caption(_("None. Questions that users report as wrong appear here."))
        return
    for item in dict.fromkeys(contest.item["id"] for contest in contests):
        _contest([c for c in contests if c.item["id"] == item])


def _contest(contests: Sequence[Contest]) -> None:
    item = exchange.item_of(contests[0].item)
    is_retired = all(contest.status == "retired" for contest in contests)
    with st.container(border=True, gap="xsmall"):
        st.badge(
            _("Retired") if is_retired else _("Hidden"),
            icon=":material/block:" if is_retired else ":material/flag:",
            color="gray" if is_retired else "orange",
        )
        _shown(item)
        for contest in contests:
            who = _("You") if contest.owner == session.USER else safe.plain(contest.owner)
            reason = f"“{safe.plain(contest.reason)}”" if contest.reason else _("no reason given")
            st.caption(f":material/flag: {who}, {moment(contest.at)}: {reason}")
        with st.container(horizontal=True, gap="xsmall"):
            st.button(
                _("Put back"),
                icon=":material/undo:",
                key=f"put-back-{item.id}",
                help=_("The question is fine: quizzes use it again"),
                on_click=partial(_decide, item.id, "put back"),
            )
            if session.agent().ports.bank.find([item.id]) and st.button(
                _("Edit"), icon=":material/edit:", key=f"edit-item-{item.id}"
            ):
                _edit(item.id)
            if not is_retired:
                st.button(
                    _("Retire"),
                    icon=":material/block:",
                    key=f"retire-{item.id}",
                    help=_("No quiz asks it again"),
                    on_click=partial(_decide, item.id, "retired"),
                )


def _shown(item: Item) -> None:
    st.markdown(safe.markdown(item.question_text))
    if item.options:
        records.draw_options(dict(item.options), given="", right=item.key)
    else:
        st.caption(f":material/check: {safe.label(item.key)}")


def _decide(item: str, verdict: Verdict) -> None:
    agent = session.agent()
    agent.ports.contests.decide(item, verdict, who=agent.user)


def _edit(item_id: str) -> None:
    st.dialog(_("Correct the question"), icon=":material/edit:")(_show_edit)(item_id)


def _show_edit(item_id: str) -> None:
    [item] = session.agent().ports.bank.find([item_id])
    question = st.text_area(_("Question"), value=item.question_text, key=f"q-{item_id}", height=100)
    texts = [
        st.text_input(_("Option {id}").format(id=id_), value=text, key=f"o-{item_id}-{id_}")
        for id_, text in item.options
    ]
    ids = [id_ for id_, _text in item.options]
    if ids:
        key = st.radio(
            _("Right option"), ids, index=ids.index(item.key), horizontal=True, key=f"k-{item_id}"
        )
    else:
        key = st.text_area(_("Model answer"), value=item.key, key=f"k-{item_id}", height=80)
    explanation = st.text_area(
        _("Explanation"), value=item.explanation, key=f"e-{item_id}", height=100
    )
    st.caption(_("Quizzes use the corrected question. Results that left it out stay as they are."))
    refused = st.container()
    if st.button(_("Save"), type="primary", icon=":material/save:", key=f"save-{item_id}"):
        # Above the button: below it, it would lie outside the window.
        with refused:
            _save(item, question, texts, key=key, explanation=explanation)


def _save(item: Item, question: str, texts: list[str], *, key: str, explanation: str) -> None:
    ids = [id_ for id_, _text in item.options]
    try:
        made = (
            choice(question, texts, right=ids.index(key), explanation=explanation)
            if ids
            else free(question, [key], explanation=explanation)
        )
    except NotTaken as reason:
        st.error(
            _("This cannot be saved: {reason}.").format(reason=safe.plain(str(reason))),
            icon=":material/error:",
        )
        return
    options = tuple(zip(ids, (text for _, text in made.options), strict=True))
    changed = replace(
        item,
        question_text=made.question_text,
        options=options,
        key=key if ids else made.key,
        explanation=made.explanation,
    )
    session.agent().ports.bank.put([changed])
    _decide(item.id, "edited")
    st.rerun()


# Import


def _imported(subject: str) -> None:
    st.markdown("#### " + _("Import"))
    told = st.container()
    turn = st.session_state.get("import-turn", 0)
    file = st.file_uploader(
        _("Questions as GIFT, Moodle XML, CSV or our JSON"),
        type=exchange.suffixes(),
        key=f"import-{subject}-{turn}",
        max_upload_size=5,
    )
    if file is None:
        if done := st.session_state.get(f"imported-{subject}"):
            with told:
                _done(subject, done)
        st.caption(
            _(
                "You can import multiple choice with one right answer, short answers, and essays"
                " with a model answer. A CSV needs the columns question, option_a to option_d"
                " and key; topic, difficulty and explanation are optional."
            )
        )
        return
    try:
        found = exchange.read(file.name, file.getvalue(), subject=subject)
    except AgentError as error:
        st.error(f"{safe.plain(error.message)} {safe.plain(error.hint)}", icon=":material/error:")
        return
    _preview(subject, exchange.plan(found, session.agent().ports.bank))


def _preview(subject: str, plan: exchange.Plan) -> None:
    st.markdown(_summarize(plan))
    if plan.problems:
        with st.expander(_("What is left out, and why"), icon=":material/warning:", expanded=True):
            for problem in plan.problems[:MOST_PROBLEMS]:
                st.caption(safe.plain(problem))
            if len(plan.problems) > MOST_PROBLEMS:
                st.caption(_("And {count} more.").format(count=len(plan.problems) - MOST_PROBLEMS))
    for item in plan.items[:PREVIEWED]:
        with st.container(border=True, gap="xxsmall"):
            _shown(item)
    if len(plan.items) > PREVIEWED:
        st.caption(_("And {count} more.").format(count=len(plan.items) - PREVIEWED))
    if plan.items:
        st.button(
            ngettext("Add {count} question", "Add {count} questions", len(plan.items)),
            type="primary",
            icon=":material/library_add:",
            key="import-add",
            on_click=partial(_add, subject, plan),
        )


def _summarize(plan: exchange.Plan) -> str:
    if not plan.items and not plan.same:
        return _("This file has no question that can be imported.")
    new, changed, left_out = map(len, (plan.new, plan.changed, plan.problems))
    counts = [
        ngettext("{count} new question", "{count} new questions", new),
        ngettext(
            "{count} that replaces one with the same id",
            "{count} that replace one with the same id",
            changed,
        )
        if changed
        else "",
        ngettext("{count} already there", "{count} already there", plan.same) if plan.same else "",
        ngettext("{count} left out", "{count} left out", left_out) if left_out else "",
    ]
    listed = _(", ").join(filter(None, counts))
    return _("In this file: {counts}. Nothing is added yet.").format(counts=listed)


def _add(subject: str, plan: exchange.Plan) -> None:
    bank = session.agent().ports.bank
    before = bank.find([item.id for item in plan.changed])
    bank.put(plan.items)
    st.session_state["import-turn"] = st.session_state.get("import-turn", 0) + 1
    st.session_state[f"imported-{subject}"] = ([item.id for item in plan.new], before)


def _done(subject: str, done: tuple[list[str], list[Item]]) -> None:
    new, before = done
    with st.container(horizontal=True, gap="small", vertical_alignment="center"):
        st.success(
            ngettext("{count} question added.", "{count} questions added.", len(new) + len(before)),
            icon=":material/check:",
        )
        st.button(
            _("Undo"),
            icon=":material/undo:",
            key="import-undo",
            on_click=partial(_undo, subject, new, before),
        )


def _undo(subject: str, new: list[str], before: list[Item]) -> None:
    bank = session.agent().ports.bank
    bank.remove(new)
    bank.put(before)
    st.session_state.pop(f"imported-{subject}", None)


# Statistics


def _statistics(items: Sequence[Item], subject: str) -> None:
    st.markdown("#### " + _("Question statistics"))
    agent = session.agent()
    known = item_statistics(agent.ports.attempts.everybodys(subject))
    answered = [item for item in items if item.id in known]
    if not answered:
        st.caption(_("No question of this bank has been answered yet."))
        return
    held = agent.ports.contests.held()
    rows = [_row(item, known[item.id], is_held=item.id in held) for item in answered]
    rows.sort(key=lambda row: row[_("Correct %")])
    st.dataframe(
        rows,
        hide_index=True,
        column_config={_("Question"): st.column_config.TextColumn(width=280)},
        alt=_("Answers and correct answers of each question"),
    )
    st.caption(
        _(
            "Correct %: how easy a question is. Discrimination: whether people who get it right"
            " also do well in the rest of the quiz, from −1 to 1; check questions below 0.1. It"
            " needs ten answers."
        )
    )


def _row(item: Item, found: ItemStatistics, *, is_held: bool) -> Plain:
    return {
        _("Question"): safe.text(item.question_text.replace("`", "")),
        _("Topic"): safe.text(topic_name(item.topic)),
        _("Difficulty"): _(item.difficulty) if item.difficulty else "",
        _("Answers"): found.answers,
        _("Correct"): found.right,
        _("Correct %"): round(100 * found.facility),
        _("Discrimination"): "" if found.discrimination is None else f"{found.discrimination:.2f}",
        _("Hidden"): _("yes") if is_held else "",
    }
