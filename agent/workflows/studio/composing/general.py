"""An answer in words: what the facts say, or what can be asked for here."""

from agent.text import stems
from agent.workflows.studio.composing.facts import facts_of, in_order
from agent.workflows.studio.composing.frame import Frame
from agent.workflows.studio.contracts import Brief

MOST = 6


def general(brief: Brief) -> str:
    frame, found = Frame(brief), facts_of(brief)
    known = frame.phrases.general
    if not found:
        return _help(brief, frame)
    asked = stems(brief.request)
    # What is asked for counts; the words of any request stand in all facts alike.
    best = sorted(found.used, key=lambda f: (-len(asked & f.stems), -f.strength, f.order))[:MOST]
    told = "\n".join(f"- {fact.text}" for fact in in_order(best))
    blocks = (frame.say(known.found, "found"), told, frame.say(known.onward, "onward"))
    return "\n\n".join(block for block in blocks if block)


def _help(brief: Brief, frame: Frame) -> str:
    known = frame.phrases.general
    gaps = {"brand": brief.brand.name, "topic": frame.topic, "example": brief.brand.example}
    was_sought = brief.research is not None and bool(brief.topic)
    if was_sought:
        return f"{known.nothing.format(**gaps)}\n\n{known.help_on.format(**gaps)}"
    if brief.topic:
        return known.help_on.format(**gaps)
    return known.help.format(**gaps)
