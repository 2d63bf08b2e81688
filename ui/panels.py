"""The panels beside a conversation: Thinking, Recommendations, State, Graph."""

import re
from collections.abc import Callable
from typing import Any

import streamlit as st

from agent import Recommendation, StepRow, known_workflows
from ui import reasons, safe, session, thinking_words
from ui.events import words_for

Plain = dict[str, Any]
Act = Callable[[Recommendation], None]
Pane = Callable[[str | None], None]
NAMES = ("Thinking", "Next", "State", "Graph")
BEGAN = "panels-began"
"""In the session: a run has begun since the panels were drawn."""
DEPTHS = {"simpler": "Simpler", "deeper": "Deeper", "automatic": "Automatic"}
OUTCOME_ICONS = {
    "done": ":material/check:",
    "waits": ":material/hourglass_top:",
    "Stopped": ":material/stop_circle:",
}


def draw(workflow: str, thread: str | None, *, act: Act, pane: Pane | None) -> None:
    """The panels; only the open one is computed."""
    own = known_workflows()[workflow].pane
    names = (own, *NAMES) if pane else NAMES
    key = f"panel-{workflow}"
    if st.session_state.pop(BEGAN, False) and pane and st.session_state.get(key) == "Next":
        # What was asked for there comes about here.
        st.session_state[key] = own
    tabs = st.tabs(names, key=key, on_change="rerun")
    for tab, name in zip(tabs, names, strict=True):
        if not tab.open:
            continue
        with tab:
            if pane and name == own:
                pane(thread)
            elif name == "Graph":
                _graph(workflow, thread)
            elif thread is None:
                st.caption("Nothing has happened yet. Ask something first.")
            elif name == "Thinking":
                _thinking(thread, act)
            elif name == "Next":
                _next(thread, act)
            else:
                _state(workflow, thread)


# Thinking


def _thinking(thread: str, act: Act) -> None:
    agent = session.agent()
    turns = agent.history(thread, limit=1)
    if not turns:
        st.caption("Nothing has happened yet.")
        return
    turn = turns[-1]
    told: dict[str, list[Plain]] = {}
    for entry in turn.entries:
        told.setdefault(entry.kind, []).append(entry.data)
    if difficulty := told.get("difficulty"):
        _difficulty(difficulty[-1])
        _depths(thread, act)
    is_understood = reasons.draw(reasons.UNDERSTOOD, told)
    steps = agent.steps(thread, turn.id)
    tools = [tool for step in steps for tool in step.tools]
    _reasoning(steps)
    is_judged = reasons.draw(reasons.JUDGED, told)
    _figures(told, tools)
    is_reasoned = any(step.thinking for step in steps) or tools
    if not (difficulty or is_understood or is_judged or is_reasoned):
        st.caption("This turn needed no reasoning.")


def _reasoning(steps: list[StepRow]) -> None:
    for step in steps:
        if step.thinking:
            st.caption(
                f":material/neurology: Reasoning while {safe.plain(words_for(step.step).lower())}"
            )
            st.markdown(safe.markdown(step.thinking))
    did = [
        thinking_words.tool(tool["tool"], tool["outcome"]) for step in steps for tool in step.tools
    ]
    # The same, told twice, tells nothing more.
    for words in dict.fromkeys(did):
        st.caption(f":material/build: {words}")


def _figures(told: reasons.Told, tools: list[Plain]) -> None:
    """Names and figures, for who wants to know exactly."""
    levels = told.get("difficulty", [])
    lines = [safe.plain(f"Level by {level['source']}") for level in levels]
    lines += map(thinking_words.route_figures, told.get("route", []))
    lines += [thinking_words.tool_figures(tool) for tool in tools]
    if lines:
        with st.expander("Names and figures", type="compact"):
            st.caption("\n".join(f"- {line}" for line in lines))


def _difficulty(data: Plain) -> None:
    reason = f" · {safe.plain(data['reason'])}" if data["reason"] else ""
    st.markdown(f"**{data['level'].capitalize()}**{reason}")


def _depths(thread: str, act: Act) -> None:
    """The difficulty is a judgement, so it can be overruled where it is shown."""
    with st.container(horizontal=True, gap="xsmall"):
        for found in session.agent().recommendations(thread):
            if found.id in DEPTHS and st.button(
                DEPTHS[found.id], icon=found.icon, key=f"depth-{found.id}", help=found.label
            ):
                act(found)


# Recommendations


def _next(thread: str, act: Act) -> None:
    found = session.agent().recommendations(thread)
    if not found:
        st.caption("Recommendations come when the current turn is finished.")
    for recommendation in found:
        with st.container(gap="xxsmall"):
            if st.button(
                safe.plain(recommendation.label),
                icon=recommendation.icon,
                key=f"next-{recommendation.id}",
                width="stretch",
            ):
                act(recommendation)
            st.caption(f"Why: {safe.plain(recommendation.why)}.")


# State


def _state(workflow: str, thread: str) -> None:
    agent = session.agent()
    labels = known_workflows()[workflow].labels
    state = agent.state(thread)
    if state:
        rows = {labels.get(key) or key.replace("_", " "): _cell(v) for key, v in state.items()}
        st.table(rows, border="horizontal")
    else:
        st.caption("The state is empty.")
    steps = agent.steps(thread)
    if not steps:
        return
    seconds = sum(step.milliseconds for step in steps) / 1000
    st.caption(f"Last turn: {seconds:.2f} s, {_tokens(steps)}{_cost(steps)}")
    if agent.was_resumed(thread):
        st.caption("This turn was continued. A model call that was cut off is not counted here.")
    _timeline(steps)


def _cell(value: Any) -> str:
    return safe.plain(_in_words(value))


def _in_words(value: Any) -> str:
    match value:
        case None | "" | [] | {}:
            return "none"
        case bool():
            return "yes" if value else "no"
        case float():
            return f"{value:g}"
        case dict():
            named = ((str(key).replace("_", " "), _in_words(each)) for key, each in value.items())
            return "; ".join(f"{name}: {said}" for name, said in named)
        case list() | tuple():
            return ", ".join(map(_in_words, value))
        case _:
            return str(value)


def _tokens(steps: list[StepRow]) -> str:
    names = ("calls", "tokens_in", "tokens_out")
    calls, tokens_in, tokens_out = (sum(step.usage.get(n) or 0 for step in steps) for n in names)
    if not calls and not tokens_in and not tokens_out:
        return "no model used"
    return f"{model_calls(calls)}{tokens_in} tokens in, {tokens_out} out"


def model_calls(calls: int) -> str:
    """Empty where none were counted: turns of older releases counted tokens only."""
    return f"{calls} model {'call' if calls == 1 else 'calls'}, " if calls else ""


def _cost(steps: list[StepRow]) -> str:
    prices = [step.usage["usd"] for step in steps if step.usage["tokens_out"]]
    if not prices:
        return ""
    return ", price not known" if None in prices else f", {sum(prices):.4f} USD"


def _timeline(steps: list[StepRow]) -> None:
    """What each step changed and how long it took; the values one click further."""
    lines = []
    for step in steps:
        changed = ", ".join(key.replace("_", " ") for key in step.changed) or step.outcome
        lines.append(
            f"{OUTCOME_ICONS.get(step.outcome, ':material/error:')} **{safe.plain(step.step)}**"
            f" {step.milliseconds:.0f} ms  \n{safe.plain(changed)}"
        )
    st.markdown("\n\n".join(lines))
    with st.expander("Values after each step", icon=":material/data_object:"):
        st.json([{"step": step.step, **step.changed} for step in steps], expanded=1)


# Graph


def _graph(workflow: str, thread: str | None) -> None:
    agent = session.agent()
    current = ""
    if thread is not None and (steps := agent.steps(thread)):
        current = steps[-1].step
    st.mermaid_chart(
        marked(agent.drawing(workflow), current), alt=f"The steps of the workflow {workflow}"
    )
    if current:
        st.caption(f"Marked: {safe.plain(current)}, the latest step.")


def marked(chart: str, step: str) -> str:
    """The drawn graph in the app's colours, with one node in the accent colour."""
    nodes = re.findall(r"^\s*([\w\\]+)\(", chart, re.MULTILINE)
    chart = re.sub(r"<p>_*(\w+?)_*</p>", r"\1", chart)
    chart = re.sub(r"classDef .*\n?", "", chart)
    styles = [
        "classDef default fill:#ffffff,stroke:#9fb3af,color:#13211f",
        "classDef first fill:#e7ecea,stroke:#9fb3af,color:#13211f",
        "classDef last fill:#e7ecea,stroke:#9fb3af,color:#13211f",
        "classDef here fill:#0f766e,stroke:#0f766e,color:#ffffff",
    ]
    if here := next((node for node in nodes if node.split("\\3a")[-1] == step), None):
        styles.append(f"class {here} here")
    styles += [
        f"style {name} fill:transparent,stroke:#9fb3af"
        for name in re.findall(r"subgraph (\w+)", chart)
    ]
    return "\n".join([chart.rstrip(), *(f"\t{style}" for style in styles)])
