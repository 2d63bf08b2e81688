"""What to do next: each from what the last turn left, each done by one message."""

from agent.engine.workflow import Recommendation
from agent.language.catalogs import catalog
from agent.language.conversation import spoken
from agent.store.records import Turn

MOST_ADVICE, SHOWN_ADVICE = 3, 2
"""The page comes after two pieces of advice, so that it is among what a conversation shows."""


def recommend(turn: Turn) -> list[Recommendation]:
    _ = catalog(spoken(turn)).gettext
    last = {entry.kind: entry.data for entry in turn.entries}
    score, found = last.get("maturity", {}), list[Recommendation]()
    key = score.get("issue_key", "")
    for advice in score.get("advice", [])[:MOST_ADVICE]:
        why = _("worth about {gain} points for {issue}")
        why = why.format(gain=f"{advice['gain']:+.0f}", issue=key)
        text = _("Apply to {issue}: {advice}").format(issue=key, advice=advice["text"])
        found.append(_offer("apply", key, advice["text"], why, text=text, advice=advice["id"]))
    if score and "wiki_done" not in last:
        title = _("Write the page of {issue}").format(issue=key)
        why = _("{issue} has a score to show").format(issue=key)
        text = _("Write the Confluence page for {issue}").format(issue=key)
        found.insert(SHOWN_ADVICE, _offer("page", key, title, why, text=text))
    shown = (last.get("ticket_found", {}).get("issue") or {}).get("key")
    unscored = last.get("outcome", {}).get("unscored")
    for key, why in ((shown, _("you looked at it")), (unscored, _("its last score failed"))):
        if key:
            title = _("Score {issue}").format(issue=key)
            found.append(_offer("evaluate", key, title, why, text=title))
    return found


ICONS = {"apply": "auto_fix_high", "page": "article", "evaluate": "speed"}


def _offer(
    act: str, issue: str, title: str, why: str, *, text: str, advice: str = ""
) -> Recommendation:
    id_ = {"apply": f"apply-{advice}", "page": "page", "evaluate": f"score-{issue}"}[act]
    picked = {"act": act, "issue": issue, "advice": advice}
    return Recommendation(id_, title, why, text, {"picked": picked}, f":material/{ICONS[act]}:")
