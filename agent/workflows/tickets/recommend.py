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
    key, found = last.get("maturity", {}).get("issue_key"), list[Recommendation]()
    if key and "wiki_done" not in last:
        title = _("Write the page of {issue}").format(issue=key)
        picked = {"picked": {"act": "page", "issue": key}}
        why = _("readers of the wiki find it there")
        found.append(Recommendation("page", title, why, title, picked, ":material/article:"))
    shown = (last.get("ticket_found", {}).get("issue") or {}).get("key")
    unscored = last.get("outcome", {}).get("unscored")
    for key, why in ((shown, _("you looked at it")), (unscored, _("its last score failed"))):
        if key:
            title = _("Score {issue}").format(issue=key)
            picked = {"picked": {"act": "evaluate", "issue": key}}
            icon = ":material/speed:"
            found.append(Recommendation(f"score-{key}", title, why, title, picked, icon))
    return found
