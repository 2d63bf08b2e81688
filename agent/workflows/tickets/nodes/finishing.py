"""The last word of a request: the issues, their scores and their page together."""

from langchain_core.messages import AIMessage
from langgraph.runtime import Runtime

from agent.engine.conversation import gettext_of
from agent.exchange.wiki_markup import markdown
from agent.language.catalogs import N_
from agent.ports import Context
from agent.workflows.tickets.binding import page_in
from agent.workflows.tickets.contracts import Act
from agent.workflows.tickets.drafts import as_text
from agent.workflows.tickets.finding import without_mark
from agent.workflows.tickets.forms import LABELS
from agent.workflows.tickets.issues import NAMES, linked, not_part
from agent.workflows.tickets.needed import tell
from agent.workflows.tickets.nodes.waiting import LEFT
from agent.workflows.tickets.state import AgentState, Plain

SAID = {
    **dict.fromkeys(("cancelled", *LEFT.values()), N_("Nothing was written.")),
    "unknown": N_(
        "Whether the issue was created is not known. Look into the tracker before you ask for it"
        " again."
    ),
}
STATUSES = dict.fromkeys(LEFT.values(), "unchanged")


def finish(state: AgentState, runtime: Runtime[Context]) -> Plain:
    """Say what was done in this request, and keep for later turns what was judged."""
    ended, _ = state.get("ended") or "", gettext_of(state)
    if ended in ("no issue", "nothing to change", "as it is"):
        return {"next_action": "end"}
    is_all = ended in SAID and not _has_created(state)
    doubt = _(SAID[ended]) if is_all or ended == "unknown" else ""
    told = (_created(state), doubt, _applied(state), _score(state), _page(state))
    update: Plain = {"next_action": "end"}
    if ended == "no draft":
        update["then"] = [each for each in state.get("then") or () if _names_its_own(each)]
    if text := "\n\n".join(part for part in told if part):
        result, status = _result(state), STATUSES.get(ended, ended) if is_all else "done"
        more = {"unscored": result["issue_key"]} if result.get("success") is False else {}
        update |= tell(state, runtime.context, text, status=status, **more)
    known = [f"{key}: {judged}" for key, judged in judgements(state).items()]
    made = state.get("made") if _has_created(state) else None
    known += [f"{each['key']}: {each['summary']}" for each in made or ()]
    if laid_out := _laid_out(state):
        # A later message may go on from it.
        known += ["This was laid out and not written:", *laid_out]
    if known:
        update["messages"] = [AIMessage("\n\n".join([text, *known]).strip())]
    return update


def _names_its_own(act: Plain) -> bool:
    """Whether it is about something else than a draft that is withdrawn."""
    meant = Act.model_validate(act)
    is_new = meant.intent in ("jira_creation", "rag_query", "general_chat")
    return bool(is_new or meant.issues or meant.find.query or meant.all_issues or meant.page)


def _laid_out(state: AgentState) -> list[str]:
    """What the user left, as a later message reads it."""
    match state.get("ended"):
        case "no draft":
            drafts = (state.get("backlog"), *(state.get("more") or ()))
            return [_in_words(each) for each in drafts if each]
        case "left":
            values: Plain = (state.get("wanted") or {}).get("values") or {}
            return [f"{key}\n{_in_words(held)}" for key, held in values.items()]
        case "no page":
            return [without_mark(markdown(page_in(state["sent"] or "").body))]
    return []


def _in_words(held: Plain) -> str:
    return "\n".join(f"{LABELS[n]}: {as_text(n, v)}" for n, v in held.items() if n in LABELS and v)


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
    """Of several each with its score."""
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
            line += f" {said.format(score=format(row['score'], '.0f'))}."
        lines.append(line)
    return "\n".join([*lines, not_part(state.get("left") or (), _)]).strip()


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


def _score(state: AgentState) -> str:
    result, _ = _result(state), gettext_of(state)
    if result.get("success") is False:
        said = _("{issue} could not be scored: {why}")
        return said.format(issue=result["issue_key"], why=result["error"])
    if not result.get("success"):
        return ""
    said = _("{issue} has a maturity of {score} out of 100.")
    return said.format(issue=result["issue_key"], score=f"{result['maturity_score']:.0f}")


def _page(state: AgentState) -> str:
    _ = gettext_of(state)
    made = state.get("confluence_result") or {}
    is_written = made.get("success") and state.get("ended") != "no page"
    is_of_this = state.get("intent") in ("page", "jira_creation") and is_written
    return _("Page: {page}.").format(page=linked(made["title"], made["link"])) if is_of_this else ""
