"""How easily a text reads: Flesch for English, Fernández-Huerta for Spanish; Chinese by length."""

from collections.abc import Iterator

from agent.content_checks.findings import Draft, Finding, Measure, ReadingLevel
from agent.content_checks.reading import HAN_PER_WORD, Reading, Span, count
from agent.content_checks.syllables import syllables

ENOUGH = 30
"""Words below which a formula says nothing."""
LONG = {"en": 30, "es": 35, "zh": 35}
"""Words of a sentence; in Chinese about 56 characters."""
EASE: dict[ReadingLevel, float] = {"plain": 60, "general": 45, "any": 40, "expert": 20}
ZH_EASE: dict[ReadingLevel, float] = {"plain": 30, "general": 40, "any": 45, "expert": 60}
"""Characters of a sentence on average, at most."""
_SHOWN = 5


def check(_: Draft, measure: Measure, reading: Reading) -> Iterator[Finding]:
    yield from _long_sentences(reading)
    level = measure.voice.reading_level
    value = ease(reading)
    if value is None:
        return
    wanted = ZH_EASE[level] if reading.language == "zh" else EASE[level]
    short = value - wanted if reading.language == "zh" else wanted - value
    if short > 0:
        yield Finding(
            group="readability",
            check="hard_to_read",
            level="advises",
            sentence=f"{note(reading)} Shorter sentences bring {_aim(reading, wanted)}.",
            cost=min(60, 5 + round(short * 1.5)),
        )


def ease(reading: Reading) -> float | None:
    """A hundred is very easy, nothing very hard; in Chinese characters per sentence."""
    if reading.word_count < ENOUGH or not reading.sentences:
        return None
    if reading.language == "zh":
        lengths = [_characters(reading, span) for span in reading.sentences]
        return sum(lengths) / len(lengths)
    words = _prose_words(reading)
    if not words:
        return None
    per_sentence = len(words) / len(reading.sentences)
    per_word = sum(syllables(word, reading.language) for word in words) / len(words)
    if reading.language == "es":
        return 206.84 - 60.0 * per_word - 1.02 * per_sentence
    return 206.835 - 84.6 * per_word - 1.015 * per_sentence


def note(reading: Reading) -> str:
    """The measure in a sentence; empty for a text too short to be measured."""
    value = ease(reading)
    if value is None:
        return ""
    if reading.language == "zh":
        return f"Sentences have {value:.0f} characters on average."
    name = "Fernández-Huerta" if reading.language == "es" else "Flesch"
    return f"The {name} reading ease is {value:.0f}, {_degree(value)}."


def _degree(value: float) -> str:
    degrees = ((80, "very easy"), (60, "plain"), (50, "fairly hard"), (30, "hard"))
    return next((name for least, name in degrees if value >= least), "very hard")


def _aim(reading: Reading, wanted: float) -> str:
    return f"{wanted:.0f} characters" if reading.language == "zh" else f"{wanted:.0f} or more"


def _prose_words(reading: Reading) -> list[str]:
    """In lower case with their accents, which tell syllables in Spanish."""
    prose = reading.prose
    spoken = (word for word in reading.words if prose[word.start] == reading.text[word.start])
    texts = (reading.text[word.start : word.end].lower() for word in spoken)
    return [text for text in texts if text[:1].isalpha()]


def _characters(reading: Reading, span: Span) -> int:
    return sum(1 for c in reading.text[span.start : span.end] if c.isalnum())


def _long_sentences(reading: Reading) -> Iterator[Finding]:
    longest = LONG[reading.language]
    counted = [(_length(reading, span), span) for span in reading.sentences]
    long = sorted((each for each in counted if each[0] > longest), reverse=True)[:_SHOWN]
    for length, (start, end) in sorted(long, key=lambda each: each[1]):
        characters = round(length * HAN_PER_WORD)
        said = f"{characters} characters" if reading.language == "zh" else f"{length} words"
        yield Finding(
            group="readability",
            check="long_sentence",
            level="advises",
            sentence=f"This sentence has {said}. Make two of it.",
            quote=reading.text[start:end],
            start=start,
            end=end,
        )


def _length(reading: Reading, span: Span) -> int:
    return count(reading.words_between(span.start, span.end))
