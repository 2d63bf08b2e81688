"""Hashtags from the topic, the brand and what the facts speak of."""

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import pairwise

from agent.text import HAN, STOP_WORDS, fold, is_han, language_of, runs
from agent.workflows.studio.composing.facts import Fact
from agent.workflows.studio.composing.frame import Frame
from agent.workflows.studio.composing.voice import breaks

LONGEST = 28
_WORD = re.compile(f"[{HAN}]+|[^\\W_{HAN}]+")


def _words(text: str) -> frozenset[str]:
    return frozenset(text.split())


_MANNER = _words("""
    tips tip guide ideas advice basics mistakes steps ways things checklist consejos guia ideas
    errores pasos claves trucos
""")
_MANNERS_OF_SAYING = _words("""
    only often usually almost later many several makes make needs need still even never always
    sometimes first second next last every much during while because before after until once
    people things percent according average median suele suelen solo casi siempre nunca antes
    desde hasta cada otra otro mejor mayor
""")
_MANNER_HAN = re.compile("小?技巧|指南|建议|方法|攻略|要点|注意事项|步骤|清单|如何|怎么|怎样|什么")


def hashtags(frame: Frame, facts: Sequence[Fact], *, most: int, of_brand: int) -> list[str]:
    """The most telling first; the brand's own, at most so many, close the list."""
    own = list(_distinct(map(_tag, frame.brief.brand.hashtags), frame, taken=set()))[:of_brand]
    taken = {_root(tag) for tag in own}
    found = list(_distinct(_candidates(frame, facts), frame, taken=taken))
    return [*found[: most - len(own)], *own]


def _distinct(tags: Iterator[str], frame: Frame, *, taken: set[str]) -> Iterator[str]:
    for tag in tags:
        bare = tag[1:]
        # "#Home" and "#Homes" are one.
        if _root(tag) not in taken and _is_tag(bare) and not _is_banned(bare, frame):
            taken.add(_root(tag))
            yield tag


def _root(tag: str) -> str:
    return fold(tag).removesuffix("s")


def _is_tag(bare: str) -> bool:
    least = 2 if is_han(bare[:1]) else 3
    return least <= len(bare) <= LONGEST and not bare.isdecimal()


def _is_banned(bare: str, frame: Frame) -> bool:
    banned = {_root(re.sub(r"\W", "", word)) for word in frame.brief.brand.voice.banned}
    return _root(bare) in banned or bool(breaks(bare, frame.brief))


def _candidates(frame: Frame, facts: Sequence[Fact]) -> Iterator[str]:
    details = frame.brief.details
    topic = _telling(frame.topic)
    yield _tag(" ".join(topic))
    yield _tag(frame.topic)
    for said in (*details.keywords, details.location, details.property_type):
        yield _tag(said)
    yield from map(_tag, _terms(frame, facts))
    yield from map(_tag, _phrases(facts))
    for suffix in frame.phrases.social.suffixes:
        yield _tag(" ".join(topic)) + suffix
    yield from map(_tag, _headings(facts))
    yield from map(_tag, topic)
    yield from map(_tag, _frequent(facts))
    yield from map(_tag, _field(frame))


def _tag(text: str) -> str:
    """In capitals for each word, since a screen reader takes it for one word otherwise."""
    words = _WORD.findall(text)
    return "#" + "".join(word if word.isupper() else word[0].upper() + word[1:] for word in words)


def _telling(topic: str) -> list[str]:
    """Its words without those of any request ("tips for"), at most four."""
    words = _WORD.findall(_MANNER_HAN.sub("", topic))
    kept = [word for word in words if is_han(word) or fold(word) not in STOP_WORDS | _MANNER]
    return (kept or words)[:4]


def _terms(frame: Frame, facts: Sequence[Fact]) -> list[str]:
    """The brand's terms that the facts speak of, those of several words first."""
    said = " ".join(" ".join(runs(fact.text)) for fact in facts)
    terms = [" ".join(runs(term)) for term in frame.brief.brand.terms]
    there = [t for t in terms if t and (t in said if is_han(t) else f" {t} " in f" {said} ")]
    return sorted(dict.fromkeys(there), key=lambda term: -term.count(" "))


def _field(frame: Frame) -> list[str]:
    """The brand's terms in the language of the draft."""
    terms = (" ".join(runs(term)) for term in frame.brief.brand.terms)
    return [term for term in terms if language_of(term) == frame.brief.language]


def _phrases(facts: Sequence[Fact]) -> list[str]:
    """Two words that stand together more than once."""
    pairs: Counter[str] = Counter()
    for fact in facts:
        words = _WORD.findall(fact.text)
        for one, other in pairwise(words):
            # Capitals in a sentence are somebody's name.
            if _tells(fold(one)) and _tells(fold(other)) and other[0].islower():
                pairs[f"{fold(one)} {fold(other)}"] += 1
    return [pair for pair, times in pairs.most_common() if times > 1]


def _headings(facts: Sequence[Fact]) -> list[str]:
    return [h for h in dict.fromkeys(fact.heading for fact in facts) if h.count(" ") < 3]


def _frequent(facts: Sequence[Fact]) -> list[str]:
    """Words that several facts hold; of Chinese none, whose words cannot be told apart."""
    words = Counter(word for fact in facts for word in {fold(w) for w in _WORD.findall(fact.text)})
    return [w for w, n in words.most_common() if n > 1 and len(w) > 4 and _tells(w)]


def _tells(word: str) -> bool:
    is_said = word not in STOP_WORDS and word not in _MANNERS_OF_SAYING
    return not is_han(word) and len(word) > 3 and word.isalpha() and is_said
