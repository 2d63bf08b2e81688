"""The panels beside a conversation: Thinking, Recommendations, State, Graph."""

import re
from collections.abc import Callable, Mapping
from typing import Any

import streamlit as st

from agent import Recommendation, StepRow, Turn, known_workflows
from agent.language.catalogs import N_
from agent.language.conversation import spoken
from ui import reasons, safe, session, subjects, thinking_words
from ui.events import words_for
from ui.language import _, ngettext, speaking

Plain = dict[str, Any]
Act = Callable[[Recommendation], None]
Pane = Callable[[str], None]
NAMES = (N_("Thinking"), N_("Next"), N_("State"), N_("Graph"))
ENDS = {"__start__": N_("Start"), "__end__": N_("End")}
BEGAN = "panels-began"
"""In the session: a run has begun since the panels were drawn."""
DEPTHS = {"simpler": N_("Simpler"), "deeper": N_("Deeper"), "automatic": N_("Automatic")}
OUTCOME_ICONS = {
    "done": ":material/check:",
    "waits": ":material/hourglass_top:",
    "Stopped": ":material/stop_circle:",
}


def draw(workflow: str, thread: str, *, act: Act, pane: Pane | None) -> None:
    """Draw the panels; only the open one is computed."""
    own = known_workflows()[workflow].pane
    names = (own, *NAMES) if pane else NAMES
    key = f"panel-{workflow}"
    if st.session_state.pop(BEGAN, False) and pane and st.session_state.get(key) == _("Next"):
        # Show what that recommendation makes.
        st.session_state[key] = _(own)
    tabs = st.tabs(list(map(_, names)), key=key, on_change="rerun")
    turns = session.agent().history(thread, limit=1)
    language = spoken(turns[-1]) if turns else ""
    for tab, name in zip(tabs, names, strict=True):
        if tab.open:
            with tab, speaking(language):
                if pane and name == own:
                    pane(thread)
                elif name == "Graph":
                    _graph(workflow, thread)
                elif not turns:
                    st.caption(_("Nothing has happened yet. Ask something first."))
                elif name == "Thinking":
                    _thinking(turns[-1], act)
                elif name == "Next":
                    _next(thread, act)
                else:
                    _state(workflow, thread)


# Thinking


def _thinking(turn: Turn, act: Act) -> None:
    told: dict[str, list[Plain]] = {}
    for entry in turn.entries:
        told.setdefault(entry.kind, []).append(entry.data)
    if difficulty := told.get("difficulty"):
        _difficulty(difficulty[-1])
        _depths(turn.thread, act)
    is_understood = reasons.draw(reasons.UNDERSTOOD, told)
    steps = session.agent().steps(turn.thread, turn.id)
    tools = [tool for step in steps for tool in step.tools]
    _reasoning(steps)
    is_judged = reasons.draw(reasons.JUDGED, told)
    _figures(told, tools)
    is_reasoned = any(step.thinking for step in steps) or tools
    if not (difficulty or is_understood or is_judged or is_reasoned):
        st.caption(_("Nothing had to be decided here."))


def _reasoning(steps: list[StepRow]) -> None:
    for step in steps:
        if step.thinking:
            st.caption(
                ":material/neurology: "
                + _("Reasoning: {step}").format(step=safe.plain(words_for(step.step)))
            )
            st.markdown(safe.markdown(step.thinking))
    did = [
        thinking_words.tool(tool["tool"], tool["outcome"]) for step in steps for tool in step.tools
    ]
    for words in dict.fromkeys(did):
        st.caption(f":material/build: {words}")


def _figures(told: reasons.Told, tools: list[Plain]) -> None:
    """Draw names and figures, for those who want to know exactly."""
    levels = told.get("difficulty", [])
    lines = [
        safe.plain(_("Level: {source}").format(source=thinking_words.source(level["source"])))
        for level in levels
    ]
    lines += map(thinking_words.route_figures, told.get("route", []))
    lines += [thinking_words.tool_figures(tool) for tool in tools]
    if lines:
        with st.expander(_("Technical details"), type="compact"):
            st.caption("\n".join(f"- {line}" for line in lines))


def _difficulty(data: Plain) -> None:
    reason = f" · {safe.plain(data['reason'])}" if data["reason"] else ""
    level = data["level"]
    st.markdown(f"**{_(level).capitalize()}**{reason}")


def _depths(thread: str, act: Act) -> None:
    """The difficulty is a judgement, so it can be overruled where it is shown."""
    with st.container(horizontal=True, gap="xsmall"):
        for found in session.agent().recommendations(thread):
            if found.id in DEPTHS and st.button(
                _(DEPTHS[found.id]), icon=found.icon, key=f"depth-{found.id}", help=found.label
            ):
                act(found)


# Recommendations


def _next(thread: str, act: Act) -> None:
    found = session.agent().recommendations(thread)
    if not found:
        st.caption(_("Recommendations appear when the current turn is finished."))
    for recommendation in found:
        with st.container(gap="xxsmall"):
            if st.button(
                safe.plain(recommendation.label),
                icon=recommendation.icon,
                key=f"next-{recommendation.id}",
                width="stretch",
            ):
                act(recommendation)
            st.caption(_("Why: {reason}.").format(reason=safe.plain(recommendation.why)))


# State


def _state(workflow: str, thread: str) -> None:
    agent = session.agent()
    labels = known_workflows()[workflow].labels
    state = agent.state(thread)
    if state:
        names = subjects.titles()
        said = {key: _in_words(names.get(str(v), v)) for key, v in state.items()}
        rows = {_label(labels, key): safe.plain(words) for key, words in said.items()}
        st.table(rows, border="horizontal")
    else:
        st.caption(_("The state is empty."))
    steps = agent.steps(thread)
    if not steps:
        return
    seconds = sum(step.milliseconds for step in steps) / 1000
    said = _("Last turn: {seconds:.2f} s, {usage}").format(seconds=seconds, usage=_usage(steps))
    st.caption(said)
    if agent.was_resumed(thread):
        st.caption(_("This turn was continued. A model call that was cut off is not counted."))
    _timeline(steps)


def _label(labels: Mapping[str, str], key: str) -> str:
    return _(labels[key]) if key in labels else key.replace("_", " ")


def _in_words(value: Any) -> str:
    match value:
        case None | "" | [] | {}:
            return _("none")
        case bool():
            return _("yes") if value else _("no")
        case float():
            return f"{value:g}"
        case dict():
            named = ((str(key).replace("_", " "), _in_words(each)) for key, each in value.items())
            return "; ".join(f"{name}: {said}" for name, said in named)
        case list() | tuple():
            return ", ".join(map(_in_words, value))
        case _:
            return str(value)


def _usage(steps: list[StepRow]) -> str:
    names = ("calls", "tokens_in", "tokens_out")
    used = [sum(step.usage.get(name) or 0 for step in steps) for name in names]
    if not any(used):
        return _("no model used")
    prices = [step.usage["usd"] for step in steps if step.usage["tokens_out"]]
    if not prices:
        return tokens(*used)
    price = _("price unknown") if None in prices else f"{sum(prices):.4f} USD"
    return f"{tokens(*used)}, {price}"


def tokens(calls: int, tokens_in: int, tokens_out: int) -> str:
    """Say tokens and calls; turns of older releases counted tokens only."""
    used = _("{tokens_in} tokens in, {tokens_out} out").format(
        tokens_in=tokens_in, tokens_out=tokens_out
    )
    if not calls:
        return used
    return ngettext("{count} model call, {used}", "{count} model calls, {used}", calls, used=used)


def _timeline(steps: list[StepRow]) -> None:
    """Draw what each step did and how long it took; what it changed is one click away."""
    lines = [
        f"{OUTCOME_ICONS.get(step.outcome, ':material/error:')} {words_for(step.step)}"
        f" :small[{step.milliseconds:.0f} ms]"
        for step in steps
    ]
    st.markdown("  \n".join(lines))
    with st.expander(_("Values after each step"), icon=":material/data_object:"):
        st.json([{"step": step.step, **step.changed} for step in steps], expanded=1)


# Graph


def _graph(workflow: str, thread: str) -> None:
    agent = session.agent()
    current = ""
    if steps := agent.steps(thread):
        current = steps[-1].step
    chart = marked(agent.drawing(workflow), current)
    title = _("The steps of {workflow}").format(workflow=known_workflows()[workflow].title)
    if st.button(_("Enlarge"), icon=":material/open_in_full:", type="tertiary", key="graph-large"):
        st.dialog(title, width="large")(st.mermaid_chart)(chart, alt=title)
    st.mermaid_chart(chart, alt=title)
    if current:
        st.caption(_("Marked: {step}, the latest step.").format(step=words_for(current)))


def marked(chart: str, step: str) -> str:
    """The drawn graph in the app's words and colours, with one node in the accent colour."""
    nodes = re.findall(r"^\s*([\w\\]+)\(", chart, re.MULTILINE)
    chart = re.sub(r"\(\[?(?:<p>)?(\w+)(?:</p>)?\]?\)", _labelled, chart)
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


def _labelled(node: re.Match[str]) -> str:
    name = node[1]
    return f'("{_(ENDS[name]) if name in ENDS else words_for(name)}")'
