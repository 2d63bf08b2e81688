"""The last word of a request: the issue, its score and its page together."""

from langgraph.runtime import Runtime

from agent.engine.conversation import gettext_of, say
from agent.language.catalogs import N_
from agent.ports import Context
from agent.workflows.tickets.state import AgentState, Plain

SAID = {
    "cancelled": N_("Nothing was written."),
    "left": N_("The issue is unchanged. Nothing was written."),
    "unknown": N_(
        "Whether the issue was created is not known. Look into the tracker before you ask for it"
        " again."
    ),
}

# Brackets and backticks of a title would end the link that it names.
IN_LABEL = str.maketrans("[]`", "()'")


def finish(state: AgentState, runtime: Runtime[Context]) -> Plain:
    ended, _ = state.get("ended") or "", gettext_of(state)
    if ended in ("no issue", "nothing to change"):
        return {"next_action": "end"}
    if ended in SAID and not _has_created(state):
        return {**say(runtime.context, _(SAID[ended]), status=ended), "next_action": "end"}
    doubt = _(SAID["unknown"]) if ended == "unknown" else ""
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
        _ = gettext_of(state)
        made, said = state.get("made") or [state.get("jira_result") or {}], _("{issue} is created.")
        return "\n".join(said.format(issue=f"[{each['key']}]({each['link']})") for each in made)
    return ""


def _applied(state: AgentState) -> str:
    """Say what was changed, also when the issue was scored again afterwards."""
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
    _ = gettext_of(state)
    said = _("{issue} has a maturity of {score} out of 100.")
    return said.format(issue=result["issue_key"], score=f"{result['maturity_score']:.0f}")


def _page(state: AgentState) -> str:
    _ = gettext_of(state)
    if state.get("ended") == "no page":
        return _("No page was written.")
    made, key = state.get("confluence_result") or {}, state.get("last_issue")
    if made.get("success") and made["title"].startswith(f"{key}:"):
        link = f"[{made['title'].translate(IN_LABEL)}]({made['link']})"
        return _("Page: {page}.").format(page=link)
    return ""
