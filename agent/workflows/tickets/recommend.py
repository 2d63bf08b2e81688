"""What to do next: each from what the last turn left, each done by one message.

Advice is not repeated here: each piece is applied where the score shows it.
"""

from agent.engine.workflow import Recommendation
from agent.language.catalogs import catalog
from agent.language.conversation import spoken
from agent.store.records import Turn


def recommend(turn: Turn) -> list[Recommendation]:
    _ = catalog(spoken(turn)).gettext
    last = {entry.kind: entry.data for entry in turn.entries}
    score, found = last.get("maturity", {}), list[Recommendation]()
    key = score.get("issue_key", "")
    if score and "wiki_done" not in last:
        title = _("Write the page of {issue}").format(issue=key)
        why = _("whoever reads the wiki finds it there")
        text = _("Write the Confluence page for {issue}").format(issue=key)
        found.append(_offer("page", key, title, why, text=text))
    shown = (last.get("ticket_found", {}).get("issue") or {}).get("key")
    unscored = last.get("outcome", {}).get("unscored")
    for key, why in ((shown, _("you looked at it")), (unscored, _("its last score failed"))):
        if key:
            title = _("Score {issue}").format(issue=key)
            found.append(_offer("evaluate", key, title, why, text=title))
    return found


def _offer(act: str, issue: str, title: str, why: str, *, text: str) -> Recommendation:
    id_, icon = {"page": ("page", "article"), "evaluate": (f"score-{issue}", "speed")}[act]
    picked = {"picked": {"act": act, "issue": issue}}
    return Recommendation(id_, title, why, text, picked, f":material/{icon}:")
