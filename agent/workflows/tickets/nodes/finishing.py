"""The last word of a request: the issues, their scores and their page together."""

from langchain_core.messages import AIMessage
from langgraph.runtime import Runtime

from agent.engine.conversation import gettext_of
from agent.exchange.wiki_markup import markdown
from agent.language.catalogs import N_
from agent.ports import Context
from agent.workflows.tickets.binding import issues_in
from agent.workflows.tickets.drafts import as_text
from agent.workflows.tickets.finding import without_mark
from agent.workflows.tickets.issues import NAMES, linked, not_part
from agent.workflows.tickets.needed import tell
from agent.workflows.tickets.nodes.waiting import LEFT
from agent.workflows.tickets.state import AgentState, Plain

SAID = {
    "cancelled": N_("Nothing was written."),
    "left": N_("The issue is unchanged. Nothing was written."),
    "all left": N_("The issues are unchanged. Nothing was written."),
    "unknown": N_(
        "Whether the issue was created is not known. Look into the tracker before you ask for it"
        " again."
    ),
}
STATUSES = {"left": "unchanged"}


def finish(state: AgentState, runtime: Runtime[Context]) -> Plain:
    """Say what was done in this request, and keep for later turns what was judged."""
    ended, _ = state.get("ended") or "", gettext_of(state)
    if ended in ("no issue", "nothing to change"):
        return {"next_action": "end"}
    is_all = ended in SAID and not _has_created(state)
    sent = issues_in(state.get("sent") or "{}")
    why = "all left" if ended == "left" and sent[1:] else ended
    doubt = _(SAID[why]) if is_all or ended == "unknown" else ""
    told = (_created(state), doubt, _applied(state), _score(state, runtime.context), _page(state))
    update: Plain = {"next_action": "end"}
    if text := "\n\n".join(part for part in told if part):
        result, status = _result(state), STATUSES.get(ended, ended) if is_all else "done"
        more = {"unscored": result["issue_key"]} if result.get("success") is False else {}
        update |= tell(state, runtime.context, text, status=status, **more)
    known = [f"{key}: {judged}" for key, judged in judgements(state).items()]
    made = state.get("made") if _has_created(state) else None
    known += [f"{each['key']}: {each['summary']}" for each in made or ()]
    not_written = sent if ended in LEFT.values() else _left_out(state)
    if told_of := [words for each in not_written if (words := _in_words(each, state))]:
        # A later message may go on from it.
        known += ["This was laid out and not written:", *told_of]
    if known:
        update["messages"] = [AIMessage("\n\n".join([text, *known]).strip())]
    return update


def _in_words(told: Plain, state: AgentState) -> str:
    """What was laid out for an issue or as a page, as a later message reads it."""
    if page := told.get("page"):
        return f"{page['title']}\n\n{without_mark(markdown(page['body']))}"
    held = {**told.get("changes", {}), **told}
    drafts = (state.get("backlog") or {}, *(state.get("more") or ()))
    # What is sent holds a person's id.
    names = {each.get("summary"): each.get("assignee") for each in drafts}
    if person := names.get(told.get("summary")):
        held["assignee"] = person
    rows = [f"{name}: {as_text(n, held[n])}" for n, name in NAMES.items() if n in held]
    return "\n".join([*filter(None, [told.get("issue")]), *rows])


def judgements(state: AgentState) -> dict[str, str]:
    """What this request has found of issues' maturity, or why nothing, by their keys."""
    rows: list[Plain] = (state.get("batch") or {}).get("rows", [])
    found = {row["key"]: row["problem"] or _judged(row) for row in rows}
    if (result := _result(state)).get("success"):
        each = {name.replace("_", " "): n for name, n in result["detailed_scores"].items()}
        scores = ", ".join(f"{name} {score}" for name, score in each.items())
        told = {**result, "score": result["maturity_score"], "advice": result["recommendations"]}
        found[result["issue_key"]] = f"{_judged(told)}\nScores: {scores}."
    return found


def _judged(told: Plain) -> str:
    advice = [f"{n}. {text}" for n, text in enumerate(told.get("advice", ()), start=1)]
    lines = [f"Maturity {told['score']:.0f} out of 100.", *told.get("weaknesses", ())]
    return "\n".join([*lines, *(["Advice:"] if advice else []), *advice])


def _has_created(state: AgentState) -> bool:
    """In this request: what an earlier one has created is remembered too."""
    made = state.get("made") or (state.get("jira_result") or {}).get("success")
    return state.get("intent") == "jira_creation" and bool(made)


def _created(state: AgentState) -> str:
    """Of several each with its score and what would help it most."""
    if not _has_created(state):
        return ""
    _ = gettext_of(state)
    rows = {row["key"]: row for row in (state.get("batch") or {}).get("rows", [])}
    lines = []
    for made in state.get("made") or [state.get("jira_result") or {}]:
        line = _("{issue} is created.").format(issue=linked(made["key"], made["link"]))
        row = rows.get(made["key"], {})
        if row.get("score") is not None:
            said = _("Maturity: {score} out of 100")
            line = f"{line} {said.format(score=format(row['score'], '.0f'))}. "
            for advice in row.get("advice", ())[:1]:
                line += _("What would help most: {advice}").format(advice=advice)
        lines.append(line.strip())
    left = [each["summary"] for each in _left_out(state)]
    lines += [_("Left out: {names}.").format(names="; ".join(left))] if left else []
    return "\n".join(lines)


def _left_out(state: AgentState) -> list[Plain]:
    """Of several drafts on a card those that were not approved."""
    drafts = issues_in(state.get("sent") or "{}") if _has_created(state) else []
    done = [each.get("summary") for each in state.get("made") or ()]
    return [each for each in drafts if len(drafts) > 1 and each["summary"] not in done]


def _applied(state: AgentState) -> str:
    """Say what was changed, also when the issue was scored again afterwards."""
    if not (done := state.get("applied")):
        return ""
    _ = gettext_of(state)
    said, older = _("{issue} is changed: {fields}."), _("Its page is as it was before: {page}.")
    lines = []
    for each in (done, *done.get("others", ())):
        fields = _(", ").join(_(NAMES[name]) for name in each["fields"])
        lines.append(said.format(issue=linked(each["key"], each["link"]), fields=fields))
        # A page does not hold the status, and may be written next.
        is_next = any(act["intent"] == "page" for act in state.get("then") or ())
        if (page := each.get("page")) and set(each["fields"]) - {"status"} and not is_next:
            lines.append(older.format(page=linked(*page)))
    cannot = (state.get("wanted") or {}).get("cannot") or ()
    return "\n".join([*lines, not_part(cannot, _)]).strip()


def _result(state: AgentState) -> Plain:
    """The score of this request: a change may follow on one that was scored."""
    is_scored = state.get("intent") in ("jira_creation", "evaluation")
    return (state.get("evaluation_result") or {}) if is_scored and not state.get("batch") else {}


def _score(state: AgentState, context: Context) -> str:
    result, _ = _result(state), gettext_of(state)
    if result.get("success") is False:
        said = _("{issue} could not be scored: {why}")
        return said.format(issue=result["issue_key"], why=result["error"])
    if not result.get("success"):
        return ""
    now = f"{result['maturity_score']:.0f}"
    said = _("{issue} has a maturity of {score} out of 100.")
    said = said.format(issue=result["issue_key"], score=now)
    for earlier in context.ports.scores.history(context.user, result["issue_key"])[-2:-1]:
        if (before := f"{earlier.overall:.0f}") != now:
            said += " " + _("Before: {score}.").format(score=before)
    return said


def _page(state: AgentState) -> str:
    _ = gettext_of(state)
    if state.get("ended") == "no page":
        return _("Nothing was written.")
    made = state.get("confluence_result") or {}
    is_of_this = state.get("intent") in ("page", "jira_creation") and made.get("success")
    return _("Page: {page}.").format(page=linked(made["title"], made["link"])) if is_of_this else ""
