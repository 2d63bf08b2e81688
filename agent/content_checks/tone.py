"""A draft against the brand's voice: who speaks to whom, how hard, and which words are out."""

import re
from collections.abc import Iterator

from agent.content_checks.findings import Draft, Finding, Level, Measure, Person, Voice
from agent.content_checks.phrases import ABBREVIATIONS_IN_CAPITALS
from agent.content_checks.readability import ease
from agent.content_checks.reading import Reading, words_of
from agent.text import Language

_SHOWN = 5


def _words(text: str) -> frozenset[str]:
    return frozenset(text.split())


_PRONOUNS: dict[Language, dict[Person, frozenset[str]]] = {
    "en": {
        "first_singular": _words("i i'm i've i'd i'll me my mine myself"),
        "first_plural": _words("we we're we've we'd we'll us our ours ourselves"),
        "second": _words("you you're you've you'd you'll your yours yourself yourselves"),
    },
    "es": {
        "first_singular": _words("yo mi mis mio mia mios mias conmigo"),
        "first_plural": _words("nosotros nosotras nuestro nuestra nuestros nuestras nos"),
        "second": _words(
            "tu tus tuyo tuya te ti contigo usted ustedes vosotros vosotras vuestro vuestra"
        ),
    },
    "zh": {
        "first_singular": frozenset({"我"}),
        "first_plural": frozenset({"我们", "咱们"}),
        "second": frozenset({"你", "您", "你们"}),
    },
}
_ZH_PRONOUN = re.compile("我们|咱们|你们|自我|我|你|您")
_SAID: dict[Person, str] = {
    "first_singular": "in the first person (I)",
    "first_plural": "as “we”",
    "second": "to the reader as “you”",
    "third": "in the third person",
}
_REFUSED: dict[Person, tuple[Person, ...]] = {
    "any": (),
    "first_singular": ("first_plural",),
    "first_plural": ("first_singular",),
    "second": ("first_singular",),
    "third": ("first_singular", "first_plural", "second"),
}
_QUOTED = re.compile(r"[“\"«「][^“”\"«»「」\n]{1,400}[”\"»」]")
_SHOUTED = re.compile(r"[!！]{2,}")
_CAPITALS = re.compile(r"\b[A-ZÁÉÍÓÚÑÜ]{4,}(?:[ '’-][A-ZÁÉÍÓÚÑÜ]{2,})*\b")


def check(_: Draft, measure: Measure, reading: Reading) -> Iterator[Finding]:
    voice = measure.voice
    yield from _banned(voice, reading)
    yield from _person(voice, reading)
    yield from _shouting(reading)
    yield from _unlike_the_sample(voice, reading)


def _banned(voice: Voice, reading: Reading) -> Iterator[Finding]:
    folded = [word.folded for word in reading.words]
    for banned in voice.banned:
        wanted = [word.folded for word in words_of(banned)]
        if not wanted:
            continue
        for n in (n for n, word in enumerate(folded) if word == wanted[0]):
            if folded[n : n + len(wanted)] == wanted:
                start, end = reading.words[n].start, reading.words[n + len(wanted) - 1].end
                yield _at(reading, "banned_word", f"The brand does not say “{banned.strip()}”.",
                          start=start, end=end)  # fmt: skip


def _person(voice: Voice, reading: Reading) -> Iterator[Finding]:
    refused = _REFUSED[voice.person]
    found = list(_pronouns(reading))
    wrong = [(start, end) for person, start, end in found if person in refused]
    for start, end in wrong[:_SHOWN]:
        yield _at(
            reading, "person", f"The brand speaks {_SAID[voice.person]}.", start=start, end=end
        )
    is_missing = not any(person == voice.person for person, _, _ in found)
    is_expected = voice.person in ("second", "first_plural") and reading.word_count > 50
    # Spanish leaves its pronouns out.
    if is_expected and is_missing and reading.language != "es":
        yield Finding(
            group="tone", check="person_missing", level="advises",
            sentence=f"The brand speaks {_SAID[voice.person]}, and nothing here does.",
        )  # fmt: skip


def _pronouns(reading: Reading) -> Iterator[tuple[Person, int, int]]:
    """Not those within quotation marks: somebody else is speaking there."""
    quoted = [found.span() for found in _QUOTED.finditer(reading.text)]
    for text, start, end in _candidates(reading):
        persons = _PRONOUNS[reading.language].items()
        person = next((person for person, words in persons if text in words), None)
        if person and not any(first < start < last for first, last in quoted):
            yield person, start, end


def _candidates(reading: Reading) -> Iterator[tuple[str, int, int]]:
    if reading.language == "zh":
        for found in _ZH_PRONOUN.finditer(reading.prose):
            yield found[0], found.start(), found.end()
        return
    for word in reading.words:
        original = reading.text[word.start : word.end]
        # "Mí" and "tú" are pronouns like "mi" and "tu", "IT" and "US" are names.
        if not (len(original) > 1 and original.isupper()):
            yield word.folded.replace("’", "'"), word.start, word.end


def _shouting(reading: Reading) -> Iterator[Finding]:
    for found in _SHOUTED.finditer(reading.prose):
        yield _at(reading, "exclamation", "One exclamation mark is enough.",
                  start=found.start(), end=found.end())  # fmt: skip
    for found in _CAPITALS.finditer(reading.spoken):
        if found[0] not in ABBREVIATIONS_IN_CAPITALS:
            yield _at(reading, "capitals", "Words in capitals read as shouting.",
                      start=found.start(), end=found.end())  # fmt: skip


def _unlike_the_sample(voice: Voice, reading: Reading) -> Iterator[Finding]:
    sample = Reading(voice.sample, reading.language)
    mine, theirs = _sentence_length(reading), _sentence_length(sample)
    if not mine or not theirs:
        return
    if not 0.6 <= mine / theirs <= 1.7:
        more = "longer" if mine > theirs else "shorter"
        yield Finding(
            group="tone", check="unlike_sample", level="advises",
            sentence=f"Sentences are {more} than the sample's: {mine:.0f} words, not {theirs:.0f}.",
        )  # fmt: skip


def _sentence_length(reading: Reading) -> float:
    """None to compare with below some sentences."""
    sentences = len(reading.sentences)
    return reading.word_count / sentences if sentences >= 3 and ease(reading) is not None else 0.0


def _at(
    reading: Reading, check: str, sentence: str, *, start: int, end: int, level: Level = "advises"
) -> Finding:
    return Finding(
        group="tone", check=check, level=level, sentence=sentence,
        quote=reading.text[start:end], start=start, end=end,
    )  # fmt: skip
