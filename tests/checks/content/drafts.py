"""Drafts that pass all their platform's limits, to be spoilt one thing at a time."""

from typing import Any

from agent.checks.content import Draft, Finding, Measure, check_draft

META = (
    "Home staging tips from agents who sell flats every week: what to tidy, what to paint and what"
    " to leave, room by room, before the first visitor rings the bell."
)
_ROOM = (
    "Buyers see the {0} with their eyes first. A clear {0} looks larger than a full one, and"
    " daylight does more for it than any lamp. Wash the window of the {0} the day before, and look"
    " at it again with fresh eyes in the morning. Ask a friend to walk through the {0} as a"
    " stranger would, and put away what they name."
)
HALL, AWAY, KITCHEN, BEDROOM, LAST = map(
    _ROOM.format, ("hall", "cellar", "kitchen", "bedroom", "garden")
)
BLOG = f"""# Home staging tips that help a flat sell

{HALL} These home staging tips cost little and take a weekend.

## Begin with the hall

{AWAY} See the [guide to halls](https://example.org/halls).

### What to do in the bedroom

{BEDROOM}

## Home staging in the kitchen

{KITCHEN}

## Conclusion

{LAST}

Contact us for a free visit.
"""
_PARAGRAPHS = f"{HALL}\n\n{AWAY}\n\n{BEDROOM}"
LINKEDIN = (
    f"The last flat we sold was empty for a year.\n\n{_PARAGRAPHS}"
    "\n\nWhat would you put away first? Tell me in the comments.\n\n"
    "#homestaging #realestate #sellingahome"
)
_TAGS = """
    staging tips decor style ideas light rooms sale sold agent paint floor plan garden hall kitchen
    bath bed desk view
"""
TAGS = " ".join(f"#home{word}" for word in _TAGS.split())
INSTAGRAM = f"Clear rooms sell.\n\nOpen the curtains before you take the photo.\n\n{TAGS}"
_PLAN = {
    "Audience": "Owners who sell their first flat.",
    "Content pillars": "- Staging\n- Pricing\n- Paperwork",
    "Content mix": "Blog 50 %, short video 30 %, carousels 20 %.",
    "Channels": "Blog and Instagram.",
    "Calendar": "| Week | Channel | Topic |\n| --- | --- | --- |\n| 1 | Blog | Halls |",
    "KPIs": "Visits booked through the site.",
    "Roadmap": "Begin with the blog, then the newsletter.",
}
_SECTIONS = [f"## {name}\n\n{text}" for name, text in _PLAN.items()]
STRATEGY = "\n\n".join(["# Content strategy", *_SECTIONS])
CLAIMS = ("The mix is 50 %, 30 % and 20 %.", "Week 1.")


def draft(kind: str, text: str | None = None, **more: Any) -> Draft:
    texts = {
        "blog": BLOG,
        "linkedin": LINKEDIN,
        "instagram": INSTAGRAM,
        "strategy": STRATEGY,
        "image": "A bright living room with an open window, morning light, calm mood",
    }
    given: dict[str, Any] = {
        "blog": {"meta_description": META},
        "instagram": {"alt": "A bright room with open curtains", "ratio": "1:1"},
        "image": {"alt": "A bright room with an open window", "ratio": "16:9"},
    }.get(kind, {})
    whole = texts.get(kind, "") if text is None else text
    return Draft.model_validate({"kind": kind, "text": whole, **given, **more})


def found(piece: Draft, measure: Measure | None = None, *, group: str = "") -> list[Finding]:
    report = check_draft(piece, measure or Measure(claims=CLAIMS))
    return [finding for finding in report.findings if group in ("", finding.group)]


def names(piece: Draft, measure: Measure | None = None, *, group: str = "") -> set[str]:
    return {finding.check for finding in found(piece, measure, group=group)}


def quotes(text: str, measure: Measure | None = None, *, group: str, **more: Any) -> list[str]:
    piece = Draft(kind="general", text=text, **more)
    return [finding.quote for finding in found(piece, measure, group=group)]
