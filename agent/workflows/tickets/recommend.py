"""What to do next: each from what the last turn left, each done by one message."""

from collections.abc import Iterator

from agent.engine.workflow import Recommendation
from agent.language.catalogs import N_, catalog
from agent.language.conversation import spoken
from agent.store.records import Turn
from agent.workflows.tickets.state import Plain

MOST_ADVICE, SHOWN_ADVICE = 3, 2
"""The page comes after two pieces of advice, so that it is among what a conversation shows."""
SCORE = {"act": "evaluate", "icon": "speed", "title": N_("Score {issue}")}
APPLY = {
    "act": "apply",
    "icon": "auto_fix_high",
    "title": "{advice}",
    "why": N_("worth about {gain} points for {issue}"),
    "text": N_("Apply to {issue}: {advice}"),
}
PAGE = {
    "act": "page",
    "icon": "article",
    "title": N_("Write the page of {issue}"),
    "why": N_("{issue} has a score to show"),
    "text": N_("Write the Confluence page for {issue}"),
}


def recommend(turn: Turn) -> list[Recommendation]:
    say = catalog(spoken(turn)).gettext
    last = {entry.kind: entry.data for entry in turn.entries}
    found = []
    for id_, way, words in (*_of_score(last), *_of_issue(last)):
        title, why, text = (
            say(sentence).format(**words)
            for sentence in (way["title"], way["why"], way.get("text", way["title"]))
        )
        picked = {"act": way["act"], "issue": words["issue"], "advice": words.get("id", "")}
        icon = f":material/{way['icon']}:"
        found.append(Recommendation(id_, title, why, text, {"picked": picked}, icon))
    return found


Offer = tuple[str, dict[str, str], Plain]
"""The button's id, what it does, and what its sentences name."""


def _of_score(last: dict[str, Plain]) -> Iterator[Offer]:
    if score := last.get("maturity"):
        key, offers = score["issue_key"], list[Offer]()
        for advice in score["advice"][:MOST_ADVICE]:
            told = {"issue": key, "advice": advice["text"], "id": advice["id"]}
            words = {**told, "gain": f"{advice['gain']:+.0f}"}
            offers.append((f"apply-{advice['id']}", APPLY, words))
        if "wiki_done" not in last:
            offers.insert(SHOWN_ADVICE, ("page", PAGE, {"issue": key}))
        yield from offers


def _of_issue(last: dict[str, Plain]) -> Iterator[Offer]:
    shown = (last.get("ticket_found", {}).get("issue") or {}).get("key")
    unscored = last.get("outcome", {}).get("unscored")
    for key, why in ((shown, N_("you looked at it")), (unscored, N_("its last score failed"))):
        if key:
            yield f"score-{key}", {**SCORE, "why": why}, {"issue": key}
