"""An answer in words: what the facts say, or what can be asked for here."""

from agent.text import content_words, stems
from agent.workflows.studio.composing.facts import Fact, facts_of, in_order
from agent.workflows.studio.composing.frame import Frame
from agent.workflows.studio.contracts import Brief

MOST = 6


def general(brief: Brief) -> str:
    frame, found = Frame(brief), facts_of(brief)
    known = frame.phrases.general
    if not found:
        return _help(brief, frame)
    # Words of the topic stand in all facts alike.
    asked = frozenset(content_words(brief.request)) - frozenset(content_words(brief.topic))

    def rank(fact: Fact) -> tuple[float, float, int]:
        told = fact.stems | stems(fact.heading)
        return -len(asked & told), -fact.strength, fact.order

    best = sorted(found.used, key=rank)[:MOST]
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
