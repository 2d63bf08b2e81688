"""What to do next: each from what the last turn left, each done by one message."""

from agent.language.catalogs import catalog
from agent.ledger.records import Turn
from agent.text import language_of
from agent.workflow import Recommendation
from agent.workflows.tickets.state import Plain

MOST = 4
MOST_ADVICE = 3


def recommend(turn: Turn) -> list[Recommendation]:
    last = {entry.kind: entry.data for entry in turn.entries}
    found: list[Recommendation] = []
    if score := last.get("maturity"):
        found += [_apply(advice, score) for advice in score["advice"][:MOST_ADVICE]]
        found.append(_page(score, has_page="wiki_done" in last))
    if batch := last.get("ticket_batch"):
        found += _worst(batch)
    if (looked := last.get("ticket_found")) and looked.get("issue"):
        found.append(_score(looked["issue"]["key"], why="you looked at it"))
        found.append(_change(looked["issue"]["key"]))
    if (draft := _drafted(last)) and _was_not_created(turn, last):
        found.append(_again(turn, draft))
    if key := last.get("outcome", {}).get("unscored"):
        found.append(_score(key, why="its last score failed"))
    if (outcome := last.get("outcome")) and "about" in outcome:
        found += _ways_out(turn, outcome["about"])
    return found[:MOST]


def _drafted(last: dict[str, Plain]) -> Plain | None:
    drafts: list[Plain] = last.get("ticket_drafts", {}).get("drafts", [])
    return drafts[0] if drafts else last.get("ticket_draft")


def _apply(advice: Plain, score: Plain) -> Recommendation:
    key = score["issue_key"]
    return Recommendation(
        f"apply-{advice['id']}",
        advice["text"],
        f"worth about {advice['gain']:+.0f} points for {key}",
        f"Apply to {key}: {advice['text']}",
        {"picked": {"act": "apply", "issue": key, "advice": advice["id"]}},
        ":material/auto_fix_high:",
    )


def _page(score: Plain, *, has_page: bool) -> Recommendation:
    key = score["issue_key"]
    why = "the score has moved since" if has_page else f"{key} has a score to show"
    return Recommendation(
        "page",
        f"Write the page of {key}",
        why,
        f"Write the Confluence page for {key}",
        {"picked": {"act": "page", "issue": key}},
        ":material/article:",
    )


def _worst(batch: Plain) -> list[Recommendation]:
    scored = [row for row in batch["rows"] if row["score"] is not None]
    return [
        _score(row["key"], why=f"it has {row['score']:.0f} of 100, among the lowest")
        for row in scored[:MOST_ADVICE]
    ]


def _score(key: str, *, why: str) -> Recommendation:
    return Recommendation(
        f"score-{key}",
        f"Score {key}",
        why,
        f"Score {key}",
        {"picked": {"act": "evaluate", "issue": key}},
        ":material/speed:",
    )


def _change(key: str) -> Recommendation:
    return Recommendation(
        f"change-{key}",
        f"Change {key}",
        "you looked at it",
        f"Change {key}",
        {"picked": {"act": "change", "issue": key}},
        ":material/edit:",
    )


def _was_not_created(turn: Turn, last: dict[str, Plain]) -> bool:
    """Surely: what was approved may have been made, unless the end says otherwise."""
    if "ticket_created" in last:
        return False
    is_cancelled = last.get("outcome", {}).get("status") == "cancelled"
    return is_cancelled or not any(
        entry.data.get("step") == "issue_approval"
        and (entry.data.get("reply") or {}).get("decision") == "approve"
        for entry in turn.entries
        if entry.kind == "question"
    )


def _ways_out(turn: Turn, about: str) -> list[Recommendation]:
    """Of a question that nothing answers."""
    found = [
        Recommendation(
            "list",
            "Show all open issues",
            "one of them may have the answer in other words",
            "Show all open issues",
            {"picked": {"act": "list"}},
            ":material/list:",
        )
    ]
    if about:
        _ = catalog(language_of(turn.text)).gettext
        ask = _("Create an issue for {about}").format(about=about)
        why = "nothing that you have covers it yet"
        picked = {"picked": {"act": "create"}}
        found.append(Recommendation("create", ask, why, ask, picked, ":material/add:"))
    return found


def _again(turn: Turn, draft: Plain) -> Recommendation:
    summary = draft["content"]["summary"]
    return Recommendation(
        "again",
        "Draft it again",
        f"“{summary}” was not created",
        turn.text,
        {"picked": {"act": "create"}},
        ":material/refresh:",
    )
