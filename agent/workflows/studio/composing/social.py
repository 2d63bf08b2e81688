"""Posts for LinkedIn and Instagram."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from agent.content_checks.platform import (
    INSTAGRAM_FOLD,
    INSTAGRAM_WORDS,
    LINKEDIN_FOLD,
    LINKEDIN_WORDS,
)
from agent.content_checks.reading import Reading
from agent.workflows.studio.composing.facts import Fact, facts_of, in_order, strongest
from agent.workflows.studio.composing.frame import Frame
from agent.workflows.studio.composing.hashtags import hashtags
from agent.workflows.studio.composing.phrases import Some
from agent.workflows.studio.composing.picture import wish
from agent.workflows.studio.composing.said import glance, noted, used
from agent.workflows.studio.composing.sections import parts
from agent.workflows.studio.contracts import Brief, Piece

LINKEDIN_TAGS, OWN_TAGS = 5, 2
INSTAGRAM_TAGS = 24
PARAGRAPH = 45
"""Words; a paragraph on LinkedIn is short."""


@dataclass(frozen=True)
class _Hook:
    name: str
    fact: Fact | None
    """The fact that opens the post, where one does."""
    variants: Some


def linkedin(brief: Brief) -> tuple[Piece, Piece, Piece]:
    """Three on the same facts: they open with a question, with a statement, with a contrast."""
    found = facts_of(brief)
    frame = Frame(brief)
    known = frame.phrases.social
    short = [fact for fact in strongest(found.used) if len(fact.text) <= LINKEDIN_FOLD]
    statement = next(iter(short), None)
    contrast = next((f for f in short if f.is_contrast and f is not statement), None)
    hooks = (
        _Hook("question", None, known.questions),
        _Hook("statement", statement, known.statements),
        _Hook("contrast", contrast, known.contrasts),
    )
    first, second, third = (_linkedin(brief, found.used, hook, notes=found.notes) for hook in hooks)
    return first, second, third


def _linkedin(brief: Brief, facts: Sequence[Fact], hook: _Hook, *, notes: Sequence[str]) -> Piece:
    frame = Frame(brief, turn=("question", "statement", "contrast").index(hook.name))
    known = frame.phrases.social
    opening = hook.fact.text if hook.fact else frame.say(hook.variants, "hook", most=LINKEDIN_FOLD)
    told = _order(facts, frame, hook)
    bridge = frame.say(known.bridges, "bridge")
    ask, call = frame.say(known.asks, "ask"), frame.call()
    context, save = frame.say(known.contexts, "context"), frame.say(known.saves, "save")
    tags = hashtags(frame, facts, most=LINKEDIN_TAGS, of_brand=OWN_TAGS)

    def composed(taken: Sequence[Fact], before: str = "", after: str = "") -> str:
        is_list = hook.name == "statement"
        body = _body(frame, in_order(taken) if is_list else taken, bridge=bridge, listed=is_list)
        at_a_glance = "\n".join(glance(brief, frame))
        blocks = [opening, before, at_a_glance, *body, ask, after, call, " ".join(tags)]
        return "\n\n".join(block for block in blocks if block)

    least, most = LINKEDIN_WORDS
    wanted = min(max(brief.words, least + 15), most - 30)
    taken = _grown(composed, told, brief, wanted=wanted, most=most)
    texts = (composed(taken), composed(taken, context), composed(taken, context, save))
    enough = (t for t in texts if Reading(t, brief.language).word_count >= least)
    text = next(enough, texts[0])
    if Reading(text, brief.language).word_count < least and facts:
        notes = [*notes, _few(least)]
    return Piece(
        kind="linkedin",
        title=opening,
        text=text,
        language=brief.language,
        claims=used(text, facts),
        wish=wish(brief),
        notes=noted(notes),
    )


def _few(least: int) -> str:
    return (
        f"The facts found are too few for {least} words, and filling up would be padding. Add what"
        " you know, or widen the topic."
    )


def _order(facts: Sequence[Fact], frame: Frame, hook: _Hook) -> list[Fact]:
    """What each variant tells first: the questions in turn, the strongest, the mistakes."""
    rest = [fact for fact in facts if fact is not hook.fact]
    if hook.name == "statement":
        return strongest(rest)
    turns = parts(rest, frame)
    if hook.name == "contrast":
        turns.sort(key=lambda part: part.aspect not in ("mistakes", "costs"))
    each = [strongest(part.facts) for part in turns]
    # Two of each section, then two more: what belongs together stays together.
    rounds = range(0, max(map(len, each), default=0), 2)
    return [fact for at in rounds for own in each for fact in own[at : at + 2]]


def _body(frame: Frame, facts: Sequence[Fact], *, bridge: str, listed: bool) -> list[str]:
    if not facts:
        return []
    if listed:
        return [bridge, *(f"→ {fact.text}" for fact in facts)]
    blocks: list[list[Fact]] = [[]]
    for fact in facts:
        words = sum(other.words for other in blocks[-1])
        is_akin = not blocks[-1] or blocks[-1][0].aspect == fact.aspect
        if blocks[-1] and (words + fact.words > PARAGRAPH or not is_akin):
            blocks.append([])
        blocks[-1].append(fact)
    return [bridge, *(frame.joined([fact.text for fact in block]) for block in blocks)]


def _grown(
    composed: Callable[[Sequence[Fact]], str],
    facts: Sequence[Fact],
    brief: Brief,
    *,
    wanted: int,
    most: int,
) -> list[Fact]:
    """One fact after the other until there are the words wanted; none that makes it too long."""
    taken: list[Fact] = []
    words = Reading(composed(taken), brief.language).word_count
    for fact in facts:
        if words >= wanted:
            break
        longer = Reading(composed([*taken, fact]), brief.language).word_count
        if longer <= most:
            taken, words = [*taken, fact], longer
    return taken


def instagram(brief: Brief) -> Piece:
    """A caption with its hashtags, and the square picture that it wants."""
    found = facts_of(brief)
    frame = Frame(brief)
    known = frame.phrases.social
    opening = frame.say(known.captions, "caption", most=INSTAGRAM_FOLD) or frame.label
    end = [frame.say(known.saves, "save"), frame.call()]
    tags = hashtags(frame, found.used, most=INSTAGRAM_TAGS, of_brand=len(brief.brand.hashtags))

    def composed(taken: Sequence[Fact]) -> str:
        told = ["\n".join(f"• {fact.text}" for fact in taken)]
        at_a_glance = "\n".join(glance(brief, frame))
        blocks = [opening, at_a_glance, *told, frame.joined(end), " ".join(tags)]
        return "\n\n".join(block for block in blocks if block)

    told = [fact for fact in _mixed(found.used, frame) if fact.words <= 30]
    most = INSTAGRAM_WORDS
    wanted = min(brief.words, most) - 20
    text = composed(_grown(composed, told, brief, wanted=wanted, most=most - 10))
    picture = wish(brief, ratio="1:1")
    return Piece(
        kind="instagram",
        title=frame.label,
        text=text,
        alt=picture.alt,
        ratio="1:1",
        style=picture.style,
        language=brief.language,
        claims=used(text, found.used),
        wish=picture,
        notes=found.notes,
    )


def _mixed(facts: Sequence[Fact], frame: Frame) -> list[Fact]:
    """The strongest of each section, then the next strongest."""
    each = [strongest(part.facts) for part in parts(facts, frame)]
    return [
        own[at] for at in range(max(map(len, each), default=0)) for own in each if at < len(own)
    ]
