"""What to do next: each from what the last turn left, each done by one message."""

from collections.abc import Iterator

from agent.engine.workflow import Recommendation
from agent.language.catalogs import catalog
from agent.language.text import language_of
from agent.store.records import Turn
from agent.workflows.tickets.state import Plain

MOST = 4
MOST_ADVICE = 3


def recommend(turn: Turn) -> list[Recommendation]:
    return list(_recommended(turn))[:MOST]


def _recommended(turn: Turn) -> Iterator[Recommendation]:
    last = {entry.kind: entry.data for entry in turn.entries}
    outcome = last.get("outcome", {})
    if score := last.get("maturity"):
        yield from _of_score(score, has_page="wiki_done" in last)
    if batch := last.get("ticket_batch"):
        scored = [row for row in batch["rows"] if row["score"] is not None]
        for row in scored[:MOST_ADVICE]:
            yield _score(row["key"], f"it has {row['score']:.0f} of 100, among the lowest")
    if issue := last.get("ticket_found", {}).get("issue"):
        key = issue["key"]
        yield _score(key, "you looked at it")
        yield _one(f"change-{key}", f"Change {key}", "you looked at it", "change", "edit", key)
    if (draft := _drafted(last)) and _was_not_created(turn, last):
        why = f"“{draft['content']['summary']}” was not created"
        yield _one("again", "Draft it again", why, "create", "refresh", text=turn.text)
    if key := outcome.get("unscored"):
        yield _score(key, "its last score failed")
    if "about" in outcome:
        why = "one of them may have the answer in other words"
        yield _one("list", "Show all open issues", why, "list", "list")
        if about := outcome["about"]:
            ask = catalog(language_of(turn.text)).gettext("Create an issue for {about}")
            why = "nothing that you have covers it yet"
            yield _one("create", ask.format(about=about), why, "create", "add")


def _one(
    id_: str,
    title: str,
    why: str,
    act: str,
    icon: str,
    issue: str = "",
    text: str = "",
    **more: str,
) -> Recommendation:
    """A button that sends a message, its title where no other text is given."""
    picked = {"act": act, **({"issue": issue} if issue else {}), **more}
    return Recommendation(id_, title, why, text or title, {"picked": picked}, f":material/{icon}:")


def _score(key: str, why: str) -> Recommendation:
    return _one(f"score-{key}", f"Score {key}", why, "evaluate", "speed", key)


def _of_score(score: Plain, *, has_page: bool) -> Iterator[Recommendation]:
    key = score["issue_key"]
    for advice in score["advice"][:MOST_ADVICE]:
        id_, told = advice["id"], advice["text"]
        why, text = f"worth about {advice['gain']:+.0f} points for {key}", f"Apply to {key}: {told}"
        yield _one(f"apply-{id_}", told, why, "apply", "auto_fix_high", key, text, advice=id_)
    why = "the score has moved since" if has_page else f"{key} has a score to show"
    text = f"Write the Confluence page for {key}"
    yield _one("page", f"Write the page of {key}", why, "page", "article", key, text)


def _drafted(last: dict[str, Plain]) -> Plain | None:
    drafts: list[Plain] = last.get("ticket_drafts", {}).get("drafts", [])
    return drafts[0] if drafts else last.get("ticket_draft")


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
