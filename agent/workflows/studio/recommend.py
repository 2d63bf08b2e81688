"""What to do next: each from what the last turn left, each done by one message."""

from collections.abc import Iterator
from itertools import cycle

from agent.checks.guardrails import check_request
from agent.engine.workflow import Recommendation, Welcome
from agent.language.catalogs import N_, catalog
from agent.language.conversation import spoken
from agent.language.text import language_of
from agent.ports import Ports
from agent.ports.brand import EXAMPLE
from agent.store.records import Turn
from agent.workflows.studio.content.contracts import FOLLOW_UPS, ContentType
from agent.workflows.studio.nodes.writing import AGAIN, ENDED
from agent.workflows.studio.state import Plain

MOST = 4
OFFERS: dict[ContentType, tuple[str, str]] = {
    ContentType.RESEARCH: (N_("Research this"), ":material/travel_explore:"),
    ContentType.BLOG: (N_("Write a blog post"), ":material/article:"),
    ContentType.LINKEDIN: (N_("Write a LinkedIn post"), ":material/work:"),
    ContentType.INSTAGRAM: (N_("Write an Instagram post"), ":material/photo_camera:"),
    ContentType.IMAGE: (N_("Make an image"), ":material/image:"),
    ContentType.STRATEGY: (N_("Plan the content"), ":material/calendar_month:"),
}


def recommend(turn: Turn) -> list[Recommendation]:
    last = {entry.kind: entry.data for entry in turn.entries}
    _ = catalog(spoken(turn)).gettext
    if example := last.get("guardrails", {}).get("details", {}).get("example"):
        label, why = _("Try: {example}").format(example=example), _("it fits your brand's topics")
        offered = Recommendation("example", label, why, str(example), {})
        return [] if last["guardrails"]["passed"] else [offered]
    if (outcome := last.get("outcome", {})).get("status") == ENDED and outcome.get("kind"):
        # A draft came to nothing for want of facts.
        why = _("your documents, Details or the web may have more now")
        picked = {"picked": {"act": "again", "kind": str(outcome["kind"])}}
        icon = OFFERS[ContentType.RESEARCH][1]
        return [Recommendation("again", _(AGAIN), why, turn.text, picked, icon)]
    return list(_follow_ups(turn, last))[:MOST]


def _follow_ups(turn: Turn, last: dict[str, Plain]) -> Iterator[Recommendation]:
    kinds, report = _made(turn, last), last.get("research", {})
    if "research" in kinds and "studio_kept" not in last and report["claims"]:
        yield _keep(report, spoken(turn))
    done = set(kinds)
    for kind in reversed(kinds):
        for follow_up in FOLLOW_UPS[ContentType(kind)]:
            if follow_up not in done:
                done.add(follow_up)
                facts = len(report.get("claims", ()))
                yield _look_up(turn) if kind == "general" else _make(follow_up, facts, spoken(turn))


def _made(turn: Turn, last: dict[str, Plain]) -> list[str]:
    """Kinds that this turn has brought to an end, in order."""
    made = [str(entry.data["kind"]) for entry in turn.entries if entry.kind == "studio_kept"]
    route = last.get("route", {}).get("route")
    is_done = turn.status == "done" and (route == "general" or "research" in last)
    if not made and is_done and route in ("research", "general"):
        made = [str(route)]
    return list(dict.fromkeys(made))


def _make(kind: ContentType, facts: int, language: str) -> Recommendation:
    said, (words, icon) = catalog(language), OFFERS[kind]
    _ = said.gettext
    same = said.ngettext(
        "it can use the same {count} fact", "it can use the same {count} facts", facts
    ).format(count=facts)
    why = same if facts else _("it goes well with this piece")
    picked = {"picked": {"act": "make", "kind": str(kind)}}
    return Recommendation(f"make-{kind}", _(words), why, _(words), picked, icon)


def _look_up(turn: Turn) -> Recommendation:
    """In its own words: what was only talked about is no topic that a button could take up."""
    _, (words, icon) = catalog(spoken(turn)).gettext, OFFERS[ContentType.RESEARCH]
    text = _("Research: {topic}").format(topic=turn.text)
    return Recommendation(
        "make-research", _(words), _("nothing here has sources yet"), text, {}, icon
    )


def _keep(research: Plain, language: str) -> Recommendation:
    _ = catalog(language).gettext
    counts = {name: len(research[name]) for name in ("claims", "sources")}
    why, words = _("claims: {claims}, sources: {sources}"), _("Keep this report")
    picked = {"picked": {"act": "keep", "kind": "research"}}
    icon = ":material/bookmark_add:"
    return Recommendation("keep", words, why.format(**counts), words, picked, icon)


# How a conversation begins

PLACEHOLDER = N_("What should I write?")
ABOUT = (
    N_("Write a blog post about {term}"),
    N_("Write a LinkedIn post about {term}"),
    N_("Create an Instagram post about {term}"),
    N_("Plan a month of content about {term}"),
)


def welcome(ports: Ports, user: str, _inputs: Plain) -> Welcome | None:
    """Starters of the brand's field, its own example first; None without topics.

    None for the example too: the declared starters are of its field.
    """
    brand = ports.brands.profile(user)
    if brand.terms in ((), EXAMPLE.terms):
        return None
    _ = catalog(language_of(" ".join((*brand.terms, brand.example)))).gettext
    made = [
        _(form).format(term=term) for form, term in zip(ABOUT, cycle(brand.terms), strict=False)
    ]
    starters = [brand.example, *made[1:]] if brand.example else made
    passed = tuple(each for each in starters if check_request(each, brand.topics).passed)
    return Welcome(passed, PLACEHOLDER)
