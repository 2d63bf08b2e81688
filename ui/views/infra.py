"""What a change of infrastructure leaves to look at: plan, code, review, change, deployment."""

import io
import zipfile
from collections.abc import Iterable
from typing import Any

import streamlit as st
from streamlit.delta_generator import DeltaGenerator

from agent import questions, review_words
from ui import safe
from ui.views.table import table

Plain = dict[str, Any]

SEVERITIES = {
    "error": (":material/error:", "Error"),
    "warning": (":material/warning:", "Warning"),
    "info": (":material/info:", "Info"),
}
OUTCOMES = {
    "passed": ":material/check:",
    "failed": ":material/close:",
    "unknown": ":material/question_mark:",
    "not modelled by the sandbox": ":material/visibility_off:",
}
STATES = {
    "added": ":material/add:",
    "changed": ":material/edit:",
    "replaced": ":material/swap_horiz:",
    "removed": ":material/delete:",
    "kept": ":material/inventory_2:",
}
MOST_FINDINGS = 40


# Plan


def draw_plan(data: Plain, key: str, live: bool) -> None:
    with st.container(border=True, gap="small"):
        with st.container(horizontal=True, vertical_alignment="center", gap="small"):
            st.markdown(":material/architecture: **Plan**", width="content")
            st.badge(f"impact {data['estimated_impact']}", color=_colour(data["estimated_impact"]))
            st.badge(safe.plain(data["stack"]), color="gray")
        st.markdown(safe.plain(data["summary"]))
        proofs = {c["requirement_id"]: c["description"] for c in data["acceptance_criteria"]}
        for wanted in data["requirements"]:
            _requirement(wanted, proofs.get(wanted["id"], ""))
        _cost(data.get("cost_breakdown"))
        for sentence in data["drift"]:
            st.caption(f":material/difference: Drift: {safe.plain(sentence)}")
        for sentence in data["planning_notes"]:
            st.caption(f":material/info: {safe.plain(sentence)}")
        if data["files_to_modify"]:
            paths = ", ".join(entry["path"] for entry in data["files_to_modify"])
            st.caption(f":material/description: {safe.plain(paths)}")
        if data["rollback_note"]:
            st.caption(f":material/undo: {safe.plain(data['rollback_note'])}")


def _requirement(wanted: Plain, proof: str) -> None:
    kind = f"{wanted['type']}, {wanted['priority']}"
    if wanted["nist_controls"]:
        kind += f", NIST {', '.join(wanted['nist_controls'])}"
    proven = f"proven by: {proof}" if proof else "nothing proves it: look at it yourself"
    st.markdown(
        f"**{safe.plain(wanted['id'])}** {safe.plain(wanted['description'])}"
        f"  \n:small[{safe.plain(f'{kind}; {proven}')}]"
    )


def _colour(impact: str) -> Any:
    return {"low": "green", "medium": "orange", "high": "red"}.get(impact, "gray")


def _cost(cost: Plain | None) -> None:
    if not cost:
        st.caption(":material/payments: Cost not known before the code is written.")
        return
    total = _span(cost["low"], cost["high"])
    said = f"{total} a month" if cost["is_complete"] else f"{total} a month, and what is not priced"
    with st.expander(f"Cost: {said}", icon=":material/payments:"):
        table(
            ("Resource", "Change", "USD a month"),
            [
                (item["resource"], item["change"], _price(item))
                for item in cost["affected_resources"]
            ],
        )
        for assumed in cost["assumptions"]:
            span = f"{_number(assumed['low'])} to {_number(assumed['high'])} {assumed['unit']}"
            st.caption(f"Assumed: {safe.plain(assumed['about'])}: {safe.plain(span)}")
        st.caption(safe.plain(cost["notes"]))


def _number(value: float) -> str:
    return f"{value:,.3f}".rstrip("0").rstrip(".")


def _price(item: Plain) -> str:
    if item["low"] is None:
        return f"not priced. {item['why']}"
    return _span(item["low"], item["high"])


def _span(low: float, high: float) -> str:
    if round(low, 2) == round(high, 2):
        return f"{low:+,.2f} USD"
    return f"{low:+,.2f} to {high:+,.2f} USD"


# Code and review


def draw_code(data: Plain, key: str, live: bool) -> None:
    for change in data["changes"]:
        words = f"{change['file_path']}: {change['diff_summary']}"
        with st.expander(safe.plain(words), icon=":material/code:"):
            if change["diff"]:
                st.code(safe.text(change["diff"]), language="diff", wrap_lines=True)
            else:
                st.caption("Nothing in it changes.")
    if met := data.get("met"):
        with st.expander("Requirements in the template", icon=":material/checklist:"):
            table(("Requirement", "Met by"), [_met(each) for each in met])
    for sentence in data["notes"]:
        st.caption(f":material/info: {safe.plain(sentence)}")


def _met(each: Plain) -> tuple[str, str]:
    lines = "; ".join(f"line {line['line']}: {line['path']}" for line in each["lines"])
    return f"{each['requirement']} {each['description']}", lines or "no line"


def draw_review(data: Plain, key: str, live: bool) -> None:
    last = data["rounds"][-1]
    icon = ":material/check:" if last["status"] == "passed" else ":material/warning:"
    with st.container(border=True, gap="small"):
        findings = data["findings"]
        said = safe.plain(review_words.verdict(last["status"], findings))
        st.markdown(f"{icon} **{said}**")
        for entry in data["rounds"]:
            _round(entry)
        for sentence in data["blocks"]:
            st.caption(f":material/block: {safe.plain(sentence)}")
        _tools(data["tools"])
        if findings:
            with st.expander(review_words.counted(findings), icon=":material/list:"):
                table(
                    ("", "Rule", "Line", "Finding", "Remedy"),
                    [
                        (
                            SEVERITIES[f["severity"]][1],
                            f"{f['source']} {f['rule_id']}",
                            str(f["line"]),
                            f["message"],
                            f["remediation"],
                        )
                        for f in findings[:MOST_FINDINGS]
                    ],
                )


def _round(entry: Plain) -> None:
    st.markdown(safe.plain(review_words.round_of(entry)))
    rows = [
        (f"{icon} {word}", f)
        for word, icon, found in (
            ("fixed", ":material/check:", entry["fixed"]),
            ("still open", ":material/hourglass_top:", entry["still_open"]),
            ("new", ":material/fiber_new:", entry["new"]),
        )
        for f in found
        if f["severity"] != "info"
    ]
    for word, found in rows[:8]:
        severity = SEVERITIES[found["severity"]][1].lower()
        st.caption(
            f"{word}, {severity} {safe.plain(found['rule_id'])}: {safe.plain(found['message'])}"
        )


def _tools(tools: list[Plain]) -> None:
    ran = ", ".join(tool["reviewer"] for tool in tools if tool["status"] == "ran")
    others = "".join(
        f" {tool['reviewer']}: {tool['status']}." for tool in tools if tool["status"] != "ran"
    )
    said = f"Reviewed by {ran or 'nobody'}.{others}"
    st.caption(f":material/build: {safe.plain(said)}")
    _technical(
        " ".join(filter(None, (tool["reviewer"], tool["version"], tool["reason"])))
        for tool in tools
    )


def _technical(lines: Iterable[str]) -> None:
    """Identifiers, for who has to compare them."""
    with st.expander(questions.TECHNICAL, type="compact"):
        st.caption("\n".join(f"- {safe.plain(line)}" for line in lines))


# Change


def draw_change(data: Plain, key: str, live: bool) -> None:
    with st.container(border=True, gap="small"):
        with st.container(horizontal=True, vertical_alignment="center", gap="small"):
            st.markdown(
                f":material/fact_check: **Change of {safe.plain(data['stack'])}**", width="content"
            )
            for name, count in data["counts"].items():
                if count:
                    st.badge(f"{count} {name}", icon=STATES[name], color=_state_colour(name))
            if data["dry_run"]:
                st.badge("dry run", icon=":material/science:", color="blue")
        names = (data["account"], data["region"], data["endpoint"].partition("://")[2])
        place = ("sandbox",) if data["is_sandbox"] else ("account", *names)
        st.caption(f":material/place: {safe.plain(', '.join((data['environment'], *place)))}")
        _actions(data["actions"])
        _cost(data["cost"])
        if data["diff"]:
            with st.expander("Difference", icon=":material/difference:"):
                st.code(safe.text(data["diff"]), language="diff", wrap_lines=True)
        if data["findings"]:
            left = f"{review_words.counted(data['findings'])} of the review"
            with st.expander(left, icon=":material/list:"):
                table(
                    ("", "Rule", "Finding"),
                    [
                        (SEVERITIES[f["severity"]][1], f["rule_id"], f["message"])
                        for f in data["findings"][:MOST_FINDINGS]
                    ],
                )
        if not live:
            _diagram(data["diagram"], key)
        _technical((f"ARN: {data['arn']}", f"Digest: {data['digest']}", ", ".join(names)))


def _state_colour(state: str) -> Any:
    colours = {"added": "green", "changed": "blue", "replaced": "orange", "removed": "red"}
    return colours.get(state, "gray")


def _actions(actions: list[Plain]) -> None:
    names = ("Resource", "What")
    rows = [(f"{a['state']} {_named(a['resource'], a['type'])}", _details(a)) for a in actions]
    if len(rows) > 1:
        st.caption("In this order:")
    shown = len(names) if any(row[-1] for row in rows) else len(names) - 1
    table(names[:shown], [row[:shown] for row in rows])


def _named(resource: str, resource_type: str) -> str:
    """In one column: of three, a phone breaks the names in two."""
    return f"{resource} ({_kind(resource_type)})"


def _kind(resource_type: str) -> str:
    """In words, which a narrow column can break between."""
    return resource_type.removeprefix("AWS::").replace("::", " ")


def _details(action: Plain) -> str:
    """Which properties, and what becomes of what it holds."""
    said = list(action["details"])
    if action["replacement"] == "Conditional":
        said.append("may be replaced")
    return ", ".join(said)


def _diagram(data: Plain, key: str) -> None:
    sides = [(name, data[name]) for name in ("before", "after") if data[name]["nodes"]]
    if not sides:
        return
    with st.expander("Before and after", icon=":material/account_tree:"):
        for name, graph in sides:
            st.caption(name.capitalize())
            st.mermaid_chart(mermaid(graph), alt=f"Resources {name} the change")


def mermaid(graph: Plain) -> str:
    """Ids of ours; names stripped to what a drawn graph may hold."""
    ids = {node["id"]: f"n{number}" for number, node in enumerate(graph["nodes"])}
    lines = ["graph LR"]
    for node in graph["nodes"]:
        kind = safe.chart_name(_kind(node["type"]))
        said = "" if node["state"] == "same" else f"<br/>{safe.chart_name(node['state'])}"
        lines.append(f'  {ids[node["id"]]}["{safe.chart_name(node["id"])}<br/>{kind}{said}"]')
        lines.append(f"  class {ids[node['id']]} {node['state']}")
    lines += [f"  {ids[one]} --> {ids[other]}" for one, other in graph["edges"]]
    return "\n".join(
        [
            *lines,
            "  classDef same fill:#ffffff,stroke:#9fb3af,color:#13211f",
            "  classDef added fill:#e3f4ea,stroke:#15803d,color:#13211f",
            "  classDef changed fill:#e6effb,stroke:#1d4ed8,color:#13211f",
            "  classDef replaced fill:#fdf0dd,stroke:#b45309,color:#13211f",
            "  classDef kept fill:#f3f5f5,stroke:#6b7f7b,color:#13211f",
            "  classDef removed fill:#fbe6e6,stroke:#b91c1c,color:#13211f",
        ]
    )


# Deployment


def draw_progress(place: DeltaGenerator, data: Plain) -> None:
    place.markdown(progress(data))


def progress(data: Plain) -> str:
    """As one text, so that it can be drawn over and over in one place."""
    rows = "\n".join(
        f"| {safe.plain(_named(action['resource_name'], action['resource_type']))}"
        f" | {safe.plain(_in_words(action['status']))} |"
        for action in data["actions"]
    )
    return (
        f":material/cloud_upload: **{safe.plain(data['stack'])}**"
        f" {safe.plain(_in_words(data['status']))}\n\n"
        f"| Resource | State |\n| --- | --- |\n{rows}"
    )


def _in_words(status: str) -> str:
    return status.replace("_", " ").lower()


def draw_deployment(data: Plain, key: str, live: bool) -> None:
    with st.container(border=True, gap="small"):
        st.markdown(progress(data))
        if data["reason"]:
            st.caption(f":material/info: {safe.plain(data['reason'])}")
        if data["validation"]:
            st.markdown("**Acceptance**")
            for result in data["validation"]:
                _criterion(result)
        for name, value in (data.get("outputs") or {}).items():
            # As code, so that no address in it becomes a link.
            code = safe.label("`" + value.replace("`", "'") + "`") if value else ""
            st.caption(f":material/output: {safe.plain(name)}: {code}")
        if "seconds" in data:
            took = f"{data['seconds']:.1f} s" if data["seconds"] >= 0.1 else "less than 0.1 s"
            st.caption(f"Took {took}.")


def _criterion(result: Plain) -> None:
    icon = OUTCOMES.get(result["outcome"], ":material/help:")
    said = f"{result['acceptance_criteria_id']} {result['description']}"
    evidence = f", asked by {', '.join(result['evidence'])}" if result["evidence"] else ""
    found = f"Expected {result['expected_result']}, found {result['actual_result']}{evidence}"
    st.markdown(
        f"{icon} **{safe.plain(result['outcome'].capitalize())}** {safe.plain(said)}"
        f"  \n:small[{safe.plain(found)}]"
    )


def draw_facts(data: Plain, key: str, live: bool) -> None:
    if not data.get("resources"):
        return
    with st.expander("What the engine said", icon=":material/search:"):
        table(
            ("Resource", "Type", "State", "Physical id"),
            [
                (r["logical_id"], _kind(r["type"]), _in_words(r["status"]), r["physical_id"])
                for r in data["resources"]
            ],
        )


# Papers


def draw_files(data: Plain, key: str, live: bool) -> None:
    if live:
        return
    with st.container(horizontal=True, gap="xsmall", vertical_alignment="center"):
        st.download_button(
            "Files",
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
