"""Recommends what to do next: each from what the last turn left, each done by one message."""

from agent.checks.content import Kind
from agent.engine.workflow import Recommendation
from agent.language.catalogs import N_, catalog
from agent.language.conversation import spoken
from agent.store.records import Turn

OFFERS: dict[Kind, tuple[str, str]] = {
    "research": (N_("Research this"), ":material/travel_explore:"),
    "blog": (N_("Write a blog post"), ":material/article:"),
    "linkedin": (N_("Write a LinkedIn post"), ":material/work:"),
    "instagram": (N_("Write an Instagram post"), ":material/photo_camera:"),
    "image": (N_("Make an image"), ":material/image:"),
    "strategy": (N_("Plan the content"), ":material/calendar_month:"),
}


def recommend(turn: Turn) -> list[Recommendation]:
    last = {entry.kind: entry.data for entry in turn.entries}
    _, route, report = catalog(spoken(turn)).gettext, last.get("route", {}), last.get("research")
    made = [str(entry.data["kind"]) for entry in turn.entries if entry.kind == "studio_kept"]
    found = []
    if not made and turn.status == "done" and route.get("route") == "research" and report:
        made = ["research"]
        if report["claims"]:
            counts = {name: len(report[name]) for name in ("claims", "sources")}
            why = _("claims: {claims}, sources: {sources}").format(**counts)
            words, picked = _("Keep this report"), {"picked": {"act": "keep", "kind": "research"}}
            icon = ":material/bookmark_add:"
            found.append(Recommendation("keep", words, why, words, picked, icon))
    for kind in route.get("follow_up_types", ()) if made else ():
        if kind in OFFERS and kind not in made:
            picked = {"picked": {"act": "make", "kind": str(kind)}}
            words, icon = _(OFFERS[kind][0]), OFFERS[kind][1]
            why = _("it goes well with this piece")
            found.append(Recommendation(f"make-{kind}", words, why, words, picked, icon))
    return found
