"""What to do next: each from what the last turn left, each done by one message."""

from agent.language.catalogs import N_, catalog
from agent.language.conversation import spoken
from agent.ledger.records import Turn
from agent.workflow import Recommendation
from agent.workflows.studio.content.contracts import FOLLOW_UPS, ContentType
from agent.workflows.studio.nodes.writing import AGAIN, ENDED
from agent.workflows.studio.state import Plain

MOST = 4
ICONS = {
    ContentType.RESEARCH: ":material/travel_explore:",
    ContentType.BLOG: ":material/article:",
    ContentType.LINKEDIN: ":material/work:",
    ContentType.INSTAGRAM: ":material/photo_camera:",
    ContentType.IMAGE: ":material/image:",
    ContentType.STRATEGY: ":material/calendar_month:",
}
WORDS = {
    ContentType.RESEARCH: N_("Research this"),
    ContentType.BLOG: N_("Write a blog post"),
    ContentType.LINKEDIN: N_("Write a LinkedIn post"),
    ContentType.INSTAGRAM: N_("Write an Instagram post"),
    ContentType.IMAGE: N_("Make an image"),
    ContentType.STRATEGY: N_("Plan the content"),
}


def recommend(turn: Turn) -> list[Recommendation]:
    last = {entry.kind: entry.data for entry in turn.entries}
    language = spoken(turn)
    if blocked := _blocked(last, language):
        return blocked
    if lacking := _lacking(turn, last):
        return [lacking]
    kinds = _made(turn, last)
    found: list[Recommendation] = []
    report = last.get("research", {})
    if "research" in kinds and "studio_kept" not in last and report["claims"]:
        found.append(_keep(report, language))
    done = set(kinds)
    for kind in reversed(kinds):
        for follow_up in FOLLOW_UPS[ContentType(kind)]:
            if follow_up not in done:
                done.add(follow_up)
                found.append(
                    _make(follow_up, last, language) if kind != "general" else _look_up(turn)
                )
    return found[:MOST]


def _made(turn: Turn, last: dict[str, Plain]) -> list[str]:
    """Kinds that this turn has brought to an end, in order."""
    made = [str(entry.data["kind"]) for entry in turn.entries if entry.kind == "studio_kept"]
    route = last.get("route", {}).get("route")
    is_done = turn.status == "done" and (route == "general" or "research" in last)
    if not made and is_done and route in ("research", "general"):
        made = [str(route)]
    return list(dict.fromkeys(made))


def _make(kind: ContentType, last: dict[str, Plain], language: str) -> Recommendation:
    facts = len(last.get("research", {}).get("claims", ()))
    _ = catalog(language).gettext
    why = (
        _("it can use the same {count} facts").format(count=facts)
        if facts
        else _("it goes well with this piece")
    )
    return Recommendation(
        f"make-{kind}",
        _(WORDS[kind]),
        why,
        _(WORDS[kind]),
        {"picked": {"act": "make", "kind": str(kind)}},
        ICONS[kind],
    )


def _look_up(turn: Turn) -> Recommendation:
    """In its own words: what was only talked about is no topic that a button could take up."""
    research = ContentType.RESEARCH
    _ = catalog(spoken(turn)).gettext
    why = _("nothing here has sources yet")
    text = _("Research: {topic}").format(topic=turn.text)
    return Recommendation(f"make-{research}", _(WORDS[research]), why, text, {}, ICONS[research])


def _keep(research: Plain, language: str) -> Recommendation:
    _ = catalog(language).gettext
    why = _("claims: {claims}, sources: {sources}").format(
        claims=len(research["claims"]), sources=len(research["sources"])
    )
    return Recommendation(
        "keep",
        _("Keep this report"),
        why,
        _("Keep this report"),
        {"picked": {"act": "keep", "kind": "research"}},
        ":material/bookmark_add:",
    )


def _lacking(turn: Turn, last: dict[str, Plain]) -> Recommendation | None:
    """Where a draft came to nothing for want of facts."""
    outcome = last.get("outcome", {})
    kind = outcome.get("kind") if outcome.get("status") == ENDED else None
    if kind is None:
        return None
    _ = catalog(spoken(turn)).gettext
    return Recommendation(
        "again",
        _(AGAIN),
        _("your documents, Details or the web may have more now"),
        turn.text,
        {"picked": {"act": "again", "kind": str(kind)}},
        ICONS[ContentType.RESEARCH],
    )


def _blocked(last: dict[str, Plain], language: str) -> list[Recommendation]:
    verdict = last.get("guardrails", {})
    example = str(verdict.get("details", {}).get("example", ""))
    if verdict.get("passed", True) or not example:
        return []
    _ = catalog(language).gettext
    return [
        Recommendation(
            "example",
            _("Try: {example}").format(example=example),
            _("it fits your brand's topics"),
            example,
            {},
        )
    ]
