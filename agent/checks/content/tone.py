"""Words that the brand does not use."""

from collections.abc import Iterator

from agent.checks.content.findings import Draft, Finding, Measure
from agent.checks.content.reading import Reading, words_of


def check(_draft: Draft, measure: Measure, reading: Reading) -> Iterator[Finding]:
    folded = [word.folded for word in reading.words]
    said = measure.gettext("The brand does not say “{word}”.")
    for banned in measure.voice.banned:
        wanted = [word.folded for word in words_of(banned)]
        for n in range(len(folded) - len(wanted) + 1 if wanted else 0):
            if folded[n : n + len(wanted)] == wanted:
                start, end = reading.words[n].start, reading.words[n + len(wanted) - 1].end
                yield Finding(
                    group="tone",
                    check="banned_word",
                    level="advises",
                    sentence=said.format(word=banned.strip()),
                    quote=reading.text[start:end],
                    start=start,
                    end=end,
                )
