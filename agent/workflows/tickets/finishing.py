"""The last word of a request: the issue, its score and its page together."""

from langgraph.runtime import Runtime

from agent.conversation import gettext_of, say
from agent.ports import Context
from agent.workflows.tickets.state import AgentState, Plain

SAID = {
    "cancelled": "Nothing was written.",
    "left": "The issue is unchanged. Nothing was written.",
    "unknown": "Whether the issue was created is not known. Look into the tracker before you ask"
    " for it again.",
}

# Brackets and backticks of a title would end the link that it names.
IN_LABEL = str.maketrans("[]`", "()'")


def finish(state: AgentState, runtime: Runtime[Context]) -> Plain:
    ended = state.get("ended") or ""
    if ended in ("no issue", "nothing to change"):
        return {"next_action": "end"}
    if ended in SAID and not _has_created(state):
        return {**say(runtime.context, SAID[ended], status=ended), "next_action": "end"}
    doubt = SAID["unknown"] if ended == "unknown" else ""
    told = (_issue(state), doubt, _applied(state), _score(state), _page(state))
    parts = [part for part in told if part]
    if not parts:
        return {"next_action": "end"}
    failed = _failed_score(state)
    more = {"unscored": failed["issue_key"]} if failed else {}
    update = say(runtime.context, "\n\n".join(parts), status="done", **more)
    return {**update, "next_action": "end"}


def _has_created(state: AgentState) -> bool:
    """In this request: what an earlier one has created is remembered too."""
    made = state.get("jira_result") or {}
    has_made = bool(state.get("made") or made.get("success"))
    return state.get("intent") == "jira_creation" and has_made


def _issue(state: AgentState) -> str:
    if _has_created(state):
        made = state.get("made") or [state.get("jira_result") or {}]
        return "\n".join(f"[{each['key']}]({each['link']}) is created." for each in made)
    return ""


def _applied(state: AgentState) -> str:
    """What was changed, also before a score that was made anew."""
    if not (done := state.get("applied")):
        return ""
    _ = gettext_of(state)
    said = _("{issue} is changed: {fields}.")
    return "\n".join(
        said.format(issue=f"[{each['key']}]({each['link']})", fields=", ".join(each["fields"]))
        for each in (done, *done.get("others", ()))
    )


def _failed_score(state: AgentState) -> Plain:
    """Of this request: a change without a score may follow on one that failed."""
    result = state.get("evaluation_result") or {}
    has_failed = state.get("intent") != "change" and result.get("success") is False
    return result if has_failed else {}


def _score(state: AgentState) -> str:
    result = state.get("evaluation_result") or {}
    if failed := _failed_score(state):
        _ = gettext_of(state)
        said = _("{issue} could not be scored: {why}")
        return said.format(issue=failed["issue_key"], why=failed["error"])
    if not result.get("success"):
        return ""
    return f"{result['issue_key']} has a maturity of {result['maturity_score']:.0f} out of 100."


def _page(state: AgentState) -> str:
    if state.get("ended") == "no page":
        return "No page was written."
    made, key = state.get("confluence_result") or {}, state.get("last_issue")
    if made.get("success") and made["title"].startswith(f"{key}:"):
        return f"Page: [{made['title'].translate(IN_LABEL)}]({made['link']})."
    return ""
