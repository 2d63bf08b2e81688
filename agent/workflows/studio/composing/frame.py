"""The words around the facts: chosen for the topic, filled with it, and never stating anything."""

import re
from collections.abc import Sequence
from zlib import crc32

from agent.content_checks.phrases import CALL_TO_ACTION
from agent.content_checks.platform import width
from agent.text import Language, fold, language_of
from agent.workflows.studio.composing.languages import PHRASES
from agent.workflows.studio.composing.phrases import Some
from agent.workflows.studio.composing.voice import breaks
from agent.workflows.studio.contracts import Brief

_MARKS = re.compile(r"[*_`#|<>\[\]{}\n]+")
_QUOTES: dict[Language, tuple[str, str]] = {"en": ("“", "”"), "es": ("«", "»"), "zh": ("“", "”")}
_QUESTION = re.compile(r"^(?:should|does|do|did|is|are|can|will|would)\b", re.IGNORECASE)
_CLAUSE = re.compile(
    r"^(?:how|why|what|which|when|where|who|whether|should|does|do|did|is|are|can|will|would)\b"
    r"|^(?:为什么|什么|哪)",
    re.IGNORECASE,
)
_HOW_TO = re.compile(r"^how to (?P<verb>[a-z]+)\b", re.IGNORECASE)
_HOW_HAN = re.compile("^(?:如何|怎么|怎样)")
_MANNER = re.compile(
    r"^(?:(?:some |the )?(?:best )?(?:tips|ideas|advice|a guide|guide|tricks|basics) (?:for|on|about|of) "
    r"|(?:consejos|ideas|trucos|gu[ií]a|claves) (?:de|del|para|sobre) )"
    r"|,? (?:tips|ideas|guide|advice|basics|checklist|tricks)$",
    re.IGNORECASE,
)
"""What is wanted of a theme, and no part of it."""
_MANNER_HAN = re.compile("的?(?:小?技巧|指南|攻略|建议|要点|入门)$")
_NAMED_PART = re.compile(r"(?P<whole>[^:：]+)(?:: |：)(?P<part>[^:：()（）]+)\Z")
_BRACKETS: dict[Language, tuple[str, str]] = {
    "en": (" (", ")"),
    "es": (" (", ")"),
    "zh": ("（", "）"),
}
_DOUBLES = re.compile(r"(?:get|set|put|plan|let|run|cut|stop|sit|begin|win|shop|rub|dig)\Z")
_PLAIN_WORD = re.compile(
    r"^(?:[A-Z][a-z]+ing|A|An|The|How|Why|What|When|Where|El|La|Los|Las|Un|Una)\b"
)


class Frame:
    """What is said of one brief. The same brief gets the same words, another topic others."""

    def __init__(self, brief: Brief, *, turn: int = 0) -> None:
        """Another `turn` chooses other words."""
        self.brief = brief
        self.phrases = PHRASES[brief.language]
        self._turn = turn
        self._said: set[str] = set()
        topic = topic_of(brief)
        self.is_question = bool(_QUESTION.match(topic)) and brief.language == "en"
        self.label = capital(topic) + "?" * self.is_question
        """The topic as it begins a title."""
        self.topic = _in_a_sentence(_theme(topic, brief.language), brief.language)
        """As it stands in a sentence: of "home staging tips" it is home staging."""
        self._gaps = {
            "topic": self.topic,
            "Topic": capital(self.topic),
            "label": self.quoted(self.label) if self.is_question else self.label,
            "brand": brief.brand.name,
        }

    def every(self, variants: Some, place: str, **gaps: str) -> list[str]:
        """All that the brand can say, the one for this topic first; none is said twice."""
        filled = {**self._gaps, **gaps}
        ranked = self._ranked(variants, place)
        texts = [capital(text.format(**filled)) for text in ranked if text not in self._said]
        return [text for text in texts if not breaks(text, self.brief)]

    def say(self, variants: Some, place: str, *, most: int = 10_000, **gaps: str) -> str:
        """One of them that is no wider than `most`; nothing when the brand can say none."""
        filled = {**self._gaps, **gaps}
        for text in self._ranked(variants, place):
            said = capital(text.format(**filled))
            if text not in self._said and width(said) <= most and not breaks(said, self.brief):
                self._said.add(text)
                return said
        return ""

    def spoken(self, variants: Some, place: str) -> str:
        """One that speaks to the reader, where the brand does so and there is one."""
        to_reader = self.brief.brand.voice.person == "second"
        direct = tuple(text for text in variants if self.phrases.you.search(text))
        return self.say(direct if direct and to_reader else variants, place)

    def _ranked(self, variants: Some, place: str) -> list[str]:
        lead = f"{fold(self.brief.topic)}|{place}|{self._turn}"
        return sorted(variants, key=lambda text: (crc32(f"{lead}|{text}".encode()), text))

    def call(self) -> str:
        """What the brand asks the reader to do, always something that is read as such."""
        own = self.brief.brand.call_to_action.strip()
        is_ours = own and language_of(own) == self.brief.language and not breaks(own, self.brief)
        if is_ours and CALL_TO_ACTION.search(own):
            return own
        said = self.spoken(self.phrases.calls, "call")
        return f"{own}{self.phrases.gap}{said}" if is_ours else said

    def listed(self, names: Sequence[str], *, quoted: bool = False) -> str:
        """As in "a, b and c"."""
        shown = [self.quoted(name) if quoted else name for name in names]
        if len(shown) < 2:
            return "".join(shown)
        return self.phrases.comma.join(shown[:-1]) + self.phrases.last + shown[-1]

    def leading(self, name: str) -> str:
        """As it stands before what it is about it; a name with a colon gets no second one."""
        colon = self.phrases.colon
        return name + (self.phrases.second_colon if colon.strip() in name else colon)

    def quoted(self, name: str) -> str:
        before, after = _QUOTES[self.brief.language]
        inner = name.replace(before, "‘").replace(after, "’")
        return f"{before}{inner}{after}"

    def joined(self, texts: Sequence[str]) -> str:
        return self.phrases.gap.join(text for text in texts if text)


def capital(text: str) -> str:
    return text[:1].upper() + text[1:]


def lower(text: str) -> str:
    """For the middle of a sentence; "HOA rules" and "LinkedIn" keep their capitals."""
    first = text.split(" ", 1)[0]
    return text if first[1:] != first[1:].lower() or len(first) < 2 else text[0].lower() + text[1:]


def topic_of(brief: Brief) -> str:
    """The topic without what the brand does not say and without marks of Markdown."""
    bare = _MARKS.sub(" ", brief.topic)
    for banned in brief.brand.voice.banned:
        bare = re.sub(re.escape(banned.strip()) or r"(?!)", " ", bare, flags=re.IGNORECASE)
    bare = " ".join(bare.split()).strip(" .,:;!?¿¡。，：；！？、")
    return bare if bare and "banned_word" not in breaks(bare, brief) else brief.brand.name


def _theme(topic: str, language: Language) -> str:
    manner = _MANNER_HAN if language == "zh" else _MANNER
    return manner.sub("", topic).strip() or topic


def _in_a_sentence(topic: str, language: Language) -> str:
    if named := _NAMED_PART.match(topic):
        whole = _in_a_sentence(named["whole"], language)
        before, after = _BRACKETS[language]
        return f"{whole}{before}{lower(named['part'])}{after}"
    if how_to := _HOW_TO.match(topic):
        return _gerund(how_to["verb"].lower()) + topic[how_to.end() :]
    if language == "zh":
        topic = _HOW_HAN.sub("", topic) or topic
    if _CLAUSE.match(topic):
        before, after = _QUOTES[language]
        return f"{before}{topic}{after}"
    return topic[0].lower() + topic[1:] if _PLAIN_WORD.match(topic) else topic


def _gerund(verb: str) -> str:
    if verb.endswith("ie"):
        return f"{verb[:-2]}ying"
    if verb.endswith("e") and not verb.endswith(("ee", "oe", "ye")) and len(verb) > 2:
        return f"{verb[:-1]}ing"
    return f"{verb}{verb[-1]}ing" if _DOUBLES.match(verb) else f"{verb}ing"
