"""Views of Infra: plan, code, review, change, deployment."""

import io
import zipfile
from collections.abc import Iterable
from typing import Any

import streamlit as st
from streamlit.delta_generator import DeltaGenerator

from agent import questions
from agent.exchange import review_words
from agent.language.catalogs import N_
from ui import safe
from ui.language import _, language
from ui.views.table import table

Plain = dict[str, Any]

SEVERITIES = {
    "error": N_("error"),
    "warning": N_("warning"),
    "info": N_("note"),
}
OUTCOMES = {
    "passed": (":material/check:", N_("Passed")),
    "failed": (":material/close:", N_("Failed")),
    "unknown": (":material/question_mark:", N_("Unknown")),
    "not modelled by the sandbox": (":material/visibility_off:", N_("Not in the sandbox")),
    "set, not tried": (":material/tune:", N_("Set, not tried")),
}
STATES: dict[str, tuple[str, Any, str]] = {
    "added": (":material/add:", "green", N_("added")),
    "changed": (":material/edit:", "blue", N_("changed")),
    "replaced": (":material/swap_horiz:", "orange", N_("replaced")),
    "removed": (":material/delete:", "red", N_("destroyed")),
    "kept": (":material/inventory_2:", "gray", N_("kept")),
    "touched": (":material/link:", "gray", N_("only refers to what changes")),
}
IMPACTS: dict[str, tuple[Any, str]] = {
    "low": ("green", N_("impact low")),
    "medium": ("orange", N_("impact medium")),
    "high": ("red", N_("impact high")),
}
KINDS = {
    "functional": N_("functional"),
    "non-functional": N_("non-functional"),
    "security": N_("security"),
    "compliance": N_("compliance"),
}
COST_AND_MORE = N_("Cost: {span} a month, and what is not priced")
MOST_FINDINGS = 40


# Plan


def draw_plan(data: Plain, key: str, live: bool) -> None:
    """Draw the plan open while its run is live or it needs approval, else in an expander."""
    if live or data["requires_approval"]:
        with st.container(border=True, gap="small"):
            colour, impact = IMPACTS[data["estimated_impact"]]
            with st.container(horizontal=True, vertical_alignment="center", gap="small"):
                st.markdown(":material/architecture: **" + _("Plan") + "**", width="content")
                st.badge(_(impact), color=colour)
                st.badge(safe.plain(data["stack"]), color="gray")
            st.markdown(safe.plain(data["summary"]))
            _plan(data)
        return
    with st.expander(safe.plain(data["summary"]), icon=":material/architecture:"):
        _plan(data)


def _plan(data: Plain) -> None:
    proofs = {c["requirement_id"]: c["description"] for c in data["acceptance_criteria"]}
    for wanted in data["requirements"]:
        _requirement(wanted, proofs.get(wanted["id"], ""))
    _cost(data.get("cost_breakdown"))
    drift = _("Drift: {what}")
    notes = [(":material/difference:", drift.format(what=each)) for each in data.get("drift", ())]
    told = [*data["planning_notes"], *data.get("notices", ())]
    notes += [(":material/info:", each) for each in told]
    notes += [(":material/undo:", data["rollback_note"])]
    for icon, sentence in notes:
        if sentence:
            st.caption(f"{icon} {safe.plain(sentence)}")


def _requirement(wanted: Plain, proof: str) -> None:
    name = KINDS[wanted["type"]]
    kind = _(name)
    if wanted["nist_controls"]:
        kind += f", NIST {', '.join(wanted['nist_controls'])}"
    proven = _("checked by: {proof}").format(proof=proof) if proof else _("checked by nothing")
    st.markdown(
        f"**{safe.plain(wanted['id'])}** {safe.plain(wanted['description'])}"
        f"  \n:small[{safe.plain(f'{kind}; {proven}')}]"
    )


def _cost(cost: Plain | None) -> None:
    if not cost:
        st.caption(":material/payments: " + _("Cost not known before the code is written."))
        return
    said = _("Cost: {span} a month") if cost["is_complete"] else COST_AND_MORE
    label = _(said).format(span=_span(cost["low"], cost["high"]))
    if cost["is_complete"] and (used := cost.get("used")) and not (cost["low"] or cost["high"]):
        depends = _("Cost: depends on what is stored and used: {resources}")
        label = depends.format(resources=safe.plain(", ".join(used)))
    with st.expander(label, icon=":material/payments:"):
        table(
            (_("Resource"), _("Change"), _("USD a month")),
            [
                (item["resource"], _word(item["change"]), _price(item))
                for item in cost["affected_resources"]
            ],
        )
        for assumed in cost["assumptions"]:
            span = f"{_number(assumed['low'])} – {_number(assumed['high'])} {assumed['unit']}"
            said = _("Assumed: {about}: {span}").format(about=assumed["about"], span=span)
            st.caption(safe.plain(said))
        st.caption(safe.plain(cost["notes"]))


def _word(state: str) -> str:
    return _(STATES[state][2])


def _severity(finding: Plain) -> str:
    name = SEVERITIES[finding["severity"]]
    return _(name)


def _number(value: float) -> str:
    return f"{value:,.3f}".rstrip("0").rstrip(".")


def _price(item: Plain) -> str:
    if item["low"] is None:
        return _("not priced. {why}").format(why=item["why"])
    return _span(item["low"], item["high"])


def _span(low: float, high: float) -> str:
    low, high = round(low, 2) + 0.0, round(high, 2) + 0.0
    if low == high:
        return f"{low:+,.2f} USD"
    return _("{low:+,.2f} to {high:+,.2f} USD").format(low=low, high=high)


# Code and review


def draw_code(data: Plain, key: str, live: bool) -> None:
    for change in data["changes"]:
        with st.expander(safe.plain(change["file_path"]), icon=":material/code:"):
            if change["diff"]:
                st.code(safe.text(change["diff"]), language="diff", wrap_lines=True)
            else:
                st.caption(_("Nothing in it changes."))
    for sentence in data["notes"]:
        st.caption(f":material/info: {safe.plain(sentence)}")


def draw_review(data: Plain, key: str, live: bool) -> None:
    """Draw it open while it runs or stops the change; else as one line to open."""
    last = data["rounds"][-1]
    said = safe.plain(review_words.verdict(last["status"], data["findings"], language()))
    if last["status"] == "passed" and not live:
        with st.expander(said, icon=":material/check:"):
            _review(data)
        return
    icon = ":material/check:" if last["status"] == "passed" else ":material/warning:"
    with st.container(border=True, gap="small"):
        st.markdown(f"{icon} **{said}**")
        for sentence in data["blocks"]:
            st.caption(f":material/block: {safe.plain(sentence)}")
        _review(data)


def _review(data: Plain) -> None:
    for entry in data["rounds"]:
        st.markdown(safe.plain(review_words.round_of(entry, language())))
    table(
        ("", _("Rule"), _("Line"), _("Finding"), _("Remedy")),
        [
            (
                _severity(f),
                f"{f['source']} {f['rule_id']}",
                str(f["line"]),
                f["message"],
                f["remediation"],
            )
            for f in data["findings"][:MOST_FINDINGS]
        ],
    )
    ran = [f"{t['reviewer']} {t['version']}" for t in data["tools"] if t["status"] == "ran"]
    said = [_("Reviewed by {tools}.").format(tools=", ".join(ran) or "-")]
    said += [
        f"{t['reviewer']}: {_(t['status'])}. {t['reason']}"
        for t in data["tools"]
        if t["status"] != "ran"
    ]
    st.caption(f":material/build: {safe.plain(' '.join(said))}")


def _technical(lines: Iterable[str]) -> None:
    """Draw identifiers, for those who have to compare them."""
    with st.expander(_(questions.TECHNICAL), type="compact"):
        st.caption("\n".join(f"- {safe.plain(line)}" for line in lines))


# Change


def draw_change(data: Plain, key: str, live: bool) -> None:
    with st.container(border=True, gap="small"):
        with st.container(horizontal=True, vertical_alignment="center", gap="small"):
            title = _("Change of {stack}").format(stack=data["stack"])
            st.markdown(f":material/fact_check: **{safe.plain(title)}**", width="content")
            for name, count in data["counts"].items():
                icon, colour, word = STATES[name]
                if count:
                    st.badge(f"{_(word)}: {count}", icon=icon, color=colour)
            if data["dry_run"]:
                st.badge(_("dry run"), icon=":material/science:", color="blue")
        names = (data["account"], data["region"], data["endpoint"].partition("://")[2])
        place = (_("sandbox"),) if data["is_sandbox"] else (_("account"), *names)
        st.caption(f":material/place: {safe.plain(', '.join((data['environment'], *place)))}")
        _actions(data["actions"])
        _cost(data["cost"])
        if data["diff"]:
            with st.expander(_("Difference"), icon=":material/difference:"):
                st.code(safe.text(data["diff"]), language="diff", wrap_lines=True)
        if not live:
            _technical(
                (
                    f"ARN: {data['arn']}",
                    _("Digest: {digest}").format(digest=data["digest"]),
                    ", ".join(names),
                )
            )


def _actions(actions: list[Plain]) -> None:
    names = (_("Resource"), _("What"))
    rows = [
        (f"{_word(a['state'])}: {_name_of(a['resource'], a['type'])}", _details(a)) for a in actions
    ]
    shown = len(names) if any(row[-1] for row in rows) else len(names) - 1
    table(names[:shown], [row[:shown] for row in rows])


def _name_of(resource: str, resource_type: str) -> str:
    """In one column: of three, a phone breaks the names in two."""
    return f"{resource} ({_kind(resource_type)})"


def _kind(resource_type: str) -> str:
    """In words, which a narrow column can break between."""
    return resource_type.removeprefix("AWS::").replace("::", " ")


def _details(action: Plain) -> str:
    """Name the changed properties, and what happens to the resource's data."""
    said = list(action["details"])
    if action["replacement"] == "Conditional":
        said.append(_("may be replaced"))
    return ", ".join(said)


# Deployment


def draw_progress(place: DeltaGenerator, data: Plain) -> None:
    place.markdown(progress(data))


def progress(data: Plain) -> str:
    """As one text, so that it can be drawn over and over in one place."""
    rows = "\n".join(
        f"| {safe.plain(_name_of(action['resource_name'], action['resource_type']))}"
        f" | {safe.plain(_in_words(action['status']))} |"
        for action in data["actions"]
    )
    resource, state = _("Resource"), _("State")
    return (
        f":material/cloud_upload: **{safe.plain(data['stack'])}**"
        f" {safe.plain(_in_words(data['status']))}\n\n"
        f"| {resource} | {state} |\n| --- | --- |\n{rows}"
    )


def _in_words(status: str) -> str:
    return status.replace("_", " ").lower()


def draw_deployment(data: Plain, key: str, live: bool) -> None:
    with st.container(border=True, gap="small"):
        st.markdown(progress(data))
        if data["reason"]:
            st.caption(f":material/info: {safe.plain(data['reason'])}")
        if data["validation"]:
            st.markdown("**" + _("Checks") + "**")
            for result in data["validation"]:
                _criterion(result)
        for name, value in (data.get("outputs") or {}).items():
            # As code, so that no address in it becomes a link.
            code = safe.label("`" + value.replace("`", "'") + "`") if value else ""
            st.caption(f":material/output: {safe.plain(name)}: {code}")
        if "seconds" in data:
            st.caption(_("Took {seconds:.1f} s.").format(seconds=max(data["seconds"], 0.1)))


def _criterion(result: Plain) -> None:
    icon, word = OUTCOMES.get(result["outcome"], OUTCOMES["unknown"])
    found = _("Checked: {actual}")
    if result["outcome"] in ("failed", "unknown"):
        found = _("Expected {expected}, found {actual}")
    said = found.format(expected=result["expected_result"], actual=result["actual_result"])
    st.markdown(
        f"{icon} **{_(word)}** {safe.plain(result['description'])}  \n:small[{safe.plain(said)}]"
    )


def draw_facts(data: Plain, key: str, live: bool) -> None:
    for stack in data.get("stacks", ()):
        with st.expander(safe.plain(stack["name"]), icon=":material/search:"):
            st.markdown(safe.markdown(stack["text"]))


# Files


def draw_files(data: Plain, key: str, live: bool) -> None:
    if live:
        return
    with st.container(horizontal=True, gap="xsmall", vertical_alignment="center"):
        st.download_button(
            _("Files"),
            zipped(data["files"]),
            file_name=f"{data['request']}.zip",
            mime="application/zip",
            icon=":material/folder_zip:",
            key=f"zip-{key}",
            type="tertiary",
            help=", ".join(data["files"]),
        )


def zipped(files: dict[str, str]) -> bytes:
    held = io.BytesIO()
    with zipfile.ZipFile(held, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, text in files.items():
            archive.writestr(zipfile.ZipInfo(name), text)
    return held.getvalue()
