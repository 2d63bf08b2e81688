"""What to do next: each from what the last turn left, each done by one message."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass

from agent.engine.workflow import Recommendation
from agent.language.catalogs import N_, catalog
from agent.language.conversation import spoken
from agent.store.records import Turn
from agent.workflows.tickets.state import Plain

MOST = 4
MOST_ADVICE, SHOWN_ADVICE = 3, 2
"""The page comes after two pieces of advice, so that it is among what a conversation shows."""


@dataclass(frozen=True)
class Way:
    """One kind of button: what it does, and the words on it."""

    id: str
    act: str
    icon: str
    title: str
    why: str
    text: str = ""
    """The message that it sends, where it is not the title."""


LOOKED = Way("score-{issue}", "evaluate", "speed", N_("Score {issue}"), N_("you looked at it"))
LOWEST = Way(
    "score-{issue}",
    "evaluate",
    "speed",
    N_("Score {issue}"),
    N_("it has {score} of 100, among the lowest"),
)
UNSCORED = Way(
    "score-{issue}", "evaluate", "speed", N_("Score {issue}"), N_("its last score failed")
)
CHANGE = Way("change-{issue}", "change", "edit", N_("Change {issue}"), N_("you looked at it"))
APPLY = Way(
    "apply-{id}",
    "apply",
    "auto_fix_high",
    "{advice}",
    N_("worth about {gain} points for {issue}"),
    N_("Apply to {issue}: {advice}"),
)
PAGE = Way(
    "page",
    "page",
    "article",
    N_("Write the page of {issue}"),
    N_("{issue} has a score to show"),
    N_("Write the Confluence page for {issue}"),
)
AGAIN = Way(
    "again", "create", "refresh", N_("Draft it again"), N_("“{summary}” was not created"), "{text}"
)
LIST = Way(
    "list",
    "list",
    "list",
    N_("Show all open issues"),
    N_("one of them may have the answer in other words"),
)
CREATE = Way(
    "create",
    "create",
    "add",
    N_("Create an issue for {about}"),
    N_("nothing that you have covers it yet"),
)


def recommend(turn: Turn) -> list[Recommendation]:
    say = catalog(spoken(turn)).gettext
    last = {entry.kind: entry.data for entry in turn.entries}
    ways = [*_of_scores(last), *_of_issue(last), *_of_outcome(turn, last)]
    return [_button(way, words, say) for way, words in ways[:MOST]]


Offer = tuple[Way, Plain]
"""What to do, and what its sentences name."""


def _button(way: Way, words: Plain, say: Callable[[str], str]) -> Recommendation:
    title, why, text = (
        say(sentence).format(**words) for sentence in (way.title, way.why, way.text or way.title)
    )
    picked = {"act": way.act}
    picked |= {"issue": words["issue"]} if "issue" in words else {}
    picked |= {"advice": words["id"]} if "id" in words else {}
    id_ = way.id.format(**words)
    return Recommendation(id_, title, why, text, {"picked": picked}, f":material/{way.icon}:")


def _of_scores(last: dict[str, Plain]) -> Iterator[Offer]:
    if score := last.get("maturity"):
        key = score["issue_key"]
        for n, advice in enumerate(score["advice"][:MOST_ADVICE]):
            if n == SHOWN_ADVICE and "wiki_done" not in last:
                yield PAGE, {"issue": key}
            gain = f"{advice['gain']:+.0f}"
            told = {"issue": key, "advice": advice["text"], "gain": gain, "id": advice["id"]}
            yield APPLY, told
        if len(score["advice"]) <= SHOWN_ADVICE and "wiki_done" not in last:
            yield PAGE, {"issue": key}
    rows: list[Plain] = last.get("ticket_batch", {}).get("rows", [])
    for row in [row for row in rows if row["score"] is not None][:MOST_ADVICE]:
        yield LOWEST, {"issue": row["key"], "score": f"{row['score']:.0f}"}


def _of_issue(last: dict[str, Plain]) -> Iterator[Offer]:
    if issue := last.get("ticket_found", {}).get("issue"):
        yield LOOKED, {"issue": issue["key"]}
        yield CHANGE, {"issue": issue["key"]}


def _of_outcome(turn: Turn, last: dict[str, Plain]) -> Iterator[Offer]:
    outcome = last.get("outcome", {})
    if (draft := _drafted(last)) and _was_not_created(turn, last):
        yield AGAIN, {"summary": draft["content"]["summary"], "text": turn.text}
    if key := outcome.get("unscored"):
        yield UNSCORED, {"issue": key}
    if "about" in outcome:
        yield LIST, {}
        if about := outcome["about"]:
            yield CREATE, {"about": about}


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
