"""What to do next: each from what the last turn left, each done by one message."""

from collections.abc import Callable
from itertools import cycle

from agent.engine.workflow import Recommendation, Welcome
from agent.language.catalogs import N_, catalog
from agent.language.conversation import spoken
from agent.language.text import language_of
from agent.ports import Ports
from agent.ports.brand import EXAMPLE
from agent.store.records import Turn
from agent.workflows.studio.content.contracts import ContentType
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
    _, route, report = catalog(spoken(turn)).gettext, last.get("route", {}), last.get("research")
    made = [str(entry.data["kind"]) for entry in turn.entries if entry.kind == "studio_kept"]
    is_answer = route.get("route") == "general" or (route.get("route") == "research" and report)
    found = []
    if not made and turn.status == "done" and is_answer:
        made = [route["route"]]
        if report and report["claims"]:
            counts = {name: len(report[name]) for name in ("claims", "sources")}
            why = _("claims: {claims}, sources: {sources}").format(**counts)
            words, picked = _("Keep this report"), {"picked": {"act": "keep", "kind": "research"}}
            icon = ":material/bookmark_add:"
            found.append(Recommendation("keep", words, why, words, picked, icon))
    if made == ["general"]:
        # What was only talked about is no topic that a button could take up.
        text, why = (
            _("Research: {topic}").format(topic=turn.text),
            _("nothing here has sources yet"),
        )
        return [_offer(ContentType.RESEARCH, _, why, text=text, inputs={})]
    for kind in map(ContentType, route.get("follow_up_types", ()) if made else ()):
        if kind in OFFERS and kind not in made:
            picked = {"picked": {"act": "make", "kind": str(kind)}}
            found.append(_offer(kind, _, _("it goes well with this piece"), inputs=picked))
    return found[:MOST]


def _offer(
    kind: ContentType, _: Callable[[str], str], why: str, *, inputs: Plain, text: str = ""
) -> Recommendation:
    words, icon = OFFERS[kind]
    return Recommendation(f"make-{kind}", _(words), why, text or _(words), inputs, icon)


# How a conversation begins

PLACEHOLDER = N_("What should I write?")
ABOUT = (
    N_("Write a blog post about {term}"),
    N_("Write a LinkedIn post about {term}"),
    N_("Create an Instagram post about {term}"),
    N_("Plan a month of content about {term}"),
)


def welcome(ports: Ports, user: str, _inputs: Plain) -> Welcome | None:
    """Starters of the brand's field; None without topics, and for the example: they are of it."""
    terms = ports.brands.profile(user).terms
    if terms in ((), EXAMPLE.terms):
        return None
    _ = catalog(language_of(" ".join(terms))).gettext
    made = zip(ABOUT, cycle(terms), strict=False)
    return Welcome([_(form).format(term=term) for form, term in made], PLACEHOLDER)
